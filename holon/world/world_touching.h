// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "holon/world/collisions.h"
#include "holon/world/world.h"

namespace holon {

/// What a world knows of what touches.
struct World::Touching {
  bool are_known = true;  ///< contacts, by the stepper
  Collisions collisions;
  ContactSource source;
  std::vector<HostContact> supplied;
  std::vector<ContactPair> pairs;     ///< that may touch in this step, in the order of their keys
  std::vector<ContactPair> of_host;   ///< the same of the host's, with points of the world
  std::vector<ContactMemory> before;  ///< what the state had of contacts before the last step
  GivenMotion world;                  ///< which does not move
  std::vector<std::pair<ObjectId, ObjectId>>
      beside;  ///< objects that are near each other, both ways

  /// Calls f(other) for all objects that are near one.
  template <class F>
  void for_each_beside(ObjectId id, F&& f) const {
    const auto first =
        std::ranges::lower_bound(beside, id, {}, [](const auto& entry) { return entry.first; });
    for (auto it = first; it != beside.end() && it->first == id; ++it) f(it->second);
  }
  void tidy_beside() {
    std::ranges::sort(beside);
    beside.erase(std::unique(beside.begin(), beside.end()), beside.end());
  }
  void forget(ObjectId id) {
    collisions.remove(id);
    std::erase_if(beside,
                  [&](const auto& entry) { return entry.first == id || entry.second == id; });
  }
};

}  // namespace holon
