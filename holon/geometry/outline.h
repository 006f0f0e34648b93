// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/geometry/shape.h"

namespace holon {

using Polyline = std::vector<Vec3>;

/// A few lines that show a shape: its edges, or circles and meridians where it has none. In the
/// shape's own coordinates.
std::vector<Polyline> outline(const Shape& shape);

}  // namespace holon
