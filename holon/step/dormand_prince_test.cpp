// SPDX-License-Identifier: Apache-2.0
#include "holon/step/dormand_prince.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/holon.h"

namespace holon::dormand_prince_test {

namespace dp = dormand_prince;
using ::testing::HasSubstr;

constexpr double g = 9.81;

World world_with(double tolerance = 1e-11) {
  WorldOptions options{.stepper = "dormand_prince"};
  options.settings.relative_tolerance = options.settings.absolute_tolerance = tolerance;
  World world(options);
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  return world;
}

// ---- coefficients ----

TEST(DormandPrinceTableau, StagesLieWhereTheySay) {
  for (int i = 0; i < dp::kAllStages; ++i) {
    double sum = 0.0;
    for (int j = 0; j < i; ++j) sum += dp::a[i][j];
    EXPECT_NEAR(sum, dp::c[i], 4e-14) << i;  // coefficients up to 43 cancel
  }
}

// Σ b_i c_iᵏ = 1/(k+1) up to k = 7, and those of the longest branch with two stages in it,
// Σ b_i c_i a_ij c_jᵏ = 1/((k+1)(k+3)) up to k = 5 [Hairer93, sec. II.2].
TEST(DormandPrinceTableau, MeetsOrderConditionsUpToEight) {
  const double* b = dp::a[dp::kStages];
  for (int k = 0; k <= 7; ++k) {
    double sum = 0.0;
    for (int i = 0; i < dp::kStages; ++i) sum += b[i] * std::pow(dp::c[i], k);
    EXPECT_NEAR(sum, 1.0 / (k + 1), 1e-15) << k;
  }
  for (int k = 0; k <= 5; ++k) {
    double sum = 0.0;
    for (int i = 0; i < dp::kStages; ++i)
      for (int j = 0; j < i; ++j) sum += b[i] * dp::c[i] * dp::a[i][j] * std::pow(dp::c[j], k);
    EXPECT_NEAR(sum, 1.0 / ((k + 1) * (k + 3)), 1e-14) << k;
  }
}

// The estimates vanish for what methods of order 5 and 3 find too, and for nothing more.
TEST(DormandPrinceTableau, EstimatesAreOfOrdersFiveAndThree) {
  const auto estimate = [](const double* e, int k) {
    double sum = 0.0;
    for (int i = 0; i < dp::kStages; ++i) sum += e[i] * std::pow(dp::c[i], k);
    return sum;
  };
  for (int k = 0; k < 5; ++k) EXPECT_NEAR(estimate(dp::error5, k), 0.0, 1e-15) << k;
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(estimate(dp::error3, k), 0.0, 1e-15) << k;
  EXPECT_GT(std::abs(estimate(dp::error5, 5)), 1e-5);
  EXPECT_GT(std::abs(estimate(dp::error3, 3)), 1e-4);
}

// y' = (k+1) tᵏ, y = tᵏ⁺¹: exact at any part of the step up to degree 7.
TEST(DormandPrinceTableau, DenseOutputIsOfOrderSeven) {
  for (int k = 0; k <= 6; ++k)
    for (const double part : {0.1, 0.37, 0.5, 0.92}) {
      const auto rate = [&](int j) { return (k + 1) * std::pow(dp::c[j], k); };
      double r[7] = {1.0, rate(0) - 1.0, 0.0};
      r[2] = 1.0 - rate(dp::kStages) - r[1];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < dp::kAllStages; ++j) r[3 + i] += dp::dense[i][j] * rate(j);
      double y = r[6];
      for (int i = 5; i >= 0; --i) y = r[i] + y * (i % 2 == 0 ? 1.0 - part : part);
      EXPECT_NEAR(part * y, std::pow(part, k + 1), 1e-12) << k << " at " << part;
    }
}

// ---- constraints ----

// A chain of three rods in space, redundant by a second nail through the same point: to 1e-10 m and
// m/s however coarse the tolerance.
TEST(DormandPrince, MeetsConstraintsWhateverTheTolerance) {
  World world = world_with(1e-3);
  ObjectId last;
  for (int i = 0; i < 3; ++i) {
    const ObjectId rod = world.add(RigidBody{.position = {i + 0.5, 0.1 * i, 0}});
    const PointOn end{rod, {-0.5, 0, 0}};
    if (i == 0)
      for (int k = 0; k < 2; ++k) world.add(PointToPoint{Nail{}, end});
    else
      world.add(PointToPoint{PointOn{last, {0.5, 0.1, 0}}, end});
    last = rod;
  }
  for (int i = 0; i < 10; ++i) {
    const StepReport& r = world.step(0.25);
    ASSERT_TRUE(r.ok) << r.brief();
    EXPECT_EQ(r.dependent_rows, 3);
    EXPECT_LT(r.worst_error, 1e-10);
    const PointKin top = world.point(PointOn{world.model().objects().id_at(0), {-0.5, 0, 0}});
    EXPECT_LT(top.v.norm(), 1e-10);
  }
}

// A parallelogram of three bars and four hinges: across its plane, where rows are redundant,
// nothing moves but what rounding leaves, and that is no conflict for least squares to settle but
// at the end, where the forces may be read.
TEST(DormandPrince, TakesRoundingInRedundantRowsForNoConflict) {
  World world = world_with(1e-8);
  const auto bar = [&](const Vec3& at, double speed, double spin, const Vec3& inertia) {
    RigidBody body{.position = at, .velocity = {speed, 0, 0}, .angular_velocity = {0, spin, 0}};
    body.inertia = inertia.asDiagonal();
    return world.add(body);
  };
  const auto hinge = [&](const PointRef& at, const FrameRef& axis, ObjectId b, const Vec3& on_b) {
    world.add(PointToPoint{at, PointOn{b, on_b}});
    world.add(AxisToAxis{.a = axis, .b = DirectionOn{.object = b, .along = Vec3::UnitY()}});
  };
  const Vec3 up(0, 0, 0.5), side(0.5, 0, 0), upright(0.08, 0.08, 0.002);
  const Quat y = Quat::FromTwoVectors(Vec3::UnitZ(), Vec3::UnitY());
  const ObjectId left = bar({0, 0, 0.5}, 0.5, 1.0, upright);
  const ObjectId right = bar({1, 0, 0.5}, 0.5, 1.0, upright);
  const ObjectId top = bar({0.5, 0, 1}, 1.0, 0.0, {0.002, 0.08, 0.08});
  hinge(Nail{}, WorldFrame{.orientation = y}, left, -up);
  hinge(Nail{{1, 0, 0}}, WorldFrame{.orientation = y}, right, -up);
  hinge(PointOn{left, up}, FrameOn{.object = left, .orientation = y}, top, -side);
  hinge(PointOn{right, up}, FrameOn{.object = right, .orientation = y}, top, side);
  const StepReport& r = world.step(1.5);
  ASSERT_TRUE(r.ok) << r.brief();
  EXPECT_EQ(r.dependent_rows, 3);
  EXPECT_LT(r.refinements, r.substeps);
}

// Bricard's mechanism: five rods and six hinges, one equation of which follows from the others.
// What rounding leaves of that equation is no conflict, wherever a step of the host begins: no
// stage is brought to the surfaces by itself, which would take several factorisations.
TEST(DormandPrince, TakesRoundingAtTheStartOfAStepForNoConflict) {
  World world = world_with(1.0);
  const Vec3 corner[] = {{0, 0, 0}, {1, 0, 0}, {1, 0, -1}, {1, -1, -1}, {0, -1, -1}, {0, -1, 0}};
  const Vec3 axis[] = {{0, 0, 1}, {0, -1, 0}, {1, 0, 0}, {0, 0, 1}, {0, -1, 0}, {1, 0, 0}};
  const auto frame = [](ObjectId on, const Vec3& at, const Vec3& along) -> FrameRef {
    const Quat turned = Quat::FromTwoVectors(Vec3::UnitZ(), along);
    if (on.is_none()) return WorldFrame{.at = at, .orientation = turned};
    return FrameOn{.object = on, .at = at, .orientation = turned};
  };
  ObjectId last;
  Vec3 last_middle = Vec3::Zero();
  for (int i = 0; i < 5; ++i) {
    const Vec3 middle = 0.5 * (corner[i] + corner[i + 1]), along = corner[i + 1] - corner[i];
    RigidBody body{.position = middle};
    body.inertia = (1.01 / 12 * Mat3::Identity() - 0.99 / 12 * along * along.transpose()).eval();
    const ObjectId rod = world.add(body);
    world.add(LineHinge{frame(last, corner[i] - last_middle, axis[i]),
                        frame(rod, corner[i] - middle, axis[i])});
    last = rod;
    last_middle = middle;
  }
  world.add(
      LineHinge{frame({}, corner[5], axis[5]), frame(last, corner[5] - last_middle, axis[5])});
  for (int i = 0; i < 5; ++i) {
    const StepReport& r = world.step(1.0);
    ASSERT_TRUE(r.ok) << r.brief();
    EXPECT_EQ(r.dependent_rows, 1);
    EXPECT_LE(r.factorisations, r.evaluations + r.substeps) << "from " << i;
  }
}

// A rod that hangs at rest on two nails through the same point: each holds half of it. The step
// itself needs neither share, so they are found when they are read.
TEST(DormandPrince, SharesForcesOfRedundantRows) {
  World world = world_with(1e-6);
  const ObjectId rod = world.add(RigidBody{.mass = 3.0, .position = {0, 0, -0.5}});
  ConstraintId nails[2];
  for (ConstraintId& nail : nails)
    nail = world.add(PointToPoint{Nail{}, PointOn{rod, {0, 0, 0.5}}});
  ASSERT_TRUE(world.step(1.0).ok);
  for (const ConstraintId nail : nails) EXPECT_NEAR(std::abs(world.lambda(nail)[2]), 1.5 * g, 1e-9);
}

// An open joint closes on its course D = D₀ (1 + t/τ) e^{−t/τ}, in one step of the host.
TEST(DormandPrince, ClosesOnTheCourse) {
  World world = world_with();
  const double tau = 0.1, D = 0.3, t = 0.5;
  const ObjectId body = world.add(RigidBody{.position = {0.5, 0, D}});
  world.add(PointToPoint{Nail{}, PointOn{body, {-0.5, 0, 0}}}, {.tau = tau});
  ASSERT_TRUE(world.step(t).ok);
  const Vec3 end = world.point(PointOn{body, {-0.5, 0, 0}}).x;
  EXPECT_NEAR(end.z(), D * (1.0 + t / tau) * std::exp(-t / tau), 1e-10);
  EXPECT_LT(end.head<2>().norm(), 1e-10);
}

// ---- accuracy ----

// A bob on a rod of length L that goes round in a circle: ω² = g/(L cos α), for two seconds in one
// step of the host. The rod is met as nearly as ever, though not at each of the inner steps.
TEST(DormandPrince, HoldsTheErrorOfAConicalPendulumToTheTolerance) {
  const double L = 1.0, alpha = 0.5, omega = std::sqrt(g / (L * std::cos(alpha))), t = 2.0;
  const Vec3 start(L * std::sin(alpha), 0, -L * std::cos(alpha));
  double before = 1.0;
  for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-9, 1e-11}) {
    World world = world_with(tolerance);
    const ObjectId bob =
        world.add(Particle{.position = start, .velocity = {0, omega * start.x(), 0}});
    world.add(Distance{Nail{}, PointOn{bob}, L});
    const StepReport& r = world.step(t);
    ASSERT_TRUE(r.ok) << r.brief();
    EXPECT_GT(r.substeps, 1);
    EXPECT_LT(r.worst_error, 1e-12);
    const Vec3 end(start.x() * std::cos(omega * t), start.x() * std::sin(omega * t), start.z());
    const double error = (world.placement(bob).position - end).norm();
    EXPECT_LT(error, 30.0 * tolerance) << tolerance;  // errors of some ten steps add up
    EXPECT_LT(error, 0.1 * before) << tolerance;
    before = error;
  }
}

// From rest, where velocities are allowed no more than the absolute tolerance, to steps of half a
// second: a look ahead costs one evaluation, a step twelve.
TEST(DormandPrince, FindsTheLengthOfItsFirstStepFromRest) {
  WorldOptions options{.stepper = "dormand_prince"};
  options.settings.relative_tolerance = 1e-2;
  options.settings.absolute_tolerance = 1e-4;
  World world(options);
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId rod = world.add(RigidBody{.position = {0.5, 0, 0}});
  world.add(PointToPoint{Nail{}, PointOn{rod, {-0.5, 0, 0}}});
  const int first = world.step(1.0).evaluations;
  EXPECT_LE(first, world.step(1.0).evaluations + 14);
}

// ---- events ----

// A stone falls beside the nail of its rope, and the rope stops what goes along it: of v² = 1.6 g L
// there remain 0.36 v². One step of the host, in which it is caught. (What touches within 1e-9 m
// counts as taut: m g 1e-9 is 7e-9 J.)
TEST(DormandPrince, FindsWhereARopeGoesTaut) {
  const double L = 1.0;
  World world = world_with();
  const ObjectId stone = world.add(Particle{.mass = 0.7, .position = {0.6 * L, 0, 0}});
  world.add(Rope{.a = Nail{}, .b = PointOn{stone}, .length = L});
  for (const double h : {0.3, 0.7}) {  // it is caught at √(1.6/9.81) = 0.404 s
    const StepReport& r = world.step(h);
    ASSERT_TRUE(r.ok) << r.brief();
    if (r.time < 0.4) continue;
    EXPECT_NEAR(r.energy(), 0.7 * (0.5 * 0.36 * 1.6 - 0.8) * g * L, 7e-9);
    EXPECT_NEAR(world.placement(stone).position.norm(), L, 1e-10);
  }
}

// Started at the lowest point with v² = 3.5 g L it leaves its circle at 120°, with v² = g L / 2,
// and flies on: by then it has a known velocity sideways, and a known place for each one upwards.
TEST(DormandPrince, FindsWhereARopeGoesSlack) {
  const double L = 1.0;
  World world = world_with();
  const ObjectId stone = world.add(
      Particle{.mass = 0.7, .position = {0, 0, -L}, .velocity = {std::sqrt(3.5 * g * L), 0, 0}});
  const ConstraintId rope = world.add(Rope{.a = Nail{}, .b = PointOn{stone}, .length = L});
  ASSERT_TRUE(world.step(0.7).ok);
  ASSERT_EQ(world.lambda(rope)[0], 0.0);
  const Placement at = world.placement(stone);
  const double speed = std::sqrt(0.5 * g * L), up = speed * std::sin(2.0 * M_PI / 3.0);
  const double flown = (up - at.velocity.z()) / g;
  EXPECT_GT(flown, 0.01);
  EXPECT_NEAR(at.velocity.x(), -0.5 * speed, 1e-9);
  EXPECT_NEAR(at.position.x(), L * std::sin(2.0 * M_PI / 3.0) - 0.5 * speed * flown, 1e-9);
  EXPECT_NEAR(at.position.z(), 0.5 * L + up * flown - 0.5 * g * flown * flown, 1e-9);
}

// ---- going on and giving up ----

TEST(DormandPrince, GoesOnFromACopyToTheLastBit) {
  World world = world_with(1e-8);
  const ObjectId rod = world.add(RigidBody{.position = {0.5, 0, 0}});
  world.add(PointToPoint{Nail{}, PointOn{rod, {-0.5, 0, 0}}});
  world.run(0.6, 0.2);
  const auto saved = world.snapshot();
  world.run(0.6, 0.2);
  const auto hash = world.hash();
  World other = world_with(1e-8);
  other.restore(saved);
  other.run(0.6, 0.2);
  EXPECT_EQ(other.hash(), hash);
}

// A step from where the last one ended takes over what that has found there: a factorisation less
// than one that comes there from elsewhere, and the same motion.
TEST(DormandPrince, TakesOverTheFactorsOfTheLastStep) {
  World world = world_with(1e-8);
  const ObjectId rod = world.add(RigidBody{.position = {0.5, 0, 0}});
  world.add(PointToPoint{Nail{}, PointOn{rod, {-0.5, 0, 0}}});
  world.step(0.2);
  World other = world_with(1e-8);
  other.restore(world.snapshot());
  EXPECT_EQ(world.step(0.2).factorisations + 1, other.step(0.2).factorisations);
  EXPECT_EQ(world.hash(), other.hash());
}

// It goes on with the length it had found, and does not feel its way again.
TEST(DormandPrince, RemembersTheLengthOfItsSteps) {
  World world = world_with(1e-8);
  const ObjectId rod = world.add(RigidBody{.position = {0.5, 0, 0}});
  world.add(PointToPoint{Nail{}, PointOn{rod, {-0.5, 0, 0}}});
  const int first = world.step(0.1).substeps;
  EXPECT_LT(world.step(0.1).substeps, first);
}

// Bars of 1 m cannot hold what is pulled away by 3 m/s: at their dead point the force has no bound.
TEST(DormandPrince, NamesTheConstraintThatStopsIt) {
  World world = world_with(1e-8);
  const ObjectId knee = world.add(Particle{.mass = 1.0, .position = {0.6, 0, 0.8}});
  world.add(Distance{Nail{}, PointOn{knee}, 1.0});
  const Path away{.x = Polynomial{{1.2, 3.0}}, .y = 0.0, .z = 0.0};
  world.add(Distance{away, PointOn{knee}, 1.0}, {.name = "pulled bar"});
  const StepReport& r = world.step(1.0);
  EXPECT_FALSE(r.ok);
  EXPECT_EQ(world.time(), 0.0);
  EXPECT_THAT(r.brief(), HasSubstr("error cannot be held"));
  ASSERT_FALSE(r.events.empty());
  EXPECT_FALSE(r.events.back().constraint.is_none());
}

}  // namespace holon::dormand_prince_test
