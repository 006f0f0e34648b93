// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "holon/world/diagnosed_models.h"

/// How objects move in the motions that the doctor finds.
namespace holon::moving_test {

using diagnosis_test::body;
using diagnosis_test::ground;
using diagnosis_test::hinge;
using diagnosis_test::KnownModel;

TEST(FreeMotion, OfAPendulumTurnsItAboutItsHinge) {
  World world;
  const ObjectId arm = body(world, "arm", Vec3(0, 0, -1));
  hinge(world, "hinge", ground, arm, Vec3::Zero(), Vec3::UnitY());
  const Diagnosis found = world.diagnose();
  ASSERT_EQ(found.motions.size(), 1U);
  ASSERT_EQ(found.motions[0].moving.size(), 1U);
  const Diagnosis::Freedom::Moving& m = found.motions[0].moving[0];
  EXPECT_EQ(m.object, arm);
  EXPECT_LT((m.velocity - m.angular_velocity.cross(Vec3(0, 0, -1))).norm(), 1e-12);
  EXPECT_LT(m.angular_velocity.cross(Vec3::UnitY()).norm(), 1e-12);
  // of mass 2 and with I_yy = 0.3: 2 v² + 0.3 ω² = 2 (1 m/s)²
  EXPECT_NEAR(2.0 * m.velocity.squaredNorm() + 0.3 * m.angular_velocity.squaredNorm(), 2.0, 1e-12);
}

TEST(FreeMotion, OfOnePartLeavesOutWhatStandsStill) {
  World world;
  const ObjectId upper = body(world, "upper", Vec3(0, 0, -1));
  const ObjectId lower = body(world, "lower", Vec3(0, 0, -3));
  hinge(world, "first", ground, upper, Vec3::Zero(), Vec3::UnitY());
  hinge(world, "second", upper, lower, Vec3(0, 0, -2), Vec3::UnitY());
  const Diagnosis found = world.diagnose();
  ASSERT_EQ(found.motions.size(), 2U);
  EXPECT_EQ(found.motions[0].moving.size(), 2U) << text_of(found.motions[0], world.model());
  ASSERT_EQ(found.motions[1].moving.size(), 1U) << text_of(found.motions[1], world.model());
  EXPECT_EQ(found.motions[1].moving[0].object, lower);
}

/// Moves everything by h seconds of a motion, and gives it its velocities.
void follow(World& world, const Diagnosis::Freedom& motion, double h) {
  for (const Diagnosis::Freedom::Moving& m : motion.moving) {
    Placement p = world.placement(m.object);
    p.position += h * m.velocity;
    p.orientation = rotation_exp(h * m.angular_velocity) * p.orientation;
    p.velocity = m.velocity;
    p.angular_velocity = m.angular_velocity;
    world.place(m.object, p);
  }
}

double worst_error(const World& world) {
  double worst = 0.0;
  world.model().constraints().for_each([&](ConstraintId id, const ConstraintRecord&) {
    if (world.is_active(id))
      for (const double e : world.error(id)) worst = std::max(worst, std::abs(e));
  });
  return worst;
}

// c = c(q) + h J v + O(h²), and the last is what is left
TEST(FreeMotion, KeepsEveryConstraintOfTheKnownMechanisms) {
  constexpr double h = 1e-6, second_order = 1e-9;
  int followed = 0;
  for (const auto& models : {diagnosis_test::known_linkages(), diagnosis_test::known_frames()})
    for (const KnownModel& known : models) {
      if (!known.at_rest || !known.conflicts.empty()) continue;
      World world;
      known.build(world);
      const World::Snapshot before = world.snapshot();
      const Diagnosis found = world.diagnose();
      const double off = worst_error(world);
      for (const Diagnosis::Freedom& motion : found.motions) {
        world.restore(before);
        follow(world, motion, h);
        EXPECT_LT(worst_error(world), off + second_order)
            << known.name << ": " << text_of(motion, world.model());
        ++followed;
      }
    }
  EXPECT_GT(followed, 50);
}

}  // namespace holon::moving_test
