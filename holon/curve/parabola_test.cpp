// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/parabola.h"

#include <gmock/gmock.h>

#include "holon/checks/curve_checks.h"

namespace holon::parabola_test {

using checks::findings;
using ::testing::ElementsAre;

// s = (q √(1 + q²) + asinh q) / (4k),  q = 2 k u
double length_from_vertex(double k, double u) {
  const double q = 2.0 * k * u;
  return (q * std::sqrt(1.0 + q * q) + std::asinh(q)) / (4.0 * k);
}

TEST(Parabola, HasTheLengthOfItsClosedForm) {
  for (const double k : {0.01, 1.0, -30.0}) {
    const Curve parabola = Parabola{.k = k};
    for (const double u : {-3.0, -0.01, 0.5, 100.0}) {
      const double s = length_from_vertex(k, u);
      EXPECT_NEAR(parabola.length(0.0, u), s, 1e-13 * std::abs(s)) << k << " " << u;
      const Curve by_length(Parabola{.k = k}, {.by_length = true});
      EXPECT_LT((by_length.at(s).r - parabola.at(u).r).norm(), 1e-12 * (1.0 + std::abs(s)));
    }
  }
}

// On the axis, above the centre of curvature of the vertex: u² = (y − 1/(2k)) / k. Below it: 0.
TEST(Parabola, ClosestToPointsOfTheAxis) {
  const double k = 0.8;
  const Curve parabola = Parabola{.k = k};
  for (const double y : {0.7, 1.0, 3.0, 1e3}) {
    const double u = parabola.closest({0.0, y, 0.4});
    EXPECT_NEAR(u * u, (y - 0.5 / k) / k, 1e-12 * y) << y;
  }
  for (const double y : {0.6, 0.0, -10.0}) EXPECT_NEAR(parabola.closest({0.0, y, 0.4}), 0.0, 1e-12);
}

// x = r(u) + d n, closest to r(u) while it does not reach the axis.
TEST(Parabola, ClosestToPointsAlongANormal) {
  checks::Random random(1);
  const Quat turn = random.rotation();
  const double k = 2.0;
  const Curve parabola = Parabola{.k = k, .vertex = {1.0, 2.0, 3.0}, .orientation = turn};
  for (int i = 0; i < 1000; ++i) {
    const double u = random.uniform(-3.0, 3.0), q = 2.0 * k * u;
    const double inside = std::sqrt(1.0 + q * q) / (2.0 * k);  // where the normal meets the axis
    const double d = random.uniform(-5.0, 0.9 * inside);
    const Vec3 x = parabola.at(u).r + d * (turn * Vec3(-q, 1.0, 0.0)).normalized();
    EXPECT_NEAR(parabola.closest(x), u, 1e-12);
  }
}

TEST(Parabola, EndsWhereItIsTold) {
  const Curve half = Parabola{.k = 1.0, .begin = -1.0};
  EXPECT_EQ(half.closest({-2.0, 4.0, 0.0}), -1.0);
  EXPECT_NEAR(half.closest({2.0, 4.0, 0.0}), 2.0, 1e-12);
  const Curve part = Parabola{.k = 1.0, .begin = 5.0, .end = 6.0};
  EXPECT_EQ(part.closest({0.0, 0.0, 0.0}), 5.0);
  EXPECT_NEAR(
      part.length(5.0, 6.0), length_from_vertex(1.0, 6.0) - length_from_vertex(1.0, 5.0), 1e-13);
}

TEST(Parabola, NamesTheFieldThatMakesNoSense) {
  EXPECT_THAT(findings(Parabola{.k = 0.0, .begin = 1.0, .end = 1.0}),
              ElementsAre("k: is 0: give a finite number other than 0, or take a line",
                          "end: is not beyond begin: exchange them"));
  EXPECT_EQ(findings(Parabola{.k = std::numeric_limits<double>::infinity()}).size(), 1U);
}

}  // namespace holon::parabola_test
