// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "holon/world/island.h"

/// Who acts on whom: the islands of a world, dissolved by edits and built again when needed.
namespace holon {

void World::touch(ObjectId id) {
  const ObjectRecord& record = model_.objects()[id];
  if (record.options.kinematic) {
    // what it is connected to must look at it anew
    for (ConstraintId c : record.constraints)
      for (ObjectId other : Model::objects_of(model_.constraints()[c].kind))
        if (!model_.objects()[other].options.kinematic) touch(other);
    for (ForceId f : record.forces) touch_others(f);
    return;
  }
  const int island = object_island_[id.index];
  if (island >= 0)
    dissolve(island);
  else
    pending_.push_back(id);
}

void World::touch_objects(const std::vector<ObjectId>& ids) {
  for (ObjectId id : ids)
    if (!model_.objects()[id].options.kinematic) touch(id);
}

/// A force on listed objects acts on each of them alone: what befalls one is nothing to the others.
void World::touch_others(ForceId id) {
  const Force& kind = model_.forces()[id].kind;
  if (Model::acts_between(kind)) touch_objects(Model::objects_of(kind));
}

void World::touch_all() {
  for (std::size_t i = 0; i < islands_.size(); ++i)
    if (islands_[i]) dissolve(static_cast<int>(i));
}

void World::dissolve(int island) {
  Island& old = *islands_[island];
  for (const System::ConstraintView& c : old.system.constraints())
    constraint_where_[c.id.index] = {};
  for (ObjectId id : old.objects) {
    object_island_[id.index] = -1;
    pending_.push_back(id);
  }
  islands_[island].reset();
  free_islands_.push_back(island);
}

void World::refresh() const {
  if (pending_.empty()) return;
  for (ObjectId id : pending_)
    if (model_.objects().contains(id) && object_island_[id.index] < 0) build_island(id);
  pending_.clear();
}

void World::build_island(ObjectId seed) const {
  std::vector<ObjectId> objects = {seed};
  std::vector<ConstraintId> constraints;
  std::vector<ForceId> forces;
  int index = static_cast<int>(islands_.size());
  if (free_islands_.empty()) {
    islands_.emplace_back();
  } else {
    index = free_islands_.back();
    free_islands_.pop_back();
  }
  // everything that can be reached through active constraints and forces between objects
  object_island_[seed.index] = index;
  const auto reach = [&](const std::vector<ObjectId>& ids) {
    for (ObjectId id : ids)
      if (!model_.objects()[id].options.kinematic && object_island_[id.index] != index) {
        object_island_[id.index] = index;
        objects.push_back(id);
      }
  };
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const ObjectRecord& record = model_.objects()[objects[i]];
    for (ConstraintId c : record.constraints)
      if (state_.active(c)) {
        constraints.push_back(c);
        reach(Model::objects_of(model_.constraints()[c].kind));
      }
    for (ForceId f : record.forces)
      if (model_.forces()[f].options.active) {
        forces.push_back(f);
        const Force& kind = model_.forces()[f].kind;
        if (Model::acts_between(kind)) reach(Model::objects_of(kind));
      }
  }
  model_.forces().for_each([&](ForceId f, const ForceRecord& record) {
    const bool everywhere = std::visit(
        [](const auto& k) {
          if constexpr (ObjectForce<std::decay_t<decltype(k)>>) return k.objects.empty();
          return false;
        },
        record.kind);
    if (everywhere && record.options.active) forces.push_back(f);
  });
  const auto tidy = [](auto& ids) {
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  };
  tidy(objects);
  tidy(constraints);
  tidy(forces);

  std::unique_ptr<Island> island = make_island(objects, constraints, forces);
  island->system.analyse();
  const System& system = island->system;
  for (std::size_t i = 0; i < system.constraints().size(); ++i) {
    const ConstraintId id = system.constraints()[i].id;
    constraint_where_[id.index] = {index, static_cast<int>(i)};
    const ConstraintOptions& o = model_.constraints()[id].options;
    if (o.break_force < no_limit || o.break_torque < no_limit)
      island->limited.push_back(static_cast<int>(i));
    if (system.may_end(system.constraints()[i])) island->ending.push_back(static_cast<int>(i));
  }
  islands_[index] = std::move(island);
}

/// The end of its track holds what a constraint brought there, which stops at once.
void World::hold_at_end(ConstraintId id, int end) {
  state_.hold(id, end);
  touch_objects(Model::objects_of(model_.constraints()[id].kind));
  refresh();
  const auto [index, view] = constraint_where_[id.index];
  Island& island = *islands_[index];
  island.stand(state_);
  const System& system = island.system;
  island.blows.stop_held(island.system, system.constraints()[view], time(), island.q, island.v);
  if (!island.v.allFinite()) return;
  for (const System::BodyView& b : system.bodies())
    std::copy_n(island.v.data() + b.v, b.nv, state_.v(b.id).begin());
}

/// The equations of some objects, yet to be analysed, and what is to step them.
std::unique_ptr<World::Island> World::make_island(std::span<const ObjectId> objects,
                                                  std::span<const ConstraintId> constraints,
                                                  std::span<const ForceId> forces) const {
  auto island = std::make_unique<Island>();
  island->objects.assign(objects.begin(), objects.end());
  std::vector<int> held;
  for (ConstraintId c : constraints) held.push_back(state_.held(c));
  island->system.compile(model_, objects, constraints, forces, held);
  island->stepper = make_stepper(options_.stepper, options_.settings);
  island->stepper->prepare(island->system);
  const System& system = island->system;
  island->blows.prepare(system);
  island->q.setZero(system.nq());
  for (VecX* x : {&island->v, &island->v_dot}) x->setZero(system.nv());
  for (VecX* x : {&island->lambda, &island->shortest}) x->setZero(system.rows());
  return island;
}

int World::islands() const {
  refresh();
  return static_cast<int>(
      std::ranges::count_if(islands_, [](const auto& i) { return i != nullptr; }));
}

/// Islands are made anew from the model when they are needed.
void World::forget_islands() {
  islands_.clear();
  free_islands_.clear();
  pending_.clear();
  kinematic_.clear();
  object_island_.assign(model_.objects().capacity(), -1);
  constraint_where_.assign(model_.constraints().capacity(), {});
  model_.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    (record.options.kinematic ? kinematic_ : pending_).push_back(id);
  });
}

}  // namespace holon
