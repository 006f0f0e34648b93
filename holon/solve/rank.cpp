// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/rank.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "holon/solve/nearby_rows.h"

namespace holon {
namespace {

// What an elimination leaves of entries that cancel, relative to the largest it began with.
constexpr double kEntryRounding = 1e-14;
// What is left of shares in a combination that cancel, relative to the largest of the row: many of
// them follow from each other.
constexpr double kShareRounding = 1e-12;
// A pivot is at least this part of the largest entry.
constexpr double kLargeEnough = 0.1;
// Rows of which others leave no more than this are taken in later than others, and after these …
constexpr double kLittle = 1e-2;
// … those of which they leave no more than this.
constexpr double kVeryLittle = 1e-5;
// What rounding leaves of shares that cancel, relative to the largest: each is added up of many.
constexpr double kShareError = 1e-13;

/// The rows one after the other as they hang together, breadth first from the roots [Cuthill69]:
/// few entries fill in, and what a row depends on is near it.
std::vector<int> elimination_order(const SparseRows& J,
                                   const RowsByColumn& rows_at,
                                   std::span<const int> roots) {
  std::vector<char> seen(static_cast<std::size_t>(J.rows()), 0);
  std::vector<char> spread_over(static_cast<std::size_t>(J.columns), 0);
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
        if (std::exchange(spread_over[e.at], 1)) continue;
        for (const int row : rows_at.column(e.at)) enter(row);
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

RowsByColumn::RowsByColumn(const SparseRows& J)
    : start_(static_cast<std::size_t>(J.columns) + 1, 0), rows_(J.entries.size()) {
  for (const Entry& e : J.entries) ++start_[e.at + 1];
  std::partial_sum(start_.begin(), start_.end(), start_.begin());
  std::vector<std::size_t> next(start_.begin(), start_.end() - 1);
  for (int i = 0; i < J.rows(); ++i)
    for (const Entry& e : J.row(i)) rows_[next[e.at]++] = i;
}

// ---- elimination ----

RowElimination::RowElimination(int columns) {
  const auto n = static_cast<std::size_t>(columns);
  kept_at_.assign(n, -1);
  pivot_rank_.assign(n, 0);
  x_.assign(n, 0.0);
  marked_.assign(n, 0);
}

void RowElimination::forget_rows() {
  for (const int column : pivot_column_) kept_at_[column] = -1;
  for (auto* start : {&l_start_, &u_start_}) start->assign(1, 0);
  for (auto* entries : {&l_, &u_, &last_}) entries->clear();
  for (auto* numbers : {&pivot_, &y_}) numbers->clear();
  pivot_column_.clear();
  solved_.clear();
}

/// Adds to what is left of the row.
void RowElimination::add(int column, double value) {
  x_[column] += value;
  if (!marked_[column]) mark(column);
}
/// Notes who has to do with a column that the row has come to.
void RowElimination::mark(int column) {
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
  left_ = 0.0;
  for (const int c : others_) {
    marked_[c] = 0;
    left_ = std::max(left_, std::abs(x_[c]));
  }
  return size;
}

bool RowElimination::take(std::span<const Entry> row, double threshold) {
  const double size = eliminate(row);
  const bool kept = left_ > threshold * std::max(1.0, size);
  if (kept) keep(best_pivot());
  for (const int c : others_) x_[c] = 0.0;
  return kept;
}

bool RowElimination::depends(std::span<const Entry> row, double threshold) {
  const double size = eliminate(row);
  for (const int c : others_) x_[c] = 0.0;
  return left_ <= threshold * std::max(1.0, size);
}

/// Of the columns whose entries are not much smaller than the largest the one of the lowest rank;
/// of several of these the largest.
int RowElimination::best_pivot() const {
  int best = -1;
  const auto worth = [&](int c) { return std::pair(-pivot_rank_[c], std::abs(x_[c])); };
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

namespace {

/// Eliminates all rows of a matrix, and looks into those that depend on others.
class DependenceSearch {
 public:
  DependenceSearch(const SparseRows& J, const RankOptions& options)
      : J_(J), options_(options), rows_at_(J), nearby_(J, rows_at_) {
    found_.elimination = RowElimination(J.columns);
    for (int c = 0; c < J.columns; ++c) to_come_.push_back(rows_at_.count(c));
  }

  /// Rows of which little is left are put off. Where many are too many, they will follow from
  /// others; to keep them would make all shares large. If they do not follow, they are nearly
  /// dependent indeed.
  RowDependence find(std::span<const int> roots) {
    std::vector<int> rows = elimination_order(J_, rows_at_, roots);
    for (const double little : {kLittle, kVeryLittle}) {
      std::vector<int> put_off;
      for (const int row : rows)
        if (!decide(row, std::max(little, options_.dependent))) put_off.push_back(row);
      rows = std::move(put_off);
    }
    for (const int row : rows) decide_at_last(row);
    found_.rank = elimination_.kept();
    return std::move(found_);
  }

 private:
  /// Keeps a row of which more than `enough` is left, or names a set if it depends on others.
  /// Otherwise returns false.
  bool decide(int row, double enough) {
    for (const Entry& e : J_.row(row)) expect(e.at, to_come_[e.at] - 1);
    if (elimination_.take(J_.row(row), enough))
      keep(row);
    else if (elimination_.left() <= options_.dependent)
      name_set(row);
    else
      return false;
    return true;
  }
  /// Of a row that others make up with large shares only the rounding of these is left.
  void decide_at_last(int row) {
    if (elimination_.depends(J_.row(row), options_.dependent)
        || elimination_.left() <= kShareError * largest(circuit_of(row)))
      return name_set(row);
    elimination_.take(J_.row(row), 0.0);
    keep(row);
  }
  void keep(int row) {
    if (elimination_.left() < options_.nearly)
      found_.nearly.push_back({tidied(circuit_of(row)), elimination_.kept() - 1});
    found_.kept.push_back(row);
    expect_filled_in();
    nearby_.add(row);
  }
  void name_set(int row) {
    Circuit circuit = nearby_.circuit_of(row, options_.dependent);
    found_.circuits.push_back(tidied(circuit.empty() ? circuit_of(row) : std::move(circuit)));
    nearby_.add(row);
  }

  /// Rows to come in the column of a pivot will have to do with all columns of its row: it is best
  /// where there are few [Markowitz57].
  void expect(int column, int rows) {
    to_come_[column] = rows;
    elimination_.rank_pivot(column, rows);
  }
  void expect_filled_in() {
    const int through_pivot = to_come_[elimination_.last_pivot()];
    for (const Entry& e : elimination_.last_of_l())
      if (to_come_[e.at] < through_pivot) expect(e.at, through_pivot);
  }

  /// Of the last row: itself and what makes it up.
  Circuit circuit_of(int row) {
    Circuit circuit = elimination_.combination();
    for (Entry& e : circuit) e.at = found_.kept[e.at];
    circuit.push_back({row, -1.0});
    return circuit;
  }
  Circuit tidied(Circuit circuit) const {
    tidy(circuit, options_.none);
    std::ranges::sort(circuit, {}, &Entry::at);
    return circuit;
  }

  const SparseRows& J_;
  RankOptions options_;
  RowsByColumn rows_at_;
  NearbyRows nearby_;
  RowDependence found_;
  RowElimination& elimination_ = found_.elimination;
  std::vector<int> to_come_;  // by column: rows that will have to do with it, at least
};

}  // namespace

RowDependence find_dependence(const SparseRows& J,
                              const RankOptions& options,
                              std::span<const int> roots) {
  return DependenceSearch(J, options).find(roots);
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
