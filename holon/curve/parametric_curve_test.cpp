// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/parametric_curve.h"

#include <gmock/gmock.h>

#include <numbers>

#include "holon/checks/curve_checks.h"
#include "holon/world/world.h"

namespace holon::parametric_curve_test {

using checks::findings;
using std::numbers::pi;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// The trefoil knot: on a torus, twice round its axis and three times round its tube.
ParametricCurve trefoil() {
  return {.x = "(2 + cos(3*u))*cos(2*u)",
          .y = "(2 + cos(3*u))*sin(2*u)",
          .z = "sin(3*u)",
          .end = 2.0 * pi,
          .closed = true};
}

// Rounding: a dozen operations on numbers of order 1.
TEST(ParametricCurve, HelixByFormulaIsAHelix) {
  const Curve helix = Helix{.radius = 0.7, .rise = -0.2, .begin = -3.0, .end = 9.0};
  const Curve formula = ParametricCurve{
      .x = "0.7*cos(u)", .y = "0.7*sin(u)", .z = "-0.2*u", .begin = -3.0, .end = 9.0};
  for (const double u : {-3.0, -0.4, 0.0, 1.3, 8.99, 10.0}) {
    const CurveJet a = helix.at(u), b = formula.at(u);
    EXPECT_LT((a.r - b.r).norm(), 1e-15 * (1.0 + std::abs(u)));
    EXPECT_LT((a.d1 - b.d1).norm(), 1e-15);
    EXPECT_LT((a.d2 - b.d2).norm(), 1e-15);
    EXPECT_LT((a.d3 - b.d3).norm(), 1e-15);
  }
  EXPECT_NEAR(helix.length(-1.0, 7.0), formula.length(-1.0, 7.0), 1e-13);
  checks::Random random(1);
  for (int i = 0; i < 100; ++i) {
    const Vec3 x = random.vector(1.5);
    EXPECT_NEAR((x - formula.at(formula.closest(x)).r).norm(),
                (x - helix.at(helix.closest(x)).r).norm(),
                1e-14);
  }
}

// A circle whose parameter is a turn, not an angle, and which goes on counting turns.
TEST(ParametricCurve, ClosedItGoesRoundAgain) {
  const Curve ring =
      ParametricCurve{.x = "2*cos(2*pi*u)", .y = "2*sin(2*pi*u)", .z = "1", .closed = true};
  EXPECT_NEAR(ring.length(0.0, 1.0), 4.0 * pi, 1e-13);
  EXPECT_LT((ring.at(5.25).r - Vec3(0.0, 2.0, 1.0)).norm(), 1e-14);
  EXPECT_NEAR(ring.closest_near({0.0, -3.0, 0.0}, 1.9), 1.75, 1e-14);
  EXPECT_THAT(findings(trefoil()), IsEmpty());
}

/// How much energy a bead without friction has won or lost after a second on the knot.
double energy_drift(double h) {
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -9.81}});
  const Curve knot(trefoil());
  const ObjectId bead = world.add(
      Particle{.position = knot.at(0.0).r, .velocity = 6.0 * knot.at(0.0).d1.normalized()});
  world.add(PointToCurve{.point = PointOn{bead}, .curve = {WorldFrame{}, knot}});
  const double before = world.kinetic_energy() + world.potential_energy();
  EXPECT_TRUE(world.run(1.0, h).ok);
  EXPECT_LT(world.report().worst_error, 1e-11);
  EXPECT_GT((world.placement(bead).position - knot.at(0.0).r).norm(), 0.5) << "it went somewhere";
  return std::abs(world.report().energy() - before);
}

// Of second order in the step, (v h κ)² = (6 · 2e-3)² of 18 J.
TEST(ParametricCurve, BeadOnATrefoilKeepsItsEnergy) {
  const double coarse = energy_drift(2e-3), fine = energy_drift(1e-3);
  EXPECT_LT(coarse, 5e-3);
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.3) << coarse << " " << fine;
}

TEST(ParametricCurve, SaysWhereAFormulaIsWrong) {
  EXPECT_THAT(
      findings(ParametricCurve{.x = "cos(t)", .y = "u +", .begin = 2.0, .end = 1.0}),
      ElementsAre(::testing::StartsWith("x: column 5 of \"cos(t)\": unknown name 't'; known are u"),
                  "y: column 4 of \"u +\": expected a number, a name or '(', found the end",
                  "end: is not beyond begin: exchange them"));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(findings(ParametricCurve{.begin = nan, .end = 1.0 / 0.0}),
              ElementsAre("begin: must be finite", "end: must be finite"));
}

TEST(ParametricCurve, NamesThePlaceWithoutAPointOrTangent) {
  EXPECT_THAT(findings(ParametricCurve{.y = "1/(2*u - 1)"}),
              ElementsAre("y: or a derivative of it is not finite at u = 0.5: let the curve begin "
                          "or end beside it, or write it another way"));
  EXPECT_THAT(
      findings(ParametricCurve{.z = "sqrt(u)"}),
      ElementsAre(::testing::StartsWith("z: or a derivative of it is not finite at u = 0")));
  // a cusp between two of the places that are looked at
  EXPECT_THAT(findings(ParametricCurve{.x = "(u - 0.123)^3", .y = "(u - 0.123)^2"}),
              ElementsAre(::testing::StartsWith("x: the curve has no tangent at u = 0.123")));
  EXPECT_THAT(findings(ParametricCurve{.x = "1", .y = "2"}),
              ElementsAre(::testing::StartsWith("x: the curve has no tangent at u = 0")));
}

TEST(ParametricCurve, NamesAGapOrACornerOfWhatShouldBeClosed) {
  EXPECT_THAT(findings(ParametricCurve{.x = "cos(u)", .y = "sin(u)", .end = 6.28, .closed = true}),
              ElementsAre("closed: the end is 0.00318531 m away from the beginning: correct begin, "
                          "end or the formulas, or leave it open"));
  EXPECT_THAT(
      findings(ParametricCurve{.x = "sin(pi*u)", .y = "sin(2*pi*u)", .closed = true}),
      ElementsAre("closed: there is a corner where the end meets the beginning: correct the "
                  "formulas, or leave it open"));
}

}  // namespace holon::parametric_curve_test
