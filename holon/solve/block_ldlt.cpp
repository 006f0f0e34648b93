// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/block_ldlt.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "holon/math/diagnostics.h"
#include "holon/solve/dense_kernels.h"

namespace holon {
namespace {

// What an elimination leaves of a number by rounding, with room for the sum of several.
constexpr double kPivotRounding = 1e-14;
// A pivot that has kept more than one part in so many leaves no doubt.
constexpr double kMuchLost = 1e3;
// A pivot that has kept more than this part of its size is never cancelled by rounding.
constexpr double kMostCancelled = 1e-7;

/// Of a panel with N columns and M rows below, which are kept as W = L_below L⁻¹: so that a long
/// chain of panels, where each waits for the one before it, waits for W x alone,
///     x_below −= W x,  x ← D⁻¹ L⁻¹ x        and back        x ← L⁻ᵀ x − Wᵀ x_below.
template <int N, int M>
[[gnu::always_inline]] inline void forward_small(
    double* x, double* at, const int* rows, const double* L, const double* inverse) {
  double y[N];
  std::copy_n(at, N, y);
  dense::scatter_times<N>(x, rows, L + N, N + M, y, M);
  dense::solve_triangle<N>(y, L, N + M);
  for (int j = 0; j < N; ++j) at[j] = y[j] * inverse[j];
}
template <int N, int M>
[[gnu::always_inline]] inline void backward_small(const double* x,
                                                  double* at,
                                                  const int* rows,
                                                  const double* L) {
  double y[N];
  std::copy_n(at, N, y);
  dense::solve_transposed_triangle<N>(y, L, N + M);
  dense::gather_transposed_times<N>(y, L + N, N + M, x, rows, M);
  std::copy_n(y, N, at);
}

}  // namespace

/// Calls small<N, M>(), for panels of N columns and M rows below, or any().
template <class Small, class Any>
void BlockLdlt::with_shape(const Run& run, Small&& small, Any&& any) const {
  if (!run.small) return any();
  const Panels::Panel& panel = panels_.panels[run.first];
  with_constant<1, kSmall>(panel.columns, [&]<int N>() {
    with_constant<0, kSmall>(panel.below, [&]<int M>() { small.template operator()<N, M>(); });
  });
}

/// Calls f(share) for each but the top.
template <class F>
void BlockLdlt::for_each_subtree(F&& f) {
  const int n = static_cast<int>(shares_.size()) - 1;
  const auto one = [&](int k) { f(shares_[k]); };
  if (workers_ != nullptr && n > 0)
    workers_->run(n, std::ref(one));
  else
    for (int k = 0; k < n; ++k) one(k);
}

// ---- factors ----

int BlockLdlt::factor(double threshold, std::span<const double> more) {
  threshold_ = threshold;
  std::fill(reference_.begin(), reference_.end(), 0.0);
  for (std::size_t r = 0; r < more.size(); ++r) reference_[column_[r]] = more[r];
  if (threshold > 0.0) std::fill(doubt_.begin(), doubt_.end(), 0.0);
  for (Share& share : shares_) {
    share.cancelled = 0;
    share.smallest = 1.0;
    share.in_doubt = false;
  }
  Share& top = shares_.back();
  for_each_subtree([this](Share& share) { factor(share); });
  for (std::size_t k = 0; k + 1 < shares_.size(); ++k) {
    top.cancelled += shares_[k].cancelled;
    top.smallest = std::min(top.smallest, shares_[k].smallest);
    top.in_doubt = top.in_doubt || shares_[k].in_doubt;
  }
  factor(top);
  if (border_.used > 0) {
    collect_border();
    factor_columns(border_.panel, top);
  }
  const auto divide_panels = [this](const Share& share) {
    for (std::size_t k = share.first_run; k < share.last_run; ++k)
      with_shape(
          runs_[k],
          [&]<int N, int M>() {
            for (std::size_t p = runs_[k].first; p < runs_[k].last; ++p) {
              double* L = values_.data() + panels_.panels[p].values;
              dense::divide_by_triangle<N>(L + N, L, N + M, M);
            }
          },
          [] {});
  };
  for_each_subtree(divide_panels);
  divide_panels(top);
  smallest_ = top.smallest;
  return top.cancelled;
}

void BlockLdlt::factor(Share& share) {
  const auto factor_panels = [&](const Run& run, auto&& collect_one, auto&& factor_one) {
    for (std::size_t p = run.first; p < run.last; ++p) {
      const Panels::Panel& panel = panels_.panels[p];
      if (threshold_ > 0.0) note_references(panel);
      collect_one(panel);
      if (share.in_doubt) collect_doubt(panel);
      factor_one(panel);
    }
  };
  const auto collect_any = [&](const Panels::Panel& panel) { collect(panel, share); };
  for (std::size_t k = share.first_run; k < share.last_run; ++k)
    with_shape(
        runs_[k],
        [&]<int N, int M>() {
          // most often from one panel of the same shape, all of whose rows are columns of this one
          const auto collect_small = [&](const Panels::Panel& panel) {
            const Panels::Update* u = panels_.updates.data() + panel.first_update;
            const bool from_one = panel.last_update == panel.first_update + 1;
            if (!from_one || u->at < 0 || u->from != 0 || u->count != M) return collect_any(panel);
            const Panels::Panel& source = panels_.panels[u->source];
            if (source.columns != N || source.below != M) return collect_any(panel);
            double* at = values_.data() + panel.values + u->at * (N + M + 1);
            const double* A = values_.data() + source.values + N;
            if constexpr (M > 0)
              dense::subtract_triangle<M>(at, N + M, A, N + M, pivot_.data() + source.first, N);
          };
          factor_panels(runs_[k], collect_small, [&](const Panels::Panel& panel) {
            factor_small<N, M>(panel, share);
          });
        },
        [&] {
          factor_panels(runs_[k], collect_any, [&](const Panels::Panel& panel) {
            factor_columns(panel, share);
          });
        });
}

void BlockLdlt::note_references(const Panels::Panel& panel) {
  const double* C = values_.data() + panel.values;
  for (int j = 0; j < panel.columns; ++j, C += panel.size() + 1)
    reference_[panel.first + j] += std::abs(*C);
}

/// Subtracts what the panels before it change in it.
void BlockLdlt::collect(const Panels::Panel& panel, Share& share) {
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
    double* product = share.product.data();
    std::fill_n(product, static_cast<std::size_t>(m) * n, 0.0);
    dense::subtract_product(product, m, A, source.size(), d, m, n, source.columns);
    const int* where = panels_.where.data() + u.where;
    for (int j = 0; j < n; ++j) {
      double* column = C + static_cast<std::ptrdiff_t>(where[j]) * ldc;
      for (int i = j; i < m; ++i) column[where[i]] += product[i + static_cast<std::size_t>(j) * m];
    }
  }
}

/// Casts doubt on those columns of a panel that take L² d from pivots before it that have lost
/// much.
void BlockLdlt::collect_doubt(const Panels::Panel& panel) {
  for (std::size_t k = panel.first_update; k < panel.last_update; ++k) {
    const Panels::Update& u = panels_.updates[k];
    const Panels::Panel& source = panels_.panels[u.source];
    const int* rows = panels_.rows.data() + source.rows + u.from;
    for (int l = 0; l < source.columns; ++l) {
      const double lost = lost_[source.first + l] * std::abs(pivot_[source.first + l]);
      if (lost == 0.0) continue;
      const double* L = values_.data() + source.values + source.columns + u.from
                        + static_cast<std::ptrdiff_t>(l) * source.size();
      for (int i = 0; i < u.count; ++i) doubt_[rows[i]] += lost * L[i] * L[i];
    }
  }
}

/// Factors a panel, a few columns at a time.
void BlockLdlt::factor_columns(const Panels::Panel& panel, Share& share) {
  double* C = values_.data() + panel.values;
  const double *d = pivot_.data() + panel.first, *inverse = inverse_.data() + panel.first;
  const int ld = panel.size();
  for (int first = 0; first < panel.columns; first += dense::kMostColumns) {
    const int n = std::min(dense::kMostColumns, panel.columns - first);
    double* block = C + first + static_cast<std::ptrdiff_t>(first) * ld;
    if (first > 0) dense::subtract_product(block, ld, C + first, ld, d, ld - first, n, first);
    dense::with_columns(n, [&]<int N>() {
      factor_pivots<N>(block, ld, panel.first + first, panel.sign, share);
      dense::divide_rows<N>(block + N, block, ld, d + first, inverse + first, ld - first - N);
    });
    if (share.in_doubt) pass_on_doubt(panel, first, first + n);
  }
}

/// The same for a panel of N columns with M rows below.
template <int N, int M>
void BlockLdlt::factor_small(const Panels::Panel& panel, Share& share) {
  constexpr int ld = N + M;
  double* C = values_.data() + panel.values;
  factor_pivots<N>(C, ld, panel.first, panel.sign, share);
  dense::divide_rows<N>(
      C + N, C, ld, pivot_.data() + panel.first, inverse_.data() + panel.first, M);
}

/// Casts doubt on the columns of a panel beyond `last` that take L² d from pivots before, which
/// have lost much.
void BlockLdlt::pass_on_doubt(const Panels::Panel& panel, int first, int last) {
  for (int l = first; l < last; ++l) {
    const double lost = lost_[panel.first + l] * std::abs(pivot_[panel.first + l]);
    if (lost == 0.0) continue;
    const double* L = values_.data() + panel.values + static_cast<std::ptrdiff_t>(l) * panel.size();
    for (int i = last; i < panel.columns; ++i) doubt_[panel.first + i] += lost * L[i] * L[i];
  }
}

/// What a row says may be told by as many loops as rows have been left out, and each passes on what
/// it rounds: of forty four-bars in a row the last is left with 1e-9.
inline double BlockLdlt::cancelled_below(const Share& share) const {
  const double loops = 1.0 + share.cancelled;
  return std::max(threshold_, std::min(threshold_ * loops * loops, kMostCancelled));
}

/// Keeps a pivot d, unless it is all but cancelled. Returns its inverse, or zero.
inline double BlockLdlt::accept_pivot(int column, double d, double sign, Share& share) {
  const double wanted = reference_[column], found = sign * d;
  double least = cancelled_below(share) * wanted;
  if (share.in_doubt) least = std::max(least, kPivotRounding * doubt_[column]);
  lost_[column] = 0.0;
  if (!(found > least)) {
    ++share.cancelled;
    return pivot_[column] = inverse_[column] = 0.0;
  }
  if (found < share.smallest * wanted) share.smallest = found / wanted;
  if (wanted > kMuchLost * found) {
    lost_[column] = wanted / found;
    share.in_doubt = true;
  }
  pivot_[column] = d;
  return inverse_[column] = 1.0 / d;
}

/// Factors the pivot block C: N × N of the columns from `first` on.
template <int N>
void BlockLdlt::factor_pivots(double* C, int ld, int first, double sign, Share& share) {
  double a[N][N];  // the lower triangle, by columns
#pragma GCC unroll 8
  for (int j = 0; j < N; ++j)
#pragma GCC unroll 8
    for (int i = j; i < N; ++i) a[j][i] = C[i + j * ld];
#pragma GCC unroll 8
  for (int j = 0; j < N; ++j) {
    const double inverse = accept_pivot(first + j, a[j][j], sign, share);
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
}

/// On the next `rows` columns of a pivot block, which take L² d from a pivot that has lost much.
void BlockLdlt::cast_doubt(int column, const double* L, int rows) {
  const double weight = lost_[column] * std::abs(pivot_[column]);
  for (int i = 0; i < rows; ++i) doubt_[column + 1 + i] += weight * L[i] * L[i];
}

// ---- solution ----

void BlockLdlt::solve(std::span<double> x) {
  HOLON_EXPECT(x.size() == column_.size());
  for_numbers(workers_, x.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t r = first; r < last; ++r) x_[column_[r]] = x[r];
  });
  const Share& top = shares_.back();
  for_each_subtree([this](const Share& share) { forward(share); });
  for (const Share& share : shares_)
    for (std::size_t k = 0; k < share.beyond.size(); ++k)
      x_[share.beyond[k]] += x_[share.buffer + k];
  forward(top);
  if (!border_.parts.empty()) solve_border();
  backward(top);
  for_each_subtree([this](const Share& share) { backward(share); });
  for_numbers(workers_, x.size(), [&](std::size_t first, std::size_t last) {
    for (std::size_t r = first; r < last; ++r) x[r] = x_[column_[r]];
  });
}

/// L y = b, and y ← D⁻¹ y.
void BlockLdlt::forward(const Share& share) {
  std::fill_n(x_.begin() + static_cast<std::ptrdiff_t>(share.buffer), share.beyond.size(), 0.0);
  const Panels::Panel* panels = panels_.panels.data();
  const int* rows = forward_rows_.empty() ? panels_.rows.data() : forward_rows_.data();
  for (std::size_t k = share.first_run; k < share.last_run; ++k) {
    const Run& run = runs_[k];
    with_shape(
        run,
        [&]<int N, int M>() {
          for (std::size_t p = run.first; p < run.last; ++p)
            forward_small<N, M>(x_.data(),
                                x_.data() + panels[p].first,
                                rows + panels[p].rows,
                                values_.data() + panels[p].values,
                                inverse_.data() + panels[p].first);
        },
        [&] { forward(panels[run.first], rows); });
  }
}

/// Lᵀ x = y
void BlockLdlt::backward(const Share& share) {
  const Panels::Panel* panels = panels_.panels.data();
  for (std::size_t k = share.last_run; k-- > share.first_run;) {
    const Run& run = runs_[k];
    with_shape(
        run,
        [&]<int N, int M>() {
          for (std::size_t p = run.last; p-- > run.first;)
            backward_small<N, M>(x_.data(),
                                 x_.data() + panels[p].first,
                                 panels_.rows.data() + panels[p].rows,
                                 values_.data() + panels[p].values);
        },
        [&] { backward(panels[run.first]); });
  }
}

/// `rows` is where the lists of rows of all panels start.
void BlockLdlt::forward(const Panels::Panel& panel, const int* rows) {
  for (int first = 0; first < panel.columns; first += dense::kMostColumns)
    dense::with_columns(std::min(dense::kMostColumns, panel.columns - first), [&]<int N>() {
      forward<N>(panel, rows, first, panel.size(), panel.columns, panel.below);
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
void BlockLdlt::forward(
    const Panels::Panel& panel, const int* rows, int first, int ld, int columns, int below) {
  const double* L = values_.data() + panel.values + static_cast<std::ptrdiff_t>(first) * ld;
  double *x = x_.data(), *at = x + panel.first + first;
  double y[N];
  std::copy_n(at, N, y);
  dense::solve_triangle<N>(y, L + first, ld);
  if (first + N < columns)
    dense::subtract_times<N>(at + N, L + first + N, ld, y, columns - first - N);
  dense::scatter_times<N>(x, rows + panel.rows, L + columns, ld, y, below);
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
