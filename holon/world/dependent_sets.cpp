// SPDX-License-Identifier: Apache-2.0
#include "holon/world/dependent_sets.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

namespace holon {
namespace {

// Rows of a set agree if what they ask for adds up to no more than this, in metres and of the size
// of the island: a hundred times what errors are met to, with room for how well shares are known …
constexpr double kAgree = 1e-7;
// … or than this part of what is added up, for rates.
constexpr double kCancelsOut = 1e-6;
// A combination of shares counts as none below this part of the others.
constexpr double kNoShare = 1e-6;

using Level = Diagnosis::Level;

/// Rows of the system, by constraint and in the order of both.
std::vector<Diagnosis::Rows> by_constraint(const System& system, std::vector<int> rows) {
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  std::vector<Diagnosis::Rows> out;
  auto view = system.constraints().begin();
  for (const int row : rows) {
    view = std::lower_bound(view, system.constraints().end(), row, [](const auto& v, int r) {
      return v.row + v.rows <= r;
    });
    if (out.empty() || out.back().constraint != view->id) out.push_back({view->id, {}});
    out.back().rows.push_back(row - view->row);
  }
  return out;
}

/// The share of a row of J in a circuit; zero if it is not in it.
double share_of(int row, const Circuit& circuit) {
  const auto found = std::ranges::lower_bound(circuit, row, {}, &Entry::at);
  return found != circuit.end() && found->at == row ? found->value : 0.0;
}

}  // namespace

std::vector<Diagnosis::Rows> rows_by_constraint(const System& system,
                                                const MeasuredRows::Jacobian& J,
                                                const Circuit& circuit) {
  std::vector<int> rows;
  for (const Entry& e : circuit)
    if (J.row[e.at] >= 0) rows.push_back(J.row[e.at]);
  return by_constraint(system, std::move(rows));
}

DependentSets::DependentSets(const System& system,
                             const MeasuredRows::Jacobian& J,
                             const std::vector<Circuit>& circuits)
    : system_(system),
      J_(J),
      circuits_(circuits),
      size_of_island_(std::max(1.0, system.extent())),
      circuits_at_(J.row.size()) {
  for (std::size_t c = 0; c < circuits.size(); ++c)
    for (const Entry& e : circuits[c]) circuits_at_[e.at].push_back(static_cast<int>(c));
  for (const System::ConstraintView& view : system.constraints())
    view_at_.insert(
        view_at_.end(), view.rows, static_cast<int>(&view - system.constraints().data()));
  rows_of_.resize(system.constraints().size());
  for (std::size_t r = 0; r < J.row.size(); ++r)
    if (J.row[r] >= 0) rows_of_[view_at_[J.row[r]]].push_back(static_cast<int>(r));
  for (const std::vector<int>& rows : rows_of_) removable_.push_back(are_removable(rows));
  for (const Circuit& circuit : circuits) {
    std::vector<int>& views = views_of_.emplace_back();
    for (const Entry& e : circuit)
      if (J.row[e.at] >= 0) views.push_back(view_at_[J.row[e.at]]);
    std::ranges::sort(views);
    views.erase(std::unique(views.begin(), views.end()), views.end());
  }
}

// ---- whether the rows of a set agree ----

/// Σ share · error, in the measure of J, and the sum of the sizes of these terms.
double DependentSets::sum_of(const Circuit& circuit, const VecX& errors, double& size) const {
  double sum = 0.0;
  size = 0.0;
  for (const Entry& e : circuit) {
    const double term = e.value * J_.scale[e.at] * errors[J_.row[e.at]];
    sum += term;
    size += std::abs(term);
  }
  return sum;
}

/// By how much the error of the row with the largest share would have to be different.
double DependentSets::gap_of(const Circuit& circuit, double sum) const {
  double largest = 0.0;
  for (const Entry& e : circuit) {
    const double weight = system_.constraints()[view_at_[J_.row[e.at]]].scale;
    largest = std::max(largest, std::abs(e.value) * J_.scale[e.at] * weight);
  }
  return std::abs(sum) / largest;
}

/// Since Σ share · row = 0, what the errors or rates add up to is the same for every motion: if it
/// is not zero, they cannot all be zero. (Velocities are zero here.)
DependentSets::Verdict DependentSets::judge(const Circuit& circuit) const {
  bool positions = true, kept = false, one_sided = false;
  for (const Entry& e : circuit) {
    const int row = J_.row[e.at];
    positions = positions && system_.is_position_row(row);
    one_sided = one_sided || system_.is_one_sided(row);
    kept = kept || !std::isfinite(system_.tau()[row]);
  }
  double size = 0.0;
  if (positions) {
    const double sum = sum_of(circuit, system_.c(), size);
    if (std::abs(sum) > kAgree * size_of_island_) return {gap_of(circuit, sum), Level::position};
  }
  if (one_sided) return {};  // what is pulled taut may go slack
  const double sum = sum_of(circuit, kept ? system_.c_ddot() : system_.c_dot(), size);
  if (std::abs(sum) > kCancelsOut * size && size > 0.0)
    return {gap_of(circuit, sum), kept ? Level::acceleration : Level::velocity};
  return {};
}

// ---- what is told ----

/// By circuit, the constraints whose sets are told together with it: its own; or, if these are two
/// of three or more copies, all of the copies. Constraints are copies if there is a circuit between
/// them for each of their rows: then each does what any other does. Circuits tell of some pairs of
/// copies only, but any two would do.
std::vector<std::vector<int>> DependentSets::groups() const {
  std::map<std::pair<int, int>, std::size_t> between;
  for (const std::vector<int>& views : views_of_)
    if (views.size() == 2) ++between[{views[0], views[1]}];
  // each copy leads to one before it, and by these to the first
  std::vector<int> before(rows_of_.size());
  std::iota(before.begin(), before.end(), 0);
  const auto first_of = [&](int view) {
    while (before[view] != view) view = before[view] = before[before[view]];
    return view;
  };
  for (const auto& [pair, count] : between) {
    const auto [a, b] = std::minmax(first_of(pair.first), first_of(pair.second));
    if (count == rows_of_[pair.first].size() && count == rows_of_[pair.second].size())
      before[b] = a;
  }
  std::vector<std::vector<int>> copies(before.size());  // by the first of them
  for (std::size_t v = 0; v < before.size(); ++v)
    copies[first_of(static_cast<int>(v))].push_back(static_cast<int>(v));
  std::vector<std::vector<int>> out = views_of_;
  for (std::vector<int>& views : out)
    if (views.size() == 2 && first_of(views[0]) == first_of(views[1]))
      views = copies[first_of(views[0])];
  return out;
}

void DependentSets::tell(int island,
                         const MeasuredRows::Jacobian* nearby,
                         double threshold,
                         Diagnosis& out) const {
  using Key = std::tuple<bool, Level, std::vector<int>>;
  std::map<Key, std::vector<int>> alike;
  std::vector<double> gaps;
  std::vector<int> rows;
  const std::vector<std::vector<int>> group = groups();
  for (std::size_t c = 0; c < circuits_.size(); ++c) {
    const Verdict verdict = judge(circuits_[c]);
    alike[{verdict.gap > 0.0, verdict.level, group[c]}].push_back(static_cast<int>(c));
    gaps.push_back(verdict.gap);
    for (const Entry& e : circuits_[c]) rows.push_back(J_.row[e.at]);
  }
  for (const auto& [key, circuits] : alike) {
    const auto& [conflict, level, views] = key;
    Diagnosis::Redundancy set = set_of(island, circuits);
    set.level = level;
    set.copies = views.size() > views_of_[circuits.front()].size();
    if (set.copies && conflict) add_copies_in_conflict(set, circuits, views);
    for (const int c : circuits) set.gap = std::max(set.gap, gaps[c]);
    if (nearby != nullptr) set.only_here = rank_gained(*nearby, circuits, threshold);
    (conflict ? out.conflicts : out.redundancies).push_back(std::move(set));
  }
  for (Diagnosis::Rows& r : by_constraint(system_, std::move(rows)))
    out.shiftable.push_back(std::move(r));
}

/// Of two copies that disagree a third can agree with one only: it is in conflict as well, by the
/// rows that depend on theirs.
void DependentSets::add_copies_in_conflict(Diagnosis::Redundancy& conflict,
                                           std::span<const int> circuits,
                                           const std::vector<int>& group) const {
  std::vector<int> rows;
  for (const int c : circuits)
    for (const Entry& e : circuits_[c])
      for (const int other : circuits_at_[e.at])
        if (std::ranges::includes(group, views_of_[other]))
          for (const Entry& part : circuits_[other]) rows.push_back(J_.row[part.at]);
  conflict.members = by_constraint(system_, std::move(rows));
  conflict.removable.clear();
  for (const Diagnosis::Rows& member : conflict.members)
    conflict.removable.push_back(member.constraint);
  conflict.spare.clear();
}

Diagnosis::Redundancy DependentSets::set_of(int island, std::span<const int> circuits) const {
  Diagnosis::Redundancy set;
  set.island = island;
  set.count = static_cast<int>(circuits.size());
  std::vector<int> rows;
  for (const int c : circuits) {
    set.sets.emplace_back();
    for (const Entry& e : circuits_[c]) {
      const int row = J_.row[e.at];
      const System::ConstraintView& view = system_.constraints()[view_at_[row]];
      set.sets.back().push_back({view.id, row - view.row, e.value * J_.scale[e.at] * view.scale});
      rows.push_back(row);
    }
  }
  set.members = by_constraint(system_, std::move(rows));
  for (const Diagnosis::Rows& member : set.members) {
    const auto view = std::ranges::lower_bound(
        system_.constraints(), member.constraint, {}, &System::ConstraintView::id);
    if (removable_[view - system_.constraints().begin()])
      set.removable.push_back(member.constraint);
  }
  if (set.removable.empty()) tell_spare(set, circuits);
  return set;
}

/// Rows can go together without setting anything free if their parts of the circuits, a column
/// each, are independent: what is left of the circuits then makes up for every one of them.
bool DependentSets::are_removable(std::span<const int> rows) const {
  if (std::ranges::any_of(rows, [&](int row) { return circuits_at_[row].empty(); })) return false;
  if (rows.size() < 2) return true;
  const auto n = static_cast<Eigen::Index>(rows.size());
  MatX gram = MatX::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (const int c : circuits_at_[rows[i]]) {
      const Circuit& circuit = circuits_[c];
      for (Eigen::Index j = 0; j < n; ++j)
        gram(i, j) += share_of(rows[i], circuit) * share_of(rows[j], circuit);
    }
  const Eigen::SelfAdjointEigenSolver<MatX> eigen(gram, Eigen::EigenvaluesOnly);
  return eigen.eigenvalues()[0] > kNoShare * eigen.eigenvalues()[n - 1];
}

/// As many rows as are too many, the last ones first.
void DependentSets::tell_spare(Diagnosis::Redundancy& set, std::span<const int> circuits) const {
  std::vector<int> candidates;
  for (const int c : circuits)
    for (const Entry& e : circuits_[c]) candidates.push_back(e.at);
  std::ranges::sort(candidates, std::greater<>());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  RowElimination shares(static_cast<int>(circuits.size()));
  std::vector<int> spare;
  for (const int row : candidates) {
    if (spare.size() == circuits.size()) break;
    std::vector<Entry> column;
    for (std::size_t k = 0; k < circuits.size(); ++k)
      if (const double share = share_of(row, circuits_[circuits[k]]); share != 0.0)
        column.push_back({static_cast<int>(k), share});
    if (shares.take(column, kNoShare)) spare.push_back(J_.row[row]);
  }
  set.spare = by_constraint(system_, std::move(spare));
}

/// How many more of the rows of circuits are independent nearby.
int DependentSets::rank_gained(const MeasuredRows::Jacobian& nearby,
                               std::span<const int> circuits,
                               double threshold) const {
  std::vector<int> rows;
  for (const int c : circuits)
    for (const Entry& e : circuits_[c]) rows.push_back(e.at);
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return std::max(0, rank_of(nearby.rows, rows, threshold) - rank_of(J_.rows, rows, threshold));
}

}  // namespace holon
