// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <type_traits>

namespace holon {

/// Products with the blocks of J, which stand row after row: the six velocities of a rigid body are
/// three pairs for a processor. Numbers of rows and columns are constants of the compiler
/// (std::integral_constant) or just numbers.
///
/// Sums go by pairs, the even and the odd terms apart, on every processor: the result does not
/// depend on how wide its vectors are.
namespace dense {

using Pair = double __attribute__((vector_size(16)));

/// Two numbers anywhere in memory.
[[gnu::always_inline]] inline Pair pair_at(const double* p) {
  Pair x;
  std::memcpy(&x, p, sizeof x);
  return x;
}
[[gnu::always_inline]] inline void set_pair(double* p, Pair x) {
  std::memcpy(p, &x, sizeof x);
}

/// Σ a_l b_l
template <class Columns>
[[gnu::always_inline]] inline double dot(const double* a, const double* b, Columns columns) {
  Pair sum = {0.0, 0.0};
#pragma GCC unroll 6
  for (int l = 0; l + 2 <= columns; l += 2) sum += pair_at(a + l) * pair_at(b + l);
  double total = sum[0] + sum[1];
  if (columns % 2 == 1) total += a[columns - 1] * b[columns - 1];
  return total;
}

/// y += A x
template <class Rows, class Columns>
[[gnu::always_inline]] inline void add_times(
    double* y, const double* A, const double* x, Rows rows, Columns columns) {
#pragma GCC unroll 6
  for (int i = 0; i < rows; ++i) y[i] += dot(A + i * columns, x, columns);
}

/// y += Aᵀ x
template <class Rows, class Columns>
[[gnu::always_inline]] inline void add_transposed_times(
    double* y, const double* A, const double* x, Rows rows, Columns columns) {
#pragma GCC unroll 6
  for (int l = 0; l + 2 <= columns; l += 2) {
    Pair sum = {0.0, 0.0};
#pragma GCC unroll 6
    for (int i = 0; i < rows; ++i) sum += pair_at(A + i * columns + l) * x[i];
    set_pair(y + l, pair_at(y + l) + sum);
  }
  if (columns % 2 == 1) {
    double sum = 0.0;
    for (int i = 0; i < rows; ++i) sum += A[i * columns + columns - 1] * x[i];
    y[columns - 1] += sum;
  }
}

/// C −= A diag(d) Bᵀ, with A: RowsA × Columns and B: RowsB × Columns; C by columns. Where A is B,
/// only the lower triangle.
template <bool Same, int RowsA, int RowsB, int Columns>
inline void subtract_row_product(double* __restrict C,
                                 int ldc,
                                 const double* __restrict A,
                                 const double* __restrict B,
                                 const double* __restrict d) {
  const std::integral_constant<int, Columns> columns;
#pragma GCC unroll 6
  for (int j = 0; j < RowsB; ++j, C += ldc) {
    double scaled[Columns];
#pragma GCC unroll 12
    for (int l = 0; l < Columns; ++l) scaled[l] = d[l] * B[j * Columns + l];
#pragma GCC unroll 6
    for (int i = Same ? j : 0; i < RowsA; ++i) C[i] -= dot(A + i * Columns, scaled, columns);
  }
}

}  // namespace dense
}  // namespace holon
