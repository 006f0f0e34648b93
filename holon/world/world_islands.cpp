// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "holon/world/island.h"
#include "holon/world/world_touching.h"

/// Who acts on whom: the islands of a world, changed or dissolved by edits and built again when
/// needed.
namespace holon {
namespace {

// Islands of fewer rows are built anew: that takes a fraction of a millisecond, and leaves the same
// bits as any other way to the same model.
constexpr std::size_t kManyRows = 256;
// For constraints that join later. Each costs as much as a solution does, in every step.
constexpr int kRowsKeptBack = 24;

// In place of the island of an object: it has none yet, and is listed to get one.
constexpr int kPending = -2;

/// In order, each once.
template <class Ids>
void tidy(Ids& ids) {
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

}  // namespace

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
  if (island >= 0) wake(island);
  if (island >= 0)
    dissolve(island);
  else if (island != kPending)
    list_pending(id);
}

void World::list_pending(ObjectId id) const {
  object_island_[id.index] = kPending;
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

void World::dissolve(int island) const {
  Island& old = *islands_[island];
  for (const System::ConstraintView& c : old.system.constraints())
    if (!c.id.is_none()) constraint_where_[c.id.index] = {};
  for (ObjectId id : old.objects) list_pending(id);
  islands_[island].reset();
  free_islands_.push_back(island);
}

// ---- constraints that join and leave a standing island ----

/// A constraint that is active now and not before. False if its objects are not all in one island,
/// or that has to be built anew.
bool World::join(ConstraintId id) {
  int index = -1;
  for (ObjectId object : Model::objects_of(model_.constraints()[id].kind)) {
    if (model_.objects()[object].options.kinematic) continue;
    const int its = object_island_[object.index];
    if (its < 0 || (index >= 0 && its != index)) return false;
    index = its;
  }
  if (index < 0) return true;  // it acts on nobody
  Island& island = *islands_[index];
  if (!island.may_change() || !island.system.join(model_, id, state_.held(id))) return false;
  constraint_where_[id.index] = {index, static_cast<int>(island.system.constraints().size()) - 1};
  note_change(index);
  return true;
}

void World::join_or_touch(ConstraintId id) {
  if (state_.active(id) && !join(id))
    touch_objects(Model::objects_of(model_.constraints()[id].kind));
}

/// A constraint that is not active any more, or about to be removed.
void World::leave(ConstraintId id) {
  const auto [index, view] = std::exchange(constraint_where_[id.index], {});
  if (index < 0) return;
  Island& island = *islands_[index];
  if (!island.may_change()) return dissolve(index);
  island.system.leave(view);
  note_change(index);
}

void World::note_change(int island) {
  wake(island);
  ++islands_[island]->changes;
  if (islands_[island]->unsettled++ == 0) changed_.push_back(island);
}

/// A force on these objects, or on all if there are none, has come, gone or changed. One between
/// objects may join or part islands.
void World::change_forces(const std::vector<ObjectId>& on, bool between) {
  std::vector<int> where;
  for (ObjectId id : on)
    if (!model_.objects()[id].options.kinematic) where.push_back(object_island_[id.index]);
  if (on.empty())
    for (std::size_t i = 0; i < islands_.size(); ++i) where.push_back(static_cast<int>(i));
  if (between && !where.empty()) {
    const bool one = std::ranges::count(where, where.front()) == std::ssize(where);
    if (!one || where.front() < 0 || !islands_[where.front()]->may_change())
      return touch_objects(on);
  }
  for (int i : where) {
    if (i < 0 || !islands_[i]) continue;
    wake(i);
    islands_[i]->forces_changed = true;
    if (between) ++islands_[i]->changes;
    if (islands_[i]->unsettled > 0) continue;
    islands_[i]->unsettled = 1;
    changed_.push_back(i);
  }
}

void World::refresh() const {
  settle_changed();
  if (pending_.empty()) return;
  for (ObjectId id : pending_)
    if (model_.objects().contains(id) && object_island_[id.index] < 0) build_island(id);
  std::vector<ObjectId>().swap(pending_);  // of a new model that were all objects
}

void World::settle_changed() const {
  for (int i : changed_) {
    if (!islands_[i] || islands_[i]->unsettled == 0) continue;
    Island& island = *islands_[i];
    if (island.forces_changed) island.system.bind_forces(model_, forces_on(island.objects));
    island.settle();
    list_constraints(i);
  }
  changed_.clear();
}

// ---- islands built anew ----

/// Everything that can be reached from an object through active constraints and forces between
/// objects. What is reached gets the mark, in the slots of the objects.
World::Reached World::reach(ObjectId seed, int mark, std::vector<int>& marks) const {
  Reached found{{seed}, {}};
  marks[seed.index] = mark;
  const auto go_on_to = [&](const std::vector<ObjectId>& ids) {
    for (ObjectId id : ids)
      if (!model_.objects()[id].options.kinematic && marks[id.index] != mark) {
        marks[id.index] = mark;
        found.objects.push_back(id);
      }
  };
  for (std::size_t i = 0; i < found.objects.size(); ++i) {
    const ObjectRecord& record = model_.objects()[found.objects[i]];
    for (ConstraintId c : record.constraints)
      if (state_.active(c)) {
        found.constraints.push_back(c);
        go_on_to(Model::objects_of(model_.constraints()[c].kind));
      }
    for (ForceId f : record.forces)
      if (model_.forces()[f].options.active && Model::acts_between(model_.forces()[f].kind))
        go_on_to(Model::objects_of(model_.forces()[f].kind));
    touching_->for_each_beside(found.objects[i], [&](ObjectId id) {
      if (marks[id.index] == mark) return;
      marks[id.index] = mark;
      found.objects.push_back(id);
    });
  }
  tidy(found.objects);
  tidy(found.constraints);
  return found;
}

/// The active forces that act on some objects, or on all there are.
std::vector<ForceId> World::forces_on(std::span<const ObjectId> objects) const {
  std::vector<ForceId> found;
  for (ObjectId id : objects)
    for (ForceId f : model_.objects()[id].forces)
      if (model_.forces()[f].options.active) found.push_back(f);
  model_.forces().for_each([&](ForceId f, const ForceRecord& record) {
    const bool everywhere = visit(
        [](const auto& k) {
          if constexpr (ObjectForce<std::decay_t<decltype(k)>>) return k.objects.empty();
          return false;
        },
        record.kind);
    if (everywhere && record.options.active) found.push_back(f);
  });
  tidy(found);
  return found;
}

void World::build_island(ObjectId seed) const {
  int index = static_cast<int>(islands_.size());
  if (free_islands_.empty()) {
    islands_.emplace_back();
  } else {
    index = free_islands_.back();
    free_islands_.pop_back();
  }
  const Reached found = reach(seed, index, object_island_);
  islands_[index] = make_island(found.objects, found.constraints, forces_on(found.objects), true);
  islands_[index]->system.analyse();
  list_constraints(index);
  const auto rests = [&](ObjectId id) { return state_.rest(id) >= options_.sleep_after; };
  islands_[index]->asleep = options_.sleep_speed > 0.0 && std::ranges::all_of(found.objects, rests);
}

/// Notes where the constraints of an island are, and which of them have to be watched.
void World::list_constraints(int index) const {
  Island& island = *islands_[index];
  const System& system = island.system;
  island.limited.clear();
  island.ending.clear();
  for (std::size_t i = 0; i < system.constraints().size(); ++i) {
    const ConstraintId id = system.constraints()[i].id;
    constraint_where_[id.index] = {index, static_cast<int>(i)};
    const ConstraintOptions& o = model_.constraints()[id].options;
    if (o.break_force < no_limit || o.break_torque < no_limit)
      island.limited.push_back(static_cast<int>(i));
    if (system.may_end(system.constraints()[i])) island.ending.push_back(static_cast<int>(i));
  }
}

/// The end of its track holds what a constraint brought there, which stops at once.
void World::hold_at_end(ConstraintId id, int end) {
  state_.hold(id, end);
  leave(id);
  join_or_touch(id);
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
                                                  std::span<const ForceId> forces,
                                                  bool keeps_back) const {
  auto island = std::make_unique<Island>();
  island->objects.assign(objects.begin(), objects.end());
  island->stepper = make_stepper(options_.stepper, options_.settings);
  std::vector<int> held;
  std::size_t rows = 0;
  for (ConstraintId c : constraints) {
    held.push_back(state_.held(c));
    rows += state_.lambda(c).size();
  }
  island->keeps_back = keeps_back && rows >= kManyRows && island->stepper->takes_idle_rows();
  island->system.compile(
      model_, objects, constraints, forces, held, island->keeps_back ? kRowsKeptBack : 0);
  island->stepper->prepare(island->system);
  if (island->stepper->masks_rows()) island->system.kkt().expect_masks();
  const System& system = island->system;
  island->blows.prepare(system);
  island->q.setZero(system.nq());
  island->v.setZero(system.nv());
  island->lambda.setZero(system.rows());
  return island;
}

/// Those that constraints or forces have left may have fallen apart since they were built.
int World::islands() const {
  refresh();
  int count = 0;
  std::vector<int> marks;
  for (const auto& island : islands_) {
    if (!island) continue;
    if (island->changes == 0) {
      ++count;
      continue;
    }
    marks.resize(model_.objects().capacity(), 0);
    for (ObjectId id : island->objects)
      if (marks[id.index] == 0) reach(id, ++count, marks);
  }
  return count;
}

/// Islands are made anew from the model when they are needed.
void World::forget_islands() {
  islands_.clear();
  free_islands_.clear();
  pending_.clear();
  changed_.clear();
  kinematic_.clear();
  touching_->collisions.clear();
  touching_->beside.clear();
  object_island_.assign(model_.objects().capacity(), -1);
  constraint_where_.assign(model_.constraints().capacity(), {});
  model_.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    record.options.kinematic ? kinematic_.push_back(id) : list_pending(id);
    touching_->collisions.add(model_, id);
  });
}

}  // namespace holon
