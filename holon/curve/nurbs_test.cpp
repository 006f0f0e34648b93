// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/nurbs.h"

#include <gmock/gmock.h>

#include <numbers>

#include "holon/checks/curve_checks.h"

namespace holon::nurbs_test {

using checks::findings;
using checks::Random;
using std::numbers::pi;
using ::testing::ElementsAre;

// x = (1 − u²) / (1 + u²), y = 2 u / (1 + u²)
TEST(Nurbs, QuarterOfACircleIsExact) {
  const Curve quarter =
      Nurbs{.points = {{1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, .weights = {1.0, 1.0, 2.0}, .degree = 2};
  for (const double u : {0.0, 0.2, 0.5, 0.9, 1.0}) {
    const double w = 1.0 + u * u;
    EXPECT_LT((quarter.at(u).r - Vec3((1.0 - u * u) / w, 2.0 * u / w, 0.0)).norm(), 1e-15);
    EXPECT_LT((quarter.at(u).d1 - Vec3(-4.0 * u, 2.0 - 2.0 * u * u, 0.0) / (w * w)).norm(), 1e-14);
  }
  EXPECT_NEAR(quarter.length(0.0, 1.0), pi / 2, 1e-14);
}

TEST(Nurbs, WholeCircleOfNinePoints) {
  const double s = std::sqrt(0.5);
  const Curve circle = Nurbs{.points = {{1, 0, 0},
                                        {1, 1, 0},
                                        {0, 1, 0},
                                        {-1, 1, 0},
                                        {-1, 0, 0},
                                        {-1, -1, 0},
                                        {0, -1, 0},
                                        {1, -1, 0},
                                        {1, 0, 0}},
                             .weights = {1, s, 1, s, 1, s, 1, s, 1},
                             .degree = 2,
                             .knots = {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4}};
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const CurveJet jet = circle.at(random.uniform(0.0, 4.0));
    EXPECT_NEAR(jet.r.norm(), 1.0, 1e-15);
    EXPECT_NEAR(jet.d1.cross(jet.d2).norm() / std::pow(jet.d1.norm(), 3), 1.0, 1e-13);
  }
  EXPECT_NEAR(circle.length(0.0, 4.0), 2.0 * pi, 1e-13);
  EXPECT_LT(checks::worst_jet_error(circle, random, 200), 1e-8);
}

TEST(Nurbs, OfEqualWeightsIsTheBSpline) {
  Random random(2);
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i) points.push_back(random.vector(2.0));
  for (const bool closed : {false, true}) {
    const Curve spline = BSpline{.points = points, .closed = closed};
    const Curve nurbs = Nurbs{
        .points = points, .weights = std::vector<double>(8, 0.7), .degree = 3, .closed = closed};
    for (int i = 0; i < 100; ++i) {
      const double u = checks::random_parameter(spline, random);
      ASSERT_LT((nurbs.at(u).r - spline.at(u).r).norm(), 1e-14);
      ASSERT_LT((nurbs.at(u).d3 - spline.at(u).d3).norm(), 1e-11);
    }
  }
}

TEST(Nurbs, ClosestPointMatchesBruteForce) {
  Random random(3);
  Nurbs nurbs{.points = {}, .weights = {}, .degree = 4};
  for (int i = 0; i < 12; ++i) {
    nurbs.points.push_back(random.vector(2.0));
    nurbs.weights.push_back(random.uniform(0.2, 5.0));
  }
  const Curve curve = nurbs;
  const checks::BruteForce brute(curve);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 x = random.vector(3.0);
    ASSERT_LE((x - curve.at(curve.closest(x)).r).norm(), brute.distance(x) + 1e-14);
  }
}

TEST(Nurbs, NamesTheFieldThatMakesNoSense) {
  Nurbs nurbs;
  nurbs.weights = {1.0, 2.0};
  EXPECT_THAT(findings(nurbs), ElementsAre("weights: are 2: give one for each of the 3 points"));
  nurbs.weights = {1.0, 2.0, 0.0};
  EXPECT_THAT(findings(nurbs),
              ElementsAre("weights: weight 2 is 0: give a positive, finite number"));
  nurbs.weights = {1.0, 2.0, std::numeric_limits<double>::infinity()};
  EXPECT_EQ(findings(nurbs).size(), 1U);
  nurbs = {};
  nurbs.degree = 3;
  EXPECT_THAT(findings(nurbs), ElementsAre("points: are 3: give at least 4 for this degree"));
}

}  // namespace holon::nurbs_test
