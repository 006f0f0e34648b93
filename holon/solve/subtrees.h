// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "holon/solve/panels.h"

namespace holon {

/// Panels that follow each other: first … last − 1.
struct PanelRange {
  std::size_t first, last;
};

/// Parts of a large matrix that can be worked through at the same time: whole subtrees of the tree
/// of elimination, of which none changes another [Liu90]. All other panels, the top of the tree,
/// come after them. Small neighbours go together. There are none where the matrix is small, or the
/// top would have most of the work, as with a chain, whose tree is a path.
///
/// The choice depends on the topology alone, so that sums are the same for any number of threads.
std::vector<PanelRange> independent_subtrees(const Panels& panels);

/// Rows of the matrix beyond a range of whole subtrees that these change, increasing.
std::vector<int> rows_beyond(const Panels& panels, const PanelRange& range);

}  // namespace holon
