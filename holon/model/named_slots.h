// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>
#include <unordered_map>

#include "holon/model/slot_map.h"

namespace holon {

/// A SlotMap of records that can also be found by the name in their options, if they have one.
template <class IdType, class Record>
class NamedSlots : public SlotMap<IdType, Record> {
  using Slots = SlotMap<IdType, Record>;

 public:
  IdType insert(Record record) {
    const IdType id = Slots::insert(std::move(record));
    const std::string_view name = name_of(id);
    if (!name.empty()) names_.emplace(hash(name), id.index);
    return id;
  }
  void erase(IdType id) {
    const auto [first, last] = names_.equal_range(hash(name_of(id)));
    for (auto it = first; it != last; ++it)
      if (it->second == id.index) {
        names_.erase(it);
        break;
      }
    Slots::erase(id);
  }
  /// An id that is none if there is no such name.
  IdType find(std::string_view name) const {
    const auto [first, last] = names_.equal_range(hash(name));
    for (auto it = first; it != last; ++it)
      if (const IdType id = this->id_at(it->second); name_of(id) == name) return id;
    return {};
  }

 private:
  static std::size_t hash(std::string_view name) { return std::hash<std::string_view>()(name); }
  std::string_view name_of(IdType id) const { return (*this)[id].options.name; }

  // By the hash of the name, which itself is in the record and nowhere else.
  std::unordered_multimap<std::size_t, std::uint32_t> names_;
};

}  // namespace holon
