// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/helix.h"

#include <gmock/gmock.h>

#include <numbers>

#include "holon/checks/curve_checks.h"

namespace holon::helix_test {

using checks::findings;
using std::numbers::pi;
using ::testing::ElementsAre;

// κ = ρ / (ρ² + c²),  τ = c / (ρ² + c²),  |r'| = √(ρ² + c²)
TEST(Helix, HasTheCurvatureTorsionAndLengthOfAHelix) {
  const double radius = 0.7, rise = -0.2, both = radius * radius + rise * rise;
  const Curve helix = Helix{.radius = radius, .rise = rise, .center = {1.0, 2.0, 3.0}};
  for (const double u : {-20.0, 0.0, 1.3, 50.0}) {
    const CurveJet jet = helix.at(u);
    const Vec3 binormal = jet.d1.cross(jet.d2);
    EXPECT_NEAR(binormal.norm() / std::pow(jet.d1.norm(), 3), radius / both, 1e-14);
    EXPECT_NEAR(binormal.dot(jet.d3) / binormal.squaredNorm(), rise / both, 1e-14);
  }
  EXPECT_NEAR(helix.length(-2.0, 40.0), 42.0 * std::sqrt(both), 1e-12);
}

TEST(Helix, ByLengthItRunsOnWithoutEnd) {
  const Curve helix(Helix{.radius = 0.3, .rise = 0.4}, {.by_length = true});
  for (const double s : {-1000.0, -0.1, 0.0, 7.0, 1e4})
    EXPECT_NEAR(helix.at(s).r.z(), 0.8 * s, 1e-13 * (1.0 + std::abs(s)));
}

// Near the wire, the closest point is where the normal plane meets it.
TEST(Helix, ClosestPointIsFoundOnTheRightTurn) {
  checks::Random random(1);
  for (const double rise : {0.02, 0.1, -1.0}) {
    const Curve helix = Helix{.radius = 0.5, .rise = rise, .orientation = random.rotation()};
    // nearer than half the way to the next turn and than the radius of curvature
    const double near = 0.9 * std::min(pi * std::abs(rise), 0.5);
    for (int i = 0; i < 300; ++i) {
      const double u = random.uniform(-50.0, 50.0);
      const CurveJet jet = helix.at(u);
      const Vec3 aside = jet.d1.cross(random.direction()).normalized();
      const Vec3 x = jet.r + 0.9 * near * aside;
      ASSERT_LE((helix.at(helix.closest(x)).r - x).norm(), 0.9 * near + 1e-14);
      ASSERT_NEAR(helix.closest(jet.r + 0.3 * near * aside), u, 1e-12);
    }
  }
}

TEST(Helix, EndsWhereItIsTold) {
  const Curve helix = Helix{.radius = 1.0, .rise = 0.1, .begin = 0.0, .end = 4.0 * pi};
  EXPECT_NEAR(helix.length(0.0, 4.0 * pi), 4.0 * pi * std::sqrt(1.01), 1e-13);
  EXPECT_EQ(helix.closest({1.0, -0.1, -5.0}), 0.0);
  EXPECT_EQ(helix.closest({1.0, 0.1, 9.0}), 4.0 * pi);
  const Curve half = Helix{.radius = 1.0, .rise = 0.1, .end = 1.0};
  EXPECT_EQ(half.closest({std::cos(1.0), std::sin(1.0), 9.0}), 1.0);
  EXPECT_NEAR(half.length(-7.0, 1.0), 8.0 * std::sqrt(1.01), 1e-13);
}

TEST(Helix, NamesTheFieldThatMakesNoSense) {
  EXPECT_THAT(findings(Helix{.radius = 0.0, .rise = 0.0, .begin = 2.0, .end = 1.0}),
              ElementsAre("radius: is 0: give a positive, finite length in metres",
                          "rise: is 0: give a finite number other than 0, or take a circle",
                          "end: is not beyond begin: exchange them"));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(findings(Helix{.begin = nan}).size(), 1U);
}

}  // namespace holon::helix_test
