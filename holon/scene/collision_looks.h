// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/scene/looks.h"

namespace holon {

/// What touches, to be seen; of what has no end, a square plate of that side.
std::vector<Look> looks_of(const Collision& collision, double plate);

}  // namespace holon
