// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "holon/scene/scene_run.h"
#include "holon/scene/signals.h"

namespace holon::timeline_test {

using ::testing::HasSubstr;

std::string scene_of(const std::string& rest) {
  return R"({"format": "holon-scene", "version": 1,
    "parameters": [{"name": "strength", "value": 10, "max": 100}],
    "objects": [{"kind": "particle", "name": "ball", "mass": 2}],
    "constraints": [{"kind": "point_to_point", "name": "hook", "a": {"nail": [0, 0, 0]}, "b": {"object": "ball"}}],
    "forces": [{"kind": "gravity", "name": "weight", "g": [0, 0, "-strength"]}], )"
         + rest + "}";
}
std::string problems_of(const std::string& rest) {
  try {
    read_scene(scene_of(rest));
    return "nothing";
  } catch (const SceneError& e) {
    return e.what();
  }
}
SceneRun run_for(double seconds, const std::string& rest) {
  SceneRun run(read_scene(scene_of(rest)));
  const auto steps = std::lround(seconds / 0.01);
  for (long i = 0; i < steps; ++i) run.step(0.01);
  return run;
}
double height(const SceneRun& run, const char* name = "ball") {
  return run.world().placement(run.world().model().find_object(name)).position.z();
}

TEST(Timeline, CutsAHookAtItsTime) {
  const SceneRun run = run_for(2.0, R"("timeline": [{"at": 1, "do": [{"disconnect": "hook"}]}])");
  EXPECT_NEAR(height(run), -5.0, 1e-9) << "g t²/2 from t = 1 on";
  EXPECT_TRUE(run.world().model().find_constraint("hook").is_none());
}

TEST(Timeline, SwitchesAndSetsNumbersAndParameters) {
  const SceneRun run = run_for(3.0, R"("timeline": [
    {"at": 0, "do": [{"deactivate": "hook"}, {"set": {"weight.g.z": -1}}]},
    {"at": 1, "do": [{"set": {"strength": 0}}]},
    {"at": 2, "do": [{"activate": ["hook"]}, {"deactivate": ["hook"]}]}])");
  EXPECT_NEAR(height(run), -0.5 - 2.0, 1e-9) << "falls for a second, then goes on as it was";
  EXPECT_EQ(run.scene().parameters[0].value, 0.0);
}

TEST(Timeline, CreatesConnectsAndRemoves) {
  SceneRun run = run_for(1.5, R"("timeline": [
    {"at": 0.5, "do": [
      {"create": {"objects": [{"kind": "particle", "name": "other", "mass": 1, "position": [0, 0, "-strength/10"]}]}},
      {"connect": {"kind": "distance", "name": "bar", "a": {"object": "ball"}, "b": {"object": "other"}, "length": 1}}]}])");
  EXPECT_NEAR(height(run, "other"), -1.0, 1e-9);
  EXPECT_NEAR(run.world().effort(run.world().model().find_constraint("bar")).force, 10.0, 1e-9);
  run.edit(R"({"remove": ["ball"]})");
  run.step(0.01);
  EXPECT_TRUE(run.was_edited() || run.world().model().find_constraint("bar").is_none());
  EXPECT_TRUE(run.world().model().find_constraint("bar").is_none()) << "it hung on the ball";
}

TEST(Timeline, PushesForAWhile) {
  const SceneRun run =
      run_for(2.0, R"("timeline": [{"at": 1, "do": [{"disconnect": "hook"}, {"remove": "weight"},
    {"push": {"kind": "applied_force", "force": [4, 0, 0], "point": {"object": "ball"}}, "for": 0.5}]}])");
  const Placement p = run.world().placement(run.world().model().find_object("ball"));
  EXPECT_NEAR(p.velocity.x(), 1.0, 1e-9) << "4 N on 2 kg for half a second";
  EXPECT_EQ(run.world().model().forces().size(), 0U);
}

TEST(Timeline, ActsWhenASignalPasses) {
  const SceneRun run = run_for(3.0, R"("timeline": [{"at": 0, "do": [{"disconnect": "hook"}]},
    {"when": {"signal": "ball.z", "below": -5}, "do": [{"place": {"object": "ball", "position": [0, 0, 0], "velocity": [0, 0, 0]}}]}])");
  // -5 is reached at t = 1 and passed in the step after; then it falls again, once
  EXPECT_NEAR(height(run), -5.0 * 1.98 * 1.98, 0.2);
}

TEST(Timeline, ActsAgainAndAgain) {
  const std::string lift =
      R"("do": [{"place": {"object": "ball", "position": [0, 0, 0], "velocity": [0, 0, 0]}}])";
  const std::string cut = R"("timeline": [{"at": 0, "do": [{"disconnect": "hook"}]}, )";
  EXPECT_NEAR(height(run_for(2.5, cut + R"({"every": 1, "from": 1, )" + lift + "}]")), -1.25, 1e-9);
  EXPECT_NEAR(height(run_for(2.5, cut + R"({"every": 1, "from": 1, "until": 1.5, )" + lift + "}]")),
              -11.25,
              1e-9);
  const SceneRun again = run_for(
      2.5, cut + R"({"when": {"signal": "ball.z", "below": -5}, "again": true, )" + lift + "}]");
  EXPECT_GT(height(again), -1.3) << "lifted twice";
}

TEST(Timeline, ChangesTheMethod) {
  const SceneRun run = run_for(0.2, R"("timeline": [{"at": 0.1, "do": [{"stepper": "rk4"}]}])");
  EXPECT_EQ(run.world().stepper(), "rk4");
}

TEST(Timeline, IsCheckedBeforeTheStart) {
  const auto edit = [](const char* text) {
    return problems_of(std::string(R"("timeline": [{"at": 1, "do": [)") + text + "]}]");
  };
  EXPECT_THAT(
      edit(R"({"disconnect": "hok"})"),
      HasSubstr(
          "timeline[0].do[0].disconnect: no constraint is named 'hok' (did you mean 'hook'?)"));
  EXPECT_THAT(edit(R"({"explode": "hook"})"), HasSubstr("must be one of create, connect"));
  EXPECT_THAT(edit(R"({"set": {"strenght": 1}})"), HasSubstr("did you mean 'strength'?"));
  EXPECT_THAT(edit(R"({"set": {"strength": 1000}})"), HasSubstr("must be between"));
  EXPECT_THAT(edit(R"({"push": {"kind": "gravity"}})"), HasSubstr("'for' is missing"));
  EXPECT_THAT(edit(R"({"stepper": "rk5"})"), HasSubstr("no stepper 'rk5' (did you mean 'rk"));
  EXPECT_THAT(edit(R"({"create": {"objects": [{"kind": "particle", "mass": -1}]}})"),
              HasSubstr("timeline[0].do[0].create.objects[0].mass"));
  EXPECT_THAT(edit(R"({"remove": "ball"}, {"remove": "ball"})"),
              HasSubstr("do[1].remove: no thing is named 'ball'"));
  EXPECT_THAT(problems_of(R"("timeline": [{"do": []}])"),
              HasSubstr("needs one of 'at', 'every' and 'when'"));
  EXPECT_THAT(problems_of(R"("timeline": [{"when": {"signal": "bal.z", "below": 1}, "do": []}])"),
              HasSubstr("listens to 'bal.z', which is not there"));
  EXPECT_THAT(problems_of(R"("timeline": [{"when": {"signal": "ball.z"}, "do": []}])"),
              HasSubstr("'above' or 'below'"));
}

/// Each number that is wrong, with its place, before anything runs.
TEST(Timeline, TellsAllWrongNumbersAtOnce) {
  const std::string text = R"({"format": "holon-scene", "version": 1,
"parameters": [{"name": "mass", "value": 2, "max": 5}],
"objects": [{"kind": "particle", "name": "ball", "mass": "3 - mass"}],
"forces": [{"kind": "gravity", "g": [0, 0, -1]}],
"timeline": [
{"at": -1, "do": [{"set": {"ball.mass": -2}}]},
{"at": 1, "from": 0, "do": []},
{"every": 0, "do": []},
{"every": 1, "from": 3, "until": 2, "do": []},
{"at": 1, "again": true, "do": []},
{"when": {"signal": "ball.z", "above": 1, "below": 2}, "do": []},
{"at": "1/0", "do": []}
]})";
  const std::string told = [&] {
    try {
      read_scene(text);
    } catch (const SceneError& e) {
      return std::string(e.what());
    }
    return std::string("nothing");
  }();
  EXPECT_THAT(told, HasSubstr("line 6, column 8: timeline[0].at: must not be before the start"));
  EXPECT_THAT(told, HasSubstr("line 6, column 41: timeline[0].do[0].set")) << "its edits too";
  EXPECT_THAT(told, HasSubstr("line 7, column 19: timeline[1].from: is for what may be done at"));
  EXPECT_THAT(told, HasSubstr("line 8, column 11: timeline[2].every: must be positive"));
  EXPECT_THAT(told, HasSubstr("line 9, column 34: timeline[3].until: must not be before 'from'"));
  EXPECT_THAT(told, HasSubstr("line 10, column 20: timeline[4].again: is for what is done when"));
  EXPECT_THAT(told, HasSubstr("line 11, column 40: timeline[5].when.above: must not be smaller"));
  EXPECT_THAT(
      told,
      HasSubstr(R"(line 12, column 8: timeline[6].at: column 2 of "1/0": is not a finite number)"));
}

TEST(Timeline, TellsAllWrongNumbersOfEditsAtOnce) {
  const std::string told = problems_of(R"("timeline": [
{"at": 1, "do": [{"set": {"hook.break_force": -2}}]},
{"at": 1, "do": [{"set": {"ball.mass": 0, "weight.g.z": "0/0"}}]},
{"at": 1, "do": [{"push": {"kind": "gravity"}, "for": -1}]},
{"at": 1, "do": [{"place": {"object": "ball", "position": [0, 0]}}]},
{"at": 1, "do": [{"stepper": "rk4", "settings": {"tolerance": 0}}]},
{"at": 1, "do": [{"set": {"strength": 101}}]},
{"at": 1, "do": ["set ball.mass=-3"]}])");
  EXPECT_THAT(told, HasSubstr("line 6, column 47: timeline[0].do[0].set"));
  EXPECT_THAT(told, HasSubstr("line 7, column 40: timeline[1].do[0].set"));
  EXPECT_THAT(told, HasSubstr("line 7, column 57: timeline[1].do[0].set"));
  EXPECT_THAT(told, HasSubstr("line 8, column 55: timeline[2].do[0].for: must be positive"));
  EXPECT_THAT(told, HasSubstr("line 9, column 59: timeline[3].do[0].place.position: must be a"));
  EXPECT_THAT(told, HasSubstr("line 10, column 63: timeline[4].do[0].settings.tolerance"));
  EXPECT_THAT(told, HasSubstr("line 11, column 39: timeline[5].do[0].set.strength"));
  EXPECT_THAT(told, HasSubstr("line 12, column 33: timeline[6].do[0].set"));
}

/// A value of a parameter is good only if all that depends on it is.
TEST(Timeline, TriesTheSceneWithTheValuesThatItSets) {
  EXPECT_THAT(
      problems_of(
          R"("controllers": [], "groups": [{"name": "g", "objects": [{"kind": "particle", "name": "p", "mass": "20 - strength"}]}],
    "instances": [{"group": "g", "name": "i"}], "timeline": [{"at": 1, "do": [{"set": {"strength": 30}}]}])"),
      HasSubstr("timeline[0].do[0].set.strength"));
}

TEST(Timeline, LeavesAllAsItWasWhenAnEditFails) {
  SceneRun run(read_scene(scene_of(R"("duration": 1)")));
  const std::uint64_t before = run.world().hash();
  EXPECT_THROW(
      run.edit(
          R"({"create": {"objects": [{"kind": "particle", "name": "a", "mass": 1}, {"kind": "particle", "mass": 0}]}})"),
      SceneError);
  EXPECT_THROW(run.edit(R"({"remove": ["ball", "nobody"]})"), SceneError);
  EXPECT_EQ(run.world().hash(), before);
  EXPECT_EQ(run.world().model().objects().size(), 1U);
}

TEST(SceneRun, ParametersChangeWhileItRuns) {
  SceneRun run(read_scene(scene_of(R"("duration": 1)")));
  run.step(0.01);
  run.set_parameter("strength", 30);
  run.step(0.01);
  EXPECT_NEAR(run.world().effort(run.world().model().find_constraint("hook")).force, 60.0, 1e-9);
  EXPECT_THROW(run.set_parameter("strength", 200), SceneError) << "beyond its range";
  EXPECT_EQ(run.scene().parameters[0].value, 30.0);
}

TEST(SceneRun, ParametersCannotChangeWhatExists) {
  SceneRun run(read_scene(
      R"({"format": "holon-scene", "version": 1, "parameters": [{"name": "n", "value": 2}],
    "groups": [{"name": "dot", "objects": [{"kind": "particle", "name": "p", "mass": 1}]}],
    "instances": [{"group": "dot", "name": "d", "count": "n"}]})"));
  EXPECT_EQ(run.world().model().objects().size(), 2U);
  EXPECT_THROW(run.set_parameter("n", 3), UsageError);
}

TEST(Signals, KnowWhatComesLaterAndWhatHasGone) {
  const Scene scene = read_scene(scene_of(R"("timeline": [{"at": 0.005, "do": [
    {"create": {"objects": [{"kind": "particle", "name": "late", "mass": 1}]}}, {"disconnect": "hook"}]}])"));
  SceneRun run(scene);
  Signals signals(scene, run.world(), "late.x,hook.force");
  ASSERT_EQ(signals.list().size(), 2U);
  std::vector<double> values;
  signals.sample(run.world(), values);
  EXPECT_TRUE(std::isfinite(values[0]) && std::isnan(values[1])) << "there is no such object yet";
  run.step(0.01);
  run.step(0.01);
  signals.renew(run.world());
  signals.sample(run.world(), values);
  EXPECT_TRUE(std::isnan(values[0])) << "the hook has gone";
  EXPECT_EQ(values[1], 0.0);
}

}  // namespace holon::timeline_test
