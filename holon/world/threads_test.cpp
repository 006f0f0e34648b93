// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <random>
#include <vector>

#include "holon/world/world.h"

/// Worlds on several threads.
namespace holon::threads_test {

/// Many islands of all sizes: chains of 1 to 6 bodies, every third of them pinned twice, with a
/// spring between the last of some.
World many_islands(int threads, const std::string& stepper) {
  World world({.stepper = stepper, .threads = threads});
  world.add(Gravity{});
  std::mt19937 random(7);
  std::uniform_real_distribution<double> speed(-1.0, 1.0);
  for (int k = 0; k < 24; ++k) {
    ObjectId last;
    for (int i = 0; i <= k % 6; ++i) {
      const ObjectId body =
          world.add(RigidBody{.position = {3.0 * k, 0, -1.0 * i},
                              .velocity = {speed(random), speed(random), 0},
                              .angular_velocity = {0, speed(random), speed(random)}});
      const PointOn top{body, {0, 0, 0.5}};
      for (int copy = 0; copy < (k % 3 == 0 ? 2 : 1); ++copy)
        i > 0 ? world.add(PointToPoint{PointOn{last, {0, 0, -0.5}}, top})
              : world.add(PointToPoint{Nail{{3.0 * k, 0, 0.5}}, top});
      last = body;
    }
    if (k % 5 == 0)
      world.add(SpringDamper{.a = Nail{{3.0 * k, 1, 0}}, .b = PointOn{last}, .damping = 0.1});
  }
  return world;
}

class Threads : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(By,
                         Threads,
                         ::testing::Values("projected", "rk4"),
                         [](const auto& chosen) { return chosen.param; });

TEST_P(Threads, MakeNoDifferenceToTheLastBit) {
  World one = many_islands(1, GetParam()), two = many_islands(2, GetParam()),
        five = many_islands(5, GetParam());
  EXPECT_EQ(one.islands(), 24);
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(one.step(0.01).ok);
    two.step(0.01);
    five.step(0.01);
    ASSERT_EQ(two.hash(), one.hash()) << "step " << i;
    ASSERT_EQ(five.hash(), one.hash()) << "step " << i;
  }
  EXPECT_EQ(two.report().energy(), one.report().energy());
  EXPECT_EQ(two.report().momentum, one.report().momentum);
  EXPECT_EQ(two.report().worst_error, one.report().worst_error);
  EXPECT_EQ(two.report().brief(), one.report().brief());
}

TEST_P(Threads, MakeNoDifferenceToEdits) {
  World one = many_islands(1, GetParam()), two = many_islands(2, GetParam());
  for (World* world : {&one, &two}) {
    std::mt19937 random(3);
    ConstraintId extra;
    for (int i = 0; i < 60; ++i) {
      // ties two random bodies together, or loosens them again
      const auto pick = [&] {
        return world->model().objects().id_at(random() % world->model().objects().capacity());
      };
      if (extra.is_none()) {
        const ObjectId a = pick(), b = pick();
        if (a != b)
          extra = world->add(Distance{PointOn{a}, PointOn{b}, 1.0}, {.assembly_force = 5.0});
      } else {
        world->remove(extra);
        extra = {};
      }
      ASSERT_TRUE(world->step(0.01).ok);
    }
  }
  EXPECT_EQ(two.hash(), one.hash());
}

/// A tree of 700 bodies, each carrying two more, some of them tied to their neighbours: one island
/// that is divided among threads.
World big_tree(int threads) {
  World world({.threads = threads});
  world.add(Gravity{});
  std::vector<ObjectId> bodies;
  for (int i = 0; i < 700; ++i) {
    const int parent = (i - 1) / 2;
    const double x = i == 0 ? 0.0 : 0.5 * (i % 2 == 0 ? 1 : -1);
    const double before = i == 0 ? 0.0 : world.placement(bodies[parent]).position.x();
    bodies.push_back(
        world.add(RigidBody{.position = {before + x, 0.01 * i, -std::floor(std::log2(i + 1.0))}}));
    const PointOn top{bodies.back(), {-x, -0.01 * i, 0}};
    if (i == 0)
      world.add(PointToPoint{Nail{}, PointOn{bodies[0]}});
    else
      world.add(PointToPoint{PointOn{bodies[parent], {0, -0.01 * parent, -1}}, top});
    if (i % 7 == 3)
      world.add(SpringDamper{.a = PointOn{bodies[i - 1]}, .b = PointOn{bodies[i]}, .damping = 0.1});
  }
  return world;
}

TEST(Threads, MakeNoDifferenceToOneLargeIsland) {
  World one = big_tree(1), two = big_tree(2), five = big_tree(5);
  EXPECT_EQ(one.islands(), 1);
  ConstraintId tie;
  for (int i = 0; i < 20; ++i) {
    for (World* world : {&one, &two, &five}) {
      const auto& objects = world->model().objects();
      if (i == 5)
        tie = world->add(Distance{PointOn{objects.id_at(400)}, PointOn{objects.id_at(600)}, 9.0});
      if (i == 12) world->remove(tie);
      ASSERT_TRUE(world->step(0.002).ok) << world->report().brief();
    }
    ASSERT_EQ(two.hash(), one.hash()) << "step " << i;
    ASSERT_EQ(five.hash(), one.hash()) << "step " << i;
  }
  EXPECT_EQ(two.report().brief(), one.report().brief());
}

TEST(Threads, AFailureInOneIslandIsReportedWhicheverThreadMetIt) {
  for (const int threads : {1, 2}) {
    World world = many_islands(threads, "projected");
    const ObjectId dot = world.add(Particle{});
    const TimeFunction bad = [](double t) { return Taylor(t > 0.02 ? std::nan("") : 0.0); };
    const ConstraintId rail = world.add(PointToPoint{Path{bad, 0.0, 0.0}, PointOn{dot}});
    world.run(0.02, 0.01);
    const std::uint64_t before = world.hash();
    const StepReport& report = world.step(0.01);
    EXPECT_FALSE(report.ok);
    ASSERT_EQ(report.events.size(), 1u);
    EXPECT_EQ(report.events[0].constraint, rail);
    EXPECT_EQ(world.hash(), before);
  }
}

TEST(Threads, AnExceptionOfTheHostComesOutOfTheStepWhicheverThreadMetIt) {
  struct Mishap {};
  World world = many_islands(2, "rk4");
  for (int i = 0; i < 10; ++i) {
    const ObjectId dot = world.add(Particle{});
    const TimeFunction bad = [](double t) -> Taylor {
      if (t > 0.02) throw Mishap();
      return Taylor(0.0);
    };
    world.add(AppliedForce{PointOn{dot}, Path{bad, 0.0, 0.0}});
  }
  world.run(0.02, 0.01);
  const std::uint64_t before = world.hash();
  for (int i = 0; i < 3; ++i) EXPECT_THROW(world.step(0.01), Mishap);
  EXPECT_EQ(world.hash(), before);
}

}  // namespace holon::threads_test
