// SPDX-License-Identifier: Apache-2.0
// Edits are made all, or not at all.
#include "holon/scene/edit.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "holon/scene/scene_run.h"

namespace holon::edit_test {

using ::testing::HasSubstr;

constexpr double h = 0.01;

/// Something of every sort, and all of it moves.
constexpr const char* kScene = R"({"format": "holon-scene", "version": 1, "dt": 0.01,
  "parameters": [{"name": "strength", "value": 10, "min": 1, "max": 100}, {"name": "weight", "value": 2}],
  "groups": [{"name": "dot", "objects": [{"kind": "particle", "name": "p", "mass": "weight"}]}],
  "instances": [{"group": "dot", "name": "d", "count": 2, "position": [5, "i", 0]}],
  "objects": [
    {"kind": "rigid_body", "name": "rod", "shape": {"kind": "rod", "length": 1}, "mass": "weight", "position": [0.5, 0, 0],
     "orientation": [0.7071067811865476, 0, 0.7071067811865476, 0]},
    {"kind": "rigid_body", "name": "bob", "shape": {"kind": "sphere", "radius": 0.1}, "mass": 1, "position": [1.5, 0, 0]},
    {"kind": "parametric", "name": "bead", "map": {"kind": "circle"}, "masses": [1], "u": [0.3], "u_dot": [0]}],
  "controllers": [{"kind": "computed", "name": "watch", "inputs": [{"name": "height", "signal": {"signal": "bob.z"}}],
                   "formula": "-height"}],
  "constraints": [
    {"kind": "point_to_point", "name": "nail", "a": {"nail": [0, 0, 0]}, "b": {"object": "rod", "at": "end1"}},
    {"kind": "distance", "name": "cord", "a": {"object": "rod", "at": "end2"}, "b": {"object": "bob"}, "length": 0.5},
    {"kind": "rope", "name": "leash", "a": {"nail": [5, 0, 1]}, "b": {"object": "d0/p"}, "length": 3, "break_force": 500}],
  "forces": [
    {"kind": "gravity", "name": "gravity", "g": [0, 0, "-strength"]},
    {"kind": "spring_damper", "name": "spring", "a": {"object": "d0/p"}, "b": {"object": "d1/p"}, "stiffness": 30, "length": 1}]})";

/// Each can be made whatever others of these were made before it.
const std::vector<std::string> kGood = {
    R"({"create": {"objects": [{"kind": "particle", "name": "new", "mass": 1}],
        "controllers": [{"kind": "computed", "name": "late", "formula": "1"}],
        "constraints": [{"kind": "distance", "a": {"object": "new"}, "b": {"object": "d1/p"}, "length": 2}],
        "forces": [{"kind": "drag", "linear": 0.1}]}})",
    R"({"connect": {"kind": "point_to_point", "name": "hook", "a": {"nail": [5, 1, 0]}, "b": {"object": "d1/p"}}})",
    R"({"remove": ["cord"]})",
    R"({"remove": ["d0/p", "leash"]})",
    R"({"activate": "gravity"})",
    R"({"deactivate": ["nail", "watch"]})",
    R"({"set": {"strength": 20, "nail.break_force": 900}})",
    R"({"set": {"weight": 3}})",
    R"({"push": {"kind": "applied_force", "force": [4, 0, 0], "point": {"object": "rod"}}, "for": 0.05})",
    R"({"place": {"object": "bob", "position": [1, 1, 1], "velocity": [0, 1, 0]}})",
    R"({"stepper": "rk4", "settings": {"tolerance": 1e-10}})",
    R"("make box crate at=(3 0 0) mass=2")"};

/// None of these can be made, whatever was made before.
const std::vector<std::string> kBad = {
    R"({"create": {"objects": [{"kind": "particle", "name": "a", "mass": 1}, {"kind": "particle", "mass": 0}]}})",
    R"({"create": {"controllers": [{"kind": "computed", "name": "deaf", "inputs": [{"name": "n", "signal": {"signal": "nobody.x"}}], "formula": "n"}]}})",
    R"({"connect": {"kind": "distance", "a": {"object": "rod"}, "b": {"object": "bob"}, "length": -1}})",
    R"({"remove": ["bob", "nobody"]})",
    R"({"disconnect": ["nail", "gravity"]})",
    R"({"activate": ["gravity", "rod"]})",
    R"({"deactivate": ["nobody"]})",
    R"({"set": {"strength": 30, "nail.break_force": -1}})",
    R"({"set": {"strength": 1000}})",
    R"({"set": {"weight": 4, "strength": 0}})",
    R"({"set": {"rod.mass": 3, "bob.mass": -2}})",
    R"({"set": {"rod.mass": 3, "rod.colour": 1}})",
    R"({"push": {"kind": "applied_force", "force": [4, 0, 0], "point": {"object": "rod"}}, "for": 0})",
    R"({"push": {"kind": "applied_force", "force": [4, 0, 0], "point": {"object": "nobody"}}, "for": 1})",
    R"({"place": {"object": "bead", "position": [0, 0, 0]}})",
    R"({"place": {"object": "rod", "position": [0, 0]}})",
    R"({"stepper": "rk4", "settings": {"tolerance": -1}})",
    R"({"stepper": "magic"})",
    R"([{"set": {"rod.mass": 5}}, {"explode": "rod"}])",
    R"("disconnect")",
    R"(7)"};

SceneRun started() {
  SceneRun run(read_scene(kScene));
  for (int i = 0; i < 20; ++i) run.step(h);
  return run;
}
std::string list_of(const std::vector<std::string>& edits) {
  std::string out = "[";
  for (const std::string& edit : edits) out += (out.size() > 1 ? ", " : "") + edit;
  return out + "]";
}

/// All that can be seen of a run.
struct Sight {
  std::uint64_t hash;
  std::string text;
  std::vector<double> parameters;
  std::vector<std::string> names;
  bool operator==(const Sight&) const = default;
};
Sight sight_of(const SceneRun& run) {
  Sight sight{run.world().hash(), write_scene(run.scene_now()), {}, {}};
  for (const SceneParameter& p : run.scene().parameters) sight.parameters.push_back(p.value);
  const Model& model = run.world().model();
  const auto note = [&](auto id, const auto& /*record*/) {
    sight.names.push_back(model.name_of(id));
  };
  model.objects().for_each(note);
  model.constraints().for_each(note);
  model.forces().for_each(note);
  model.controllers().for_each(note);
  return sight;
}

std::vector<std::string> some_of(std::vector<std::string> edits, std::mt19937& random) {
  std::ranges::shuffle(edits, random);
  edits.resize(random() % edits.size());
  return edits;
}

TEST(Edit, AListWithOneBadEditLeavesNoTrace) {
  std::mt19937 random(7);
  SceneRun tried = started(), untouched = started();
  for (int i = 0; i < 300; ++i) {
    std::vector<std::string> edits = some_of(kGood, random);
    const std::size_t at = random() % (edits.size() + 1);
    edits.insert(edits.begin() + static_cast<std::ptrdiff_t>(at), kBad[random() % kBad.size()]);
    SCOPED_TRACE(list_of(edits));
    ASSERT_THROW(tried.edit(list_of(edits)), SceneError);
    ASSERT_EQ(sight_of(tried), sight_of(untouched));
    if (i % 10 > 0) continue;
    ASSERT_TRUE(tried.step(h).ok);
    untouched.step(h);
    ASSERT_EQ(tried.world().hash(), untouched.world().hash()) << "after the next step";
  }
  for (int i = 0; i < 100; ++i) {
    tried.step(h);
    untouched.step(h);
  }
  EXPECT_EQ(sight_of(tried), sight_of(untouched)) << "a second later";
}

TEST(Edit, AListWithoutABadOneIsMadeAsItsEditsOneByOne) {
  std::mt19937 random(8);
  for (int i = 0; i < 40; ++i) {
    const std::vector<std::string> edits = some_of(kGood, random);
    SCOPED_TRACE(list_of(edits));
    SceneRun at_once = started(), one_by_one = started();
    at_once.edit(list_of(edits));
    for (const std::string& edit : edits) one_by_one.edit("[" + edit + "]");
    ASSERT_EQ(sight_of(at_once), sight_of(one_by_one));
    if (edits.size() > 1) EXPECT_NE(sight_of(at_once).text, sight_of(started()).text);
    for (int k = 0; k < 10; ++k) {
      at_once.step(h);
      one_by_one.step(h);
    }
    ASSERT_EQ(at_once.world().hash(), one_by_one.world().hash());
  }
}

TEST(Edit, EachBadOneSaysWhatIsWrong) {
  for (const std::string& bad : kBad) {
    SceneRun run = started();
    try {
      run.edit("[" + bad + "]");
      ADD_FAILURE() << "accepted: " << bad;
    } catch (const SceneError& e) {
      EXPECT_FALSE(e.problems().front().message.empty()) << bad;
      EXPECT_GT(e.problems().front().place.line, 0) << bad;
    }
  }
}

TEST(Edit, WhatGoesWithAnotherMayBeNamedBesideIt) {
  SceneRun run = started();
  run.edit(R"({"remove": ["bob", "cord"]})");
  EXPECT_TRUE(run.world().model().find_constraint("cord").is_none());
  EXPECT_TRUE(run.world().model().find_object("bob").is_none());
}

TEST(Edit, AParameterTakesSolidsAlong) {
  SceneRun run(read_scene(R"({"format": "holon-scene", "version": 1,
    "parameters": [{"name": "length", "value": 1}],
    "objects": [{"kind": "rigid_body", "name": "rod", "shape": {"kind": "rod", "length": "length"}, "mass": 1}]})"));
  run.edit("set length=2");
  run.edit("connect rod.end2 nail(0 0 1) name=hook");
  const auto& hook = get<PointToPoint>(
      run.world().model().constraints()[run.world().model().find_constraint("hook")].kind);
  EXPECT_EQ(std::get<PointOn>(hook.a).at.z(), 1.0) << "half of the length that it has now";
}

/// Of what a timeline does at one time, nothing is done if something cannot be.
TEST(Edit, WhatIsDueAtOneTimeIsDoneAllOrNotAtAll) {
  const std::string text = std::string(kScene).substr(0, std::string(kScene).size() - 1)
                           + R"(, "timeline": [{"at": 0.2, "do": [{"set": {"rod.mass": 9}}]},
      {"at": 0.2, "do": [{"disconnect": "nail"}, {"remove": "bob"}]}]})";
  SceneRun run(read_scene(text));
  for (int i = 0; i < 20; ++i) run.step(h);
  run.edit("remove bob");
  const Sight before = sight_of(run);
  for (int i = 0; i < 2; ++i) {
    try {
      run.step(h);
      ADD_FAILURE() << "the bob is there";
    } catch (const SceneError& e) {
      EXPECT_THAT(e.what(), HasSubstr("no thing is named 'bob'"));
    }
    EXPECT_EQ(sight_of(run), before) << "also when it is tried again";
  }
}

}  // namespace holon::edit_test
