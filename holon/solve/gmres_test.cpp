// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/gmres.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

namespace holon::gmres_test {

MatX random_matrix(int rows, int columns, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  return MatX::NullaryExpr(rows, columns, [&] { return normal(engine); });
}

TEST(Gmres, SolvesAnySystemInAsManyIterationsAsItHasRows) {
  const int n = 12;
  const MatX A = random_matrix(n, n, 1);
  const VecX b = random_matrix(n, 1, 2);
  Gmres gmres;
  gmres.prepare(n, n);
  VecX x = b;
  EXPECT_LE(gmres.solve([&](const VecX& v, VecX& out) { out = A * v; }, x, 1e-12), n);
  EXPECT_LT((A * x - b).norm(), 1e-10 * b.norm());
}

TEST(Gmres, TakesOneIterationMoreThanTheRankOfWhatIsAddedToOne) {
  const int n = 100, rank = 3;
  const MatX U = random_matrix(n, rank, 3), V = random_matrix(n, rank, 4);
  const VecX b = random_matrix(n, 1, 5);
  Gmres gmres;
  gmres.prepare(n, 20);
  VecX x = b;
  const int iterations = gmres.solve(
      [&](const VecX& v, VecX& out) { out = v + U * (V.transpose() * v) / n; }, x, 1e-12);
  EXPECT_LE(iterations, rank + 1);
  EXPECT_LT((x + U * (V.transpose() * x) / n - b).norm(), 1e-11 * b.norm());
}

TEST(Gmres, LeavesNothingOfNothing) {
  Gmres gmres;
  gmres.prepare(3, 3);
  VecX x = VecX::Zero(3);
  EXPECT_EQ(gmres.solve([](const VecX& v, VecX& out) { out = v; }, x, 1e-12), 0);
  EXPECT_EQ(x, VecX::Zero(3));
}

}  // namespace holon::gmres_test
