// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/rank.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace holon {
namespace {

// What an elimination leaves of entries that cancel, relative to the largest it began with.
constexpr double kEntryRounding = 1e-14;
// What is left of shares in a combination that cancel, relative to the largest of the row: many of
// them follow from each other.
constexpr double kShareRounding = 1e-12;
// A pivot is at least this part of the largest entry.
constexpr double kLargeEnough = 0.1;
// A column has very many rows if it has more than this: as many as ten joints of an object have.
constexpr int kCrowd = 60;

/// The rows one after the other as they hang together, breadth first from the roots [Cuthill69]:
/// few entries fill in, and what a row depends on is near it.
std::vector<int> elimination_order(const SparseRows& J, std::span<const int> roots) {
  std::vector<std::vector<int>> rows_at(static_cast<std::size_t>(J.columns));
  for (int i = 0; i < J.rows(); ++i)
    for (const Entry& e : J.row(i)) rows_at[e.at].push_back(i);
  std::vector<char> seen(static_cast<std::size_t>(J.rows()), 0);
  std::vector<int> order;
  order.reserve(seen.size());
  const auto enter = [&](int row) {
    if (seen[row]) return;
    seen[row] = 1;
    order.push_back(row);
  };
  std::size_t next = 0;
  const auto spread = [&] {
    for (; next < order.size(); ++next)
      for (const Entry& e : J.row(order[next])) {
        for (const int row : rows_at[e.at]) enter(row);
        rows_at[e.at].clear();
      }
  };
  for (const int root : roots) enter(root);
  spread();
  for (int row = 0; row < J.rows(); ++row) {
    enter(row);
    spread();
  }
  return order;
}

double largest(std::span<const Entry> entries) {
  double m = 0.0;
  for (const Entry& e : entries) m = std::max(m, std::abs(e.value));
  return m;
}

}  // namespace

void tidy(Circuit& circuit, double none) {
  const double size = largest(circuit);
  std::erase_if(circuit, [&](const Entry& e) { return std::abs(e.value) <= none * size; });
  for (Entry& e : circuit) e.value /= size;
}

// ---- elimination ----

RowElimination::RowElimination(int columns, std::vector<int> crowd) : crowd_(std::move(crowd)) {
  restart(columns);
}

void RowElimination::restart(int columns) {
  const auto n = static_cast<std::size_t>(columns);
  for (auto* start : {&l_start_, &u_start_}) start->assign(1, 0);
  for (auto* entries : {&l_, &u_, &last_}) entries->clear();
  for (auto* numbers : {&pivot_, &y_}) numbers->clear();
  pivot_column_.clear();
  solved_.clear();
  kept_at_.assign(n, -1);
  crowd_.resize(n, 0);
  x_.assign(n, 0.0);
  marked_.assign(n, 0);
}

/// Adds to what is left of the row, and notes who has to do with that column.
void RowElimination::add(int column, double value) {
  x_[column] += value;
  if (marked_[column]) return;
  marked_[column] = 1;
  if (const int k = kept_at_[column]; k >= 0)
    waiting_.insert(k);
  else
    others_.push_back(column);
}

/// Leaves in x_ what the kept rows leave of `row`, and in last_ what they took, in their order: a
/// kept row changes only the pivots of later ones. Returns the size of the largest number on the
/// way.
double RowElimination::eliminate(std::span<const Entry> row) {
  others_.clear();
  last_.clear();
  for (const Entry& e : row) add(e.at, e.value);
  double size = largest(row);
  for (int k = waiting_.take_first(); k >= 0; k = waiting_.take_first()) {
    const double taken = std::exchange(x_[pivot_column_[k]], 0.0);
    marked_[pivot_column_[k]] = 0;
    if (std::abs(taken) <= kEntryRounding * size) continue;
    size = std::max(size, std::abs(taken));
    last_.push_back({k, taken});
    for (std::size_t i = l_start_[k]; i < l_start_[k + 1]; ++i) add(l_[i].at, -l_[i].value * taken);
  }
  return size;
}

bool RowElimination::take(std::span<const Entry> row, double threshold) {
  const double size = eliminate(row);
  left_ = 0.0;
  for (const int c : others_) {
    marked_[c] = 0;
    left_ = std::max(left_, std::abs(x_[c]));
  }
  const bool kept = left_ > threshold * std::max(1.0, size);
  if (kept) keep(best_pivot());
  for (const int c : others_) x_[c] = 0.0;
  return kept;
}

/// The column with the largest entry, but for those with very many rows if others have entries that
/// are not much smaller.
int RowElimination::best_pivot() const {
  int best = -1;
  const auto worth = [&](int c) {
    return std::pair(-std::max(crowd_[c], kCrowd), std::abs(x_[c]));
  };
  for (const int c : others_)
    if (std::abs(x_[c]) >= kLargeEnough * left_ && (best < 0 || worth(c) > worth(best))) best = c;
  return best;
}

/// The last row, with its pivot in `column`.
void RowElimination::keep(int column) {
  const int k = kept();
  const double pivot = x_[column];
  for (const int c : others_)
    if (c != column && std::abs(x_[c]) > kEntryRounding * std::abs(pivot))
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
  // the last kept rows first, which change only those before them
  const auto add_part = [&](int k, double value) {
    y_[k] += value;
    if (solved_[k]) return;
    solved_[k] = 1;
    waiting_.insert(k);
  };
  const double size = largest(last_);
  for (const Entry& e : last_) add_part(e.at, e.value);
  std::vector<Entry> out;
  for (int k = waiting_.take_last(); k >= 0; k = waiting_.take_last()) {
    const double y = std::exchange(y_[k], 0.0) / pivot_[k];
    solved_[k] = 0;
    if (std::abs(y) <= kShareRounding * size) continue;
    out.push_back({k, y});
    for (std::size_t j = u_start_[k]; j < u_start_[k + 1]; ++j)
      add_part(u_[j].at, -y * u_[j].value);
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

RowDependence find_dependence(const SparseRows& J,
                              const RankOptions& options,
                              std::span<const int> roots) {
  RowDependence found;
  std::vector<int> crowd(static_cast<std::size_t>(J.columns), 0);
  for (const Entry& e : J.entries) ++crowd[e.at];
  found.elimination = RowElimination(J.columns, std::move(crowd));
  RowElimination& elimination = found.elimination;
  const auto circuit_of = [&](int row) {
    Circuit circuit = elimination.combination();
    for (Entry& e : circuit) e.at = found.kept[e.at];
    circuit.push_back({row, -1.0});
    tidy(circuit, options.none);
    std::ranges::sort(circuit, {}, &Entry::at);
    return circuit;
  };
  for (const int row : elimination_order(J, roots)) {
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

}  // namespace holon
