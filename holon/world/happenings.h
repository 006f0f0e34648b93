// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/world/world.h"

namespace holon {

/// Something that happened in a step, in words.
struct Happening {
  double time = 0.0;
  std::string text = {};
};

/// What happened in the last step: its events, then who began or ceased to touch whom.
std::vector<Happening> happenings(const World& world);

}  // namespace holon
