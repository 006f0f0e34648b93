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

/// An object on which nothing has acted yet: its pivot is its mass. There is no second object in
/// such a panel, for only a constraint eliminated before would have joined them.
bool keeps_pivot(const Panels::Panel& panel) {
  return panel.alone && panel.sign > 0.0 && panel.columns <= dense::kMostColumns;
}

}  // namespace

void BlockLdlt::analyse(const BlockGraph& graph) {
  panels_ = make_panels(graph, eliminate(graph));
  size_ = graph.size;
  offset_.clear();
  column_.clear();
  for (std::size_t v = 0; v < size_.size(); ++v) {
    offset_.push_back(static_cast<int>(column_.size()));
    for (int i = 0; i < size_[v]; ++i) column_.push_back(panels_.column[v] + i);
  }
  kept_.assign(panels_.panels.size(), {});
  values_.assign(panels_.values, 0.0);
  for (std::vector<double>* x : {&pivot_, &inverse_, &reference_, &lost_, &doubt_, &x_})
    x->assign(column_.size(), 0.0);
  product_.assign(panels_.largest_product, 0.0);
}

// ---- the matrix ----

bool BlockLdlt::is_kept(int v) const {
  return keeps_pivot(panels_.panels[panels_.panel_of[v]]);
}

void BlockLdlt::set_zero() {
  for (const Panels::Panel& panel : panels_.panels)
    if (!keeps_pivot(panel))  // there all blocks are set, nothing fills in
      std::fill_n(values_.data() + panel.values,
                  static_cast<std::size_t>(panel.size()) * panel.columns,
                  0.0);
}

void BlockLdlt::set_diagonal(int v, const double* values) {
  const int p = panels_.panel_of[v], n = size_[v];
  const Panels::Panel& panel = panels_.panels[p];
  const int ld = panel.size(), first = panels_.column[v] - panel.first;
  double* block = values_.data() + panel.values + first + static_cast<std::size_t>(first) * ld;
  for (int j = 0; j < n; ++j) std::copy_n(values + j * n, n, block + j * ld);
  kept_[p].fresh = true;
}

void BlockLdlt::subtract_from_diagonal(int v, int i, double e) {
  const Panels::Panel& panel = panels_.panels[panels_.panel_of[v]];
  const int at = panels_.column[v] - panel.first + i;
  values_[panel.values + static_cast<std::size_t>(at) * (panel.size() + 1)] -= e;
}

BlockLdlt::Coupling BlockLdlt::coupling(int constraint, int object) const {
  const bool object_first = panels_.column[object] < panels_.column[constraint];
  const int early = object_first ? object : constraint, late = object_first ? constraint : object;
  const int p = panels_.panel_of[early];
  const Panels::Panel& panel = panels_.panels[p];
  const int row = panels_.row_in(p, panels_.column[late]);
  HOLON_EXPECT(early != late && row >= 0);
  const int column = panels_.column[early] - panel.first;
  return {panel.values + row + static_cast<std::size_t>(column) * panel.size(),
          panel.size(),
          size_[constraint],
          size_[object],
          !object_first};
}

void BlockLdlt::set_coupling(const Coupling& at, const double* values) {
  double* block = values_.data() + at.place;
  const auto set = [&](int m) {
    if (!at.transposed) {  // the object's columns hold the block as it is
      for (int j = 0; j < at.n; ++j)
        for (int i = 0; i < m; ++i) block[i + j * at.stride] = values[i + j * m];
    } else {  // the constraint's columns hold it transposed
      for (int j = 0; j < at.n; ++j)
        for (int i = 0; i < m; ++i) block[j + i * at.stride] = values[i + j * m];
    }
  };
  if (at.m > dense::kMostColumns) return set(at.m);
  dense::with_columns(at.m, [&]<int M>() { set(M); });
}

// ---- factors ----

int BlockLdlt::factor(std::span<const double> reference, double threshold) {
  for (std::size_t r = 0; r < column_.size(); ++r) reference_[column_[r]] = reference[r];
  threshold_ = threshold;
  smallest_ = 1.0;
  std::fill(doubt_.begin(), doubt_.end(), 0.0);
  int cancelled = 0;
  for (std::size_t p = 0; p < panels_.panels.size(); ++p) {
    const Panels::Panel& panel = panels_.panels[p];
    if (keeps_pivot(panel)) {
      Kept& kept = kept_[p];
      if (kept.fresh) kept = {false, is_diagonal(panel), factor_columns(panel, panel.columns)};
      cancelled += kept.cancelled;
      divide_by_pivot(panel, kept.diagonal);
    } else {
      collect(panel);
      cancelled += factor_columns(panel, panel.size());
    }
  }
  return cancelled;
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

/// Factors a panel down to row `rows`, a few columns at a time.
int BlockLdlt::factor_columns(const Panels::Panel& panel, int rows) {
  double* C = values_.data() + panel.values;
  const double *d = pivot_.data() + panel.first, *inverse = inverse_.data() + panel.first;
  const int ld = panel.size();
  int cancelled = 0;
  for (int first = 0; first < panel.columns; first += dense::kMostColumns) {
    const int n = std::min(dense::kMostColumns, panel.columns - first);
    double* block = C + first + static_cast<std::ptrdiff_t>(first) * ld;
    if (first > 0) dense::subtract_product(block, ld, C + first, ld, d, rows - first, n, first);
    dense::with_columns(n, [&]<int N>() {
      cancelled += factor_pivots<N>(block, ld, panel.first + first, panel.sign);
      dense::divide_rows<N>(block + N, block, ld, d + first, inverse + first, rows - first - N);
    });
    pass_on_doubt(panel, first, first + n, rows);
  }
  return cancelled;
}

/// Casts doubt on the rows beyond `last` that take L² d from pivots that have lost much.
void BlockLdlt::pass_on_doubt(const Panels::Panel& panel, int first, int last, int rows) {
  const int* below = panels_.rows.data() + panel.rows;
  for (int l = first; l < last; ++l) {
    const double lost = lost_[panel.first + l] * std::abs(pivot_[panel.first + l]);
    if (lost == 0.0) continue;
    const double* L = values_.data() + panel.values + static_cast<std::ptrdiff_t>(l) * panel.size();
    for (int i = last; i < rows; ++i) {
      const int row = i < panel.columns ? panel.first + i : below[i - panel.columns];
      doubt_[row] += lost * L[i] * L[i];
    }
  }
}

/// Factors the pivot block C: N × N of the columns from `first` on.
template <int N>
int BlockLdlt::factor_pivots(double* C, int ld, int first, double sign) {
  int cancelled = 0;
  for (int j = 0; j < N; ++j) {
    double* column = C + j * ld;
    double &d = pivot_[first + j], &inverse = inverse_[first + j];
    const double wanted = reference_[first + j], found = sign * column[j];
    if (!(found > std::max(threshold_ * wanted, kPivotRounding * doubt_[first + j]))) {
      ++cancelled;
      d = inverse = lost_[first + j] = 0.0;
      for (int i = j + 1; i < N; ++i) column[i] = 0.0;
      continue;
    }
    smallest_ = std::min(smallest_, found / wanted);
    d = column[j];
    inverse = 1.0 / d;
    lost_[first + j] = wanted > kMuchLost * found ? wanted / found : 0.0;
    for (int k = j + 1; k < N; ++k) {
      const double factor = column[k] * inverse;
      for (int i = k; i < N; ++i) C[i + k * ld] -= column[i] * factor;
    }
    for (int i = j + 1; i < N; ++i) column[i] *= inverse;
    if (lost_[first + j] > 0.0)
      for (int i = j + 1; i < N; ++i)
        doubt_[first + i] += lost_[first + j] * found * column[i] * column[i];
  }
  return cancelled;
}

bool BlockLdlt::is_diagonal(const Panels::Panel& panel) const {
  const double* C = values_.data() + panel.values;
  for (int j = 0; j < panel.columns; ++j)
    for (int i = j + 1; i < panel.columns; ++i)
      if (C[i + j * panel.size()] != 0.0) return false;
  return true;
}

/// The rows below a pivot that has been factored before.
void BlockLdlt::divide_by_pivot(const Panels::Panel& panel, bool diagonal) {
  double* C = values_.data() + panel.values;
  const double *d = pivot_.data() + panel.first, *inverse = inverse_.data() + panel.first;
  const int n = panel.columns, ld = panel.size();
  if (diagonal) {
    for (int j = 0; j < n; ++j)
      for (int i = n; i < ld; ++i) C[i + j * ld] *= inverse[j];
    return;
  }
  dense::with_columns(
      n, [&]<int N>() { dense::divide_rows<N>(C + N, C, ld, d, inverse, panel.below); });
}

// ---- solution ----

void BlockLdlt::solve(std::span<const double> b1,
                      std::span<const double> b2,
                      std::span<double> x1,
                      std::span<double> x2) {
  HOLON_EXPECT(b1.size() + b2.size() == column_.size());
  HOLON_EXPECT(b1.size() == x1.size() && b2.size() == x2.size());
  const int* column = column_.data();
  for (double b : b1) x_[*column++] = b;
  for (double b : b2) x_[*column++] = b;
  substitute();
  column = column_.data();
  for (double& x : x1) x = x_[*column++];
  for (double& x : x2) x = x_[*column++];
}

/// L D Lᵀ x = x_, in place.
void BlockLdlt::substitute() {
  const std::size_t panels = panels_.panels.size();
  for (std::size_t p = 0; p < panels; ++p) {  // L y = b, and y ← D⁻¹ y
    const Panels::Panel& panel = panels_.panels[p];
    if (kept_[p].diagonal) {
      forward_diagonal(panel);
      continue;
    }
    for (int first = 0; first < panel.columns; first += dense::kMostColumns) forward(panel, first);
  }
  for (std::size_t p = panels; p-- > 0;) {  // Lᵀ x = y
    const Panels::Panel& panel = panels_.panels[p];
    if (kept_[p].diagonal) {
      backward_diagonal(panel);
      continue;
    }
    const int blocks = (panel.columns - 1) / dense::kMostColumns;
    for (int k = blocks; k >= 0; --k) backward(panel, k * dense::kMostColumns);
  }
}

/// With a panel whose pivot block is diagonal.
void BlockLdlt::forward_diagonal(const Panels::Panel& panel) {
  const int ld = panel.size();
  const int* rows = panels_.rows.data() + panel.rows;
  const double* L = values_.data() + panel.values;
  double* y = x_.data() + panel.first;
  dense::with_columns(panel.columns, [&]<int N>() {
    dense::scatter_times<N>(x_.data(), rows, L + N, ld, y, panel.below);
    for (int j = 0; j < N; ++j) y[j] *= inverse_[panel.first + j];
  });
}
void BlockLdlt::backward_diagonal(const Panels::Panel& panel) {
  const int* rows = panels_.rows.data() + panel.rows;
  const double* L = values_.data() + panel.values;
  double* y = x_.data() + panel.first;
  dense::with_columns(panel.columns, [&]<int N>() {
    dense::gather_transposed_times<N>(y, L + N, panel.size(), x_.data(), rows, panel.below);
  });
}

/// With the block of columns that starts at `first`.
void BlockLdlt::forward(const Panels::Panel& panel, int first) {
  const int ld = panel.size(), columns = panel.columns;
  const int* rows = panels_.rows.data() + panel.rows;
  const double* L = values_.data() + panel.values + static_cast<std::ptrdiff_t>(first) * ld;
  double* y = x_.data() + panel.first + first;
  dense::with_columns(std::min(dense::kMostColumns, columns - first), [&]<int N>() {
    dense::solve_triangle<N>(y, L + first, ld);
    dense::subtract_times<N>(y + N, L + first + N, ld, y, columns - first - N);
    dense::scatter_times<N>(x_.data(), rows, L + columns, ld, y, panel.below);
    for (int j = 0; j < N; ++j) y[j] *= inverse_[panel.first + first + j];
  });
}
void BlockLdlt::backward(const Panels::Panel& panel, int first) {
  const int ld = panel.size(), columns = panel.columns;
  const int* rows = panels_.rows.data() + panel.rows;
  const double* L = values_.data() + panel.values + static_cast<std::ptrdiff_t>(first) * ld;
  double* y = x_.data() + panel.first + first;
  dense::with_columns(std::min(dense::kMostColumns, columns - first), [&]<int N>() {
    dense::gather_transposed_times<N>(y, L + columns, ld, x_.data(), rows, panel.below);
    dense::subtract_transposed_times<N>(y, L + first + N, ld, y + N, columns - first - N);
    dense::solve_transposed_triangle<N>(y, L + first, ld);
  });
}

}  // namespace holon
