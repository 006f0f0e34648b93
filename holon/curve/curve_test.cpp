// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/curve.h"

#include <gmock/gmock.h>

#include <numbers>

#include "holon/checks/curve_checks.h"

/// What curves do whatever their kind.
namespace holon::curve_test {

using checks::Random;
using std::numbers::pi;

/// A figure of eight that crosses itself.
Curve figure_of_eight(CurveOptions options = {}) {
  return Curve(CSpline{.points = {{0, 0, 0},
                                  {1, 1, 0},
                                  {2, 0, 0},
                                  {1, -1, 0},
                                  {0, 0, 0},
                                  {-1, 1, 0},
                                  {-2, 0, 0},
                                  {-1, -1, 0}},
                       .alpha = 0.5,
                       .closed = true},
               options);
}

// ---- following a point ----

// A bead that is led round the figure three times goes through the crossing six times, and stays on
// its branch each time, however near the other comes.
TEST(Curve, FollowingAPointStaysOnItsBranchOfACrossing) {
  for (const bool by_length : {false, true})
    for (const double direction : {1.0, -1.0}) {
      const Curve eight = figure_of_eight({.by_length = by_length});
      const double period = eight.domain().end;
      double u = 0.1;
      for (int i = 0; i <= 3000; ++i) {
        const double led = 0.1 + direction * 3.0 * period * i / 3000;
        const CurveJet jet = eight.at(led);
        const Vec3 aside = jet.d1.cross(Vec3::UnitZ()).normalized();
        u = eight.closest_near(jet.r + 0.02 * std::sin(0.1 * i) * aside, u);
        ASSERT_NEAR(u, led, 1e-11) << i << (by_length ? " by length" : "");
      }
    }
}

/// An ellipse that counts how often it is looked at.
class CountedEllipse : public CurveFunction {
 public:
  CurveJet at(double u) const override {
    ++looks;
    const double c = std::cos(u), s = std::sin(u);
    return {{2.0 * c, s, 0.0}, {-2.0 * s, c, 0.0}, {-2.0 * c, -s, 0.0}, {2.0 * s, -c, 0.0}};
  }
  CurveDomain domain() const override { return {0.0, 2.0 * pi, true}; }
  mutable int looks = 0;
};

// Newton doubles the digits: from 2 of them four rounds reach the last, and one more sees that.
// A point on the curve itself leaves nothing but rounding to decide by.
TEST(Curve, FollowingAPointTakesFewLooksAtTheCurve) {
  const auto ellipse = std::make_shared<CountedEllipse>();
  const Curve curve((CurveFunctionPtr(ellipse)));
  for (const double aside : {0.0, 1e-9, 0.1}) {
    double u = 0.0;
    for (int i = 1; i <= 1000; ++i) {
      const CurveJet jet = curve.at(0.01 * i);
      const Vec3 x = jet.r + aside * jet.d1.cross(Vec3::UnitZ()).normalized();
      ellipse->looks = 0;
      u = curve.closest_near(x, u);
      ASSERT_LE(ellipse->looks, 6) << aside << " at " << i;
      ASSERT_NEAR(u, 0.01 * i, 1e-14 * (10.0 + u));
    }
  }
}

TEST(Curve, InTheCrossingTheGuessDecides) {
  const Curve eight = figure_of_eight();
  const double half = 0.5 * eight.domain().end;
  EXPECT_NEAR(eight.closest_near(Vec3::Zero(), 0.2), 0.0, 1e-12);
  EXPECT_NEAR(eight.closest_near(Vec3::Zero(), -0.2), 0.0, 1e-12);
  EXPECT_NEAR(eight.closest_near(Vec3::Zero(), half + 0.2), half, 1e-12);
  EXPECT_NEAR(eight.closest_near(Vec3::Zero(), half - 0.2), half, 1e-12);
}

// From anywhere, sliding downhill ends in a minimum that can be reached without going uphill.
TEST(Curve, SlidingNeverGoesUphill) {
  Random random(1);
  const Curve eight = figure_of_eight();
  for (int i = 0; i < 300; ++i) {
    const Vec3 x = random.vector(2.5);
    const double from = random.uniform(0.0, eight.domain().end);
    const double to = eight.closest_near(x, from);
    const CurveJet end = eight.at(to);
    ASSERT_NEAR((x - end.r).dot(end.d1.normalized()), 0.0, 1e-12);
    double before = (x - eight.at(from).r).norm();
    for (int k = 1; k <= 200; ++k) {
      const double now = (x - eight.at(from + (to - from) * k / 200).r).norm();
      ASSERT_LE(now, before + 1e-12) << "from " << from << " to " << to;
      before = now;
    }
  }
}

// A hairpin between two long straight sides: from one side, a point near the other is not reached
// over the gap but along the bend, or not at all.
TEST(Curve, GapIsNotJumpedOver) {
  const Curve hairpin =
      RoundedPolyline{.points = {{0, 0, 0}, {10, 0, 0}, {10, 0.1, 0}, {0, 0.1, 0}}, .radius = 0.05};
  const double end = hairpin.domain().end;
  EXPECT_NEAR(hairpin.closest({3.0, 0.09, 0.0}), end - 3.0, 1e-12);
  EXPECT_NEAR(hairpin.closest_near({3.0, 0.09, 0.0}, 2.0), 3.0, 1e-12);
  EXPECT_NEAR(hairpin.closest_near({3.0, 0.09, 0.0}, 9.0), 3.0, 1e-12);
  EXPECT_NEAR(hairpin.closest_near({3.0, 0.09, 0.0}, end - 9.0), end - 3.0, 1e-12);
}

// ---- ends ----

TEST(Curve, LeavingAnEndIsSeenInTheParameter) {
  const Curve quarter = Nurbs{};
  double u = 0.9;
  for (int i = 0; i < 100; ++i) u = quarter.closest_near({1.0 - 0.02 * i, 1.0, 0.0}, u);
  EXPECT_GT(u, quarter.domain().end);
  EXPECT_LT((quarter.at(u).r - Vec3(1.0 - 0.02 * 99, 1.0, 0.0)).norm(), 1e-12)
      << "the tangent at the end is y = 1";
}

// ---- lengths ----

// A sine, as a formula of the host.
CurveJet wave(double u) {
  return {{u, std::sin(u), 0.0},
          {1.0, std::cos(u), 0.0},
          {0.0, -std::sin(u), 0.0},
          {0.0, -std::cos(u), 0.0}};
}

// ∫₀^2π √(1 + cos² u) du = 4 √2 E(1/√2)
TEST(Curve, FormulaOfTheHostIsMeasuredToo) {
  const Curve curve = Curve::formula({0.0, 2.0 * pi}, wave);
  const double length = 4.0 * std::sqrt(2.0) * std::comp_ellint_2(std::sqrt(0.5));
  EXPECT_NEAR(curve.length(0.0, 2.0 * pi), length, 1e-13);
  EXPECT_NEAR(curve.length(2.0 * pi, 0.0), -length, 1e-13);
  const Curve by_length = Curve::formula({0.0, 2.0 * pi}, wave, {.by_length = true});
  EXPECT_NEAR(by_length.domain().end, length, 1e-13);
  EXPECT_LT((by_length.at(0.5 * length).r - Vec3(pi, 0.0, 0.0)).norm(), 1e-13);
  EXPECT_TRUE(std::holds_alternative<CurveFunctionPtr>(curve.kind()));
}

// Gauss-Legendre with ten points is exact for polynomials of degree 19: here |r'| = 20 u¹⁹.
TEST(Curve, QuadratureIsOfItsOrder) {
  class Power final : public CurveFunction {
   public:
    explicit Power(int n) : n_(n) {}
    CurveJet at(double u) const override {
      return {{std::pow(u, n_), 0.0, 0.0},
              {n_ * std::pow(u, n_ - 1), 0.0, 0.0},
              Vec3::Zero(),
              Vec3::Zero()};
    }
    CurveDomain domain() const override { return {0.0, 1.0}; }

   private:
    int n_;
  };
  EXPECT_NEAR(measure(Power(20), 0.0, 1.0).length, 1.0, 1e-14);
  EXPECT_GT(std::abs(measure(Power(23), 0.0, 1.0).length - 1.0), 1e-13) << "and of no higher one";
  EXPECT_NEAR(arc_length(Power(60), 0.0, 1.0), 1.0, 1e-14);
}

// A cusp has no tangent but a length: r = (u², u³) is ((4 + 9u²)^1.5 − 8)/27 long.
TEST(Curve, LengthOfACusp) {
  class Cusp final : public CurveFunction {
   public:
    CurveJet at(double u) const override {
      return {{u * u, u * u * u, 0.0}, {2.0 * u, 3.0 * u * u, 0.0}, {2.0, 6.0 * u, 0.0}, {0, 6, 0}};
    }
    CurveDomain domain() const override { return {0.0, 1.0}; }
  };
  EXPECT_NEAR(arc_length(Cusp(), 0.0, 1.0), (std::pow(13.0, 1.5) - 8.0) / 27.0, 1e-14);
}

// A short way is as exact after many turns as in the first, but for the digits of the parameter
// (1e-9 of 6e6); and so is one across the seam.
TEST(Curve, LengthsAreShortDifferencesAfterManyTurns) {
  const Curve curve = Circle{.radius = 0.7};
  const double turns = 1e6 * 2.0 * pi;
  for (const double u : {0.3, -0.01, 2.0 * pi - 0.01}) {
    EXPECT_NEAR(curve.length(u, u + 0.02), 0.7 * 0.02, 1e-14);
    EXPECT_NEAR(curve.length(turns + u, turns + u + 0.02), 0.7 * 0.02, 2e-9);
    EXPECT_NEAR(curve.length(u, u + 8.0 * pi), 0.7 * 8.0 * pi, 1e-13);
  }
}

// A hundred times faster at one end than at the other.
TEST(Curve, ByLengthUnevenSplinesRunEvenly) {
  Random random(2);
  const Curve curve(CubicBezier{.points = {{0, 0, 0}, {0.1, 0.1, 0}, {4, 5, 3}, {9, -9, 0}}},
                    {.by_length = true});
  // at the slow end, derivatives change over σ²/|r''| = 7 mm: short differences, more rounding
  EXPECT_LT(checks::worst_jet_error(curve, random, 300, 2e-5), 1e-8);
  for (int i = 0; i < 300; ++i)
    ASSERT_NEAR(curve.at(checks::random_parameter(curve, random)).d1.norm(), 1.0, 1e-10);
}

// ---- values and failures ----

TEST(Curve, CopiesShareWhatWasPrepared) {
  const Curve a = Circle{.radius = 2.0};
  const Curve b = a;  // NOLINT(performance-unnecessary-copy-initialization): that is the point
  EXPECT_EQ(&a.kind(), &b.kind());
  EXPECT_EQ(std::get<Circle>(b.kind()).radius, 2.0);
  EXPECT_FALSE(b.options().by_length);
}

TEST(Curve, BadDescriptionThrowsAndNamesTheKind) {
  try {
    const Curve curve = Circle{.radius = -1.0};
    FAIL() << "a negative radius makes no circle";
  } catch (const ModelError& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("curve 'circle'\n  radius: is -1"));
  }
}

TEST(Curve, BadFunctionOfTheHostIsRefused) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_THROW(Curve::formula({1.0, 0.0}, wave), ModelError);
  EXPECT_THROW(Curve::formula({0.0, inf}, wave), ModelError);
  EXPECT_THROW(Curve::formula({0.0, 1.0}, {}), UsageError);
  EXPECT_THROW(Curve(CurveFunctionPtr{}), UsageError);
  const auto still = [](double) {
    return CurveJet{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  };
  EXPECT_THROW(Curve::formula({0.0, 1.0}, still), ModelError);
}

}  // namespace holon::curve_test
