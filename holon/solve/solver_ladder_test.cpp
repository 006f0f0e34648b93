// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/solver_ladder.h"

#include <gtest/gtest.h>

#include <cmath>

namespace holon::solver_ladder_test {

// A chain: each unknown feels its neighbours.
MatX chain(int n) {
  MatX A = MatX::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    A(i, i) = 2.0 + 0.1 * i;
    if (i > 0) A(i, i - 1) = A(i - 1, i) = -1.0;
  }
  return A;
}
VecX wave(int n) {
  VecX b(n);
  for (int i = 0; i < n; ++i) b[i] = std::sin(1.0 + i);
  return b;
}
// The same rows twice: A = (B B; B B).
MatX twice(const MatX& B) {
  MatX A(2 * B.rows(), 2 * B.cols());
  A << B, B, B, B;
  return A;
}

/// A ladder on one matrix.
struct Ladder : SolverLadder {
  DenseEquations equations;
  explicit Ladder(const MatX& A, const Options& options = {}) : SolverLadder(options) {
    prepare(static_cast<int>(A.rows()));
    equations.prepare(static_cast<int>(A.rows()));
    equations.entries() = A;
    begin({});
  }
  bool solve(const VecX& b, VecX& x) { return SolverLadder::solve(equations, b, x); }
};

TEST(SolverLadder, SolvesWhatCanBeInvertedByLu) {
  const MatX A = chain(20);
  Ladder l(A);
  VecX x(20);
  for (const double scale : {1.0, -3.0}) {
    ASSERT_TRUE(l.solve(scale * wave(20), x));
    EXPECT_LT((A * x - scale * wave(20)).norm(), 1e-13) << "condition number about 100";
  }
  EXPECT_EQ(l.solver(), LinearSolver::lu);
  EXPECT_EQ(l.factorisations(), 1) << "once for both";
}

TEST(SolverLadder, TakesUnsymmetricMatricesByLuAndSvd) {
  MatX A = chain(8);
  A(0, 5) = 0.7;
  for (const LinearSolver solver : {LinearSolver::lu, LinearSolver::svd}) {
    Ladder l(A, {.first = solver});
    VecX x(8);
    ASSERT_TRUE(l.solve(wave(8), x));
    EXPECT_LT((A * x - wave(8)).norm(), 1e-13);
    EXPECT_EQ(l.solver(), solver);
  }
}

TEST(SolverLadder, SolvesRowsThatRepeatEachOtherByConjugateGradients) {
  const int n = 6;
  const MatX A = twice(chain(n));
  VecX b(2 * n), x(2 * n);
  b << wave(n), wave(n);
  Ladder l(A, {.cg_tolerance = 1e-10});
  ASSERT_TRUE(l.solve(b, x));
  EXPECT_EQ(l.solver(), LinearSolver::cg);
  EXPECT_LT((A * x - b).norm(), 1e-10 * b.norm());
  EXPECT_LT((x.head(n) - x.tail(n)).norm(), 1e-12) << "the shortest: both bear the same";
}

TEST(SolverLadder, LeavesOfConjugateGradientsWhatItIsTold) {
  Ladder l(chain(50), {.first = LinearSolver::cg, .cg_tolerance = 0.05});
  VecX x(50);
  ASSERT_TRUE(l.solve(wave(50), x));
  const double left = (chain(50) * x - wave(50)).norm() / wave(50).norm();
  EXPECT_LE(left, 0.05);
  EXPECT_GT(left, 1e-6) << "and does no more work than that";
}

// (1 1; 1 1) x = (1; 3) has no solution; (1; 1) is as close as it gets to half of (1 + 3).
TEST(SolverLadder, LeavesTheLeastOfAContradictionBySvd) {
  Ladder l(MatX::Ones(2, 2));
  VecX b(2), x(2);
  b << 1.0, 3.0;
  ASSERT_TRUE(l.solve(b, x));
  EXPECT_EQ(l.solver(), LinearSolver::svd);
  EXPECT_NEAR(x[0], 1.0, 1e-14);
  EXPECT_NEAR(x[1], 1.0, 1e-14);
}

TEST(SolverLadder, IsClimbedRungByRung) {
  Ladder l(chain(4));
  VecX x(4);
  for (const LinearSolver next : {LinearSolver::cg, LinearSolver::svd}) {
    ASSERT_TRUE(l.climb());
    EXPECT_EQ(l.solver(), next);
    ASSERT_TRUE(l.solve(wave(4), x));
  }
  EXPECT_FALSE(l.climb());
  EXPECT_EQ(l.solver(), LinearSolver::svd);
}

TEST(SolverLadder, ComesDownAfterSomeStepsOfCalm) {
  SolverLadder l({.calm_steps = 3});
  l.prepare(2);
  SolverLadder::Place place{LinearSolver::svd, 0};
  for (int i = 0; i < 3; ++i) {
    l.begin(place);
    EXPECT_EQ(l.solver(), LinearSolver::svd) << i;
    place = l.end();
  }
  l.begin(place);
  EXPECT_EQ(l.solver(), LinearSolver::lu);
  l.climb();
  place = l.end();
  EXPECT_EQ(place.solver, LinearSolver::cg);
  EXPECT_EQ(place.calm, 0) << "trouble begins the count anew";
}

TEST(SolverLadder, NeverTriesAFasterSolverThanItMay) {
  SolverLadder l({.first = LinearSolver::cg, .calm_steps = 1});
  l.prepare(2);
  SolverLadder::Place place{};
  for (int i = 0; i < 5; ++i) {
    l.begin(place);
    EXPECT_GE(l.solver(), LinearSolver::cg);
    place = l.end();
  }
}

TEST(SolverLadder, HasNoAnswerToWhatIsNotFinite) {
  VecX b = wave(3), x(3);
  b[1] = std::nan("");
  EXPECT_FALSE(Ladder(chain(3)).solve(b, x));
  MatX A = chain(3);
  A(0, 2) = INFINITY;
  EXPECT_FALSE(Ladder(A).solve(wave(3), x));
}

/// An A of which only the answers are known, until somebody asks for more.
struct Diagonal : Equations {
  VecX d;
  MatX A;
  explicit Diagonal(const VecX& entries) : d(entries) {}
  bool factor() override { return (d.array() != 0.0).all(); }
  void solve(const VecX& b, VecX& x) override { x = b.cwiseQuotient(d); }
  const MatX& matrix() override { return A = d.asDiagonal(); }
};
TEST(SolverLadder, AsksForEntriesOnlyWhereItNeedsThem) {
  SolverLadder l({.cg_tolerance = 1e-12});
  l.prepare(3);
  VecX x(3);
  Diagonal good(Vec3(1, 2, 4)), singular(Vec3(1, 2, 0));
  l.begin({});
  ASSERT_TRUE(l.solve(good, Vec3(1, 1, 1), x));
  EXPECT_EQ(x, Vec3(1.0, 0.5, 0.25));
  EXPECT_EQ(good.A.size(), 0);
  l.begin({});
  ASSERT_TRUE(l.solve(singular, Vec3(1, 1, 0), x));
  EXPECT_EQ(l.solver(), LinearSolver::cg);
  EXPECT_NEAR(x[1], 0.5, 1e-12);
}

TEST(LinearSolver, HasANameEach) {
  EXPECT_EQ(name_of(LinearSolver::lu), "lu");
  EXPECT_EQ(name_of(LinearSolver::cg), "cg");
  EXPECT_EQ(name_of(LinearSolver::svd), "svd");
}

}  // namespace holon::solver_ladder_test
