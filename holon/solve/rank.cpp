// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/rank.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace holon {
namespace {

// What an elimination leaves of entries that cancel, relative to the largest it began with.
constexpr double kEntryRounding = 1e-15;
// A pivot is at least this part of the largest entry.
constexpr double kLargeEnough = 0.1;
// A column has very many rows if it has more than this: as many as ten joints of an object have.
constexpr int kCrowd = 60;
// `shorten` looks at this many rows of a circuit, at this many circuits on either side of it in
// each of these, and at this many of those that share most; and it goes over all so often.
constexpr std::size_t kMostRows = 32;
constexpr std::ptrdiff_t kNeighbours = 4;
constexpr std::size_t kMostPartners = 8;
constexpr int kMostRounds = 10;
// Shares of two circuits are in the same ratio if they differ by less than this part.
constexpr double kSameRatio = 1e-9;

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

/// a − t b
Circuit combine(const Circuit& a, double t, const Circuit& b) {
  Circuit sum;
  auto i = a.begin();
  auto j = b.begin();
  while (i != a.end() || j != b.end()) {
    const int at = j == b.end() || (i != a.end() && i->at <= j->at) ? i->at : j->at;
    Entry e{at, 0.0};
    if (i != a.end() && i->at == at) e.value += (i++)->value;
    if (j != b.end() && j->at == at) e.value -= t * (j++)->value;
    sum.push_back(e);
  }
  return sum;
}

/// The ratio a : b that most rows of both share: what makes most of them cancel.
double commonest_ratio(const Circuit& a, const Circuit& b) {
  std::vector<double> ratios;
  auto j = b.begin();
  for (const Entry& e : a) {
    while (j != b.end() && j->at < e.at) ++j;
    if (j != b.end() && j->at == e.at) ratios.push_back(e.value / j->value);
  }
  std::ranges::sort(ratios);
  double best = 0.0;
  std::ptrdiff_t most = 0;
  for (auto first = ratios.begin(); first != ratios.end();) {
    const double end = *first + kSameRatio * std::abs(*first);
    const auto last = std::find_if(first, ratios.end(), [&](double r) { return r > end; });
    if (last - first > most) most = last - first, best = *first;
    first = last;
  }
  return best;
}

}  // namespace

// ---- elimination ----

RowElimination::RowElimination(int columns, std::vector<int> crowd)
    : kept_at_(static_cast<std::size_t>(columns), -1),
      crowd_(std::move(crowd)),
      x_(static_cast<std::size_t>(columns), 0.0),
      marked_(static_cast<std::size_t>(columns), 0) {
  crowd_.resize(static_cast<std::size_t>(columns), 0);
}

/// Adds to what is left of the row, and notes who has to do with that column.
void RowElimination::add(int column, double value) {
  x_[column] += value;
  if (marked_[column]) return;
  marked_[column] = 1;
  if (const int k = kept_at_[column]; k >= 0)
    push(k);
  else
    others_.push_back(column);
}
void RowElimination::push(int k) {
  waiting_.push_back(k);
  std::ranges::push_heap(waiting_, std::greater<>());
}
int RowElimination::pop() {
  std::ranges::pop_heap(waiting_, std::greater<>());
  const int k = waiting_.back();
  waiting_.pop_back();
  return k;
}

/// Leaves in x_ what the kept rows leave of `row`, and in last_ what they took, in their order: a
/// kept row changes only the pivots of later ones. Returns the size of the largest number on the
/// way.
double RowElimination::eliminate(std::span<const Entry> row) {
  others_.clear();
  last_.clear();
  for (const Entry& e : row) add(e.at, e.value);
  double size = largest(row);
  while (!waiting_.empty()) {
    const int k = pop();
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
  // the last kept rows first, which change only those before them: they wait as −k
  const auto add_part = [&](int k, double value) {
    y_[k] += value;
    if (solved_[k]) return;
    solved_[k] = 1;
    push(-k);
  };
  const double size = largest(last_);
  for (const Entry& e : last_) add_part(e.at, e.value);
  std::vector<Entry> out;
  while (!waiting_.empty()) {
    const int k = -pop();
    const double y = std::exchange(y_[k], 0.0) / pivot_[k];
    solved_[k] = 0;
    if (std::abs(y) <= kEntryRounding * size) continue;
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

namespace {

/// Circuits by the rows that are in them.
class Shortening {
 public:
  Shortening(int rows, std::vector<Circuit>& circuits, double none)
      : circuits_(circuits),
        none_(none),
        by_row_(static_cast<std::size_t>(rows)),
        shared_(circuits.size(), 0) {
    for (std::size_t c = 0; c < circuits.size(); ++c) enter(static_cast<int>(c));
  }
  /// The shortest that circuit c becomes when others are taken from it one after the other.
  Circuit shortest(int c) {
    Circuit best = circuits_[c];
    for (bool improved = true; improved;) {
      improved = false;
      for (const int other : partners(c, best)) {
        Circuit trial = combine(best, commonest_ratio(best, circuits_[other]), circuits_[other]);
        tidy(trial, none_);
        if (!(extent_of(trial) < extent_of(best))) continue;
        best = std::move(trial);
        improved = true;
        break;
      }
    }
    return best;
  }
  void replace(int c, Circuit circuit) {
    for (const Entry& e : circuits_[c]) std::erase(by_row_[e.at], c);
    circuits_[c] = std::move(circuit);
    enter(c);
  }

 private:
  void enter(int c) {
    for (const Entry& e : circuits_[c]) {
      std::vector<int>& here = by_row_[e.at];
      here.insert(std::ranges::upper_bound(here, c), c);
    }
  }
  /// Those that share most rows with `circuit`, but c. Circuits found one after the other are those
  /// that share most, so that it is enough to look at the neighbours of c in some of the rows.
  std::vector<int> partners(int c, const Circuit& circuit) {
    std::vector<int> found;
    const std::size_t stride = (circuit.size() + kMostRows - 1) / kMostRows;
    for (std::size_t i = 0; i < circuit.size(); i += stride) {
      const std::vector<int>& here = by_row_[circuit[i].at];
      const auto at = std::ranges::lower_bound(here, c);
      const auto first = at - std::min(kNeighbours, at - here.begin());
      const auto last = at + std::min(kNeighbours + 1, here.end() - at);
      for (auto other = first; other != last; ++other)
        if (*other != c && shared_[*other]++ == 0) found.push_back(*other);
    }
    const std::size_t n = std::min(found.size(), kMostPartners);
    std::ranges::partial_sort(
        found, found.begin() + static_cast<std::ptrdiff_t>(n), [&](int a, int b) {
          return std::pair(shared_[b], a) < std::pair(shared_[a], b);
        });
    for (const int other : found) shared_[other] = 0;
    found.resize(n);
    return found;
  }

  std::vector<Circuit>& circuits_;
  double none_;
  std::vector<std::vector<int>> by_row_;
  std::vector<int> shared_;  // scratch: by circuit
};

}  // namespace

void shorten(const SparseRows& J, std::vector<Circuit>& circuits, const RankOptions& options) {
  Shortening shortening(J.rows(), circuits, options.none);
  bool improved = true;
  for (int round = 0; improved && round < kMostRounds; ++round) {
    improved = false;
    for (std::size_t c = 0; c < circuits.size(); ++c) {
      Circuit shorter = shortening.shortest(static_cast<int>(c));
      if (!(extent_of(shorter) < extent_of(circuits[c]))) continue;
      if (rank_of(J, rows_of(shorter), options.dependent) + 1 != static_cast<int>(shorter.size()))
        continue;
      shortening.replace(static_cast<int>(c), std::move(shorter));
      improved = true;
    }
  }
}

}  // namespace holon
