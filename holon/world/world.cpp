// SPDX-License-Identifier: Apache-2.0
#include "holon/world/world.h"

#include <algorithm>
#include <cmath>

#include "holon/world/controls.h"
#include "holon/world/island.h"
#include "holon/world/runtime_placement.h"
#include "holon/world/world_touching.h"

namespace holon {

namespace {
/// The name in the list of methods, which outlives every world.
std::string_view lasting_name(std::string_view stepper) {
  for (const StepperKind& kind : stepper_kinds())
    if (kind.name == stepper) return kind.name;
  return {};
}
/// What runs on a track and was switched on, or put somewhere, begins at the nearest place. It is
/// held no more.
void forget_feet(const Model& model, State& state, ConstraintId id) {
  if (!Model::is_on_track(model.constraints()[id].kind)) return;
  std::ranges::fill(state.memory(id), Memory{});
  state.hold(id, 0);
}
void forget_feet_of(const Model& model, State& state, ObjectId id) {
  for (ConstraintId c : model.objects()[id].constraints) forget_feet(model, state, c);
}
}  // namespace

World::World(WorldOptions options)
    : options_(std::move(options)),
      workers_(std::make_unique<Workers>(options_.threads)),
      touching_(std::make_unique<Touching>()) {
  // says at once if there is no such method
  touching_->are_known = make_stepper(options_.stepper, options_.settings)->takes_contacts();
  report_.stepper = lasting_name(options_.stepper);
}
World::World(Model model, WorldOptions options) : World(std::move(options)) {
  model_ = std::move(model);
  model_.objects().for_each([&](ObjectId id, const ObjectRecord& /*record*/) { add_state(id); });
  model_.constraints().for_each(
      [&](ConstraintId id, const ConstraintRecord& /*record*/) { add_state(id); });
  model_.forces().for_each([&](ForceId id, const ForceRecord& /*record*/) { add_state(id); });
  model_.controllers().for_each(
      [&](ControllerId id, const ControllerRecord& /*record*/) { add_state(id); });
  check_controllers(model_);
  forget_islands();
}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

namespace {
template <class IdType, class Record>
void require_in(const SlotMap<IdType, Record>& all, IdType id) {
  if (!all.contains(id))
    throw UsageError("no such " + std::string(id.what) + ": it was removed, or never there");
}
}  // namespace

void World::require(ObjectId id) const {
  require_in(model_.objects(), id);
}
void World::require(ConstraintId id) const {
  require_in(model_.constraints(), id);
}
void World::require(ForceId id) const {
  require_in(model_.forces(), id);
}
void World::require(ControllerId id) const {
  require_in(model_.controllers(), id);
}

// ---- edits ----

void World::add_state(ObjectId id) {
  visit(
      [&](const auto& kind) {
        const typename std::decay_t<decltype(kind)>::Runtime runtime(kind);
        state_.add(id, runtime.nq(), runtime.nv());
        kind.start(state_.q(id).data(), state_.v(id).data());
      },
      model_.objects()[id].kind);
}

void World::add_state(ConstraintId id) {
  const ConstraintRecord& record = model_.constraints()[id];
  const int rows =
      visit([](const auto& k) { return std::decay_t<decltype(k)>::rows; }, record.kind);
  state_.add(id, rows, Model::memories_of(record.kind), record.options.active);
}

void World::add_state(ForceId id) {
  state_.add(id, Model::memories_of(model_.forces()[id].kind));
}

void World::add_state(ControllerId id) {
  visit(
      [&](const auto& kind) {
        state_.add(
            id, static_cast<int>(kind.signals().size()), std::decay_t<decltype(kind)>::memories);
      },
      model_.controllers()[id].kind);
}

ObjectId World::add(Object kind, ObjectOptions options) {
  const ObjectId id = model_.add(std::move(kind), std::move(options));
  add_state(id);
  if (object_island_.size() <= id.index) object_island_.resize(id.index + 1);
  object_island_[id.index] = -1;
  if (model_.objects()[id].options.kinematic) kinematic_.push_back(id);
  touching_->collisions.add(model_, id);
  touch(id);
  return id;
}

ConstraintId World::add(Constraint kind, ConstraintOptions options) {
  const ConstraintId id = model_.add(std::move(kind), std::move(options));
  add_state(id);
  if (constraint_where_.size() <= id.index) constraint_where_.resize(id.index + 1);
  constraint_where_[id.index] = {};
  join_or_touch(id);
  return id;
}

ForceId World::add(Force kind, ForceOptions options) {
  const ForceId id = model_.add(std::move(kind), std::move(options));
  add_state(id);
  const Force& added = model_.forces()[id].kind;
  change_forces(Model::objects_of(added), Model::acts_between(added));
  return id;
}

ControllerId World::add(Controller kind, ControllerOptions options) {
  const ControllerId id = model_.add(std::move(kind), std::move(options));
  try {
    check_controllers(model_);
  } catch (...) {
    model_.remove(id);
    throw;
  }
  add_state(id);
  controls_.reset();
  // what islands have seen of the other controllers may have moved in memory
  for (const auto& island : islands_)
    if (island) island->fresh = false;
  return id;
}

void World::remove(ObjectId id) {
  require(id);
  controls_.reset();
  touch(id);
  for (ConstraintId c : model_.objects()[id].constraints) {
    touch_objects(Model::objects_of(model_.constraints()[c].kind));
    state_.remove(c);
  }
  wake_touched_by(id);
  touching_->forget(id);
  const auto forces = model_.objects()[id].forces;
  for (ForceId f : forces) touch_others(f);
  model_.remove(id);
  state_.remove(id);
  for (ForceId f : forces)
    if (!model_.forces().contains(f)) state_.remove(f);
  std::erase(kinematic_, id);
  companions_.erase(id);
  driven_.erase(id);
}

void World::remove(ConstraintId id) {
  require(id);
  controls_.reset();
  leave(id);
  model_.remove(id);
  state_.remove(id);
}

void World::remove(ForceId id) {
  require(id);
  const Force& kind = model_.forces()[id].kind;
  change_forces(Model::objects_of(kind), Model::acts_between(kind));
  model_.remove(id);
  state_.remove(id);
}

void World::remove(ControllerId id) {
  require(id);
  model_.remove(id);
  state_.remove(id);
  controls_.reset();
}

void World::set(ObjectId id, Object kind) {
  require(id);
  if (const auto* p = get_if<Parametric>(&kind)) {
    const auto* old = get_if<Parametric>(&model_.objects()[id].kind);
    HOLON_EXPECT(old != nullptr && p->u.size() == old->u.size());
  }
  model_.set(id, std::move(kind));
  touch(id);
}
void World::set(ConstraintId id, Constraint kind) {
  require(id);
  set(id, std::move(kind), model_.constraints()[id].options);
}
void World::set(ConstraintId id, Constraint kind, ConstraintOptions options) {
  require(id);
  model_.set(id, std::move(kind), std::move(options));
  state_.resize_memory(id, Model::memories_of(model_.constraints()[id].kind));
  leave(id);
  join_or_touch(id);
}
void World::set(ForceId id, Force kind) {
  require(id);
  const std::vector<ObjectId> before = Model::objects_of(model_.forces()[id].kind);
  model_.set(id, std::move(kind), model_.forces()[id].options);
  const Force& changed = model_.forces()[id].kind;
  state_.resize_memory(id, Model::memories_of(changed));
  change_forces(before, Model::acts_between(changed));
  change_forces(Model::objects_of(changed), Model::acts_between(changed));
}

void World::set(ControllerId id, Controller kind) {
  require(id);
  const ControllerRecord before = model_.controllers()[id];
  model_.set(id, std::move(kind), before.options);
  try {
    check_controllers(model_);
  } catch (...) {
    model_.set(id, before.kind, before.options);
    throw;
  }
  const auto signals = [](const Controller& c) {
    return visit([](const auto& k) { return k.signals().size(); }, c);
  };
  if (signals(model_.controllers()[id].kind) != signals(before.kind)) add_state(id);
  controls_.reset();
}

void World::set_active(ControllerId id, bool active) {
  require(id);
  ControllerRecord record = model_.controllers()[id];
  if (record.options.active == active) return;
  record.options.active = active;
  model_.set(id, std::move(record.kind), std::move(record.options));
  add_state(id);  // what it remembered is over
  controls_.reset();
}

void World::set_active(ConstraintId id, bool active) {
  require(id);
  if (state_.active(id) == active) return;
  state_.set_active(id, active);
  state_.forget(id);
  forget_feet(model_, state_, id);
  active ? join_or_touch(id) : leave(id);
  Event event;
  event.kind = active ? EventKind::activated : EventKind::deactivated;
  event.time = time();
  event.constraint = id;
  event.reason = "by the host";
  between_steps_.push_back(event);
}
void World::set_active(ForceId id, bool active) {
  require(id);
  ForceRecord record = model_.forces()[id];
  record.options.active = active;
  const std::vector<ObjectId> objects = Model::objects_of(record.kind);
  const bool between = Model::acts_between(record.kind);
  model_.set(id, std::move(record.kind), std::move(record.options));
  change_forces(objects, between);
}

void World::place(ObjectId id, const Placement& placement) {
  require(id);
  visit(
      [&](const auto& kind) {
        if (!start_at(kind, placement, state_.q(id).data(), state_.v(id).data()))
          throw UsageError("a parametric object is placed by its parameters u");
      },
      model_.objects()[id].kind);
  forget_feet_of(model_, state_, id);
  wake_touched_by(id);
  touch(id);
}

void World::place(ObjectId id, std::span<const double> q, std::span<const double> v) {
  require(id);
  HOLON_EXPECT(q.size() == state_.q(id).size() && v.size() == state_.v(id).size());
  const auto finite = [](double x) { return std::isfinite(x); };
  HOLON_EXPECT(std::ranges::all_of(q, finite) && std::ranges::all_of(v, finite));
  if (holds_alternative<RigidBody>(model_.objects()[id].kind))
    HOLON_EXPECT(view<Quat>(q.data() + 3).norm() > 1e-12);
  std::ranges::copy(q, state_.q(id).begin());
  std::ranges::copy(v, state_.v(id).begin());
  with_runtime(id, [&](const auto& r) { r.normalize(state_.q(id).data()); });
  forget_feet_of(model_, state_, id);
  wake_touched_by(id);
  touch(id);
}

void World::drive(ObjectId id, const Placement& at_end) {
  require(id);
  HOLON_EXPECT(model_.objects()[id].options.kinematic);
  if (holds_alternative<Parametric>(model_.objects()[id].kind))
    throw UsageError("a parametric object is placed by its parameters u, and moves on by u_dot");
  HOLON_EXPECT(at_end.position.allFinite() && at_end.velocity.allFinite()
               && at_end.orientation.coeffs().allFinite() && at_end.angular_velocity.allFinite());
  HOLON_EXPECT(at_end.orientation.norm() > 1e-12);
  driven_[id] = at_end;
}

void World::set_stepper(std::string_view name, const StepperOptions& settings) {
  touching_->are_known = make_stepper(name, settings)->takes_contacts();
  options_.stepper = name;
  options_.settings = settings;
  report_.stepper = lasting_name(name);
  touch_all();
}

void World::attach(ObjectId id, Companion companion) {
  require(id);
  companions_[id] = std::move(companion);
}

void World::on_event(std::function<void(const Event&)> listener) {
  listeners_.push_back(std::move(listener));
}

}  // namespace holon
