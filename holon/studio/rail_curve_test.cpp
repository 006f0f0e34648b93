// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/rail_curve.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "holon/curve/curve.h"
#include "holon/math/diagnostics.h"

namespace holon::studio::rail_curve_test {

std::vector<Vec3> circle(int n, double tremble) {
  std::vector<Vec3> out;
  for (int i = 0; i < n; ++i) {
    const double a = 2.0 * std::numbers::pi * i / n, r = 1.0 + tremble * ((i * 7) % 5 - 2);
    out.emplace_back(r * std::cos(a), 0, r * std::sin(a));
  }
  return out;
}

double longest_way(const Curve& curve, const std::vector<Vec3>& to) {
  double longest = 0.0;
  for (const Vec3& x : to) longest = std::max(longest, (curve.at(curve.closest(x)).r - x).norm());
  return longest;
}

TEST(RailCurve, OfAStraightStrokeIsThatLine) {
  const Curve rail(rail_along({{0, 0, 0}, {3, 0, 4}}, false));
  EXPECT_NEAR(rail.length_to(rail.domain().end), 5.0, 1e-9);
  EXPECT_LT((rail.at(rail.domain().begin).r - Vec3(0, 0, 0)).norm(), 1e-12);
  EXPECT_LT((rail.at(rail.domain().end).r - Vec3(3, 0, 4)).norm(), 1e-12);
}

TEST(RailCurve, StaysNearAStrokeAndSmoothsItsTrembling) {
  const std::vector<Vec3> stroke = circle(400, 0.002);
  const Curve rail(rail_along(stroke, true));
  EXPECT_TRUE(rail.domain().closed);
  EXPECT_LT(longest_way(rail, stroke), 0.02);
  // the curvature of the circle is 1; that of the trembling stroke is a hundred times larger
  const double period = rail.domain().end - rail.domain().begin;
  for (int i = 0; i < 200; ++i) {
    const CurveJet jet = rail.at(period * i / 200.0);
    const double curvature = jet.d1.cross(jet.d2).norm() / std::pow(jet.d1.norm(), 3);
    EXPECT_LT(curvature, 3.0) << i;
  }
}

TEST(RailCurve, DoesNotStumbleOverRepeatedPoints) {
  std::vector<Vec3> stroke;
  for (int i = 0; i <= 10; ++i)
    for (int k = 0; k < 4; ++k) stroke.emplace_back(0.1 * i, 0, 0.3 * std::sin(0.3 * i));
  EXPECT_NO_THROW(Curve(rail_along(stroke, false)));
  stroke.push_back(stroke.front());
  EXPECT_NO_THROW(Curve(rail_along(stroke, true)));
}

TEST(RailCurve, HasAsManyPointsAsItNeedsAndNotMore) {
  EXPECT_EQ(rail_along({{0, 0, 0}, {1, 0, 0}}, false).points.size(), 6U);
  EXPECT_EQ(rail_along(circle(5000, 0.0), false).points.size(), 48U);
}

TEST(RailCurve, RefusesStrokesThatAreNone) {
  EXPECT_THROW(rail_along({}, false), UsageError);
  EXPECT_THROW(rail_along({{1, 2, 3}}, false), UsageError);
  EXPECT_THROW(rail_along({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, false), UsageError);
  EXPECT_THROW(rail_along({{0, 0, 0}, {1, 0, 0}}, true), UsageError) << "no way round";
}

}  // namespace holon::studio::rail_curve_test
