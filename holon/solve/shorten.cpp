// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "holon/solve/rank.h"

namespace holon {
namespace {

// `shorten` looks at this many rows of a circuit, at this many circuits on either side of it in
// each of these, and at this many of those that share most; and it goes over all so often.
constexpr std::size_t kMostShortened = 32;
constexpr std::ptrdiff_t kNeighbours = 4;
constexpr std::size_t kMostPartners = 8;
constexpr int kMostRounds = 5;
// Shares of two circuits are in the same ratio if they differ by less than this part.
constexpr double kSameRatio = 1e-9;

/// How many rows there are, and how far they are apart: those defined together are rather meant
/// together.
std::pair<std::size_t, int> extent_of(const Circuit& circuit) {
  return {circuit.size(), circuit.back().at - circuit.front().at};
}

/// a − t b
Circuit combine(const Circuit& a, double t, const Circuit& b) {
  Circuit sum;
  sum.reserve(a.size() + b.size());
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

/// The ratio t = a : b that most rows of both share, which makes most of them cancel. Nothing if
/// even so a − t b is longer than a: rows of b that are not in a come in.
std::optional<double> commonest_ratio(const Circuit& a, const Circuit& b) {
  std::vector<double> ratios;
  ratios.reserve(std::min(a.size(), b.size()));
  auto j = b.begin();
  for (const Entry& e : a) {
    while (j != b.end() && j->at < e.at) ++j;
    if (j != b.end() && j->at == e.at) ratios.push_back(e.value / j->value);
  }
  const std::size_t coming = b.size() - ratios.size();
  if (ratios.size() < coming) return {};
  std::ranges::sort(ratios);
  double best = 0.0;
  std::size_t most = 0;
  for (auto first = ratios.begin(); first != ratios.end();) {
    const double end = *first + kSameRatio * std::abs(*first);
    const auto last = std::find_if(first, ratios.end(), [&](double r) { return r > end; });
    const auto cancel = static_cast<std::size_t>(last - first);
    if (cancel > most) most = cancel, best = *first;
    first = last;
  }
  if (most < coming) return {};
  return best;
}

/// Tells of many sets of few rows whether they are minimal: all but the last are independent.
class Minimality {
 public:
  Minimality(const SparseRows& J, double threshold)
      : J_(J), threshold_(threshold), elimination_(J.columns) {}

  bool of(const Circuit& circuit) {
    elimination_.forget_rows();
    return std::all_of(circuit.begin(), circuit.end() - 1, [&](const Entry& part) {
      return elimination_.take(J_.row(part.at), threshold_);
    });
  }

 private:
  const SparseRows& J_;
  double threshold_;
  RowElimination elimination_;
};

/// Circuits by the rows that are in them.
class Shortening {
 public:
  Shortening(int rows, std::vector<Circuit>& circuits, double none)
      : circuits_(circuits),
        none_(none),
        by_row_(static_cast<std::size_t>(rows)),
        changed_(static_cast<std::size_t>(rows), 0),
        seen_(circuits.size(), -1),
        shared_(circuits.size(), 0) {
    for (std::size_t c = 0; c < circuits.size(); ++c) enter(static_cast<int>(c));
  }
  /// Whether a circuit with rows of c has changed since this was last asked about c.
  bool is_news(int c) {
    const int last = std::exchange(seen_[c], changes_);
    return std::ranges::any_of(circuits_[c], [&](const Entry& e) { return changed_[e.at] > last; });
  }
  /// The shortest that circuit c becomes when others are taken from it one after the other.
  Circuit shortest(int c) {
    Circuit best = circuits_[c];
    for (bool improved = true; improved;) {
      improved = false;
      for (const int other : partners(c, best)) {
        const std::optional<double> ratio = commonest_ratio(best, circuits_[other]);
        if (!ratio) continue;
        Circuit trial = combine(best, *ratio, circuits_[other]);
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
    ++changes_;
    for (const Entry& e : circuits_[c]) {
      std::erase(by_row_[e.at], c);
      changed_[e.at] = changes_;
    }
    circuits_[c] = std::move(circuit);
    enter(c);
    for (const Entry& e : circuits_[c]) changed_[e.at] = changes_;
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
    const std::size_t stride = (circuit.size() + kMostShortened - 1) / kMostShortened;
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
  int changes_ = 0;
  std::vector<int> changed_;  // by row: when a circuit with it last changed
  std::vector<int> seen_;     // by circuit: how many changes there had been when it was looked at
  std::vector<int> shared_;   // scratch: by circuit
};

}  // namespace

void shorten(const SparseRows& J, std::vector<Circuit>& circuits, const RankOptions& options) {
  Shortening shortening(J.rows(), circuits, options.none);
  Minimality minimality(J, options.dependent);
  bool improved = true;
  for (int round = 0; improved && round < kMostRounds; ++round) {
    improved = false;
    for (std::size_t c = 0; c < circuits.size(); ++c) {
      if (!shortening.is_news(static_cast<int>(c))) continue;
      Circuit shorter = shortening.shortest(static_cast<int>(c));
      if (!(extent_of(shorter) < extent_of(circuits[c]))) continue;
      if (!minimality.of(shorter)) continue;
      shortening.replace(static_cast<int>(c), std::move(shorter));
      improved = true;
    }
  }
}

}  // namespace holon
