// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "holon/model/model.h"
#include "holon/step/contacts.h"

namespace holon {

/// Where everything is and how it moves, at one moment: a value that can be copied, kept and
/// compared. It holds the numbers of each object and constraint of a model in slots of its own.
class State {
 public:
  double time() const { return time_; }
  std::uint64_t steps() const { return steps_; }
  /// Moves the clock on by h, without losing the low digits of many small steps.
  void tick(double h);

  void add(ObjectId id, int nq, int nv);
  void add(ConstraintId id, int rows, int memories, bool active);
  void add(ForceId id, int memories);
  /// Nothing is known yet of its signals; what it keeps itself starts at zero.
  void add(ControllerId id, int signals, int own);
  void remove(ObjectId id);
  void remove(ConstraintId id);
  void remove(ForceId id);
  void remove(ControllerId id);

  std::span<double> q(ObjectId id) {
    return {q_.data() + objects_[id.index].q, size(objects_[id.index].nq)};
  }
  std::span<double> v(ObjectId id) {
    return {v_.data() + objects_[id.index].v, size(objects_[id.index].nv)};
  }
  std::span<const double> q(ObjectId id) const {
    return {q_.data() + objects_[id.index].q, size(objects_[id.index].nq)};
  }
  std::span<const double> v(ObjectId id) const {
    return {v_.data() + objects_[id.index].v, size(objects_[id.index].nv)};
  }
  std::span<double> lambda(ConstraintId id) {
    return {lambda_.data() + constraints_[id.index].at, size(constraints_[id.index].rows)};
  }
  std::span<const double> lambda(ConstraintId id) const {
    return {lambda_.data() + constraints_[id.index].at, size(constraints_[id.index].rows)};
  }
  /// What their connectors remember from step to step; all is forgotten if the number changes.
  void resize_memory(ConstraintId id, int n) { resize(constraints_[id.index].memory, n); }
  void resize_memory(ForceId id, int n) { resize(forces_[id.index], n); }
  std::span<Memory> memory(ConstraintId id) { return span(constraints_[id.index].memory); }
  std::span<const Memory> memory(ConstraintId id) const {
    return span(constraints_[id.index].memory);
  }
  std::span<Memory> memory(ForceId id) { return span(forces_[id.index]); }
  std::span<const Memory> memory(ForceId id) const { return span(forces_[id.index]); }
  /// What the controllers keep from step to step, by their slots.
  std::span<ControllerMemory> controllers() { return controllers_; }
  std::span<const ControllerMemory> controllers() const { return controllers_; }
  /// What the stepper keeps of a constraint from step to step: as many values for each row, or
  /// none.
  int history_per_row() const { return history_per_row_; }
  void set_history_per_row(int n);
  std::span<double> history(ConstraintId id) {
    const ConstraintSlot& slot = constraints_[id.index];
    return {history_.data() + size(slot.at) * size(history_per_row_),
            size(slot.rows * history_per_row_)};
  }
  std::span<const double> history(ConstraintId id) const {
    const ConstraintSlot& slot = constraints_[id.index];
    return {history_.data() + size(slot.at) * size(history_per_row_),
            size(slot.rows * history_per_row_)};
  }
  /// For how long an object has been at rest [s]; counted only where things may fall asleep.
  double rest(ObjectId id) const { return rest_[id.index]; }
  void set_rest(ObjectId id, double duration) { rest_[id.index] = duration; }
  /// What is kept of what touches from step to step, in the order of their keys and features.
  std::vector<ContactMemory>& contacts() { return contacts_; }
  const std::vector<ContactMemory>& contacts() const { return contacts_; }
  /// No force, and no history of any; nothing is held.
  void forget(ConstraintId id);
  bool active(ConstraintId id) const { return constraints_[id.index].active; }
  void set_active(ConstraintId id, bool active) { constraints_[id.index].active = active; }
  /// The end of its track at which a constraint holds what came there: −1, 1, or 0 for none.
  int held(ConstraintId id) const { return constraints_[id.index].held; }
  void hold(ConstraintId id, int end) {
    constraints_[id.index].held = static_cast<std::int8_t>(end);
  }

  /// Equal for equal motions, to the last bit, of the things in `model`.
  std::uint64_t hash(const Model& model) const;

 private:
  static std::size_t size(int n) { return static_cast<std::size_t>(n); }
  // Of some, there are very many: what is written of each is kept short.
  struct MemorySlot {
    int at = 0;
    int n = 0;
  };
  struct ObjectSlot {
    int q = 0, v = 0;
    std::int16_t nq = 0, nv = 0;
  };
  struct ConstraintSlot {
    int at = 0;
    std::int16_t rows = 0;
    std::int8_t held = 0;
    bool active = true;
    MemorySlot memory = {};
  };
  std::span<Memory> span(MemorySlot slot) { return {memory_.data() + slot.at, size(slot.n)}; }
  std::span<const Memory> span(MemorySlot slot) const {
    return {memory_.data() + slot.at, size(slot.n)};
  }
  void resize(MemorySlot& slot, int n);
  void renew(MemorySlot& slot, int n);
  void give_back(MemorySlot& slot);

  double time_ = 0.0, carry_ = 0.0;
  std::uint64_t steps_ = 0;
  std::vector<double> q_, v_, lambda_;
  std::vector<double> history_;  // row by row as lambda_
  int history_per_row_ = 0;
  std::vector<ObjectSlot> objects_;
  std::vector<ConstraintSlot> constraints_;
  std::vector<MemorySlot> forces_;
  std::vector<Memory> memory_;
  std::vector<ControllerMemory> controllers_;
  std::vector<ContactMemory> contacts_;
  std::vector<double> rest_;  // by slots of objects
  std::map<std::pair<int, int>, std::vector<ObjectSlot>> free_objects_;
  std::map<int, std::vector<ConstraintSlot>> free_constraints_;
  std::map<int, std::vector<MemorySlot>> free_memory_;
};

}  // namespace holon
