// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>

#include "holon/holon.h"

/// Collisions under the stepper `correction` [Barenbrug00, sec. 4.1.14].
namespace holon::correction_collisions_test {

constexpr double g = 9.81;
const Gravity kDown{.g = {0.0, 0.0, -g}};
const WorldDirection kUp{Vec3::UnitZ()};

WorldOptions by(const CorrectionOptions& correction = {}) {
  return {.stepper = "correction", .settings = {.correction = correction}};
}
/// The floor z = 0, for a point.
PointCollision floor_for(const PointRef& b, double elasticity) {
  return {.a = Nail{}, .b = b, .normal = kUp, .elasticity = elasticity};
}
double energy_of(const World& world) {
  return world.kinetic_energy() + world.potential_energy();
}

/// A point mass above the floor.
struct Ball {
  World world;
  ObjectId id;
  ConstraintId floor;
  static constexpr double m = 2.0;
  Ball(double height, double speed, double elasticity, const WorldOptions& options = by())
      : world(options) {
    world.add(kDown);
    id = world.add(
        Particle{.mass = m, .position = {0.0, 0.0, height}, .velocity = {0.3, 0.0, speed}});
    floor = world.add(floor_for(PointOn{id}, elasticity));
  }
  double z() const { return world.placement(id).position.z(); }
  double speed() const { return world.placement(id).velocity.z(); }
};

// ---- one collision ----

/// Where the ball of height z and speed v is after a step in which it strikes the floor.
struct End {
  double z, v;
};
// Free, it would end at z + v h − ½ g h²: that and v are mirrored.
End mirrored_at_ends(double z, double v, double e, double h) {
  return {-e * (z + v * h - 0.5 * g * h * h), -e * v};
}
// It falls to the floor, leaves it by e times its speed there, and rises until the step is over, or
// lies down before.
End mirrored_at_plane(double z, double v, double e, double h) {
  const double speed = std::sqrt(v * v + 2.0 * g * z), rest = h - (v + speed) / g;
  const double up = e * speed * rest - 0.5 * g * rest * rest;
  return up < 0.0 ? End{0.0, 0.0} : End{up, e * speed - g * rest};
}

// λ is force and impulse together, as a mean over the step. What slides along the floor slides on.
TEST(CorrectionCollisions, MirrorPlaceAndVelocity) {
  const double h = 0.01, v0 = -3.0;
  for (const MotionIntegrator integrator : {MotionIntegrator::euler,
                                            MotionIntegrator::double_euler,
                                            MotionIntegrator::rk2,
                                            MotionIntegrator::rk4})
    for (const Sensitivity way : {Sensitivity::analytic, Sensitivity::empirical})
      for (const int every : {0, 1})
        for (const Mirror mirror : {Mirror::at_plane, Mirror::at_ends})
          for (const double e : {1.0, 0.5, 0.0})
            for (const double z0 : {0.002, 0.028}) {
              Ball ball(z0,
                        v0,
                        e,
                        by({.integrator = integrator,
                            .sensitivity = way,
                            .velocity_terms_every = every,
                            .mirror = mirror}));
              ASSERT_TRUE(ball.world.step(h).ok);
              const End end = mirror == Mirror::at_plane ? mirrored_at_plane(z0, v0, e, h)
                                                         : mirrored_at_ends(z0, v0, e, h);
              EXPECT_NEAR(ball.z(), end.z, 1e-11);
              EXPECT_NEAR(ball.speed(), end.v, 1e-9) << "max_error / h";
              EXPECT_NEAR(
                  ball.world.lambda(ball.floor)[0] * h, Ball::m * (end.v - v0 + g * h), 1e-8);
              EXPECT_NEAR(ball.world.placement(ball.id).position.x(), 0.3 * h, 1e-14);
            }
}

// The floor is felt in the step in which the ball would go through it, and in no other.
TEST(CorrectionCollisions, LastOneStep) {
  const double h = 0.01;
  Ball ball(1.0, 0.0, 0.8);
  int struck = 0;
  for (int i = 0; i < 60; ++i) {
    const double through = ball.z() + ball.speed() * h - 0.5 * g * h * h;
    ASSERT_TRUE(ball.world.step(h).ok);
    EXPECT_EQ(ball.world.lambda(ball.floor)[0] > 0.0, through < 0.0) << i;
    struck += through < 0.0 ? 1 : 0;
  }
  EXPECT_EQ(struck, 1);
}

/// The highest point after each of so many bounces.
std::vector<double> bounces(double elasticity, double h, int count, Mirror mirror) {
  Ball ball(1.0, 0.0, elasticity, by({.mirror = mirror}));
  std::vector<double> heights;
  while (static_cast<int>(heights.size()) < count && ball.world.time() < 20.0) {
    const double before = ball.speed();
    ball.world.step(h);
    // by energy, as the top lies between two steps
    if (before > 0.0 && ball.speed() <= 0.0)
      heights.push_back(ball.z() + 0.5 * ball.speed() * ball.speed() / g);
  }
  return heights;
}

// Height falls by e² with each bounce, exactly; or but for what mirroring the ends of a step gains
// and loses, up to |v| h of height in each bounce (next test).
TEST(CorrectionCollisions, BounceAsHighAsTheyAreElastic) {
  const double v = std::sqrt(2.0 * g);
  for (const Mirror mirror : {Mirror::at_plane, Mirror::at_ends})
    for (const double e : {1.0, 0.7, 0.5})
      for (const double h : {2e-3, 2.5e-4}) {
        const std::vector<double> heights = bounces(e, h, 4, mirror);
        ASSERT_EQ(heights.size(), 4U);
        double expected = 1.0;
        for (const double height : heights) {
          expected *= e * e;
          EXPECT_NEAR(height, expected, mirror == Mirror::at_plane ? 1e-8 : 2.0 * v * h)
              << e << " " << h;
        }
      }
}

// With speed kept and place mirrored the energy changes by m g (z₁ − z₀): up or down as the floor
// lies early or late in the step, and in the mean by nothing that is of the order of h. From the
// plane on, it is kept.
TEST(CorrectionCollisions, ChangeTheEnergyLessWithShorterSteps) {
  for (const Mirror mirror : {Mirror::at_plane, Mirror::at_ends}) {
    double mean[2], drift[2];
    for (int k = 0; k < 2; ++k) {
      const double h = 0.004 / (1 << (2 * k));
      Ball ball(1.0, 0.0, 1.0, by({.mirror = mirror}));
      double sum = 0.0;
      int count = 0;
      const double first = energy_of(ball.world);
      while (count < 50) {
        const double before = energy_of(ball.world), z0 = ball.z();
        ASSERT_TRUE(ball.world.step(h).ok);
        const double change = energy_of(ball.world) - before;
        if (ball.world.lambda(ball.floor)[0] == 0.0) {
          EXPECT_NEAR(change, 0.0, 1e-11);
          continue;
        }
        ++count;
        const bool at_ends = mirror == Mirror::at_ends;
        EXPECT_NEAR(change, at_ends ? Ball::m * g * (ball.z() - z0) : 0.0, 1e-8);
        sum += std::abs(change);
      }
      mean[k] = sum / count;
      drift[k] = std::abs(energy_of(ball.world) - first) / count;
    }
    if (mirror == Mirror::at_plane) continue;
    EXPECT_GT(mean[0] / mean[1], 2.5) << "a quarter of the step, about a quarter of the change";
    EXPECT_LT(mean[0], Ball::m * g * std::sqrt(2.0 * g) * 0.004);
    EXPECT_LT(drift[0], 0.3 * mean[0]) << "they cancel";
  }
}

// Equations (4.4) to (4.6) of the thesis, with e: the centre goes on, and v − V turns round.
TEST(CorrectionCollisions, KeepMomentumAndEnergyOfTwoMasses) {
  const double m = 1.0, M = 3.0, v = 2.0, V = -0.5;
  for (const double e : {1.0, 0.6, 0.0}) {
    World world(by());
    const ObjectId left = world.add(Particle{.mass = m, .velocity = {v, 0.2, 0.0}});
    const ObjectId right =
        world.add(Particle{.mass = M, .position = {0.333, 0.0, 0.0}, .velocity = {V, 0.0, 0.1}});
    const ConstraintId touch = world.add(PointCollision{.a = PointOn{left},
                                                        .b = PointOn{right},
                                                        .normal = WorldDirection{Vec3::UnitX()},
                                                        .elasticity = e});
    const double energy = world.kinetic_energy();
    double momentum = 0.0;
    for (int i = 0; i < 30; ++i) {
      ASSERT_TRUE(world.step(0.01).ok);
      momentum += 0.01 * world.lambda(touch)[0];
    }
    const double centre = (m * v + M * V) / (m + M), apart = e * (v - V);
    const double w = centre - apart * M / (m + M), W = centre + apart * m / (m + M);
    EXPECT_LT((world.placement(left).velocity - Vec3(w, 0.2, 0.0)).norm(), 1e-9);
    EXPECT_LT((world.placement(right).velocity - Vec3(W, 0.0, 0.1)).norm(), 1e-9);
    EXPECT_NEAR(momentum, M * (W - V), 1e-8);
    const double lost = 0.5 * m * M / (m + M) * (1.0 - e * e) * (v - V) * (v - V);
    EXPECT_NEAR(world.kinetic_energy(), energy - lost, 1e-8);
    // as if they had met at once: 0.333 m at 2.5 m/s
    const double met = 0.333 / (v - V), t = 0.3;
    EXPECT_NEAR(world.placement(left).position.x(), v * met + w * (t - met), 1e-9);
  }
}

// ---- at rest ----

TEST(CorrectionCollisions, ComeToRestAndBearTheWeight) {
  const double h = 0.01;
  for (const double e : {0.0, 0.5, 0.9}) {
    Ball ball(0.2, 0.0, e);
    ASSERT_TRUE(ball.world.run(6.0, h).ok);
    for (int i = 0; i < 200; ++i) {
      ASSERT_TRUE(ball.world.step(h).ok);
      ASSERT_NEAR(ball.z(), 0.0, 1e-11) << e;
      ASSERT_NEAR(ball.speed(), 0.0, 1e-9) << e;
      ASSERT_NEAR(ball.world.lambda(ball.floor)[0], Ball::m * g, 1e-6) << "max_error / h²";
    }
  }
}

/// A box with a collision for each of its lower corners.
struct Box {
  World world;
  ObjectId id;
  std::vector<ConstraintId> corners;
  explicit Box(const RigidBody& body, double elasticity, const WorldOptions& options = by())
      : world(options) {
    world.add(kDown);
    id = world.add(body);
    for (const double x : {-0.5, 0.5})
      for (const double y : {-0.3, 0.3})
        corners.push_back(world.add(floor_for(PointOn{id, {x, y, -0.2}}, elasticity)));
  }
  double push() const {
    double sum = 0.0;
    for (const ConstraintId id_of_corner : corners) sum += world.lambda(id_of_corner)[0];
    return sum;
  }
};

// Four corners for three degrees of freedom: redundant, and each bears a quarter.
TEST(CorrectionCollisions, OfFourCornersShareTheWeight) {
  const RigidBody body{
      .mass = 4.0, .inertia = Vec3(0.2, 0.4, 0.5).asDiagonal(), .position = {0.0, 0.0, 0.25}};
  Box box(body, 0.0);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(box.world.step(0.01).ok) << i;
  EXPECT_NEAR(box.world.placement(box.id).position.z(), 0.2, 1e-10);
  EXPECT_LT(box.world.placement(box.id).velocity.norm(), 1e-8);
  for (const ConstraintId corner : box.corners) EXPECT_NEAR(box.world.lambda(corner)[0], g, 1e-5);
}

// Thrown askew it tumbles, corners strike one by one and together, and in the end it lies still. No
// corner pulls or sinks.
TEST(CorrectionCollisions, OfATumblingBoxEndAtRest) {
  const RigidBody body{.mass = 4.0,
                       .inertia = Vec3(0.2, 0.4, 0.5).asDiagonal(),
                       .position = {0.0, 0.0, 0.6},
                       .orientation = rotation_exp(Vec3(0.3, -0.2, 0.1)),
                       .angular_velocity = {0.5, 0.3, 1.0}};
  Box box(body, 0.4);
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(box.world.step(0.005).ok) << i;
    ASSERT_LT(box.world.report().worst_error, 1e-10) << i;
    for (const ConstraintId corner : box.corners) ASSERT_GE(box.world.lambda(corner)[0], 0.0) << i;
  }
  EXPECT_NEAR(box.world.placement(box.id).position.z(), 0.2, 1e-6);
  EXPECT_NEAR(box.push(), 4.0 * g, 1e-3);
}

// ---- with other constraints ----

// A rod on a ball joint swings down to a stop below the joint, which it meets with the speed of the
// fall, and swings back as far. The stop takes the momentum (I + m l²) Δω / d.
TEST(CorrectionCollisions, StopAPendulum) {
  const double m = 1.5, l = 0.5, d = 0.8, inertia = 0.1, h = 1e-3;
  for (const double e : {1.0, 0.5}) {
    World world(by());
    world.add(kDown);
    const ObjectId rod = world.add(RigidBody{.mass = m,
                                             .inertia = Vec3(inertia, inertia, 0.01).asDiagonal(),
                                             .com = {0.0, 0.0, -l},
                                             .orientation = rotation_exp(Vec3(0.0, -1.0, 0.0))});
    const ConstraintId joint = world.add(PointToPoint{Nail{}, PointOn{rod}});
    const ConstraintId stop = world.add(PointCollision{.a = Nail{{0.0, 0.0, -d}},
                                                       .b = PointOn{rod, {0.0, 0.0, -d}},
                                                       .normal = WorldDirection{Vec3::UnitX()},
                                                       .elasticity = e});
    const double energy = energy_of(world), at_stop = energy + m * g * l;
    double struck = 0.0, before = 0.0, after = 0.0, highest = -1e9;
    for (int i = 0; i < 900; ++i) {
      const double omega = world.placement(rod).angular_velocity.y();
      ASSERT_TRUE(world.step(h).ok);
      for (const double error : world.error(joint))
        ASSERT_LT(std::abs(error), 2e-5) << "velocity terms: of the order h²";
      if (world.lambda(stop)[0] > 0.0 && struck == 0.0) {
        struck = world.lambda(stop)[0] * h;
        before = omega;
        after = world.placement(rod).angular_velocity.y();
      }
      if (struck > 0.0) highest = std::max(highest, world.potential_energy());
    }
    const double about_joint = inertia + m * l * l;
    EXPECT_NEAR(std::abs(before), std::sqrt(2.0 * at_stop / about_joint), 0.01);
    EXPECT_NEAR(after, -e * before, 0.01) << "g h / d";
    EXPECT_NEAR(struck, about_joint * std::abs(after - before) / d, 1e-3);
    EXPECT_NEAR(highest + m * g * l, e * e * at_stop, 0.01 * at_stop);
  }
}

// What rests on the floor under something that strikes it does not move, and what strikes is thrown
// back: pre-impact velocities are mirrored, which keeps the energy.
TEST(CorrectionCollisions, PassThroughWhatStandsAtAWall) {
  World world(by());
  const ObjectId flying = world.add(Particle{.position = {0.5, 0.0, 0.0}, .velocity = {-2, 0, 0}});
  const ObjectId standing = world.add(Particle{.mass = 3.0});
  const WorldDirection x{Vec3::UnitX()};
  world.add(PointCollision{PointOn{standing}, PointOn{flying}, x, 1.0});
  world.add(PointCollision{Nail{}, PointOn{standing}, x, 1.0});
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(world.step(0.01).ok);
    EXPECT_NEAR(world.kinetic_energy(), 2.0, 1e-8);
    EXPECT_GT(world.placement(standing).position.x(), -1e-11);
  }
  EXPECT_NEAR(world.placement(flying).velocity.x(), 2.0, 1e-8);
  EXPECT_LT(world.placement(standing).velocity.norm(), 1e-8);
}

// A rod lies with one end on a stone. Struck beyond the centre of percussion, that end presses on
// the stone; struck before, it leaves it, and the stone does not hold it back.
TEST(CorrectionCollisions, PushOnly) {
  const double h = 0.01, m = 1.0, inertia = 1.0 / 12;
  for (const double at : {0.1, 0.4}) {
    World world(by());
    const ObjectId rod =
        world.add(RigidBody{.mass = m, .inertia = Vec3(0.01, inertia, inertia).asDiagonal()});
    const ObjectId ball =
        world.add(Particle{.mass = 0.5, .position = {at, 0.0, 0.01}, .velocity = {0.0, 0.0, -2.0}});
    const ConstraintId stone = world.add(PointCollision{
        .a = Nail{{-0.5, 0.0, 0.0}}, .b = PointOn{rod, {-0.5, 0.0, 0.0}}, .normal = kUp});
    const ConstraintId blow = world.add(PointCollision{
        .a = PointOn{rod, {at, 0.0, 0.0}}, .b = PointOn{ball}, .normal = kUp, .elasticity = 1.0});
    ASSERT_TRUE(world.step(h).ok);
    EXPECT_GT(world.lambda(blow)[0], 0.0);
    // momentum P at `at`: the end gets P/m (−1 + at (½) m/I), down if at < 1/6
    const bool presses = -1.0 + at * 0.5 * m / inertia < 0.0;
    EXPECT_EQ(world.lambda(stone)[0] > 1e-6, presses) << at;
    EXPECT_GE(world.lambda(stone)[0], 0.0);
    EXPECT_NEAR(world.kinetic_energy(), 1.0, 1e-3) << "as far as the rod does not turn";
    EXPECT_GT(world.point(PointOn{rod, {-0.5, 0.0, 0.0}}).x.z(), -1e-9);
  }
}

// ---- the octahedron of figure 4.17 ----

/// The mean size of the change of energy in so many collisions of an octahedron.
double energy_change(double h, int count, Mirror mirror) {
  World world(by({.integrator = MotionIntegrator::rk4, .mirror = mirror}));
  world.add(kDown);
  const ObjectId body = world.add(RigidBody{.mass = 1.0,
                                            .inertia = 0.1 * Mat3::Identity(),
                                            .position = {0.0, 0.0, 1.5},
                                            .orientation = rotation_exp(Vec3(0.3, 0.5, 0.2)),
                                            .angular_velocity = {0.7, -0.4, 0.3}});
  std::vector<ConstraintId> corners;
  for (const double sign : {-0.5, 0.5})
    for (int axis = 0; axis < 3; ++axis)
      corners.push_back(world.add(floor_for(PointOn{body, sign * Vec3::Unit(axis)}, 1.0)));
  double sum = 0.0;
  int struck = 0;
  while (struck < count && world.time() < 100.0) {
    const double before = energy_of(world);
    EXPECT_TRUE(world.step(h).ok);
    EXPECT_LT(world.report().worst_error, 1e-9);
    const bool any = std::ranges::any_of(
        corners, [&](ConstraintId corner) { return world.lambda(corner)[0] != 0.0; });
    if (!any) continue;
    ++struck;
    sum += std::abs(energy_of(world) - before);
  }
  EXPECT_EQ(struck, count);
  return sum / count;
}

// Bounces are chaotic, so that no two steps see the same ones: the change falls with h, but not
// evenly.
TEST(CorrectionCollisions, OfAnOctahedronKeepTheEnergyBetterWithShorterSteps) {
  for (const Mirror mirror : {Mirror::at_plane, Mirror::at_ends}) {
    const double coarse = energy_change(0.008, 50, mirror), fine = energy_change(0.001, 50, mirror);
    EXPECT_LT(fine, 0.25 * coarse);
    EXPECT_LT(fine, 0.1) << "of 15 J; m g |v| h is 0.05 J";
  }
}

// ---- at the edges ----

// Half a metre deep it comes up as D₀ e^{−t/τ}, and stays at the floor.
TEST(CorrectionCollisions, BringBackWhatBeginsBeyondThePlane) {
  const double tau = 0.1, h = 0.01;
  World world(by());
  world.add(kDown);
  const ObjectId ball = world.add(Particle{.position = {0.0, 0.0, -0.5}});
  const ConstraintId floor = world.add(floor_for(PointOn{ball}, 1.0), {.tau = tau});
  for (int i = 1; i <= 300; ++i) {
    ASSERT_TRUE(world.step(h).ok);
    ASSERT_NEAR(world.placement(ball).position.z(), -0.5 * std::exp(-i * h / tau), 1e-9) << i;
  }
  EXPECT_NEAR(world.lambda(floor)[0], g, 1e-6);
}

TEST(CorrectionCollisions, TakeANewElasticityAtOnce) {
  Ball ball(0.002, -3.0, 1.0);
  ball.world.set(ball.floor, floor_for(PointOn{ball.id}, 0.25));
  ASSERT_TRUE(ball.world.step(0.01).ok);
  EXPECT_NEAR(ball.speed(), mirrored_at_plane(0.002, -3.0, 0.25, 0.01).v, 1e-9);
}

// A snapshot in mid-air, and one at rest, go on to the last bit.
TEST(CorrectionCollisions, GoOnFromASnapshot) {
  Ball ball(1.0, 0.0, 0.5);
  for (const double until : {0.5, 5.0}) {
    ball.world.run(until, 0.01);
    const World::Snapshot there = ball.world.snapshot();
    ball.world.run(0.5, 0.01);
    const Vec3 once = ball.world.placement(ball.id).position;
    ball.world.restore(there);
    ball.world.run(0.5, 0.01);
    EXPECT_EQ(ball.world.placement(ball.id).position, once);
  }
}

}  // namespace holon::correction_collisions_test
