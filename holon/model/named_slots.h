// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
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
    const std::string name = record.options.name;
    const IdType id = Slots::insert(std::move(record));
    if (!name.empty()) names_[name] = id.index;
    return id;
  }
  void erase(IdType id) {
    names_.erase((*this)[id].options.name);
    Slots::erase(id);
  }
  /// An id that is none if there is no such name.
  IdType find(std::string_view name) const {
    const auto it = names_.find(std::string(name));
    return it == names_.end() ? IdType{} : this->id_at(it->second);
  }

 private:
  std::unordered_map<std::string, std::uint32_t> names_;
};

}  // namespace holon
