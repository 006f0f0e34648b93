// SPDX-License-Identifier: Apache-2.0
#include "holon/step/system.h"

#include <algorithm>
#include <cmath>

namespace holon {

// ---- evaluation ----

void System::set_kinematic(int k,
                           double t0,
                           std::span<const double> q0,
                           std::span<const double> v0,
                           double t1,
                           std::span<const double> q1,
                           std::span<const double> v1) {
  bodies_.set_kinematic(k, t0, q0, v0, t1, q1, v1);
}
void System::place(double t, const VecX& q, const VecX& v) {
  ++evaluations_;
  bodies_.place(t, q, v);
}

void System::move(const VecX& q, const VecX& v) {
  ++evaluations_;
  bodies_.move(q, v);
}

/// Calls f(group, range) for all constraints.
template <class F>
void System::for_each_range(F&& f) const {
  for (ConstraintGroup* group : constraints_present_)
    for_ranges(bodies_.workers(), group->slots().size(), [&](std::size_t first, std::size_t last) {
      f(*group, ConstraintGroup::Range{first, last});
    });
}

void System::evaluate_constraints() {
  ++evaluations_;
  kkt_.clear_jacobian();
  for_each_range([&](ConstraintGroup& group, ConstraintGroup::Range range) {
    group.evaluate(range, bodies_, {.jacobian = kkt_.jacobian()}, values_);
  });
}
void System::evaluate_slopes() {
  ++evaluations_;
  kkt_.clear_jacobian();
  for_each_range([&](ConstraintGroup& group, ConstraintGroup::Range range) {
    group.slopes(range, bodies_, {.jacobian = kkt_.jacobian()}, values_);
  });
}
void System::evaluate_rates() {
  ++evaluations_;
  for_each_range([&](ConstraintGroup& group, ConstraintGroup::Range range) {
    group.evaluate(range, bodies_, {}, values_);
  });
}
void System::evaluate_errors() {
  ++evaluations_;
  for_each_range([&](ConstraintGroup& group, ConstraintGroup::Range range) {
    group.errors(range, bodies_, values_);
  });
}

void System::fasten_forces() {
  for (ConstraintGroup* group : constraints_present_) group->fasten(bodies_);
}
void System::release_forces() {
  for (ConstraintGroup* group : constraints_present_) group->release();
}

void System::evaluate_mass() {
  if (!masses_vary_) return;
  int i = -1;
  bodies_.for_each([&]<class Body>(const Body& body, const BodyView& /*view*/) {
    ++i;
    if constexpr (Bodies::has_varying_mass<Body>) {
      body.mass_matrix(mass_.data());
      kkt_.set_mass(i, mass_.data());
    }
  });
}

bool System::depends_on_state_only() const {
  return time_dependent_ == 0 && memories_.empty() && bodies_.kinematic().empty();
}

void System::applied_forces(VecX& Q) {
  potential_ = bodies_.sum_up<double>(
      [&](double& sum, const auto& body, const BodyView& view) {
        double* const force = Q.data() + view.v;
        std::fill_n(force, view.nv, 0.0);
        body.add_internal_force(force);
        sum += body.internal_energy();
      },
      [](double& sum, double part) { sum += part; });
  for (ForceGroup* group : forces_present_)
    if (!group->is_impulsive()) potential_ += group->apply_all(bodies_, Q);
  add_saturated(Q);
}

void System::impulses(double t, double h, VecX& P, std::vector<Blow>& blows) {
  P.setZero();
  blows.clear();
  for (const ForceView& view : force_views_) {
    const ForceGroup& group = *forces_[view.kind];
    if (!group.is_impulsive() || !group.falls_in(view.slot, t, h)) continue;
    group.apply(view.slot, bodies_, P);
    loads_.clear();
    group.loads(view.slot, bodies_, loads_);
    if (largest(loads_, &ConnectorLoad::force) == 0.0
        && largest(loads_, &ConnectorLoad::torque) == 0.0)
      continue;
    for (const ConnectorLoad& load : loads_) blows.push_back({view.id, t, load});
  }
}

void System::add_bias(VecX& Q) const {
  bodies_.for_each(
      [&](const auto& body, const BodyView& view) { body.add_bias(Q.data() + view.v); });
}

int System::undefined_row() const {
  for (int i = 0; i < rows(); ++i)
    if (!std::isfinite(values_.c[i]) || !std::isfinite(values_.c_dot[i])
        || !std::isfinite(values_.c_ddot[i]))
      return i;
  return -1;
}

System::Worst System::worst_error() const {
  Worst worst;
  if (rows() == 0) return worst;
  if (weighted_ == 0 && velocity_rows_ == 0 && limited_ == 0 && one_sided_.empty()) {
    worst.error = values_.c.lpNorm<Eigen::Infinity>();
    for (int i = 0; i < rows() && worst.constraint.is_none(); ++i)
      if (std::abs(values_.c[i]) == worst.error) worst.constraint = constraint_of_row(i);
    return worst;
  }
  for (const ConstraintView& view : views_) {
    // what may give way makes no mistake when it does
    if (constraints_[view.kind]->slots()[view.slot].max_force < no_limit) continue;
    for (int i = view.row; i < view.row + view.rows; ++i)
      if (const double e = std::abs(error(i)) / view.scale; e > worst.error) worst = {e, view.id};
  }
  return worst;
}

void System::closing_acceleration(VecX& b) const {
  for (int i = 0; i < rows(); ++i) {
    const double tau = tau_[i];
    b[i] = -values_.c_ddot[i]
           - (position_row_[i] ? 2.0 * values_.c_dot[i] / tau + values_.c[i] / (tau * tau)
                               : values_.c_dot[i] / tau);
  }
}

void System::ignore_masked(VecX& rows) const {
  if (!kkt_.has_masked_rows()) return;
  for (int i = 0; i < kkt_.rows(); ++i)
    if (kkt_.is_masked(i)) rows[i] = 0.0;
}

// ---- motion ----

void System::advance(const VecX& q, const VecX& v, double h, VecX& q1) const {
  bodies_.for_each([&](const auto& body, const BodyView& view) {
    body.advance(q.data() + view.q, v.data() + view.v, h, q1.data() + view.q);
  });
}
void System::q_dot(const VecX& q, const VecX& v, VecX& out) const {
  bodies_.for_each([&](const auto& body, const BodyView& view) {
    body.q_dot(q.data() + view.q, v.data() + view.v, out.data() + view.q);
  });
}
void System::normalize(VecX& q) const {
  bodies_.for_each(
      [&](const auto& body, const BodyView& view) { body.normalize(q.data() + view.q); });
}
bool System::fly(double t, const FreeFlight& flight) {
  ++evaluations_;
  return bodies_.fly(t, flight);
}

// ---- reading ----

System::Totals System::totals() const {
  return bodies_.sum_up<Totals>(
      [](Totals& sum, const auto& body, const BodyView& /*v*/) {
        sum.kinetic_energy += body.kinetic_energy();
        sum.momentum += body.momentum();
        sum.angular_momentum += body.angular_momentum();
      },
      [](Totals& sum, const Totals& part) {
        sum.kinetic_energy += part.kinetic_energy;
        sum.momentum += part.momentum;
        sum.angular_momentum += part.angular_momentum;
      });
}
double System::extent() const {
  return bodies_.sum_up<double>(
      [](double& size, const auto& body, const BodyView& /*v*/) {
        size = std::max(size, body.com().cwiseAbs().maxCoeff());
      },
      [](double& size, double part) { size = std::max(size, part); });
}

void System::constraint_loads(const ConstraintView& view,
                              const VecX& lambda,
                              std::vector<ConnectorLoad>& out) const {
  out.clear();
  constraints_[view.kind]->loads(view.slot, lambda, bodies_, out);
}

void System::force_loads(std::vector<ConnectorLoad>& out) const {
  out.clear();
  for (const ForceView& view : force_views_) add_force_loads(view, out);
}

void System::add_force_loads(const ForceView& view, std::vector<ConnectorLoad>& out) const {
  const ForceGroup& group = *forces_[view.kind];
  if (!group.is_impulsive()) group.loads(view.slot, bodies_, out);
}

}  // namespace holon
