// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/row_kernels.h"

#include <gmock/gmock.h>

#include <random>

#include "holon/math/types.h"

namespace holon::row_kernels_test {

constexpr double rounding = 1e-14;  // a few sums of numbers below 1

class RowKernels : public ::testing::Test {
 protected:
  using ByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  ByRows matrix(int rows, int columns) {
    return ByRows::NullaryExpr(rows, columns, [&] { return uniform_(random_); });
  }
  VecX vector(int rows) { return matrix(rows, 1); }
  template <int RowsA, int RowsB, int Columns>
  void expect_product() {
    const ByRows A = matrix(RowsA, Columns), B = matrix(RowsB, Columns);
    const VecX d = vector(Columns);
    const MatX before = matrix(RowsA + 2, RowsB);
    MatX C = before;
    dense::subtract_row_product<false, RowsA, RowsB, Columns>(
        C.data(), RowsA + 2, A.data(), B.data(), d.data());
    MatX expected = before;
    expected.topRows(RowsA) -= A * d.asDiagonal() * B.transpose();
    EXPECT_LE((C - expected).lpNorm<Eigen::Infinity>(), rounding) << RowsA << ' ' << RowsB;
  }

 private:
  std::mt19937 random_{1};
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

TEST_F(RowKernels, MultiplyVectorsFromBothSides) {
  for (int rows = 1; rows <= 7; ++rows)
    for (int columns = 1; columns <= 13; ++columns) {
      const ByRows A = matrix(rows, columns);
      const VecX x = vector(columns), z = vector(rows);
      VecX y = vector(rows), w = vector(columns);
      const VecX y_expected = y + A * x, w_expected = w + A.transpose() * z;
      dense::add_times(y.data(), A.data(), x.data(), rows, columns);
      dense::add_transposed_times(w.data(), A.data(), z.data(), rows, columns);
      EXPECT_LE((y - y_expected).lpNorm<Eigen::Infinity>(), rounding) << rows << ' ' << columns;
      EXPECT_LE((w - w_expected).lpNorm<Eigen::Infinity>(), rounding) << rows << ' ' << columns;
    }
}

TEST_F(RowKernels, GiveTheSameBitsWhetherOrNotTheCompilerKnowsTheSizes) {
  const ByRows A = matrix(5, 6);
  const VecX x = vector(6), z = vector(5);
  VecX y = vector(5), w = vector(6), y_known = y, w_known = w;
  const std::integral_constant<int, 5> rows;
  const std::integral_constant<int, 6> columns;
  dense::add_times(y.data(), A.data(), x.data(), 5, 6);
  dense::add_times(y_known.data(), A.data(), x.data(), rows, columns);
  dense::add_transposed_times(w.data(), A.data(), z.data(), 5, 6);
  dense::add_transposed_times(w_known.data(), A.data(), z.data(), rows, columns);
  EXPECT_EQ(y, y_known);
  EXPECT_EQ(w, w_known);
}

TEST_F(RowKernels, SubtractProductsOfRows) {
  expect_product<3, 3, 6>();
  expect_product<5, 2, 6>();
  expect_product<1, 6, 3>();
  expect_product<1, 1, 3>();
}

TEST_F(RowKernels, SubtractTheLowerTriangleOfASquare) {
  const ByRows A = matrix(5, 6);
  const VecX d = vector(6);
  MatX C = matrix(9, 5);
  const MatX before = C;
  dense::subtract_row_product<true, 5, 5, 6>(C.data(), 9, A.data(), A.data(), d.data());
  const MatX expected = before.topRows(5) - A * d.asDiagonal() * A.transpose();
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 9; ++i)
      EXPECT_NEAR(C(i, j), i >= j && i < 5 ? expected(i, j) : before(i, j), rounding);
}

}  // namespace holon::row_kernels_test
