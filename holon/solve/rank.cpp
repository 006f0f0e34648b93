// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/rank.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>

namespace holon {
namespace {

// What an elimination leaves of entries that cancel, relative to the largest it began with.
constexpr double kRounding = 1e-15;
// Entries that `shorten` may look at in all.
constexpr std::size_t kMostWork = 20'000'000;

/// An order in which few entries fill in: that of COLAMD [Davis04], for columns as the rows are
/// here.
std::vector<int> elimination_order(const SparseRows& J) {
  Eigen::SparseMatrix<double> transposed(J.columns, J.rows());
  std::vector<Eigen::Triplet<double>> triplets;
  triplets.reserve(J.entries.size());
  for (int i = 0; i < J.rows(); ++i)
    for (const Entry& e : J.row(i)) triplets.emplace_back(e.at, i, e.value);
  transposed.setFromTriplets(triplets.begin(), triplets.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::COLAMDOrdering<int>()(transposed, permutation);
  std::vector<int> order(static_cast<std::size_t>(J.rows()));
  for (int i = 0; i < J.rows(); ++i) order[permutation.indices()[i]] = i;
  return order;
}

double largest(std::span<const Entry> entries) {
  double m = 0.0;
  for (const Entry& e : entries) m = std::max(m, std::abs(e.value));
  return m;
}

/// Leaves out what is none, makes the largest 1, and sorts.
void tidy(Circuit& circuit, double none) {
  const double size = largest(circuit);
  std::erase_if(circuit, [&](const Entry& e) { return std::abs(e.value) <= none * size; });
  for (Entry& e : circuit) e.value /= size;
  std::ranges::sort(circuit, {}, &Entry::at);
}

std::vector<int> rows_of(const Circuit& circuit) {
  std::vector<int> rows;
  for (const Entry& e : circuit) rows.push_back(e.at);
  return rows;
}

/// How many rows there are, and how far they are apart: those defined together are rather meant
/// together.
std::pair<std::size_t, int> extent_of(const Circuit& circuit) {
  return {circuit.size(), circuit.back().at - circuit.front().at};
}

/// a − t b, without row `gone`.
Circuit combine(const Circuit& a, double t, const Circuit& b, int gone) {
  Circuit sum;
  auto i = a.begin();
  auto j = b.begin();
  while (i != a.end() || j != b.end()) {
    const int at = j == b.end() || (i != a.end() && i->at <= j->at) ? i->at : j->at;
    Entry e{at, 0.0};
    if (i != a.end() && i->at == at) e.value += (i++)->value;
    if (j != b.end() && j->at == at) e.value -= t * (j++)->value;
    if (at != gone) sum.push_back(e);
  }
  return sum;
}

}  // namespace

// ---- elimination ----

RowElimination::RowElimination(int columns)
    : kept_at_(static_cast<std::size_t>(columns), -1),
      x_(static_cast<std::size_t>(columns), 0.0),
      marked_(static_cast<std::size_t>(columns), 0) {}

/// Finds the kept rows that take part in eliminating `row`, each after those that change it, and
/// the other columns that are touched.
void RowElimination::reach(std::span<const Entry> row) {
  order_.clear();
  others_.clear();
  const auto enter = [&](int column) {
    if (marked_[column]) return;
    marked_[column] = 1;
    if (const int k = kept_at_[column]; k >= 0)
      path_.emplace_back(k, l_start_[k]);
    else
      others_.push_back(column);
  };
  for (const Entry& e : row) {
    enter(e.at);
    while (!path_.empty()) {
      auto& [k, next] = path_.back();
      if (next < l_start_[k + 1]) {
        enter(l_[next++].at);  // may move the path
      } else {
        order_.push_back(k);
        path_.pop_back();
      }
    }
  }
  std::ranges::reverse(order_);
}

/// Leaves in x_ what the kept rows leave of `row`, and in last_ what they took. Returns the size of
/// the largest number on the way.
double RowElimination::eliminate(std::span<const Entry> row) {
  for (const Entry& e : row) x_[e.at] += e.value;
  double size = largest(row);
  last_.clear();
  for (const int k : order_) {
    double& at_pivot = x_[pivot_column_[k]];
    const double taken = at_pivot;
    at_pivot = 0.0;
    marked_[pivot_column_[k]] = 0;
    if (std::abs(taken) <= kRounding * size) continue;
    size = std::max(size, std::abs(taken));
    last_.push_back({k, taken});
    for (std::size_t i = l_start_[k]; i < l_start_[k + 1]; ++i) x_[l_[i].at] -= l_[i].value * taken;
  }
  return size;
}

bool RowElimination::take(std::span<const Entry> row, double threshold) {
  reach(row);
  const double size = eliminate(row);
  left_ = 0.0;
  int column = -1;
  for (const int c : others_) {
    marked_[c] = 0;
    if (std::abs(x_[c]) <= left_) continue;
    left_ = std::abs(x_[c]);
    column = c;
  }
  const bool kept = left_ > threshold * std::max(1.0, size);
  if (kept) keep(column);
  for (const int c : others_) x_[c] = 0.0;
  return kept;
}

/// The last row, with its pivot in `column`.
void RowElimination::keep(int column) {
  const int k = kept();
  const double pivot = x_[column];
  for (const int c : others_)
    if (c != column && std::abs(x_[c]) > kRounding * std::abs(pivot))
      l_.push_back({c, x_[c] / pivot});
  l_start_.push_back(l_.size());
  u_.insert(u_.end(), last_.begin(), last_.end());
  u_start_.push_back(u_.size());
  pivot_.push_back(pivot);
  pivot_column_.push_back(column);
  kept_at_[column] = k;
  y_.push_back(0.0);
  solved_.push_back(0);
}

std::vector<Entry> RowElimination::combination() {
  // the kept rows that take part, the last first
  std::vector<int> parts;
  for (const Entry& e : last_) {
    y_[e.at] = e.value;
    solved_[e.at] = 1;
    parts.push_back(e.at);
  }
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = u_start_[parts[i]]; j < u_start_[parts[i] + 1]; ++j)
      if (!solved_[u_[j].at]) {
        solved_[u_[j].at] = 1;
        parts.push_back(u_[j].at);
      }
  std::ranges::sort(parts, std::greater<>());
  std::vector<Entry> out;
  for (const int k : parts) {
    const double y = y_[k] / pivot_[k];
    for (std::size_t j = u_start_[k]; j < u_start_[k + 1]; ++j) y_[u_[j].at] -= y * u_[j].value;
    y_[k] = 0.0;
    solved_[k] = 0;
    if (y != 0.0) out.push_back({k, y});
  }
  return out;
}

// K x = Uᵀ Lᵀ x = e_k: forward with Uᵀ, backward with Lᵀ.
VecX RowElimination::response(int k) const {
  VecX w = VecX::Zero(kept()), x = VecX::Zero(columns());
  w[k] = 1.0 / pivot_[k];
  for (int i = k + 1; i < kept(); ++i) {
    double sum = 0.0;
    for (std::size_t j = u_start_[i]; j < u_start_[i + 1]; ++j) sum += u_[j].value * w[u_[j].at];
    w[i] = -sum / pivot_[i];
  }
  for (int i = kept() - 1; i >= 0; --i) {
    double sum = w[i];
    for (std::size_t j = l_start_[i]; j < l_start_[i + 1]; ++j) sum -= l_[j].value * x[l_[j].at];
    x[pivot_column_[i]] = sum;
  }
  return x;
}

// ---- dependence ----

RowDependence find_dependence(const SparseRows& J, const RankOptions& options) {
  RowDependence found;
  found.elimination = RowElimination(J.columns);
  RowElimination& elimination = found.elimination;
  const auto circuit_of = [&](int row) {
    Circuit circuit = elimination.combination();
    for (Entry& e : circuit) e.at = found.kept[e.at];
    circuit.push_back({row, -1.0});
    tidy(circuit, options.none);
    return circuit;
  };
  for (const int row : elimination_order(J)) {
    if (!elimination.take(J.row(row), options.dependent)) {
      found.circuits.push_back(circuit_of(row));
      continue;
    }
    if (elimination.left() < options.nearly)
      found.nearly.push_back({circuit_of(row), elimination.kept() - 1});
    found.kept.push_back(row);
  }
  found.rank = elimination.kept();
  return found;
}

int rank_of(const SparseRows& J, std::span<const int> rows, double threshold) {
  // few rows have few columns, which are counted anew
  std::vector<int> columns;
  for (const int r : rows)
    for (const Entry& e : J.row(r)) columns.push_back(e.at);
  std::ranges::sort(columns);
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  RowElimination elimination(static_cast<int>(columns.size()));
  std::vector<Entry> row;
  for (const int r : rows) {
    row.assign(J.row(r).begin(), J.row(r).end());
    for (Entry& e : row)
      e.at = static_cast<int>(std::ranges::lower_bound(columns, e.at) - columns.begin());
    elimination.take(row, threshold);
  }
  return elimination.kept();
}

void shorten(const SparseRows& J, std::vector<Circuit>& circuits, const RankOptions& options) {
  std::vector<std::vector<int>> by_row(static_cast<std::size_t>(J.rows()));
  for (std::size_t c = 0; c < circuits.size(); ++c)
    for (const Entry& e : circuits[c]) by_row[e.at].push_back(static_cast<int>(c));
  std::size_t work = 0;
  for (bool improved = true; improved && work < kMostWork;) {
    improved = false;
    for (std::size_t c = 0; c < circuits.size() && work < kMostWork; ++c) {
      Circuit best = circuits[c];
      for (const Entry& shared : circuits[c])
        for (const int other : by_row[shared.at]) {
          const Circuit& b = circuits[other];
          const auto there = std::ranges::lower_bound(b, shared.at, {}, &Entry::at);
          if (other == static_cast<int>(c) || there == b.end() || there->at != shared.at) continue;
          work += circuits[c].size() + b.size();
          Circuit trial = combine(circuits[c], shared.value / there->value, b, shared.at);
          tidy(trial, options.none);
          if (!(extent_of(trial) < extent_of(best))) continue;
          const int rank = rank_of(J, rows_of(trial), options.dependent);
          if (rank + 1 == static_cast<int>(trial.size())) best = std::move(trial);
        }
      if (!(extent_of(best) < extent_of(circuits[c]))) continue;
      improved = true;
      circuits[c] = std::move(best);
      for (const Entry& e : circuits[c]) by_row[e.at].push_back(static_cast<int>(c));
    }
  }
}

}  // namespace holon
