// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/rolling_curves.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/checks/constraint_checks.h"

namespace holon::rolling_curves_test {

using ::testing::ElementsAre;

constexpr double g = 9.81;

/// A body that turns about the z axis through a point of the x axis.
ObjectId add_hinged(World& world, double x, double inertia, double rate) {
  const ObjectId id = world.add(RigidBody{.inertia = inertia * Mat3::Identity(),
                                          .position = {x, 0.0, 0.0},
                                          .angular_velocity = {0.0, 0.0, rate}});
  world.add(LineHinge{.a = WorldFrame{.at = {x, 0.0, 0.0}}, .b = FrameOn{id}});
  return id;
}
double rate_of(const World& world, ObjectId id) {
  return world.placement(id).angular_velocity.z();
}

// Two circles on fixed axles are a pair of gears: α₁ (I₁ + I₂ (R₁/R₂)²) = T. That they touch the
// axles see to already: one row follows from others.
TEST(RollingCurves, CirclesAreGears) {
  const double R1 = 0.4, R2 = 0.7, I1 = 1.2, I2 = 2.3, T = 3.0;
  World world;
  const ObjectId first = add_hinged(world, 0.0, I1, 0.0);
  const ObjectId second = add_hinged(world, R1 + R2, I2, 0.0);
  world.add(AppliedTorque{FrameOn{first}, Path::constant({0.0, 0.0, T})});
  const ConstraintId teeth = world.add(RollingCurves{.a = {FrameOn{first}, Circle{.radius = R1}},
                                                     .b = {FrameOn{second}, Circle{.radius = R2}}});
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  EXPECT_GT(world.report().dependent_rows, 0);
  const double alpha = T / (I1 + I2 * R1 * R1 / (R2 * R2));
  EXPECT_NEAR(rate_of(world, first), alpha, 1e-8);
  EXPECT_NEAR(rate_of(world, second), -alpha * R1 / R2, 1e-8);
  EXPECT_NEAR(world.lambda(teeth)[1], I2 * alpha * R1 / (R2 * R2), 1e-6)
      << "on the second, along y";
}

// What rolls off one has come onto the other: after any number of turns, however large the steps.
TEST(RollingCurves, CirclesTurnAsGearsDo) {
  const double R1 = 0.4, R2 = 0.7, T = 3.0;
  const auto turned = [&](bool by_curves) {
    World world;
    const ObjectId first = add_hinged(world, 0.0, 1.2, 0.0);
    const ObjectId second = add_hinged(world, R1 + R2, 2.3, 0.0);
    world.add(AppliedTorque{FrameOn{first}, Path::constant({0.0, 0.0, T})});
    if (by_curves)
      world.add(RollingCurves{.a = {FrameOn{first}, Circle{.radius = R1}},
                              .b = {FrameOn{second}, Circle{.radius = R2}}});
    else
      world.add(Gear{.a = TwistBetween{WorldFrame{}, FrameOn{first}},
                     .b = TwistBetween{WorldFrame{}, FrameOn{second}},
                     .teeth_a = R1,
                     .teeth_b = R2});
    EXPECT_TRUE(world.run(5.0, 0.02).ok);
    return std::pair(world.placement(first).orientation, world.placement(second).orientation);
  };
  const auto curves = turned(true), gear = turned(false);
  EXPECT_LT(curves.first.angularDistance(gear.first), 1e-9);
  EXPECT_LT(curves.second.angularDistance(gear.second), 1e-9);
}

// A pinion on an axle drives a rack in its guide: T = (I + m r²) α.
TEST(RollingCurves, CircleDrivesALineAsAPinionItsRack) {
  const double r = 0.25, I = 0.3, m = 2.0, T = 1.5, alpha = T / (I + m * r * r);
  const auto driven = [&](bool by_curves) {
    World world;
    const ObjectId pinion = add_hinged(world, 0.0, I, 0.0);
    const ObjectId rack = world.add(RigidBody{.mass = m, .position = {0.0, -r, 0.0}});
    const Quat along_x = Quat::FromTwoVectors(Vec3::UnitZ(), Vec3::UnitX());
    const WorldFrame guide{{0.0, -r, 0.0}, along_x};
    world.add(Prism{.a = guide, .b = FrameOn{rack, Vec3::Zero(), along_x}});
    world.add(AppliedTorque{FrameOn{pinion}, Path::constant({0.0, 0.0, T})});
    ConstraintId teeth;
    if (by_curves)
      teeth = world.add(
          RollingCurves{.a = {FrameOn{pinion}, Circle{.radius = r}}, .b = {FrameOn{rack}, Line{}}});
    else
      teeth = world.add(RackAndPinion{
          .angle = TwistBetween{WorldFrame{}, FrameOn{pinion}},
          .travel = TravelAlong{Nail{guide.at}, PointOn{rack}, WorldDirection{Vec3::UnitX()}},
          .radius = r});
    EXPECT_TRUE(world.run(2.0, 0.02).ok);
    EXPECT_NEAR(rate_of(world, pinion), 2.0 * alpha, 1e-8) << by_curves;
    EXPECT_NEAR(world.lambda(teeth).back(), m * r * alpha, 1e-7) << by_curves;
    return world.placement(rack).position.x();
  };
  EXPECT_NEAR(driven(true), driven(false), 1e-9);
  // how far something turns is second order in the 0.14 rad of a step
  EXPECT_NEAR(driven(true), 0.5 * r * alpha * 4.0, 5e-3);
}

/// A round body in the x-y plane.
ObjectId add_in_plane(World& world, const RigidBody& body) {
  const ObjectId id = world.add(body);
  world.add(PlaneJoint{.a = WorldFrame{}, .b = FrameOn{id}});
  return id;
}

/// Equal ellipses that turn about a focus of each, 2a apart. They touch on the line of both axles,
/// r₁ from the first and 2a − r₁ from the second, which turns faster by r₁ over that.
struct EllipticGears {
  double a = 1.0, e = 0.6, I1 = 1.0, I2 = 1.5;
  double far = a + e, near = a - e, b = std::sqrt(far * near);
  Ellipse gear{.radii = {a, b}, .center = {e, 0.0, 0.0}};
  World world;
  ObjectId first, second;
  ConstraintId teeth;

  EllipticGears(std::string_view stepper, double rate, CorrectionOptions correction = {})
      : world(
          WorldOptions{.stepper = std::string(stepper), .settings = {.correction = correction}}),
        first(add_hinged(world, 0.0, I1, rate)),
        second(add_hinged(world, 2.0 * a, I2, -rate * far / near)),
        teeth(world.add(RollingCurves{.a = {FrameOn{first}, gear}, .b = {FrameOn{second}, gear}})) {
  }

  /// tan θ₂/2 = −(a + e)/(a − e) tan θ₁/2, from r = a + e cos E with E₂ = π − E₁.
  double out_of_mesh() const {
    const Quat q1 = world.placement(first).orientation, q2 = world.placement(second).orientation;
    return far * q1.z() * q2.w() + near * q1.w() * q2.z();
  }
  /// r₁ = b²/(a − e cos θ), the ratio ρ = r₁/(2a − r₁) and its slope dρ/dθ.
  struct Ratio {
    double r1, rho, slope;
  };
  Ratio ratio() const {
    const Vec3 x = world.direction(DirectionOn{first, Vec3::UnitX()}).x;
    const double r1 = far * near / (a - e * x.x()), r2 = 2.0 * a - r1;
    return {r1, r1 / r2, -r1 * r1 * e * x.y() / (far * near) * 2.0 * a / (r2 * r2)};
  }
};

class OnFixedAxles : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(RollingCurves,
                         OnFixedAxles,
                         ::testing::Values("projected", "rk4"),
                         [](const auto& i) { return i.param; });

// That they touch and that they do not slip is the same thing then, told twice.
TEST_P(OnFixedAxles, EllipticGearsTurnInTheRatioOfTheirRadii) {
  EllipticGears gears(GetParam(), 2.0);
  const double energy = gears.world.kinetic_energy();
  double least = 10.0, most = 0.0;
  for (int i = 0; i < 2500; ++i) {
    ASSERT_TRUE(gears.world.step(1e-3).ok) << gears.world.report().brief();
    const double ratio = -rate_of(gears.world, gears.second) / rate_of(gears.world, gears.first);
    // A redundant row is met to the tolerance of 2e-12 m in a step of 1e-3 s, 2e-9 m/s, or to 1e-10
    // of its terms; the gears roll at 0.8 m/s where they are slowest.
    EXPECT_NEAR(ratio / gears.ratio().rho, 1.0, 1e-8);
    EXPECT_NEAR(gears.out_of_mesh(), 0.0, 1e-9);
    // second order in the 9e-3 rad of a step of projected
    EXPECT_NEAR(gears.world.kinetic_energy() / energy, 1.0, GetParam() == "rk4" ? 1e-9 : 1e-5);
    EXPECT_EQ(gears.world.report().dependent_rows, 1);
    least = std::min(least, ratio);
    most = std::max(most, ratio);
  }
  EXPECT_NEAR(least, gears.near / gears.far, 1e-4);
  EXPECT_NEAR(most, gears.far / gears.near, 1e-4);
}

// T = (I₁ + I₂ ρ²) θ̈ + I₂ ρ ρ' θ̇². How hard the gears press towards their axles is not determined;
// the shortest forces have them push across the line of both.
TEST_P(OnFixedAxles, EllipticGearsPushAcrossTheLineOfTheirAxles) {
  EllipticGears gears(GetParam(), 2.0);
  const double T = 7.0;
  gears.world.add(AppliedTorque{FrameOn{gears.first}, Path::constant({0.0, 0.0, T})});
  for (int i = 0; i < 1500; ++i) {
    ASSERT_TRUE(gears.world.step(1e-3).ok) << gears.world.report().brief();
    const auto [r1, rho, slope] = gears.ratio();
    const double rate = rate_of(gears.world, gears.first);
    const double alpha =
        (T - gears.I2 * rho * slope * rate * rate) / (gears.I1 + gears.I2 * rho * rho);
    const double alpha_2 = -rho * alpha - slope * rate * rate;
    const ConnectorLoad load = gears.world.loads(gears.teeth)[1];
    const Vec3 push(0.0, -gears.I2 * alpha_2 / (2.0 * gears.a - r1), 0.0);
    EXPECT_LT((load.force - push).norm(), 1e-6 * (1.0 + push.norm()));
    EXPECT_LT((load.point - Vec3(r1, 0.0, 0.0)).norm(), 1e-9);
    EXPECT_LT(load.torque.norm(), 1e-9 * (1.0 + push.norm()));
  }
}

// `correction` sees lengths too: without velocity terms both rows then say the same.
TEST(RollingCurves, EllipticGearsStayInMeshWithCorrection) {
  EllipticGears gears("correction", 2.0, {.velocity_terms_every = 0});
  const double energy = gears.world.kinetic_energy();
  for (int i = 0; i < 1250; ++i) {  // two turns
    ASSERT_TRUE(gears.world.step(2e-3).ok) << gears.world.report().brief();
    EXPECT_NEAR(gears.out_of_mesh(), 0.0, 1e-10) << "max_error, over what the axles give";
    // second order in the 2e-2 rad of a step
    EXPECT_NEAR(gears.world.kinetic_energy() / energy, 1.0, 1e-3);
  }
}

/// What is told about gears that start out of mesh by an angle, in half a second.
std::vector<std::string> told_of(const std::string& stepper, double off) {
  EllipticGears gears(stepper, 2.0);
  Placement second = gears.world.placement(gears.second);
  second.orientation = rotation_exp(Vec3(0.0, 0.0, off));
  gears.world.place(gears.second, second);
  std::vector<std::string> told;
  for (int i = 0; i < 500; ++i) {
    const StepReport& report = gears.world.step(1e-3);
    EXPECT_TRUE(report.ok) << report.brief();
    for (const Event& event : report.events) {
      EXPECT_EQ(event.kind, EventKind::jammed);
      EXPECT_EQ(event.constraint, gears.teeth);
      told.push_back(event.reason);
    }
  }
  const bool turns = rate_of(gears.world, gears.first) > 9.0;
  EXPECT_EQ(turns, told.empty()) << stepper << ", " << off;
  return told;
}

// Rigid gears out of mesh are locked. That is said, once.
TEST(RollingCurves, GearsOutOfMeshAreSaidToJam) {
  using ::testing::IsEmpty;
  for (const double off : {0.0, 1e-7}) EXPECT_THAT(told_of("projected", off), IsEmpty()) << off;
  for (const double off : {1e-5, 1e-4, 1e-2, 0.2})
    EXPECT_THAT(told_of("projected", off),
                ElementsAre("its curves are out of mesh, so that to touch and to roll leaves them "
                            "no motion: turn one until they are in mesh, or let an axle give along "
                            "the line of both"))
        << off;
  EXPECT_THAT(told_of("rk4", 1e-2), ::testing::SizeIs(1));
}

// A wheel on an axle that may give, and circles, which are always in mesh, do not jam.
TEST(RollingCurves, WhatCanRollIsNotSaidToJam) {
  World world;
  const ObjectId first = add_hinged(world, 0.0, 1.0, 1.0);
  const ObjectId second = add_hinged(world, 1.0, 1.0, 0.0);
  const ObjectId wheel = add_in_plane(world, {.position = {0.0, -1.5, 0.0}});
  const Circle circle{.radius = 0.5};
  world.add(RollingCurves{.a = {FrameOn{first}, circle}, .b = {FrameOn{second}, circle}});
  world.add(RollingCurves{.a = {FrameOn{wheel}, circle},
                          .b = {WorldFrame{.at = {0.0, -2.0, 0.0}}, Line{}}});
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(world.step(0.01).ok);
    EXPECT_THAT(world.report().events, ::testing::IsEmpty());
  }
}

// One axle that could slide along the line of both does not.
TEST(RollingCurves, EllipticGearsKeepTheDistanceOfTheirAxles) {
  const double a = 1.0, e = 0.6, start = 2.0, far = a + e, near = a - e;
  World world;
  const ObjectId first = add_hinged(world, 0.0, 1.0, start);
  const ObjectId second = add_in_plane(world,
                                       {.inertia = 1.5 * Mat3::Identity(),
                                        .position = {2.0 * a, 0.0, 0.0},
                                        .angular_velocity = {0.0, 0.0, -start * far / near}});
  world.add(
      VelocityAlong{.a = Nail{}, .b = PointOn{second}, .along = WorldDirection{Vec3::UnitY()}});
  const Ellipse gear{.radii = {a, std::sqrt(far * near)}, .center = {e, 0.0, 0.0}};
  world.add(RollingCurves{.a = {FrameOn{first}, gear}, .b = {FrameOn{second}, gear}});
  const double energy = world.kinetic_energy();
  for (int i = 0; i < 2000; ++i) {
    ASSERT_TRUE(world.step(1e-3).ok) << world.report().brief();
    // all second order in the 8e-3 rad of a step
    EXPECT_NEAR(world.placement(second).position.x(), 2.0 * a, 1e-4);
    EXPECT_NEAR(world.kinetic_energy() / energy, 1.0, 1e-4);
  }
}

// In a ring twice its size every point of the rim of a circle goes to and fro on a straight line.
TEST(RollingCurves, CardanCircles) {
  const double m = 1.4, r = 0.5, rate = 2.0;
  World world;
  const ObjectId id = add_in_plane(world,
                                   {.mass = m,
                                    .position = {r, 0.0, 0.0},
                                    .velocity = {0.0, r * rate, 0.0},
                                    .angular_velocity = {0.0, 0.0, -rate}});
  const ConstraintId rolls = world.add(RollingCurves{.a = {WorldFrame{}, Circle{.radius = 2.0 * r}},
                                                     .b = {FrameOn{id}, Circle{.radius = r}}});
  for (int i = 0; i < 4000; ++i) {
    ASSERT_TRUE(world.step(1e-3).ok);
    const Vec3 x = world.point(PointOn{id, {r, 0.0, 0.0}}).x;
    // second order in the 2e-3 rad of a step
    EXPECT_NEAR(x.y(), 0.0, 1e-5);
    EXPECT_NEAR(x.x(), 2.0 * r * std::cos(rate * world.time()), 2e-5);
    EXPECT_NEAR(world.lambda(rolls)[0], m * r * rate * rate, 1e-4) << "it is to the left";
    EXPECT_NEAR(world.lambda(rolls)[1], 0.0, 1e-4);
  }
}

// On a line without end it rolls down: a = g sin β / (1 + k), and holds back k / (1 + k).
TEST(RollingCurves, CircleOnALine) {
  const double m = 0.7, r = 0.3, beta = 0.5, inertia = 0.02, k = inertia / (m * r * r);
  World world;
  world.add(Gravity{.g = {g * std::sin(beta), -g * std::cos(beta), 0.0}});
  const ObjectId id = add_in_plane(
      world, {.mass = m, .inertia = inertia * Mat3::Identity(), .position = {2.0, r, 0.0}});
  const ConstraintId rolls = world.add(
      RollingCurves{.a = {WorldFrame{}, Line{}}, .b = {FrameOn{id}, Circle{.radius = r}}});
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  const double a = g * std::sin(beta) / (1.0 + k);
  EXPECT_NEAR(world.placement(id).velocity.x(), a, 1e-9);
  EXPECT_NEAR(rate_of(world, id), -a / r, 1e-8);
  // how far it turns is second order in the 0.12 rad of a step; it goes as far as it turns
  const Placement at = world.placement(id);
  EXPECT_NEAR(at.position.x(), 2.0 + 0.5 * a, 2e-3);
  const Quat turned(Eigen::AngleAxisd(-(at.position.x() - 2.0) / r, Vec3::UnitZ()));
  EXPECT_LT(at.orientation.angularDistance(turned), 1e-9);
  EXPECT_NEAR(world.lambda(rolls)[0], m * g * std::cos(beta), 1e-8);
  EXPECT_NEAR(world.lambda(rolls)[1], -k / (1.0 + k) * m * g * std::sin(beta), 1e-8);
}

// An ellipse that rocks on a line keeps its energy, and the place of touch goes as far on the line
// as on the ellipse: after one whole turn it is one circumference on.
TEST(RollingCurves, EllipseRollsByItsCircumference) {
  World world;
  const Curve egg = Ellipse{.radii = {0.5, 0.3}};
  const double round = egg.length(0.0, 2.0 * std::acos(-1.0));
  const ObjectId id = add_in_plane(world,
                                   {.inertia = 0.1 * Mat3::Identity(),
                                    .position = {0.0, 0.3, 0.0},
                                    .velocity = {0.6, 0.0, 0.0},
                                    .angular_velocity = {0.0, 0.0, -2.0}});
  world.add(RollingCurves{.a = {WorldFrame{}, Line{}}, .b = {FrameOn{id}, egg}});
  const double energy = 0.5 * 0.6 * 0.6 + 0.5 * 0.1 * 4.0;
  double turned = 0.0;
  while (turned > -2.0 * std::acos(-1.0) && world.time() < 10.0) {
    ASSERT_TRUE(world.step(1e-3).ok);
    turned += 1e-3 * rate_of(world, id);
    EXPECT_NEAR(world.kinetic_energy(), energy, 1e-5);
  }
  const Placement at = world.placement(id);
  const double over = 2.0 * Eigen::Quaterniond(at.orientation).vec().z()
                      * (at.orientation.w() < 0.0 ? -1.0 : 1.0);  // the angle past a whole turn
  EXPECT_NEAR(at.position.x() + 0.3 * over, round, 1e-4);
}

// From a distance they come together on the course of every constraint, and do not slip on the way.
TEST(RollingCurves, CurvesComeTogether) {
  World world;
  const ObjectId id =
      add_in_plane(world, {.inertia = 0.1 * Mat3::Identity(), .position = {0.2, 0.9, 0.0}});
  const ConstraintId rolls = world.add(
      RollingCurves{.a = {WorldFrame{}, Line{}}, .b = {FrameOn{id}, Ellipse{.radii = {0.5, 0.3}}}},
      {.tau = 0.1});
  EXPECT_NEAR(world.error(rolls)[0], 0.6, 1e-12);
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(world.step(0.01).ok);
    const double t = world.time() / 0.1;
    EXPECT_NEAR(world.error(rolls)[0], 0.6 * (1.0 + t) * std::exp(-t), 1e-9);
    EXPECT_NEAR(world.error(rolls)[1], 0.0, 1e-9);
  }
  EXPECT_NEAR(world.placement(id).position.y(), 0.3, 1e-6);
}

// Put somewhere else, or switched on there, they begin where they are next to each other.
TEST(RollingCurves, CurvesPutSomewhereElseBeginThere) {
  World world;
  const Ellipse track{.radii = {2.0, 1.0}};
  const ObjectId id = add_in_plane(world, {.position = {2.3, 0.0, 0.0}});
  const ConstraintId rolls = world.add(
      RollingCurves{.a = {WorldFrame{}, track}, .b = {FrameOn{id}, Circle{.radius = 0.3}}});
  ASSERT_TRUE(world.run(0.1, 0.01).ok);
  world.place(id, {.position = {0.0, -1.31, 0.0}});
  EXPECT_NEAR(world.error(rolls)[0], -0.01, 1e-12) << "outside is to the right";
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  EXPECT_LT((world.placement(id).position - Vec3(0.0, -1.3, 0.0)).norm(), 1e-6);
  world.set_active(rolls, false);
  world.place(id, {.position = {-2.3, 0.0, 0.0}});
  world.set_active(rolls, true);
  EXPECT_NEAR(world.error(rolls)[0], 0.0, 1e-12);
  EXPECT_TRUE(world.run(0.1, 0.01).ok);
}

// Two lines that are not parallel have no place where they could roll.
TEST(RollingCurves, SaysThatCurvesCannotTouch) {
  for (const StepperKind& kind : stepper_kinds()) {
    const std::string stepper(kind.name);
    World world(WorldOptions{.stepper = stepper});
    const ObjectId id = add_in_plane(world, {.position = {0.0, 1.0, 0.0}});
    const ConstraintId rolls = world.add(RollingCurves{
        .a = {WorldFrame{}, Line{}}, .b = {FrameOn{id}, Line{.direction = {1.0, 0.5, 0.0}}}});
    const StepReport& report = world.step(0.01);
    EXPECT_FALSE(report.ok) << stepper;
    ASSERT_EQ(report.events.size(), 1) << stepper;
    EXPECT_EQ(report.events[0].constraint, rolls) << stepper;
    EXPECT_EQ(report.events[0].reason, "the curves are nowhere abreast of each other") << stepper;
    EXPECT_EQ(world.placement(id).position, Vec3(0.0, 1.0, 0.0)) << stepper;
  }
}

TEST(RollingCurves, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(RigidBody{});
  EXPECT_THAT(checks::why_refused(
                  world, RollingCurves{.a = {WorldFrame{}, Circle{}}, .b = {FrameOn{id}, Helix{}}}),
              ElementsAre("b: must lie in the x-y plane of its frame"));
}

}  // namespace holon::rolling_curves_test
