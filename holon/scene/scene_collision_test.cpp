// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "holon/scene/looks.h"
#include "holon/scene/saved_scene.h"
#include "holon/scene/scene.h"

namespace holon::scene_collision_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string with_objects(const std::string& objects, const std::string& more = "") {
  return R"({"format": "holon-scene", "version": 1, "objects": [)" + objects + "]" + more + "}";
}
/// Of a body with a box of mass.
Scene block(const std::string& collision, const std::string& more = "") {
  const std::string body =
      R"({"kind": "rigid_body", "name": "block", "shape": {"kind": "box"}, "mass": 1,
          "collision": )";
  return read_scene(with_objects(body + collision + "}", more));
}
std::string floor_with(const std::string& collision) {
  return R"({"kind": "rigid_body", "name": "floor", "kinematic": true, "collision": )" + collision
         + "}";
}
const Collision& collision_of(const Scene& scene, const std::string& name) {
  return *scene.model.objects()[scene.model.find_object(name)].options.collision;
}
void expect_is_written_as_read(const Scene& scene) {
  const std::string text = write_scene(scene);
  EXPECT_EQ(write_scene(read_scene(text)), text);
}
std::string problems_of(const std::string& text) {
  try {
    read_scene(text);
  } catch (const SceneError& e) {
    return e.what();
  }
  return "";
}

// ---- reading and writing ----

TEST(SceneCollision, WithoutShapesTheMassTouches) {
  for (const char* collision : {"true", "{}", R"({"friction": 0.5})"}) {
    const Scene scene = block(collision);
    ASSERT_EQ(collision_of(scene, "block").shapes.size(), 1U);
    EXPECT_EQ(std::get<Box>(collision_of(scene, "block").shapes[0].shape).size, Vec3::Ones());
    EXPECT_THAT(write_scene(scene), HasSubstr(R"("collision": true)"));
    expect_is_written_as_read(scene);
  }
  EXPECT_THAT(write_scene(block("false")), Not(HasSubstr("collision")));
}

TEST(SceneCollision, OneShapeMayStandAnywhereOnTheObject) {
  const Scene scene = block(R"({"shape": {"kind": "sphere", "radius": 0.2}, "at": [0, 0, 1],
    "orientation": [0, 1, 0, 0], "friction": 0.3, "static_friction": 0.4, "restitution": 0.9,
    "bounce_speed": 0.1, "rolling_friction": 0.001, "spinning_friction": 0.002,
    "material": "rubber", "layer": 3, "ignores": [1, 2], "joined": true})");
  const Collision& c = collision_of(scene, "block");
  ASSERT_EQ(c.shapes.size(), 1U);
  EXPECT_EQ(std::get<Sphere>(c.shapes[0].shape).radius, 0.2);
  EXPECT_EQ(c.shapes[0].at, Vec3(0, 0, 1));
  EXPECT_EQ(c.shapes[0].orientation.x(), 1.0);
  EXPECT_EQ(c.surface.friction, 0.3);
  EXPECT_EQ(c.surface.static_friction, 0.4);
  EXPECT_EQ(c.surface.restitution, 0.9);
  EXPECT_EQ(c.surface.bounce_speed, 0.1);
  EXPECT_EQ(c.surface.rolling_friction, 0.001);
  EXPECT_EQ(c.surface.spinning_friction, 0.002);
  EXPECT_EQ(c.material, "rubber");
  EXPECT_EQ(c.layer, 3);
  EXPECT_EQ(c.ignores, (std::vector<int>{1, 2}));
  EXPECT_TRUE(c.joined);
  EXPECT_THAT(write_scene(scene), HasSubstr(R"("ignores": [1, 2])"));
  expect_is_written_as_read(scene);
}

TEST(SceneCollision, AllShapesAreReadAndWritten) {
  const Scene scene = block(R"({"shapes": [
    {"shape": {"kind": "sphere", "radius": 0.5}},
    {"shape": {"kind": "box", "size": [1, 2, 3]}, "at": [1, 0, 0]},
    {"shape": {"kind": "cylinder"}, "orientation": [0.5, 0.5, 0.5, 0.5]},
    {"shape": {"kind": "rod"}}, {"shape": {"kind": "capsule"}}, {"shape": {"kind": "cone"}},
    {"shape": {"kind": "ellipsoid"}},
    {"shape": {"kind": "mesh", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
               "triangles": [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]}},
    {"shape": {"kind": "half_space", "normal": [0, 1, 1]}},
    {"shape": {"kind": "convex_hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}},
    {"shape": {"kind": "superquadric", "e1": 0.3}},
    {"shape": {"kind": "triangle_sheet", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]],
               "triangles": [[0, 1, 2]]}},
    {"shape": {"kind": "height_grid", "heights": [[0, 1], [0, 2]], "spacing": [0.5, 1]}}]})");
  const auto& shapes = collision_of(scene, "block").shapes;
  ASSERT_EQ(shapes.size(), std::variant_size_v<AnyCollisionShape>);
  for (std::size_t i = 0; i < shapes.size(); ++i) EXPECT_EQ(shapes[i].shape.index(), i);
  EXPECT_EQ(std::get<HeightGrid>(shapes.back().shape).heights[1][1], 2.0);
  expect_is_written_as_read(scene);
}

TEST(SceneCollision, NumbersMayBeExpressions) {
  const Scene scene = read_scene(with_objects(
      R"({"kind": "particle", "name": "ball", "mass": 1, "collision":
          {"shape": {"kind": "sphere", "radius": "r/2"}, "at": ["r", 0, 0], "friction": "mu"}})",
      R"(, "parameters": [{"name": "r", "value": 0.4}, {"name": "mu", "value": 0.1}],
         "material_pairs": [{"a": "ice", "b": "ice", "friction": "mu/10"}])"));
  const Collision& c = collision_of(scene, "ball");
  EXPECT_EQ(std::get<Sphere>(c.shapes[0].shape).radius, 0.2);
  EXPECT_EQ(c.shapes[0].at, Vec3(0.4, 0, 0));
  EXPECT_EQ(c.surface.friction, 0.1);
  EXPECT_EQ(scene.model.material_pairs().at(0).surface.friction, 0.01);
}

TEST(SceneCollision, AFloorNeedsNoMass) {
  const Scene scene = read_scene(with_objects(floor_with(R"({"shape": {"kind": "half_space"}})")));
  EXPECT_TRUE(std::holds_alternative<HalfSpace>(collision_of(scene, "floor").shapes.at(0).shape));
  expect_is_written_as_read(scene);
  const Scene slab =
      read_scene(with_objects(R"({"kind": "rigid_body", "name": "floor", "kinematic": true,
                       "shape": {"kind": "box", "size": [9, 9, 1]}, "collision": true})"));
  EXPECT_EQ(std::get<Box>(collision_of(slab, "floor").shapes.at(0).shape).size, Vec3(9, 9, 1));
  expect_is_written_as_read(slab);
}

TEST(SceneCollision, PairsOfMaterialsStandAtTheTop) {
  const Scene scene = block(R"({"material": "steel"})", R"(,
    "material_pairs": [{"a": "steel", "b": "ice", "friction": 0.03, "restitution": 0.2},
                       {"a": "steel", "b": "steel"}])");
  ASSERT_EQ(scene.model.material_pairs().size(), 2U);
  EXPECT_EQ(scene.model.material_pairs()[0].a, "ice");
  EXPECT_EQ(scene.model.material_pairs()[0].surface.friction, 0.03);
  EXPECT_THAT(write_scene(scene), HasSubstr(R"({"a": "steel", "b": "steel"})"));
  expect_is_written_as_read(scene);
}

TEST(SceneCollision, ThingsOfInstancesTouchToo) {
  const Scene scene = read_scene(R"({"format": "holon-scene", "version": 1,
    "groups": [{"name": "stack", "parameters": [{"name": "size", "value": 1}], "objects": [
      {"kind": "rigid_body", "name": "brick", "shape": {"kind": "box", "size": ["size", 1, 1]},
       "mass": 1, "collision": {"material": "clay"}}]}],
    "instances": [{"group": "stack", "name": "left", "position": [5, 0, 0], "set": {"size": 2},
                   "orientation": [0, 0, 0, 1]}]})");
  const Collision& c = collision_of(scene, "left/brick");
  EXPECT_EQ(std::get<Box>(c.shapes.at(0).shape).size, Vec3(2, 1, 1));
  EXPECT_EQ(c.shapes.at(0).at, Vec3::Zero());
  EXPECT_EQ(c.material, "clay");
  expect_is_written_as_read(scene);
}

TEST(SceneCollision, ARunThatIsSavedGoesOnWithIt) {
  SceneRun run(read_scene(with_objects(
      floor_with(R"({"shape": {"kind": "half_space"}})")
          + R"(, {"kind": "rigid_body", "name": "ball", "shape": {"kind": "sphere"}, "mass": 1,
                  "position": [0, 0, 3], "collision": {"friction": "mu"}})",
      R"(, "parameters": [{"name": "mu", "value": 0.1}], "forces": [{"kind": "gravity", "g": [0, 0, -9.81]}],
         "material_pairs": [{"a": "x", "b": "y", "friction": "2*mu"}])")));
  run.edit("make box crate at=(2 0 3) collision={\"layer\":4}");
  run.edit("make particle dot at=(4 0 3) mass=1 collision={\"shape\":{\"kind\":\"sphere\"}}");
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(run.step(0.002).ok);
  EXPECT_EQ(collision_of({.model = run.world().model()}, "crate").layer, 4);
  const std::string saved = save_scene(run, 0.002).text;
  EXPECT_THAT(saved, HasSubstr("\"2*mu\""));
  SceneRun again(read_scene(saved));
  EXPECT_EQ(save_scene(again, 0.002).text, saved);
  const Scene now = run.scene_now();
  EXPECT_EQ(write_scene(again.scene_now()), write_scene(now));
  expect_is_written_as_read(now);
  EXPECT_THAT(write_scene(now), HasSubstr(R"("material_pairs")"));
}

TEST(SceneCollision, FollowsParametersWhileItRuns) {
  SceneRun run(read_scene(with_objects(
      R"({"kind": "particle", "name": "ball", "mass": 1, "collision":
          {"shape": {"kind": "sphere", "radius": "r"}, "friction": "mu"}},
         {"kind": "particle", "name": "other", "mass": 1, "position": [9, 0, 0],
          "collision": {"shape": {"kind": "sphere"}}})",
      R"(, "parameters": [{"name": "r", "value": 0.4}, {"name": "mu", "value": 0.1}],
         "material_pairs": [{"a": "ice", "b": "ice", "friction": "mu/10"}])")));
  const auto of = [&](const std::string& name) {
    const Model& model = run.world().model();
    return model.objects()[model.find_object(name)].options.collision;
  };
  const auto other = of("other");
  run.step(0.002);
  run.set_parameter("r", 0.5);
  run.set_parameter("mu", 0.2);
  EXPECT_EQ(std::get<Sphere>(of("ball")->shapes.at(0).shape).radius, 0.5);
  EXPECT_EQ(of("ball")->surface.friction, 0.2);
  EXPECT_EQ(of("other"), other) << "what does not change is left alone";
  EXPECT_EQ(run.world().model().material_pairs().at(0).surface.friction, 0.02);
  EXPECT_THROW(run.set_parameter("r", -1.0), SceneError);
  EXPECT_EQ(std::get<Sphere>(of("ball")->shapes.at(0).shape).radius, 0.5) << "as it was";
  const std::string saved = save_scene(run, 0.002).text;
  EXPECT_EQ(save_scene(SceneRun(read_scene(saved)), 0.002).text, saved);
}

// ---- what is refused ----

TEST(BadSceneCollision, NamesPathAndCure) {
  const auto of_block = [](const std::string& collision) {
    return problems_of(
        with_objects(R"({"kind": "rigid_body", "shape": {"kind": "box"}, "mass": 1, "collision": )"
                     + collision + "}"));
  };
  const std::string path = "objects[0].collision";
  EXPECT_THAT(of_block("3"), HasSubstr(path + ": must be true or {\"shape\""));
  EXPECT_THAT(of_block(R"({"frction": 1})"), HasSubstr("did you mean 'friction'?"));
  EXPECT_THAT(of_block(R"({"friction": -1})"),
              HasSubstr(path + ".friction: must be zero or positive"));
  EXPECT_THAT(of_block(R"({"restitution": 2})"), HasSubstr(path + ".restitution: must be between"));
  EXPECT_THAT(of_block(R"({"layer": 32})"), HasSubstr(path + ".layer: must be between 0 and 31"));
  EXPECT_THAT(of_block(R"({"ignores": [-1]})"), HasSubstr(path + ".ignores: must be between"));
  EXPECT_THAT(of_block(R"({"friction": "t"})"),
              HasSubstr(path + ".friction: must not depend on t"));
  EXPECT_THAT(of_block(R"({"shapes": []})"), HasSubstr(path + ".shapes: must have at least one"));
  EXPECT_THAT(of_block(R"({"shapes": [{"kind": "box"}]})"),
              HasSubstr(path + ".shapes[0]: 'shape' is missing"));
  EXPECT_THAT(of_block(R"({"shapes": [{"shape": {"kind": "box", "size": [1, 1, -1]}}]})"),
              HasSubstr(path + ".shapes[0].shape.size"));
  EXPECT_THAT(of_block(R"({"shapes": [{"shape": {"kind": "box"}}], "at": [0, 0, 1]})"),
              HasSubstr(path + ".at: stands beside 'shapes'"));
  EXPECT_THAT(of_block(R"({"shape": {"kind": "halfspace"}})"),
              HasSubstr(path + ".shape.kind: no collision shape kind 'halfspace'"));
  EXPECT_THAT(of_block(R"({"shape": {"kind": "torus"}})"), HasSubstr("give 'shapes'"));
}

TEST(BadSceneCollision, SaysWhatIsMissing) {
  EXPECT_THAT(problems_of(with_objects(floor_with("true"))),
              HasSubstr("objects[0].collision: needs 'shape' or 'shapes', as the object has no "
                        "shape of its own"));
  EXPECT_THAT(problems_of(with_objects(R"({"kind": "rigid_body", "collision": true,
                "points": [{"mass": 1}, {"mass": 1, "position": [1, 0, 0]}]})")),
              HasSubstr("needs 'shape' or 'shapes'"));
  EXPECT_THAT(problems_of(with_objects(R"({"kind": "rigid_body", "collision": true, "mass": 1,
                                           "shape": {"kind": "torus"}})")),
              HasSubstr("objects[0].collision: a torus has a hole, and is not made to touch: give "
                        "'shapes'"));
  EXPECT_THAT(problems_of(with_objects(R"({"kind": "affine_body", "collision": true, "mass": 1,
                                           "shape": {"kind": "box"}})")),
              HasSubstr("objects[0].collision: only a rigid_body or a particle can have one"));
  // a shape that is wrong is not said to be missing as well
  EXPECT_THAT(problems_of(with_objects(R"({"kind": "rigid_body", "collision": true, "mass": 1,
                                           "shape": {"kind": "sphere", "radius": -1}})")),
              Not(HasSubstr("collision")));
}

TEST(BadSceneCollision, OfPairsToo) {
  const auto of_pairs = [](const std::string& pairs) {
    return problems_of(with_objects("", R"(, "material_pairs": )" + pairs));
  };
  EXPECT_THAT(of_pairs("3"), HasSubstr("material_pairs: must be a list"));
  EXPECT_THAT(of_pairs(R"([{"a": "ice"}])"), HasSubstr("material_pairs[0]: 'b' is missing"));
  EXPECT_THAT(of_pairs(R"([{"a": "ice", "b": ""}])"), HasSubstr("must name a material"));
  EXPECT_THAT(of_pairs(R"([{"a": "ice", "b": "ice", "friction": -1}])"),
              HasSubstr("material_pairs[0].friction: must be zero or positive"));
  EXPECT_THAT(of_pairs(R"([{"a": "ice", "b": "tin"}, {"a": "tin", "b": "ice"}])"),
              HasSubstr("material_pairs[1]: is said of two materials that are a pair already"));
}

// ---- looks ----

std::vector<Look> looks(const Scene& scene, const std::string& name) {
  return looks_of(scene, scene.model, scene.model.find_object(name));
}

TEST(SceneCollision, IsSeenWhereNothingElseSaysWhatAnObjectLooksLike) {
  const Scene scene = read_scene(with_objects(
      R"({"kind": "particle", "name": "ball", "mass": 1, "position": [0, 0, 2],
          "collision": {"shape": {"kind": "sphere", "radius": 0.2}}}, )"
      + floor_with(R"({"shapes": [{"shape": {"kind": "half_space"}},
          {"shape": {"kind": "superquadric", "e1": 0.2, "e2": 0.2}, "at": [0, 0, 0.5]},
          {"shape": {"kind": "height_grid", "heights": [[0, 1, 0], [0, 2, 0]]}, "at": [3, 0, 0]},
          {"shape": {"kind": "half_space", "point": [0, 1, 0], "normal": [0, -2, 0]}}]})")));
  EXPECT_EQ(std::get<Sphere>(looks(scene, "ball").at(0).shape).radius, 0.2);
  const std::vector<Look> floor = looks(scene, "floor");
  ASSERT_EQ(floor.size(), 4U);
  EXPECT_TRUE(floor[0].endless);
  const auto& plate = std::get<Box>(floor[0].shape);
  EXPECT_DOUBLE_EQ(plate.size.x(), 6.0) << "as much as the ball may need";
  EXPECT_DOUBLE_EQ(floor[0].at.z(), -0.5 * plate.size.z());
  const auto& solid = std::get<Mesh>(floor[1].shape);
  EXPECT_NEAR(mass_properties(solid, 1.0).volume, 0.95, 0.05) << "nearly a cube";
  EXPECT_EQ(floor[1].at, Vec3(0, 0, 0.5));
  EXPECT_EQ(std::get<Mesh>(floor[2].shape).triangles.size(), 4U);
  EXPECT_EQ(floor[2].at, Vec3(3, 0, 0));
  EXPECT_NEAR(floor[3].at.y(), 1.0 + 0.5 * plate.size.z(), 1e-12) << "behind the plane";
  EXPECT_LT((floor[3].orientation * Vec3::UnitZ() + Vec3::UnitY()).norm(), 1e-12);
}

TEST(SceneCollision, OfWhatHasAShapeOfMassIsNotSeen) {
  EXPECT_TRUE(std::holds_alternative<Box>(
      looks(block(R"({"shape": {"kind": "sphere"}})"), "block").at(0).shape));
}

}  // namespace
}  // namespace holon::scene_collision_test
