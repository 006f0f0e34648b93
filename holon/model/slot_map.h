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
      append(std::move(value));
      ++count_;
      return {static_cast<std::uint32_t>(capacity() - 1), 0};
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    slot(index) = std::move(value);
    ++count_;
    return id_at(index);
  }
  void erase(IdType id) {
    HOLON_EXPECT(contains(id));
    slot(id.index).reset();
    ++generations_[id.index];
    free_.push_back(id.index);
    --count_;
  }
  bool contains(IdType id) const {
    return id.index < capacity() && generations_[id.index] == id.generation && used(id.index);
  }
  T& operator[](IdType id) {
    HOLON_EXPECT(contains(id));
    return *slot(id.index);
  }
  const T& operator[](IdType id) const {
    HOLON_EXPECT(contains(id));
    return *slot(id.index);
  }
  /// Number of slots, used or not: every index is below it.
  std::size_t capacity() const { return generations_.size(); }
  std::size_t size() const { return count_; }
  bool used(std::size_t index) const { return slot(index).has_value(); }
  IdType id_at(std::size_t index) const {
    return {static_cast<std::uint32_t>(index), generations_[index]};
  }
  /// Calls f(id, value) for everything there is, in the order of the slots.
  template <class F>
  void for_each(F&& f) const {
    for (std::size_t i = 0; i < capacity(); ++i)
      if (used(i)) f(id_at(i), *slot(i));
  }

 private:
  static constexpr std::size_t kBlock = 64;

  std::optional<T>& slot(std::size_t i) { return blocks_[i / kBlock][i % kBlock]; }
  const std::optional<T>& slot(std::size_t i) const { return blocks_[i / kBlock][i % kBlock]; }
  void append(T value) {
    if (capacity() % kBlock == 0) {
      blocks_.emplace_back();
      if (blocks_.size() > 1) blocks_.back().reserve(kBlock);
    }
    blocks_.back().push_back(std::move(value));
    generations_.push_back(0);
  }

  // In blocks, as one long list would have room for up to twice as many, and be moved as it grows.
  std::vector<std::vector<std::optional<T>>> blocks_;
  std::vector<std::uint32_t> generations_;
  std::vector<std::uint32_t> free_;
  std::size_t count_ = 0;
};

}  // namespace holon
