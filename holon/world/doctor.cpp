// SPDX-License-Identifier: Apache-2.0
#include "holon/world/doctor.h"

#include <algorithm>
#include <cmath>

#include "holon/world/dependent_sets.h"
#include "holon/world/runtime_placement.h"

namespace holon {
namespace {

// To what part of its size an island is brought to rest.
constexpr double kMet = 1e-12;
// Errors larger than this part of its size are not met.
constexpr double kUnmet = 1e-8;
// Where errors are least and not zero, they are flat: positions are found to the root of rounding,
// and at a dead point to its fourth root. Rows are then known to be parallel to that.
constexpr RankOptions kAtLeastSquares{.dependent = 1e-4, .nearly = 1e-3, .none = 1e-3};
// How far an island is moved to see what is different there, of its size; and what counts as
// dependent there, where rows that were so by chance are apart by about as much.
constexpr double kAside = 1e-2;
constexpr double kDependentAside = 1e-4;
// A motion that leads back to within this part of where it was to go leads nowhere.
constexpr double kBack = 0.1;
// Larger islands are not moved; in larger ones than these not every motion by itself.
constexpr int kMostRowsToMove = 3000;
constexpr int kMostRowsToMoveEach = 600, kMostMotionsToTry = 12;
// Sets of more rows than this are long chains, which give way as a whole, and nothing singular.
constexpr std::size_t kMostRowsNear = 64;
constexpr std::size_t kMostNear = 100;

/// How far the combination of rows is from zero, of the length of its coefficients.
double distance_from_zero(const SparseRows& J, const Circuit& circuit) {
  std::vector<Entry> sum;
  double square = 0.0;
  for (const Entry& part : circuit) {
    square += part.value * part.value;
    for (const Entry& e : J.row(part.at)) sum.push_back({e.at, part.value * e.value});
  }
  std::ranges::sort(sum, {}, &Entry::at);
  double left = 0.0;
  for (std::size_t i = 0; i < sum.size();) {
    double at = 0.0;
    for (const int column = sum[i].at; i < sum.size() && sum[i].at == column; ++i)
      at += sum[i].value;
    left += at * at;
  }
  return std::sqrt(left / square);
}

}  // namespace

Doctor::Doctor(const World& world, System& system, VecX q)
    : world_(world), system_(system), q_(std::move(q)), solver_({.tolerance = kMet}) {
  no_velocity_.setZero(system.nv());
  solver_.prepare(system);
}

void Doctor::examine(int motions, Diagnosis& out) {
  island_ = static_cast<int>(out.islands.size());
  for (const System::BodyView& b : system_.bodies()) info_.objects.push_back(b.id);
  info_.constraints = static_cast<int>(system_.constraints().size());
  if (settle()) {
    choose_rows(out);
    stand_at(q_);
    measured_.emplace(system_);
    J_ = measured_->jacobian(system_, world_.model(), counts_);
    dependence_ = find_dependence(J_.rows, tolerances_, J_.ground);
    shorten(J_.rows, dependence_.circuits, tolerances_);
    const auto massless = static_cast<int>(std::ranges::count(J_.row, -1));
    info_.velocities = system_.nv() - massless;
    info_.rank = dependence_.rank - massless;
    info_.freedoms = info_.lasting = info_.velocities - info_.rank;
    tell_motions(motions, out);
    stand_at(q_);
    DependentSets(system_, J_, dependence_.circuits)
        .tell(island_, nearby_ ? &*nearby_ : nullptr, kDependentAside, out);
  }
  out.rows += system_.rows();
  out.rank += info_.rank;
  out.freedoms += info_.freedoms;
  out.lasting += info_.lasting;
  out.islands.push_back(std::move(info_));
}

/// Of those that are as bad but for rounding, the first.
double Doctor::worst_error(ConstraintId& whose) const {
  constexpr double worse = 1.0 + 1e-6;
  double worst = 0.0;
  for (const System::ConstraintView& view : system_.constraints())
    for (int i = view.row; i < view.row + view.rows; ++i) {
      if (!system_.is_position_row(i)) continue;
      const double error = std::abs(system_.error(i)) / view.scale;
      if (!(error > worst * worse)) continue;
      worst = error;
      whose = view.id;
    }
  return worst;
}

/// Brings the island to rest. False if a constraint has no finite value.
bool Doctor::settle() {
  stand_at(q_);
  ConstraintId ignored;
  info_.off = worst_error(ignored);
  if (const int row = system_.undefined_row(); row >= 0) {
    info_.undefined = system_.constraint_of_row(row);
    return false;
  }
  VecX q = q_;
  if (!is_met() && close(VecX::Zero(system_.rows()), q)) q_ = q;
  stand_at(q_);
  info_.unmet = worst_error(info_.worst);
  if (info_.unmet > kUnmet * std::max(1.0, system_.extent()))
    tolerances_ = kAtLeastSquares;
  else
    info_.unmet = 0.0;
  return true;
}

/// Whether all is so near to met that nothing has to move.
bool Doctor::is_met() const {
  const double near = kMet * std::max(1.0, system_.extent());
  for (int i = 0; i < system_.rows(); ++i) {
    const double c = system_.is_one_sided(i) ? std::min(system_.c()[i], 0.0) : system_.c()[i];
    if (system_.is_integrable(i) && !(std::abs(c) <= near)) return false;
  }
  return true;
}

/// Moves q to where the errors have the values wanted, or as near as it gets. False if it cannot.
bool Doctor::close(const VecX& wanted, VecX& q) {
  if (!analysed_) system_.analyse();
  analysed_ = true;
  VecX moved = no_velocity_;
  StepStats stats;
  return solver_.solve(system_, world_.time(), wanted, q, moved, stats)
         != PositionSolver::Result::failed;
}

void Doctor::stand_at(const VecX& q) {
  system_.place(world_.time(), q, no_velocity_);
  system_.evaluate_constraints();
  system_.evaluate_mass();
}

/// All rows count but the one-sided ones that do not touch.
void Doctor::choose_rows(Diagnosis& out) {
  counts_.assign(static_cast<std::size_t>(system_.rows()), 1);
  const double near = touching(system_);
  for (const System::ConstraintView& view : system_.constraints()) {
    int one_sided = 0, slack = 0;
    for (int i = view.row; i < view.row + view.rows; ++i) {
      if (!system_.is_one_sided(i)) continue;
      ++one_sided;
      counts_[i] = system_.c()[i] <= near;
      slack += counts_[i] ? 0 : 1;
    }
    info_.slack_rows += slack;
    if (one_sided > slack) out.taut.push_back(view.id);
    if (slack == view.rows) out.slack.push_back(view.id);
  }
  info_.rows = system_.rows() - info_.slack_rows;
}

// ---- motions ----

void Doctor::tell_motions(int motions, Diagnosis& out) {
  NamedMotions names(world_, system_, *measured_);
  std::vector<NamedMotions::Found> found = names.find(dependence_.elimination, J_.rows, motions);
  tell_near(names, out);
  look_further(found);
  for (NamedMotions::Found& f : found) {
    f.name.island = island_;
    f.name.moving = moving_in(f.x);
    out.motions.push_back(std::move(f.name));
  }
}

/// How the objects move where the island is, all in proportion to x.
std::vector<Diagnosis::Freedom::Moving> Doctor::moving_in(const VecX& x) {
  system_.place(world_.time(), q_, measured_->to_velocity(x / measured_->top_speed(x)));
  std::vector<Diagnosis::Freedom::Moving> out;
  for (const int b : measured_->moving(x)) {
    const Placement p = system_.visit_body(b, [](const auto& r) { return placement_of(r); });
    out.push_back({measured_->bodies()[b].id, p.velocity, p.angular_velocity});
  }
  return out;
}

void Doctor::tell_near(NamedMotions& names, Diagnosis& out) {
  std::size_t told = 0;
  for (const RowDependence::Near& near : dependence_.nearly) {
    if (near.rows.size() > kMostRowsNear) continue;
    const double distance = distance_from_zero(J_.rows, near.rows);
    if (distance >= tolerances_.nearly || ++told > kMostNear) continue;
    VecX x = dependence_.elimination.response(near.kept);
    Diagnosis::Near n;
    n.island = island_;
    n.distance = distance;
    n.members = rows_by_constraint(system_, J_, near.rows);
    n.nearly_free = names.name_of(x.normalized());
    n.nearly_free.island = island_;
    out.nearly.push_back(std::move(n));
  }
}

/// Goes from q_ along x and back to where the constraints are what they were. Returns how far that
/// is, of how far it was to be.
double Doctor::displace(VecX x, VecX& q1) {
  x *= kAside * measured_->extent() / measured_->top_speed(x);
  stand_at(q_);
  VecX target = system_.c(), difference = no_velocity_;
  for (const int row : system_.one_sided()) target[row] = std::min(target[row], 0.0);
  q1 = q_;
  system_.advance(q_, measured_->to_velocity(x), 1.0, q1);
  if (!close(target, q1)) return 0.0;
  for (std::size_t b = 0; b < measured_->bodies().size(); ++b) {
    const System::BodyView& view = system_.bodies()[b];
    system_.visit_body(static_cast<int>(b), [&](const auto& body) {
      body.difference(q_.data() + view.q, q1.data() + view.q, difference.data() + view.v);
    });
    difference.segment(view.v, view.nv) =
        measured_->bodies()[b].measure * VecX(difference.segment(view.v, view.nv));
  }
  return difference.norm() / x.norm();
}

/// Whether the dependent rows have one-sided ones among them. Aside, one of these may go slack
/// where others do not, and which is for a step to say.
bool Doctor::is_any_one_sided() const {
  return std::ranges::any_of(dependence_.circuits, [&](const Circuit& circuit) {
    return std::ranges::any_of(circuit,
                               [&](const Entry& e) { return system_.is_one_sided(J_.row[e.at]); });
  });
}

/// Rows that depend on each other may do so at this position only. Then there seem to be more
/// motions here than lead anywhere: at a dead point, or where something is just stretched. Where
/// all rows are independent there is nothing to see.
void Doctor::look_further(std::vector<NamedMotions::Found>& found) {
  if (dependence_.circuits.empty() || found.empty()) return;
  info_.tested = info_.rows <= kMostRowsToMove && !is_any_one_sided()
                 && static_cast<int>(found.size()) == info_.freedoms;
  if (!info_.tested) return;
  VecX together = no_velocity_, q1;
  for (std::size_t i = 0; i < found.size(); ++i)
    together += std::cos(1.0 + 2.4 * static_cast<double>(i)) * found[i].x.normalized();
  if (displace(together, q1) < kBack) {
    info_.lasting = 0;
    for (NamedMotions::Found& f : found) f.name.first_order = true;
    return;
  }
  stand_at(q1);
  nearby_ = MeasuredRows(system_).jacobian(system_, world_.model(), counts_);
  RankOptions aside = tolerances_;
  aside.dependent = kDependentAside;
  info_.lasting -=
      std::max(0, find_dependence(nearby_->rows, aside, nearby_->ground).rank - dependence_.rank);
  if (info_.rows > kMostRowsToMoveEach || found.size() > kMostMotionsToTry) return;
  for (NamedMotions::Found& f : found)
    if (displace(f.x, q1) < kBack) {
      f.name.first_order = true;
      info_.lasting = std::max(0, info_.lasting - 1);
    }
}

}  // namespace holon
