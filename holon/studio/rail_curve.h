// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/curve/b_spline.h"

namespace holon::studio {

/// A smooth curve near a stroke that was drawn by hand: a cubic B-spline, whose curvature, and so
/// the force on a bead, is continuous. Its control points follow the stroke at equal distances, so
/// that trembling finer than these is smoothed out. An open one begins and ends where the stroke
/// does. Throws a UsageError if there is no stroke to follow.
BSpline rail_along(const std::vector<Vec3>& stroke, bool closed);

}  // namespace holon::studio
