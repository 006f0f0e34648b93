// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/rounded_polyline.h"

#include <gmock/gmock.h>

#include <numbers>

#include "holon/checks/curve_checks.h"

namespace holon::rounded_polyline_test {

using checks::findings;
using std::numbers::pi;
using ::testing::ElementsAre;

const std::vector<Vec3> square = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};

// The sides lose 2ρ each, the arcs are a circle together.
TEST(RoundedPolyline, RoundedSquareHasItsLength) {
  const Curve curve = RoundedPolyline{.points = square, .radius = 0.5, .closed = true};
  EXPECT_TRUE(curve.domain().closed);
  EXPECT_NEAR(curve.domain().end, 4.0 * 3.0 + pi, 1e-14);
  EXPECT_NEAR(curve.length(0.0, curve.domain().end), 4.0 * 3.0 + pi, 1e-13);
  EXPECT_LT((curve.at(0.0).r - Vec3(0.5, 0.0, 0.0)).norm(), 1e-15);
  // the middle of the first arc
  const CurveJet jet = curve.at(3.0 + 0.25 * pi * 0.5 * 1.0);
  EXPECT_NEAR((jet.r - Vec3(3.5, 0.5, 0.0)).norm(), 0.5, 1e-14);
  EXPECT_NEAR(jet.d2.norm(), 2.0, 1e-14);
}

// Turning by φ, an arc takes ρ tan(φ/2) of both sides and is ρ φ long.
TEST(RoundedPolyline, CornersInSpaceAreRoundAndSmooth) {
  const std::vector<Vec3> points = {{0, 0, 0}, {2, 0, 0}, {3, 2, 1}, {3, 2, 4}, {5, 3, 6}};
  const double radius = 0.4;
  const Curve curve = RoundedPolyline{.points = points, .radius = radius};
  double length = 0.0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Vec3 side = points[i + 1] - points[i];
    length += side.norm();
    if (i == 0) continue;
    const double turn = std::acos(side.normalized().dot((points[i] - points[i - 1]).normalized()));
    length += radius * (turn - 2.0 * std::tan(0.5 * turn));
  }
  EXPECT_NEAR(curve.domain().end, length, 1e-13);
  EXPECT_LT((curve.at(0.0).r - points.front()).norm(), 1e-15);
  EXPECT_LT((curve.at(length).r - points.back()).norm(), 1e-13);
  for (const double joint : checks::joints(curve)) {
    const CurveJet before = curve.at(joint - 1e-9), after = curve.at(joint + 1e-9);
    EXPECT_LT((after.r - before.r).norm(), 2.1e-9);
    EXPECT_LT((after.d1 - before.d1).norm(), 1e-8);
  }
}

TEST(RoundedPolyline, ClosestPointMatchesBruteForce) {
  checks::Random random(1);
  const Curve curve = RoundedPolyline{.points = square, .radius = 2.0, .closed = true};  // a circle
  for (int i = 0; i < 1000; ++i) {
    const Vec3 x = random.vector(5.0) + Vec3(2.0, 2.0, 0.0);
    const double rim = std::hypot(std::hypot(x.x() - 2.0, x.y() - 2.0) - 2.0, x.z());
    ASSERT_NEAR((x - curve.at(curve.closest(x)).r).norm(), rim, 1e-13);
  }
}

TEST(RoundedPolyline, PointsInLineAreNoCorners) {
  const Curve curve = RoundedPolyline{.points = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}}, .radius = 100.0};
  EXPECT_NEAR(curve.domain().end, 3.0, 1e-15);
  EXPECT_EQ(curve.at(2.0).r, Vec3(2, 0, 0));
}

TEST(RoundedPolyline, NamesTheFieldThatMakesNoSense) {
  EXPECT_THAT(findings(RoundedPolyline{.points = {{0, 0, 0}}, .radius = 0.0}),
              ElementsAre("radius: is 0: give a positive, finite length in metres",
                          "points: are 1: give at least 2"));
  EXPECT_THAT(findings(RoundedPolyline{.points = {{0, 0, 0}, {1, 0, 0}}, .closed = true}),
              ElementsAre("points: are 2: give at least 3"));
  EXPECT_THAT(findings(RoundedPolyline{.points = {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}}}),
              ElementsAre("points: point 1 and the next are 0 m apart: move them, or leave one "
                          "out"));
  EXPECT_THAT(findings(RoundedPolyline{.points = {{0, 0, 0}, {1, 0, 0}, {0.5, 0, 0}}}),
              ElementsAre("points: the way doubles back at point 1: no arc fits there, move it"));
  EXPECT_THAT(
      findings(RoundedPolyline{.points = square, .radius = 2.5, .closed = true}),
      ElementsAre("radius: is 2.5, but the arcs fit between point 0 and the next only up to 2 m: "
                  "make it smaller or the side longer"));
  EXPECT_THAT(findings(RoundedPolyline{.points = {{0, 0, 0}, {1, 0, 0}, {1, 5, 0}}, .radius = 1.1}),
              ElementsAre("radius: is 1.1, but the arcs fit between point 0 and the next only up "
                          "to 1 m: make it smaller or the side longer"));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(findings(RoundedPolyline{.points = {{0, 0, 0}, {1, nan, 0}}}),
              ElementsAre("points: point 1 is not finite: give three numbers in metres"));
}

}  // namespace holon::rounded_polyline_test
