// SPDX-License-Identifier: Apache-2.0
#include "holon/constraint/point_to_surface.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "holon/checks/constraint_checks.h"
#include "holon/world/signal_reader.h"

namespace holon::point_to_surface_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double g = 9.81;

// Down a slope of 30° a particle gains g/2, and the slope carries m g cos 30°.
TEST(PointToSurface, SlidesDownASlope) {
  const double m = 2.0;
  const Vec3 normal(0.5, 0.0, std::sqrt(0.75));
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const ObjectId box = world.add(Particle{.mass = m, .position = 0.1 * normal});
  const ConstraintId slope = world.add(PointToSurface{
      .point = PointOn{box}, .surface = {WorldFrame{}, Plane{.normal = normal}}, .height = 0.1});
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  EXPECT_NEAR(world.placement(box).velocity.norm(), 0.5 * g, 1e-10);
  EXPECT_NEAR(world.lambda(slope)[0], m * g * std::sqrt(0.75), 1e-9);
  EXPECT_NEAR(world.placement(box).position.dot(normal), 0.1, 1e-12);
}

// A conical pendulum on a sphere: ω² = g / (R cos θ), N = m g / cos θ.
TEST(PointToSurface, GoesRoundInABowl) {
  const double m = 0.4, R = 1.2, theta = 0.7, w = std::sqrt(g / (R * std::cos(theta)));
  for (const char* stepper : {"projected", "rk4"}) {
    SCOPED_TRACE(stepper);
    World world({.stepper = stepper});
    world.add(Gravity{.g = {0.0, 0.0, -g}});
    const double r = R * std::sin(theta);
    const ObjectId ball = world.add(Particle{
        .mass = m, .position = {r, 0.0, -R * std::cos(theta)}, .velocity = {0.0, w * r, 0.0}});
    const ConstraintId bowl = world.add(PointToSurface{
        .point = PointOn{ball}, .surface = {WorldFrame{}, SphereSurface{.radius = R}}});
    ASSERT_TRUE(world.run(2.0, 1e-3).ok);
    EXPECT_NEAR(world.placement(ball).position.z(), -R * std::cos(theta), 1e-5);
    EXPECT_NEAR(world.lambda(bowl)[0], -m * g / std::cos(theta), 1e-4) << "it pushes inwards";
  }
}

// Off the edge of a table it falls.
TEST(PointToSurface, EdgeReleases) {
  World world;
  world.add(Gravity{.g = {0.0, 0.0, -g}});
  const HeightField table{
      .heights = std::vector<std::vector<double>>(5, std::vector<double>(5, 0.0)),
      .corner = {-1.0, -1.0},
      .spacing = {0.5, 0.5}};
  const ObjectId ball =
      world.add(Particle{.position = {0.1, 0.2, 0.0}, .velocity = {2.0, 0.0, 0.0}});
  const ConstraintId on =
      world.add(PointToSurface{.point = PointOn{ball}, .surface = {WorldFrame{}, table}});
  ASSERT_TRUE(world.run(0.4, 1e-3).ok);
  EXPECT_TRUE(world.is_active(on));
  EXPECT_NEAR(world.placement(ball).position.z(), 0.0, 1e-10);
  ASSERT_TRUE(world.run(0.3, 1e-3).ok);
  EXPECT_FALSE(world.is_active(on));
  // it left at x = 1 after 0.45 s, and has fallen for 0.25 s, to within a step
  EXPECT_NEAR(world.placement(ball).position.z(), -0.5 * g * 0.25 * 0.25, 0.005);
}

/// A particle at x = 1 on the zero set of a formula.
struct OnFormula {
  World world;
  ObjectId bead;
  ConstraintId on;
  explicit OnFormula(const char* formula, const Vec3& velocity = Vec3::Zero()) {
    bead = world.add(Particle{.position = {1.0, 0.0, 0.0}, .velocity = velocity});
    on = world.add(
        PointToSurface{.point = PointOn{bead}, .surface = {WorldFrame{}, Implicit{formula}}},
        {.name = "sheet"});
  }
};

TEST(PointToSurface, FormulaWithoutAValueIsNamed) {
  OnFormula none("sqrt(x - 5)");
  SignalReader reader;
  for_each_signal(none.world.model(),
                  [&](const std::string& name, std::string_view, const Signal& signal) {
                    EXPECT_FALSE(std::isnan(reader.read(none.world, signal))) << name;
                  });
  EXPECT_THAT(none.world.loads(none.on), IsEmpty());
  EXPECT_THAT(none.world.lambda(none.on), ElementsAre(0.0, 0.0, 0.0));
  EXPECT_EQ(none.world.error(none.on).at(0), std::numeric_limits<double>::infinity());
  for (const char* stepper : {"projected", "rk4", "euler", "correction"}) {
    SCOPED_TRACE(stepper);
    none.world.set_stepper(stepper);
    const auto hash = none.world.hash();
    ASSERT_FALSE(none.world.step(0.01).ok);
    EXPECT_EQ(none.world.hash(), hash);
    ASSERT_EQ(none.world.report().events.size(), 1U);
    EXPECT_EQ(text_of(none.world.report().events[0], none.world.model()),
              "sheet failed: has no finite value (surface: sqrt(x - 5))");
  }
}

TEST(PointToSurface, FormulaThatIsNeverZeroIsGivenUp) {
  for (const char* formula : {"1", "x^2 + 1"}) {
    OnFormula s(formula, {0.0, 1.0, 0.0});
    std::vector<Event> events;
    s.world.on_event([&](const Event& e) { events.push_back(e); });
    ASSERT_TRUE(s.world.run(1.0, 0.002).ok);  // x² + 1 is closest to zero at x = 0
    EXPECT_FALSE(s.world.is_active(s.on));
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(text_of(events[0], s.world.model()),
              "sheet deactivated: its surface is nowhere to be found from here (surface: "
                  + std::string(formula) + ")");
  }
}

TEST(PointToSurface, NamesTheFieldThatMakesNoSense) {
  World world;
  const ObjectId id = world.add(Particle{});
  EXPECT_THAT(checks::why_refused(
                  world, PointToSurface{.point = PointOn{id}, .surface = {}, .height = NAN}),
              ElementsAre("height: must be finite"));
}

}  // namespace holon::point_to_surface_test
