// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/b_spline.h"

#include <gmock/gmock.h>

#include "holon/checks/curve_checks.h"

namespace holon::b_spline_test {

using checks::findings;
using checks::Random;
using ::testing::ElementsAre;

/// N(j, p)(u) by the recursion of Cox and de Boor, as in the books.
double basis(const std::vector<double>& t, int j, int p, double u) {
  if (p == 0) return t[j] <= u && u < t[j + 1] ? 1.0 : 0.0;
  const double left = t[j + p] - t[j], right = t[j + p + 1] - t[j + 1];
  return (left > 0.0 ? (u - t[j]) / left * basis(t, j, p - 1, u) : 0.0)
         + (right > 0.0 ? (t[j + p + 1] - u) / right * basis(t, j + 1, p - 1, u) : 0.0);
}

std::vector<Vec3> random_points(Random& random, int n) {
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i) points.push_back(random.vector(2.0));
  return points;
}

// ---- the bead on one segment of a uniform cubic B-spline ----

const BSpline wire{.points = {{-3, 3, 0}, {-1, 0, 1}, {1, 0, -1}, {3, 4, 0}}, .clamped = false};

TEST(BSpline, UniformCubicIsTheWireOfTheReferenceProblem) {
  const Curve curve = wire;
  EXPECT_EQ(curve.domain().begin, 0.0);
  EXPECT_EQ(curve.domain().end, 1.0);
  for (const double u : {0.0, 0.2, 0.5, 1.0}) {
    const double u2 = u * u, u3 = u2 * u, s = 1.0 - u;
    const Vec3 r =
        s * s * s / 6.0 * wire.points[0] + (3.0 * u3 - 6.0 * u2 + 4.0) / 6.0 * wire.points[1]
        + (-3.0 * u3 + 3.0 * u2 + 3.0 * u + 1.0) / 6.0 * wire.points[2] + u3 / 6.0 * wire.points[3];
    EXPECT_LT((curve.at(u).r - r).norm(), 1e-15) << u;
  }
}

// A bead of 1 kg let go at u = 0.2 under 9.81 m/s² along −y: where it is, and how the wire pushes
// it, N = c'' u̇² + c' ü − g, with u̇ from its energy. The numbers are those of the reference.
TEST(BSpline, PushesTheBeadOfTheReferenceProblem) {
  struct Moment {
    double u;
    Vec3 x, N;
  };
  const Moment moments[] = {
      {0.24594417971221827,
       {-0.5081116405755635, 0.22429600710610603, 0.3011719050801744},
       {2.5757543860682834, 9.28472868078952, -1.5564662622514671}},
      {0.3697511754615514,
       {-0.26049764907689715, 0.15887228051893904, 0.1606013911072319},
       {1.1609180269002317, 10.845245098023623, -0.9795185686464386}},
      {0.6608176092271807,
       {0.32163521845436144, 0.21188775113709246, -0.19686289772604182},
       {-2.424953747170839, 9.565767781931788, 1.5811095569422025}},
  };
  const Curve curve = wire;
  const Vec3 g(0.0, -9.81, 0.0);
  const double height = curve.at(0.2).r.y();
  for (const auto& [u, x, N] : moments) {
    const CurveJet c = curve.at(u);
    const double rate2 = 2.0 * 9.81 * (height - c.r.y()) / c.d1.squaredNorm();
    const double acceleration = (g.dot(c.d1) - rate2 * c.d2.dot(c.d1)) / c.d1.squaredNorm();
    EXPECT_LT((c.r - x).norm(), 1e-14);
    EXPECT_LT((c.d2 * rate2 + c.d1 * acceleration - g - N).norm(), 1e-12);
    EXPECT_NEAR(curve.closest(x), u, 1e-13);
  }
  EXPECT_NEAR(curve.at(0.7216538782600282).r.y(), height, 1e-15) << "where it turns back";
}

// ---- the basis ----

TEST(BSpline, IsTheSumOfItsBasisFunctions) {
  Random random(1);
  for (int degree = 1; degree <= 5; ++degree) {
    const int n = 9;
    BSpline spline{.points = random_points(random, n), .degree = degree};
    // uneven knots, one of them double if the degree allows, not clamped
    double t = -1.0;
    for (int i = 0; i < n + degree + 1; ++i) {
      if (!(i == degree + 2 && degree >= 3)) t += random.uniform(0.1, 1.0);
      spline.knots.push_back(t);
    }
    const Curve curve = spline;
    EXPECT_EQ(curve.domain().begin, spline.knots[degree]);
    EXPECT_EQ(curve.domain().end, spline.knots[n]);
    for (int i = 0; i < 100; ++i) {
      const double u = checks::random_parameter(curve, random);
      Vec3 r = Vec3::Zero();
      for (int j = 0; j < n; ++j) r += basis(spline.knots, j, degree, u) * spline.points[j];
      ASSERT_LT((curve.at(u).r - r).norm(), 1e-14) << "degree " << degree;
    }
    // pieces are as short as 0.1: a seventh derivative of 1e6 times 1e-12/30 of the quotient
    EXPECT_LT(checks::worst_jet_error(curve, random, 200), 1e-7) << "degree " << degree;
  }
}

// Σ N = 1: points moved by v move the curve by v, whatever the knots.
TEST(BSpline, BasisIsAPartitionOfUnity) {
  Random random(2);
  const Vec3 v(3.0, -2.0, 1.0);
  for (int degree = 1; degree <= 5; ++degree)
    for (const auto& [clamped, closed] :
         {std::pair(true, false), std::pair(false, false), std::pair(false, true)}) {
      const BSpline here{.points = random_points(random, 8),
                         .degree = degree,
                         .clamped = clamped,
                         .closed = closed};
      BSpline there = here;
      for (Vec3& p : there.points) p += v;
      const Curve a = here, b = there;
      for (int i = 0; i < 50; ++i) {
        const double u = checks::random_parameter(a, random);
        ASSERT_LT((b.at(u).r - a.at(u).r - v).norm(), 1e-14);
        ASSERT_LT((b.at(u).d1 - a.at(u).d1).norm(), 1e-13);
      }
    }
}

TEST(BSpline, ClampedOneBeginsAndEndsInItsEndPoints) {
  Random random(3);
  const std::vector<Vec3> points = random_points(random, 7);
  for (int degree = 1; degree <= 5; ++degree) {
    const Curve curve = BSpline{.points = points, .degree = degree};
    EXPECT_EQ(curve.domain().end, 7 - degree);
    EXPECT_LT((curve.at(0.0).r - points.front()).norm(), 1e-15);
    EXPECT_LT((curve.at(7 - degree).r - points.back()).norm(), 1e-15);
  }
}

// With the points told again, a closed spline is an open one that is not clamped.
TEST(BSpline, ClosedOneIsTheUniformOneRoundAndRound) {
  Random random(4);
  std::vector<Vec3> points = random_points(random, 6);
  for (int degree = 1; degree <= 5; ++degree) {
    const Curve closed = BSpline{.points = points, .degree = degree, .closed = true};
    std::vector<Vec3> again = points;
    for (int i = 0; i < degree; ++i) again.push_back(points[i]);
    const Curve open = BSpline{.points = again, .degree = degree, .clamped = false};
    EXPECT_EQ(closed.domain().end, 6.0);
    for (int i = 0; i < 50; ++i) {
      const double u = random.uniform(0.0, 6.0);
      ASSERT_LT((closed.at(u).r - open.at(u).r).norm(), 1e-14);
      ASSERT_LT((closed.at(u + 6.0).d2 - open.at(u).d2).norm(), 1e-12);
    }
  }
}

TEST(BSpline, ClosedOneMayHaveUnevenKnots) {
  Random random(5);
  const std::vector<double> knots = {1.0, 1.5, 2.5, 2.7, 4.0, 4.5};
  const Curve curve = BSpline{.points = random_points(random, 5), .closed = true, .knots = knots};
  EXPECT_EQ(curve.domain().begin, 1.0);
  EXPECT_EQ(curve.domain().end, 4.5);
  EXPECT_LT(checks::worst_jet_error(curve, random, 200), 1e-7);
  const CurveJet end = curve.at(4.5 - 1e-10), begin = curve.at(4.5 + 1e-10);
  EXPECT_LT((end.r - begin.r).norm(), 1e-8);
  EXPECT_LT((end.d1 - begin.d1).norm(), 1e-7);
  EXPECT_LT((end.d2 - begin.d2).norm(), 1e-6) << "a cubic has two continuous derivatives";
}

TEST(BSpline, ClosestPointMatchesBruteForce) {
  Random random(6);
  for (const bool closed : {false, true}) {
    const Curve curve = BSpline{.points = random_points(random, 12), .closed = closed};
    const checks::BruteForce brute(curve);
    for (int i = 0; i < 1000; ++i) {
      const Vec3 x = random.vector(3.0);
      ASSERT_LE((x - curve.at(curve.closest(x)).r).norm(), brute.distance(x) + 1e-14);
    }
  }
}

TEST(BSpline, NamesTheFieldThatMakesNoSense) {
  const std::vector<Vec3> points = {{0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {3, 1, 0}};
  EXPECT_THAT(findings(BSpline{.points = points, .degree = 6}),
              ElementsAre("degree: is 6: give one from 1 to 5"));
  EXPECT_THAT(findings(BSpline{.points = points, .degree = 4}),
              ElementsAre("points: are 4: give at least 5 for this degree"));
  EXPECT_THAT(findings(BSpline{.points = {{0, 0, 0}, {1, 0, 0}}, .closed = true}),
              ElementsAre("points: are 2: give at least 3"));
  EXPECT_THAT(findings(BSpline{.points = points, .knots = {0, 1, 2}}),
              ElementsAre("knots: are 3: give 8 (n + p + 1), or none"));
  EXPECT_THAT(findings(BSpline{.points = points, .closed = true, .knots = {0, 1, 2}}),
              ElementsAre("knots: are 3: give 5 (n + 1), or none"));
  EXPECT_THAT(findings(BSpline{.points = points, .degree = 2, .knots = {0, 1, 2, 3, 2, 5, 6}}),
              ElementsAre("knots: knot 4 is less than the one before: put them in order"));
  EXPECT_THAT(findings(BSpline{.points = points, .degree = 1, .knots = {0, 1, 2, 2, 4, 5}}),
              ElementsAre("knots: come more than 1 times at 2, where the curve would come apart: "
                          "repeat a knot at most degree times"));
  EXPECT_THAT(findings(BSpline{.points = points, .knots = {0, 0, 0, 0, 0, 1, 1, 1}}),
              ElementsAre("knots: leave no room for the curve between t_p and t_n: spread them"));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(findings(BSpline{.points = points, .knots = {0, 0, 0, 0, nan, 1, 1, 1}}),
              ElementsAre("knots: knot 4 is not finite"));
  EXPECT_THAT(findings(BSpline{.points = {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {2, 0, 0}},
                               .degree = 2,
                               .clamped = false}),
              ElementsAre("points: the curve has no tangent at u = 1: move apart what coincides or "
                          "doubles back"));
}

}  // namespace holon::b_spline_test
