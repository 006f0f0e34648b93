// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "holon/studio/hand.h"
#include "holon/studio/poser.h"
#include "holon/studio/tape.h"

/// Fast drags: a mechanism that can be put together in two ways stays as it was put together.
namespace holon::drag_test {

using namespace studio;

const Vec3 kAxis = Vec3::UnitY();

Json end_on(const std::string& object, const Vec3& at) {
  return {{"object", object}, {"at", numbers(at)}, {"z", numbers(kAxis)}};
}
Json end_at(const Vec3& at) {
  return {{"world", numbers(at)}, {"z", numbers(kAxis)}};
}

/// A planar mechanism of bars, each between two points, its axes those of the world at the start.
struct Mechanism {
  Json objects = Json::array(), constraints = Json::array();
  std::map<std::string, Vec3> middle;

  void bar(const std::string& name, const Vec3& from, const Vec3& to) {
    const double l = (to - from).norm(), m = l;
    middle[name] = 0.5 * (from + to);
    objects.push_back({{"kind", "rigid_body"},
                       {"name", name},
                       {"mass", m},
                       {"inertia", numbers(Vec3::Constant(m * l * l / 12.0))},
                       {"position", numbers(middle[name])}});
  }
  Json end(const std::string& name, const Vec3& at) const {
    return name.empty() ? end_at(at) : end_on(name, at - middle.at(name));
  }
  void join(const char* kind, const std::string& a, const std::string& b, const Vec3& at) {
    constraints.push_back({{"kind", kind}, {"a", end(a, at)}, {"b", end(b, at)}});
  }
  Tape tape() const {
    const Json scene = {{"format", "holon-scene"},
                        {"version", 1},
                        {"dt", 0.002},
                        {"objects", objects},
                        {"constraints", constraints},
                        {"forces", {{{"kind", "gravity"}, {"g", numbers({0, 0, -9.81})}}}}};
    return Tape(read_scene(scene.dump()));
  }
};

// A crank of 0.3 m turns all round, as 0.3 + 1.0 < 0.9 + 0.7 (Grashof); the rocker swings. The knee
// is above the line from the end of the crank to the ground, or below it, and cannot go from one to
// the other.
const Vec3 kA(0, 0, 0), kB(0, 0, 0.3), kD(1, 0, 0);
Vec3 knee() {
  const Vec3 along = kD - kB;
  const double d = along.norm(), r1 = 0.9, r2 = 0.7;
  const double x = (d * d + r1 * r1 - r2 * r2) / (2 * d), y = std::sqrt(r1 * r1 - x * x);
  return kB + x * along / d + y * Vec3(-along.z(), 0, along.x()) / d;
}

struct FourBar {
  static Mechanism parts() {
    Mechanism m;
    m.bar("crank", kA, kB);
    m.bar("coupler", kB, knee());
    m.bar("rocker", kD, knee());
    m.join("line_hinge", "", "crank", kA);
    m.join("line_hinge", "crank", "coupler", kB);
    m.join("line_hinge", "coupler", "rocker", knee());
    m.join("line_hinge", "", "rocker", kD);
    return m;
  }
  static Tape make() { return parts().tape(); }
  static constexpr const char* bars[] = {"crank", "coupler", "rocker"};
  static double length(const std::string& bar) {
    return bar == "crank" ? 0.3 : bar == "coupler" ? 0.9 : 0.7;
  }
  /// Positive on the branch that it was put together on.
  static double side(const World& world) {
    const auto at = [&](const char* name, const Vec3& x) {
      return world.point(PointOn{world.model().find_object(name), x}).x;
    };
    const Vec3 b = at("coupler", kB - 0.5 * (kB + knee()));
    const Vec3 c = at("coupler", knee() - 0.5 * (kB + knee()));
    return (kD - b).cross(c - b).dot(-kAxis);
  }
  static Vec3 along(const std::string& bar) {
    if (bar == "crank") return (kB - kA).normalized();
    return bar == "coupler" ? (knee() - kB).normalized() : (knee() - kD).normalized();
  }
};

struct SliderCrank {
  static constexpr double crank = 0.3, rod = 0.8;
  static Vec3 pin() { return {0, 0, crank}; }
  static Vec3 wrist() { return {std::sqrt(rod * rod - crank * crank), 0, 0}; }
  static Tape make() {
    Mechanism m;
    m.bar("crank", kA, pin());
    m.bar("rod", pin(), wrist());
    m.bar("slider", wrist() - Vec3(0.1, 0, 0), wrist() + Vec3(0.1, 0, 0));
    m.join("line_hinge", "", "crank", kA);
    m.join("line_hinge", "crank", "rod", pin());
    m.join("line_hinge", "rod", "slider", wrist());
    m.constraints.push_back({{"kind", "prism"},
                             {"a", {{"world", numbers(wrist())}, {"z", {1, 0, 0}}}},
                             {"b", {{"object", "slider"}, {"at", {0, 0, 0}}, {"z", {1, 0, 0}}}}});
    return m.tape();
  }
  static constexpr const char* bars[] = {"crank", "rod", "slider"};
  static double length(const std::string& bar) {
    return bar == "crank" ? crank : bar == "rod" ? rod : 0.2;
  }
  static double side(const World& world) {
    const auto at = [&](const char* name, const Vec3& x) {
      return world.point(PointOn{world.model().find_object(name), x}).x;
    };
    return at("slider", Vec3::Zero()).x() - at("crank", 0.5 * pin()).x();
  }
  static Vec3 along(const std::string& bar) {
    if (bar == "crank") return Vec3::UnitZ();
    return bar == "rod" ? Vec3((wrist() - pin()).normalized()) : Vec3(Vec3::UnitX());
  }
};

template <class M>
class Drags : public ::testing::Test {
 protected:
  std::mt19937 random_{3};
  double any(double from, double to) { return std::uniform_real_distribution(from, to)(random_); }
  PointOn point(const World& world) {
    const std::string bar = M::bars[random_() % 3];
    return {world.model().find_object(bar), M::along(bar) * (any(-0.5, 0.5) * M::length(bar))};
  }
  Vec3 place() { return {any(-1.5, 2.0), any(-0.3, 0.3), any(-1.5, 1.5)}; }
  void expect_sound(const World& world, int drag) {
    ASSERT_TRUE(std::isfinite(world.kinetic_energy())) << "drag " << drag;
    ASSERT_GT(M::side(world), 0.0) << "drag " << drag << " has turned it inside out";
    ASSERT_LT(world.report().worst_error, 1e-8) << "drag " << drag;
  }
};
using Mechanisms = ::testing::Types<FourBar, SliderCrank>;
TYPED_TEST_SUITE(Drags, Mechanisms);

TYPED_TEST(Drags, AThousandFastOnesWhileItRunsKeepItsBranch) {
  Tape tape = TypeParam::make();
  this->expect_sound(tape.run().world(), -1);
  for (int drag = 0; drag < 1000 && !this->HasFatalFailure(); ++drag) {
    const World& world = tape.run().world();
    tape.apply(grab_deed(world, this->point(world), this->place(), tape.dt()).dump());
    for (int move = 0; move < 4; ++move) {
      for (int i = 0; i < 8; ++i) ASSERT_TRUE(tape.step().ok) << tape.step().brief();
      this->expect_sound(world, drag);
      tape.apply(move_deed(this->place()).dump());
    }
    tape.apply(R"({"release": true})");
  }
}

TYPED_TEST(Drags, FastOnesWhileTimeStandsKeepItsBranch) {
  Tape tape = TypeParam::make();
  for (int drag = 0; drag < 200 && !this->HasFatalFailure(); ++drag) {
    const World& world = tape.run().world();
    Poser poser(world, this->point(world));
    const Json moved = poser.move(this->place(), world);
    if (!moved.is_null()) tape.apply(moved.dump());
    this->expect_sound(world, drag);
  }
}

TEST(Pose, MovesOnlyWhatIsJoinedToTheHand) {
  Mechanism m;
  m.bar("arm", kA, kB);
  m.join("line_hinge", "", "arm", kA);
  m.bar("other", kD, kD + Vec3(0, 0, 0.3));
  // apart as yet: the joint would close if time went on
  m.constraints.push_back({{"kind", "point_to_point"},
                           {"a", {{"nail", numbers(kD)}}},
                           {"b", {{"object", "other"}, {"at", {0, 0, 0}}}}});
  const Tape tape = m.tape();
  const World& world = tape.run().world();
  Poser poser(world, {world.model().find_object("arm"), 0.5 * (kB - kA)});
  const Vec3 to = 0.3 * Vec3(0.6, 0, 0.8);
  const Json places = poser.move(to, world)["pose"];
  EXPECT_LT((poser.held().point - to).norm(), 1e-6);
  EXPECT_TRUE(places.contains("arm"));
  EXPECT_FALSE(places.contains("other"));
}

TEST(Pose, LeavesWhatAMotorHoldsFastWhereItIs) {
  Mechanism m = FourBar::parts();
  const Json angle = {{"a", {{"world", {0, 0, 1}}}},
                      {"b", {{"object", "crank"}, {"along", {0, 0, 1}}}},
                      {"axis", {{"world", numbers(kAxis)}}}};
  m.constraints.push_back(
      {{"kind", "prescribed"}, {"quantity", {{"angle", angle}}}, {"motion", "t"}});
  Tape tape = m.tape();
  for (int i = 0; i < 200; ++i) tape.step();
  const World& world = tape.run().world();
  Poser poser(world, {world.model().find_object("crank"), 0.5 * (kB - kA)});
  for (const Vec3& to : {Vec3(0.3, 0, 0), Vec3(-0.2, 0, 0.1), Vec3(0, 0, 0.5)})
    EXPECT_TRUE(poser.move(to, world).is_null());
}

}  // namespace holon::drag_test
