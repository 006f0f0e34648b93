// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <sstream>

#include "holon/checks/constraint_checks.h"
#include "holon/checks/kind_tests.h"

/// What every kind of constraint has to pass. The kinds come from the folder, the objects too: a
/// new header is tested here without an edit.
namespace holon::conformance_test {

using checks::Random;
using checks::Specimen;

constexpr int kStates = 100;

/// A kind of constraint, as far as the tests have to know it.
struct Kind {
  checks::KindFacts facts;
  bool on_velocities = false, on_curve = false;
  checks::MakeSpecimen specimen = nullptr;
  /// How far derivatives written by hand are from the automatic ones; null for a kind without.
  double (*hand_written_error)(Random&) = nullptr;
};

void PrintTo(const Kind& kind, std::ostream* out) {
  *out << kind.facts.name;
}

template <class K>
double hand_written_error(Random& random) {
  const checks::Side world;
  const std::optional<K> kind = checks::random_constraint<K>(random, world, world);
  HOLON_EXPECT(kind);
  return checks::derivative_error(*kind, checks::random_kins<K>(random));
}

template <class K>
Kind describe() {
  Kind kind;
  kind.facts = checks::facts_of<K>();
  kind.on_velocities = velocity_rows<K> > 0;
  kind.on_curve = std::is_same_v<K, PointToCurve>;
  kind.specimen = checks::random_specimen<K>;
  if constexpr (HandWritten<K>) kind.hand_written_error = hand_written_error<K>;
  return kind;
}

std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds;
  for_each_kind(ConstraintKinds{}, [&]<class K>() { kinds.push_back(describe<K>()); });
  return kinds;
}
std::vector<Kind> hand_written_kinds() {
  std::vector<Kind> kinds = all_kinds();
  std::erase_if(kinds, [](const Kind& kind) { return kind.hand_written_error == nullptr; });
  return kinds;
}
std::string name_of(const ::testing::TestParamInfo<Kind>& info) {
  return info.param.facts.name;
}

class ConstraintConformance : public ::testing::TestWithParam<Kind> {
 protected:
  /// Calls f(specimen, random) for every two things the constraint can be between, `states` times
  /// each, at random states; every other one is brought to where the constraint is met.
  template <class F>
  void for_each_specimen(int states, F&& f) {
    const int pairs = checks::for_each_specimen(
        GetParam().specimen, checks::side_kinds(), states, [&](Specimen& s, Random& random, int i) {
          f(s, random, i % 2 == 1 && s.place_where_met());
        });
    if (!HasFailure()) {
      EXPECT_GE(pairs, 10) << "the sides no longer fit the connectors of this kind";
    }
  }
  /// A number for those who read the report of the tests.
  void record(const std::string& what, double value) {
    std::ostringstream text;
    text << value;
    RecordProperty(what, text.str());
  }
};
INSTANTIATE_TEST_SUITE_P(, ConstraintConformance, ::testing::ValuesIn(all_kinds()), name_of);

// What `projected` evaluates, where kinds may write their rows themselves. Two ways to add up the
// same terms differ by some roundings of their sizes.
TEST_P(ConstraintConformance, RowsWithoutRatesAreThoseOfTheFullEvaluation) {
  for_each_specimen(10, [&](Specimen& s, Random& random, bool /*met*/) {
    if (!s.system.rates_are_of_motion()) return;
    s.system.place(s.t, s.q, s.v);
    s.system.evaluate_constraints();
    const VecX c = s.system.c(), u = random.vector_of(s.system.nv());
    VecX full(s.system.rows()), alone = full;
    s.system.kkt().times_jacobian(as_span(u), as_span(full));
    s.system.evaluate_slopes();
    s.system.kkt().times_jacobian(as_span(u), as_span(alone));
    EXPECT_LE((s.system.c() - c).cwiseAbs().maxCoeff(), 1e-13 * (1.0 + c.cwiseAbs().maxCoeff()));
    EXPECT_LE((alone - full).cwiseAbs().maxCoeff(), 1e-12 * (1.0 + full.cwiseAbs().maxCoeff()));
  });
}

// Extrapolated differences of functions of order 1 are good to some 1e-11; the tolerance leaves
// room for states near a kink of c.
TEST_P(ConstraintConformance, DerivativesMatchFiniteDifferences) {
  int states = 0, unsettled = 0;
  double worst = 0.0;
  for_each_specimen(kStates, [&](Specimen& s, Random& random, bool /*met*/) {
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
  record("worst_error", worst);
  record("at_a_kink", unsettled);
  // the foot of a random point is near a joint of its spline more often than that
  const double some = GetParam().on_curve ? 0.1 : 0.05;
  EXPECT_LT(unsettled, some * states) << "c is hardly ever smooth";
}

class HandWrittenDerivatives : public ::testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(,
                         HandWrittenDerivatives,
                         ::testing::ValuesIn(hand_written_kinds()),
                         name_of);

TEST_P(HandWrittenDerivatives, AreTheAutomaticOnes) {
  Random random(11);
  for (int i = 0; i < kStates; ++i) {
    SCOPED_TRACE(i);
    EXPECT_LT(GetParam().hand_written_error(random), 1e-12);
  }
}

// Sums of a few products of order 1: rounding leaves some 1e-15.
TEST_P(ConstraintConformance, ForcesDoNoWorkAlongLegalMotion) {
  for_each_specimen(kStates, [](Specimen& s, Random& random, bool /*met*/) {
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
TEST_P(ConstraintConformance, ActionIsReaction) {
  int asked = 0, balanced = 0;
  for_each_specimen(kStates, [&](Specimen& s, Random& random, bool met) {
    const checks::Imbalance e = checks::load_imbalance(s, random);
    EXPECT_LT(e.force, 1e-14);
    ++asked;
    if (GetParam().on_velocities || !met) return;
    ++balanced;
    EXPECT_LT(e.moment, 1e-10) << "as far as the constraint is met";
  });
  // every other state is asked to meet the constraint; many pairs can, some cannot
  if (!GetParam().on_velocities) {
    EXPECT_GT(balanced, asked / 10);
  }
}

// From where the constraint is met the objects drift away while it is off, and come back: the way
// of each row is known. Tolerance: that of the stepper is 1e-12 per step.
TEST_P(ConstraintConformance, SwitchesOffAndOnWhileRunning) {
  const double tau = 0.005, h = 0.001;
  int runs = 0, followed = 0, out_of_reach = 0;
  double worst = 0.0;
  for_each_specimen(4, [&](Specimen& s, Random& random, bool /*met*/) {
    s.build(0.0);  // when worlds begin
    s.place_at_random(random);
    if (!s.place_where_met()) return;
    World world = checks::make_world(s, {.tau = tau, .weight = random.uniform(0.5, 2.0)});
    const checks::Switching run = checks::switch_off_and_on(world, s.constraint, h, 100, 25);
    EXPECT_EQ(run.idle_lambda, 0.0);
    ++runs;
    // a prescribed speed may lead to a dead point, where no force keeps it up; a wheel falls flat
    const bool led_astray = !run.ok && (run.again.conflict > 0.0 || GetParam().on_velocities);
    if (led_astray || !world.is_active(s.constraint)) {
      ++out_of_reach;
      return;
    }
    EXPECT_TRUE(run.ok) << world.report().brief();
    if (!run.again.independent || run.again.conflict > 0.0) return;
    ++followed;
    worst = std::max(worst, run.again.off_course);
    // rates near a singular place are small differences of large numbers; the normals of the curve
    // that a point stays on, in which its errors are told, may change from step to step
    if (!GetParam().on_curve) {
      EXPECT_LT(run.again.off_course, GetParam().on_velocities ? 1e-7 : 1e-9);
    }
    EXPECT_EQ(run.again.pull, 0.0);
    // 20 τ later (1 + 20) e^{−20} of the error is left
    EXPECT_LT(run.again.final_error, 1e-6 * (1.0 + run.again.first_error));
  });
  record("worst_deviation", worst);
  EXPECT_GE(followed, 20);
  EXPECT_LE(out_of_reach, runs / (GetParam().on_velocities ? 20 : 50))
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

TEST_P(ConstraintConformance, HasItsFileTestPageAndFields) {
  checks::expect_complete(GetParam().facts, "constraint");
}

}  // namespace holon::conformance_test
