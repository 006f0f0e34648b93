// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/draft.h"

#include <algorithm>
#include <cmath>

#include "holon/model/signals.h"
#include "holon/scene/scene_parts.h"
#include "holon/scene/thing_writer.h"
#include "holon/world/runtime_placement.h"

namespace holon {

void require_same_id(bool same) {
  if (!same) throw std::logic_error("an edit that was tried came out otherwise");
}

void Draft::carry_out(World& world) const {
  for (const Deed& deed : deeds_) deed(world);
}

/// As a world does: one that cannot be goes again.
void Draft::check_controller(ControllerId id) {
  if (!is_running_) return;
  try {
    check_controllers(model());
  } catch (...) {
    scene_.model.remove(id);
    throw;
  }
}

// ---- things that are there ----

void Draft::remove(ObjectId id) {
  if (!model().objects().contains(id)) return;
  scene_.model.remove(id);
  scene_.solids.erase(id.index);
  scene_.looks.erase(id.index);
  later([id](World& world) { world.remove(id); });
}
void Draft::remove(ConstraintId id) {
  if (!model().constraints().contains(id)) return;
  scene_.model.remove(id);
  later([id](World& world) { world.remove(id); });
}
void Draft::remove(ForceId id) {
  if (!model().forces().contains(id)) return;
  scene_.model.remove(id);
  later([id](World& world) { world.remove(id); });
}
void Draft::remove(ControllerId id) {
  if (!model().controllers().contains(id)) return;
  scene_.model.remove(id);
  later([id](World& world) { world.remove(id); });
}

/// Whether a constraint acts is part of the motion, which a draft has not.
void Draft::set_active(ConstraintId id, bool active) {
  later([=](World& world) { world.set_active(id, active); });
}
void Draft::set_active(ForceId id, bool active) {
  ForceRecord record = model().forces()[id];
  record.options.active = active;
  scene_.model.set(id, std::move(record.kind), std::move(record.options));
  later([=](World& world) { world.set_active(id, active); });
}
void Draft::set_active(ControllerId id, bool active) {
  ControllerRecord record = model().controllers()[id];
  record.options.active = active;
  scene_.model.set(id, std::move(record.kind), std::move(record.options));
  later([=](World& world) { world.set_active(id, active); });
}

void Draft::set(ObjectId id, const Object& kind) {
  scene_.model.set(id, kind);
  later([=](World& world) { world.set(id, kind); });
}
void Draft::set(ObjectId id, const std::shared_ptr<const Collision>& collision) {
  scene_.model.set(id, collision);
  later([=](World& world) { world.set(id, collision); });
}
void Draft::set(const MaterialPair& pair) {
  scene_.model.set(pair);
  later([=](World& world) { world.set(pair); });
}
void Draft::set(ConstraintId id, const ConstraintRecord& record) {
  scene_.model.set(id, record.kind, record.options);
  later([=](World& world) { world.set(id, record.kind, record.options); });
}
void Draft::set(ForceId id, const Force& kind) {
  scene_.model.set(id, kind, model().forces()[id].options);
  later([=](World& world) { world.set(id, kind); });
}
void Draft::set(ControllerId id, const Controller& kind) {
  const ControllerRecord before = model().controllers()[id];
  scene_.model.set(id, kind, before.options);
  try {
    check_controllers(model());
  } catch (...) {
    scene_.model.set(id, before.kind, before.options);
    throw;
  }
  later([=](World& world) { world.set(id, kind); });
}

namespace {
template <class Record>
Record with_numbers(Record record, const Draft::Numbers& numbers) {
  for (const auto& [field, value] : numbers) record = with_number(std::move(record), field, value);
  return record;
}
}  // namespace

void Draft::set_numbers(const AnyId& any, const Numbers& numbers) {
  Numbers plain;
  std::optional<bool> active;
  for (const auto& [field, value] : numbers)
    if (is_switch({any, field}))
      active = value > 0.5;
    else
      plain.emplace_back(field, value);
  if (const auto* id = std::get_if<ObjectId>(&any)) {
    set(*id, with_numbers(model().objects()[*id], plain).kind);
  } else if (const auto* constraint = std::get_if<ConstraintId>(&any)) {
    if (!plain.empty()) set(*constraint, with_numbers(model().constraints()[*constraint], plain));
    if (active) set_active(*constraint, *active);
  } else if (const auto* force = std::get_if<ForceId>(&any)) {
    if (!plain.empty()) set(*force, with_numbers(model().forces()[*force], plain).kind);
    if (active) set_active(*force, *active);
  } else {
    const auto controller = std::get<ControllerId>(any);
    set(controller, with_numbers(model().controllers()[controller], plain).kind);
  }
}

// ---- parameters ----

void Draft::set_parameter(const std::string& name, double value) {
  SceneSource source = scene_.source;
  source.set[name] = value;
  auto again = std::make_shared<const Scene>(read_description(std::move(source)));
  take_over(*again);
  scene_.parameters = again->parameters;
  scene_.source = again->source;
  described_ = std::move(again);
}

namespace {

/// Calls f(id, record) for things of one sort that differ in two models, both of which have the
/// same things; throws a UsageError if they have not.
template <class Map, class F>
void for_each_change(const Map& before, const Map& after, const Model& a, const Model& b, F&& f) {
  bool same_things = before.size() == after.size();
  before.for_each([&](auto id, const auto& record) {
    same_things = same_things && after.contains(id) && after[id].kind.index() == record.kind.index()
                  && after[id].options.name == record.options.name;
  });
  if (!same_things)
    throw UsageError("that changes what exists, and so can only be set before the start");
  before.for_each([&](auto id, const auto& /*record*/) {
    if (text_of(a, id) != text_of(b, id)) f(id, after[id]);
  });
}

template <class Value>
void copy_entry(const std::map<std::uint32_t, Value>& from,
                std::map<std::uint32_t, Value>& to,
                std::uint32_t key) {
  const auto it = from.find(key);
  if (it != from.end()) to[key] = it->second;
}

}  // namespace

void Draft::take_over(const Scene& now) {
  const Model &a = described_->model, &b = now.model;
  for_each_change(a.objects(), b.objects(), a, b, [&](ObjectId id, const ObjectRecord& record) {
    if (model().objects().contains(id)) set(id, record.kind);
  });
  for_each_change(
      a.controllers(), b.controllers(), a, b, [&](ControllerId id, const ControllerRecord& record) {
        if (model().controllers().contains(id)) set(id, record.kind);
      });
  for_each_change(
      a.constraints(), b.constraints(), a, b, [&](ConstraintId id, const ConstraintRecord& record) {
        if (model().constraints().contains(id)) set(id, record);
      });
  for_each_change(a.forces(), b.forces(), a, b, [&](ForceId id, const ForceRecord& record) {
    if (model().forces().contains(id)) set(id, record.kind);
  });
  take_over_touching(a, b);
  b.objects().for_each([&](ObjectId id, const ObjectRecord& /*record*/) {
    if (!model().objects().contains(id)) return;
    copy_entry(now.solids, scene_.solids, id.index);
    copy_entry(now.looks, scene_.looks, id.index);
  });
}

/// Of models that have the same things.
void Draft::take_over_touching(const Model& before, const Model& now) {
  now.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    const auto &was = before.objects()[id].options.collision, &is = record.options.collision;
    if (model().objects().contains(id) && text_of(was) != text_of(is)) set(id, is);
  });
  for (std::size_t i = 0; i < now.material_pairs().size(); ++i) {
    const MaterialPair& pair = now.material_pairs()[i];
    if (text_of(before.material_pairs().at(i)) != text_of(pair)) set(pair);
  }
}

// ---- places ----

Draft::Coordinates Draft::start_of(ObjectId id) const {
  Coordinates out;
  visit(
      [&]<class K>(const K& kind) {
        const typename K::Runtime runtime(kind);
        out.q.resize(static_cast<std::size_t>(runtime.nq()));
        out.v.resize(static_cast<std::size_t>(runtime.nv()));
        kind.start(out.q.data(), out.v.data());
      },
      model().objects()[id].kind);
  return out;
}

Placement Draft::placement(ObjectId id) const {
  const auto placed = placed_.find(id);
  if (placed == placed_.end() && world_ != nullptr && world_->model().objects().contains(id))
    return world_->placement(id);
  const Coordinates at = placed == placed_.end() ? start_of(id) : placed->second;
  return visit(
      [&]<class K>(const K& kind) {
        typename K::Runtime runtime(kind);
        runtime.place(at.q.data(), at.v.data());
        return placement_of(runtime);
      },
      model().objects()[id].kind);
}

void Draft::place(ObjectId id, const Placement& placement) {
  Coordinates at = start_of(id);
  visit(
      [&](const auto& kind) {
        if (!start_at(kind, placement, at.q.data(), at.v.data()))
          throw UsageError("a parametric object is placed by its parameters q and their rates v");
      },
      model().objects()[id].kind);
  placed_[id] = std::move(at);
  later([=](World& world) { world.place(id, placement); });
}

void Draft::place(ObjectId id, const std::vector<double>& q, const std::vector<double>& v) {
  const Coordinates start = start_of(id);
  const auto check = [](const char* field, const auto& given, const auto& wanted) {
    if (given.size() != wanted.size())
      throw ModelError("placement",
                       {std::string(field) + ": must be a list of " + std::to_string(wanted.size())
                        + ", and has " + std::to_string(given.size())});
  };
  check("q", q, start.q);
  check("v", v, start.v);
  if (holds_alternative<RigidBody>(model().objects()[id].kind)
      && !(Eigen::Map<const Eigen::Vector4d>(q.data() + 3).norm() > 1e-12))
    throw ModelError("placement", {"q: its last four are an orientation, and must not be zero"});
  placed_[id] = {q, v};
  later([=](World& world) { world.place(id, q, v); });
}

// ---- the method, and forces that act for a while ----

void Draft::set_stepper(const std::string& name, const StepperOptions& settings) {
  make_stepper(name, settings);  // says if there is no such method
  scene_.settings.stepper = name;
  scene_.settings.settings = settings;
  later([=](World& world) { world.set_stepper(name, settings); });
}

void Draft::remove_later(ForceId id, double seconds) {
  // where no time passes, it will have gone some time
  if (world_ == nullptr) return remove(id);
  pushes_.push_back({id, world_->time() + seconds});
}

void Draft::go_on_with(std::vector<TimedForce> pushes, double now) {
  for (const TimedForce& push : pushes)
    if (now < push.until)
      pushes_.push_back(push);
    else
      remove(push.id);
}

}  // namespace holon
