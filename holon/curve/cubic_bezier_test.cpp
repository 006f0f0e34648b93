// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/cubic_bezier.h"

#include <gmock/gmock.h>

#include "holon/checks/curve_checks.h"

namespace holon::cubic_bezier_test {

using checks::findings;
using ::testing::ElementsAre;

/// Two pieces that join smoothly, in space.
const std::vector<Vec3> path = {
    {0, 0, 0}, {1, 2, 0}, {2, 2, 1}, {3, 0, 1}, {4, -2, 1}, {4, -2, 3}, {2, 0, 3}};

TEST(CubicBezier, IsTheSumOfBernsteinPolynomials) {
  const Curve curve = CubicBezier{.points = path};
  EXPECT_EQ(curve.domain().end, 2.0);
  for (const double u : {0.0, 0.3, 0.99, 1.0, 1.7, 2.0}) {
    const std::size_t i = u < 1.0 ? 0 : 3;
    const double t = u < 1.0 ? u : u - 1.0, s = 1.0 - t;
    const Vec3 r = s * s * s * path[i] + 3.0 * s * s * t * path[i + 1]
                   + 3.0 * s * t * t * path[i + 2] + t * t * t * path[i + 3];
    EXPECT_LT((curve.at(u).r - r).norm(), 1e-14) << u;
  }
}

TEST(CubicBezier, LeavesAndArrivesAlongItsControlPolygon) {
  const Curve curve = CubicBezier{.points = path};
  EXPECT_EQ(curve.at(0.0).r, path.front());
  EXPECT_EQ(curve.at(2.0).r, path.back());
  EXPECT_LT((curve.at(0.0).d1 - 3.0 * (path[1] - path[0])).norm(), 1e-14);
  EXPECT_LT((curve.at(2.0).d1 - 3.0 * (path[6] - path[5])).norm(), 1e-14);
  EXPECT_LT((curve.at(1.0 - 1e-12).d1 - curve.at(1.0).d1).norm(), 1e-10) << "smooth in the joint";
}

TEST(CubicBezier, ClosedOneComesBack) {
  std::vector<Vec3> points = path;
  points.back() = {2, -1, 3};
  points.insert(points.end(), {{0, 2, 3}, {-1, -2, 0}});
  const Curve curve = CubicBezier{.points = points, .closed = true};
  EXPECT_EQ(curve.domain().end, 3.0);
  EXPECT_LT((curve.at(3.0 - 1e-12).r - points.front()).norm(), 1e-10);
  EXPECT_LT((curve.at(3.0 - 1e-12).d1 - curve.at(0.0).d1).norm(), 1e-10);
}

TEST(CubicBezier, ClosestPointMatchesBruteForce) {
  checks::Random random(1);
  const Curve curve = CubicBezier{.points = path};
  const checks::BruteForce brute(curve);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 x = random.vector(4.0);
    ASSERT_LE((x - curve.at(curve.closest(x)).r).norm(), brute.distance(x) + 1e-14);
  }
}

// Above a corner that points up, the closest point is the corner itself.
TEST(CubicBezier, CornerIsClosestToWhatLiesBeyondIt) {
  const Curve roof = CubicBezier{
      .points = {
          {-3, -3, 0}, {-2, -2, 0}, {-1, -1, 0}, {0, 0, 0}, {1, -1, 0}, {2, -2, 0}, {3, -3, 0}}};
  EXPECT_NEAR(roof.closest({0.1, 1.0, 0.0}), 1.0, 1e-14);
  EXPECT_NEAR(roof.closest_near({0.1, 1.0, 0.0}, 0.2), 1.0, 1e-14);
  EXPECT_NEAR(roof.closest_near({0.1, 1.0, 0.0}, 1.9), 1.0, 1e-14);
}

TEST(CubicBezier, NamesTheFieldThatMakesNoSense) {
  EXPECT_THAT(findings(CubicBezier{.points = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}}),
              ElementsAre("points: are 3: give 4, 7, 10, ... of them"));
  EXPECT_THAT(findings(CubicBezier{.points = path, .closed = true}),
              ElementsAre("points: are 7: give 3, 6, 9, ... of them"));
  EXPECT_THAT(findings(CubicBezier{.points = {}}),
              ElementsAre("points: are 0: give 4, 7, 10, ... of them"));
  EXPECT_THAT(findings(CubicBezier{.points = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {2, 0, 0}}}),
              ElementsAre("points: the curve has no tangent at u = 0: move apart what coincides or "
                          "doubles back"));
  // a cusp within the piece: (0, 0), (1, 1), (0, 1), (1, 0) has it at 1/2, and this is 0.7 of that
  const std::vector<Vec3> cusp = {{0, 0, 0}, {0.7, 0.7, 0}, {0.42, 0.91, 0}, {0.532, 0.63, 0}};
  EXPECT_THAT(findings(CubicBezier{.points = cusp}),
              ElementsAre("points: the curve has no tangent at u = 0.714286: move apart what "
                          "coincides or doubles back"));
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_THAT(findings(CubicBezier{.points = {{0, 0, 0}, {0, 0, inf}, {1, 0, 0}, {2, 0, 0}}}),
              ElementsAre("points: point 1 is not finite: give three numbers in metres"));
}

}  // namespace holon::cubic_bezier_test
