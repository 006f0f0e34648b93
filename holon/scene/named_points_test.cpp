// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/named_points.h"

#include <gmock/gmock.h>

#include "holon/scene/scene_run.h"

namespace holon::named_points_test {
namespace {

Vec3 point(const Shape& shape, const std::string& name) {
  for (const NamedPoint& p : named_points(shape))
    if (p.name == name) return p.at;
  ADD_FAILURE() << "no point " << name;
  return Vec3::Constant(1e300);
}

TEST(NamedPoints, AreWhereTheShapeSays) {
  EXPECT_EQ(point(Rod{.length = 3}, "end1"), Vec3(0, 0, -1.5));
  EXPECT_EQ(point(Cylinder{.radius = 1, .length = 2}, "end2"), Vec3(0, 0, 1));
  EXPECT_EQ(point(Capsule{.radius = 0.5, .length = 2}, "end2"), Vec3(0, 0, 1.5));
  EXPECT_EQ(point(Cone{.radius = 1, .height = 2}, "apex"), Vec3(0, 0, 2));
  EXPECT_EQ(point(Cone{.radius = 1, .height = 2}, "base"), Vec3(0, 0, 0));
  EXPECT_EQ(point(Sphere{.radius = 2}, "left"), Vec3(-2, 0, 0));
  EXPECT_EQ(point(Ellipsoid{.radii = {1, 2, 3}}, "top"), Vec3(0, 0, 3));
  const Box box{.size = {2, 4, 6}};
  EXPECT_EQ(point(box, "right"), Vec3(1, 0, 0));
  EXPECT_EQ(point(box, "front"), Vec3(0, -2, 0));
  EXPECT_EQ(point(box, "bottom"), Vec3(0, 0, -3));
  EXPECT_EQ(point(box, "left_top"), Vec3(-1, 0, 3));
  EXPECT_EQ(point(box, "right_back_bottom"), Vec3(1, 2, -3));
  EXPECT_EQ(named_points(Shape(box)).size(), 1u + 6u + 12u + 8u);
}

TEST(NamedPoints, EveryShapeHasACentre) {
  for_each_kind(ShapeKinds(), []<class K>() { point(Shape(K{}), "centre"); });
}

/// An affine body has its origin at its centre of mass; that of a cone is a quarter of the way up.
TEST(NamedPoints, OfAConeAreAtTheSamePlacesWhateverItBecomes) {
  SceneRun run{Scene()};
  run.edit("make cone rigid height=2 at=(0 0 0)");
  run.edit("make cone soft as affine_body height=2 at=(0 0 0.5)");
  run.edit("connect rigid.apex nail(0 0 2) name=a");
  run.edit("connect soft.apex nail(0 0 2) name=b");
  for (const char* name : {"a", "b"})
    for (double error : run.world().error(run.world().model().find_constraint(name)))
      EXPECT_NEAR(error, 0.0, 1e-14) << name;
}

TEST(NamedPoints, FollowTheParametersOfAScene) {
  const auto text =
      R"({"format": "holon-scene", "version": 1, "parameters": [{"name": "length", "value": 2}],
          "objects": [{"kind": "rigid_body", "name": "rod", "mass": 1,
                       "shape": {"kind": "rod", "length": "length"}}],
          "constraints": [{"kind": "point_to_point", "name": "hook",
                           "a": {"nail": [0, 0, 0]}, "b": {"object": "rod", "at": "end2"}}]})";
  const World world = make_world(read_scene({text, "", {{"length", 5.0}}}));
  const PointKin end = world.point(PointOn{world.model().find_object("rod"), Vec3(0, 0, 2.5)});
  EXPECT_EQ(world.error(world.model().find_constraint("hook"))[2], end.x.z());
}

}  // namespace
}  // namespace holon::named_points_test
