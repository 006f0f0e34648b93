// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "holon/math/with_constant.h"

namespace holon {

/// The dense work inside a block-sparse factorisation. Matrices are by columns, but for the blocks
/// of J (holon/solve/row_kernels.h); L is a matrix with a unit diagonal and d a diagonal one.
///
/// Blocks are small and their sizes known only at run time, so the loops are cut into tiles of
/// fixed size, which a compiler keeps in registers. Every entry is added up in the same order
/// however the tiles are cut: the result does not depend on how wide the vectors of a processor
/// are.
namespace dense {

constexpr int kMostColumns = 8;  ///< that `with_columns` takes

/// Calls f<N>() with N = n, from 1 to kMostColumns.
template <class F>
[[gnu::always_inline]] inline void with_columns(int n, F&& f) {
  with_constant<1, kMostColumns>(n, f);
}

/// Calls f<M>(first row) for tiles of M rows that make up m rows.
template <class F>
[[gnu::always_inline]] inline void for_each_tile(int m, F&& f) {
  if (m == 6) return f.template operator()<6>(0);
  int i = 0;
  for (; i + 4 <= m; i += 4) f.template operator()<4>(i);
  switch (m - i) {
    case 3:
      return f.template operator()<3>(i);
    case 2:
      return f.template operator()<2>(i);
    case 1:
      return f.template operator()<1>(i);
    default:
      return;
  }
}

/// C −= A diag(d) Bᵀ for a tile of M × N; A: M × k and B: N × k have leading dimensions of their
/// own.
template <int M, int N>
inline void subtract_tile(double* __restrict C,
                          int ldc,
                          const double* __restrict A,
                          int lda,
                          const double* __restrict B,
                          int ldb,
                          const double* __restrict d,
                          int k) {
  double sum[N][M] = {};
  for (int l = 0; l < k; ++l, A += lda, B += ldb)
    for (int j = 0; j < N; ++j) {
      const double b = d[l] * B[j];
      for (int i = 0; i < M; ++i) sum[j][i] += A[i] * b;
    }
  for (int j = 0; j < N; ++j)
    for (int i = 0; i < M; ++i) C[i + j * ldc] -= sum[j][i];
}

/// The lower triangle of C −= A diag(d) Aᵀ, with A: M × k.
template <int M>
[[gnu::always_inline]] inline void subtract_triangle(double* __restrict C,
                                                     int ldc,
                                                     const double* __restrict A,
                                                     int lda,
                                                     const double* __restrict d,
                                                     int k) {
  double sum[M][M] = {};
  for (int l = 0; l < k; ++l, A += lda)
#pragma GCC unroll 6
    for (int j = 0; j < M; ++j) {
      const double a = d[l] * A[j];
#pragma GCC unroll 6
      for (int i = j; i < M; ++i) sum[j][i] += A[i] * a;
    }
#pragma GCC unroll 6
  for (int j = 0; j < M; ++j)
#pragma GCC unroll 6
    for (int i = j; i < M; ++i) C[i + j * ldc] -= sum[j][i];
}

/// C −= A diag(d) Bᵀ, where B: n × k is the first n rows of A: m × k. Of the upper triangle of the
/// first n rows only what shares a strip of columns with the lower one is touched.
inline void subtract_product(
    double* C, int ldc, const double* A, int ld, const double* d, int m, int n, int k) {
  if (m == n && m == 3) return subtract_triangle<3>(C, ldc, A, ld, d, k);
  if (m == n && m == 6) return subtract_triangle<6>(C, ldc, A, ld, d, k);
  const auto strip = [&]<int N>(int j) {
    double* at = C + j + static_cast<std::ptrdiff_t>(j) * ldc;
    for_each_tile(m - j, [&]<int M>(int i) {
      subtract_tile<M, N>(at + i, ldc, A + j + i, ld, A + j, ld, d, k);
    });
  };
  int j = 0;
  for (; j + 4 <= n; j += 4) strip.template operator()<4>(j);
  switch (n - j) {
    case 3:
      return strip.template operator()<3>(j);
    case 2:
      return strip.template operator()<2>(j);
    case 1:
      return strip.template operator()<1>(j);
    default:
      return;
  }
}

/// B ← B L⁻ᵀ d⁻¹, with B: m × N.
template <int N>
[[gnu::always_inline]] inline void divide_rows(
    double* B, const double* L, int ld, const double* d, const double* inverse, int m) {
  double factor[N][N];
  for (int j = 0; j < N; ++j)
    for (int l = 0; l < j; ++l) factor[j][l] = L[j + l * ld] * d[l];
  for_each_tile(m, [&]<int M>(int first) {
    double row[N][M];
    for (int j = 0; j < N; ++j) {
      for (int i = 0; i < M; ++i) row[j][i] = B[first + i + j * ld];
      for (int l = 0; l < j; ++l)
        for (int i = 0; i < M; ++i) row[j][i] -= row[l][i] * factor[j][l];
      for (int i = 0; i < M; ++i) row[j][i] *= inverse[j];
    }
    for (int j = 0; j < N; ++j)
      for (int i = 0; i < M; ++i) B[first + i + j * ld] = row[j][i];
  });
}

/// x −= L y, with L: m × N.
template <int N>
[[gnu::always_inline]] inline void subtract_times(
    double* x, const double* L, int ld, const double* y, int m) {
  for_each_tile(m, [&]<int M>(int first) {
    for (int l = 0; l < N; ++l)
      for (int i = 0; i < M; ++i) x[first + i] -= L[first + i + l * ld] * y[l];
  });
}
/// y −= Lᵀ x, with L: m × N.
template <int N>
[[gnu::always_inline]] inline void subtract_transposed_times(
    double* y, const double* L, int ld, const double* x, int m) {
  for_each_tile(m, [&]<int M>(int first) {
    for (int l = 0; l < N; ++l)
      for (int i = 0; i < M; ++i) y[l] -= L[first + i + l * ld] * x[first + i];
  });
}

/// x[row[i]] −= (L y)_i, with L: m × N.
template <int N>
[[gnu::always_inline]] inline void scatter_times(
    double* x, const int* row, const double* L, int ld, const double* y, int m) {
  for_each_tile(m, [&]<int M>(int first) {
    double sum[M] = {};
    for (int l = 0; l < N; ++l)
      for (int i = 0; i < M; ++i) sum[i] += L[first + i + l * ld] * y[l];
    for (int i = 0; i < M; ++i) x[row[first + i]] -= sum[i];
  });
}

/// y −= Lᵀ x[row], with L: m × N.
template <int N>
[[gnu::always_inline]] inline void gather_transposed_times(
    double* y, const double* L, int ld, const double* x, const int* row, int m) {
  double sum[N] = {};
  for_each_tile(m, [&]<int M>(int first) {
    double z[M];
    for (int i = 0; i < M; ++i) z[i] = x[row[first + i]];
    for (int l = 0; l < N; ++l)
      for (int i = 0; i < M; ++i) sum[l] += L[first + i + l * ld] * z[i];
  });
  for (int l = 0; l < N; ++l) y[l] -= sum[l];
}

/// B ← B L⁻¹, with B: m × N below the triangle L.
template <int N>
[[gnu::always_inline]] inline void divide_by_triangle(double* B, const double* L, int ld, int m) {
  for_each_tile(m, [&]<int M>(int first) {
    double row[N][M];
#pragma GCC unroll 8
    for (int j = N - 1; j >= 0; --j) {
      for (int i = 0; i < M; ++i) row[j][i] = B[first + i + j * ld];
#pragma GCC unroll 8
      for (int l = j + 1; l < N; ++l)
        for (int i = 0; i < M; ++i) row[j][i] -= row[l][i] * L[l + j * ld];
      for (int i = 0; i < M; ++i) B[first + i + j * ld] = row[j][i];
    }
  });
}

/// y ← L⁻¹ y for the triangle L: N × N.
template <int N>
[[gnu::always_inline]] inline void solve_triangle(double* y, const double* L, int ld) {
#pragma GCC unroll 8
  for (int j = 0; j < N; ++j)
#pragma GCC unroll 8
    for (int i = j + 1; i < N; ++i) y[i] -= L[i + j * ld] * y[j];
}
/// y ← L⁻ᵀ y
template <int N>
[[gnu::always_inline]] inline void solve_transposed_triangle(double* y, const double* L, int ld) {
#pragma GCC unroll 8
  for (int j = N - 1; j >= 0; --j)
#pragma GCC unroll 8
    for (int i = j + 1; i < N; ++i) y[j] -= L[i + j * ld] * y[i];
}

}  // namespace dense
}  // namespace holon
