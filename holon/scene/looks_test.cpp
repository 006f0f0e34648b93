// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/looks.h"

#include <gmock/gmock.h>

namespace holon::looks_test {
namespace {

Scene scene_of(const std::string& object, const std::string& constraints = "") {
  return read_scene(R"({"format": "holon-scene", "version": 1, "objects": [)" + object
                    + R"(], "constraints": [)" + constraints + "]}");
}
std::vector<Look> looks(const Scene& scene) {
  return looks_of(scene, scene.model, scene.model.objects().id_at(0));
}

TEST(Looks, AreThoseOfTheSolid) {
  const auto list = looks(scene_of(
      R"({"kind": "rigid_body", "shape": {"kind": "box", "size": [1, 2, 3]}, "density": 1000})"));
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(std::get<Box>(list[0].shape).size, Vec3(1, 2, 3));
}

// The inertia of an ellipsoid of radii 0.3, 0.2, 0.1 and 5 kg: m (b² + c²)/5 and so on.
TEST(Looks, OfABodyWithoutSolidAreTheEllipsoidOfItsInertia) {
  const auto list = looks(scene_of(
      R"({"kind": "rigid_body", "mass": 5, "inertia": [0.05, 0.10, 0.13], "com": [0, 0, 0.7]})"));
  ASSERT_EQ(list.size(), 1U);
  Mat3 squares = Mat3::Zero();
  const Vec3 radii = std::get<Ellipsoid>(list[0].shape).radii;
  const Mat3 R = list[0].orientation.toRotationMatrix();
  squares = R * radii.cwiseAbs2().asDiagonal() * R.transpose();
  EXPECT_TRUE(squares.isApprox(Mat3(Vec3(0.09, 0.04, 0.01).asDiagonal()), 1e-9)) << squares;
  EXPECT_EQ(list[0].at, Vec3(0, 0, 0.7));
}

TEST(Looks, OfALinkAreTheRodBetweenWhatHoldsIt) {
  const std::string link =
      R"({"kind": "rigid_body", "name": "link", "mass": 1, "inertia": [1, 1, 1]})";
  const auto list = looks(scene_of(link, R"(
    {"kind": "point_to_point", "a": {"nail": [0, 0, 0]}, "b": {"object": "link", "at": [0.3, 0, 0]}},
    {"kind": "point_to_point", "a": {"nail": [0, 0, 0]}, "b": {"object": "link", "at": [-0.1, 0, 0]}})"));
  ASSERT_EQ(list.size(), 1U);
  EXPECT_DOUBLE_EQ(std::get<Rod>(list[0].shape).length, 0.4);
  EXPECT_TRUE(list[0].at.isApprox(Vec3(0.1, 0, 0)));
  EXPECT_TRUE((list[0].orientation * Vec3::UnitZ()).cross(Vec3::UnitX()).isZero(1e-12));
}

TEST(Looks, OfWhatRollsAreAWheel) {
  const std::string body =
      R"({"kind": "rigid_body", "name": "disc", "mass": 1, "inertia": [1, 1, 2],
    "position": [0, 0, 0.3], "orientation": [0.7071067811865476, 0.7071067811865476, 0, 0]})";
  const auto list = looks(scene_of(body, R"(
    {"kind": "wheel", "wheel": {"object": "disc"}, "surface": {"surface": {"kind": "plane"}}, "radius": 0.3})"));
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(std::get<Cylinder>(list[0].shape).radius, 0.3);
}

TEST(Looks, OfAPointAreNone) {
  EXPECT_TRUE(looks(scene_of(R"({"kind": "particle", "mass": 1})")).empty());
}

}  // namespace
}  // namespace holon::looks_test
