// SPDX-License-Identifier: Apache-2.0
#include "holon/force/drag.h"

#include <gmock/gmock.h>

#include "holon/checks/object_checks.h"
#include "holon/holon.h"

namespace holon::drag_test {

using checks::Placed;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// What drag does to the velocities of an object is the work it does at its middle and in turning.
template <class K>
VecX drag_of(const Placed<K>& object, double linear, double angular) {
  VecX Q = VecX::Zero(object.runtime.nv());
  object.runtime.add_drag(linear, angular, Q.data());
  return Q;
}

TEST(Drag, IsAForceAtTheCentreOfMassAndATorque) {
  std::mt19937 random(21);
  RigidBody description;
  description.inertia = Vec3(1, 2, 2.5).asDiagonal();
  description.com = {0.3, -0.1, 0.2};
  Placed<RigidBody> body(description);
  body.shake(random);
  const FrameKin f = body.runtime.frame({ObjectId{}, description.com});
  const VecX Q = drag_of(body, 0.7, 0.3);
  for (int k = 0; k < 6; ++k) {
    RowBlock<6, 6> J = RowBlock<6, 6>::Zero();
    body.runtime.pull_frame<6>(
        {ObjectId{}, description.com}, Eigen::Matrix<double, 6, 6>::Identity(), J.data());
    EXPECT_NEAR(
        Q[k], -0.7 * f.v.dot(J.col(k).head<3>()) - 0.3 * f.w.dot(J.col(k).tail<3>()), 1e-14);
  }
}

// v̇ = −(k/m) v: by the default method to second order, by rk4 nearly exactly.
TEST(Drag, SlowsAParticleDownExponentially) {
  const double k = 0.8, m = 2.0, t = 3.0;
  const auto speed = [&](const char* stepper, double h) {
    World world(WorldOptions{.stepper = stepper});
    world.add(Drag{.linear = k});
    const ObjectId id = world.add(Particle{.mass = m, .velocity = {5, 0, 0}});
    world.run(t, h);
    return world.placement(id).velocity.x();
  };
  const double exact = 5.0 * std::exp(-k / m * t);
  EXPECT_NEAR(speed("rk4", 0.01), exact, 1e-9);
  const double e1 = speed("projected", 0.1) - exact, e2 = speed("projected", 0.05) - exact;
  EXPECT_LT(std::abs(e2), 2e-4 * exact);
  EXPECT_NEAR(e1 / e2, 4.0, 0.1);
}

// Falling, v = v∞ (1 − e^{−kt/m}) with the terminal velocity v∞ = m g / k.
TEST(Drag, LetsABodyFallAtItsTerminalVelocity) {
  const double k = 3.0, m = 1.5, g = 9.81, h = 0.01;
  World world;
  world.add(Gravity{.g = {0, -g, 0}});
  world.add(Drag{.linear = k});
  const ObjectId id = world.add(Particle{.mass = m});
  world.run(0.5, h);
  EXPECT_NEAR(world.placement(id).velocity.y(), -m * g / k * (1.0 - std::exp(-k / m * 0.5)), 1e-4);
  world.run(20.0, h);
  EXPECT_NEAR(world.placement(id).velocity.y(), -m * g / k, 1e-10);
}

// A ball, a block of jelly and a plate: I ω̇ = −k ω, angular velocities decay with e^{−kt/I}.
TEST(Drag, StopsASpinExponentially) {
  const double k = 0.05, t = 2.0;
  World world;
  world.add(Drag{.angular = k});
  RigidBody ball;
  ball.inertia = 0.2 * Mat3::Identity();
  ball.angular_velocity = {1, 2, -2};
  const ObjectId spinning = world.add(ball);
  world.run(t, 0.01);
  EXPECT_LT(
      (world.placement(spinning).angular_velocity - std::exp(-k / 0.2 * t) * ball.angular_velocity)
          .norm(),
      1e-5);
}

TEST(Drag, StopsTheSpinOfAnElasticBodyToo) {
  const double k = 0.05, t = 2.0, w = 0.2;
  AffineBody2d plate;  // I = 2 J = 1/6
  plate.mu = plate.lambda = 1e4;
  plate.deformation_rate << 0, -w, w, 0;
  World world;
  world.add(Drag{.angular = k});
  world.add(plate);
  world.run(t, 0.001);
  // slow and stiff: it stretches by ω² J/(2 (λ + μ)) only
  EXPECT_NEAR(world.report().angular_momentum.z(), w / 6.0 * std::exp(-6.0 * k * t), 1e-6);
}

TEST(Drag, ActsOnEachParticleOfASystem) {
  const Placed<Parametric> chain(Parametric{.map = LinkageMap{.lengths = {0.5, 0.8}},
                                            .masses = {1, 2},
                                            .u = {0.3, 0.7},
                                            .u_dot = {1.0, -2.0}});
  VecX expected = VecX::Zero(2);
  for (int part = 0; part < 2; ++part) {
    const RowBlock<1, 3> push =
        -0.7 * chain.runtime.point({ObjectId{}, Vec3::Zero(), part}).v.transpose();
    chain.runtime.pull_point<1>({ObjectId{}, Vec3::Zero(), part}, push, expected.data());
  }
  EXPECT_LT((drag_of(chain, 0.7, 0.3) - expected).norm(), 1e-14);
}

TEST(Drag, ActsOnThoseListedOnly) {
  World world;
  const ObjectId slow = world.add(Particle{.velocity = {1, 0, 0}});
  const ObjectId fast = world.add(Particle{.velocity = {1, 0, 0}});
  world.add(Drag{.linear = 1.0, .objects = {slow}});
  world.run(1.0, 0.1);
  EXPECT_LT(world.placement(slow).velocity.x(), 0.4);
  EXPECT_EQ(world.placement(fast).velocity.x(), 1.0);
}

TEST(Drag, NamesTheFieldThatMakesNoSense) {
  Diagnostics d;
  Drag{.linear = -1.0, .angular = std::nan("")}.check(d);
  EXPECT_THAT(d.errors(), ElementsAre(HasSubstr("linear: "), HasSubstr("angular: ")));
}

}  // namespace holon::drag_test
