// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>

#include "holon/checks/kind_tests.h"
#include "holon/checks/load_checks.h"
#include "holon/checks/slope.h"
#include "holon/checks/specimen.h"

/// What every kind of force has to pass. The kinds come from the folder, the objects too: a new
/// header is tested here without an edit.
namespace holon::conformance_test {

using checks::Random;
using checks::SideKind;
using checks::Specimen;

constexpr int kStates = 30;

/// A kind of force, as far as the tests have to know it.
struct Kind {
  checks::KindFacts facts;
  bool on_connectors = false;
  bool between = false;  ///< acts between two things, not on one
  checks::MakeSpecimen specimen = nullptr;
};

template <class K>
Kind describe() {
  Kind kind{checks::facts_of<K>(), ConnectorForce<K>, false, checks::random_specimen<K>};
  if constexpr (ConnectorForce<K>) {
    const auto& tangents = ConnectorInfo<K>::tangent;  // a scalar is between things by itself
    const auto in_space = std::ranges::count_if(tangents, [](int n) { return n > 1; });
    kind.between = in_space > 1 || tangents[0] == 1;
  }
  return kind;
}

std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds;
  for_each_kind(ForceKinds{}, [&]<class K>() { kinds.push_back(describe<K>()); });
  return kinds;
}
std::vector<Kind> kinds_on_connectors() {
  std::vector<Kind> kinds = all_kinds();
  std::erase_if(kinds, [](const Kind& kind) { return !kind.on_connectors; });
  return kinds;
}
std::vector<Kind> kinds_between() {
  std::vector<Kind> kinds = all_kinds();
  std::erase_if(kinds, [](const Kind& kind) { return !kind.between; });
  return kinds;
}
std::string name_of(const ::testing::TestParamInfo<Kind>& info) {
  return info.param.facts.name;
}

bool moves_by_itself(const SideKind& side) {
  return side.name == "a path" || side.name == "moved by the host";
}

class ForceConformance : public ::testing::TestWithParam<Kind> {
 protected:
  /// Calls f(specimen, random) for every two things the force can be between, `states` times each,
  /// at random states; with `at_rest`, only for things that stay where they are.
  template <class F>
  void for_each_specimen(int states, bool at_rest, F&& f) {
    std::vector<SideKind> sides = checks::side_kinds();
    if (at_rest) std::erase_if(sides, moves_by_itself);
    const int pairs = checks::for_each_specimen(
        GetParam().specimen, sides, states, [&](Specimen& s, Random& random, int /*i*/) {
          f(s, random);
        });
    if (!HasFailure()) {
      EXPECT_GE(pairs, 8) << "the sides no longer fit the connectors of this kind";
    }
  }
};
INSTANTIATE_TEST_SUITE_P(, ForceConformance, ::testing::ValuesIn(all_kinds()), name_of);

/// Only kinds that push on connectors, and only those between two things.
class ConnectorForceConformance : public ForceConformance {};
INSTANTIATE_TEST_SUITE_P(,
                         ConnectorForceConformance,
                         ::testing::ValuesIn(kinds_on_connectors()),
                         name_of);
class InternalForceConformance : public ForceConformance {};
INSTANTIATE_TEST_SUITE_P(, InternalForceConformance, ::testing::ValuesIn(kinds_between()), name_of);

/// The generalised force and the energy at a state.
struct Applied {
  VecX Q;
  double energy = 0.0;
};
Applied applied(System& system, double t, const VecX& q, const VecX& v) {
  Applied out{VecX::Zero(system.nv()), 0.0};
  system.place(t, q, v);
  system.applied_forces(out.Q);
  out.energy = system.potential_energy();
  return out;
}
/// What the objects do by themselves, without the force.
Applied applied_without(const Specimen& s, const VecX& v) {
  std::vector<ObjectId> objects;
  for (const System::BodyView& b : s.system.bodies()) objects.push_back(b.id);
  System bare;
  bare.build(s.model, objects, {}, {});
  return applied(bare, s.t, s.q, v);
}

/// What the force of a specimen pushes: a generalised force or, if it is impulsive, the momentum
/// that it gives in a long step; and what each connector feels of it.
struct Pushed {
  VecX Q;
  std::vector<ConnectorLoad> loads;
};
Pushed pushed(Specimen& s) {
  Pushed out{applied(s.system, s.t, s.q, s.v).Q - applied_without(s, s.v).Q, {}};
  s.system.force_loads(out.loads);
  if (!s.system.has_impulsive_forces()) return out;
  EXPECT_TRUE(out.loads.empty() && out.Q.isZero(0.0)) << "it is momentum, and no force too";
  std::vector<Blow> blows;
  s.system.impulses(-100.0, 200.0, out.Q, blows);
  for (const Blow& blow : blows) out.loads.push_back(blow.load);
  return out;
}

// Sums of a few products of order 1 to 10, the internal forces of objects among them: rounding
// leaves some 1e-14.
TEST_P(ConnectorForceConformance, DoesTheWorkOfTheLoadsItTells) {
  int pushes = 0, asked = 0;
  for_each_specimen(kStates, false, [&](Specimen& s, Random& /*random*/) {
    const Pushed p = pushed(s);
    const checks::Power power = checks::power_of(p.loads, s.system, s.model.forces()[s.force].kind);
    const double internal = applied_without(s, s.v).Q.norm();
    EXPECT_NEAR(power.sum, p.Q.dot(s.v), 1e-12 * std::max(1.0, power.size + internal));
    ++asked;
    pushes += power.size > 1e-3 ? 1 : 0;
  });
  EXPECT_GT(pushes, asked / 2) << "it hardly ever pushes";
}

TEST_P(InternalForceConformance, ActionIsReaction) {
  for_each_specimen(kStates, false, [](Specimen& s, Random& /*random*/) {
    const std::vector<ConnectorLoad> loads = pushed(s).loads;
    ASSERT_FALSE(loads.empty());
    const checks::Imbalance left = checks::imbalance_of(loads);
    EXPECT_LT(left.force, 1e-14);
    EXPECT_LT(left.moment, 1e-13);
  });
}

// At rest, where dampers do nothing: f·u = −dW along any motion u. Extrapolated differences are
// good to some 1e-11; the tolerance leaves room for states near a kink of W.
TEST_P(ForceConformance, IsMinusTheGradientOfItsEnergy) {
  int states = 0, unsettled = 0, with_energy = 0;
  for_each_specimen(kStates, true, [&](Specimen& s, Random& random) {
    const VecX still = VecX::Zero(s.system.nv()), u = random.vector_of(s.system.nv());
    const Applied here = applied(s.system, s.t, s.q, still);
    if (here.energy == applied_without(s, still).energy) return;
    ++with_energy;
    // angles go on counting from here
    for (const System::MemoryView& view : s.system.memories()) view.memory->last = view.memory->now;
    VecX q1 = s.q;
    const checks::Slope slope = checks::slope(
        [&](double h) -> VecX {
          s.system.advance(s.q, u, h, q1);
          return VecX::Constant(1, applied(s.system, s.t, q1, still).energy);
        },
        0.05);
    const double power = here.Q.dot(u), size = std::max(1.0, here.Q.norm() * u.norm());
    ++states;
    if (slope.uncertainty > 1e-7 * size) {
      ++unsettled;
      return;
    }
    EXPECT_NEAR(slope.value[0], -power, 1e-6 * size);
  });
  EXPECT_LE(unsettled, 0.05 * states) << "W is hardly ever smooth";
  // the overview of the book says who has an energy
  std::istringstream overview(checks::text_of("docs/book/forces.md"));
  const std::string start = "| [" + GetParam().facts.name + "](";
  std::string line;
  while (std::getline(overview, line) && !line.starts_with(start)) continue;
  ASSERT_THAT(line, ::testing::StartsWith(start)) << "it is missing in docs/book/forces.md";
  EXPECT_THAT(line, ::testing::EndsWith(with_energy > 0 ? "| yes |" : "| – |"));
}

bool same_motion(const Specimen& s, const World& a, const World& b) {
  for (const System::BodyView& body : s.system.bodies())
    if (!std::ranges::equal(a.state().q(body.id), b.state().q(body.id))
        || !std::ranges::equal(a.state().v(body.id), b.state().v(body.id)))
      return false;
  return true;
}

// To the last bit. Switched on it has to show, unless both ends are on the same body; an impulse
// shows within a second.
TEST_P(ForceConformance, DoesNothingWhileInactive) {
  constexpr double h = 0.01;
  int runs = 0, shown = 0;
  for_each_specimen(2, false, [&](Specimen& s, Random& /*random*/) {
    World without = checks::make_world_of_objects(s), with = checks::make_world_of_objects(s);
    const ForceId id = with.add(s.model.forces()[s.force].kind, {.active = false});
    for (int i = 0; i < 5; ++i) EXPECT_EQ(with.step(h).ok, without.step(h).ok);
    EXPECT_TRUE(same_motion(s, with, without));
    with.set_active(id, true);
    bool same = true;
    for (int i = 0; i < 110 && same; ++i) {
      if (!with.step(h).ok || !without.step(h).ok) return;
      same = same_motion(s, with, without);
    }
    ++runs;
    shown += same ? 0 : 1;
  });
  EXPECT_GT(shown, 0.7 * runs) << "switched on it has to do something";
}

TEST_P(ForceConformance, HasItsFileTestPageAndFields) {
  checks::expect_complete(GetParam().facts, "force");
}

// ---- the checks themselves ----

TEST(ForceChecks, NoticeLoadsThatDoNotBalance) {
  ConnectorLoad push, back;
  push.force = {1, 0, 0};
  back.force = {-1, 0, 0};
  back.point = {0, 1, 0};
  EXPECT_GT(checks::imbalance_of(std::vector{push}).force, 0.1);
  EXPECT_EQ(checks::imbalance_of(std::vector{push, back}).force, 0.0);
  EXPECT_GT(checks::imbalance_of(std::vector{push, back}).moment, 0.1) << "a couple";
  back.torque = {0, 0, -1};
  EXPECT_EQ(checks::imbalance_of(std::vector{push, back}).moment, 0.0);
}

}  // namespace holon::conformance_test
