// SPDX-License-Identifier: Apache-2.0
// The same input gives the same bits: from one build to the next, at any level of optimisation.
#include <gtest/gtest.h>

#include "holon/world/world.h"

namespace holon::golden_test {

/// Something of most kinds, hanging together in two islands. All constraints are met at the start
/// and no function of the C library but the square root has a say, so that the numbers are those
/// of IEEE 754 alone.
World mixed_scene() {
  World world;
  world.add(Gravity{.g = {0, 0, -9.81}});
  const Mat3 inertia = Vec3(0.1, 0.2, 0.25).asDiagonal();

  // a door that carries a pendulum, which carries an elastic block
  const ObjectId door =
      world.add(RigidBody{.mass = 2.0, .inertia = inertia, .position = {1, 0, 0}});
  world.add(PointToPoint{Nail{}, PointOn{door, {-1, 0, 0}}});
  world.add(AxisToAxis{WorldFrame{{0, 0, 0}, Quat(1, 1, 0, 0)}, DirectionOn{door, -Vec3::UnitY()}});
  const ObjectId bob = world.add(Particle{.mass = 0.5, .position = {2, 0, -1}});
  world.add(Distance{PointOn{door, {1, 0, 0}}, PointOn{bob}, 1.0});
  const ObjectId block = world.add(AffineBody{.young = 300.0, .position = {2.5, 0, -1}});
  world.add(PointToPoint{PointOn{bob}, PointOn{block, {-0.5, 0, 0}}});
  world.add(SpringDamper{.a = Nail{{2, 2, 0}},
                         .b = PointOn{block, {0.5, 0, 0}},
                         .stiffness = 20.0,
                         .damping = 0.3,
                         .length = 1.0});

  // a bead on a parabola and a top on a table, pinned twice
  const ObjectId bead = world.add(Parametric{.map = ParabolaMap{}, .u = {0.5}});
  const ObjectId top = world.add(
      RigidBody{.inertia = inertia, .position = {0.5, 3, 1}, .angular_velocity = {0.1, 0.2, 9}});
  world.add(SpringDamper{.a = PointOn{bead}, .b = PointOn{top}, .stiffness = 3.0, .length = 2.0});
  for (int i = 0; i < 2; ++i)
    world.add(PointOnPlane{WorldFrame{{0, 0, 1}, Quat::Identity()}, PointOn{top}});
  world.add(Drag{.linear = 0.05, .angular = 0.01});
  return world;
}

TEST(Golden, AMixedSceneEndsInTheSameBitsAsEver) {
  World world = mixed_scene();
  EXPECT_EQ(world.islands(), 2);
  ASSERT_TRUE(world.run(1.0, 0.01).ok) << world.report().brief();
  EXPECT_GT(world.report().kinetic_energy, 1.0) << "it does move";
  EXPECT_LT(world.report().worst_error, 1e-11);
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__AVX__)
  // Another number means another motion. If that is meant, say so in the CHANGELOG and put it here.
  EXPECT_EQ(world.hash(), 0x2b3645cd5de634e0ULL) << std::hex << world.hash();
#endif
}

}  // namespace holon::golden_test
