// SPDX-License-Identifier: Apache-2.0
#include "holon/force/gravity.h"

#include <gmock/gmock.h>

#include "holon/holon.h"

namespace holon::gravity_test {

using ::testing::ElementsAre;

const Vec3 g(0.0, -9.81, 0.0);

// Galilei: everything falls alike. What turns or vibrates does so about its centre of mass.
TEST(Gravity, MakesEveryKindOfObjectFallAlike) {
  World world;
  world.add(Gravity{.g = g});
  RigidBody tumbling;
  tumbling.mass = 7.0;
  tumbling.inertia = Vec3(1, 2, 2.5).asDiagonal();
  tumbling.com = {0.1, 0.2, 0.3};
  tumbling.angular_velocity = {1, 2, 3};
  tumbling.velocity = -tumbling.angular_velocity.cross(tumbling.com);  // of the origin
  AffineBody wobbling;
  wobbling.mass = 0.4;
  wobbling.deformation_rate(0, 1) = 2.0;
  const ObjectId ids[] = {world.add(Particle{.mass = 2.0}),
                          world.add(tumbling),
                          world.add(wobbling),
                          world.add(AffineBody2d{.mass = 3.0})};
  const Vec3 com[] = {Vec3::Zero(), tumbling.com, Vec3::Zero(), Vec3::Zero()};
  Vec3 start[4];
  for (int i = 0; i < 4; ++i) start[i] = world.point(PointOn{ids[i], com[i]}).x;
  world.run(0.5, 0.001);
  for (int i = 0; i < 4; ++i)
    EXPECT_LT((world.point(PointOn{ids[i], com[i]}).x - start[i] - 0.125 * g).norm(), 1e-12) << i;
}

TEST(Gravity, ActsOnThoseListedOnly) {
  World world;
  const ObjectId stone = world.add(Particle{}), feather = world.add(Particle{});
  world.add(Gravity{.g = g, .objects = {stone}});
  world.run(1.0, 0.1);
  EXPECT_NEAR(world.placement(stone).velocity.y(), g.y(), 1e-13);
  EXPECT_EQ(world.placement(feather).velocity, Vec3::Zero());
}

TEST(Gravity, ActsOnWhatIsAddedLater) {
  World world;
  world.add(Gravity{.g = g});
  world.add(Particle{});
  world.step(0.1);
  const ObjectId late = world.add(Particle{});
  world.step(0.1);
  EXPECT_NEAR(world.placement(late).velocity.y(), 0.1 * g.y(), 1e-14);
}

TEST(Gravity, OfSeveralSourcesAddsUpAndCanBeSwitchedOff) {
  World world;
  const ObjectId id = world.add(Particle{});
  const ForceId down = world.add(Gravity{.g = g});
  world.add(Gravity{.g = {1, 0, 0}});
  world.step(0.1);
  EXPECT_LT((world.placement(id).velocity - 0.1 * Vec3(1, g.y(), 0)).norm(), 1e-14);
  world.set_active(down, false);
  world.step(0.1);
  EXPECT_LT((world.placement(id).velocity - Vec3(0.2, 0.1 * g.y(), 0)).norm(), 1e-14);
}

// W = −m g·x of the centre of mass.
TEST(Gravity, HasThePotentialOfTheCentreOfMass) {
  RigidBody body;
  body.mass = 3.0;
  body.com = {0, 0.5, 0};
  body.position = {0, 2, 0};
  World world;
  world.add(Gravity{.g = g});
  world.add(body);
  world.add(Parametric{
      .map = LinkageMap{.lengths = {1, 1}}, .masses = {1, 2}, .u = {0, 0}, .u_dot = {0, 0}});
  EXPECT_NEAR(world.potential_energy(), 9.81 * (3.0 * 2.5 - 1.0 - 2.0 * 2.0), 1e-12);
}

// The energy of a pendulum swings about its value by an error of second order in the step.
TEST(Gravity, KeepsTheEnergyOfAPendulum) {
  double worst[2] = {0, 0};
  for (int i = 0; i < 2; ++i) {
    World world;
    world.add(Gravity{.g = g});
    const ObjectId id = world.add(Particle{.position = {1, 0, 0}});
    world.add(Distance{Nail{}, PointOn{id}, 1.0});
    const int steps = 500 << i;
    for (int k = 0; k < steps; ++k)
      worst[i] = std::max(worst[i], std::abs(world.step(5.0 / steps).energy()));
  }
  EXPECT_LT(worst[1], 2e-3 * 9.81);
  EXPECT_NEAR(worst[0] / worst[1], 4.0, 0.2);
}

TEST(Gravity, NamesTheFieldThatMakesNoSense) {
  Diagnostics d;
  Gravity{.g = {0, std::nan(""), 0}}.check(d);
  EXPECT_THAT(d.errors(), ElementsAre("g: must be finite"));
  World world;
  const ObjectId gone = world.add(Particle{});
  world.remove(gone);
  try {
    world.add(Gravity{.g = g, .objects = {gone}}, {.name = "earth"});
    FAIL() << "an object that is gone was accepted";
  } catch (const ModelError& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("'earth'"));
    EXPECT_THAT(e.errors(), ElementsAre("objects: names an object that is no longer there"));
  }
}

}  // namespace holon::gravity_test
