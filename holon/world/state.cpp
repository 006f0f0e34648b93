// SPDX-License-Identifier: Apache-2.0
#include "holon/world/state.h"

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

void State::add(ConstraintId id, int rows, bool active) {
  if (constraints_.size() <= id.index) constraints_.resize(id.index + 1);
  auto& free = free_constraints_[rows];
  if (!free.empty()) {
    constraints_[id.index] = free.back();
    free.pop_back();
  } else {
    constraints_[id.index] = {static_cast<int>(lambda_.size()), rows, true};
    lambda_.resize(lambda_.size() + size(rows));
    memory_.resize(memory_.size() + size(rows * memory_per_row_));
  }
  constraints_[id.index].active = active;
  forget(id);
}

void State::forget(ConstraintId id) {
  for (double& l : lambda(id)) l = 0.0;
  for (double& m : memory(id)) m = 0.0;
}

void State::set_memory_per_row(int n) {
  if (n == memory_per_row_) return;
  memory_per_row_ = n;
  memory_.assign(lambda_.size() * size(n), 0.0);
}

void State::remove(ObjectId id) {
  const ObjectSlot& slot = objects_[id.index];
  free_objects_[{slot.nq, slot.nv}].push_back(slot);
}

void State::remove(ConstraintId id) {
  const ConstraintSlot& slot = constraints_[id.index];
  free_constraints_[slot.rows].push_back(slot);
}

std::uint64_t State::hash(const Model& model) const {
  Hash hash;
  hash.add(time_);
  hash.add(carry_);
  hash.add(steps_);
  model.objects().for_each([&](ObjectId id, const ObjectRecord& /*record*/) {
    for (double x : q(id)) hash.add(x);
    for (double x : v(id)) hash.add(x);
  });
  model.constraints().for_each([&](ConstraintId id, const ConstraintRecord& /*record*/) {
    hash.add(static_cast<std::uint64_t>(active(id)));
    for (double x : lambda(id)) hash.add(x);
    for (double x : memory(id)) hash.add(x);
  });
  return hash.value();
}

}  // namespace holon
