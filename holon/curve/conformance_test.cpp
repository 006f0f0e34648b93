// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>

#include "holon/checks/curve_checks.h"
#include "holon/checks/kind_tests.h"

/// What every kind of curve has to pass. The kinds come from the folder, and the defaults of a kind
/// are its specimen: a new header is tested here without an edit.
namespace holon::conformance_test {

using checks::Random;

/// A kind of curve, as far as the tests have to know it.
struct Kind {
  checks::KindFacts facts;
  std::vector<std::string> required, findings;
  Curve (*make)(CurveOptions) = nullptr;  ///< of its defaults
};

template <class K>
Kind describe() {
  Kind kind{checks::facts_of<K>(), {}, checks::findings(K{}), {}};
  for (const std::string_view field : K::required) kind.required.emplace_back(field);
  kind.make = [](CurveOptions options) { return Curve(K{}, options); };
  return kind;
}
std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds;
  for_each_kind(CurveKinds{}, [&]<class K>() { kinds.push_back(describe<K>()); });
  return kinds;
}

class CurveConformance : public ::testing::TestWithParam<Kind> {
 protected:
  static Curve make(CurveOptions options = {}) { return GetParam().make(options); }
};
INSTANTIATE_TEST_SUITE_P(,
                         CurveConformance,
                         ::testing::ValuesIn(all_kinds()),
                         [](const auto& kind) { return kind.param.facts.name; });

TEST_P(CurveConformance, DefaultsAreSound) {
  EXPECT_THAT(GetParam().findings, ::testing::IsEmpty());
  const Curve curve = make();
  EXPECT_LT(curve.domain().begin, curve.domain().end);
}

// The quotients err by 1e-12/30 of a seventh derivative, which is below 1e4 for the defaults.
TEST_P(CurveConformance, DerivativesAreThoseOfTheNextLowerOne) {
  Random random(1);
  EXPECT_LT(checks::worst_jet_error(make(), random, 200), 1e-8);
}

TEST_P(CurveConformance, ByLengthTheTangentIsAUnitVector) {
  Random random(2);
  const Curve curve = make({.by_length = true});
  for (int i = 0; i < 200; ++i) {
    const CurveJet jet = curve.at(checks::random_parameter(curve, random));
    ASSERT_NEAR(jet.d1.norm(), 1.0, 1e-14);
    ASSERT_NEAR(jet.d1.dot(jet.d2), 0.0, 1e-10 * (1.0 + jet.d2.norm()));
  }
  // differences of r by s: also s(u) is inverted well
  EXPECT_LT(checks::worst_jet_error(curve, random, 200), 1e-8);
}

// Lengths are right to 1e-14 of themselves, and so are points found by them.
TEST_P(CurveConformance, ByLengthIsTheSameCurve) {
  Random random(3);
  const Curve plain = make(), by_length = make({.by_length = true});
  const MeasuredCurve& m = plain.measured();
  for (int i = 0; i < 100; ++i) {
    const double u = checks::random_parameter(plain, random), s = m.length_to(u);
    ASSERT_NEAR(m.parameter_at(s), u, 1e-12);
    ASSERT_LT((by_length.at(s).r - plain.at(u).r).norm(), 1e-12);
    const double other = checks::random_parameter(plain, random);
    ASSERT_NEAR(plain.length(u, other), by_length.length(s, m.length_to(other)), 1e-12);
  }
}

// Brute force never finds less than the true distance; what it finds is no better than ours.
TEST_P(CurveConformance, NothingIsCloserThanTheClosestPoint) {
  Random random(4);
  for (const bool by_length : {false, true}) {
    const Curve curve = make({.by_length = by_length});
    const checks::BruteForce brute(curve, 1000);
    for (int i = 0; i < 100; ++i) {
      const Vec3 x = random.vector(2.0);
      const double u = curve.closest(x);
      ASSERT_GE(u, curve.domain().begin);
      ASSERT_LE(u, curve.domain().end);
      const CurveJet jet = curve.at(u);
      ASSERT_LE((x - jet.r).norm(), brute.distance(x) + 1e-14) << x.transpose();
    }
  }
}

// From where it is, the closest point stays: it is a minimum of its own neighbourhood. At an end of
// an open curve it may move on, to where the tangent comes closer.
TEST_P(CurveConformance, ClosestPointIsAtRightAnglesOrAtAnEnd) {
  Random random(5);
  const Curve curve = make();
  const CurveDomain domain = curve.domain();
  for (int i = 0; i < 200; ++i) {
    const Vec3 x = random.vector(2.0);
    const double u = curve.closest(x);
    const CurveJet jet = curve.at(u);
    const double off = (x - jet.r).dot(jet.d1.normalized());
    if (!domain.closed && u == domain.begin) {
      ASSERT_LE(off, 1e-12);
    } else if (!domain.closed && u == domain.end) {
      ASSERT_GE(off, -1e-12);
    } else {
      ASSERT_NEAR(off, 0.0, 1e-12);
      ASSERT_NEAR(curve.closest_near(x, u), u, 1e-7);
    }
  }
}

// A bead that is led along the curve, a little off it, is found again and again.
TEST_P(CurveConformance, FollowsAPointAlongTheCurve) {
  Random random(6);
  for (const bool by_length : {false, true}) {
    const Curve curve = make({.by_length = by_length});
    const CurveDomain part = checks::finite_part(curve.domain());
    double guess = part.begin;
    for (int i = 0; i <= 200; ++i) {
      const double u = part.begin + (part.end - part.begin) * i / 200;
      const CurveJet jet = curve.at(u);
      const Vec3 aside = jet.d1.cross(random.direction()).normalized();
      guess = curve.closest_near(jet.r + 0.01 * aside, guess);
      ASSERT_NEAR(guess, u, 1e-9) << "by_length " << by_length;
    }
  }
}

TEST_P(CurveConformance, GoesOnStraightOrRoundAgain) {
  const Curve curve = make();
  const auto [begin, end, closed] = curve.domain();
  if (closed) {
    const double u = begin + 0.3 * (end - begin);
    EXPECT_LT((curve.at(u + 2.0 * (end - begin)).r - curve.at(u).r).norm(), 1e-14);
    EXPECT_LT((curve.at(u - 3.0 * (end - begin)).d2 - curve.at(u).d2).norm(), 1e-13);
    EXPECT_NEAR(curve.length(u, u + 2.0 * (end - begin)), 2.0 * curve.length(begin, end), 1e-13);
    return;
  }
  for (const auto& [at, step] : {std::pair(begin, -0.7), std::pair(end, 0.7)}) {
    if (!std::isfinite(at)) continue;
    const CurveJet last = curve.at(at), beyond = curve.at(at + step);
    EXPECT_LT((beyond.r - last.r - step * last.d1).norm(), 1e-15);
    EXPECT_EQ(beyond.d1, last.d1);
    EXPECT_EQ(beyond.d2, Vec3::Zero());
    EXPECT_NEAR(curve.length(at, at + step), step * last.d1.norm(), 1e-13);
    EXPECT_NEAR(curve.closest_near(beyond.r, at), at + step, 1e-12) << "to be seen to have left";
    EXPECT_NE(curve.closest(beyond.r), at + step);
  }
}

TEST_P(CurveConformance, NothingBadComesOfBadNumbers) {
  const Curve curve = make();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(curve.closest(Vec3(nan, 0.0, 0.0)), UsageError);
  EXPECT_EQ(curve.closest_near(Vec3(0.0, nan, 0.0), 0.25), 0.25);
  EXPECT_TRUE(std::isfinite(curve.closest(Vec3(1e6, -1e6, 1e6))));
  EXPECT_TRUE(std::isfinite(curve.closest_near(Vec3(1e6, -1e6, 1e6), 0.25)));
}

TEST_P(CurveConformance, HasItsFileTestPageAndFields) {
  checks::expect_complete(GetParam().facts, "curve");
}

TEST_P(CurveConformance, WhatIsRequiredIsAField) {
  std::vector<std::string> names;
  for (const auto& field : GetParam().facts.fields) names.push_back(field.name);
  EXPECT_THAT(GetParam().required, ::testing::Each(::testing::AnyOfArray(names)));
}

}  // namespace holon::conformance_test
