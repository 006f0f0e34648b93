// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/math/types.h"

namespace holon {

/// A point of an object that people have a word for: "end1" of a rod, "top" of a box.
struct NamedPoint {
  std::string name;
  Vec3 at;
};

}  // namespace holon
