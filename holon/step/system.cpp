// SPDX-License-Identifier: Apache-2.0
#include "holon/step/system.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holon {
namespace {

/// The group of a kind, made when the first of its kind comes.
template <class Group, class Kinds, class Make>
Group& group_of(std::vector<std::unique_ptr<Group>>& groups, std::size_t kind, Make&& make) {
  groups.resize(Kinds::size);
  if (!groups[kind]) {
    std::size_t i = 0;
    for_each_kind(Kinds(), [&]<class K>() {
      if (i++ == kind) groups[kind] = make.template operator()<K>();
    });
  }
  return *groups[kind];
}

}  // namespace

// ---- compiling ----

void System::build(const Model& model,
                   std::span<const ObjectId> objects,
                   std::span<const ConstraintId> constraints,
                   std::span<const ForceId> forces,
                   std::span<const int> held) {
  compile(model, objects, constraints, forces, held);
  analyse();
}

void System::compile(const Model& model,
                     std::span<const ObjectId> objects,
                     std::span<const ConstraintId> constraints,
                     std::span<const ForceId> forces,
                     std::span<const int> held,
                     int kept_back) {
  *this = System();
  for (ObjectId id : objects) {
    bodies_.add(id, model.objects()[id].kind);
    kkt_.add_object(bodies_.views().back().nv);
  }
  make_room(model, constraints);
  for (std::size_t i = 0; i < constraints.size(); ++i)
    bind_constraint(model, constraints[i], held.empty() ? 0 : held[i]);
  kkt_.keep_back(kept_back);
  add_rows();
  bind_forces(model, forces);
  list_memories();

  const int m = kkt_.rows();
  for (VecX* x : {&values_.c, &values_.c_dot, &values_.c_ddot}) x->setZero(m);
  tau_.setOnes(m);
  for (const ConstraintView& view : views_) set_tau(model, view);
  saturated_.reserve(views_.size() + static_cast<std::size_t>(kept_back));
}

/// So that groups are made of one piece, with some places for those that join later.
void System::make_room(const Model& model, std::span<const ConstraintId> constraints) {
  constexpr std::size_t later = 32;
  std::vector<std::size_t> number(ConstraintKinds::size, 0);
  for (ConstraintId id : constraints) ++number[model.constraints()[id].kind.index()];
  for (std::size_t kind = 0; kind < number.size(); ++kind)
    if (number[kind] > 0) constraint_group(kind).reserve(number[kind] + later);
  views_.reserve(constraints.size() + later);
}

void System::set_tau(const Model& model, const ConstraintView& view) {
  tau_.segment(view.row, view.rows)
      .setConstant(constraints_[view.kind]->keeps_error()
                       ? std::numeric_limits<double>::infinity()
                       : model.constraints()[view.id].options.tau);
}

ConnectorLeaf System::leaf_of(ObjectId id, const Model& model, int constraint) {
  ConnectorLeaf leaf;
  leaf.body = bodies_.index_of(id, model);
  if (leaf.body >= static_cast<int>(bodies_.views().size())) return leaf;
  leaf.v = bodies_.views()[leaf.body].v;
  if (constraint >= 0) leaf.block = kkt_.add_block(constraint, leaf.body);
  return leaf;
}

ConstraintGroup& System::constraint_group(std::size_t kind) {
  return group_of<ConstraintGroup, ConstraintKinds>(
      constraints_, kind, []<class K>() { return make_constraint_group<K>(); });
}

void System::bind_constraint(const Model& model, ConstraintId id, int held) {
  const int rows = constraint_group(model.constraints()[id].kind.index()).rows();
  const int vertex = kkt_.add_constraint(rows);
  add_rows();
  bind_rows(model, id, held, vertex);
}

/// Those that the KKT system has got, which belong to nobody yet.
void System::add_rows() {
  const auto rows = static_cast<std::size_t>(kkt_.rows());
  row_owner_.resize(rows);
  position_row_.resize(rows, true);
  integrable_row_.resize(rows, true);
  one_sided_row_.resize(rows, false);
}

/// Binds a constraint to the rows of a vertex of the KKT system.
void System::bind_rows(const Model& model, ConstraintId id, int held, int vertex) {
  const ConstraintRecord& record = model.constraints()[id];
  const std::size_t kind = record.kind.index();
  ConstraintGroup& group = constraint_group(kind);
  const int rows = group.rows(), row = kkt_.row_offset(vertex);
  const double scale = std::sqrt(record.options.weight);
  const bool timed = std::visit([](const auto& k) { return depends_on_time(k); }, record.kind);
  views_.push_back({id, row, rows, scale, kind, group.slots().size(), timed});
  const int on_positions = rows - group.velocity_rows();
  for (int i = 0; i < rows; ++i) {
    row_owner_[row + i] = id;
    position_row_[row + i] = i < on_positions;
    integrable_row_[row + i] = i < on_positions || group.is_integrable();
    const bool stops = i < on_positions && i >= on_positions - group.one_sided_rows();
    one_sided_row_[row + i] = stops && held == 0;
    if (stops) (held == 0 ? one_sided_ : held_).push_back(row + i);
  }
  group.add(record.kind,
            {id, vertex, row, scale, record.options.assembly_force, held},
            [&](ObjectId object) { return leaf_of(object, model, vertex); });
  count(views_.back(), 1);
}

/// Counts what there is in a constraint, which comes (by 1) or goes (by −1).
void System::count(const ConstraintView& view, int by) {
  const ConstraintGroup& group = *constraints_[view.kind];
  velocity_rows_ += by * group.velocity_rows();
  if (view.depends_on_time) time_dependent_ += by;
  if (group.slots()[view.slot].assembly_force < no_limit) assembly_limits_ += by;
}

void System::bind_force(const Model& model, ForceId id) {
  const Force& kind = model.forces()[id].kind;
  ForceGroup& group = group_of<ForceGroup, ForceKinds>(
      forces_, kind.index(), []<class K>() { return make_force_group<K>(); });
  const auto acts_on = [&](const std::vector<ObjectId>& listed) {
    std::vector<int> bodies;
    for (std::size_t i = 0; i < bodies_.views().size(); ++i)
      if (listed.empty() || std::ranges::find(listed, bodies_.views()[i].id) != listed.end())
        bodies.push_back(static_cast<int>(i));
    return bodies;
  };
  const std::size_t before = group.size();
  group.add(
      kind, [&](ObjectId object) { return leaf_of(object, model, -1); }, acts_on);
  if (group.size() > before) force_views_.push_back({id, kind.index(), before});
  depends_on_velocity_ = depends_on_velocity_ || group.depends_on_velocity();
  has_impulsive_forces_ = has_impulsive_forces_ || group.is_impulsive();
}

/// Once all are bound, as they stay where they are from then on.
void System::list_memories() {
  std::vector<Remembered*> found;
  const auto keep = [&](ConstraintId constraint, ForceId force) {
    for (std::size_t i = 0; i < found.size(); ++i)
      memories_.push_back({constraint, force, static_cast<int>(i), found[i]});
    found.clear();
  };
  for (const ConstraintView& view : views_) {
    constraints_[view.kind]->add_memories(view.slot, found);
    keep(view.id, {});
  }
  for (const ForceView& view : force_views_) {
    forces_[view.kind]->add_memories(view.slot, found);
    keep({}, view.id);
  }
}

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

void System::evaluate_constraints() {
  ++evaluations_;
  kkt_.clear_jacobian();
  for (const auto& group : constraints_)
    if (group) group->evaluate(bodies_, {.jacobian = kkt_.jacobian()}, values_);
}
void System::evaluate_slopes() {
  ++evaluations_;
  kkt_.clear_jacobian();
  for (const auto& group : constraints_)
    if (group) group->slopes(bodies_, {.jacobian = kkt_.jacobian()}, values_);
}
void System::evaluate_rates() {
  ++evaluations_;
  for (const auto& group : constraints_)
    if (group) group->evaluate(bodies_, {}, values_);
}
void System::evaluate_errors() {
  ++evaluations_;
  for (const auto& group : constraints_)
    if (group) group->errors(bodies_, values_);
}

void System::fasten_forces() {
  for (const auto& group : constraints_)
    if (group) group->fasten(bodies_);
}
void System::release_forces() {
  for (const auto& group : constraints_)
    if (group) group->release();
}

void System::evaluate_mass() {
  if (masses_known_ && !masses_vary_) return;
  int i = -1;
  bodies_.for_each([&]<class Body>(const Body& body, const BodyView& /*view*/) {
    ++i;
    constexpr bool varies = requires {
      Body::varying_mass;
    };
    masses_vary_ = masses_vary_ || varies;
    if (varies || !masses_known_) body.mass_matrix(kkt_.mass(i));
  });
  masses_known_ = true;
}

bool System::depends_on_state_only() const {
  return time_dependent_ == 0 && memories_.empty() && bodies_.kinematic().empty();
}

void System::applied_forces(VecX& Q) {
  Q.setZero();
  potential_ = 0.0;
  bodies_.for_each([&](const auto& body, const BodyView& view) {
    body.add_internal_force(Q.data() + view.v);
    potential_ += body.internal_energy();
  });
  for (const auto& group : forces_)
    if (group && !group->is_impulsive()) potential_ += group->apply_all(bodies_, Q);
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

void System::closing_acceleration(VecX& b) const {
  for (int i = 0; i < rows(); ++i) {
    const double tau = tau_[i];
    b[i] = -values_.c_ddot[i]
           - (position_row_[i] ? 2.0 * values_.c_dot[i] / tau + values_.c[i] / (tau * tau)
                               : values_.c_dot[i] / tau);
  }
}

// ---- constraints that may not pull harder than they are told ----

bool System::saturate(const VecX& lambda) {
  constexpr double met = 1e-6;
  for (const auto& group : constraints_) {
    if (!group) continue;
    const int rows = group->rows();
    for (const ConstraintGroup::Slot& slot : group->slots()) {
      if (!(slot.assembly_force < no_limit)) continue;
      const double pull = slot.scale * lambda.segment(slot.row, rows).norm();
      const double open =
          values_.c.segment(slot.row, rows).norm() + values_.c_dot.segment(slot.row, rows).norm();
      if (pull <= slot.assembly_force || open < met) continue;
      Saturated s{slot.vertex, slot.row, rows, {}};
      for (int i = 0; i < rows; ++i)
        s.push[static_cast<std::size_t>(i)] = lambda[slot.row + i] * slot.assembly_force / pull;
      saturated_.push_back(s);
    }
  }
  for (const Saturated& s : saturated_) kkt_.mask(s.vertex, true);
  return !saturated_.empty();
}

void System::release_saturated() {
  for (const Saturated& s : saturated_) kkt_.mask(s.vertex, false);
  saturated_.clear();
}

void System::add_saturated(VecX& Q) const {
  for (const Saturated& s : saturated_)
    kkt_.add_block_transposed(
        s.vertex, std::span(s.push).first(s.rows), {Q.data(), static_cast<std::size_t>(Q.size())});
}

void System::write_saturated(VecX& lambda) const {
  for (const Saturated& s : saturated_)
    for (int i = 0; i < s.rows; ++i) lambda[s.row + i] = s.push[static_cast<std::size_t>(i)];
}

bool System::is_saturated(int row) const {
  return std::ranges::any_of(
      saturated_, [&](const Saturated& s) { return row >= s.row && row < s.row + s.rows; });
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
bool System::flight(double h, const VecX& q, const VecX& p, VecX& q1, VecX& p1, VecX& v) const {
  bool ok = true;
  bodies_.for_each([&](const auto& body, const BodyView& view) {
    ok = body.flight(h,
                     q.data() + view.q,
                     p.data() + view.v,
                     q1.data() + view.q,
                     p1.data() + view.v,
                     v.data() + view.v)
         && ok;
  });
  return ok;
}

// ---- reading ----

System::Totals System::totals() const {
  Totals sum;
  bodies_.for_each([&](const auto& body, const BodyView& /*v*/) {
    sum.kinetic_energy += body.kinetic_energy();
    sum.momentum += body.momentum();
    sum.angular_momentum += body.angular_momentum();
  });
  return sum;
}
double System::extent() const {
  double size = 0.0;
  bodies_.for_each([&](const auto& body, const BodyView& /*v*/) {
    size = std::max(size, body.com().cwiseAbs().maxCoeff());
  });
  return size;
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
