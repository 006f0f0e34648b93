// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/ellipse.h"

#include <gmock/gmock.h>

#include <numbers>

#include "holon/checks/curve_checks.h"

namespace holon::ellipse_test {

using checks::findings;
using std::numbers::pi;
using ::testing::ElementsAre;

// The complete elliptic integral 4 a E(e), to sixteen digits.
TEST(Ellipse, HasTheCircumferenceOfTheTables) {
  const Curve ellipse = Ellipse{.radii = {2.0, 1.0}};
  EXPECT_NEAR(ellipse.length(0.0, 2.0 * pi), 8.0 * std::comp_ellint_2(std::sqrt(0.75)), 1e-13);
  EXPECT_NEAR(ellipse.length(0.0, 2.0 * pi), 9.688448220547676, 1e-13);
  EXPECT_NEAR(ellipse.length(0.0, 0.5),
              2.0 * std::ellint_2(std::sqrt(0.75), pi / 2)
                  - 2.0 * std::ellint_2(std::sqrt(0.75), pi / 2 - 0.5),
              1e-14);
}

// On the long axis, a point within (a² − b²)/a of the centre is closest to where
// cos u = a x / (a² − b²); farther out, to the end of the axis.
TEST(Ellipse, ClosestToPointsOfTheLongAxis) {
  const double a = 2.0, b = 1.0;
  const Curve ellipse = Ellipse{.radii = {a, b}};
  for (const double x : {0.0, 0.3, -0.9, 1.4}) {
    const double u = ellipse.closest({x, 0.0, 0.0});
    EXPECT_NEAR(std::cos(u), a * x / (a * a - b * b), 1e-13) << x;
  }
  for (const double x : {1.51, 1.9, 5.0}) {
    EXPECT_NEAR(std::sin(ellipse.closest({x, 0.0, 0.7})), 0.0, 1e-13) << x;
    EXPECT_NEAR(std::cos(ellipse.closest({-x, 0.0, 0.7})), -1.0, 1e-13) << x;
  }
}

// x = r(u) + d n with the outward normal n is closest to r(u) for all d > −1/κ at least for the
// smallest radius of curvature b²/a.
TEST(Ellipse, ClosestToPointsAlongANormal) {
  checks::Random random(1);
  for (const double b : {1.0, 0.1}) {
    const Ellipse ellipse{
        .radii = {1.5, b}, .center = {1.0, -1.0, 0.5}, .orientation = random.rotation()};
    const Curve curve = ellipse;
    for (int i = 0; i < 1000; ++i) {
      const double u = random.uniform(0.0, 2.0 * pi), d = random.uniform(-0.99 * b * b / 1.5, 3.0);
      const Vec3 normal = ellipse.orientation * Vec3(std::cos(u) / 1.5, std::sin(u) / b, 0.0);
      const Vec3 x = curve.at(u).r + d * normal.normalized();
      // near the centre of curvature h is 1e-2, and |r'| is no less than 0.1
      EXPECT_NEAR(std::remainder(curve.closest(x) - u, 2.0 * pi), 0.0, 1e-11);
    }
  }
}

TEST(Ellipse, NamesTheFieldThatMakesNoSense) {
  EXPECT_THAT(findings(Ellipse{.radii = {0.0, -2.0}}),
              ElementsAre("radii: x is 0: give a positive, finite length in metres",
                          "radii: y is -2: give a positive, finite length in metres"));
  EXPECT_THAT(findings(Ellipse{.radii = {1.0, 1e-12}}),
              ElementsAre("radii: the curve has no tangent at u = 0: move apart what coincides or "
                          "doubles back"));
}

}  // namespace holon::ellipse_test
