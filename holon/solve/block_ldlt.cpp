// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/block_ldlt.h"

#include <algorithm>
#include <cmath>

#include "holon/math/diagnostics.h"
#include "holon/solve/dense_kernels.h"

namespace holon {
namespace {

// What an elimination leaves of a number by rounding, with room for the sum of several.
constexpr double kPivotRounding = 1e-14;
// A pivot that has kept more than one part in so many leaves no doubt.
constexpr double kMuchLost = 1e3;
// Columns and rows below of panels up to which there are loops for each shape.
constexpr int kSmall = 6;

/// Calls f<n>() for n from 0 to kSmall.
template <class F>
[[gnu::always_inline]] inline void with_small(int n, F&& f) {
  switch (n) {
    case 0:
      return f.template operator()<0>();
    case 1:
      return f.template operator()<1>();
    case 2:
      return f.template operator()<2>();
    case 3:
      return f.template operator()<3>();
    case 4:
      return f.template operator()<4>();
    case 5:
      return f.template operator()<5>();
    default:
      return f.template operator()<6>();
  }
}

}  // namespace

void BlockLdlt::analyse(const BlockGraph& graph, const Elimination& elimination, int kept_back) {
  panels_ = make_panels(graph, elimination);
  size_ = graph.size;
  offset_.clear();
  column_.clear();
  for (std::size_t v = 0; v < size_.size(); ++v) {
    offset_.push_back(static_cast<int>(column_.size()));
    for (int i = 0; i < size_[v]; ++i) column_.push_back(panels_.column[v] + i);
  }
  border_ = Border(static_cast<int>(column_.size()), kept_back, panels_.values);
  for (int k = 0; k < kept_back; ++k) column_.push_back(border_.panel.first + k);
  values_.reserve(panels_.values + border_.most_values());
  values_.assign(panels_.values + static_cast<std::size_t>(kept_back) * kept_back, 0.0);
  for (std::vector<double>* x : {&pivot_, &inverse_, &reference_, &lost_, &doubt_, &x_})
    x->assign(column_.size(), 0.0);
  product_.assign(panels_.largest_product, 0.0);
  list_runs();
}

void BlockLdlt::list_runs() {
  runs_.clear();
  const std::vector<Panels::Panel>& all = panels_.panels;
  for (std::size_t p = 0; p < all.size(); ++p) {
    const bool small = all[p].columns <= kSmall && all[p].below <= kSmall;
    const bool goes_on =
        small && p > 0 && all[p].columns == all[p - 1].columns && all[p].below == all[p - 1].below;
    if (!goes_on) runs_.push_back({p, p, small});
    runs_.back().last = p + 1;
  }
}

/// Calls small<N, M>(), for panels of N columns and M rows below, or any().
template <class Small, class Any>
void BlockLdlt::with_shape(const Run& run, Small&& small, Any&& any) const {
  if (!run.small) return any();
  const Panels::Panel& panel = panels_.panels[run.first];
  with_small(panel.columns, [&]<int N>() {
    if constexpr (N > 0)
      with_small(panel.below, [&]<int M>() { small.template operator()<N, M>(); });
  });
}

// ---- the matrix ----

void BlockLdlt::set_zero() {
  std::fill(values_.begin(), values_.end(), 0.0);
}

BlockLdlt::Place BlockLdlt::place(int a, int b) const {
  const int early = panels_.column[a] < panels_.column[b] ? a : b, late = early == a ? b : a;
  const int p = panels_.panel_of[early];
  const Panels::Panel& panel = panels_.panels[p];
  const int row = panels_.row_in(p, panels_.column[late]);
  HOLON_EXPECT(row >= 0);
  const int column = panels_.column[early] - panel.first;
  return {panel.values + row + static_cast<std::size_t>(column) * panel.size(), panel.size(), late};
}

// ---- factors ----

int BlockLdlt::factor(double threshold, std::span<const double> more) {
  threshold_ = threshold;
  smallest_ = 1.0;
  in_doubt_ = false;
  std::fill(reference_.begin(), reference_.end(), 0.0);
  for (std::size_t r = 0; r < more.size(); ++r) reference_[column_[r]] = more[r];
  int cancelled = 0;
  const auto factor_panels = [&](const Run& run, auto&& factor_one) {
    for (std::size_t p = run.first; p < run.last; ++p) {
      const Panels::Panel& panel = panels_.panels[p];
      if (threshold > 0.0) note_references(panel);
      collect(panel);
      cancelled += factor_one(panel);
    }
  };
  for (const Run& run : runs_)
    with_shape(
        run,
        [&]<int N, int M>() {
          factor_panels(run, [&](const Panels::Panel& panel) { return factor_small<N, M>(panel); });
        },
        [&] {
          factor_panels(run, [&](const Panels::Panel& panel) { return factor_columns(panel); });
        });
  if (border_.panel.columns == 0) return cancelled;
  collect_border();
  return cancelled + factor_columns(border_.panel);
}

void BlockLdlt::note_references(const Panels::Panel& panel) {
  const double* C = values_.data() + panel.values;
  for (int j = 0; j < panel.columns; ++j, C += panel.size() + 1)
    reference_[panel.first + j] += std::abs(*C);
}

/// Subtracts what the panels before it change in it.
void BlockLdlt::collect(const Panels::Panel& panel) {
  double* C = values_.data() + panel.values;
  const int ldc = panel.size();
  for (std::size_t k = panel.first_update; k < panel.last_update; ++k) {
    const Panels::Update& u = panels_.updates[k];
    const Panels::Panel& source = panels_.panels[u.source];
    const double* A = values_.data() + source.values + source.columns + u.from;
    const double* d = pivot_.data() + source.first;
    const int m = source.below - u.from, n = u.count;
    if (u.at >= 0) {
      double* at = C + u.at + static_cast<std::ptrdiff_t>(u.at) * ldc;
      dense::subtract_product(at, ldc, A, source.size(), d, m, n, source.columns);
      continue;
    }
    std::fill_n(product_.begin(), static_cast<std::size_t>(m) * n, 0.0);
    dense::subtract_product(product_.data(), m, A, source.size(), d, m, n, source.columns);
    const int* where = panels_.where.data() + u.where;
    for (int j = 0; j < n; ++j) {
      double* column = C + static_cast<std::ptrdiff_t>(where[j]) * ldc;
      for (int i = j; i < m; ++i) column[where[i]] += product_[i + static_cast<std::size_t>(j) * m];
    }
  }
}

/// Factors a panel, a few columns at a time.
int BlockLdlt::factor_columns(const Panels::Panel& panel) {
  double* C = values_.data() + panel.values;
  const double *d = pivot_.data() + panel.first, *inverse = inverse_.data() + panel.first;
  const int ld = panel.size();
  int cancelled = 0;
  for (int first = 0; first < panel.columns; first += dense::kMostColumns) {
    const int n = std::min(dense::kMostColumns, panel.columns - first);
    double* block = C + first + static_cast<std::ptrdiff_t>(first) * ld;
    if (first > 0) dense::subtract_product(block, ld, C + first, ld, d, ld - first, n, first);
    dense::with_columns(n, [&]<int N>() {
      cancelled += factor_pivots<N>(block, ld, panel.first + first, panel.sign);
      dense::divide_rows<N>(block + N, block, ld, d + first, inverse + first, ld - first - N);
    });
    if (in_doubt_) pass_on_doubt(panel, first, first + n);
  }
  return cancelled;
}

/// The same for a panel of N columns with M rows below.
template <int N, int M>
int BlockLdlt::factor_small(const Panels::Panel& panel) {
  constexpr int ld = N + M;
  double* C = values_.data() + panel.values;
  const int cancelled = factor_pivots<N>(C, ld, panel.first, panel.sign);
  dense::divide_rows<N>(
      C + N, C, ld, pivot_.data() + panel.first, inverse_.data() + panel.first, M);
  if (in_doubt_) pass_on_doubt(panel, 0, N);
  return cancelled;
}

/// Casts doubt on the rows beyond `last` that take L² d from pivots that have lost much.
void BlockLdlt::pass_on_doubt(const Panels::Panel& panel, int first, int last) {
  const int* below = panels_.rows.data() + panel.rows;
  for (int l = first; l < last; ++l) {
    const double lost = lost_[panel.first + l] * std::abs(pivot_[panel.first + l]);
    if (lost == 0.0) continue;
    const double* L = values_.data() + panel.values + static_cast<std::ptrdiff_t>(l) * panel.size();
    for (int i = last; i < panel.size(); ++i) {
      const int row = i < panel.columns ? panel.first + i : below[i - panel.columns];
      doubt_[row] += lost * L[i] * L[i];
    }
  }
}

/// Keeps a pivot d, unless it is all but cancelled. Returns its inverse, or zero.
inline double BlockLdlt::accept_pivot(int column, double d, double sign) {
  const double wanted = reference_[column], found = sign * d;
  double least = threshold_ * wanted;
  if (in_doubt_) least = std::max(least, kPivotRounding * doubt_[column]);
  lost_[column] = 0.0;
  if (!(found > least)) return pivot_[column] = inverse_[column] = 0.0;
  if (found < smallest_ * wanted) smallest_ = found / wanted;
  if (wanted > kMuchLost * found) lost_[column] = wanted / found;
  pivot_[column] = d;
  return inverse_[column] = 1.0 / d;
}

/// Factors the pivot block C: N × N of the columns from `first` on.
template <int N>
int BlockLdlt::factor_pivots(double* C, int ld, int first, double sign) {
  double a[N][N];  // the lower triangle, by columns
#pragma GCC unroll 8
  for (int j = 0; j < N; ++j)
#pragma GCC unroll 8
    for (int i = j; i < N; ++i) a[j][i] = C[i + j * ld];
  int cancelled = 0;
#pragma GCC unroll 8
  for (int j = 0; j < N; ++j) {
    const double inverse = accept_pivot(first + j, a[j][j], sign);
    cancelled += inverse == 0.0 ? 1 : 0;
    double L[N];
#pragma GCC unroll 8
    for (int i = j + 1; i < N; ++i) L[i] = a[j][i] * inverse;
#pragma GCC unroll 8
    for (int k = j + 1; k < N; ++k)
#pragma GCC unroll 8
      for (int i = k; i < N; ++i) a[k][i] -= a[j][i] * L[k];
#pragma GCC unroll 8
    for (int i = j + 1; i < N; ++i) a[j][i] = C[i + j * ld] = L[i];
    if (lost_[first + j] > 0.0) cast_doubt(first + j, a[j] + j + 1, N - j - 1);
  }
  return cancelled;
}

/// On the next `rows` columns of a pivot block, which take L² d from a pivot that has lost much.
void BlockLdlt::cast_doubt(int column, const double* L, int rows) {
  if (!in_doubt_) std::fill(doubt_.begin(), doubt_.end(), 0.0);
  in_doubt_ = true;
  const double weight = lost_[column] * std::abs(pivot_[column]);
  for (int i = 0; i < rows; ++i) doubt_[column + 1 + i] += weight * L[i] * L[i];
}

// ---- solution ----

void BlockLdlt::solve(std::span<double> x) {
  HOLON_EXPECT(x.size() == column_.size());
  for (std::size_t r = 0; r < x.size(); ++r) x_[column_[r]] = x[r];
  const Panels::Panel* panels = panels_.panels.data();
  for (const Run& run : runs_)  // L y = b, and y ← D⁻¹ y
    with_shape(
        run,
        [&]<int N, int M>() {
          for (std::size_t p = run.first; p < run.last; ++p) forward<N>(panels[p], 0, N + M, N, M);
        },
        [&] { forward(panels[run.first]); });
  if (!border_.parts.empty()) solve_border();
  for (std::size_t k = runs_.size(); k-- > 0;) {  // Lᵀ x = y
    const Run& run = runs_[k];
    with_shape(
        run,
        [&]<int N, int M>() {
          for (std::size_t p = run.last; p-- > run.first;) backward<N>(panels[p], 0, N + M, N, M);
        },
        [&] { backward(panels[run.first]); });
  }
  for (std::size_t r = 0; r < x.size(); ++r) x[r] = x_[column_[r]];
}

void BlockLdlt::forward(const Panels::Panel& panel) {
  for (int first = 0; first < panel.columns; first += dense::kMostColumns)
    dense::with_columns(std::min(dense::kMostColumns, panel.columns - first), [&]<int N>() {
      forward<N>(panel, first, panel.size(), panel.columns, panel.below);
    });
}
void BlockLdlt::backward(const Panels::Panel& panel) {
  for (int k = (panel.columns - 1) / dense::kMostColumns; k >= 0; --k) {
    const int first = k * dense::kMostColumns;
    dense::with_columns(std::min(dense::kMostColumns, panel.columns - first), [&]<int N>() {
      backward<N>(panel, first, panel.size(), panel.columns, panel.below);
    });
  }
}

/// With the N columns that start at `first`.
template <int N>
void BlockLdlt::forward(const Panels::Panel& panel, int first, int ld, int columns, int below) {
  const int* rows = panels_.rows.data() + panel.rows;
  const double* L = values_.data() + panel.values + static_cast<std::ptrdiff_t>(first) * ld;
  double *x = x_.data(), *at = x + panel.first + first;
  double y[N];
  std::copy_n(at, N, y);
  dense::solve_triangle<N>(y, L + first, ld);
  if (first + N < columns)
    dense::subtract_times<N>(at + N, L + first + N, ld, y, columns - first - N);
  dense::scatter_times<N>(x, rows, L + columns, ld, y, below);
  for (int j = 0; j < N; ++j) at[j] = y[j] * inverse_[panel.first + first + j];
}
template <int N>
void BlockLdlt::backward(const Panels::Panel& panel, int first, int ld, int columns, int below) {
  const int* rows = panels_.rows.data() + panel.rows;
  const double* L = values_.data() + panel.values + static_cast<std::ptrdiff_t>(first) * ld;
  double *x = x_.data(), *at = x + panel.first + first;
  double y[N];
  std::copy_n(at, N, y);
  dense::gather_transposed_times<N>(y, L + columns, ld, x, rows, below);
  if (first + N < columns)
    dense::subtract_transposed_times<N>(y, L + first + N, ld, at + N, columns - first - N);
  dense::solve_transposed_triangle<N>(y, L + first, ld);
  std::copy_n(y, N, at);
}

}  // namespace holon
