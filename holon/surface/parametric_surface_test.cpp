// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/parametric_surface.h"

#include <gmock/gmock.h>

#include <numbers>

#include "holon/checks/surface_specimens.h"
#include "holon/world/world.h"

namespace holon::parametric_surface_test {

using std::numbers::pi;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::vector<std::string> findings(const ParametricSurface& surface) {
  Diagnostics d;
  surface.check(d);
  return d.errors();
}

// Distances, normals and curvatures of order 1 to 10; the foot is right to the root of rounding
// only where it does not matter.
TEST(ParametricSurface, TorusByFormulaIsATorus) {
  const Surface formula(checks::torus_by_formula()), torus(TorusSurface{1.0, 0.4});
  checks::Random random(1);
  for (int i = 0; i < 300; ++i) {
    const Vec3 x = random.vector(1.5);
    SurfaceFoot foot = formula.closest(x), none;
    const SurfaceJet a = formula.at(x, foot), b = torus.at(x, none);
    if (b.f < -0.35) continue;  // near the middle of the tube curvatures are without bound
    ASSERT_NEAR(a.f, b.f, 1e-14);
    ASSERT_LT((a.gradient - b.gradient).norm(), 1e-12);
    ASSERT_LT((a.hessian - b.hessian).norm(), 1e-9);
    ASSERT_FALSE(formula.outside_domain(foot));
  }
}

// Led along a (7, 3) torus knot, the foot goes round both ways and counts turns.
TEST(ParametricSurface, FollowsAPointRoundAndRound) {
  const Surface torus(checks::torus_by_formula());
  SurfaceFoot foot = torus.closest({1.5, 0.0, 0.0});
  const SurfaceFoot start = foot;
  for (int i = 0; i <= 2000; ++i) {
    const double s = 2.0 * pi * i / 2000, ring = 1.0 + 0.5 * std::cos(7.0 * s);
    const Vec3 x(ring * std::cos(3.0 * s), ring * std::sin(3.0 * s), 0.5 * std::sin(7.0 * s));
    ASSERT_NEAR(torus.at(x, foot).f, 0.1, 1e-13) << i;
  }
  const SurfaceFoot once = torus.closest({1.5, 0.0, 0.0});
  EXPECT_EQ(start, once);
  EXPECT_NEAR((foot.v - start.v) / (foot.u - start.u), 7.0 / 3.0, 1e-10)
      << "as many pieces each way";
}

/// How much energy a bead has won or lost after a second in a bowl x²+y² = 2 z, by formula.
double energy_drift(double h) {
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -9.81}});
  const ObjectId bead =
      world.add(Particle{.position = {1.0, 0.0, 0.5}, .velocity = {0.0, 1.5, 0.0}});
  world.add(PointToSurface{
      .point = PointOn{bead},
      .surface = {
          WorldFrame{},
          ParametricSurface{
              .x = "u", .y = "v", .z = "(u^2 + v^2)/2", .begin = {-2, -2}, .end = {2, 2}}}});
  const double before = world.kinetic_energy() + world.potential_energy();
  EXPECT_TRUE(world.run(1.0, h).ok);
  const Vec3 x = world.placement(bead).position;
  EXPECT_NEAR(x.z(), 0.5 * (x.x() * x.x() + x.y() * x.y()), 1e-11);
  return std::abs(world.report().energy() - before);
}

TEST(ParametricSurface, BeadInABowlKeepsItsEnergy) {
  const double coarse = energy_drift(4e-3), fine = energy_drift(2e-3);
  EXPECT_LT(coarse, 1e-3) << "(v h κ)² = (3 · 4e-3)² of 6 J";
  EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.4) << coarse << " " << fine;
}

// A chute that ends at y = 1, where its formula ends soon after: the bead leaves it there.
TEST(ParametricSurface, EdgeReleasesAlsoWhereTheFormulaEnds) {
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -9.81}});
  const ObjectId bead =
      world.add(Particle{.position = {0.5, 0.0, 0.1 * std::pow(1.01, 1.5)}, .velocity = {0, 2, 0}});
  const ConstraintId chute = world.add(PointToSurface{
      .point = PointOn{bead},
      .surface = {WorldFrame{}, ParametricSurface{.x = "u", .y = "v", .z = "0.1*(1.01 - v)^1.5"}}});
  const double h = 0.01;
  while (world.is_active(chute)) {
    ASSERT_TRUE(world.step(h).ok);
    ASSERT_LT(world.time(), 0.6);
  }
  EXPECT_NEAR(world.placement(bead).position.y(), 1.0, 2.0 * h + 1e-9) << "within a step";
}

TEST(ParametricSurface, SaysWhereAFormulaIsWrong) {
  EXPECT_THAT(findings(ParametricSurface{.x = "u*w", .end = {1.0, 0.0}}),
              ElementsAre(StartsWith("x: column 3 of \"u*w\": unknown name 'w'; known are u, v"),
                          "end: v is not beyond that of begin: exchange them"));
  EXPECT_THAT(findings(ParametricSurface{.z = "log(v)"}),
              ElementsAre("z: or a derivative of it is not finite at u = 0, v = 0: let the surface "
                          "begin or end beside it, or write it another way"));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(findings(ParametricSurface{.begin = {nan, 0.0}}),
              ElementsAre("begin: must be finite"));
}

/// A sphere by longitude and latitude, over a part of the latitudes.
ParametricSurface sphere(double south, double north) {
  return {.x = "cos(v)*cos(u)",
          .y = "cos(v)*sin(u)",
          .z = "sin(v)",
          .begin = {0.0, south},
          .end = {2.0 * pi, north},
          .closed_u = true};
}

TEST(ParametricSurface, NamesThePlaceWithoutANormal) {
  EXPECT_THAT(findings(sphere(-1.5, 1.5)), IsEmpty());
  EXPECT_THAT(findings(sphere(-1.5, 0.5 * pi)),
              ElementsAre(StartsWith("x: the surface has no normal at u = 0, v = 1.5708")));
  EXPECT_THAT(
      findings(sphere(-1.5, 1.7)),
      ElementsAre(StartsWith("x: the normal of the surface turns over between u = 0, v = ")))
      << "past the pole";
  EXPECT_THAT(findings(ParametricSurface{.x = "u + v", .y = "u + v", .z = "0"}),
              ElementsAre(StartsWith("x: the surface has no normal at u = 0, v = 0")));
}

TEST(ParametricSurface, NamesAGapOrACreaseOfWhatShouldBeClosed) {
  ParametricSurface open = checks::torus_by_formula();
  open.end[1] = 6.0;
  EXPECT_THAT(
      findings(open),
      ElementsAre(StartsWith("closed_v: the surface at u = 0, v = 6 is 0.112896 m away from "
                             "that at u = 0, v = 0: correct begin, end")));
  const ParametricSurface drop{.x = "sin(pi*u)", .y = "sin(2*pi*u)/2", .z = "v", .closed_u = true};
  EXPECT_THAT(findings(drop),
              ElementsAre(StartsWith("closed_u: there is a crease at u = 0, v = 0")));
}

}  // namespace holon::parametric_surface_test
