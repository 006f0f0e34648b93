// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/tape.h"

#include <gmock/gmock.h>

#include <random>

#include "holon/studio/hand.h"
#include "holon/studio/history.h"
#include "holon/studio/poser.h"

namespace holon::tape_test {

using namespace studio;
using ::testing::HasSubstr;

/// A double pendulum of rods.
Scene pendulum() {
  return read_scene(R"({"format": "holon-scene", "version": 1, "dt": 0.002,
    "objects": [
      {"kind": "rigid_body", "name": "upper", "shape": {"kind": "rod", "length": 1}, "mass": 1,
       "position": [0, 0, -0.5]},
      {"kind": "rigid_body", "name": "lower", "shape": {"kind": "rod", "length": 1}, "mass": 1,
       "position": [0, 0, -1.5]}],
    "constraints": [
      {"kind": "point_to_point", "name": "nail", "a": {"nail": [0, 0, 0]},
       "b": {"object": "upper", "at": [0, 0, 0.5]}},
      {"kind": "point_to_point", "name": "elbow", "a": {"object": "upper", "at": [0, 0, -0.5]},
       "b": {"object": "lower", "at": [0, 0, 0.5]}}],
    "forces": [{"kind": "gravity", "name": "gravity", "g": [0, 0, -9.81]}]})");
}

void run_for(Tape& tape, int steps) {
  for (int i = 0; i < steps; ++i) ASSERT_TRUE(tape.step().ok);
}

PointOn tip_of(const Tape& tape) {
  return {tape.run().world().model().find_object("lower"), Vec3(0, 0, -0.5)};
}

TEST(Tape, GoesBackToAnyMomentToTheLastBit) {
  Tape tape(pendulum());
  tape.apply("push lower (5 0 0) for=0.1");
  std::vector<std::pair<Tape::Position, std::uint64_t>> moments;
  for (int i = 0; i < 12; ++i) {
    moments.emplace_back(tape.position(), tape.hash());
    run_for(tape, 100);
  }
  while (!moments.empty()) {
    const auto [at, hash] = moments.back();
    tape.cut(at);
    EXPECT_EQ(tape.position(), at);
    EXPECT_EQ(tape.hash(), hash);
    moments.pop_back();
  }
}

TEST(Tape, GoesOnAfterACutAsItDidBefore) {
  Tape tape(pendulum());
  tape.apply("push lower (5 0 0) for=0.1");
  run_for(tape, 300);
  const Tape::Position middle = tape.position();
  tape.apply("disconnect elbow");
  run_for(tape, 300);
  const std::uint64_t hash = tape.hash();
  const std::vector<Deed> lost = tape.cut(middle);
  EXPECT_NE(tape.hash(), hash);
  tape.extend(lost, 600);
  EXPECT_EQ(tape.hash(), hash);
  EXPECT_EQ(tape.replayed_hash(), hash);
}

TEST(Tape, ADeedThatCannotBeDoneChangesNothing) {
  Tape tape(pendulum());
  run_for(tape, 10);
  const std::uint64_t hash = tape.hash();
  for (const char* text : {"disconnect nobody",
                           "nonsense",
                           "{\"grab\": {\"object\": \"nobody\"}}",
                           "{\"move\": [0, 0, 0]}",
                           "{\"release\": true}",
                           "{\"pose\": {\"upper\": [0, 0]}}",
                           "{\"dt\": -1}",
                           "{\"dt\": 1e999}",
                           "{"}) {
    EXPECT_ANY_THROW(tape.apply(text)) << text;
    EXPECT_EQ(tape.hash(), hash) << text;
    EXPECT_TRUE(tape.deeds().empty());
  }
}

TEST(Tape, AnEditOfTheTimelineThatCannotBeMadeLeavesAllAsBefore) {
  Scene scene = pendulum();
  Tape tape(scene);
  tape.apply("remove lower");
  run_for(tape, 3);
  EXPECT_EQ(tape.run().world().model().objects().size(), 1U);
}

TEST(Hand, PullsWhatItHoldsToWhereItIs) {
  Tape tape(pendulum());
  const PointOn tip = tip_of(tape);
  const Vec3 to(0.3, 0, -1.95);
  tape.apply(grab_deed(tape.run().world(), tip, to, tape.dt()).dump());
  run_for(tape, 1500);
  // against the weight of what hangs there: it comes near, and rests
  EXPECT_LT((tape.run().world().point(tip).x - to).norm(), 0.1);
  EXPECT_LT(tape.run().world().point(tip).v.norm(), 0.05);
  ASSERT_TRUE(held(tape.run().world()));
  tape.apply(R"({"release": true})");
  EXPECT_FALSE(held(tape.run().world()));
  EXPECT_EQ(tape.run().world().model().forces().size(), 1U);
  EXPECT_EQ(tape.replayed_hash(), tape.hash());
}

TEST(Hand, IsNotKeptInTheSceneAsItIsNow) {
  Tape tape(pendulum());
  tape.apply(grab_deed(tape.run().world(), tip_of(tape), Vec3(1, 0, -1), tape.dt()).dump());
  EXPECT_THAT(write_scene(tape.run().scene_now()), ::testing::Not(HasSubstr("hand")));
}

TEST(Poser, MovesWhatIsHeldWhileTheJointsHold) {
  Tape tape(pendulum());
  const PointOn tip = tip_of(tape);
  Poser poser(tape.run().world(), tip);
  const Vec3 within_reach(1.2, 0.3, -0.8);
  tape.apply(poser.move(within_reach, tape.run().world()).dump());
  const World& world = tape.run().world();
  EXPECT_LT((world.point(tip).x - within_reach).norm(), 1e-5);
  for (const char* name : {"nail", "elbow"})
    for (double e : world.error(world.model().find_constraint(name))) EXPECT_LT(std::abs(e), 1e-9);
  EXPECT_EQ(world.time(), 0.0);
}

TEST(Poser, StopsWhereTheJointsHoldItBack) {
  Tape tape(pendulum());
  const PointOn tip = tip_of(tape);
  Poser poser(tape.run().world(), tip);
  for (int i = 0; i < 20; ++i) {
    const Json moved = poser.move(Vec3(5, 0, -2), tape.run().world());
    if (!moved.is_null()) tape.apply(moved.dump());
  }
  const Vec3 x = tape.run().world().point(tip).x;
  EXPECT_NEAR(x.norm(), 2.0, 1e-3) << "stretched out";
  EXPECT_LT((x.normalized() - Vec3(5, 0, -2).normalized()).norm(), 0.05) << "towards the hand";
}

// ---- history ----

TEST(History, UndoGoesBackToJustBeforeAGesture) {
  Tape tape(pendulum());
  History history(tape);
  run_for(tape, 100);
  const std::uint64_t before = tape.hash();
  history.begin("Cut the elbow");
  tape.apply("disconnect elbow");
  tape.apply("remove lower");
  history.end();
  const std::uint64_t after = tape.hash();
  run_for(tape, 700);
  EXPECT_EQ(history.undo_label(), "Cut the elbow");
  history.undo();
  EXPECT_EQ(tape.hash(), before);
  EXPECT_EQ(history.redo_label(), "Cut the elbow");
  history.redo();
  EXPECT_EQ(tape.hash(), after);
  EXPECT_EQ(tape.replayed_hash(), after);
}

TEST(History, AGestureWithoutDeedsLeavesNoEntry) {
  Tape tape(pendulum());
  History history(tape);
  history.begin("Nothing");
  run_for(tape, 3);
  history.end();
  EXPECT_EQ(history.undo_label(), std::nullopt);
  EXPECT_THROW(history.undo(), UsageError);
}

TEST(History, ACancelledGestureIsTakenBack) {
  Tape tape(pendulum());
  History history(tape);
  run_for(tape, 100);
  const std::uint64_t before = tape.hash();
  history.begin("Drag a slider");
  tape.apply("set gravity.g.z=-1");
  run_for(tape, 50);
  history.cancel();
  EXPECT_EQ(tape.hash(), before);
  EXPECT_EQ(history.undo_label(), std::nullopt);
}

TEST(History, WhatAJumpIntoThePastLostComesBackByUndo) {
  Tape tape(pendulum());
  History history(tape);
  run_for(tape, 100);
  const Tape::Position past = tape.position();
  const std::uint64_t then = tape.hash();
  run_for(tape, 100);
  history.begin("Cut");
  tape.apply("disconnect elbow");
  history.end();
  run_for(tape, 100);
  const std::uint64_t lost = tape.hash();
  history.jump(past, "Go on from 0.2 s");
  EXPECT_EQ(tape.hash(), then);
  run_for(tape, 40);
  history.undo();
  EXPECT_EQ(tape.hash(), lost);
  EXPECT_EQ(history.undo_label(), "Cut");
  history.redo();
  EXPECT_EQ(tape.hash(), then);
}

TEST(History, RedoMakesAGestureAtItsMomentHoweverLongOneWaited) {
  Tape tape(pendulum());
  History history(tape);
  const auto make = [&](const char* label, const std::string& deed) {
    run_for(tape, 150);
    history.begin(label);
    tape.apply(deed);
    run_for(tape, 20);
    tape.apply("set gravity.g.z=-5");
    history.end();
    return tape.hash();
  };
  const std::uint64_t first = make("Cut", "disconnect elbow");
  const std::uint64_t second = make("Join", "connect upper.end1 lower.end2 name=elbow");
  history.undo();
  run_for(tape, 300);
  history.redo();
  EXPECT_EQ(tape.hash(), second);
  history.undo();
  history.undo();
  run_for(tape, 70);
  history.redo();
  EXPECT_EQ(tape.hash(), first);
  history.redo();
  EXPECT_EQ(tape.hash(), second) << "after the time between them";
  EXPECT_EQ(tape.replayed_hash(), second);
}

TEST(History, AJumpIsMadeAgainAfterWhatCameBeforeIt) {
  Tape tape(pendulum());
  History history(tape);
  history.begin("Cut");
  tape.apply("disconnect elbow");
  history.end();
  run_for(tape, 50);
  const Tape::Position past = tape.position();
  const std::uint64_t then = tape.hash();
  run_for(tape, 50);
  const std::uint64_t lost = tape.hash();
  history.jump(past, "Go on from 0.1 s");
  history.undo();
  history.undo();
  history.redo();
  history.redo();
  EXPECT_EQ(tape.hash(), then);
  history.undo();
  EXPECT_EQ(tape.hash(), lost);
}

/// Ten thousand things that people do, at random, while time goes on.
TEST(History, RandomEditsUndosAndJumpsReplayToTheSameBits) {
  Tape tape(pendulum());
  History history(tape);
  std::mt19937 random(7);
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto try_edit = [&](const std::string& text) {
    history.begin(text);
    try {
      tape.apply(text);
    } catch (const std::exception&) {
      // refused: nothing has changed
    }
    history.end();
  };
  const auto jump_to_some_past = [&] {
    const Tape::Position now = tape.position();
    const std::size_t deeds = now.deeds - std::min<std::size_t>(now.deeds, pick(4));
    const std::uint64_t first = deeds > 0 ? tape.deeds()[deeds - 1].step : 0;
    const std::uint64_t last = deeds < now.deeds ? tape.deeds()[deeds].step : now.step;
    history.jump({first + random() % (last - first + 1), deeds}, "Jump");
  };
  for (int i = 0; i < 10'000; ++i) {
    switch (pick(12)) {
      case 0:
        try_edit(pick(2) ? "disconnect elbow" : "connect upper.end1 lower.end2 name=elbow");
        break;
      case 1:
        try_edit("push lower (" + std::to_string(pick(9) - 4) + " 0 1) for=0.02");
        break;
      case 2:
        try_edit("make sphere ball" + std::to_string(pick(6)) + " radius=0.1 at=(1 0 0)");
        break;
      case 3:
        try_edit("remove ball" + std::to_string(pick(6)));
        break;
      case 4:
        try_edit("set gravity.g.z=" + std::to_string(-pick(20)));
        break;
      case 5:
        if (history.undo_label()) history.undo();
        break;
      case 6:
        if (history.redo_label()) history.redo();
        break;
      case 7:
        jump_to_some_past();
        break;
      default:
        run_for(tape, pick(8));
    }
  }
  EXPECT_GT(tape.position().step, 100U);
  EXPECT_EQ(tape.replayed_hash(), tape.hash());
}

}  // namespace holon::tape_test
