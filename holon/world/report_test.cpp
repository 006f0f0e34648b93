// SPDX-License-Identifier: Apache-2.0
#include "holon/world/report.h"

#include <gmock/gmock.h>

#include <cmath>

#include "holon/world/world.h"

namespace holon::report_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr double g = 10.0;

// ---- what a step tells of the world ----

TEST(StepReport, KnowsEnergyAndMomentumOfAParticle) {
  World world;
  world.add(Gravity{.g = {0, 0, -g}});
  world.add(Particle{.mass = 2.0, .position = {3, 0, 5}, .velocity = {0, 4, 0}});
  const StepReport& r = world.step(0.5);
  EXPECT_EQ(r.time, 0.5);
  EXPECT_EQ(r.h, 0.5);
  EXPECT_EQ(r.steps, 1u);
  EXPECT_EQ(r.stepper, "projected");
  EXPECT_EQ(r.islands, 1);
  EXPECT_NEAR(r.kinetic_energy, 0.5 * 2 * (16 + 25), 1e-12);
  EXPECT_NEAR(r.potential_energy, 2 * g * (5 - 1.25), 1e-12);
  EXPECT_NEAR(r.energy(), 2 * g * 5 + 16, 1e-12);
  EXPECT_LT((r.momentum - Vec3(0, 8, -10)).norm(), 1e-12);
  const Vec3 x(3, 2, 3.75);
  EXPECT_LT((r.angular_momentum - 2.0 * x.cross(Vec3(0, 4, -5))).norm(), 1e-12);
  EXPECT_EQ(r.energy(), world.kinetic_energy() + world.potential_energy());
}

// Two bodies of odd shape, joined by a ball and tumbling free: nothing acts from outside.
TEST(StepReport, MomentumOfAFreeSystemIsKept) {
  World world;
  const Mat3 inertia = Vec3(0.2, 0.3, 0.4).asDiagonal();
  const ObjectId a = world.add(RigidBody{
      .mass = 1.0, .inertia = inertia, .velocity = {0.1, 0.5, 0}, .angular_velocity = {1, 2, 3}});
  const ObjectId b = world.add(RigidBody{.mass = 3.0,
                                         .inertia = 2.0 * inertia,
                                         .position = {1, 0, 0},
                                         .angular_velocity = {-1, 0, 2}});
  const ConstraintId joint =
      world.add(PointToPoint{PointOn{a, {0.5, 0, 0}}, PointOn{b, {-0.5, 0, 0}}});
  world.add(SpringDamper{.a = PointOn{a, {0, 1, 0}}, .b = PointOn{b}, .stiffness = 5.0});
  world.run(3.0, 0.01);  // the joint starts unmet: closing, its two ends pull at different points
  const Vec3 p = world.report().momentum, l = world.report().angular_momentum;
  const double energy = world.report().energy();
  for (int i = 0; i < 1000; ++i) {
    const StepReport& r = world.step(0.01);
    ASSERT_TRUE(r.ok);
    // rounding of a thousand steps, and a joint met to 1e-12
    ASSERT_LT((r.momentum - p).norm(), 1e-11);
    ASSERT_LT((r.angular_momentum - l).norm(), 1e-11);
    // second order, symplectic: swings about its value, (ω h)² of it
    ASSERT_NEAR(r.energy(), energy, 3e-3 * std::abs(energy));
    ASSERT_LT(r.worst_error, 1e-11);
  }
  EXPECT_NEAR(p.norm(), Vec3(0.1, 0.5, 0).norm(), 1e-11) << "from the start";
  EXPECT_THAT(world.lambda(joint), Not(ElementsAre(0.0, 0.0, 0.0)));
}

TEST(StepReport, NamesTheWorstConstraint) {
  World world({.stepper = "euler"});
  const ObjectId a = world.add(Particle{.position = {1, 0, 0}});
  const ObjectId b = world.add(Particle{.position = {0, 0, 3}});
  world.add(Distance{Nail{}, PointOn{a}, 1.0});
  const ConstraintId open = world.add(Distance{Nail{}, PointOn{b}, 1.0}, {.weight = 9.0});
  const StepReport& r = world.step(1e-3);
  EXPECT_EQ(r.worst, open);
  EXPECT_DOUBLE_EQ(r.worst_error, 2.0) << "in metres, whatever its weight; euler moves a step late";
  EXPECT_EQ(r.worst_error, std::abs(world.error(open).at(0)));
  world.remove(open);
  EXPECT_NE(world.step(1e-3).worst, open);
  EXPECT_LT(world.report().worst_error, 1e-12);
}

TEST(StepReport, CountsRowsThatFollowFromOthers) {
  World world;
  world.add(Gravity{});
  const ObjectId a = world.add(RigidBody{}), b = world.add(RigidBody{.position = {9, 0, 0}});
  world.add(PointToPoint{Nail{}, PointOn{a}});
  EXPECT_EQ(world.step(0.01).dependent_rows, 0);
  EXPECT_THAT(world.report().brief(), Not(HasSubstr("redundant")));
  world.add(PointToPoint{Nail{}, PointOn{a}});
  EXPECT_EQ(world.step(0.01).dependent_rows, 3);
  world.add(Distance{Nail{{8, 0, 0}}, PointOn{b}, 1.0});
  world.add(Distance{Nail{{8, 0, 0}}, PointOn{b}, 1.0});
  EXPECT_EQ(world.step(0.01).dependent_rows, 4) << "summed over the islands";
  EXPECT_THAT(world.report().brief(), HasSubstr(", 4 redundant rows"));
}

// Half way between two nails, one metre from each, whatever the method.
TEST(StepReport, TellsTheErrorThatNothingCanRemove) {
  for (const StepperKind& kind : stepper_kinds()) {
    World world({.stepper = std::string(kind.name)});
    const ObjectId dot = world.add(Particle{});
    world.add(PointToPoint{Nail{{1, 0, 0}}, PointOn{dot}}, {.tau = 0.2, .weight = 4.0});
    const ConstraintId other =
        world.add(PointToPoint{Nail{{-1, 0, 0}}, PointOn{dot}}, {.tau = 0.2, .weight = 4.0});
    world.run(0.1, 0.01);
    EXPECT_NEAR(world.report().conflict, 1.0, 1e-6) << kind.name;
    EXPECT_NEAR(world.report().worst_error, 1.0, 1e-6) << kind.name;
    world.remove(other);
    world.step(0.01);
    EXPECT_EQ(world.report().conflict, 0.0) << kind.name;
  }
}

TEST(StepReport, CountsTheIslandsAndTheWork) {
  World world;
  world.add(Gravity{});
  for (int i = 0; i < 3; ++i) {
    const ObjectId body = world.add(RigidBody{.position = {1.0 + 5 * i, 0, 0}});
    world.add(PointToPoint{Nail{{5.0 * i, 0, 0}}, PointOn{body, {-1, 0, 0}}});
  }
  const StepReport& r = world.step(0.01);
  EXPECT_EQ(r.islands, 3);
  EXPECT_EQ(r.factorisations, 6) << "two in each";
  EXPECT_GE(r.iterations, 1);
  EXPECT_EQ(r.substeps, 1);
}

TEST(StepReport, CountsTheStepsInsideAnAdaptiveMethod) {
  const auto& kinds = stepper_kinds();
  if (std::ranges::none_of(kinds, [](const auto& k) { return k.name == "adams"; })) GTEST_SKIP();
  World world({.stepper = "adams"});
  world.add(Gravity{});
  const ObjectId body = world.add(RigidBody{.position = {1, 0, 0}});
  world.add(PointToPoint{Nail{}, PointOn{body, {-1, 0, 0}}});
  EXPECT_GT(world.step(0.1).substeps, 1);
}

TEST(StepReport, SaysItAllInALine) {
  StepReport r;
  r.time = 1.5;
  r.steps = 150;
  r.stepper = "rk4";
  r.worst_error = 1.25e-7;
  r.kinetic_energy = 2.0;
  r.potential_energy = -0.5;
  EXPECT_EQ(r.brief(),
            "t = 1.5 s, 150 steps of rk4, ok; worst constraint error 1.2e-07, energy 1.5 J");
  r.ok = false;
  r.dependent_rows = 2;
  Event event;
  event.kind = EventKind::broken;
  event.reason = "the force exceeds its limit";
  r.events = {event};
  EXPECT_EQ(r.brief(),
            "t = 1.5 s, 150 steps of rk4, FAILED; worst constraint error 1.2e-07, energy 1.5 J, 2 "
            "redundant rows; broken: the force exceeds its limit");
}

TEST(EventKind, HasANameEach) {
  EXPECT_EQ(name_of(EventKind::broken), "broken");
  EXPECT_EQ(name_of(EventKind::activated), "activated");
  EXPECT_EQ(name_of(EventKind::deactivated), "deactivated");
  EXPECT_EQ(name_of(EventKind::jammed), "jammed");
  EXPECT_EQ(name_of(EventKind::failed), "failed");
}

// ---- events ----

// Released level, a pendulum's cord carries 3 m g sin φ at the angle φ below level: half of its
// greatest tension at 30°.
TEST(Events, ACordBreaksWhenItsTensionExceedsTheLimit) {
  World world;
  world.add(Gravity{.g = {0, 0, -g}});
  const double m = 2.0, h = 1e-3, limit = 1.5 * m * g;
  const ObjectId bob = world.add(Particle{.mass = m, .position = {1, 0, 0}});
  const ConstraintId cord =
      world.add(Distance{Nail{}, PointOn{bob}, 1.0}, {.name = "cord", .break_force = limit});
  std::vector<Event> heard;
  world.on_event([&](const Event& e) { heard.push_back(e); });
  while (world.is_active(cord) && world.time() < 1.0) {
    EXPECT_THAT(world.report().events, IsEmpty());
    ASSERT_TRUE(world.step(h).ok);
  }
  const StepReport& r = world.report();
  ASSERT_THAT(r.events, SizeIs(1));
  EXPECT_EQ(r.events[0].kind, EventKind::broken);
  EXPECT_EQ(r.events[0].constraint, cord);
  EXPECT_EQ(r.events[0].time, world.time());
  EXPECT_EQ(r.events[0].limit, limit);
  EXPECT_GT(r.events[0].value, limit);
  EXPECT_LT(r.events[0].value, limit + 0.2) << "found within a step: 3 m g cos φ φ' h";
  EXPECT_THAT(r.brief(), HasSubstr("broken: the force exceeds its limit"));
  ASSERT_THAT(heard, SizeIs(1));
  EXPECT_EQ(heard[0].value, r.events[0].value);
  const Vec3 x = world.placement(bob).position;
  EXPECT_NEAR(-x.z(), 0.5, 5e-3);
  EXPECT_THAT(world.loads(cord), IsEmpty());
  EXPECT_THAT(world.lambda(cord), ElementsAre(0.0));

  // from here it flies, and says no more
  const Vec3 v = world.placement(bob).velocity;
  world.run(0.5, h);
  EXPECT_THAT(heard, SizeIs(1));
  const Vec3 there = x + 0.5 * v + Vec3(0, 0, -0.5 * g * 0.25);
  EXPECT_LT((world.placement(bob).position - there).norm(), 1e-9);
}

TEST(Events, AClampBreaksWhenItsTorqueExceedsTheLimit) {
  World world;
  const ObjectId body = world.add(RigidBody{});
  const ConstraintId clamp =
      world.add(Orientation{WorldFrame{}, FrameOn{body}}, {.break_torque = 2.0});
  // grows by 10 N m a second
  world.add(AppliedTorque{FrameOn{body}, Path{0.0, 0.0, Polynomial{{0.0, 10.0}}}});
  world.run(0.19, 0.01);
  EXPECT_TRUE(world.is_active(clamp));
  world.run(0.03, 0.01);
  EXPECT_FALSE(world.is_active(clamp));
  world.restore(world.snapshot());
  EXPECT_FALSE(world.is_active(clamp)) << "what is broken stays broken";
}

// Four particles on bars, led upwards with y = j t³/6: what hangs on the middle bar, two particles,
// takes 2 m (g + j t), or 2 m (g + ẏ) where force makes velocity. Methods of first order find that
// to a step, and the motion to h times its rates.
TEST(Events, AChainBreaksInItsWeakLinkWithEveryStepper) {
  const double m = 1.0, j = 20.0, h = 1e-3, limit = 24.0, end = 0.6;
  const double speed = 0.5 * j * end * end, way = j * end * end * end / 6.0;
  for (const StepperKind& kind : stepper_kinds()) {
    SCOPED_TRACE(kind.name);
    const bool aristotle = kind.name == "first_order";
    World world({.stepper = std::string(kind.name)});
    world.add(Gravity{.g = {0, 0, -g}});
    PointRef before = Path{0.0, 0.0, Polynomial{{0.0, 0.0, 0.0, j / 6.0}}};
    std::vector<ObjectId> beads;
    std::vector<ConstraintId> bars;
    for (int i = 0; i < 4; ++i) {
      beads.push_back(world.add(Particle{.mass = m, .position = {0, 0, -1.0 - i}}));
      bars.push_back(world.add(Distance{before, PointOn{beads.back()}, 1.0},
                               {.break_force = i == 2 ? limit : no_limit}));
      before = PointOn{beads.back()};
    }
    std::vector<Event> heard;
    world.on_event([&](const Event& e) { heard.push_back(e); });
    ASSERT_TRUE(world.run(end, h).ok) << world.report().brief();
    ASSERT_THAT(heard, SizeIs(1));
    EXPECT_EQ(heard[0].kind, EventKind::broken);
    EXPECT_EQ(heard[0].constraint, bars[2]);
    const double rest = limit / (2.0 * m) - g,
                 expected = aristotle ? std::sqrt(2.0 * rest / j) : rest / j;
    EXPECT_NEAR(heard[0].time, expected, 1.5 * h);
    EXPECT_EQ(world.islands(), 2);

    // the upper half is led on, the lower falls
    EXPECT_NEAR(world.placement(beads[1]).position.z(), way - 2.0, 1e-3);
    const double tension = m * (g + (aristotle ? speed : j * end));
    EXPECT_NEAR(world.loads(bars[1]).at(1).force.z(), tension, 0.02 * tension);
    const double t = heard[0].time, thrown = 0.5 * j * t * t, s = end - t;
    for (int i : {2, 3}) {
      const Placement p = world.placement(beads[static_cast<std::size_t>(i)]);
      const double flown = aristotle ? -g * s : thrown * s - 0.5 * g * s * s;
      EXPECT_NEAR(p.position.z(), j * t * t * t / 6.0 - 1.0 - i + flown, 5e-3);
      EXPECT_NEAR(p.velocity.z(), aristotle ? -g : thrown - g * s, 1e-2);
    }
    EXPECT_LT(world.loads(bars[3]).at(1).force.norm(), 1e-6) << "what falls together pulls nothing";
  }
}

TEST(Events, ABrokenConstraintCanBeMended) {
  World world;
  world.add(Gravity{.g = {0, 0, -g}});
  const ObjectId lamp = world.add(Particle{.mass = 1.0});
  const ConstraintId hook = world.add(PointToPoint{Nail{}, PointOn{lamp}}, {.break_force = 5.0});
  EXPECT_EQ(world.step(0.01).events.at(0).kind, EventKind::broken);
  world.set(hook, PointToPoint{Nail{}, PointOn{lamp}}, {.break_force = 1e6});
  EXPECT_FALSE(world.is_active(hook));
  world.set_active(hook, true);
  ASSERT_THAT(world.step(0.01).events, SizeIs(1));
  EXPECT_EQ(world.report().events[0].kind, EventKind::activated);
  world.run(2.0, 0.01);
  EXPECT_TRUE(world.is_active(hook));
  EXPECT_NEAR(world.loads(hook).at(1).force.z(), g, 1e-6);
}

TEST(Events, SwitchingIsToldWithTheNextStep) {
  World world;
  const ObjectId dot = world.add(Particle{});
  const ConstraintId pin = world.add(PointToPoint{Nail{}, PointOn{dot}});
  world.step(0.25);
  world.set_active(pin, true);  // it is already
  world.set_active(pin, false);
  EXPECT_THAT(world.report().events, IsEmpty()) << "the report is of the last step still";
  const StepReport& r = world.step(0.25);
  ASSERT_THAT(r.events, SizeIs(1));
  EXPECT_EQ(r.events[0].kind, EventKind::deactivated);
  EXPECT_EQ(r.events[0].constraint, pin);
  EXPECT_EQ(r.events[0].time, 0.25);
  EXPECT_EQ(r.events[0].reason, "by the host");
  world.set_active(pin, true);
  ASSERT_THAT(world.step(0.25).events, SizeIs(1));
  EXPECT_EQ(world.report().events[0].kind, EventKind::activated);
  EXPECT_THAT(world.step(0.25).events, IsEmpty());
}

TEST(Events, EveryListenerHearsThemInOrder) {
  World world;
  const ObjectId dot = world.add(Particle{});
  const ConstraintId first = world.add(Distance{Nail{{1, 0, 0}}, PointOn{dot}, 1.0});
  const ConstraintId second = world.add(Distance{Nail{{0, 1, 0}}, PointOn{dot}, 1.0});
  std::vector<std::string> log;
  for (const char* who : {"a", "b"})
    world.on_event([&log, who](const Event& e) {
      log.push_back(who + std::string(" ") + std::string(name_of(e.kind)));
    });
  world.set_active(first, false);
  world.set_active(second, false);
  world.set_active(first, true);
  world.step(0.1);
  EXPECT_THAT(log,
              ElementsAre("a deactivated",
                          "a deactivated",
                          "a activated",
                          "b deactivated",
                          "b deactivated",
                          "b activated"));
}

// A fuse: when one cord breaks, the host replaces it at once.
TEST(Events, AListenerMayEditTheWorld) {
  World world;
  world.add(Gravity{.g = {0, 0, -g}});
  const ObjectId lamp = world.add(Particle{});
  const ConstraintId weak = world.add(PointToPoint{Nail{}, PointOn{lamp}}, {.break_force = 1.0});
  ConstraintId strong;
  world.on_event([&](const Event& e) {
    if (e.kind != EventKind::broken) return;
    world.remove(e.constraint);
    strong = world.add(PointToPoint{Nail{}, PointOn{lamp}});
  });
  EXPECT_TRUE(world.run(1.0, 0.01).ok);
  EXPECT_FALSE(world.model().constraints().contains(weak));
  EXPECT_NEAR(world.loads(strong).at(1).force.z(), g, 1e-6);
}

TEST(Events, AFailureIsHeardToo) {
  World world;
  const ObjectId dot = world.add(Particle{});
  const TimeFunction bad = [](double) { return Taylor(std::nan("")); };
  const ConstraintId rail = world.add(PointToPoint{Path{bad, 0.0, 0.0}, PointOn{dot}});
  std::vector<Event> heard;
  world.on_event([&](const Event& e) { heard.push_back(e); });
  world.run(1.0, 0.1);
  ASSERT_THAT(heard, SizeIs(1));
  EXPECT_EQ(heard[0].kind, EventKind::failed);
  EXPECT_EQ(heard[0].constraint, rail);
  EXPECT_TRUE(std::isfinite(heard[0].value));
}

}  // namespace holon::report_test
