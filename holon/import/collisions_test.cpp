// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "holon/import/import_testing.h"

namespace holon::collisions_test {

using namespace import_testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Imported import_touching(const std::string& text) {
  return import_text(text, "test.xml", {.collisions = true});
}
Imported import_geoms(const std::string& bodies, const std::string& more = "") {
  return import_touching("<mujoco><worldbody>" + bodies + "</worldbody>" + more + "</mujoco>");
}
std::string free_body(const std::string& name, const std::string& geoms) {
  return "<body name=\"" + name + "\"><freejoint/>" + geoms + "</body>";
}
const Collision& collision_of(const Scene& scene, const std::string& name) {
  const ObjectId id = scene.model.find_object(name);
  if (id.is_none()) throw std::runtime_error("no object " + name);
  const auto& collision = scene.model.objects()[id].options.collision;
  if (!collision) throw std::runtime_error("nothing of it touches: " + name);
  return *collision;
}
bool touch(const Scene& scene, const std::string& a, const std::string& b) {
  const auto goes_through = [](const Collision& one, const Collision& other) {
    return std::ranges::find(one.ignores, other.layer) != one.ignores.end();
  };
  const Collision &c = collision_of(scene, a), &d = collision_of(scene, b);
  return !goes_through(c, d) && !goes_through(d, c);
}

// ---- MJCF ----

TEST(ImportCollisions, NothingTouchesUnlessItIsWanted) {
  const std::string text = "<mujoco><worldbody><geom type=\"plane\" size=\"1 1 1\"/>"
                           + free_body("a", "<geom size=\"1\"/>") + "</worldbody></mujoco>";
  const Imported imported = import_text(text, "test.xml");
  EXPECT_EQ(imported.scene.model.objects().size(), 1U);
  EXPECT_THAT(write_scene(imported.scene), Not(HasSubstr("collision")));
  EXPECT_THAT(imported.report.ignored, says("nothing touches"));
  EXPECT_THAT(import_touching(text).report.ignored, Not(says("nothing touches")));
  EXPECT_THAT(write_scene(import_touching("<mujoco><option><flag contact=\"disable\"/></option>"
                                          + text.substr(std::string("<mujoco>").size()))
                              .scene),
              Not(HasSubstr("collision")));
}

TEST(ImportCollisions, GeomsBecomeTheShapesOfTheirBodies) {
  const Scene scene =
      import_geoms(
          free_body("one", "<geom type=\"box\" size=\"1 2 3\"/>")
          + free_body("two",
                      "<geom type=\"capsule\" size=\"0.1 0.5\" pos=\"0 0 1\" "
                      "euler=\"90 0 0\"/><geom size=\"0.2\"/>"
                      "<geom size=\"5\" contype=\"0\" conaffinity=\"0\"/>"
                      "<body pos=\"1 0 0\"><geom type=\"cylinder\" size=\"0.3 1\"/></body>"))
          .scene;
  ASSERT_EQ(collision_of(scene, "one").shapes.size(), 1U);
  EXPECT_THAT(write_scene(scene), HasSubstr("\"collision\": {\"friction\": 1.0}"))
      << "the shape of its mass is what touches";
  const auto& two = collision_of(scene, "two").shapes;
  ASSERT_EQ(two.size(), 3U);
  EXPECT_EQ(std::get<Capsule>(two[0].shape).length, 1.0);
  EXPECT_EQ(two[0].at, Vec3(0, 0, 1));
  EXPECT_LT((two[0].orientation * Vec3::UnitZ() + Vec3::UnitY()).norm(), 1e-12);
  EXPECT_EQ(std::get<Sphere>(two[1].shape).radius, 0.2);
  EXPECT_EQ(std::get<Cylinder>(two[2].shape).radius, 0.3) << "of the body inside";
  EXPECT_EQ(two[2].at, Vec3(1, 0, 0));
  EXPECT_EQ(write_scene(read_scene(write_scene(scene))), write_scene(scene));
}

TEST(ImportCollisions, FrictionCountsAsFarAsCondimSays) {
  const auto surface = [](const std::string& attributes) {
    const Scene scene = import_geoms(free_body("b", "<geom size=\"1\" " + attributes + "/>")).scene;
    const SurfacePair& s = collision_of(scene, "b").surface;
    return std::vector{s.friction, s.spinning_friction, s.rolling_friction};
  };
  EXPECT_THAT(surface(""), ElementsAre(1.0, 0.0, 0.0));
  EXPECT_THAT(surface("friction=\"0.3\""), ElementsAre(0.3, 0.0, 0.0));
  EXPECT_THAT(surface("friction=\"0.3\" condim=\"1\""), ElementsAre(0.0, 0.0, 0.0));
  EXPECT_THAT(surface("friction=\"0.3 0.2\" condim=\"4\""), ElementsAre(0.3, 0.2, 0.0));
  EXPECT_THAT(surface("friction=\"0.3 0.2 0.1\" condim=\"6\""), ElementsAre(0.3, 0.2, 0.1));
  EXPECT_THAT(import_testing::problems_of(
                  [] { import_geoms(free_body("b", "<geom size=\"1\" friction=\"-1\"/>")); }),
              HasSubstr("'friction' must not be negative"));
}

TEST(ImportCollisions, WhatStandsInTheWorldIsKinematic) {
  const Imported imported = import_geoms(
      "<geom name=\"floor\" type=\"plane\" size=\"5 5 1\" pos=\"0 0 -1\" rgba=\"1 0 0 1\"/>"
      "<geom type=\"box\" size=\"1 1 1\"/><body pos=\"0 0 2\"><geom size=\"0.5\"/></body>"
      "<geom size=\"1\" friction=\"0.2\"/>"
      + free_body("b", "<geom size=\"1\"/>"));
  const Scene& scene = imported.scene;
  EXPECT_EQ(scene.model.objects().size(), 3U) << "the body, and two frictions";
  const ObjectId floor = scene.model.find_object("floor");
  EXPECT_TRUE(scene.model.objects()[floor].options.kinematic);
  EXPECT_EQ(scene.looks.at(floor.index).colour, "#FF0000");
  const auto& shapes = collision_of(scene, "floor").shapes;
  ASSERT_EQ(shapes.size(), 3U);
  EXPECT_TRUE(std::holds_alternative<HalfSpace>(shapes[0].shape));
  EXPECT_EQ(shapes[0].at, Vec3(0, 0, -1));
  EXPECT_EQ(shapes[2].at, Vec3(0, 0, 2));
  EXPECT_EQ(collision_of(scene, "ground").surface.friction, 0.2);
  EXPECT_THAT(imported.report.used, says("kinematic rigid_body floor"));
  EXPECT_EQ(write_scene(read_scene(write_scene(scene))), write_scene(scene));
}

TEST(ImportCollisions, MasksBecomeLayers) {
  const Scene scene =
      import_geoms(free_body("a", "<geom size=\"1\" contype=\"1\" conaffinity=\"2\"/>")
                   + free_body("b", "<geom size=\"1\" contype=\"2\" conaffinity=\"0\"/>")
                   + free_body("c", "<geom size=\"1\" contype=\"4\" conaffinity=\"4\"/>")
                   + free_body("d", "<geom size=\"1\" contype=\"4\" conaffinity=\"4\"/>"))
          .scene;
  EXPECT_TRUE(touch(scene, "a", "b"));
  EXPECT_FALSE(touch(scene, "a", "c"));
  EXPECT_FALSE(touch(scene, "b", "c"));
  EXPECT_FALSE(touch(scene, "a", "a"));
  EXPECT_TRUE(touch(scene, "c", "d"));
  EXPECT_EQ(collision_of(scene, "c").layer, collision_of(scene, "d").layer);
}

TEST(ImportCollisions, ExcludedBodiesGoThroughEachOther) {
  const std::string ball = "<geom size=\"1\"/>";
  const std::string exclude = "<contact><exclude body1=\"a\" body2=\"b\"/></contact>";
  const Imported imported =
      import_geoms(free_body("a", ball) + free_body("b", ball) + free_body("c", ball), exclude);
  EXPECT_FALSE(touch(imported.scene, "a", "b"));
  EXPECT_TRUE(touch(imported.scene, "a", "c"));
  EXPECT_TRUE(touch(imported.scene, "b", "c"));
  EXPECT_THAT(imported.report.used, says("layers of their own"));
  // more of them than there are layers
  std::string bodies, pairs;
  for (int i = 0; i < 40; ++i) {
    bodies += free_body("n" + std::to_string(i), ball);
    pairs += "<exclude body1=\"n0\" body2=\"n" + std::to_string(i) + "\"/>";
  }
  const Imported many = import_geoms(bodies, "<contact>" + pairs + "</contact>");
  EXPECT_THAT(many.report.approximated, says("more than 32 layers"));
  EXPECT_TRUE(touch(many.scene, "n0", "n1"));
}

// Two hinges in a row have a small body between, so that no constraint joins parent and child.
TEST(ImportCollisions, ABodyDoesNotTouchItsParent) {
  const std::string ball = "<geom size=\"1\"/>";
  const std::string child = "<joint axis=\"1 0 0\"/><joint axis=\"0 1 0\" pos=\"0 0.1 0\"/>";
  const Scene scene =
      import_geoms(free_body("a", ball + "<body name=\"b\">" + child + ball + "</body>")
                   + free_body("c", ball))
          .scene;
  EXPECT_FALSE(touch(scene, "a", "b"));
  EXPECT_TRUE(touch(scene, "a", "c"));
  EXPECT_TRUE(touch(scene, "b", "c"));
}

TEST(ImportCollisions, WhatABodyCannotHaveIsNoted) {
  const Imported imported =
      import_geoms(free_body("a", "<geom size=\"1\"/><geom size=\"2\" friction=\"0.1\"/>"));
  EXPECT_EQ(collision_of(imported.scene, "a").surface.friction, 1.0);
  EXPECT_THAT(imported.report.approximated, says("differs in friction or masks"));
  EXPECT_THAT(imported.report.approximated, says("contact between geoms: rigid"));
}

TEST(ImportCollisions, MeshesAreTheirConvexHulls) {
  const std::string asset =
      "<asset><mesh name=\"m\" vertex=\"0 0 0 1 0 0 0 1 0 0 0 1 0.1 0.1 0.1\"/>"
      "<mesh name=\"flat\" vertex=\"0 0 0 1 0 0 0 1 0 1 1 0\"/></asset>";
  const Imported imported = import_geoms(
      free_body("a", "<geom type=\"mesh\" mesh=\"m\" mass=\"1\"/>")
          + free_body("b", "<geom size=\"1\"/><geom type=\"mesh\" mesh=\"flat\" mass=\"0\"/>"),
      asset);
  EXPECT_EQ(
      std::get<ConvexHull>(collision_of(imported.scene, "a").shapes.at(0).shape).points.size(), 4U)
      << "one point is inside";
  EXPECT_EQ(collision_of(imported.scene, "b").shapes.size(), 1U);
  EXPECT_THAT(imported.report.ignored, says("without an inside does not touch"));
}

// ---- URDF ----

TEST(ImportCollisions, CollisionOfUrdfTouches) {
  const std::string text =
      "<robot name=\"r\"><link name=\"base\"><collision><origin xyz=\"0 0 1\"/><geometry>"
      "<box size=\"1 2 3\"/></geometry></collision></link>"
      "<link name=\"arm\"><inertial><mass value=\"1\"/><inertia ixx=\"0.1\" iyy=\"0.1\" "
      "izz=\"0.1\" "
      "ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial><collision><geometry><sphere radius=\"0.1\"/>"
      "</geometry></collision><collision><geometry><cylinder radius=\"0.1\" length=\"2\"/>"
      "</geometry></collision></link><joint name=\"j\" type=\"continuous\"><parent link=\"base\"/>"
      "<child link=\"arm\"/></joint></robot>";
  const Scene free = import_touching(text).scene;
  EXPECT_EQ(collision_of(free, "base").shapes.at(0).at, Vec3(0, 0, 1));
  EXPECT_EQ(collision_of(free, "arm").shapes.size(), 2U);
  EXPECT_EQ(collision_of(free, "arm").surface.friction, SurfacePair().friction);
  EXPECT_THAT(collision_of(free, "arm").ignores, IsEmpty());
  const Scene fixed = import_text(text, "r.urdf", {.fixed_base = true, .collisions = true}).scene;
  EXPECT_TRUE(fixed.model.objects()[fixed.model.find_object("ground")].options.kinematic);
  EXPECT_EQ(write_scene(read_scene(write_scene(fixed))), write_scene(fixed));
  EXPECT_THAT(write_scene(import_text(text, "r.urdf").scene), Not(HasSubstr("\"collision\"")));
}

}  // namespace holon::collisions_test
