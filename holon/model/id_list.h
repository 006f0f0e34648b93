// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace holon {

/// A list of ids of which the first few need no memory of their own: most objects have no more.
template <class IdType, std::uint32_t Few>
class IdList {
 public:
  using value_type = IdType;
  using const_iterator = const IdType*;

  IdList() = default;
  IdList(const IdList& other) {
    reserve(other.size_);
    size_ = other.size_;
    std::copy(other.begin(), other.end(), data());
  }
  IdList(IdList&& other) noexcept { swap(other); }
  IdList& operator=(IdList other) noexcept {
    swap(other);
    return *this;
  }
  ~IdList() {
    if (is_long()) delete[] place_.many;
  }

  const_iterator begin() const { return is_long() ? place_.many : place_.few; }
  const_iterator end() const { return begin() + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  IdType operator[](std::size_t i) const { return begin()[i]; }

  void push_back(IdType id) {
    if (size_ == room_) reserve(2 * room_);
    data()[size_++] = id;
  }
  /// Takes an id out of the list, wherever it is.
  void erase(IdType id) {
    size_ = static_cast<std::uint32_t>(std::remove(data(), data() + size_, id) - data());
  }

 private:
  bool is_long() const { return room_ > Few; }
  IdType* data() { return is_long() ? place_.many : place_.few; }
  void reserve(std::uint32_t room) {
    if (room <= room_) return;
    auto* more = new IdType[room];
    std::copy(begin(), end(), more);
    if (is_long()) delete[] place_.many;
    place_.many = more;
    room_ = room;
  }
  void swap(IdList& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
    std::swap(place_, other.place_);
  }

  std::uint32_t size_ = 0, room_ = Few;
  union Place {
    IdType few[Few] = {};
    IdType* many;
  } place_;
};

}  // namespace holon
