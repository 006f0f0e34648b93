// SPDX-License-Identifier: Apache-2.0
#include "holon/world/drawables.h"

#include <gmock/gmock.h>

#include <cmath>

namespace holon::drawables_test {

using ::testing::IsEmpty;
using ::testing::SizeIs;
using Kind = Drawable::Kind;

constexpr double g = 10.0;
const Quat upright(std::sqrt(0.5), std::sqrt(0.5), 0, 0);  // turns z into −y

/// Those of one constraint or force.
std::vector<Drawable> of(const std::string& name, const World& world) {
  std::vector<Drawable> some = drawables(world);
  std::erase_if(some, [&](const Drawable& d) { return d.name != name; });
  return some;
}

void expect_arrow(const Drawable& d, Kind kind, const Vec3& point, const Vec3& vector) {
  EXPECT_EQ(d.kind, kind);
  EXPECT_LT((d.point - point).norm(), 1e-9);
  EXPECT_LT((d.vector - vector).norm(), 1e-8);
}

// A lamp on a cord: m g up on the lamp, m g down on the nail, and its weight.
TEST(Drawables, SayWhatActsWhereOnWhomAndWhoseItIs) {
  World world;
  const double m = 2.0;
  const ForceId gravity = world.add(Gravity{.g = {0, 0, -g}}, {.name = "weight"});
  const ObjectId lamp = world.add(Particle{.mass = m, .position = {0, 0, -1}});
  const ConstraintId cord = world.add(Distance{Nail{}, PointOn{lamp}, 1.0}, {.name = "cord"});
  const std::vector<Drawable> all = drawables(world);
  ASSERT_THAT(all, SizeIs(3));
  expect_arrow(all[0], Kind::force, {0, 0, 0}, {0, 0, -m * g});
  EXPECT_TRUE(all[0].object.is_none());
  EXPECT_TRUE(all[0].reaction);
  expect_arrow(all[1], Kind::force, {0, 0, -1}, {0, 0, m * g});
  EXPECT_EQ(all[1].object, lamp);
  EXPECT_FALSE(all[1].reaction);
  expect_arrow(all[2], Kind::force, {0, 0, -1}, {0, 0, -m * g});
  EXPECT_FALSE(all[2].reaction);
  for (int i : {0, 1}) {
    EXPECT_EQ(all[i].constraint, cord);
    EXPECT_TRUE(all[i].force.is_none());
    EXPECT_EQ(all[i].name, "cord");
  }
  EXPECT_EQ(all[2].force, gravity);
  EXPECT_TRUE(all[2].constraint.is_none());
  EXPECT_EQ(all[2].name, "weight");
}

TEST(Drawables, WhatIsSwitchedOffDrawsNothing) {
  World world;
  const ForceId gravity = world.add(Gravity{});
  const ObjectId lamp = world.add(Particle{});
  const ConstraintId hook = world.add(PointToPoint{Nail{}, PointOn{lamp}});
  world.set_active(hook, false);
  world.set_active(gravity, false);
  EXPECT_THAT(drawables(world), IsEmpty());
}

TEST(Drawables, WhatIsSlackIsStillThere) {
  World world;
  const ObjectId dog = world.add(Particle{.position = {1, 0, 0}});
  world.add(Rope{Nail{}, PointOn{dog}, 2.0}, {.name = "leash"});
  const std::vector<Drawable> leash = of("leash", world);
  ASSERT_THAT(leash, SizeIs(2));
  expect_arrow(leash[1], Kind::force, {1, 0, 0}, {0, 0, 0});
}

// Between two moving objects the base, connector a, feels the reaction.
TEST(Drawables, BetweenMovingObjectsTheFirstFeelsTheReaction) {
  World world;
  const ObjectId a = world.add(Particle{}), b = world.add(Particle{.position = {2, 0, 0}});
  world.add(SpringDamper{.a = PointOn{a}, .b = PointOn{b}, .stiffness = 3, .length = 1},
            {.name = "spring"});
  const std::vector<Drawable> spring = of("spring", world);
  ASSERT_THAT(spring, SizeIs(2));
  expect_arrow(spring[0], Kind::force, {0, 0, 0}, {3, 0, 0});
  expect_arrow(spring[1], Kind::force, {2, 0, 0}, {-3, 0, 0});
  EXPECT_TRUE(spring[0].reaction);
  EXPECT_FALSE(spring[1].reaction);
}

// A beam welded to a wall at its end: m g up at the weld and m g l/2 about it.
TEST(Drawables, AWeldGivesForceAndTorque) {
  World world;
  const double m = 3.0, l = 2.0;
  world.add(Gravity{.g = {0, 0, -g}});
  const ObjectId beam = world.add(RigidBody{.mass = m, .position = {0.5 * l, 0, 0}});
  world.add(Connector{WorldFrame{}, FrameOn{beam, {-0.5 * l, 0, 0}}}, {.name = "weld"});
  const std::vector<Drawable> weld = of("weld", world);
  ASSERT_THAT(weld, SizeIs(4));
  expect_arrow(weld[2], Kind::force, {0, 0, 0}, {0, 0, m * g});
  expect_arrow(weld[3], Kind::torque, {0, 0, 0}, {0, -0.5 * m * g * l, 0});
}

TEST(Drawables, AMotorGivesTorquesOnly) {
  World world;
  const ObjectId wheel = world.add(RigidBody{});
  const AngleBetween angle{WorldDirection{Vec3::UnitX()},
                           DirectionOn{wheel, Vec3::UnitX()},
                           WorldDirection{Vec3::UnitZ()}};
  world.add(TorsionSpring{.angle = angle, .stiffness = 2.0, .rest = 0.5}, {.name = "motor"});
  for (const Drawable& d : of("motor", world))
    if (d.object == wheel) expect_arrow(d, Kind::torque, {0, 0, 0}, {0, 0, 1});
}

/// A bead at rest on a carrier that is held far from its frame.
struct Carried {
  World world;
  ObjectId carrier, bead;
  static constexpr double m = 2.0;
  Carried(const Vec3& at) {
    world.add(Gravity{.g = {0, 0, -g}});
    carrier = world.add(RigidBody{.mass = 5.0, .position = {-7, 0, 3}});
    bead = world.add(Particle{.mass = m, .position = at});
    world.add(Connector{WorldFrame{{-7, 0, 3}}, FrameOn{carrier}});
  }
  /// m g up on the bead and m g down on the carrier, at `foot`, and nothing else.
  void expect_balanced_at(const Vec3& foot) {
    const std::vector<Drawable> track = of("track", world);
    ASSERT_THAT(track, SizeIs(2));
    expect_arrow(track[0], Kind::force, world.placement(bead).position, {0, 0, m * g});
    expect_arrow(track[1], Kind::force, foot, {0, 0, -m * g});
    EXPECT_EQ(track[1].object, carrier);
    EXPECT_FALSE(track[0].reaction);
    EXPECT_TRUE(track[1].reaction);
  }
};

TEST(Drawables, ACurveIsPushedAtTheFootWithoutATorque) {
  Carried c({0, 0, 0});
  const Curve ring{Circle{.radius = 1.0, .orientation = upright}};
  c.world.add(
      PointToCurve{.point = PointOn{c.bead}, .curve = {FrameOn{c.carrier, {7, 0, -2}}, ring}},
      {.name = "track"});
  c.expect_balanced_at({0, 0, 0});
}

TEST(Drawables, ASurfaceIsPushedAtTheFootWithoutATorque) {
  Carried c({0, 0, 0.25});
  c.world.add(PointToSurface{.point = PointOn{c.bead},
                             .surface = {FrameOn{c.carrier, {7, 0, -4}}, SphereSurface{1.0}},
                             .height = 0.25},
              {.name = "track"});
  c.expect_balanced_at({0, 0, 0});
}

// What acts on an object is what moves it: F = m a and M = L' about the centre of mass, for all
// kinds of load together. Central differences over 1e-4 s are good to some 1e-7 of a.
TEST(Drawables, OnEachObjectAddUpToItsMotion) {
  const double h = 1e-4;
  World world({.stepper = "rk4"});
  world.add(Gravity{.g = {0, 0, -g}});
  world.add(Drag{.linear = 0.4, .angular = 0.3});
  world.add(VelocityDamping{.factor = 0.5});
  const Mat3 inertia = Vec3(0.2, 0.3, 0.4).asDiagonal();
  const ObjectId upper = world.add(RigidBody{.mass = 2.0, .inertia = inertia}),
                 lower =
                     world.add(RigidBody{.mass = 1.0, .inertia = inertia, .position = {1, 0, 0}}),
                 bead = world.add(Particle{.mass = 0.5, .position = {1, 0, -1}});
  world.add(LineHinge{WorldFrame{{-0.5, 0, 0}, upright}, FrameOn{upper, {-0.5, 0, 0}, upright}});
  world.add(PointToPoint{PointOn{upper, {0.5, 0, 0}}, PointOn{lower, {-0.5, 0, 0}}});
  const Curve ring{Circle{.radius = 1.0, .orientation = upright}};
  world.add(PointToCurve{.point = PointOn{bead}, .curve = {FrameOn{lower}, ring}});
  world.add(
      SpringDamper{.a = Nail{{0, 1, 0}}, .b = PointOn{lower, {0.3, 0, 0.1}}, .stiffness = 20});
  world.add(AppliedTorque{FrameOn{lower}, Path{0.3, 0.2, 0.1}});
  struct Momenta {
    Vec3 p, L;
  };
  const auto momenta = [&](ObjectId id) {
    const Placement at = world.placement(id);
    if (id == bead) return Momenta{0.5 * at.velocity, Vec3::Zero()};
    const Mat3 R = at.orientation.toRotationMatrix();
    return Momenta{(id == upper ? 2.0 : 1.0) * at.velocity,
                   R * inertia * R.transpose() * at.angular_velocity};
  };
  world.run(0.3, h);
  const std::vector<ObjectId> objects = {upper, lower, bead};
  std::vector<Momenta> before;
  for (ObjectId id : objects) before.push_back(momenta(id));
  world.step(h);
  const std::vector<Drawable> now = drawables(world);
  std::vector<Vec3> centre;
  for (ObjectId id : objects) centre.push_back(world.placement(id).position);
  world.step(h);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    for (const Drawable& d : now) {
      if (d.object != objects[i]) continue;
      if (d.kind == Kind::force) force += d.vector;
      moment += d.kind == Kind::force ? (d.point - centre[i]).cross(d.vector) : d.vector;
    }
    const Momenta after = momenta(objects[i]);
    EXPECT_LT((force - (after.p - before[i].p) / (2 * h)).norm(), 1e-5) << i;
    EXPECT_GT(force.norm(), 1.0);
    if (objects[i] != bead)
      EXPECT_LT((moment - (after.L - before[i].L) / (2 * h)).norm(), 1e-5) << i;
  }
}

TEST(Drawables, ForcesOnWholeObjectsActAtTheirCentresOrOnEachParticle) {
  World world;
  world.add(Gravity{.g = {0, 0, -g}}, {.name = "weight"});
  world.add(Drag{.linear = 1.0, .angular = 2.0}, {.name = "air"});
  const ObjectId two = world.add(Parametric{.map = LinkageMap{.lengths = {1, 1}},
                                            .masses = {1.0, 3.0},
                                            .u = {0.0, 0.0},
                                            .u_dot = {0.0, 0.0}});
  const ObjectId block = world.add(AffineBody{.mass = 4.0,
                                              .position = {5, 0, 0},
                                              .velocity = {0, 1, 0},
                                              .deformation_rate = skew(Vec3(0.0, 0.0, 3.0))});
  std::vector<Drawable> weight = of("weight", world), air = of("air", world);
  ASSERT_THAT(weight, SizeIs(3));
  EXPECT_EQ(weight[1].object, two);
  EXPECT_EQ(weight[1].part, 1);
  expect_arrow(
      weight[1], Kind::force, world.point(PointOn{two, Vec3::Zero(), 1}).x, {0, 0, -3 * g});
  expect_arrow(weight[2], Kind::force, {5, 0, 0}, {0, 0, -4 * g});
  std::erase_if(air, [&](const Drawable& d) { return d.object != block; });
  ASSERT_THAT(air, SizeIs(2));
  expect_arrow(air[0], Kind::force, {5, 0, 0}, {0, -1, 0});
  expect_arrow(air[1], Kind::torque, {5, 0, 0}, {0, 0, -6});
}

TEST(Drawables, ABlowIsListedAfterTheStepInWhichItFell) {
  World world;
  const ObjectId ball = world.add(Particle{.velocity = {1, 0, 0}});
  world.add(Impulse{PointOn{ball}, {3, 0, 0}, 0.25}, {.name = "blow"});
  world.step(0.125);
  EXPECT_THAT(of("blow", world), IsEmpty());
  world.step(0.125);
  EXPECT_THAT(of("blow", world), IsEmpty()) << "it falls at the start of the next";
  world.step(0.125);
  const std::vector<Drawable> blow = of("blow", world);
  ASSERT_THAT(blow, SizeIs(1));
  expect_arrow(blow[0], Kind::impulse, {0.25, 0, 0}, {3, 0, 0});
  EXPECT_EQ(blow[0].object, ball);
  EXPECT_FALSE(blow[0].reaction);
  const std::vector<Blow> fallen = world.report().blows;
  world.step(0.125);
  EXPECT_THAT(of("blow", world), IsEmpty());
  EXPECT_THAT(drawables(world, fallen), SizeIs(1)) << "unless it is asked for";
}

// However near the past is: it was added too late to fall.
TEST(Drawables, ABlowOfThePastHasNotFallen) {
  World world;
  const ObjectId ball = world.add(Particle{});
  world.run(0.5, 0.125);
  const World::Snapshot before = world.snapshot();
  world.add(Impulse{PointOn{ball}, {3, 0, 0}, 0.45}, {.name = "late"});
  EXPECT_THAT(of("late", world), IsEmpty());
  world.step(0.125);
  EXPECT_THAT(of("late", world), IsEmpty());
  EXPECT_EQ(world.placement(ball).velocity, Vec3::Zero());
  // nor has one that fell in a time that is taken back
  world.add(Impulse{PointOn{ball}, {3, 0, 0}, world.time()}, {.name = "now"});
  world.step(0.125);
  EXPECT_THAT(of("now", world), SizeIs(1));
  world.restore(before);
  EXPECT_THAT(drawables(world), IsEmpty());
}

// In pairs, as other forces between things, and about an axis as angular momentum.
TEST(Drawables, KicksAreDrawnInPairs) {
  World world;
  const ObjectId a = world.add(RigidBody{}),
                 b = world.add(RigidBody{.position = {2, 0, 0}, .velocity = {0, 1, 0}});
  world.add(Kick{.quantity = DistanceBetween{PointOn{a}, PointOn{b}}, .momentum = 0.5},
            {.name = "apart"});
  world.add(Kick{.quantity = AngleBetween{WorldDirection{{1, 0, 0}},
                                          DirectionOn{a, {1, 0, 0}},
                                          WorldDirection{{0, 0, 1}}},
                 .momentum = 0.25},
            {.name = "round"});
  world.step(0.01);
  const std::vector<Drawable> apart = of("apart", world);
  ASSERT_THAT(apart, SizeIs(2));
  expect_arrow(apart[0], Kind::impulse, {0, 0, 0}, {-0.5, 0, 0});
  expect_arrow(apart[1], Kind::impulse, {2, 0, 0}, {0.5, 0, 0});
  EXPECT_TRUE(apart[0].reaction);
  EXPECT_FALSE(apart[1].reaction);
  std::vector<Drawable> round = of("round", world);
  std::erase_if(round, [&](const Drawable& d) { return d.object != a; });
  ASSERT_THAT(round, SizeIs(1));
  expect_arrow(round[0], Kind::angular_impulse, {0, 0, 0}, {0, 0, 0.25});
  // of two steps that are drawn together each has its own reaction
  std::vector<Blow> both = world.report().blows;
  world.step(0.01);
  both.insert(both.end(), world.report().blows.begin(), world.report().blows.end());
  int reactions = 0;
  for (const Drawable& d : drawables(world, both))
    reactions += d.name == "apart" && d.reaction ? 1 : 0;
  EXPECT_EQ(reactions, 2);
}

}  // namespace holon::drawables_test
