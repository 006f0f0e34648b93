// SPDX-License-Identifier: Apache-2.0
#include "holon/force/medium_drag.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/holon.h"

namespace holon::medium_drag_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// m v̇ = −k v: v = v₀ e^{−kt/m}.
TEST(MediumDrag, ThatIsLinearSlowsDownExponentially) {
  const double k = 0.8, m = 2.0, t = 3.0;
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(Particle{.mass = m, .velocity = {3, -4, 0}});
  world.add(MediumDrag{.point = PointOn{id}, .linear = k});
  world.run(t, 0.01);
  EXPECT_LT((world.placement(id).velocity - std::exp(-k / m * t) * Vec3(3, -4, 0)).norm(), 1e-9);
}

// m v̇ = −k v²: v = v₀/(1 + k v₀ t/m), and the way is (m/k) ln(1 + k v₀ t/m).
TEST(MediumDrag, ThatIsQuadraticSlowsDownAsOneOverTime) {
  const double k = 0.5, m = 2.0, v0 = 5.0, t = 3.0, n = 1.0 + k * v0 * t / m;
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(Particle{.mass = m, .velocity = {3, -4, 0}});
  world.add(MediumDrag{.point = PointOn{id}, .quadratic = k});
  world.run(t, 0.005);
  EXPECT_LT((world.placement(id).velocity - Vec3(3, -4, 0) / n).norm(), 1e-9);
  EXPECT_LT((world.placement(id).position - Vec3(0.6, -0.8, 0) * m / k * std::log(n)).norm(), 1e-9);
}

// Falling from rest: v = v∞ tanh(g t/v∞) with v∞² = m g/k.
TEST(MediumDrag, LetsABallFallWithTheHyperbolicTangent) {
  const double k = 0.2, m = 1.5, g = 9.81, end = std::sqrt(m * g / k);
  World world(WorldOptions{.stepper = "rk4"});
  world.add(Gravity{.g = {0, 0, -g}});
  const ObjectId id = world.add(Particle{.mass = m});
  world.add(MediumDrag{.point = PointOn{id}, .quadratic = k});
  world.run(0.7, 0.005);
  EXPECT_NEAR(world.placement(id).velocity.z(), -end * std::tanh(g * 0.7 / end), 1e-9);
  world.run(20.0, 0.01);
  EXPECT_NEAR(world.placement(id).velocity.z(), -end, 1e-10);
}

// In the medium's own frame nothing changes if the medium moves evenly.
TEST(MediumDrag, SeesOnlyTheVelocityInTheMedium) {
  const Vec3 wind(4, 1, -2), v0(1, 2, 3);
  const auto relative = [&](const Vec3& w) {
    World world;
    const ObjectId id = world.add(Particle{.velocity = v0 + w});
    world.add(MediumDrag{
        .point = PointOn{id}, .linear = 0.3, .quadratic = 0.2, .medium = Path::constant(w)});
    world.run(1.0, 0.01);
    return Vec3(world.placement(id).velocity - w);
  };
  EXPECT_LT((relative(wind) - relative(Vec3::Zero())).norm(), 1e-13);
}

// In a medium that sways with w cos ωt: m v̇ = k (w cos ωt − v). In the long run
// v = w (cos ωt + (ωm/k) sin ωt)/(1 + (ωm/k)²).
TEST(MediumDrag, CarriesAlongWhatFloatsInASway) {
  const double k = 2.0, m = 1.0, omega = 3.0, w = 0.5, lag = omega * m / k, t = 20.0;
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(Particle{.mass = m});
  world.add(MediumDrag{
      .point = PointOn{id}, .linear = k, .medium = Path{TimeFormula("0.5*cos(3*t)"), 0.0, 0.0}});
  world.run(t, 0.01);  // e^{−40} of the start is left
  EXPECT_NEAR(world.placement(id).velocity.x(),
              w * (std::cos(omega * t) + lag * std::sin(omega * t)) / (1 + lag * lag),
              1e-8);
}

// At the rim of a wheel: I ω̇ = −k r² ω.
TEST(MediumDrag, AtThePointOfABodyStopsItsSpin) {
  const double k = 0.6, r = 0.5, I = 0.4, t = 2.0;
  RigidBody wheel;
  wheel.inertia = I * Mat3::Identity();
  wheel.angular_velocity = {0, 0, 7};
  World world(WorldOptions{.stepper = "rk4"});
  const ObjectId id = world.add(wheel);
  world.add(PointToPoint{Nail{}, PointOn{id}});
  world.add(MediumDrag{.point = PointOn{id, {r, 0, 0}}, .linear = k});
  world.run(t, 0.005);
  EXPECT_NEAR(world.placement(id).angular_velocity.z(), 7.0 * std::exp(-k * r * r / I * t), 1e-8);
}

TEST(MediumDrag, NamesTheFieldThatMakesNoSense) {
  Diagnostics d;
  MediumDrag{
      .linear = -1.0, .quadratic = std::nan(""), .medium = Path::constant(Vec3(0, std::nan(""), 0))}
      .check(d);
  EXPECT_THAT(d.errors(),
              ElementsAre(HasSubstr("linear: "), HasSubstr("quadratic: "), HasSubstr("medium: ")));
}

}  // namespace holon::medium_drag_test
