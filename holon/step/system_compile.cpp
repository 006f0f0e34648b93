// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/math/narrow.h"
#include "holon/step/system.h"

/// From a model to the equations of some of its objects.
namespace holon {
namespace {

/// The group of a kind, made when the first of its kind comes, and then listed among those present.
template <class Group, class Kinds, class Make>
Group& group_of(std::vector<std::unique_ptr<Group>>& groups,
                std::vector<Group*>& present,
                std::size_t kind,
                Make&& make) {
  groups.resize(Kinds::size);
  if (groups[kind]) return *groups[kind];
  std::size_t i = 0;
  for_each_kind(Kinds(), [&]<class K>() {
    if (i++ == kind) groups[kind] = make.template operator()<K>();
  });
  present.clear();
  for (const auto& group : groups)
    if (group) present.push_back(group.get());
  return *groups[kind];
}

}  // namespace

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
  for (ObjectId id : objects) add_object(id, model.objects()[id].kind);
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
  fit();
}

/// Masses that do not vary are known from now on.
void System::add_object(ObjectId id, const Object& kind) {
  bodies_.add(id, kind);
  const auto n = static_cast<std::size_t>(bodies_.views().back().nv);
  mass_.resize(std::max(mass_.size(), n * n));
  bodies_.visit(static_cast<int>(bodies_.views().size()) - 1, [&]<class Body>(const Body& body) {
    constexpr bool varies = Bodies::has_varying_mass<Body>;
    const int object = kkt_.add_object(body.nv(), varies);
    masses_vary_ = masses_vary_ || varies;
    if constexpr (varies) return;
    body.mass_matrix(mass_.data());
    kkt_.set_mass(object, mass_.data());
  });
}

/// Gives back what has been taken for more than there is, and makes room for what a step may need.
void System::fit() {
  bodies_.fit();
  owners_.shrink_to_fit();
  for (std::vector<bool>* x : {&position_row_, &integrable_row_, &one_sided_row_})
    x->shrink_to_fit();
  expect_masks();
}

/// Constraints that may push with a limit only, or to one side, do not always take part.
void System::expect_masks() {
  saturated_.reserve(static_cast<std::size_t>(limited_));
  if (limited_ > 0 || !one_sided_.empty()) kkt_.expect_masks();
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
      constraints_, constraints_present_, kind, []<class K>() {
        return make_constraint_group<K>();
      });
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
  position_row_.resize(rows, true);
  integrable_row_.resize(rows, true);
  one_sided_row_.resize(rows, false);
}

/// Dry friction has no force at all until it is known what presses.
ConstraintGroup::Slot System::slot_of(
    const Model& model, ConstraintId id, int vertex, int row, int held) {
  const ConstraintOptions& options = model.constraints()[id].options;
  ConstraintGroup::Slot slot{.id = id,
                             .vertex = vertex,
                             .row = row,
                             .scale = std::sqrt(options.weight),
                             .assembly_force = options.assembly_force,
                             .max_force = options.max_force,
                             .held = held};
  if (!options.is_friction()) return slot;
  slot.pressed_by = model.find_constraint(options.pressed_by);
  slot.max_force = 0.0;
  slot.friction = options.friction_arm * options.friction;
  slot.static_friction = std::max(slot.friction, options.friction_arm * options.static_friction);
  ++friction_;
  return slot;
}

/// Binds a constraint to the rows of a vertex of the KKT system.
void System::bind_rows(const Model& model, ConstraintId id, int held, int vertex) {
  const ConstraintRecord& record = model.constraints()[id];
  const std::size_t kind = record.kind.index();
  ConstraintGroup& group = constraint_group(kind);
  const int rows = group.rows(), row = kkt_.row_offset(vertex);
  const double scale = std::sqrt(record.options.weight);
  const bool timed = visit([](const auto& k) { return depends_on_time(k); }, record.kind);
  views_.push_back({id,
                    row,
                    rows,
                    scale,
                    narrow<std::uint32_t>(kind),
                    narrow<std::uint32_t>(group.slots().size()),
                    timed});
  owners_.resize(std::max(owners_.size(), static_cast<std::size_t>(vertex) + 1));
  owners_[vertex] = id;
  const int on_positions = rows - group.velocity_rows();
  for (int i = 0; i < rows; ++i) {
    position_row_[row + i] = i < on_positions;
    integrable_row_[row + i] = i < on_positions || group.is_integrable();
    const bool stops = i < on_positions && i >= on_positions - group.one_sided_rows();
    one_sided_row_[row + i] = stops && held == 0;
    if (stops) (held == 0 ? one_sided_ : held_).push_back(row + i);
  }
  group.add(record.kind, slot_of(model, id, vertex, row, held), [&](ObjectId object) {
    return leaf_of(object, model, vertex);
  });
  count(views_.back(), 1);
}

/// Counts what there is in a constraint, which comes (by 1) or goes (by −1).
void System::count(const ConstraintView& view, int by) {
  const ConstraintGroup& group = *constraints_[view.kind];
  velocity_rows_ += by * group.velocity_rows();
  if (view.depends_on_time) time_dependent_ += by;
  if (view.scale != 1.0) weighted_ += by;
  const ConstraintGroup::Slot& slot = group.slots()[view.slot];
  if (std::min(slot.assembly_force, slot.max_force) < no_limit) limited_ += by;
}

void System::bind_force(const Model& model, ForceId id) {
  const Force& kind = model.forces()[id].kind;
  ForceGroup& group = group_of<ForceGroup, ForceKinds>(
      forces_, forces_present_, kind.index(), []<class K>() { return make_force_group<K>(); });
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

}  // namespace holon
