// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/c_spline.h"

#include <gmock/gmock.h>

#include "holon/checks/curve_checks.h"

namespace holon::c_spline_test {

using checks::findings;
using checks::Random;
using ::testing::ElementsAre;

const std::vector<Vec3> points = {{0, 0, 0}, {1, 2, 0}, {1.5, 2, 1}, {4, 0, 1}, {4, -3, 3}};

// The pyramid of Barry and Goldman over four points and their knots.
Vec3 pyramid(const Vec3* p, const double* t, double u) {
  const auto mix = [&](const Vec3& a, const Vec3& b, double from, double to) -> Vec3 {
    return (to - u) / (to - from) * a + (u - from) / (to - from) * b;
  };
  const Vec3 a = mix(p[0], p[1], t[0], t[1]), b = mix(p[1], p[2], t[1], t[2]),
             c = mix(p[2], p[3], t[2], t[3]);
  return mix(mix(a, b, t[0], t[2]), mix(b, c, t[1], t[3]), t[1], t[2]);
}

TEST(CSpline, IsTheCurveOfCatmullAndRom) {
  for (const double alpha : {0.0, 0.5, 1.0}) {
    const Curve curve = CSpline{.points = points, .alpha = alpha};
    std::vector<double> t = {0.0};
    for (std::size_t i = 1; i < points.size(); ++i)
      t.push_back(t.back() + std::pow((points[i] - points[i - 1]).norm(), alpha));
    EXPECT_NEAR(curve.domain().end, t.back(), 1e-14);
    for (std::size_t i = 0; i < points.size(); ++i)
      EXPECT_LT((curve.at(t[i]).r - points[i]).norm(), 1e-14) << "through its points";
    for (std::size_t i = 1; i + 2 < points.size(); ++i)
      for (const double part : {0.1, 0.5, 0.8}) {
        const double u = t[i] + part * (t[i + 1] - t[i]);
        EXPECT_LT((curve.at(u).r - pyramid(&points[i - 1], &t[i - 1], u)).norm(), 1e-14) << alpha;
      }
    Random random(1);
    EXPECT_LT(checks::worst_jet_error(curve, random, 200), 1e-8);
    for (const double joint : t)
      EXPECT_LT((curve.at(joint - 1e-9).d1 - curve.at(joint + 1e-9).d1).norm(), 1e-7);
  }
}

// The segment between the two middle ones of four points, in powers of u.
TEST(CSpline, SegmentTakesItsDirectionsFromTheOuterPoints) {
  const std::vector<Vec3> four(points.begin(), points.begin() + 4);
  const Curve curve = CSpline{.points = four, .alpha = 0.0, .through_ends = false};
  EXPECT_EQ(curve.domain().end, 1.0);
  for (const double u : {0.0, 0.25, 0.7, 1.0}) {
    const Vec3 r = 0.5
                   * (2.0 * four[1] + u * (four[2] - four[0])
                      + u * u * (2.0 * four[0] - 5.0 * four[1] + 4.0 * four[2] - four[3])
                      + u * u * u * (3.0 * four[1] - four[0] - 3.0 * four[2] + four[3]));
    EXPECT_LT((curve.at(u).r - r).norm(), 1e-14);
  }
}

TEST(CSpline, GivesParabolasAndStraightLinesBack) {
  std::vector<Vec3> parabola;
  for (int i = 0; i < 5; ++i) parabola.emplace_back(i, i * i, 0.5 * i);
  const Curve curve = CSpline{.points = parabola, .alpha = 0.0};
  for (const double u : {0.3, 1.5, 3.9})
    EXPECT_LT((curve.at(u).r - Vec3(u, u * u, 0.5 * u)).norm(), 1e-14) << u;
  const Curve line = CSpline{.points = {{0, 0, 0}, {3, 4, 0}}, .alpha = 1.0};
  EXPECT_LT((line.at(2.5).r - Vec3(1.5, 2.0, 0.0)).norm(), 1e-15);
  EXPECT_LT((line.at(2.5).d1 - Vec3(0.6, 0.8, 0.0)).norm(), 1e-15);
}

TEST(CSpline, ClosedOneIsSmoothAllRound) {
  const Curve curve = CSpline{.points = points, .closed = true};
  const double end = curve.domain().end;
  EXPECT_LT((curve.at(end - 1e-9).r - points.front()).norm(), 1e-8);
  EXPECT_LT((curve.at(end - 1e-9).d1 - curve.at(0.0).d1).norm(), 1e-7);
  Random random(2);
  EXPECT_LT(checks::worst_jet_error(curve, random, 200), 1e-8);
}

TEST(CSpline, ClosestPointMatchesBruteForce) {
  Random random(3);
  for (const bool closed : {false, true}) {
    std::vector<Vec3> many;
    for (int i = 0; i < 12; ++i) many.push_back(random.vector(2.0));
    const Curve curve = CSpline{.points = many, .closed = closed};
    const checks::BruteForce brute(curve);
    for (int i = 0; i < 1000; ++i) {
      const Vec3 x = random.vector(3.0);
      ASSERT_LE((x - curve.at(curve.closest(x)).r).norm(), brute.distance(x) + 1e-14);
    }
  }
}

TEST(CSpline, NamesTheFieldThatMakesNoSense) {
  EXPECT_THAT(findings(CSpline{.points = {{0, 0, 0}}, .alpha = 1.5}),
              ElementsAre("points: are 1: give at least 2", "alpha: is 1.5: give one from 0 to 1"));
  EXPECT_THAT(findings(CSpline{.points = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, .through_ends = false}),
              ElementsAre("points: are 3: give at least 4"));
  EXPECT_THAT(findings(CSpline{.points = {{0, 0, 0}, {1, 0, 0}}, .closed = true}),
              ElementsAre("points: are 2: give at least 3"));
  EXPECT_THAT(findings(CSpline{.points = {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}}}),
              ElementsAre("points: point 1 and the next are 0 m apart: move them, or leave one "
                          "out"));
  EXPECT_EQ(findings(CSpline{.alpha = std::numeric_limits<double>::quiet_NaN()}).size(), 1U);
}

}  // namespace holon::c_spline_test
