// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/bicubic_patch.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "holon/checks/random.h"

namespace holon::bicubic_patch_test {

using checks::Random;
using std::numbers::pi;
using ::testing::ElementsAre;

// Sums of 16 products of numbers of order 1.
constexpr double rounding = 1e-13;

using Grid = std::vector<std::vector<Vec3>>;

/// A bumpy sheet over the square [0, rows − 1] × [0, columns − 1].
Grid bumpy(int rows, int columns, unsigned seed) {
  Random random(seed);
  Grid grid(static_cast<std::size_t>(rows));
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      grid[static_cast<std::size_t>(i)].push_back(Vec3(i, j, 0.0) + random.vector(0.3));
  return grid;
}
/// A tube about the z axis: rows along it, each a ring.
Grid tube(int rows, int columns) {
  Grid grid(static_cast<std::size_t>(rows));
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const double a = 2.0 * pi * j / columns;
      grid[static_cast<std::size_t>(i)].emplace_back(std::cos(a), std::sin(a), 0.5 * i);
    }
  return grid;
}

BicubicPatch b_spline(const Grid& grid, SplineEnds u, SplineEnds v) {
  const auto direction = [](std::size_t n, SplineEnds ends) {
    return BicubicPatch::Spans{b_spline_spans(static_cast<int>(n), ends),
                               ends == SplineEnds::closed};
  };
  return {grid, direction(grid.size(), u), direction(grid.front().size(), v)};
}

TEST(BSplineSpans, WeightsAreThoseOfTheUniformCubic) {
  const auto spans = b_spline_spans(6, SplineEnds::open);
  ASSERT_EQ(spans.size(), 3U);
  // N(s) = ((1 − s)³, 3 s³ − 6 s² + 4, −3 s³ + 3 s² + 3 s + 1, s³)/6
  Eigen::Matrix4d expected;
  expected << 1, -3, 3, -1, 4, 0, -6, 3, 1, 3, 3, -3, 0, 0, 0, 1;
  for (int k = 0; k < 3; ++k) {
    const CubicSpan& span = spans[static_cast<std::size_t>(k)];
    EXPECT_THAT(span.points, ElementsAre(k, k + 1, k + 2, k + 3));
    EXPECT_LT((span.weights - expected / 6.0).norm(), 1e-15);
  }
}

TEST(BSplineSpans, WeightsAddUpToOne) {
  for (const SplineEnds ends : {SplineEnds::open, SplineEnds::clamped, SplineEnds::closed})
    for (int points = 4; points < 9; ++points)
      for (const CubicSpan& span : b_spline_spans(points, ends))
        EXPECT_LT((span.weights.colwise().sum() - Eigen::RowVector4d(1, 0, 0, 0)).norm(), 1e-14);
}

TEST(BSplineSpans, ClampedOfFourPointsIsBezier) {
  const auto spline = b_spline_spans(4, SplineEnds::clamped), bezier = bezier_spans(4, false);
  ASSERT_EQ(spline.size(), 1U);
  EXPECT_LT((spline[0].weights - bezier[0].weights).norm(), 1e-15);
}

TEST(BicubicPatch, ClampedOnesBeginAndEndInTheirCorners) {
  const Grid grid = bumpy(7, 5, 1);
  const BicubicPatch patch = b_spline(grid, SplineEnds::clamped, SplineEnds::clamped);
  EXPECT_LT((patch.at({0.0, 0.0}).r - grid.front().front()).norm(), rounding);
  EXPECT_LT((patch.at({4.0, 0.0}).r - grid.back().front()).norm(), rounding);
  EXPECT_LT((patch.at({0.0, 2.0}).r - grid.front().back()).norm(), rounding);
  EXPECT_LT((patch.at({4.0, 2.0}).r - grid.back().back()).norm(), rounding);
}

TEST(BicubicPatch, BSplinesAreTwiceContinuouslyDifferentiableEverywhere) {
  for (const SplineEnds u : {SplineEnds::open, SplineEnds::clamped, SplineEnds::closed})
    for (const SplineEnds v : {SplineEnds::open, SplineEnds::clamped, SplineEnds::closed}) {
      const BicubicPatch patch = b_spline(bumpy(7, 6, 2), u, v);
      const auto expect_same = [](const PatchJet& a, const PatchJet& b) {
        EXPECT_LT((a.r - b.r).norm(), rounding);
        EXPECT_LT((a.ru - b.ru).norm(), rounding);
        EXPECT_LT((a.rv - b.rv).norm(), rounding);
        EXPECT_LT((a.ruu - b.ruu).norm(), 10 * rounding);
        EXPECT_LT((a.ruv - b.ruv).norm(), 10 * rounding);
        EXPECT_LT((a.rvv - b.rvv).norm(), 10 * rounding);
      };
      const int nu = patch.u_pieces(), nv = patch.v_pieces();
      for (int i = 0; i < nu; ++i)
        for (int j = 0; j < nv; ++j) {
          if (i + 1 < nu || u == SplineEnds::closed)
            expect_same(patch.in_piece(i, j, 1.0, 0.3), patch.in_piece((i + 1) % nu, j, 0.0, 0.3));
          if (j + 1 < nv || v == SplineEnds::closed)
            expect_same(patch.in_piece(i, j, 0.3, 1.0), patch.in_piece(i, (j + 1) % nv, 0.3, 0.0));
        }
    }
}

// Central differences of polynomials of degree 3: exact to rounding/h but for h² times a third
// derivative of order 1.
TEST(BicubicPatch, DerivativesMatchFiniteDifferences) {
  const BicubicPatch patch = b_spline(bumpy(6, 6, 3), SplineEnds::clamped, SplineEnds::closed);
  constexpr double h = 1e-4, tolerance = 1e-6;
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    // keeps away from joints, where third derivatives jump
    const double u = random.below(3) + random.uniform(0.01, 0.99);
    const double v = random.below(6) + random.uniform(0.01, 0.99);
    const PatchJet p = patch.at({u, v});
    const PatchJet up = patch.at({u + h, v}), um = patch.at({u - h, v});
    const PatchJet vp = patch.at({u, v + h}), vm = patch.at({u, v - h});
    EXPECT_LT(((up.r - um.r) / (2 * h) - p.ru).norm(), tolerance);
    EXPECT_LT(((vp.r - vm.r) / (2 * h) - p.rv).norm(), tolerance);
    EXPECT_LT(((up.ru - um.ru) / (2 * h) - p.ruu).norm(), tolerance);
    EXPECT_LT(((vp.ru - vm.ru) / (2 * h) - p.ruv).norm(), tolerance);
    EXPECT_LT(((vp.rv - vm.rv) / (2 * h) - p.rvv).norm(), tolerance);
  }
}

/// The smallest distance of x from a fine net of points of the patch.
double brute_distance(const BicubicPatch& patch, const Vec3& x, int per_piece) {
  double best = 1e300;
  for (int i = 0; i <= per_piece * patch.u_pieces(); ++i)
    for (int j = 0; j <= per_piece * patch.v_pieces(); ++j) {
      const double u = static_cast<double>(i) / per_piece, v = static_cast<double>(j) / per_piece;
      best = std::min(best, (x - patch.at({u, v}).r).norm());
    }
  return best;
}

// The foot is a point of the patch, so that its distance is never too small.
TEST(BicubicPatch, FindsTheClosestPointAlsoOnEdgesAndCorners) {
  const BicubicPatch sheet = b_spline(bumpy(7, 6, 4), SplineEnds::clamped, SplineEnds::open);
  const BicubicPatch ring = b_spline(tube(6, 5), SplineEnds::clamped, SplineEnds::closed);
  Random random(5);
  int at_edges = 0;
  for (int i = 0; i < 200; ++i) {
    for (const BicubicPatch* patch : {&sheet, &ring}) {
      const Vec3 x = Vec3(2.5, 2.5, 0.5) + random.vector(4.0);
      const SurfaceFoot foot = patch->closest(x);
      EXPECT_FALSE(patch->outside_domain(foot));
      const double found = (x - patch->at(foot).r).norm();
      EXPECT_LE(found, brute_distance(*patch, x, 16) + 1e-12);
      SurfaceFoot followed = foot;
      patch->at(x, followed);
      at_edges += patch->outside_domain(followed) ? 1 : 0;
    }
  }
  EXPECT_GT(at_edges, 50) << "the test should see edges";
}

TEST(BicubicPatch, GoesOnBeyondAnEdgeAndTells) {
  Grid flat(4);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) flat[static_cast<std::size_t>(i)].emplace_back(i / 3.0, j / 3.0, 0);
  const BicubicPatch patch = b_spline(flat, SplineEnds::clamped, SplineEnds::clamped);
  SurfaceFoot foot = patch.closest({0.9, 0.5, 0.1});
  for (double x = 0.9; x < 1.5; x += 0.05) {
    const SurfaceJet jet = patch.at({x, 0.5, 0.1}, foot);
    EXPECT_NEAR(jet.f, 0.1, rounding);
    EXPECT_NEAR(foot.u, x, rounding);
    EXPECT_EQ(patch.outside_domain(foot), x > 1.0);
  }
  const SurfaceFoot edge = patch.closest({3.0, 0.5, 1.0});
  EXPECT_EQ(edge.u, 1.0);
  EXPECT_NEAR(edge.v, 0.5, rounding);
  // however far away a point is, all stays finite
  const SurfaceJet far = patch.at({1e6, -1e6, 1e3}, foot);
  EXPECT_TRUE(std::isfinite(far.f) && far.gradient.allFinite() && far.hessian.allFinite());
}

TEST(BicubicPatch, AFootOnAClosedPatchCountsTurns) {
  const BicubicPatch ring = b_spline(tube(6, 8), SplineEnds::clamped, SplineEnds::closed);
  SurfaceFoot foot = ring.closest({1.0, 0.0, 1.0});
  const double begin = foot.v;
  for (int i = 1; i <= 150; ++i) {
    const double a = 2.0 * pi * i / 50.0;
    ring.at({std::cos(a), std::sin(a), 1.0}, foot);
  }
  EXPECT_NEAR(foot.v - begin, 3 * 8.0, 1e-9);
  EXPECT_FALSE(ring.outside_domain(foot));
}

// Solutions of well conditioned systems (6/2 at most) of numbers of order 1.
TEST(InterpolatingSplines, MeetTheirValuesAndEndConditions) {
  Random random(6);
  MatX values(7, 2);
  for (double& y : values.reshaped()) y = random.uniform(-1.0, 1.0);
  const auto value_at = [](const CubicSpan& span, const MatX& c, double s, int derivative) {
    Eigen::Vector4d powers(1, s, s * s, s * s * s);
    if (derivative == 1) powers = Eigen::Vector4d(0, 1, 2 * s, 3 * s * s);
    if (derivative == 2) powers = Eigen::Vector4d(0, 0, 2, 6 * s);
    const Eigen::Vector4d w = span.weights * powers;
    Eigen::RowVector2d sum = Eigen::RowVector2d::Zero();
    for (int i = 0; i < 4; ++i) sum += w[i] * c.row(span.points[static_cast<std::size_t>(i)]);
    return sum;
  };
  const MatX c = b_spline_through(values, EndSlope::natural, EndSlope::flat);
  const auto spans = b_spline_spans(static_cast<int>(c.rows()), SplineEnds::open);
  ASSERT_EQ(spans.size(), 6U);
  for (int i = 0; i < 6; ++i)
    EXPECT_LT((value_at(spans[static_cast<std::size_t>(i)], c, 0.0, 0) - values.row(i)).norm(),
              rounding);
  EXPECT_LT((value_at(spans[5], c, 1.0, 0) - values.row(6)).norm(), rounding);
  EXPECT_LT(value_at(spans[0], c, 0.0, 2).norm(), rounding);
  EXPECT_LT(value_at(spans[5], c, 1.0, 1).norm(), rounding);

  const MatX round = closed_b_spline_through(values);
  const auto closed = b_spline_spans(7, SplineEnds::closed);
  for (int i = 0; i < 7; ++i)
    EXPECT_LT((value_at(closed[static_cast<std::size_t>(i)], round, 0.0, 0) - values.row(i)).norm(),
              rounding);
}

}  // namespace holon::bicubic_patch_test
