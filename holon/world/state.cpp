// SPDX-License-Identifier: Apache-2.0
#include "holon/world/state.h"

#include <algorithm>
#include <limits>

#include "holon/math/hash.h"

namespace holon {
namespace {

/// Makes a list longer. Room is made for a quarter more: doubled, up to half of it would be unused.
template <class T>
void extend(std::vector<T>& list, std::size_t size) {
  if (size > list.capacity()) list.reserve(std::max(size, list.capacity() + list.capacity() / 4));
  list.resize(size);
}
template <class T>
void make_slot(std::vector<T>& slots, std::size_t index) {
  if (slots.size() <= index) extend(slots, index + 1);
}

}  // namespace

// Kahan's compensated sum.
void State::tick(double h) {
  const double y = h - carry_;
  const double t = time_ + y;
  carry_ = (t - time_) - y;
  time_ = t;
  ++steps_;
}

void State::add(ObjectId id, int nq, int nv) {
  if (rest_.size() <= id.index) rest_.resize(id.index + 1);
  rest_[id.index] = 0.0;
  make_slot(objects_, id.index);
  auto& free = free_objects_[{nq, nv}];
  if (!free.empty()) {
    objects_[id.index] = free.back();
    free.pop_back();
    return;
  }
  objects_[id.index] = {static_cast<int>(q_.size()),
                        static_cast<int>(v_.size()),
                        static_cast<std::int16_t>(nq),
                        static_cast<std::int16_t>(nv)};
  extend(q_, q_.size() + size(nq));
  extend(v_, v_.size() + size(nv));
}

void State::add(ConstraintId id, int rows, int memories, bool active) {
  make_slot(constraints_, id.index);
  auto& free = free_constraints_[rows];
  if (!free.empty()) {
    constraints_[id.index] = free.back();
    free.pop_back();
  } else {
    constraints_[id.index] = {static_cast<int>(lambda_.size()), static_cast<std::int16_t>(rows)};
    extend(lambda_, lambda_.size() + size(rows));
    extend(history_, history_.size() + size(rows * history_per_row_));
  }
  constraints_[id.index].active = active;
  renew(constraints_[id.index].memory, memories);
  forget(id);
}

void State::resize(MemorySlot& slot, int n) {
  if (slot.n != n) renew(slot, n);
}
/// Other room in place of what it had, in which nothing is known yet.
void State::renew(MemorySlot& slot, int n) {
  give_back(slot);
  if (n == 0) return;
  auto& free = free_memory_[n];
  if (free.empty()) {
    slot = {static_cast<int>(memory_.size()), n};
    extend(memory_, memory_.size() + size(n));
  } else {
    slot = free.back();
    free.pop_back();
  }
  std::ranges::fill(span(slot), Memory{});
}
void State::give_back(MemorySlot& slot) {
  if (slot.n > 0) free_memory_[slot.n].push_back(slot);
  slot = {};
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
  make_slot(forces_, id.index);
  renew(forces_[id.index], memories);
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
  ConstraintSlot& slot = constraints_[id.index];
  give_back(slot.memory);
  free_constraints_[slot.rows].push_back(slot);
}

void State::remove(ForceId id) {
  give_back(forces_[id.index]);
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
    if (rest(id) > 0.0) hash.add(rest(id));
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
  for (const ContactMemory& m : contacts_) {
    hash.add(static_cast<std::uint64_t>(m.feature));
    for (double x : m.force) hash.add(x);
    hash.add(m.slip);
  }
  return hash.value();
}

}  // namespace holon
