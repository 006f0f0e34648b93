// SPDX-License-Identifier: Apache-2.0
#include "holon/world/state.h"

#include <limits>

#include "holon/math/hash.h"

namespace holon {

// Kahan's compensated sum.
void State::tick(double h) {
  const double y = h - carry_;
  const double t = time_ + y;
  carry_ = (t - time_) - y;
  time_ = t;
  ++steps_;
}

void State::add(ObjectId id, int nq, int nv) {
  if (objects_.size() <= id.index) objects_.resize(id.index + 1);
  auto& free = free_objects_[{nq, nv}];
  if (!free.empty()) {
    objects_[id.index] = free.back();
    free.pop_back();
    return;
  }
  objects_[id.index] = {static_cast<int>(q_.size()), nq, static_cast<int>(v_.size()), nv};
  q_.resize(q_.size() + size(nq), 0.0);
  v_.resize(v_.size() + size(nv), 0.0);
}

void State::add(ConstraintId id, int rows, int memories, bool active) {
  if (constraints_.size() <= id.index) constraints_.resize(id.index + 1);
  auto& free = free_constraints_[rows];
  if (!free.empty()) {
    constraints_[id.index] = free.back();
    free.pop_back();
  } else {
    constraints_[id.index] = {static_cast<int>(lambda_.size()), rows};
    lambda_.resize(lambda_.size() + size(rows));
    history_.resize(history_.size() + size(rows * history_per_row_));
  }
  constraints_[id.index].active = active;
  constraints_[id.index].memory.assign(size(memories), {});
  forget(id);
}

void State::forget(ConstraintId id) {
  for (double& l : lambda(id)) l = 0.0;
  for (double& m : history(id)) m = 0.0;
  hold(id, 0);
}

void State::set_history_per_row(int n) {
  if (n == history_per_row_) return;
  history_per_row_ = n;
  history_.assign(lambda_.size() * size(n), 0.0);
}

void State::add(ForceId id, int memories) {
  if (forces_.size() <= id.index) forces_.resize(id.index + 1);
  forces_[id.index].assign(size(memories), {});
}

void State::add(ControllerId id, int signals, int own) {
  if (controllers_.size() <= id.index) controllers_.resize(id.index + 1);
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  ControllerMemory& memory = controllers_[id.index];
  memory = {0.0, unknown, std::vector<double>(size(2 * signals), unknown)};
  memory.numbers.resize(memory.numbers.size() + size(own), 0.0);
}

void State::remove(ObjectId id) {
  const ObjectSlot& slot = objects_[id.index];
  free_objects_[{slot.nq, slot.nv}].push_back(slot);
}

void State::remove(ConstraintId id) {
  const ConstraintSlot& slot = constraints_[id.index];
  free_constraints_[slot.rows].push_back(slot);
}

void State::remove(ForceId id) {
  forces_[id.index].clear();
}

void State::remove(ControllerId id) {
  controllers_[id.index] = {};
}

std::uint64_t State::hash(const Model& model) const {
  Hash hash;
  hash.add(time_);
  hash.add(carry_);
  hash.add(steps_);
  const auto add_memory = [&](std::span<const Memory> memories) {
    for (const Memory& m : memories) {
      hash.add(m.u);
      hash.add(m.v);
      hash.add(m.piece);
    }
  };
  model.objects().for_each([&](ObjectId id, const ObjectRecord& /*record*/) {
    for (double x : q(id)) hash.add(x);
    for (double x : v(id)) hash.add(x);
  });
  model.constraints().for_each([&](ConstraintId id, const ConstraintRecord& /*record*/) {
    hash.add(static_cast<std::uint64_t>((active(id) ? 1 : 0) + 2 * held(id)));
    for (double x : lambda(id)) hash.add(x);
    for (double x : history(id)) hash.add(x);
    add_memory(memory(id));
  });
  model.forces().for_each(
      [&](ForceId id, const ForceRecord& /*record*/) { add_memory(memory(id)); });
  model.controllers().for_each([&](ControllerId id, const ControllerRecord& /*record*/) {
    hash.add(controllers_[id.index].output);
    hash.add(controllers_[id.index].time);
    for (double x : controllers_[id.index].numbers) hash.add(x);
  });
  return hash.value();
}

}  // namespace holon
