// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "holon/math/diagnostics.h"
#include "holon/model/ids.h"

namespace holon {

/// Values under ids that never confuse something removed with what took its place.
/// Slots are reused last in, first out, so equal edits give equal ids.
template <class IdType, class T>
class SlotMap {
 public:
  IdType insert(T value) {
    if (free_.empty()) {
      slots_.push_back({std::move(value), 0});
      ++count_;
      return {static_cast<std::uint32_t>(slots_.size() - 1), 0};
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    slots_[index].value = std::move(value);
    ++count_;
    return {index, slots_[index].generation};
  }
  void erase(IdType id) {
    HOLON_EXPECT(contains(id));
    slots_[id.index].value.reset();
    ++slots_[id.index].generation;
    free_.push_back(id.index);
    --count_;
  }
  bool contains(IdType id) const {
    return id.index < slots_.size() && slots_[id.index].generation == id.generation
           && slots_[id.index].value.has_value();
  }
  T& operator[](IdType id) {
    HOLON_EXPECT(contains(id));
    return *slots_[id.index].value;
  }
  const T& operator[](IdType id) const {
    HOLON_EXPECT(contains(id));
    return *slots_[id.index].value;
  }
  /// Number of slots, used or not: every index is below it.
  std::size_t capacity() const { return slots_.size(); }
  std::size_t size() const { return count_; }
  bool used(std::size_t index) const { return slots_[index].value.has_value(); }
  IdType id_at(std::size_t index) const {
    return {static_cast<std::uint32_t>(index), slots_[index].generation};
  }
  /// Calls f(id, value) for everything there is, in the order of the slots.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; i < slots_.size(); ++i)
      if (slots_[i].value) f(id_at(i), *slots_[i].value);
  }

 private:
  struct Slot {
    std::optional<T> value;
    std::uint32_t generation;
  };
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::size_t count_ = 0;
};

}  // namespace holon
