// SPDX-License-Identifier: Apache-2.0
#include "holon/world/happenings.h"

#include <gmock/gmock.h>

#include "holon/geometry/shape.h"
#include "holon/model/signals.h"
#include "holon/world/drawables.h"

/// What is told of things that touch: in words, as arrows and as numbers.
namespace holon::happenings_test {

using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr double g = 10.0;

/// A ball of 2 kg on a floor.
struct OnFloor {
  World world;
  ObjectId floor, ball;

  explicit OnFloor(double height, double restitution = 0.0) {
    world.add(Gravity{.g = {0, 0, -g}}, {.name = "gravity"});
    const SurfacePair surface{.restitution = restitution};
    floor = world.add(
        RigidBody{},
        {.name = "floor", .kinematic = true, .collision = Collision::of(HalfSpace{}, surface)});
    RigidBody body = RigidBody::from(mass_properties(Sphere{0.5}, 1.0));
    body.inertia *= 2.0 / body.mass;
    body.mass = 2.0;
    body.position = {0, 0, 0.5 + height};
    ball = world.add(body, {.name = "ball", .collision = Collision::of(Sphere{0.5}, surface)});
  }
};

TEST(Happenings, tellWhoBeginsAndCeasesToTouchWhomAndNotThatItGoesOn) {
  OnFloor s(0.05, 0.5);
  std::vector<std::string> texts;
  for (int i = 0; i < 180; ++i) {
    ASSERT_TRUE(s.world.step(0.001).ok);
    for (const Happening& h : happenings(s.world)) {
      EXPECT_EQ(h.time, s.world.time());
      texts.push_back(h.text);
    }
  }
  EXPECT_THAT(texts, ElementsAre("ball touches floor", "ball leaves floor"));
}

TEST(Happenings, haveEventsFirst) {
  OnFloor s(0.0);
  const ConstraintId nail =
      s.world.add(PointToPoint{Nail{{0, 0, 0.5}}, PointOn{s.ball}}, {.name = "nail"});
  s.world.set_active(nail, false);
  ASSERT_TRUE(s.world.step(0.001).ok);
  const std::vector<Happening> told = happenings(s.world);
  ASSERT_THAT(told, SizeIs(2));
  EXPECT_THAT(told[0].text, ::testing::StartsWith("nail deactivated"));
  EXPECT_EQ(told[1].text, "ball touches floor");
}

TEST(Drawables, showAContactAsAPairWithTheReactionOnWhatDoesNotGiveWay) {
  OnFloor s(0.0);
  ASSERT_TRUE(s.world.step(0.01).ok);
  std::vector<Drawable> arrows = drawables(s.world);
  std::erase_if(arrows, [](const Drawable& d) { return !d.force.is_none(); });
  ASSERT_THAT(arrows, SizeIs(2));
  for (const Drawable& d : arrows) {
    const bool on_ball = d.object == s.ball;
    EXPECT_TRUE(on_ball || d.object == s.floor);
    EXPECT_EQ(d.reaction, !on_ball);
    EXPECT_EQ(d.kind, Drawable::Kind::force);
    EXPECT_TRUE(d.constraint.is_none());
    EXPECT_LT(d.point.norm(), 1e-9);
    EXPECT_LT((d.vector - Vec3(0, 0, on_ball ? 2 * g : -2 * g)).norm(), 1e-8);
  }
}

TEST(Signals, tellWhatTouchesAnObject) {
  OnFloor s(0.0);
  ASSERT_TRUE(s.world.step(0.01).ok);
  for (const auto& [name, sign] : {std::pair("ball", 1.0), {"floor", -1.0}}) {
    const auto value = [&, owner = std::string(name)](const char* what) {
      return s.world.signal(owner + what);
    };
    EXPECT_NEAR(value(".contact_force"), 2 * g, 1e-8);
    EXPECT_NEAR(value(".contact_fx"), 0.0, 1e-8);
    EXPECT_NEAR(value(".contact_fz"), sign * 2 * g, 1e-8);
    EXPECT_EQ(value(".contacts"), 1.0);
  }
}

TEST(Signals, ofContactsAreThoseOfWhatCanTouchOnly) {
  World world;
  world.add(Particle{}, {.name = "ghost"});
  EXPECT_FALSE(find_signal(world.model(), "ghost.contacts"));
  OnFloor s(1.0);
  ASSERT_TRUE(s.world.step(0.01).ok);
  EXPECT_EQ(s.world.signal("ball.contact_force"), 0.0);
  EXPECT_EQ(s.world.signal("ball.contacts"), 0.0);
}

}  // namespace holon::happenings_test
