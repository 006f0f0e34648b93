// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <set>
#include <sstream>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/kind_tests.h"

/// What every kind of constraint has to pass. The kinds come from the folder, the objects too: a
/// new header is tested here without an edit.
namespace holon::conformance_test {

using checks::Random;
using checks::SideKind;
using checks::Specimen;

constexpr int kStates = 100;

template <class K>
constexpr bool on_track = requires(const K& kind, const Memory& foot) {
  kind.end_reached(foot);
};

template <class K>
class ConstraintConformance : public ::testing::Test {
 protected:
  /// Calls f(specimen, random) for every two things the constraint can be between, `states` times
  /// each, at random states; every other one is brought to where the constraint is met.
  template <class F>
  void for_each_specimen(int states, F&& f) {
    std::vector<SideKind> ends = checks::side_kinds();
    const std::vector<SideKind> starts = ends;
    ends.push_back(checks::same_object);
    int pairs = 0;
    for (const SideKind& a : starts)
      for (const SideKind& b : ends) {
        SCOPED_TRACE("between " + a.name + " and " + b.name);
        Random random(7);
        for (int i = 0; i < states; ++i) {
          SCOPED_TRACE("state " + std::to_string(i));
          std::optional<Specimen> s = checks::random_specimen<K>(random, a, b);
          if (!s) break;
          pairs += i == 0 ? 1 : 0;
          s->place_at_random(random);
          const bool met = i % 2 == 1 && s->place_where_met();
          f(*s, random, met);
          if (this->HasFatalFailure() || ::testing::Test::HasNonfatalFailure()) return;
        }
      }
    EXPECT_GE(pairs, 10) << "the sides no longer fit the connectors of this kind";
  }
  /// A number for those who read the report of the tests.
  void record(const std::string& what, double value) {
    std::ostringstream text;
    text << value;
    this->RecordProperty(what, text.str());
  }
};
TYPED_TEST_SUITE(ConstraintConformance, checks::TypesOf<ConstraintKinds>::Type, checks::NameOfKind);

// Extrapolated differences of functions of order 1 are good to some 1e-11; the tolerance leaves
// room for states near a kink of c.
TYPED_TEST(ConstraintConformance, DerivativesMatchFiniteDifferences) {
  int states = 0, unsettled = 0;
  double worst = 0.0;
  this->for_each_specimen(kStates, [&](Specimen& s, Random& random, bool /*met*/) {
    const checks::DerivativeErrors e = checks::derivative_errors(s, random);
    ++states;
    if (!e.settled) {
      ++unsettled;
      return;
    }
    worst = std::max(worst, e.worst());
    EXPECT_LT(e.value, 1e-13);
    EXPECT_LT(e.jacobian, 1e-6);
    EXPECT_LT(e.rate, 1e-6);
    EXPECT_LT(e.acceleration, 1e-6);
  });
  this->record("worst_error", worst);
  this->record("at_a_kink", unsettled);
  // the foot of a random point is near a joint of its curve more often than that
  const double some = on_track<TypeParam> ? 0.1 : 0.05;
  EXPECT_LT(unsettled, some * states) << "c is hardly ever smooth";
}

// Those that a kind has written by hand, if it has.
TYPED_TEST(ConstraintConformance, DerivativesInUseAreTheAutomaticOnes) {
  Random random(11);
  checks::Side world;
  for (int i = 0; i < kStates; ++i) {
    SCOPED_TRACE(i);
    const auto kind = checks::random_constraint<TypeParam>(random, world, world);
    ASSERT_TRUE(kind);
    const auto kins = checks::random_kins<TypeParam>(random);
    EXPECT_LT(checks::derivative_error(*kind, kins), 1e-12);
  }
}

// Sums of a few products of order 1: rounding leaves some 1e-15.
TYPED_TEST(ConstraintConformance, ForcesDoNoWorkAlongLegalMotion) {
  this->for_each_specimen(kStates, [](Specimen& s, Random& random, bool /*met*/) {
    const checks::WorkErrors e = checks::work_errors(s, random);
    EXPECT_LT(e.power, 1e-13);
    // where rows depend on each other, a motion is legal in the sense of least squares only
    if (!e.independent) return;
    EXPECT_LT(e.legal, 1e-8) << "the legal motion is known to the accuracy of the solver";
    EXPECT_LT(e.pushed, 1e-8);
  });
}

// The moments of a constraint on velocities need not vanish: points that are to move alike, but lie
// apart, cannot turn about each other.
TYPED_TEST(ConstraintConformance, ActionIsReaction) {
  int asked = 0, balanced = 0;
  this->for_each_specimen(kStates, [&](Specimen& s, Random& random, bool met) {
    const checks::Imbalance e = checks::load_imbalance(s, random);
    EXPECT_LT(e.force, 1e-14);
    ++asked;
    if (velocity_rows < TypeParam >> 0 || !met) return;
    ++balanced;
    EXPECT_LT(e.moment, 1e-10) << "as far as the constraint is met";
  });
  // every other state is asked to meet the constraint; many pairs can, some cannot
  if (velocity_rows<TypeParam> == 0) {
    EXPECT_GT(balanced, asked / 10);
  }
}

// From where the constraint is met the objects drift away while it is off, and come back: the way
// of each row is known. Tolerance: that of the stepper is 1e-12 per step.
TYPED_TEST(ConstraintConformance, SwitchesOffAndOnWhileRunning) {
  const double tau = 0.005, h = 0.001;
  int runs = 0, followed = 0, out_of_reach = 0;
  double worst = 0.0;
  this->for_each_specimen(4, [&](Specimen& s, Random& random, bool /*met*/) {
    s.build(0.0);  // when worlds begin
    s.place_at_random(random);
    if (!s.place_where_met()) return;
    World world = checks::make_world(s, {.tau = tau, .weight = random.uniform(0.5, 2.0)});
    const checks::Switching run = checks::switch_off_and_on(world, s.constraint, h, 100, 25);
    EXPECT_EQ(run.idle_lambda, 0.0);
    ++runs;
    // a prescribed speed may lead to a dead point, where no force keeps it up
    if (!run.ok && (run.again.conflict > 0.0 || velocity_rows < TypeParam >> 0)) {
      ++out_of_reach;
      return;
    }
    EXPECT_TRUE(run.ok) << world.report().brief();
    if (!run.again.independent || run.again.conflict > 0.0) return;
    ++followed;
    worst = std::max(worst, run.again.off_course);
    // rates near a singular place are small differences of large numbers; the normals of a curve,
    // in which errors are told, may change from step to step
    if (!on_track<TypeParam>) {
      EXPECT_LT(run.again.off_course, velocity_rows<TypeParam> > 0 ? 1e-7 : 1e-9);
    }
    EXPECT_EQ(run.again.pull, 0.0);
    // 20 τ later (1 + 20) e^{−20} of the error is left
    EXPECT_LT(run.again.final_error, 1e-6 * (1.0 + run.again.first_error));
  });
  this->record("worst_deviation", worst);
  EXPECT_GE(followed, 20);
  EXPECT_LE(out_of_reach, runs / (velocity_rows<TypeParam> > 0 ? 20 : 50))
      << "a few are driven on to where they cannot follow";
}

// ---- the checks themselves ----

/// A distance whose derivatives forget the curvature of the sphere.
struct FlatDistance : Distance {
  void derivatives(const std::tuple<PointKin, PointKin>& kins,
                   ConstraintRows<FlatDistance>& out) const {
    const Vec3 d = std::get<1>(kins).x - std::get<0>(kins).x, n = d.normalized();
    out.c[0] = d.norm() - length;
    out.c_dot[0] = n.dot(std::get<1>(kins).v - std::get<0>(kins).v);
    out.c_ddot[0] = n.dot(std::get<1>(kins).a - std::get<0>(kins).a);
    out.A[0].leftCols<3>() = -n.transpose();
    out.A[1].leftCols<3>() = n.transpose();
  }
};

TEST(ConstraintChecks, NoticeDerivativesWrittenWrongly) {
  Random random(3);
  EXPECT_GT(checks::derivative_error(FlatDistance{}, checks::random_kins<FlatDistance>(random)),
            1e-3);
}

TEST(ConstraintChecks, NoticeRatesThatAreNotThoseOfTheMotion) {
  Random random(3);
  Specimen s;
  const ObjectId bead = s.model.add(Particle{.position = {0.3, 0.2, 0.1}});
  const auto errors_with = [&](const TimeFunction& motion) {
    const DistanceBetween rope{Nail{}, PointOn{bead}};
    s.constraint = s.model.add(Prescribed{.quantity = rope, .motion = motion});
    s.build(0.5);
    s.place_at_random(random);
    return checks::derivative_errors(s, random);
  };
  EXPECT_LT(errors_with([](double t) { return Taylor(t * t, 2.0 * t, 2.0); }).worst(), 1e-9);
  EXPECT_GT(errors_with([](double t) { return Taylor(t * t, t, 2.0); }).rate, 0.1);
  EXPECT_GT(errors_with([](double t) { return Taylor(t * t, 2.0 * t, 0.0); }).acceleration, 0.1);
}

// ---- what belongs to a kind ----

TYPED_TEST(ConstraintConformance, IsNamedLikeItsFile) {
  checks::expect_named_like_its_file<TypeParam>("constraint");
}
TYPED_TEST(ConstraintConformance, HasItsOwnTest) {
  checks::expect_own_test<TypeParam>("constraint");
}
TYPED_TEST(ConstraintConformance, HasAPageThatTellsEveryField) {
  checks::expect_page<TypeParam>("constraint");
}

/// Stands for the value of any field.
struct Anything {
  template <class T>
  operator T() const;  // NOLINT(google-explicit-constructor): that is the point
};
/// The number of fields of a plain struct: as many as it can be made of, and no more.
template <class K, class... Values>
constexpr int field_count() {
  if constexpr (requires { K{Values{}..., Anything{}}; })
    return field_count<K, Values..., Anything>();
  else
    return sizeof...(Values);
}

TYPED_TEST(ConstraintConformance, FieldsAreEachToldOnce) {
  TypeParam kind;
  std::set<std::string> names;
  std::set<const void*> addresses;
  int visits = 0;
  TypeParam::fields(kind, [&](std::string_view name, auto& field, std::string_view text) {
    ++visits;
    EXPECT_FALSE(name.empty());
    EXPECT_FALSE(text.empty()) << name;
    EXPECT_TRUE(names.insert(std::string(name)).second) << name << " comes twice";
    EXPECT_TRUE(addresses.insert(&field).second) << name << " shows another field again";
  });
  EXPECT_EQ(visits, field_count<TypeParam>()) << "a field is missing from fields()";
}

}  // namespace holon::conformance_test
