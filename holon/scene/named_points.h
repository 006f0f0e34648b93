// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/scene/named_point.h"
#include "holon/scene/scene.h"

namespace holon {

/// Those of a shape, in its own axes:
///
///     anything                 centre, the middle of it
///     rod, cylinder, capsule   end1 at the end towards −z, end2 at that towards +z
///     cone                     base, apex
///     box                      left −x, right +x, front −y, back +y, bottom −z, top +z: the
///     middles
///                              of its faces; of edges and corners as left_top, left_front_top
///     sphere, ellipsoid        left, right, front, back, bottom, top
std::vector<NamedPoint> named_points(const Shape& shape);
/// Those of an object of a model, in its own coordinates: of its solid, or else of the shape that
/// it is shown with; "centre" at least.
std::vector<NamedPoint> named_points(const Scene& scene, const Model& model, ObjectId id);

/// The shape of an object: that of its solid, or else that which it is shown with; nullptr if it
/// has neither.
const Shape* shape_of(const Scene& scene, ObjectId id);

}  // namespace holon
