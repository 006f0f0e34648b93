// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/block_ldlt.h"

#include <algorithm>
#include <cmath>

#include "holon/math/diagnostics.h"

namespace holon {
namespace {

// What an elimination leaves of a number by rounding, with room for the sum of several.
constexpr double kPivotRounding = 1e-14;
// A pivot that is still this part of its size leaves no doubt that threshold and rounding do not
// cover.
constexpr double kMuchLost = 1e3;

/// C −= s A Bᵀ, with A: m × k, B: n × k, C: m × n, all by columns.
template <int K>
void subtract_product(double* C, const double* A, const double* B, int m, int n, int k, double s) {
  const int depth = K > 0 ? K : k;
  for (int j = 0; j < n; ++j)
    for (int l = 0; l < depth; ++l) {
      const double b = s * B[j + l * n];
      for (int i = 0; i < m; ++i) C[i + j * m] -= A[i + l * m] * b;
    }
}
void subtract_product(double* C, const double* A, const double* B, int m, int n, int k, double s) {
  switch (k) {
    case 1:
      return subtract_product<1>(C, A, B, m, n, k, s);
    case 2:
      return subtract_product<2>(C, A, B, m, n, k, s);
    case 3:
      return subtract_product<3>(C, A, B, m, n, k, s);
    case 6:
      return subtract_product<6>(C, A, B, m, n, k, s);
    default:
      return subtract_product<0>(C, A, B, m, n, k, s);
  }
}

/// A ← A G⁻ᵀ for the lower triangle G: k × k; A: m × k.
void divide_by_factor(double* A, const double* G, int m, int k) {
  for (int j = 0; j < k; ++j) {
    for (int l = 0; l < j; ++l)
      for (int i = 0; i < m; ++i) A[i + j * m] -= A[i + l * m] * G[j + l * k];
    const double inverse = 1.0 / G[j + j * k];
    for (int i = 0; i < m; ++i) A[i + j * m] *= inverse;
  }
}

}  // namespace

void BlockLdlt::analyse(const BlockGraph& graph) {
  const int n = static_cast<int>(graph.size.size());
  const Elimination elimination = eliminate(graph);
  position_ = elimination.position;
  offset_.assign(n, 0);
  rows_ = 0;
  for (int v = 0; v < n; ++v) {
    offset_[v] = rows_;
    rows_ += graph.size[v];
  }

  // Places of all blocks.
  columns_.assign(n, {});
  blocks_.clear();
  std::size_t place = 0;
  for (int k = 0; k < n; ++k) {
    const int v = elimination.order[k];
    Column& column = columns_[k];
    column.vertex = v;
    column.size = graph.size[v];
    column.sign = graph.is_constraint[v] ? -1.0 : 1.0;
    column.offset = offset_[v];
    column.diagonal = place;
    place += static_cast<std::size_t>(column.size) * column.size;
    column.first = blocks_.size();
    for (int row : elimination.column[k]) {
      blocks_.push_back({row, place});
      place += static_cast<std::size_t>(graph.size[elimination.order[row]]) * column.size;
    }
    column.last = blocks_.size();
  }
  values_.assign(place, 0.0);
  lost_.assign(rows_, 0.0);
  doubt_.assign(rows_, 0.0);

  // Where each product of two blocks of a column goes.
  targets_.clear();
  for (int k = 0; k < n; ++k) {
    Column& column = columns_[k];
    column.updates = targets_.size();
    for (std::size_t b = column.first; b < column.last; ++b) {
      const int j = blocks_[b].row;
      targets_.push_back(columns_[j].diagonal);
      for (std::size_t a = b + 1; a < column.last; ++a)
        targets_.push_back(find_block(j, blocks_[a].row));
    }
  }
}

std::size_t BlockLdlt::find_block(int column, int row) const {
  const auto first = blocks_.begin() + static_cast<std::ptrdiff_t>(columns_[column].first);
  const auto last = blocks_.begin() + static_cast<std::ptrdiff_t>(columns_[column].last);
  const auto it =
      std::lower_bound(first, last, row, [](const Block& b, int r) { return b.row < r; });
  HOLON_EXPECT(it != last && it->row == row);
  return it->values;
}

void BlockLdlt::set_zero() {
  std::fill(values_.begin(), values_.end(), 0.0);
}

void BlockLdlt::add_diagonal(int v, const double* values) {
  const Column& column = columns_[position_[v]];
  double* block = values_.data() + column.diagonal;
  for (int i = 0; i < column.size * column.size; ++i) block[i] += values[i];
}

void BlockLdlt::subtract_from_diagonal(int v, int i, double e) {
  const Column& column = columns_[position_[v]];
  values_[column.diagonal + static_cast<std::size_t>(i) * (column.size + 1)] -= e;
}

BlockLdlt::Coupling BlockLdlt::coupling(int constraint, int object) const {
  const int pc = position_[constraint], po = position_[object];
  const int m = columns_[pc].size, n = columns_[po].size;
  if (po < pc) return {find_block(po, pc), m, n, false};
  return {find_block(pc, po), m, n, true};
}

void BlockLdlt::add_coupling(const Coupling& at, const double* values) {
  double* block = values_.data() + at.place;
  if (!at.transposed) {  // the object's column holds the block as it is
    for (int i = 0; i < at.m * at.n; ++i) block[i] += values[i];
    return;
  }
  for (int i = 0; i < at.m; ++i)  // the constraint's column holds it transposed
    for (int j = 0; j < at.n; ++j) block[j + i * at.n] += values[i + j * at.m];
}

int BlockLdlt::factor_pivot(Column& column, std::span<const double> reference, double threshold) {
  // G Gᵀ = sign · pivot, by columns, in place
  const int n = column.size;
  double* G = values_.data() + column.diagonal;
  int cancelled = 0;
  for (int i = 0; i < n * n; ++i) G[i] *= column.sign;
  double* lost = lost_.data() + column.offset;
  for (int j = 0; j < n; ++j) {
    double d = G[j + j * n], doubt = doubt_[column.offset + j];
    for (int l = 0; l < j; ++l) {
      const double square = G[j + l * n] * G[j + l * n];
      d -= square;
      doubt += square * lost[l];
    }
    const double wanted = reference[column.offset + j];
    if (!(d > std::max(threshold * wanted, kPivotRounding * doubt))) {
      ++cancelled;
      d = wanted > 0.0 ? wanted : 1.0;
    }
    lost[j] = wanted / d > kMuchLost ? wanted / d : 0.0;
    const double root = std::sqrt(d);
    G[j + j * n] = root;
    for (int i = j + 1; i < n; ++i) {
      double g = G[i + j * n];
      for (int l = 0; l < j; ++l) g -= G[i + l * n] * G[j + l * n];
      G[i + j * n] = g / root;
    }
  }
  return cancelled;
}

/// Casts doubt on all rows that take from pivots that have lost much.
void BlockLdlt::pass_on_doubt(const Column& column) {
  for (int l = 0; l < column.size; ++l) {
    const double lost = lost_[column.offset + l];
    if (lost == 0.0) continue;
    for (std::size_t b = column.first; b < column.last; ++b) {
      const Column& row = columns_[blocks_[b].row];
      const double* A =
          values_.data() + blocks_[b].values + static_cast<std::ptrdiff_t>(l) * row.size;
      for (int i = 0; i < row.size; ++i) doubt_[row.offset + i] += lost * A[i] * A[i];
    }
  }
}

int BlockLdlt::factor(std::span<const double> reference, double threshold) {
  int cancelled = 0;
  std::fill(doubt_.begin(), doubt_.end(), 0.0);
  for (Column& column : columns_) {
    cancelled += factor_pivot(column, reference, threshold);
    const double* G = values_.data() + column.diagonal;
    const int k = column.size;
    for (std::size_t b = column.first; b < column.last; ++b)
      divide_by_factor(values_.data() + blocks_[b].values, G, columns_[blocks_[b].row].size, k);
    pass_on_doubt(column);
    std::size_t target = column.updates;
    for (std::size_t b = column.first; b < column.last; ++b) {
      const double* B = values_.data() + blocks_[b].values;
      const int n = columns_[blocks_[b].row].size;
      for (std::size_t a = b; a < column.last; ++a) {
        const double* A = values_.data() + blocks_[a].values;
        subtract_product(values_.data() + targets_[target++],
                         A,
                         B,
                         columns_[blocks_[a].row].size,
                         n,
                         k,
                         column.sign);
      }
    }
  }
  return cancelled;
}

void BlockLdlt::solve(std::span<double> x) const {
  HOLON_EXPECT(static_cast<int>(x.size()) == rows_);
  // The blocks below a pivot ±G Gᵀ are kept as B G⁻ᵀ, that is, as those of L times the sign.
  // forward: S L y = b
  for (const Column& column : columns_) {
    const int k = column.size;
    const double* G = values_.data() + column.diagonal;
    double* y = x.data() + column.offset;
    for (int j = 0; j < k; ++j) {
      for (int l = 0; l < j; ++l) y[j] -= G[j + l * k] * y[l];
      y[j] /= G[j + j * k];
    }
    for (int j = 0; j < k; ++j) y[j] *= column.sign;
    for (std::size_t b = column.first; b < column.last; ++b) {
      const Column& row = columns_[blocks_[b].row];
      const double* A = values_.data() + blocks_[b].values;
      double* z = x.data() + row.offset;
      for (int j = 0; j < k; ++j)
        for (int i = 0; i < row.size; ++i) z[i] -= A[i + j * row.size] * y[j];
    }
  }
  // backward: Lᵀ x = y
  for (std::size_t c = columns_.size(); c-- > 0;) {
    const Column& column = columns_[c];
    const int k = column.size;
    const double* G = values_.data() + column.diagonal;
    double* y = x.data() + column.offset;
    for (std::size_t b = column.first; b < column.last; ++b) {
      const Column& row = columns_[blocks_[b].row];
      const double* A = values_.data() + blocks_[b].values;
      const double* z = x.data() + row.offset;
      for (int j = 0; j < k; ++j) {
        double sum = 0.0;
        for (int i = 0; i < row.size; ++i) sum += A[i + j * row.size] * z[i];
        y[j] -= column.sign * sum;
      }
    }
    for (int j = k; j-- > 0;) {
      for (int l = j + 1; l < k; ++l) y[j] -= G[l + j * k] * y[l];
      y[j] /= G[j + j * k];
    }
  }
}

}  // namespace holon
