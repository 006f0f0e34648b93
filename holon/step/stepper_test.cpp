// SPDX-License-Identifier: Apache-2.0
#include "holon/step/stepper.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "holon/holon.h"

namespace holon::stepper_test {

using ::testing::HasSubstr;

const Vec3 g(0.0, -9.81, 0.0);

bool exists(std::string_view name) {
  return std::ranges::any_of(stepper_kinds(), [&](const auto& k) { return k.name == name; });
}

// A thin rod that hangs from its origin, turned by `angle` from the downward vertical.
RigidBody rod(double mass, double length, const Vec3& top, double angle) {
  const double I = mass * length * length / 12.0;
  RigidBody body;
  body.mass = mass;
  body.inertia = Vec3(I, 0, I).asDiagonal();
  body.com = {0, -0.5 * length, 0};
  body.position = top;
  body.orientation = rotation_exp({0, 0, angle});
  return body;
}

// Two rods of 1 m and 1 kg, let go level.
struct DoublePendulum {
  World world;
  ObjectId upper, lower;
  ConstraintId nail, joint;
  explicit DoublePendulum(std::string_view stepper, const StepperOptions& settings = {})
      : world(WorldOptions{.stepper = std::string(stepper), .settings = settings}) {
    world.add(Gravity{.g = g});
    upper = world.add(rod(1.0, 1.0, {0, 0, 0}, 0.5 * M_PI));
    lower = world.add(rod(1.0, 1.0, {1, 0, 0}, 0.5 * M_PI));
    nail = world.add(PointToPoint{Nail{}, PointOn{upper}});
    joint = world.add(PointToPoint{PointOn{upper, {0, -1, 0}}, PointOn{lower}});
  }
  // Errors of the lower end and of the force on the nail after half a second, against values
  // computed in 40 digits from Lagrange's equations in the two angles.
  std::pair<double, double> errors(double h) {
    world.run(0.5, h);
    const Vec3 tip = world.point(PointOn{lower, {0, -1, 0}}).x, force = world.loads(nail)[1].force;
    return {(tip - Vec3(1.2966885362267435, -1.4057799231905652, 0)).norm(),
            (force - Vec3(-9.777704014093933, 30.3287904133077, 0)).norm()};
  }
};

// ---- order ----

struct Order {
  const char* stepper;
  double order, h, error;  // error: of the position, at h/2
};
class StepperOrder : public ::testing::TestWithParam<Order> {};

// Halving the step divides the error by 2^order, of positions and of forces alike.
TEST_P(StepperOrder, IsWhatItClaims) {
  const Order& p = GetParam();
  const auto [position1, force1] = DoublePendulum(p.stepper).errors(p.h);
  const auto [position2, force2] = DoublePendulum(p.stepper).errors(0.5 * p.h);
  EXPECT_LT(position2, p.error);
  EXPECT_NEAR(std::log2(position1 / position2), p.order, 0.15);
  EXPECT_NEAR(std::log2(force1 / force2), p.order, 0.25);
}
INSTANTIATE_TEST_SUITE_P(OnADoublePendulum,
                         StepperOrder,
                         ::testing::Values(Order{"projected", 2.0, 0.005, 1e-4},
                                           Order{"euler", 1.0, 5e-4, 1e-2},
                                           Order{"double_euler", 1.0, 5e-4, 1e-2},
                                           Order{"rk2", 2.0, 0.005, 1e-3},
                                           Order{"rk4", 4.0, 0.01, 1e-6}),
                         [](const auto& i) { return std::string(i.param.stepper); });

// With no tolerance to speak of, each step of the host is one step of the method: a quarter of it
// divides the error by 4⁸ = 65536. (From 4e-7 to 8e-12 in positions: a single halving would show
// where the leading term changes its sign.)
TEST(DormandPrince, IsOfOrderEight) {
  StepperOptions any;
  any.relative_tolerance = any.absolute_tolerance = 1e6;
  const auto [position1, force1] = DoublePendulum("dormand_prince", any).errors(0.125);
  DoublePendulum fine("dormand_prince", any);
  const auto [position2, force2] = fine.errors(0.03125);
  EXPECT_EQ(fine.world.report().substeps, 1);
  EXPECT_NEAR(0.5 * std::log2(position1 / position2), 8.0, 0.4);
  EXPECT_NEAR(0.5 * std::log2(force1 / force2), 8.0, 0.4);
}

// Four digits more take 10^{4/8} ≈ 3.2 times the steps.
TEST(DormandPrince, PaysForDigitsByTheEighthRoot) {
  const auto substeps = [](double tolerance) {
    StepperOptions settings;
    settings.relative_tolerance = settings.absolute_tolerance = tolerance;
    DoublePendulum pendulum("dormand_prince", settings);
    EXPECT_TRUE(pendulum.world.step(2.0).ok);
    return static_cast<double>(pendulum.world.report().substeps);
  };
  EXPECT_NEAR(substeps(1e-11) / substeps(1e-7), std::sqrt(10.0), 0.5);
}

// Force makes velocity: m v = −k x, x = x₀ e^{−kt/m}.
TEST(FirstOrder, DecaysExponentiallyToSecondOrder) {
  const double m = 2.0, k = 3.0, t = 1.0;
  double error[2];
  for (int i = 0; i < 2; ++i) {
    World world(WorldOptions{.stepper = "first_order"});
    const ObjectId id = world.add(Particle{.mass = m, .position = {1, 2, 0}});
    world.add(SpringDamper{Nail{}, PointOn{id}, k, 0.0, 0.0});
    world.run(t, 0.02 / (1 << i));
    error[i] = world.placement(id).position.y() - 2.0 * std::exp(-k / m * t);
  }
  EXPECT_LT(std::abs(error[1]), 1e-4);
  EXPECT_NEAR(error[0] / error[1], 4.0, 0.1);
}

// On a circle of radius R, dragged by a spring to (d, 0): tan(φ/2) = tan(φ₀/2) e^{−kdt/(mR)}; the
// circle pushes outwards with k (R − d cos φ).
TEST(FirstOrder, SlidesAlongACircleToTheSpring) {
  const double m = 2.0, R = 1.5, k = 3.0, d = 2.5, phi0 = 150.0 / 180.0 * M_PI, t = 1.0;
  World world(WorldOptions{.stepper = "first_order"});
  const ObjectId id =
      world.add(Particle{.mass = m, .position = R * Vec3(std::cos(phi0), std::sin(phi0), 0)});
  world.add(SpringDamper{Nail{{d, 0, 0}}, PointOn{id}, k, 0.0, 0.0});
  const ConstraintId bar = world.add(Distance{Nail{}, PointOn{id}, R});
  world.run(t, 0.001);
  const Vec3 x = world.placement(id).position;
  const double phi = 2.0 * std::atan(std::tan(0.5 * phi0) * std::exp(-k * d * t / (m * R)));
  EXPECT_NEAR(std::atan2(x.y(), x.x()), phi, 1e-5);
  EXPECT_NEAR(world.lambda(bar)[0], k * (R - d * std::cos(phi)), 1e-4);
  EXPECT_NEAR(x.norm(), R, 1e-12);
}

// The adaptive ones reach what they are asked for, however long the step of the host, and say into
// how many they divided it. Errors of single steps add up over the way: a factor of 1000 is left.
TEST(Adaptive, ReachesItsTolerance) {
  for (const char* name : {"dormand_prince", "adams", "bdf"}) {
    if (!exists(name)) continue;
    for (const double tolerance : {1e-6, 1e-10}) {
      StepperOptions settings;
      settings.relative_tolerance = tolerance;
      settings.absolute_tolerance = tolerance;
      DoublePendulum pendulum(name, settings);
      const auto [position, force] = pendulum.errors(0.1);
      EXPECT_LT(position, 1e3 * tolerance) << name;
      EXPECT_LT(force, 1e5 * tolerance) << name;
      EXPECT_GT(pendulum.world.report().substeps, std::string(name) == "dormand_prince" ? 1 : 5)
          << name;
    }
  }
}

// ---- long runs ----

TEST(Projected, KeepsEnergyAndConstraintsForAHundredThousandSteps) {
  DoublePendulum pendulum("projected");
  const int steps = 100000;
  double first = 0.0, last = 0.0, open = 0.0;
  for (int i = 0; i < steps; ++i) {
    const StepReport& r = pendulum.world.step(0.002);
    ASSERT_TRUE(r.ok);
    const double e = std::abs(r.energy());  // it starts at the height of the nail, at rest
    if (i < steps / 10) first = std::max(first, e);
    if (i >= steps - steps / 10) last = std::max(last, e);
    open = std::max(open, r.worst_error);
  }
  EXPECT_LT(first, 0.02 * 9.81);
  EXPECT_LT(last, 2.0 * first) << "no drift";
  EXPECT_LT(open, 1e-9);
}

TEST(Projected, RunsBackwardsToWhereItStarted) {
  DoublePendulum pendulum("projected");
  World& world = pendulum.world;
  const auto start = world.snapshot();
  world.run(1.0, 0.005);
  for (const ObjectId id : {pendulum.upper, pendulum.lower}) {
    std::vector<double> q(world.state().q(id).begin(), world.state().q(id).end());
    std::vector<double> v(world.state().v(id).begin(), world.state().v(id).end());
    for (double& x : v) x = -x;
    world.place(id, q, v);
  }
  world.run(1.0, 0.005);
  // what the iteration leaves open, 1e-12 a step, grows along the way as any disturbance does
  for (const ObjectId id : {pendulum.upper, pendulum.lower})
    for (std::size_t i = 0; i < 7; ++i)
      EXPECT_NEAR(world.state().q(id)[i], start.state.q(id)[i], 1e-9) << i;
}

// ---- constraints on velocities ----

// The top of a rod takes the velocity of a path to and fro: the rod swings as if it were held
// there, wherever the path is. Second order, against a fine solution with the point held.
TEST(Projected, TreatsConstraintsOnVelocitiesToSecondOrder) {
  const double A = 0.2, w = 6.0;
  const auto tip = [&](const char* stepper, double h, bool velocities_only) {
    World world(WorldOptions{.stepper = stepper});
    world.add(Gravity{.g = g});
    RigidBody body = rod(1.0, 1.0, {0, 0, 0}, 0.5);
    body.velocity = {A * w, 0, 0};
    const ObjectId id = world.add(body);
    const Vec3 offset = velocities_only ? Vec3(5, 3, -1) : Vec3(0, 0, 0);
    const Path path{.x = Sine{.offset = offset.x(), .amplitude = A, .rate = w},
                    .y = offset.y(),
                    .z = offset.z()};
    if (velocities_only)
      world.add(VelocityToVelocity{path, PointOn{id}});
    else
      world.add(PointToPoint{path, PointOn{id}});
    world.run(1.0, h);
    return world.point(PointOn{id, {0, -1, 0}}).x;
  };
  const Vec3 exact = tip("rk4", 5e-4, false);
  const double e1 = (tip("projected", 0.01, true) - exact).norm();
  const double e2 = (tip("projected", 0.005, true) - exact).norm();
  EXPECT_LT(e2, 2e-3);
  EXPECT_NEAR(e1 / e2, 4.0, 0.2);
  const double e3 = (tip("projected", 0.01, false) - exact).norm();
  EXPECT_LT(e1, 4.0 * e3) << "not much worse than with the point held";
}

// ---- near singular positions ----

struct FourBar {
  World world;
  ObjectId crank, coupler, rocker;
};
// Crank 1, coupler 2, ground 2, all in the x-y plane and level: a dead point if the rocker is 1.
FourBar four_bar(double rocker_length, double crank_angle) {
  FourBar f;
  // corners: A at the end of the crank, B where two circles meet, above A
  const Vec3 A(std::cos(crank_angle), std::sin(crank_angle), 0), D(2, 0, 0), d = D - A;
  const double along = (4.0 - rocker_length * rocker_length + d.squaredNorm()) / (2.0 * d.norm());
  const double across = std::sqrt(4.0 - along * along);
  const Vec3 n = d.normalized(), B = A + along * n + across * Vec3(-n.y(), n.x(), 0);
  const auto link = [&](const Vec3& from, const Vec3& to) {
    const Vec3 way = to - from;
    return f.world.add(rod(way.norm(), way.norm(), from, std::atan2(way.x(), -way.y())));
  };
  f.crank = link(Vec3::Zero(), A);
  f.coupler = link(A, B);
  f.rocker = link(D, B);
  f.world.add(PointToPoint{Nail{}, PointOn{f.crank}});
  f.world.add(PointToPoint{PointOn{f.crank, {0, -1, 0}}, PointOn{f.coupler}});
  f.world.add(
      PointToPoint{PointOn{f.coupler, {0, -2, 0}}, PointOn{f.rocker, {0, -rocker_length, 0}}});
  f.world.add(PointToPoint{Nail{D}, PointOn{f.rocker}});
  f.world.add(Impulse{PointOn{f.crank, {0, -1, 0}}, {0, 5, 0}});
  return f;
}

// A parallelogram has all its bars on one line twice a turn, where a constraint of four bars loses
// rank. It goes on as a parallelogram, the coupler level.
TEST(Projected, TakesAParallelogramThroughItsDeadPoints) {
  FourBar f = four_bar(1.0, 0.3);
  f.world.step(0.004);
  const double e0 = f.world.report().energy();
  int dead_points = 0;
  double before = 1.0;
  for (int i = 0; i < 1500; ++i) {
    const StepReport& r = f.world.step(0.004);
    ASSERT_TRUE(r.ok) << r.brief();
    ASSERT_LT(r.worst_error, 1e-9);
    ASSERT_NEAR(r.energy(), e0, 1e-3 * e0) << "at " << r.time;
    const double height = f.world.point(PointOn{f.crank, {0, -1, 0}}).x.y();
    dead_points += height * before < 0.0;
    before = height;
  }
  EXPECT_GE(dead_points, 3);
}

// The same to nine digits, in steps of the host that take it over a dead point at once.
TEST(DormandPrince, TakesAParallelogramOverItsDeadPoints) {
  FourBar f = four_bar(1.0, 0.3);
  f.world.set_stepper("dormand_prince");
  f.world.step(0.01);
  const double e0 = f.world.report().energy();
  for (int i = 0; i < 15; ++i) {
    const StepReport& r = f.world.step(0.4);
    ASSERT_TRUE(r.ok) << r.brief();
    ASSERT_LT(r.worst_error, 1e-10);
    // it moves as one point: no force does work, so its energy is what it was
    ASSERT_NEAR(r.energy(), e0, 1e-8 * e0) << "at " << r.time;
    const Vec3 A = f.world.point(PointOn{f.crank, {0, -1, 0}}).x;
    const Vec3 B = f.world.point(PointOn{f.rocker, {0, -1, 0}}).x;
    ASSERT_LT((B - A - Vec3(2, 0, 0)).norm(), 1e-8) << "the coupler stays level";
  }
}

// With a rocker longer by 1e-4 the bars miss the line by about √(2e-4): the coupler swings round
// within a hundredth of a turn of the crank.
TEST(Projected, TakesANearlySingularFourBarPastItsDeadPoints) {
  FourBar f = four_bar(1.0001, 0.3);
  f.world.step(0.001);
  const double e0 = f.world.report().energy();
  double worst = 0.0;
  for (int i = 0; i < 6000; ++i) {
    const StepReport& r = f.world.step(0.001);
    ASSERT_TRUE(r.ok) << r.brief();
    ASSERT_LT(r.worst_error, 1e-9);
    worst = std::max(worst, std::abs(r.energy() - e0));
  }
  EXPECT_LT(worst, 0.1 * e0);
}

// ---- by name ----

TEST(Steppers, AreThereWithTheDefaultFirst) {
  EXPECT_EQ(stepper_kinds().front().name, WorldOptions{}.stepper);
  for (const StepperKind& kind : stepper_kinds()) {
    EXPECT_NE(make_stepper(kind.name), nullptr);
    EXPECT_FALSE(kind.summary.empty()) << kind.name;
  }
  for (const char* name : {"projected", "euler", "double_euler", "rk2", "rk4", "first_order"})
    EXPECT_TRUE(exists(name)) << name;
}

TEST(Steppers, AnUnknownNameIsToldTheKnownOnes) {
  try {
    make_stepper("leapfrog");
    FAIL() << "there is a stepper 'leapfrog'";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("no stepper 'leapfrog'"));
    for (const StepperKind& kind : stepper_kinds())
      EXPECT_THAT(e.what(), HasSubstr(std::string(kind.name)));
  }
  World world;
  EXPECT_THROW(world.set_stepper("leapfrog"), UsageError);
  EXPECT_EQ(world.stepper(), "projected") << "it keeps the one it has";
  EXPECT_THROW(World(WorldOptions{.stepper = "leapfrog"}), UsageError);
}

// The method may change while the world runs; positions and velocities go on.
TEST(Steppers, CanBeChangedOnTheWay) {
  DoublePendulum pendulum("projected");
  pendulum.world.run(0.25, 0.001);
  pendulum.world.set_stepper("rk4");
  const auto [position, force] = pendulum.errors(0.001);  // half a second more
  EXPECT_EQ(pendulum.world.report().stepper, "rk4");
  EXPECT_GT(position + force, 0.0);
  DoublePendulum straight("rk4");
  straight.world.run(0.75, 0.001);
  EXPECT_LT((pendulum.world.placement(pendulum.lower).position
             - straight.world.placement(straight.lower).position)
                .norm(),
            1e-4);
}

}  // namespace holon::stepper_test
