// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "holon/scene/scene.h"

/// Parameters, expressions, groups, instances and included files.
namespace holon::scene_parts_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string scene_of(const std::string& rest) {
  return R"({"format": "holon-scene", "version": 1, )" + rest + "}";
}
/// What is wrong with a scene, a line for each problem.
std::string problems_of(const std::string& rest) {
  try {
    read_scene(scene_of(rest));
    return "nothing";
  } catch (const SceneError& e) {
    return e.what();
  }
}
const RigidBody& body(const Scene& scene, const char* name) {
  return get<RigidBody>(scene.model.objects()[scene.model.find_object(name)].kind);
}

constexpr const char* kRods = R"json(
  "parameters": [{"name": "length", "value": 2, "unit": "m", "min": 1, "max": 5},
                 {"name": "half", "value": "length/2"}],
  "duration": "3*length",
  "objects": [{"kind": "rigid_body", "name": "rod", "mass": "4*half", "inertia": [1, 1, "1e-1*length"],
               "position": [0, "-half", "sqrt(length + 2)"]}],
  "constraints": [{"kind": "point_to_point", "name": "nail", "a": {"nail": [0, 0, "half"]},
                   "b": {"object": "rod"}}],
  "forces": [{"kind": "gravity", "name": "weight", "g": [0, 0, "-9.81*half"]},
             {"kind": "actuator", "name": "pull", "effort": "half*sin(length*t)",
              "quantity": {"distance": {"a": {"nail": [0, 0, 9]}, "b": {"object": "rod"}}}}])json";

TEST(SceneParameters, StandWhereverANumberStands) {
  const Scene scene = read_scene(scene_of(kRods));
  EXPECT_EQ(scene.settings.duration, 6.0);
  EXPECT_EQ(body(scene, "rod").mass, 4.0);
  EXPECT_EQ(body(scene, "rod").inertia(2, 2), 0.2);
  EXPECT_EQ(body(scene, "rod").position, Vec3(0, -1, 2));
  const auto& pull = get<Actuator>(scene.model.forces()[scene.model.find_force("pull")].kind);
  EXPECT_EQ(pull.effort.motion()->at(0.3).v, std::sin(2.0 * 0.3));
  EXPECT_EQ(scene.parameters[1].value, 1.0);
  EXPECT_EQ(scene.parameters[0].unit, "m");
}

TEST(SceneParameters, StandInEveryFormula) {
  const Scene scene = read_scene(scene_of(R"json(
    "parameters": [{"name": "mu", "value": 0.5}, {"name": "stiffness", "value": 300}],
    "objects": [{"kind": "particle", "name": "foot", "mass": 1}],
    "forces": [
      {"kind": "force_field", "name": "ground", "point": {"object": "foot"},
       "force": ["-mu*tanh(vx)", "0", "stiffness*max(-z, 0)"], "potential": "stiffness*x^2"},
      {"kind": "nonlinear_spring", "name": "cable", "force": "stiffness*max(s, 0)",
       "quantity": {"distance": {"a": {"nail": [0, 0, 9]}, "b": {"object": "foot"}}}}])json"));
  const auto& ground = get<ForceField>(scene.model.forces()[scene.model.find_force("ground")].kind);
  EXPECT_THAT(ground.force, ElementsAre("-(0.5)*tanh(vx)", "0", "(300)*max(-z, 0)"));
  EXPECT_EQ(ground.potential, "(300)*x^2");
}

TEST(SceneParameters, TakeOtherValues) {
  const Scene scene = read_scene(SceneSource{scene_of(kRods), "", {{"length", 4.0}}});
  EXPECT_EQ(body(scene, "rod").mass, 8.0) << "and so does what follows from them";
  EXPECT_NE(scene_hash(scene), scene_hash(read_scene(scene_of(kRods))));
}

TEST(SceneParameters, RefuseWhatIsNotThereOrOutOfRange) {
  try {
    read_scene(SceneSource{scene_of(kRods), "", {{"lenght", 4.0}}});
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_STREQ(e.what(), "the scene has no parameter 'lenght' (did you mean 'length'?)");
  }
  try {
    read_scene(SceneSource{scene_of(kRods), "", {{"length", 7.0}}});
    FAIL();
  } catch (const SceneError& e) {
    EXPECT_THAT(e.what(), HasSubstr("given as 7: value: must be between 1 and 5"));
  }
}

TEST(SceneParameters, SayWhatIsWrongWithExpressions) {
  EXPECT_THAT(problems_of(R"("dt": "2*"")"), HasSubstr("line 1"));
  EXPECT_THAT(problems_of(R"("dt": "2*lenght")"),
              HasSubstr("dt: column 3 of \"2*lenght\": unknown name"));
  EXPECT_THAT(problems_of(R"("dt": "1/0")"), HasSubstr("not a finite number"));
  EXPECT_THAT(problems_of(R"("dt": "0.1 + t")"), HasSubstr("must not depend on t"));
  EXPECT_THAT(problems_of(R"("parameters": [{"name": "t", "value": 1}])"),
              HasSubstr("parameters[0].name: 't' has a meaning in formulas"));
  EXPECT_THAT(
      problems_of(R"("parameters": [{"name": "a", "value": 1}, {"name": "a", "value": 1}])"),
      HasSubstr("parameters[1].name: is taken already"));
  EXPECT_THAT(problems_of(R"("parameters": [{"name": "a", "value": 1, "mim": 2}])"),
              HasSubstr("did you mean 'min'?"));
}

TEST(SceneParameters, NumbersMayFollowTheTime) {
  const Scene scene = read_scene(scene_of(R"(
    "parameters": [{"name": "rate", "value": 2}],
    "objects": [{"kind": "particle", "name": "ball", "mass": 1}],
    "forces": [{"kind": "gravity", "name": "weight", "g": [0, 0, "-1 - rate*t"]}])"));
  World world = make_world(scene);
  world.run(1.0, 0.001);
  // v = −t − rate t²/2, but for the half step by which each number is held too long
  EXPECT_NEAR(world.placement(world.model().find_object("ball")).velocity.z(), -2.0, 2e-3);
  EXPECT_THAT(problems_of(R"("objects": [{"kind": "particle", "name": "ball", "mass": 1}],
    "forces": [{"kind": "gravity", "g": [0, 0, "-t"]}])"),
              HasSubstr("needs a name"));
  EXPECT_THAT(
      problems_of(
          R"("objects": [{"kind": "particle", "name": "ball", "mass": 1, "position": [0, 0, "t"]}])"),
      HasSubstr("objects[0].position[2]: must not depend on t"));
}

constexpr const char* kCarts = R"json(
  "parameters": [{"name": "gap", "value": 3}],
  "groups": [
    {"name": "wheel", "parameters": [{"name": "radius", "value": 0.5}],
     "objects": [{"kind": "rigid_body", "name": "disk", "mass": "radius^2", "inertia": [1, 1, 1], "position": [0, 0, "radius"]}]},
    {"name": "cart", "parameters": [{"name": "mass", "value": 10}],
     "objects": [{"kind": "rigid_body", "name": "body", "mass": "mass", "inertia": [1, 1, 1]}],
     "instances": [{"group": "wheel", "name": "front", "position": [1, 0, 0], "set": {"radius": "mass/20"}},
                   {"group": "wheel", "name": "rear", "position": [-1, 0, 0]}],
     "constraints": [{"kind": "point_to_point", "name": "axle", "a": {"object": "body", "at": [1, 0, 0]},
                      "b": {"object": "front/disk"}},
                     {"kind": "point_to_point", "name": "peg", "a": {"object": "body"}, "b": {"nail": [0, 1, 0]}}],
     "controllers": [{"kind": "computed", "name": "twice", "formula": "2*x1",
                      "inputs": [{"name": "x1", "signal": {"signal": "body.x"}}]}]}],
  "instances": [{"group": "cart", "name": "engine", "set": {"mass": 20},
                 "orientation": [0.7071067811865476, 0, 0, 0.7071067811865476]},
                {"group": "cart", "name": "cart", "count": 2, "position": ["gap*(i + 1)", 0, 0], "velocity": [1, 0, 0]}],
  "constraints": [{"kind": "distance", "name": "bar", "length": 3, "a": {"object": "engine/body"},
                   "b": {"object": "cart0/body"}}])json";

TEST(SceneGroups, MakeEachInstanceWithItsNamesPlaceAndValues) {
  const Scene scene = read_scene(scene_of(kCarts));
  EXPECT_EQ(scene.model.objects().size(), 9U);
  EXPECT_EQ(body(scene, "engine/body").mass, 20.0);
  EXPECT_EQ(body(scene, "cart1/body").mass, 10.0);
  EXPECT_EQ(body(scene, "cart1/body").position, Vec3(6, 0, 0));
  EXPECT_EQ(body(scene, "cart1/body").velocity, Vec3(1, 0, 0));
  EXPECT_EQ(body(scene, "engine/front/disk").mass, 1.0) << "radius 20/20";
  EXPECT_EQ(body(scene, "engine/rear/disk").mass, 0.25) << "radius as it is";
  // turned by a right angle: what is in front is to the left
  EXPECT_LT((body(scene, "engine/front/disk").position - Vec3(0, 1, 1)).norm(), 1e-15);
  const auto& peg =
      get<PointToPoint>(scene.model.constraints()[scene.model.find_constraint("engine/peg")].kind);
  EXPECT_LT((std::get<Nail>(peg.b).at - Vec3(-1, 0, 0)).norm(), 1e-15);
}

TEST(SceneGroups, KnowTheirOwnThingsByTheirOwnNames) {
  const Scene scene = read_scene(scene_of(kCarts));
  const auto& axle =
      get<PointToPoint>(scene.model.constraints()[scene.model.find_constraint("cart1/axle")].kind);
  EXPECT_EQ(std::get<PointOn>(axle.b).object, scene.model.find_object("cart1/front/disk"));
  World world = make_world(scene);
  world.step(0.001);
  EXPECT_NEAR(world.signal("cart1/twice.output"), 12.0, 1e-9) << "hears its own body";
}

TEST(SceneGroups, SayWhatIsWrongWithInstances) {
  const std::string head =
      R"("groups": [{"name": "dot", "parameters": [{"name": "mass", "value": 1, "max": 2}],
      "objects": [{"kind": "particle", "name": "p", "mass": "mass"}]},
      {"name": "loop", "instances": [{"group": "loop", "name": "again"}]}], "instances": [)";
  EXPECT_THAT(problems_of(head + R"({"group": "dott", "name": "a"}])"),
              HasSubstr("did you mean 'dot'?"));
  EXPECT_THAT(problems_of(head + R"({"group": "dot"}])"),
              HasSubstr("instances[0]: 'name' is missing"));
  EXPECT_THAT(problems_of(head + R"({"group": "loop", "name": "a"}])"),
              HasSubstr("contains itself"));
  EXPECT_THAT(problems_of(head + R"({"group": "dot", "name": "a", "set": {"mas": 1}}])"),
              HasSubstr("set.mas: the group has no parameter of that name (did you mean 'mass'?)"));
  EXPECT_THAT(problems_of(head + R"({"group": "dot", "name": "a", "set": {"mass": 3}}])"),
              HasSubstr("instances[0].set.mass: value: must be between"));
  EXPECT_THAT(
      problems_of(head + R"({"group": "dot", "name": "a"}, {"group": "dot", "name": "a"}])"),
      HasSubstr("is taken already"));
  EXPECT_THAT(problems_of(head + R"({"group": "dot", "name": "a", "count": "i"}])"),
              HasSubstr("unknown name 'i'"));
}

class IncludedFiles : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& rest) const {
    std::ofstream(folder_ / name) << scene_of(rest);
  }
  Scene read(const std::string& name) const { return read_scene_file((folder_ / name).string()); }
  std::string complaint(const std::string& name) const {
    try {
      read(name);
    } catch (const SceneError& e) {
      return e.what();
    }
    return "";
  }
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("holon_included_" + std::to_string(::getpid()));
};

TEST_F(IncludedFiles, GiveTheirParametersGroupsAndThings) {
  write("parts.json", R"("dt": 0.5, "parameters": [{"name": "m", "value": 3}],
    "groups": [{"name": "dot", "objects": [{"kind": "particle", "name": "p", "mass": "m"}]}],
    "objects": [{"kind": "particle", "name": "ground", "mass": 1}])");
  write("scene.json", R"("include": ["parts.json"], "instances": [{"group": "dot", "name": "a"}])");
  const Scene scene = read("scene.json");
  EXPECT_EQ(get<Particle>(scene.model.objects()[scene.model.find_object("a/p")].kind).mass, 3.0);
  EXPECT_FALSE(scene.model.find_object("ground").is_none());
  EXPECT_EQ(scene.settings.dt, SceneSettings().dt) << "how it is run is its own business";
}

TEST_F(IncludedFiles, OfANewerVersionAreRefused) {
  std::ofstream(folder_ / "parts.json") << R"({"format": "holon-scene", "version": 2, "new": 1})";
  write("scene.json", R"("include": ["parts.json"])");
  EXPECT_EQ(complaint("scene.json"),
            "parts.json, line 1, column 38: version: is newer than this program, which reads "
            "version 1: a newer program is needed");
}

TEST_F(IncludedFiles, HaveNothingThatNoSceneHas) {
  write("parts.json", R"("object": [])");
  write("scene.json", R"("include": ["parts.json"])");
  EXPECT_THAT(complaint("scene.json"), HasSubstr("parts.json, line"));
  EXPECT_THAT(complaint("scene.json"), HasSubstr("(did you mean 'objects'?)"));
}

TEST_F(IncludedFiles, AreNamedWhereSomethingIsWrong) {
  write("parts.json", "\n\"objects\": [{\"kind\": \"partikle\"}]");
  write("scene.json", R"("include": ["parts.json", "missing.json"])");
  EXPECT_THAT(complaint("scene.json"),
              HasSubstr("parts.json, line 2, column 22: objects[0].kind: no object kind"));
  EXPECT_THAT(complaint("scene.json"), HasSubstr("include[1]: cannot open"));
}

TEST_F(IncludedFiles, MustNotIncludeThemselves) {
  write("a.json", R"("include": ["b.json"])");
  write("b.json", R"("include": ["a.json"])");
  EXPECT_THAT(complaint("a.json"), HasSubstr("includes itself"));
}

TEST(FormattedScene, KeepsAllThatItSaysAndStaysAsItIs) {
  const std::string text = scene_of(std::string("// a comment\n") + kCarts);
  const std::string once = format_scene(text);
  EXPECT_EQ(format_scene(once), once);
  EXPECT_EQ(scene_hash(read_scene(once)), scene_hash(read_scene(text)));
  EXPECT_THAT(once, HasSubstr("\"gap*(i + 1)\""));
}

}  // namespace holon::scene_parts_test
