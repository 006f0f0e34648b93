// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "holon/checks/constraint_checks.h"

/// The quantity arc_length, against curves whose length has a closed form.
namespace holon::arc_length_test {

using ::testing::ElementsAre;

constexpr double pi = std::numbers::pi, g = 9.81;

ArcLength along(const PointRef& point, const Curve& curve) {
  return {.point = point, .curve = {WorldFrame{}, curve}};
}

// A point beside a circle, on a straight way with velocity v: s = R atan2(y, x),
// ṡ = R (x v_y − y v_x)/r², s̈ = −2 R (x v_y − y v_x)(x v_x + y v_y)/r⁴.
TEST(ArcLength, OfACircleSeenFromBesideIt) {
  const double R = 0.7;
  World world;
  for (const double angle : {0.3, 2.0, 4.0, 6.0}) {
    const Vec3 x = 0.9 * Vec3(std::cos(angle), std::sin(angle), 0.3), v(0.4, -1.1, 0.2);
    const ObjectId dot = world.add(Particle{.position = x, .velocity = v});
    const ScalarKin s = world.scalar(along(PointOn{dot}, Circle{.radius = R}));
    const double r2 = 0.81, turn = x.x() * v.y() - x.y() * v.x(),
                 out = x.x() * v.x() + x.y() * v.y();
    EXPECT_NEAR(s.x, R * angle, 1e-12);
    EXPECT_NEAR(s.v, R * turn / r2, 1e-12);
    EXPECT_NEAR(s.a, -2.0 * R * turn * out / (r2 * r2), 1e-11);
  }
}

TEST(ArcLength, OfAHelixAndOfAParabola) {
  World world;
  const double c = 0.1, k = 0.8;
  for (const double u : {-3.0, 0.2, 9.0}) {
    const Vec3 on_helix(0.5 * std::cos(u), 0.5 * std::sin(u), c * u);
    const Curve helix = Helix{.radius = 0.5, .rise = c};
    EXPECT_NEAR(world.scalar(along(Nail{on_helix}, helix)).x, std::hypot(0.5, c) * u, 1e-12);
    // ∫ √(1 + w²) dw / 2k up to w = 2 k u
    const double w = 2.0 * k * u, s = (w * std::hypot(1.0, w) + std::asinh(w)) / (4.0 * k);
    const Curve parabola = Parabola{.k = k};
    EXPECT_NEAR(world.scalar(along(Nail{{u, k * u * u, 0.0}}, parabola)).x, s, 1e-12 * (1 + s * s));
  }
}

TEST(ArcLength, CountsFromTheBeginningAndGoesOnStraightBeyondTheEnds) {
  World world;
  const Curve part = Segment{.a = {1.0, 0.0, 0.0}, .b = {3.0, 0.0, 0.0}};
  const auto at = [&](double x) {
    const ObjectId dot = world.add(Particle{.position = {1.5, 0.4, 0.0}});
    const ConstraintId guide = world.add(Limit{along(PointOn{dot}, part), -9.0, 9.0});
    world.step(0.01);  // the foot is on the curve at first
    world.place(dot, {.position = {x, 0.4, 0.0}});
    std::vector<double> readings;
    world.readings(guide, readings);
    return readings.at(0);
  };
  EXPECT_NEAR(at(1.25), 0.25, 1e-12);
  EXPECT_NEAR(at(0.5), -0.5, 1e-12);
  EXPECT_NEAR(at(4.0), 3.0, 1e-12);
}

/// A bead on a wire.
struct Bead {
  World world;
  ObjectId bead;
  ConstraintId wire;
  ScalarRef length;
  Bead(const Curve& curve, const Vec3& at, const Vec3& velocity = Vec3::Zero()) {
    bead = world.add(Particle{.mass = 2.0, .position = at, .velocity = velocity});
    wire = world.add(PointToCurve{.point = PointOn{bead}, .curve = {WorldFrame{}, curve}});
    length = along(PointOn{bead}, curve);
  }
};

// A lift on a helical rail, driven by s = t²/4: along the slope it takes m (s̈ + g c/√(R² + c²)).
TEST(ArcLength, LiftIsDrivenAlongItsRail) {
  const double R = 0.5, c = 0.2, size = std::hypot(R, c);
  Bead b(Helix{.radius = R, .rise = c}, {R, 0.0, 0.0});
  b.world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ConstraintId drive =
      b.world.add(Prescribed{.quantity = b.length, .motion = TimeFormula("0.25*t^2")});
  ASSERT_TRUE(b.world.run(2.0, 1e-3).ok);
  EXPECT_NEAR(b.world.placement(b.bead).position.z(), c / size, 1e-10) << "one metre of rail";
  EXPECT_NEAR(b.world.placement(b.bead).velocity.norm(), 1.0, 1e-5);
  EXPECT_NEAR(b.world.lambda(drive)[0], 2.0 * (0.5 + g * c / size), 1e-5);
}

// On any wire ½ m ṡ² + ½ k s² is that of an oscillator: s = s₀ cos(√(k/m) t).
TEST(ArcLength, SpringAlongAParabolaSwingsEvenly) {
  const double k = 0.8, stiffness = 8.0, w = 2.0 * k * 1.0;
  const double s0 = (w * std::hypot(1.0, w) + std::asinh(w)) / (4.0 * k);
  Bead b(Parabola{.k = k}, {1.0, k, 0.0});
  b.world.add(NonlinearSpring{.quantity = b.length, .force = ForceLaw("8*s")});
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(b.world.run(0.4, 1e-3).ok);
    // second order: (ω h)²/24 of the phase, and the bend of the wire over a step
    EXPECT_NEAR(b.world.scalar(b.length).x,
                s0 * std::cos(std::sqrt(stiffness / 2.0) * b.world.time()),
                1e-5);
  }
}

TEST(ArcLength, LimitStopsTheBeadOnItsRail) {
  Bead b(Circle{.radius = 1.0}, {1.0, 0.0, 0.0}, {0.0, 2.0, 0.0});
  const ConstraintId stop = b.world.add(Limit{.quantity = b.length, .upper = 2.0});
  ASSERT_TRUE(b.world.run(2.0, 1e-2).ok);
  EXPECT_NEAR(b.world.scalar(b.length).x, 2.0, 1e-10);
  EXPECT_LT(b.world.placement(b.bead).velocity.norm(), 1e-10);
  b.world.add(
      AppliedForce{.point = PointOn{b.bead},
                   .force = Path::constant({-3.0 * std::sin(2.0), 3.0 * std::cos(2.0), 0.0})});
  ASSERT_TRUE(b.world.run(0.1, 1e-2).ok);
  EXPECT_NEAR(b.world.lambda(stop)[0], 3.0, 1e-8) << "what presses along the rail";
  EXPECT_NEAR(b.world.effort(stop).force, 3.0, 1e-8);
}

// Three times round and a bit: a constraint and a controller count laps, a single look does not.
TEST(ArcLength, CountsLapsOnAClosedCurve) {
  const double R = 0.5, lap = 2.0 * pi * R;
  Bead b(Circle{.radius = R}, {R, 0.0, 0.0}, {0.0, 1.0, 0.0});
  b.world.add(Limit{.quantity = b.length, .upper = 99.0}, {.name = "odometer"});
  b.world.add(Computed{.formula = "s", .inputs = {{"s", QuantitySignal{b.length}}}},
              {.name = "trip"});
  ASSERT_TRUE(b.world.run(3.0 * lap + 0.25, 1e-2).ok);
  EXPECT_NEAR(b.world.signal("odometer.quantity"), 3.0 * lap + 0.25, 2e-3);
  EXPECT_NEAR(b.world.signal("odometer.quantity_dot"), 1.0, 1e-10);
  EXPECT_NEAR(b.world.signal("trip.output"), 3.0 * lap + 0.25, 0.02) << "of the start of the step";
  EXPECT_NEAR(b.world.scalar(b.length).x, 0.25, 2e-3);
  EXPECT_DOUBLE_EQ(period_of(b.length), lap);
  EXPECT_EQ(period_of(along(Nail{}, Segment{})), no_period);
}

// Two strands of a flat spiral come near each other: the foot stays on its own.
TEST(ArcLength, FootStaysOnItsBranch) {
  const Curve hairpin = RoundedPolyline{
      .points = {{0.0, 0.0, 0.0}, {4.0, 0.0, 0.0}, {4.0, 0.2, 0.0}, {0.0, 0.2, 0.0}},
      .radius = 0.05};
  World world;
  const ObjectId dot =
      world.add(Particle{.position = {1.0, 0.05, 0.0}, .velocity = {0.0, 0.12, 0.0}});
  const ScalarRef length = along(PointOn{dot}, hairpin);
  world.add(Limit{.quantity = length, .upper = 99.0}, {.name = "guide"});
  world.add(Computed{.formula = "s", .inputs = {{"s", QuantitySignal{length}}}}, {.name = "eye"});
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  EXPECT_NEAR(world.signal("guide.quantity"), 1.0, 1e-12);
  EXPECT_NEAR(world.signal("eye.output"), 1.0, 1e-12);
  EXPECT_GT(world.scalar(length).x, 6.0) << "the other strand is nearer";
}

TEST(ArcLength, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId dot = world.add(Particle{});
  EXPECT_THAT(
      checks::why_refused(
          world, Limit{.quantity = ArcLength{PointOn{}, {FrameOn{dot}, Curve{}}}, .upper = 1.0}),
      ElementsAre(
          "quantity.point: names no object",
          "quantity.curve.frame: needs an object with an orientation, and a particle has none"));
}

}  // namespace holon::arc_length_test
