// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/force_law.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace holon::force_law_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

ForceTable progressive() {
  return {.stretches = {-0.5, -0.1, 0.2, 0.3, 1.0}, .forces = {-40.0, -3.0, 5.0, 5.0, 90.0}};
}

// ---- formulas ----

TEST(ForceLaw, OfAFormulaHasItsValueAndItsIntegral) {
  const ForceLaw law("3*s + 5*s^3 - 2*cos(s)");
  for (const double s : {-2.0, -0.3, 0.0, 0.1, 1.5}) {
    EXPECT_NEAR(law.force(s), 3 * s + 5 * s * s * s - 2 * std::cos(s), 1e-13);
    EXPECT_NEAR(
        law.energy(s), 1.5 * s * s + 1.25 * std::pow(s, 4) - 2 * std::sin(s), 1e-13 * (1 + s * s));
  }
}

TEST(ForceLaw, IsALinearSpringByDefault) {
  const ForceLaw law;
  EXPECT_EQ(law.force(0.7), 0.7);
  EXPECT_NEAR(law.energy(-0.7), 0.245, 1e-15);
}

// A rope: it pulls, and never pushes. Halving in the middle of the range finds the kink at once.
TEST(ForceLaw, IntegratesAcrossKinksAndSteps) {
  const ForceLaw rope("max(0, 100*(s - 0.3))");
  EXPECT_EQ(rope.energy(0.2), 0.0);
  EXPECT_NEAR(rope.energy(1.0), 50.0 * 0.49, 1e-7);
  const ForceLaw wall("10*step(s - 0.7)");
  EXPECT_NEAR(wall.energy(1.0), 3.0, 1e-3) << "a step is found to 1/4096 of the range";
}

TEST(ForceLaw, OutsideItsDomainIsNotFinite) {
  const ForceLaw law("log(s)");
  EXPECT_FALSE(std::isfinite(law.force(-1.0)));
  EXPECT_FALSE(std::isfinite(law.energy(-1.0)));
}

// ---- tables ----

TEST(ForceLaw, OfATablePassesThroughItsPoints) {
  const ForceLaw law(progressive());
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_NEAR(law.force(progressive().stretches[i]), progressive().forces[i], 1e-13);
}

// Between two points the force never leaves the range they span, and goes one way only.
TEST(ForceLaw, OfATableIsMonotoneWhereTheTableIs) {
  const ForceLaw law(progressive());
  for (double s = -1.0; s < 1.5; s += 0.001)
    EXPECT_GE(law.force(s + 0.001), law.force(s) - 1e-13) << s;
  for (double s = 0.2; s <= 0.3; s += 0.01) EXPECT_NEAR(law.force(s), 5.0, 1e-13) << "flat";
}

TEST(ForceLaw, OfATableHasNoKinks) {
  const ForceLaw law(progressive());
  const double h = 1e-7;  // the second derivative is below 1e4: 1e-3 in a slope of order 100
  for (const double s : progressive().stretches)
    EXPECT_NEAR((law.force(s + h) - law.force(s)) / h, (law.force(s) - law.force(s - h)) / h, 5e-3);
}

TEST(ForceLaw, OfATableOnALineIsTheLineEverywhere) {
  const ForceLaw law(ForceTable{{-1.0, -0.3, 0.2, 2.0}, {-3.0, -0.9, 0.6, 6.0}});
  for (const double s : {-5.0, -0.5, 0.0, 1.0, 7.0}) {
    EXPECT_NEAR(law.force(s), 3.0 * s, 1e-13);
    EXPECT_NEAR(law.energy(s), 1.5 * s * s, 1e-12);
  }
}

// Simpson's rule on pieces between the points is exact for cubics.
TEST(ForceLaw, EnergyOfATableIsTheIntegralOfItsForce) {
  const ForceLaw law(progressive());
  double sum = 0.0;
  const double h = 0.05;  // divides all stretches of the table
  for (int i = 0; i < 28; ++i) {
    const double s = i * h;
    sum += h / 6.0 * (law.force(s) + 4.0 * law.force(s + 0.5 * h) + law.force(s + h));
    EXPECT_NEAR(law.energy(s + h), sum, 1e-12);
  }
  sum = 0.0;
  for (int i = 0; i < 16; ++i) {
    const double s = -i * h;
    sum -= h / 6.0 * (law.force(s) + 4.0 * law.force(s - 0.5 * h) + law.force(s - h));
    EXPECT_NEAR(law.energy(s - h), sum, 1e-12);
  }
  EXPECT_EQ(law.energy(0.0), 0.0);
}

// Also where the stretch is never zero in the table.
TEST(ForceLaw, EnergyCountsFromNoStretchWhereverTheTableBegins) {
  const ForceLaw law(ForceTable{{1.0, 2.0}, {4.0, 6.0}});  // f = 2 + 2 s
  EXPECT_NEAR(law.energy(3.0), 2.0 * 3.0 + 9.0, 1e-13);
  EXPECT_NEAR(law.energy(-1.0), -2.0 + 1.0, 1e-13);
}

// ---- mistakes ----

std::vector<std::string> complaints(const auto& law) {
  try {
    const ForceLaw made(law);
  } catch (const ModelError& e) {
    return e.errors();
  }
  return {};
}

TEST(ForceLaw, ThatMakesNoSenseIsRefusedAtOnce) {
  EXPECT_THAT(complaints("2*x"), ElementsAre(HasSubstr("column 3 of \"2*x\"")));
  EXPECT_THAT(complaints(ForceTable{{1.0}, {1.0}}), ElementsAre("stretches: must be two at least"));
  EXPECT_THAT(complaints(ForceTable{{1.0, 2.0}, {1.0}}),
              ElementsAre("forces: must be as many as stretches"));
  EXPECT_THAT(complaints(ForceTable{{1.0, 3.0, 2.0}, {1.0, 2.0, 3.0}}),
              ElementsAre("stretches: must increase: number 2 is not above the one before"));
  EXPECT_THAT(complaints(ForceTable{{1.0, nan}, {nan, 0.0}}),
              ElementsAre("stretches: must be finite", "forces: must be finite"));
}

}  // namespace holon::force_law_test
