// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/dense_kernels.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>
#include <vector>

#include "holon/math/types.h"

namespace holon::dense_kernels_test {

/// Rows of all counts up to this are cut into tiles in every way there is.
constexpr int kMostRows = 17;
constexpr double rounding = 1e-14;  // sums of at most 17 terms of size 1

class DenseKernels : public ::testing::Test {
 protected:
  MatX matrix(int rows, int columns) {
    return MatX::NullaryExpr(rows, columns, [&] { return uniform_(random_); });
  }
  VecX vector(int rows) { return matrix(rows, 1); }
  /// A triangle with a unit diagonal; what stands above it must not matter.
  MatX triangle(int n) {
    MatX L = matrix(n, n);
    L.diagonal().setConstant(7.0);
    return L;
  }
  static MatX unit_lower(const MatX& L) {
    return MatX(L.triangularView<Eigen::StrictlyLower>()) + MatX::Identity(L.rows(), L.rows());
  }

 private:
  std::mt19937 random_{1};
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

TEST_F(DenseKernels, SubtractTheLowerPartOfAProduct) {
  for (int m = 1; m <= kMostRows; ++m)
    for (int n = 1; n <= m; ++n)
      for (const int k : {1, 3, 6, 8}) {
        const MatX A = matrix(m + 2, k), C = matrix(m + 1, n);
        const VecX d = vector(k);
        MatX got = C;
        dense::subtract_product(got.data(), m + 1, A.data() + 1, m + 2, d.data(), m, n, k);
        const MatX rows = A.middleRows(1, m);
        const MatX expected = C.topRows(m) - rows * d.asDiagonal() * rows.topRows(n).transpose();
        for (int j = 0; j < n; ++j)
          for (int i = j; i < m; ++i)
            EXPECT_NEAR(got(i, j), expected(i, j), rounding) << m << ' ' << n << ' ' << k;
        EXPECT_EQ(got.row(m), C.row(m)) << "nothing is written beyond";
      }
}

TEST_F(DenseKernels, DivideRowsByAFactor) {
  for (int n = 1; n <= dense::kMostColumns; ++n)
    for (int m = 0; m <= kMostRows; ++m) {
      const MatX L = 0.3 * triangle(n), B = matrix(m, n);
      const VecX d = vector(n).array() + 2.0, inverse = d.cwiseInverse();
      MatX panel(n + m, n);
      panel << L, B;
      dense::with_columns(n, [&]<int N>() {
        dense::divide_rows<N>(panel.data() + N, panel.data(), n + m, d.data(), inverse.data(), m);
      });
      const MatX back = panel.bottomRows(m) * d.asDiagonal() * unit_lower(L).transpose();
      EXPECT_LE((back - B).cwiseAbs().sum(), rounding * (1 + m * n)) << n << ' ' << m;
    }
}

TEST_F(DenseKernels, SolveWithTriangles) {
  for (int n = 1; n <= dense::kMostColumns; ++n) {
    const MatX L = 0.3 * triangle(n), unit = unit_lower(L);
    const VecX b = vector(n);
    VecX x = b, y = b;
    dense::with_columns(n, [&]<int N>() {
      dense::solve_triangle<N>(x.data(), L.data(), n);
      dense::solve_transposed_triangle<N>(y.data(), L.data(), n);
    });
    EXPECT_LE((unit * x - b).norm(), rounding);
    EXPECT_LE((unit.transpose() * y - b).norm(), rounding);
  }
}

TEST_F(DenseKernels, MultiplyRowsThatStandAnywhere) {
  for (int n = 1; n <= dense::kMostColumns; ++n)
    for (int m = 0; m <= kMostRows; ++m) {
      const MatX L = matrix(m, n);
      std::vector<int> row;
      for (int i = 0; i < m; ++i) row.push_back((7 * i) % (kMostRows + 2));
      const VecX y = vector(n), x = vector(kMostRows + 2);
      VecX scattered = x, dense_rows = x, gathered = y, summed = y;
      dense::with_columns(n, [&]<int N>() {
        dense::scatter_times<N>(scattered.data(), row.data(), L.data(), m, y.data(), m);
        dense::subtract_times<N>(dense_rows.data(), L.data(), m, y.data(), m);
        dense::gather_transposed_times<N>(gathered.data(), L.data(), m, x.data(), row.data(), m);
        dense::subtract_transposed_times<N>(summed.data(), L.data(), m, x.data(), m);
      });
      VecX expected = x, z(m);
      for (int i = 0; i < m; ++i) {
        expected[row[i]] -= L.row(i).dot(y);
        z[i] = x[row[i]];
      }
      EXPECT_LE((scattered - expected).norm(), rounding);
      EXPECT_LE((dense_rows.head(m) - (x.head(m) - L * y)).norm(), rounding);
      EXPECT_LE((gathered - (y - L.transpose() * z)).norm(), rounding);
      EXPECT_LE((summed - (y - L.transpose() * x.head(m))).norm(), rounding);
    }
}

}  // namespace holon::dense_kernels_test
