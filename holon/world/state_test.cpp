// SPDX-License-Identifier: Apache-2.0
#include "holon/world/state.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "holon/world/world.h"

namespace holon::state_test {

using ::testing::Each;
using ::testing::ElementsAre;

// ---- slots ----

TEST(State, ASlotIsUsedAgainByTheNextOfItsSize) {
  State state;
  const ObjectId a{0, 0}, b{1, 0}, c{2, 0};
  state.add(a, 7, 6);
  state.add(b, 3, 3);
  state.add(c, 7, 6);
  const double* q = state.q(a).data();
  const double* v = state.v(a).data();
  const double* dot = state.q(b).data();
  state.remove(a);
  state.remove(b);
  const ObjectId heir{0, 1}, other{1, 1};
  state.add(other, 7, 6);
  state.add(heir, 3, 3);
  EXPECT_EQ(state.q(other).data(), q);
  EXPECT_EQ(state.v(other).data(), v);
  EXPECT_EQ(state.q(heir).data(), dot);
}

TEST(State, ANewConstraintStartsWithoutForce) {
  State state;
  const ConstraintId first{0, 0}, second{0, 1};
  state.add(first, 3, 0, true);
  for (double& l : state.lambda(first)) l = 5.0;
  state.remove(first);
  state.add(second, 3, 0, false);
  EXPECT_THAT(state.lambda(second), ElementsAre(0.0, 0.0, 0.0));
  EXPECT_FALSE(state.active(second));
}

TEST(State, WhatIsRememberedIsForgottenWithItsOwnerAndNotTakenFromOthers) {
  State state;
  const auto is_unknown = [](std::span<const Memory> list) {
    return std::ranges::all_of(
        list, [](const Memory& m) { return std::isnan(m.u) && std::isnan(m.v) && m.piece == 0.0; });
  };
  const ConstraintId a{0, 0}, b{1, 0}, heir{0, 1};
  const ForceId f{0, 0};
  state.add(a, 1, 2, true);
  state.add(b, 1, 1, true);
  state.add(f, 2);
  for (Memory& m : state.memory(a)) m = {1.0, 1.0, 1.0};
  for (Memory& m : state.memory(b)) m = {2.0, 2.0, 2.0};
  for (Memory& m : state.memory(f)) m = {3.0, 3.0, 3.0};
  state.remove(a);
  state.add(heir, 1, 2, true);
  EXPECT_EQ(state.memory(heir).size(), 2u);
  EXPECT_TRUE(is_unknown(state.memory(heir)));
  for (Memory& m : state.memory(heir)) m = {4.0, 4.0, 4.0};
  state.resize_memory(b, 1);
  EXPECT_EQ(state.memory(b)[0].u, 2.0) << "as many as before";
  state.resize_memory(b, 2);
  EXPECT_EQ(state.memory(b).size(), 2u);
  EXPECT_TRUE(is_unknown(state.memory(b)));
  EXPECT_THAT(state.memory(f), Each(::testing::Field(&Memory::u, 3.0)));
  EXPECT_THAT(state.memory(heir), Each(::testing::Field(&Memory::u, 4.0)));
  state.resize_memory(f, 0);
  EXPECT_TRUE(state.memory(f).empty());
}

TEST(State, NeighboursDoNotOverlap) {
  State state;
  const int sizes[] = {7, 3, 12, 1, 6};
  for (std::uint32_t i = 0; i < 5; ++i) state.add(ObjectId{i, 0}, sizes[i], sizes[i]);
  for (std::uint32_t i = 0; i < 5; ++i) {
    for (double& x : state.q(ObjectId{i, 0})) x = i;
    for (double& x : state.v(ObjectId{i, 0})) x = 10.0 + i;
  }
  for (std::uint32_t i = 0; i < 5; ++i) {
    EXPECT_THAT(state.q(ObjectId{i, 0}), Each(i));
    EXPECT_THAT(state.v(ObjectId{i, 0}), Each(10.0 + i));
  }
}

// A plain sum of a million tenths is off by 1e-6.
TEST(State, TheClockDoesNotLoseTheLowDigits) {
  State state;
  for (int i = 0; i < 1000000; ++i) state.tick(0.1);
  EXPECT_EQ(state.time(), 100000.0);
  EXPECT_EQ(state.steps(), 1000000u);
}

// ---- hash ----

struct Swing {
  World world;
  ObjectId body = world.add(RigidBody{.position = {1, 0, 0}});
  ObjectId dot = world.add(Particle{.position = {2, 0, 0}});
  ConstraintId pin = world.add(PointToPoint{Nail{}, PointOn{body, {-1, 0, 0}}});
  ConstraintId bar = world.add(Distance{PointOn{body}, PointOn{dot}, 1.0});

  explicit Swing(WorldOptions options = {}) : world(std::move(options)) { world.add(Gravity{}); }
};

TEST(StateHash, DiffersWhenAnyBitDiffers) {
  Swing swing;
  swing.world.run(0.1, 0.01);
  const World::Snapshot base = swing.world.snapshot();
  const std::uint64_t hash = base.state.hash(base.model);
  EXPECT_EQ(hash, swing.world.hash());

  int tried = 0;
  const auto expect_different = [&](std::span<double> numbers, const State& changed) {
    for (double& x : numbers) {
      const double good = x;
      x = std::nextafter(x, 2.0 + x);  // the last bit
      EXPECT_NE(changed.hash(base.model), hash);
      x = good;
      ++tried;
    }
  };
  State changed = base.state;
  for (const ObjectId id : {swing.body, swing.dot}) {
    expect_different(changed.q(id), changed);
    expect_different(changed.v(id), changed);
  }
  for (const ConstraintId id : {swing.pin, swing.bar}) {
    expect_different(changed.lambda(id), changed);
    changed.set_active(id, false);
    EXPECT_NE(changed.hash(base.model), hash);
    changed.set_active(id, true);
  }
  EXPECT_EQ(tried, 7 + 6 + 3 + 3 + 3 + 1);
  EXPECT_EQ(changed.hash(base.model), hash) << "all is as it was";
  changed.tick(1e-300);
  EXPECT_NE(changed.hash(base.model), hash) << "a step more, though the clock shows the same";
}

TEST(StateHash, KnowsZerosByTheirSign) {
  State state;
  Model model;
  const ObjectId id = model.add(Particle{});
  state.add(id, 3, 3);
  const std::uint64_t plus = state.hash(model);
  state.q(id)[0] = -0.0;
  EXPECT_NE(state.hash(model), plus) << "equal means equal to the last bit";
}

TEST(StateHash, CountsWhatIsThereAndNothingElse) {
  Swing swing;
  const std::uint64_t before = swing.world.hash();
  const ObjectId extra = swing.world.add(Particle{});
  EXPECT_NE(swing.world.hash(), before);
  swing.world.remove(extra);
  EXPECT_EQ(swing.world.hash(), before) << "free slots do not count";
}

// ---- snapshots ----

class Snapshots : public ::testing::TestWithParam<std::string> {
 public:
  static std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const StepperKind& kind : stepper_kinds()) all.emplace_back(kind.name);
    return all;
  }
};
INSTANTIATE_TEST_SUITE_P(By,
                         Snapshots,
                         ::testing::ValuesIn(Snapshots::names()),
                         [](const auto& chosen) { return chosen.param; });

TEST_P(Snapshots, GoOnToTheLastBit) {
  Swing swing({.stepper = GetParam()});
  swing.world.run(0.2, 0.01);
  const World::Snapshot then = swing.world.snapshot();
  const std::uint64_t hash_then = swing.world.hash();
  std::vector<std::uint64_t> course;
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(swing.world.step(0.01).ok);
    course.push_back(swing.world.hash());
  }
  swing.world.restore(then);
  EXPECT_EQ(swing.world.hash(), hash_then);
  EXPECT_EQ(swing.world.time(), then.state.time());
  for (const std::uint64_t hash : course) {
    swing.world.step(0.01);
    EXPECT_EQ(swing.world.hash(), hash);
  }
  Swing another({.stepper = GetParam()});
  another.world.run(0.55, 0.05);  // on quite another course
  another.world.restore(then);
  for (const std::uint64_t hash : course) {
    another.world.step(0.01);
    EXPECT_EQ(another.world.hash(), hash) << "in another world as well";
  }
}

TEST_P(Snapshots, OutliveEditsOfTheStructure) {
  Swing swing({.stepper = GetParam()});
  World& world = swing.world;
  world.set_active(swing.bar, false);
  world.run(0.1, 0.01);
  const World::Snapshot then = world.snapshot();
  const std::uint64_t hash_then = world.hash();
  const auto go_on = [&] {
    world.set_active(swing.bar, true);
    world.run(0.1, 0.01);
    return world.hash();
  };
  const std::uint64_t after = go_on();
  EXPECT_NE(after, hash_then);

  world.remove(swing.body);
  const ObjectId a = world.add(AffineBody{});
  world.add(PointToPoint{PointOn{a}, PointOn{swing.dot}});
  world.add(Drag{.linear = 3.0});
  world.add(RigidBody{}, {.kinematic = true});
  world.run(0.1, 0.01);

  world.restore(then);
  EXPECT_EQ(world.hash(), hash_then);
  EXPECT_FALSE(world.model().objects().contains(a));
  EXPECT_FALSE(world.is_active(swing.bar));
  EXPECT_EQ(world.islands(), 2);
  EXPECT_EQ(go_on(), after);
}

TEST(Snapshots, GoOnToTheLastBitWhileAModelAssemblesItself) {
  World world;
  world.add(Gravity{});
  const ObjectId a = world.add(RigidBody{.mass = 1.0}), b = world.add(RigidBody{.mass = 2.0});
  world.place(b, {.position = {1.3, 0.2, -0.4}});
  world.add(PointToPoint{.a = Nail{Vec3(0.1, 0, 0)}, .b = PointOn{a, {0, 0, 0.5}}});
  world.add(PointToPoint{.a = PointOn{a, {0, 0, -0.5}}, .b = PointOn{b, {0.5, 0, 0}}});
  for (int i = 0; i < 50; ++i) {
    World other;
    other.restore(world.snapshot());
    world.step(0.002);
    other.step(0.002);
    ASSERT_EQ(other.hash(), world.hash()) << "step " << i;
  }
}

TEST(Snapshots, AreValuesThatLaterStepsDoNotTouch) {
  Swing swing;
  const World::Snapshot start = swing.world.snapshot();
  const std::uint64_t hash = start.state.hash(start.model);
  swing.world.run(0.1, 0.01);
  swing.world.set(swing.body, RigidBody{.mass = 5.0});
  EXPECT_EQ(start.state.hash(start.model), hash);
  EXPECT_EQ(get<RigidBody>(start.model.objects()[swing.body].kind).mass, 1.0);
}

TEST(Snapshots, ForgetWhatWasOnItsWay) {
  World world;
  const ObjectId cart = world.add(Particle{}, {.kinematic = true});
  const ObjectId dot = world.add(Particle{});
  const ConstraintId rod = world.add(PointToPoint{PointOn{cart}, PointOn{dot}});
  const World::Snapshot start = world.snapshot();
  world.drive(cart, {.position = {7, 0, 0}});
  world.set_active(rod, false);
  world.restore(start);
  const StepReport& report = world.step(0.1);
  EXPECT_EQ(world.placement(cart).position, Vec3(0, 0, 0)) << "driven no more";
  EXPECT_TRUE(report.events.empty()) << "and nobody switched anything";
  EXPECT_TRUE(world.is_active(rod));
}

// A companion is told of its own object, not of whatever took the slot in another course of events.
TEST(Snapshots, LoseTheCompanionsOfObjectsTheyDoNotKnow) {
  World world;
  const World::Snapshot empty = world.snapshot();
  int told = 0;
  const Companion companion{.write = [&](const Placement&, double) { ++told; }};
  world.attach(world.add(Particle{}), companion);
  world.attach(world.add(Particle{}), companion);
  world.step(0.1);
  EXPECT_EQ(told, 2);
  world.restore(empty);
  EXPECT_TRUE(world.step(0.1).ok);
  world.add(RigidBody{});
  world.step(0.1);
  EXPECT_EQ(told, 2);
}

}  // namespace holon::state_test
