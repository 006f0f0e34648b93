// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
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
/// Those of an object, in its own coordinates; "centre" at least.
std::vector<NamedPoint> named_points(const Model& model,
                                     const std::map<std::uint32_t, MassSource>& solids,
                                     ObjectId id);

/// How an object is turned at the start; the identity if it cannot turn.
Quat start_orientation(const Object& object);

}  // namespace holon
