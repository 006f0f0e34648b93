// SPDX-License-Identifier: Apache-2.0
// Edits between any two steps: legal at any moment, felt at once, and by nobody else.
#include <gmock/gmock.h>

#include <cmath>
#include <random>
#include <set>

#include "holon/world/world.h"

namespace holon::world_edit_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double h = 0.01;

/// A chain of bodies hanging from a nail at x, level at the start.
struct Chain {
  std::vector<ObjectId> bodies;
  std::vector<ConstraintId> joints;

  Chain(World& world, int n, double x) {
    for (int i = 0; i < n; ++i) {
      bodies.push_back(world.add(RigidBody{.position = {x + i, 0, 0}}));
      const PointOn end{bodies[i], {-0.5, 0, 0}};
      joints.push_back(i > 0 ? world.add(PointToPoint{PointOn{bodies[i - 1], {0.5, 0, 0}}, end})
                             : world.add(PointToPoint{Nail{{x - 0.5, 0, 0}}, end}));
    }
  }
  /// Every number of its motion.
  std::vector<double> motion(const World& world) const {
    std::vector<double> all;
    for (ObjectId id : bodies) {
      all.insert(all.end(), world.state().q(id).begin(), world.state().q(id).end());
      all.insert(all.end(), world.state().v(id).begin(), world.state().v(id).end());
    }
    for (ConstraintId id : joints)
      all.insert(all.end(), world.state().lambda(id).begin(), world.state().lambda(id).end());
    return all;
  }
};

// ---- each edit is felt ----

TEST(WorldEdit, AnObjectMayComeAndGoAtAnyTime) {
  World world;
  world.add(Gravity{.g = {0, 0, -10}});
  world.run(0.5, h);
  const ObjectId late = world.add(Particle{.position = {0, 0, 20}});
  world.run(1.0, h);
  EXPECT_NEAR(world.placement(late).position.z(), 15.0, 1e-9) << "one second of fall";
  const ObjectId other = world.add(Particle{});
  world.remove(late);
  EXPECT_TRUE(world.step(h).ok);
  EXPECT_EQ(world.report().islands, 1);
  EXPECT_NEAR(world.placement(other).velocity.z(), -10 * h, 1e-12);
}

TEST(WorldEdit, AConstraintIsFeltAtOnceAndForgottenAtOnce) {
  World world;
  world.add(Gravity{.g = {0, 0, -10}});
  const ObjectId dot = world.add(Particle{.position = {0, 0, -1}, .velocity = {2, 0, 0}});
  const ConstraintId cord = world.add(Distance{Nail{}, PointOn{dot}, 1.0});
  EXPECT_NEAR(world.loads(cord).at(1).force.z(), 10 + 4, 1e-12) << "m g + m v²/r";
  world.run(0.3, h);
  EXPECT_NEAR(world.placement(dot).position.norm(), 1.0, 1e-11);
  const Vec3 v = world.placement(dot).velocity;
  world.remove(cord);
  world.step(h);
  EXPECT_LT((world.placement(dot).velocity - v - Vec3(0, 0, -10 * h)).norm(), 1e-12) << "free fall";
}

TEST(WorldEdit, SwitchingAConstraintOffAndOnAssemblesItAgain) {
  World world;
  world.add(Gravity{.g = {0, 0, -10}});
  const ObjectId dot = world.add(Particle{});
  const ConstraintId pin = world.add(PointToPoint{Nail{}, PointOn{dot}});
  world.run(0.1, h);
  world.set_active(pin, false);
  EXPECT_THAT(world.lambda(pin), ElementsAre(0.0, 0.0, 0.0));
  EXPECT_THAT(world.loads(pin), IsEmpty());
  world.run(0.5, h);
  EXPECT_NEAR(world.placement(dot).position.z(), -1.25, 1e-9);
  world.set_active(pin, true);
  world.run(3.0, h);
  EXPECT_LT(world.placement(dot).position.norm(), 1e-11) << "pulled back, 60 time constants on";
  EXPECT_NEAR(world.lambda(pin).at(2), 10.0, 1e-9);
}

TEST(WorldEdit, AForceMayBeSwitchedChangedAndRemoved) {
  World world;
  const ObjectId dot = world.add(Particle{});
  const ForceId wind = world.add(AppliedForce{PointOn{dot}, Path::constant({1, 0, 0})});
  const auto gain = [&] {
    const double before = world.placement(dot).velocity.x();
    world.run(1.0, h);
    return world.placement(dot).velocity.x() - before;
  };
  EXPECT_NEAR(gain(), 1.0, 1e-12);
  world.set(wind, AppliedForce{PointOn{dot}, Path::constant({-3, 0, 0})});
  EXPECT_NEAR(gain(), -3.0, 1e-12);
  world.set_active(wind, false);
  EXPECT_NEAR(gain(), 0.0, 1e-15);
  world.set_active(wind, true);
  EXPECT_NEAR(gain(), -3.0, 1e-12);
  world.remove(wind);
  EXPECT_NEAR(gain(), 0.0, 1e-15);
  world.add(Gravity{.g = {5, 0, 0}});
  EXPECT_NEAR(gain(), 5.0, 1e-12);
}

TEST(WorldEdit, AnObjectsMotionGoesOnWithNewParameters) {
  World world;
  const ObjectId dot = world.add(Particle{.mass = 1.0, .velocity = {1, 0, 0}});
  world.add(AppliedForce{PointOn{dot}, Path::constant({0, 4, 0})});
  world.run(1.0, h);
  world.set(dot, Particle{.mass = 2.0, .position = {9, 9, 9}});
  EXPECT_NEAR(world.placement(dot).position.x(), 1.0, 1e-12) << "it stays where it is";
  world.run(1.0, h);
  EXPECT_NEAR(world.placement(dot).velocity.y(), 4.0 + 2.0, 1e-12) << "but is heavier now";
}

TEST(WorldEdit, AConstraintMayMoveToAnotherObject) {
  World world;
  const ObjectId a = world.add(Particle{.position = {1, 0, 0}}),
                 b = world.add(Particle{.position = {0, 1, 0}});
  const ConstraintId bar = world.add(Distance{Nail{}, PointOn{a}, 1.0});
  world.add(Gravity{.g = {10, 0, 0}});
  EXPECT_NEAR(world.lambda(bar).at(0), -10.0, 1e-12);
  world.set(bar, Distance{Nail{}, PointOn{b}, 1.0});
  EXPECT_NEAR(world.lambda(bar).at(0), 0.0, 1e-12);
  world.step(h);
  EXPECT_NEAR(world.placement(a).velocity.x(), 10 * h, 1e-12) << "let go";
}

TEST(WorldEdit, PlacingAnObjectIsFeltByItsConstraints) {
  World world;
  const ObjectId dot = world.add(Particle{.position = {0, 0, -1}});
  const ConstraintId cord = world.add(Distance{Nail{}, PointOn{dot}, 1.0});
  world.run(0.1, h);
  world.place(dot, {.position = {0, 0, -3}});
  EXPECT_NEAR(world.error(cord).at(0), 2.0, 1e-15);
  world.run(3.0, h);
  EXPECT_NEAR(world.placement(dot).position.z(), -1.0, 1e-11);
}

TEST(WorldEdit, TheMethodMayChangeInMidRun) {
  World world;
  world.add(Gravity{});
  const Chain chain(world, 3, 0.0);
  double energy = world.kinetic_energy() + world.potential_energy();
  for (const StepperKind& kind : stepper_kinds()) {
    if (kind.name == "first_order") continue;  // keeps no energy
    world.set_stepper(kind.name);
    ASSERT_TRUE(world.run(0.1, 1e-3).ok) << kind.name;
    EXPECT_EQ(world.report().stepper, kind.name);
    EXPECT_EQ(world.stepper(), kind.name);
    // euler gains some h ω² t of the 15 J at play
    EXPECT_NEAR(world.report().energy(), energy, 0.1) << kind.name;
    energy = world.report().energy();
  }
  world.set_stepper("first_order");
  EXPECT_TRUE(world.run(0.1, 1e-3).ok);
}

TEST(WorldEdit, ARefusedEditChangesNothing) {
  World world, untouched;
  for (World* w : {&world, &untouched}) {
    w->add(Gravity{});
    const Chain chain(*w, 2, 0.0);
    w->run(0.1, h);
    if (w == &world) {
      EXPECT_THROW(w->add(Particle{.mass = -1.0}), ModelError);
      EXPECT_THROW(w->set(chain.bodies[0], RigidBody{.mass = std::nan("")}), ModelError);
      EXPECT_THROW(w->set(chain.bodies[0], Particle{}), UsageError);
      EXPECT_THROW(w->set(chain.joints[0], PointToPoint{Nail{}, Nail{}}), ModelError);
      EXPECT_THROW(w->add(Distance{Nail{}, PointOn{chain.bodies[0]}, -1.0}), ModelError);
      EXPECT_THROW(w->add(Gravity{.g = {0, 0, std::nan("")}}), ModelError);
      EXPECT_THROW(w->set_stepper("none"), UsageError);
    }
    w->run(0.1, h);
  }
  EXPECT_EQ(world.hash(), untouched.hash());
  EXPECT_EQ(world.model().objects().capacity(), 2u);
}

// ---- islands ----

TEST(Islands, AreJoinedAndPartedByConstraintsAndForcesBetweenObjects) {
  World world;
  const ObjectId a = world.add(RigidBody{}), b = world.add(RigidBody{.position = {3, 0, 0}}),
                 c = world.add(Particle{.position = {6, 0, 0}});
  EXPECT_EQ(world.islands(), 3);
  const ConstraintId ab = world.add(Distance{PointOn{a}, PointOn{b}, 3.0});
  EXPECT_EQ(world.islands(), 2);
  const ForceId bc = world.add(SpringDamper{PointOn{b}, PointOn{c}});
  EXPECT_EQ(world.islands(), 1);
  world.add(Gravity{.objects = {a, b, c}});
  world.add(Drag{});
  world.set_active(ab, false);
  EXPECT_EQ(world.islands(), 2) << "forces on whole objects join nobody";
  world.set_active(ab, true);
  world.set_active(bc, false);
  EXPECT_EQ(world.islands(), 2);
  world.set_active(bc, true);
  EXPECT_EQ(world.islands(), 1);
  world.remove(b);
  EXPECT_EQ(world.islands(), 2);
  world.remove(a);
  EXPECT_EQ(world.islands(), 1);
  world.add(PointToPoint{Nail{}, PointOn{c}});
  EXPECT_EQ(world.islands(), 1) << "the world joins nobody either";
}

/// Islands by the definition: objects reached from each other.
int count_islands(const World& world) {
  const Model& model = world.model();
  std::set<ObjectId> seen;
  int count = 0;
  model.objects().for_each([&](ObjectId seed, const ObjectRecord& record) {
    if (record.options.kinematic || seen.contains(seed)) return;
    ++count;
    std::vector<ObjectId> open = {seed};
    while (!open.empty()) {
      const ObjectId id = open.back();
      open.pop_back();
      if (model.objects()[id].options.kinematic || !seen.insert(id).second) continue;
      for (ConstraintId c : model.objects()[id].constraints)
        if (world.is_active(c))
          for (ObjectId o : Model::objects_of(model.constraints()[c].kind)) open.push_back(o);
      for (ForceId f : model.objects()[id].forces)
        if (model.forces()[f].options.active
            && holds_alternative<SpringDamper>(model.forces()[f].kind))
          for (ObjectId o : Model::objects_of(model.forces()[f].kind)) open.push_back(o);
    }
  });
  return count;
}

TEST(Islands, AreRightAfterAnySequenceOfEdits) {
  World world;
  world.add(Gravity{});
  std::mt19937 random(20);
  std::vector<ObjectId> objects;
  std::vector<ConstraintId> constraints;
  std::vector<ForceId> forces;
  const auto pick = [&](auto& list) { return list[random() % list.size()]; };
  const auto forget_removed = [&] {
    std::erase_if(constraints, [&](auto id) { return !world.model().constraints().contains(id); });
    std::erase_if(forces, [&](auto id) { return !world.model().forces().contains(id); });
  };
  for (int i = 0; i < 1500; ++i) {
    const auto what = random() % 10;
    if (what < 3 || objects.size() < 3) {
      const Vec3 at(0.1 * static_cast<double>(random() % 100), 0.1 * i, 0);
      objects.push_back(random() % 2 == 0
                            ? world.add(RigidBody{.position = at}, {.kinematic = random() % 5 == 0})
                            : world.add(Particle{.position = at}));
    } else if (what < 5) {
      constraints.push_back(world.add(Distance{PointOn{pick(objects)}, PointOn{pick(objects)}, 1.0},
                                      {.active = random() % 4 != 0, .assembly_force = 1.0}));
    } else if (what == 5) {
      forces.push_back(
          world.add(SpringDamper{PointOn{pick(objects)}, PointOn{pick(objects)}, 0.1}));
    } else if (what == 6 && !constraints.empty()) {
      const ConstraintId id = pick(constraints);
      world.set_active(id, !world.is_active(id));
    } else if (what == 7 && !forces.empty()) {
      world.set_active(pick(forces), random() % 2 == 0);
    } else if (what == 8 && !constraints.empty()) {
      world.remove(pick(constraints));
    } else if (objects.size() > 12) {
      const ObjectId gone = pick(objects);
      world.remove(gone);
      std::erase(objects, gone);
    }
    forget_removed();
    ASSERT_EQ(world.islands(), count_islands(world)) << "edit " << i;
    if (i % 3 == 0) {
      const StepReport& report = world.step(1e-3);
      ASSERT_TRUE(report.ok) << report.brief();
      ASSERT_EQ(report.islands, world.islands());
      ASSERT_TRUE(std::isfinite(report.energy()));
    }
  }
}

// ---- edits are felt by nobody else ----

class Locality : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(By,
                         Locality,
                         ::testing::Values("projected", "rk4", "first_order"),
                         [](const auto& chosen) { return chosen.param; });

TEST_P(Locality, TheMotionOfAnotherIslandIsTheSameToTheLastBit) {
  World edited({.stepper = GetParam()}), left_alone({.stepper = GetParam()});
  edited.add(Gravity{});
  left_alone.add(Gravity{});
  const Chain watched(edited, 3, 0.0), twin(left_alone, 3, 0.0);
  const Chain other(edited, 3, 100.0), other_twin(left_alone, 3, 100.0);
  std::mt19937 random(5);
  std::vector<ObjectId> extra;
  for (int i = 0; i < 120; ++i) {
    switch (random() % 7) {
      case 0:
        extra.push_back(edited.add(Particle{.position = {103, 0, 0}}));
        edited.add(Distance{PointOn{other.bodies[2], {0.5, 0, 0}}, PointOn{extra.back()}, 0.5});
        break;
      case 1:
        if (extra.empty()) break;
        edited.remove(extra.back());
        extra.pop_back();
        break;
      case 2:
        edited.set(other.bodies[1], RigidBody{.mass = 1.0 + 0.1 * i});
        break;
      case 3:
        edited.set_active(other.joints[2], !edited.is_active(other.joints[2]));
        break;
      case 4:
        edited.place(other.bodies[2], {.position = {102, 0, -1}});
        break;
      case 5:
        edited.remove(edited.add(Drag{.linear = 1.0, .objects = {other.bodies[0]}}));
        break;
      default:
        edited.loads(other.joints[0]);
    }
    ASSERT_TRUE(edited.step(h).ok) << edited.report().brief();
    left_alone.step(h);
    ASSERT_EQ(watched.motion(edited), twin.motion(left_alone)) << "step " << i;
  }
}

/// A function of time that counts how often it is copied: once whenever its island is made anew.
struct CountsCopies {
  int* copies;
  explicit CountsCopies(int* c) : copies(c) {}
  CountsCopies(const CountsCopies& other) : copies(other.copies) { ++*copies; }
  CountsCopies& operator=(const CountsCopies&) = delete;
  Taylor operator()(double /*t*/) const { return Taylor(1.0); }
};

TEST(Locality, OnlyTheIslandThatIsEditedIsMadeAnew) {
  World world;
  world.add(Gravity{});
  int copies = 0;
  const ObjectId watched = world.add(RigidBody{});
  world.add(AppliedForce{PointOn{watched}, Path{TimeFunction(CountsCopies(&copies)), 0.0, 0.0}});
  const Chain other(world, 3, 100.0);
  const ObjectId hand = world.add(RigidBody{}, {.kinematic = true});
  const ForceId listed =
      world.add(Drag{.linear = 1.0, .objects = {watched, other.bodies[2], hand}});
  world.step(h);
  copies = 0;

  const ObjectId dot = world.add(Particle{.position = {9, 9, 9}});
  const ConstraintId bar = world.add(Distance{PointOn{dot}, PointOn{other.bodies[0]}, 1.0});
  world.step(h);
  world.set_active(bar, false);
  world.step(h);
  world.set(bar, Distance{PointOn{dot}, PointOn{other.bodies[1]}, 1.0});
  world.set(dot, Particle{.mass = 3.0});
  world.place(dot, {.position = {8, 8, 8}});
  world.place(hand, {.position = {8, 8, 8}});
  world.drive(hand, {.position = {8, 8, 9}});
  world.step(h);
  world.remove(dot);
  world.remove(other.bodies[2]);
  world.remove(hand);
  world.step(h);
  world.loads(other.joints[0]);
  EXPECT_EQ(copies, 0);

  world.set(listed, Drag{.linear = 2.0, .objects = {watched}});
  world.step(h);
  EXPECT_GT(copies, 0) << "now it was";
}

// ---- for ever ----

/// Adds a body and a constraint before every step and removes those of five steps ago.
std::uint64_t run_with_edits(int steps, int threads) {
  World world({.threads = threads});
  world.add(Gravity{});
  const Chain chain(world, 2, 0.0), other(world, 1, 100.0);
  std::vector<ObjectId> bodies;
  std::vector<ConstraintId> bars;
  std::ptrdiff_t farthest = 0;
  const double* first = world.state().q(chain.bodies[0]).data();
  for (int i = 0; i < steps; ++i) {
    const Vec3 end = world.point(PointOn{chain.bodies[1], {0.5, 0, 0}}).x;
    bodies.push_back(i % 2 == 0
                         ? world.add(Particle{.mass = 0.1, .position = end - Vec3(0, 0, 0.5)})
                         : world.add(RigidBody{.mass = 0.1,
                                               .inertia = 0.01 * Mat3::Identity(),
                                               .position = end - Vec3(0, 0, 0.5)}));
    bars.push_back(
        world.add(Distance{PointOn{chain.bodies[1], {0.5, 0, 0}}, PointOn{bodies.back()}, 0.5}));
    if (i >= 5) {
      const auto old = static_cast<std::size_t>(i) - 5;
      if (i % 3 == 0) world.remove(bars[old]);  // else the body takes it along
      world.remove(bodies[old]);
    }
    const StepReport& report = world.step(h);
    if (!report.ok) {
      ADD_FAILURE() << "step " << i << ": " << report.brief();
      return 0;
    }
    // where in the state it lies: slots are used again
    first = world.state().q(chain.bodies[0]).data();
    farthest = std::max(farthest, world.state().q(bodies.back()).data() - first);
  }
  EXPECT_EQ(world.model().objects().size(), 3u + 5u);
  EXPECT_LE(world.model().objects().capacity(), 3u + 6u);
  EXPECT_LE(world.model().constraints().capacity(), 3u + 6u);
  EXPECT_LE(farthest, 3 * 7 + 6 * 7) << "numbers of the state, for nine objects at most";
  EXPECT_EQ(world.report().islands, 2);
  return world.hash();
}

TEST(WorldEdit, TenThousandStepsWithEditsInEachOfThem) {
  const std::uint64_t hash = run_with_edits(10000, 1);
  EXPECT_EQ(run_with_edits(10000, 2), hash) << "the same again, on two threads";
  EXPECT_EQ(run_with_edits(1000, 1), run_with_edits(1000, 1)) << "and on one";
}

}  // namespace holon::world_edit_test
