// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/saved_scene.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "holon/scene/named_points.h"

namespace holon::saved_scene_test {

using Json = nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr double h = 0.01;

/// A pendulum with something of all that a scene may say.
std::string scene_of(const std::string& timeline = "") {
  return R"({"format": "holon-scene", "version": 1, "title": "Swing", "note": "look at the bob", "dt": 0.01,
  "parameters": [{"name": "length", "value": 1, "unit": "m", "min": 0.5, "max": 2, "note": "of the rod"},
                 {"name": "half", "value": "length/2"}, {"name": "pull", "value": 9.81}],
  "groups": [{"name": "dot", "objects": [{"kind": "particle", "name": "p", "mass": "length"}]}],
  "instances": [{"group": "dot", "name": "row", "count": 2, "position": [5, "i", 0]}],
  "objects": [{"kind": "rigid_body", "name": "rod", "shape": {"kind": "rod", "length": "length"}, "mass": "2*length",
               "position": ["half", 0, 0], "orientation": [0.7071067811865476, 0, 0.7071067811865476, 0],
               "looks": {"colour": "#5C7A98"}}],
  "constraints": [{"kind": "line_hinge", "name": "nail", "a": {"world": [0, 0, 0], "axis": [0, 1, 0]},
                   "b": {"object": "rod", "at": "end1", "axis": [0, 1, 0]}},
                  {"kind": "limit", "name": "stop", "quantity": {"distance": {"a": {"nail": [5, 0, 0]}, "b": {"object": "row0/p"}}},
                   "lower": 0, "upper": 3}],
  "forces": [{"kind": "gravity", "name": "gravity", "g": [0, 0, "-pull"]},
             {"kind": "spring_damper", "a": {"nail": [5, 1, 0]}, "b": {"object": "row1/p"}, "stiffness": 40, "length": 0}],
  )" + timeline
         + R"("views": [{"name": "side", "from": [0, -5, 0], "to": [0, 0, 0], "follow": "rod"}],
  "plots": [{"title": "Height", "signals": "rod.z"}]})";
}

SceneRun run_of(const std::string& text, int steps = 0) {
  SceneRun run(read_scene(text));
  for (int i = 0; i < steps; ++i) EXPECT_TRUE(run.step(h).ok);
  return run;
}
std::string saved(const SceneRun& run) {
  const SavedScene scene = save_scene(run, run.scene().settings.dt);
  EXPECT_TRUE(scene.left_out.empty()) << scene.left_out.front();
  return scene.text;
}
/// Reads what was saved; saving that gives the same again.
SceneRun reopened(const SceneRun& run) {
  const std::string text = saved(run);
  SceneRun again = run_of(text);
  EXPECT_EQ(saved(again), text);
  EXPECT_EQ(again.world().time(), run.world().time());
  return again;
}
double mass_of(const SceneRun& run, const char* name) {
  const Model& model = run.world().model();
  return get<RigidBody>(model.objects()[model.find_object(name)].kind).mass;
}
double x_of(const SceneRun& run, const char* name) {
  return run.world().placement(run.world().model().find_object(name)).position.x();
}
void expect_same_motion(const SceneRun& a, const SceneRun& b) {
  const Model& model = a.world().model();
  model.objects().for_each([&](ObjectId id, const ObjectRecord& /*record*/) {
    const ObjectId other = b.world().model().find_object(model.name_of(id));
    ASSERT_FALSE(other.is_none()) << model.name_of(id);
    EXPECT_TRUE(std::ranges::equal(a.world().state().q(id), b.world().state().q(other)));
    EXPECT_TRUE(std::ranges::equal(a.world().state().v(id), b.world().state().v(other)));
  });
}

TEST(SavedScene, OfAnUntouchedSceneIsTheSceneAsItIsLaidOut) {
  const Json before = Json::parse(format_scene(scene_of())),
             after = Json::parse(saved(run_of(scene_of())));
  EXPECT_EQ(before, after);
}

TEST(SavedScene, KeepsWhatTheAuthorWroteAndWhereThingsHaveCome) {
  const SceneRun run = run_of(scene_of(), 30);
  const Json text = Json::parse(saved(run));
  Json rest = text;
  rest.erase("start");
  EXPECT_EQ(rest, Json::parse(format_scene(scene_of()))) << "expressions, units, views, groups";
  EXPECT_EQ(text["start"]["time"], run.world().time());
  EXPECT_FALSE(text["start"].contains("edits"));
  expect_same_motion(run, reopened(run));
}

TEST(SavedScene, GoesOnAsItWouldHave) {
  SceneRun run = run_of(scene_of(), 30), again = reopened(run);
  for (int i = 0; i < 100; ++i) {
    run.step(h);
    again.step(h);
  }
  EXPECT_NEAR(x_of(run, "rod"), x_of(again, "rod"), 1e-9);
  EXPECT_NEAR(x_of(run, "row1/p"), x_of(again, "row1/p"), 1e-9);
}

TEST(SavedScene, KeepsParametersWithTheValuesThatTheyHave) {
  SceneRun run = run_of(scene_of(), 5);
  run.edit("set length=1.5 pull=5");
  const Json parameters = Json::parse(saved(run))["parameters"];
  EXPECT_EQ(
      parameters[0],
      Json::parse(
          R"({"name": "length", "value": 1.5, "unit": "m", "min": 0.5, "max": 2, "note": "of the rod"})"));
  EXPECT_EQ(parameters[1]["value"], "length/2");
  SceneRun again = reopened(run);
  EXPECT_EQ(mass_of(again, "rod"), 3.0);
  again.edit("set length=2");
  EXPECT_EQ(mass_of(again, "rod"), 4.0) << "it still depends on the length";
}

TEST(SavedScene, AMassThatWasSetLeavesTheShapeAndItsPoints) {
  SceneRun run = run_of(scene_of(), 5);
  run.edit("set rod.mass=7");
  SceneRun again = reopened(run);
  EXPECT_EQ(mass_of(again, "rod"), 7.0);
  EXPECT_EQ(again.scene().solids.size(), 1U);
  again.edit("connect rod.end2 nail(1 0 0)");
}

TEST(SavedScene, SoDoesThatOfAPartThatWasMadeOnTheWay) {
  SceneRun run = run_of(scene_of());
  run.edit("make rod new length=2 mass=1 at=(0 3 0)");
  run.edit("set new.mass=7");
  SceneRun again = reopened(run);
  EXPECT_EQ(mass_of(again, "new"), 7.0);
  again.edit("connect new.end2 nail(0 3 1) name=hook");
  const ObjectId id = again.world().model().find_object("new");
  ASSERT_NE(shape_of(again.scene(), id), nullptr);
  EXPECT_EQ(std::get<Rod>(*shape_of(again.scene(), id)).length, 2.0);
}

TEST(SavedScene, KeepsWhatWasRemovedMadeSwitchedAndSet) {
  SceneRun run = run_of(scene_of(), 5);
  run.edit(
      R"([{"remove": "row0/p"}, {"deactivate": ["gravity", "nail"]}, {"set": {"spring_damper#1.stiffness": 60}},
    {"set": {"nail.break_force": 500}}, "make box crate at=(3 0 0) mass=2", "connect crate nail(3 0 0) name=hold"])");
  const SceneRun again = reopened(run);
  const Model& model = again.world().model();
  EXPECT_TRUE(model.find_object("row0/p").is_none());
  EXPECT_TRUE(model.find_constraint("stop").is_none()) << "it hung on that";
  EXPECT_FALSE(model.forces()[model.find_force("gravity")].options.active);
  EXPECT_FALSE(again.world().is_active(model.find_constraint("nail")));
  EXPECT_FALSE(model.find_constraint("hold").is_none());
  EXPECT_NEAR(x_of(again, "crate"), 3.0, 1e-12);
  EXPECT_EQ(model.constraints()[model.find_constraint("nail")].options.break_force, 500.0);
  EXPECT_EQ(get<SpringDamper>(model.forces()[model.find_force("spring_damper#1")].kind).stiffness,
            60.0);
}

TEST(SavedScene, TwoLimitsMayMoveTogetherAndALimitMayGo) {
  SceneRun run = run_of(scene_of());
  run.edit(R"({"set": {"stop.lower": 5, "stop.upper": 8, "nail.break_force": 500}})");
  run = reopened(run);
  run.edit("set nail.break_force=none stop.upper=none");
  const SceneRun again = reopened(run);
  const Model& model = again.world().model();
  EXPECT_EQ(get<Limit>(model.constraints()[model.find_constraint("stop")].kind).lower, 5.0);
  EXPECT_TRUE(
      std::isinf(get<Limit>(model.constraints()[model.find_constraint("stop")].kind).upper));
  EXPECT_TRUE(std::isinf(model.constraints()[model.find_constraint("nail")].options.break_force));
  EXPECT_THROW(run.edit("set rod.mass=none"), SceneError);
}

TEST(SavedScene, AThingMayHaveTheNameOfOneThatHasGone) {
  SceneRun run = run_of(scene_of(), 5);
  run.edit(R"([{"remove": "nail"}, "connect nail(0 0 0) rod.end1 name=nail"])");
  const SceneRun again = reopened(run);
  const Model& model = again.world().model();
  EXPECT_TRUE(
      holds_alternative<PointToPoint>(model.constraints()[model.find_constraint("nail")].kind));
}

TEST(SavedScene, ThingsMadeInASceneWithoutInstancesStandInItsLists) {
  SceneRun run(Scene{});
  run.edit("make rod upper at=(0 0 1)");
  run.edit("connect upper.end2 nail(0 0 1.5) name=nail");
  for (int i = 0; i < 10; ++i) run.step(h);
  const Json text = Json::parse(saved(run));
  EXPECT_EQ(text["objects"][0]["name"], "upper");
  EXPECT_EQ(text["constraints"][0]["name"], "nail");
  EXPECT_FALSE(text["start"].contains("edits"));
  reopened(run);
}

TEST(SavedScene, AControllerThatFellSilentDoesNotKeepItFromBeingOpened) {
  SceneRun run = run_of(scene_of(R"("controllers": [{"kind": "computed", "name": "watch",
    "inputs": [{"name": "height", "signal": {"signal": "row0/p.z"}}], "formula": "height"}], )"));
  run.edit("make computed other formula=1");
  run.edit("remove row0/p");
  const SceneRun again = reopened(run);
  EXPECT_FALSE(again.world().model().find_controller("watch").is_none());
  EXPECT_FALSE(again.world().model().find_controller("other").is_none());
}

// ---- what is still to come ----

TEST(SavedScene, KeepsOfTheTimelineWhatIsStillToCome) {
  const std::string timeline = R"("timeline": [
    {"at": 0.1, "do": [{"deactivate": "gravity"}]},
    {"at": "length", "do": [{"activate": "gravity"}], "note": "it falls"},
    {"every": 0.04, "until": 0.1, "do": []},
    {"every": 0.3, "from": 0.1, "do": ["set nail.break_force=900"]},
    {"when": {"signal": "time", "above": 0.05}, "do": []},
    {"when": {"signal": "time", "above": 0.05}, "again": true, "do": []},
    {"when": {"signal": "time", "above": 5}, "do": []}], )";
  SceneRun run = run_of(scene_of(timeline), 25);
  run.edit("set length=1.5");
  const Json rest = Json::parse(saved(run))["timeline"];
  ASSERT_EQ(rest.size(), 4U) << rest;
  EXPECT_EQ(rest[0]["at"], 1.0) << "as the run has it, whatever the length is now";
  EXPECT_EQ(rest[0]["note"], "it falls");
  EXPECT_NEAR(rest[1]["from"].get<double>(), 0.4, 1e-12);
  EXPECT_EQ(rest[2]["held"], true);
  EXPECT_EQ(rest[3]["when"]["above"], 5);
  reopened(run);
}

TEST(SavedScene, APushGoesOnForAsLongAsItWouldHave) {
  SceneRun run = run_of(scene_of());
  run.edit("push rod.end2 (0 0 20) for=0.3");
  for (int i = 0; i < 10; ++i) run.step(h);
  EXPECT_THAT(saved(run), Not(HasSubstr("applied_force#")));
  SceneRun again = reopened(run);
  for (int i = 0; i < 40; ++i) {
    run.step(h);
    again.step(h);
  }
  EXPECT_EQ(again.world().model().forces().size(), 2U);
  EXPECT_NEAR(x_of(run, "rod"), x_of(again, "rod"), 1e-9);
}

TEST(SavedScene, LeavesOutAndTellsWhatCanNoLongerBeDone) {
  SceneRun run = run_of(scene_of(R"("timeline": [
    {"when": {"signal": "nail.force", "above": 1000}, "do": []},
    {"at": 2, "do": [{"disconnect": "nail"}]}, {"at": 3, "do": [{"remove": "rod"}]}], )"));
  run.edit("disconnect nail");
  const SavedScene scene = save_scene(run, h);
  EXPECT_THAT(
      scene.left_out,
      ElementsAre(HasSubstr("listens to 'nail.force', which is not there"),
                  HasSubstr("timeline[1].do[0].disconnect: no constraint is named 'nail'")));
  EXPECT_EQ(run_of(scene.text).scene().timeline.size(), 1U);
}

TEST(SavedScene, TheStartIsCheckedAsItIsRead) {
  const auto told = [](const std::string& start) {
    try {
      read_scene(scene_of("\"start\": " + start + ", "));
    } catch (const SceneError& e) {
      return std::string(e.what());
    }
    return std::string("nothing");
  };
  EXPECT_THAT(told(R"({"time": -1})"), HasSubstr("start.time: must not be negative"));
  EXPECT_THAT(told(R"({"tiem": 1})"), HasSubstr("did you mean 'time'?"));
  EXPECT_THAT(told(R"({"edits": [{"remove": "nobody"}]})"),
              HasSubstr("start.edits[0].remove: no thing is named 'nobody'"));
  EXPECT_THAT(told(R"({"motion": [{"object": "nobody", "q": [], "v": []}]})"),
              HasSubstr("start.motion[0]: no object is named 'nobody'"));
  EXPECT_THAT(told(R"({"motion": [{"object": "rod", "q": [1, 2], "v": []}]})"),
              HasSubstr("q: must be a list of 7, and has 2"));
  EXPECT_EQ(told(R"({"time": 3, "edits": ["set rod.mass=3"]})"), "nothing");
}

}  // namespace holon::saved_scene_test
