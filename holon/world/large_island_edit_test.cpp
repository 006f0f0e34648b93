// SPDX-License-Identifier: Apache-2.0
// Constraints that join and leave a large island, which is not built anew for them: the same as if
// it were.
#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "holon/world/world.h"

namespace holon::large_island_edit_test {

constexpr double h = 0.002;

/// As if it had been built from scratch in its present state. (A snapshot taken by the world itself
/// would have it built anew too.)
void rebuild_as(const World& world, World& twin) {
  twin.restore({world.model(), world.state()});
}

/// The largest difference of their motions, and of the forces of their constraints over the
/// largest of these.
struct Difference {
  double motion = 0.0, force = 0.0;
};
Difference difference(const World& a, const World& b) {
  Difference most;
  a.model().objects().for_each([&](ObjectId id, const ObjectRecord& /*record*/) {
    for (std::size_t i = 0; i < a.state().q(id).size(); ++i)
      most.motion = std::max(most.motion, std::abs(a.state().q(id)[i] - b.state().q(id)[i]));
    for (std::size_t i = 0; i < a.state().v(id).size(); ++i)
      most.motion = std::max(most.motion, std::abs(a.state().v(id)[i] - b.state().v(id)[i]));
  });
  double largest = 1.0;
  a.model().constraints().for_each([&](ConstraintId id, const ConstraintRecord& /*record*/) {
    const std::vector<double> x = a.lambda(id), y = b.lambda(id);
    for (std::size_t i = 0; i < x.size(); ++i) {
      largest = std::max(largest, std::abs(y[i]));
      most.force = std::max(most.force, std::abs(x[i] - y[i]));
    }
  });
  most.force /= largest;
  return most;
}

Distance bar(const World& world, ObjectId a, ObjectId b) {
  return {
      PointOn{a}, PointOn{b}, (world.placement(a).position - world.placement(b).position).norm()};
}

/// A chain of n bodies that hangs from a nail, level at the start.
struct Chain {
  std::vector<ObjectId> bodies;
  std::vector<ConstraintId> joints;
  Chain(World& world, int n) {
    world.add(Gravity{});
    for (int i = 0; i < n; ++i) {
      bodies.push_back(world.add(RigidBody{.position = {1.0 * i, 0, 0}}));
      const PointOn end{bodies[i], {-0.5, 0, 0}};
      joints.push_back(i > 0 ? world.add(PointToPoint{PointOn{bodies[i - 1], {0.5, 0, 0}}, end})
                             : world.add(PointToPoint{Nail{{-0.5, 0, 0}}, end}));
    }
  }
};
constexpr int many = 100;  // 300 rows

/// One step of the world and of its twin, built anew before.
void expect_same_step(World& world, World& twin, double tolerance = 1e-11) {
  rebuild_as(world, twin);
  ASSERT_TRUE(world.step(h).ok) << world.report().brief();
  ASSERT_TRUE(twin.step(h).ok);
  const Difference d = difference(world, twin);
  EXPECT_LT(d.motion, tolerance);
  EXPECT_LT(d.force, 1e4 * tolerance) << "what is left of errors asks for c/τ² and more";
  EXPECT_EQ(world.report().dependent_rows, twin.report().dependent_rows);
  EXPECT_NEAR(world.report().conflict, twin.report().conflict, 1e-9);
}

// ---- one edit ----

TEST(LargeIslandEdit, AConstraintJoins) {
  World world, twin;
  const Chain chain(world, many);
  world.run(0.05, h);
  const ConstraintId added =
      world.add(Distance{PointOn{chain.bodies[40]}, PointOn{chain.bodies[47]}, 7.0});
  for (int i = 0; i < 5; ++i) expect_same_step(world, twin);
  EXPECT_LT(std::abs(world.error(added).at(0)), 1e-3);
  EXPECT_EQ(world.islands(), 1);
}

TEST(LargeIslandEdit, AConstraintLeavesAndComesBack) {
  World world, twin;
  const Chain chain(world, many);
  world.run(0.05, h);
  world.set_active(chain.joints[50], false);
  EXPECT_EQ(world.islands(), 2) << "two halves";
  EXPECT_THAT(world.loads(chain.joints[50]), ::testing::IsEmpty());
  for (int i = 0; i < 3; ++i) expect_same_step(world, twin);
  EXPECT_EQ(world.report().islands, 1) << "which are stepped as one";
  EXPECT_EQ(twin.report().islands, 2);
  world.set_active(chain.joints[50], true);
  for (int i = 0; i < 3; ++i) expect_same_step(world, twin);
  EXPECT_EQ(world.islands(), 1);
  world.remove(chain.joints[20]);
  expect_same_step(world, twin);
}

TEST(LargeIslandEdit, RedundantConstraintsJoin) {
  World world, twin;
  const Chain chain(world, many);
  world.run(0.02, h);
  for (int i = 0; i < 2; ++i) {
    world.add(PointToPoint{PointOn{chain.bodies[30], {0.5, 0, 0}},
                           PointOn{chain.bodies[31], {-0.5, 0, 0}}});
    expect_same_step(world, twin);
    EXPECT_EQ(world.report().dependent_rows, 3 * (i + 1));
  }
  world.remove(chain.joints[31]);
  expect_same_step(world, twin);
  EXPECT_EQ(world.report().dependent_rows, 3) << "another one holds";
}

TEST(LargeIslandEdit, ConstraintsInConflictJoin) {
  World world, twin;
  const Chain chain(world, many);
  world.run(0.02, h);
  const Vec3 at = world.placement(chain.bodies[60]).position;
  for (const double length : {1.0, 1.2})
    world.add(Distance{Nail{at - Vec3(0, 0, 1)}, PointOn{chain.bodies[60]}, length});
  for (int i = 0; i < 5; ++i) expect_same_step(world, twin, 1e-9);
  EXPECT_GT(world.report().conflict, 1e-3);
}

TEST(LargeIslandEdit, ParametersOfAConstraintChange) {
  World world, twin;
  const Chain chain(world, many);
  const ConstraintId hung = world.add(Distance{Nail{{50, 0, 5}}, PointOn{chain.bodies[50]}, 5.0});
  for (int i = 0; i < 40; ++i) {
    world.set(hung, Distance{Nail{{50, 0, 5}}, PointOn{chain.bodies[50]}, 5.0 + 1e-4 * i});
    expect_same_step(world, twin);
  }
  world.set(hung, Distance{Nail{{20, 0, 5}}, PointOn{chain.bodies[20]}, 5.0});
  expect_same_step(world, twin);
}

TEST(LargeIslandEdit, OneSidedConstraintsJoinAndLeave) {
  World world, twin;
  const Chain chain(world, many);
  world.run(0.02, h);
  std::vector<ConstraintId> ropes;
  for (int i = 0; i < 6; ++i) {
    const ObjectId body = chain.bodies[20 + 10 * i];
    const Vec3 at = world.placement(body).position + Vec3(0, 0, 1);
    ropes.push_back(world.add(Rope{Nail{at}, PointOn{body}, 1.0 + 1e-3 * i}));
    expect_same_step(world, twin);
  }
  for (ConstraintId rope : ropes) {
    world.remove(rope);
    expect_same_step(world, twin);
  }
}

TEST(LargeIslandEdit, AConstraintWithAnObjectOfTheHostJoins) {
  World world, twin;
  const Chain chain(world, many);
  const ObjectId hand =
      world.add(RigidBody{.position = {30, 0, 1}, .velocity = {0, 0, 0.1}}, {.kinematic = true});
  world.run(0.02, h);
  world.add(Distance{PointOn{hand}, PointOn{chain.bodies[30]}, 1.0});
  for (int i = 0; i < 3; ++i) expect_same_step(world, twin);
}

TEST(LargeIslandEdit, WhatBreaksLeaves) {
  World world, twin;
  const Chain chain(world, many);
  const ConstraintId weak =
      world.add(Distance{Nail{{50, 0, 5}}, PointOn{chain.bodies[50]}, 5.0}, {.break_force = 1.0});
  world.step(h);
  EXPECT_FALSE(world.is_active(weak));
  EXPECT_EQ(world.report().events.at(0).kind, EventKind::broken);
  for (int i = 0; i < 3; ++i) expect_same_step(world, twin);
}

TEST(LargeIslandEdit, AForceComesChangesAndGoes) {
  World world, twin;
  const Chain chain(world, many);
  world.run(0.02, h);
  const ForceId push =
      world.add(AppliedForce{PointOn{chain.bodies[50]}, Path::constant({0, 3, 0})});
  expect_same_step(world, twin);
  const ForceId spring = world.add(SpringDamper{
      .a = PointOn{chain.bodies[50]}, .b = PointOn{chain.bodies[70]}, .stiffness = 10.0});
  expect_same_step(world, twin);
  EXPECT_GT(world.effort(spring).force, 0.0);
  world.set(push, AppliedForce{PointOn{chain.bodies[50]}, Path::constant({0, 0, 7})});
  expect_same_step(world, twin);
  EXPECT_EQ(world.hash(), twin.hash()) << "forces change no equations";
  world.remove(push);
  world.set_active(spring, false);
  expect_same_step(world, twin);
  EXPECT_EQ(world.hash(), twin.hash());
}

/// A function of time that counts how often it is copied: whenever its island is built anew.
struct CountsCopies {
  int* copies;
  explicit CountsCopies(int* c) : copies(c) {}
  CountsCopies(const CountsCopies& other) : copies(other.copies) { ++*copies; }
  CountsCopies& operator=(const CountsCopies&) = delete;
  Taylor operator()(double /*t*/) const { return Taylor(1.0); }
};

TEST(LargeIslandEdit, TheIslandIsNotBuiltAnewUntilMuchHasChanged) {
  World world;
  const Chain chain(world, many);
  int copies = 0;
  world.add(
      AppliedForce{PointOn{chain.bodies[0]}, Path{TimeFunction(CountsCopies(&copies)), 0.0, 0.0}});
  world.step(h);
  copies = 0;
  for (int i = 0; i < 24; ++i) {
    world.add(bar(world, chain.bodies[3 * i], chain.bodies[3 * i + 5]));
    world.step(h);
  }
  for (int i = 1; i < 10; ++i) {
    world.set_active(chain.joints[9 * i], false);
    world.step(h);
    world.set_active(chain.joints[9 * i], true);
    world.step(h);
  }
  for (int i = 1; i < 10; ++i) world.remove(chain.joints[9 * i]);
  world.step(h);
  EXPECT_EQ(copies, 0);
  world.add(bar(world, chain.bodies[10], chain.bodies[20]));
  world.step(h);
  EXPECT_GT(copies, 0) << "no rows are left";
}

TEST(LargeIslandEdit, TheDoctorSeesThePartsThatItFellInto) {
  World world;
  const Chain chain(world, many);
  world.step(h);
  world.remove(chain.joints[50]);
  world.step(h);
  EXPECT_EQ(world.diagnose().islands.size(), 2u);
}

TEST(LargeIslandEdit, SnapshotsGoOnWithTheSameBits) {
  World world;
  const Chain chain(world, many);
  world.run(0.02, h);
  const World::Snapshot before = world.snapshot();
  world.add(Distance{PointOn{chain.bodies[40]}, PointOn{chain.bodies[47]}, 7.0});
  world.remove(chain.joints[80]);
  world.run(0.02, h);
  const World::Snapshot after = world.snapshot();
  world.run(0.02, h);
  const std::uint64_t went_on = world.hash();
  world.restore(after);
  world.run(0.02, h);
  EXPECT_EQ(world.hash(), went_on);

  world.restore(before);
  EXPECT_EQ(world.model().constraints().size(), static_cast<std::size_t>(many));
  world.run(0.02, h);
  World never_edited;
  const Chain same(never_edited, many);
  never_edited.run(0.04, h);
  EXPECT_EQ(world.hash(), never_edited.hash());
}

// ---- many edits ----

class ManyEdits : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(By,
                         ManyEdits,
                         ::testing::Values("projected", "rk4", "dormand_prince", "first_order"),
                         [](const auto& chosen) { return chosen.param; });

/// A crumpled net of particles with bars that hangs from a corner. (A flat one is singular: what
/// depends on what is then a matter of rounding.)
struct Net {
  static constexpr int side = 12;
  std::vector<ObjectId> objects;
  std::vector<ConstraintId> bars;
  explicit Net(World& world) {
    world.add(Gravity{});
    std::mt19937 random(2);
    std::uniform_real_distribution<double> aside(-0.3, 0.3);
    for (int i = 0; i < side * side; ++i) {
      const Vec3 at(i % side + aside(random), i / side + aside(random), aside(random));
      objects.push_back(world.add(Particle{.position = at}));
    }
    for (int i = 0; i < side * side; ++i)
      for (int to : {i % side + 1 < side ? i + 1 : -1, i + side < side * side ? i + side : -1})
        if (to >= 0) bars.push_back(world.add(bar(world, objects[i], objects[to])));
    world.add(PointToPoint{Nail{world.placement(objects[0]).position}, PointOn{objects[0]}});
  }
};

TEST_P(ManyEdits, AreEachTheSameAsBuildingAnew) {
  World world({.stepper = GetParam()}), twin({.stepper = GetParam()});
  Net net(world);
  std::mt19937 random(17);
  const auto pick = [&](auto& list) -> auto& {
    return list[random() % list.size()];
  };
  for (int i = 0; i < 60; ++i) {
    switch (random() % 5) {
      case 0: {
        const ObjectId a = pick(net.objects), b = pick(net.objects);
        if (a != b) net.bars.push_back(world.add(bar(world, a, b)));
        break;
      }
      case 1: {
        const ConstraintId gone = pick(net.bars);
        world.remove(gone);
        std::erase(net.bars, gone);
        break;
      }
      case 2:
      case 3: {
        const ConstraintId id = pick(net.bars);
        world.set_active(id, !world.is_active(id));
        break;
      }
      default: {
        const ConstraintId id = pick(net.bars);
        Distance longer = get<Distance>(world.model().constraints()[id].kind);
        longer.length *= 1.0 + 1e-6;
        world.set(id, longer);
      }
    }
    ASSERT_NO_FATAL_FAILURE(expect_same_step(world, twin, 1e-9)) << "edit " << i;
  }
}

/// Switches and moves constraints of two large islands in every step.
std::uint64_t run_with_edits(int threads) {
  World world({.threads = threads});
  const Chain chain(world, many), other(world, many);
  std::mt19937 random(3);
  std::vector<ConstraintId> bars;
  for (int i = 0; i < 150; ++i) {
    const Chain& edited = random() % 2 == 0 ? chain : other;
    const ConstraintId joint = edited.joints[random() % many];
    if (random() % 3 == 0) world.set_active(joint, !world.is_active(joint));
    const ObjectId body = edited.bodies[random() % many];
    const Vec3 above = world.placement(body).position + Vec3(0, 0, 1);
    bars.push_back(world.add(Rope{Nail{above}, PointOn{body}, 1.001}));
    if (bars.size() > 5) {
      world.remove(bars.front());
      bars.erase(bars.begin());
    }
    EXPECT_TRUE(world.step(h).ok) << world.report().brief();
  }
  return world.hash();
}

TEST(LargeIslandEdit, OnAnyNumberOfThreadsGivesTheSameBits) {
  EXPECT_EQ(run_with_edits(2), run_with_edits(1));
}

}  // namespace holon::large_island_edit_test
