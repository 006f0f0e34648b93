// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/circle.h"

#include <gmock/gmock.h>

#include <numbers>

#include "holon/checks/curve_checks.h"

namespace holon::circle_test {

using checks::findings;
using std::numbers::pi;
using ::testing::ElementsAre;

const Quat some_turn = Quat(0.3, -0.5, 0.7, 0.2).normalized();

TEST(Circle, HasTheCurvatureAndTheLengthOfACircle) {
  const double radius = 0.7;
  const Curve circle =
      Circle{.radius = radius, .center = {1.0, 2.0, 3.0}, .orientation = some_turn};
  for (const double u : {0.0, 0.1, 2.0, 6.0}) {
    const CurveJet jet = circle.at(u);
    EXPECT_NEAR(jet.d1.cross(jet.d2).norm() / std::pow(jet.d1.norm(), 3), 1.0 / radius, 1e-14);
    EXPECT_NEAR((jet.r - Vec3(1.0, 2.0, 3.0)).norm(), radius, 1e-15);
    EXPECT_NEAR((some_turn.inverse() * (jet.r - Vec3(1.0, 2.0, 3.0))).z(), 0.0, 1e-15);
  }
  EXPECT_NEAR(circle.length(0.0, 2.0 * pi), 2.0 * pi * radius, 1e-14);
  EXPECT_NEAR(circle.length(1.0, -9.0), -10.0 * radius, 1e-14) << "turns count";
}

TEST(Circle, ClosestPointHasTheAngleOfX) {
  checks::Random random(1);
  const Circle circle{.radius = 0.7, .center = {1.0, 2.0, 3.0}, .orientation = some_turn};
  const Curve curve = circle;
  for (int i = 0; i < 1000; ++i) {
    const Vec3 local = random.vector(3.0);
    const double angle = std::atan2(local.y(), local.x());
    const double u = curve.closest(circle.center + some_turn * local);
    // x is rounded at 6 m from the origin, and its angle is as sharp as it is far from the axis
    const double sharp = 5e-14 / std::min(1.0, std::hypot(local.x(), local.y()));
    EXPECT_NEAR(std::remainder(u - angle, 2.0 * pi), 0.0, sharp);
  }
}

// All points are equally close to the centre: any will do, and it takes no time.
TEST(Circle, CentreHasAClosestPointToo) {
  const Curve circle = Circle{.radius = 2.0};
  EXPECT_NEAR(circle.at(circle.closest(Vec3::Zero())).r.norm(), 2.0, 1e-14);
  EXPECT_TRUE(std::isfinite(circle.closest_near(Vec3::Zero(), 1.0)));
  EXPECT_TRUE(std::isfinite(circle.closest_near({0.0, 0.0, 1.0}, 1.0)));
}

TEST(Circle, FollowedRoundAndRoundTheParameterCountsTurns) {
  const Curve circle = Circle{.radius = 0.5};
  for (const double direction : {1.0, -1.0}) {
    double u = 0.0;
    for (int i = 1; i <= 300; ++i) {
      const double angle = direction * 0.1 * i;
      u = circle.closest_near({std::cos(angle), std::sin(angle), 0.3}, u);
      ASSERT_NEAR(u, angle, 1e-13);
    }
  }
}

TEST(Circle, NamesTheFieldThatMakesNoSense) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(
      findings(Circle{
          .radius = -1.0, .center = {nan, 0.0, 0.0}, .orientation = Quat(0.0, 0.0, 0.0, 0.0)}),
      ElementsAre("radius: is -1: give a positive, finite length in metres",
                  "center: is not finite: give three numbers in metres",
                  "orientation: must be a finite quaternion w, x, y, z that is not zero"));
  EXPECT_THAT(findings(Circle{.radius = 1e200}),
              ElementsAre("radius: the curve is too large to compute with at u = 0"));
  EXPECT_THROW(Curve(Circle{.radius = 0.0}), ModelError);
}

}  // namespace holon::circle_test
