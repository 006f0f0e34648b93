// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "holon/import/weigh.h"

namespace holon::importing {

/// Whether it can be shown as it is: not a mesh of very many triangles, and none that is not
/// closed.
bool can_be_shown(const Piece& piece);

/// One shape that looks like all pieces together: the piece itself if it is the only one and stands
/// in the axes, else a closed mesh. Meshes of very many triangles, and those that are not closed,
/// are shown as their bounding boxes, which is then said.
std::optional<Shape> joined(const std::vector<Piece>& pieces);

/// "#RRGGBB" of red, green and blue from 0 to 1.
std::string colour_of(const std::vector<double>& rgb);

}  // namespace holon::importing
