// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/solve/ordering.h"

namespace holon {

/// Nested dissection [George73]: the objects are cut into two halves with as few rows of
/// constraints between them as can be found; these constraints are a separator, which goes after
/// all others of the two halves. Each half is cut in turn, until it is small.
///
/// Returns of each constraint the stage in which it goes: 0 inside the smallest parts, the last for
/// the first cut.
std::vector<int> dissect(const BlockGraph& graph, const Lists& adjacent);

}  // namespace holon
