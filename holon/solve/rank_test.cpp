// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/rank.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <random>

namespace holon::rank_test {

/// With rows of length 1, but for those that are zero.
SparseRows sparse(MatX dense) {
  SparseRows J;
  J.columns = static_cast<int>(dense.cols());
  for (Eigen::Index i = 0; i < dense.rows(); ++i) {
    if (dense.row(i).norm() > 0.0) dense.row(i).normalize();
    for (Eigen::Index j = 0; j < dense.cols(); ++j)
      if (dense(i, j) != 0.0) J.entries.push_back({static_cast<int>(j), dense(i, j)});
    J.end_row();
  }
  return J;
}
MatX dense(const SparseRows& J) {
  MatX out = MatX::Zero(J.rows(), J.columns);
  for (int i = 0; i < J.rows(); ++i)
    for (const Entry& e : J.row(i)) out(i, e.at) += e.value;
  return out;
}
int svd_rank(const MatX& J) {
  return static_cast<int>((Eigen::JacobiSVD<MatX>(J).singularValues().array() > 1e-8).count());
}

/// Three entries in a row, and every third row made of two before it.
MatX random_rows(int rows, int columns, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> value(-1.0, 1.0);
  MatX J = MatX::Zero(rows, columns);
  for (int i = 0; i < rows; ++i) {
    if (i % 3 == 2)
      J.row(i) = 0.7 * J.row(i - 1) - 1.3 * J.row(static_cast<int>(random() % unsigned(i)));
    else
      for (int k = 0; k < 3; ++k)
        J(i, static_cast<int>(random() % unsigned(columns))) = value(random);
  }
  return J;
}

/// The rows of a graph: +1 at one end of each edge, −1 at the other. Circuits are its cycles.
SparseRows grid(int n) {
  MatX J = MatX::Zero(2 * n * (n - 1), n * n);
  int row = 0;
  for (int i = 0; i < n * n; ++i) {
    if (i % n + 1 < n) J(row, i) = 1.0, J(row++, i + 1) = -1.0;
    if (i + n < n * n) J(row, i) = 1.0, J(row++, i + n) = -1.0;
  }
  return sparse(J);
}

void expect_circuits(const SparseRows& J, const std::vector<Circuit>& circuits) {
  const MatX all = dense(J);
  MatX combinations = MatX::Zero(static_cast<Eigen::Index>(circuits.size()), J.rows());
  for (std::size_t c = 0; c < circuits.size(); ++c) {
    MatX rows(static_cast<Eigen::Index>(circuits[c].size()), J.columns);
    for (std::size_t i = 0; i < circuits[c].size(); ++i) {
      combinations(static_cast<Eigen::Index>(c), circuits[c][i].at) = circuits[c][i].value;
      rows.row(static_cast<Eigen::Index>(i)) = all.row(circuits[c][i].at);
    }
    EXPECT_EQ(svd_rank(rows), rows.rows() - 1) << "minimal";
  }
  // entries below 1e-6 of the largest are left out
  EXPECT_LT((combinations * all).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_EQ(svd_rank(combinations), combinations.rows()) << "independent";
}

TEST(Rank, IsThatOfTheSingularValues) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const SparseRows J = sparse(random_rows(30, 25, seed));
    const RowDependence found = find_dependence(J);
    EXPECT_EQ(found.rank, svd_rank(dense(J))) << seed;
    EXPECT_EQ(found.rank + static_cast<int>(found.circuits.size()), J.rows());
  }
}

TEST(Rank, CircuitsAreMinimalAndIndependent) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const SparseRows J = sparse(random_rows(30, 25, seed));
    std::vector<Circuit> circuits = find_dependence(J).circuits;
    expect_circuits(J, circuits);
    shorten(J, circuits);
    expect_circuits(J, circuits);
  }
}

TEST(Rank, ShortenedCyclesOfAGridAreItsMeshes) {
  const SparseRows J = grid(7);
  std::vector<Circuit> circuits = find_dependence(J).circuits;
  ASSERT_EQ(circuits.size(), 36U);
  shorten(J, circuits);
  for (const Circuit& c : circuits) EXPECT_EQ(c.size(), 4U);
  expect_circuits(J, circuits);
}

TEST(Rank, ARowOfZerosDependsOnNothing) {
  MatX J = MatX::Identity(3, 3);
  J.row(1).setZero();
  const RowDependence found = find_dependence(sparse(J));
  ASSERT_EQ(found.circuits.size(), 1U);
  ASSERT_EQ(found.circuits[0].size(), 1U);
  EXPECT_EQ(found.circuits[0][0].at, 1);
}

TEST(Rank, RowsThatAreAlmostParallelAreNearlyDependent) {
  const double angle = 1e-5;
  MatX J(2, 3);
  J << 1, 0, 0, std::cos(angle), std::sin(angle), 0;
  const RowDependence found = find_dependence(sparse(J));
  EXPECT_EQ(found.rank, 2);
  ASSERT_EQ(found.nearly.size(), 1U);
  EXPECT_EQ(found.nearly[0].rows.size(), 2U);
}

TEST(Rank, TheResponseToAKeptRowChangesNoOther) {
  const SparseRows J = sparse(random_rows(20, 25, 3));
  const RowDependence found = find_dependence(J);
  const MatX all = dense(J);
  for (int k = 0; k < found.rank; ++k) {
    const VecX x = found.elimination.response(k);
    for (int i = 0; i < found.rank; ++i)
      EXPECT_NEAR(all.row(found.kept[i]) * x, i == k ? 1.0 : 0.0, 1e-11 * (1.0 + x.norm()));
    for (int j = 0; j < J.columns; ++j)
      if (!found.elimination.is_pivot(j)) EXPECT_EQ(x[j], 0.0);
  }
}

TEST(Rank, OfSomeRowsIsTheirs) {
  const SparseRows J = grid(3);
  const std::vector<int> all = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  EXPECT_EQ(rank_of(J, all, 1e-8), 8) << "nine knots, joined";
  const std::vector<int> some = {0, 1, 2};
  EXPECT_EQ(rank_of(J, some, 1e-8), 3);
}

}  // namespace holon::rank_test
