// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/collide/collision_shape.h"
#include "holon/collide/manifold.h"

/// How shapes of some forms touch each other, in the axes of the first; collide.h chooses.
namespace holon {

void touch_convex(
    const Convex& a, const Convex& b, const Place& B, double margin, ContactPoints& out);
void touch_boxes(
    const Convex& a, const Convex& b, const Place& B, double margin, ContactPoints& out);
void touch_half_space(
    const HalfSpace& a, const Convex& b, const Place& B, double margin, ContactPoints& out);
/// Manifolds are appended, those of triangles with the same normal as one.
void touch_surface(const TriangleSurface& a,
                   const Convex& b,
                   const Place& B,
                   double margin,
                   std::vector<Manifold>& out);

}  // namespace holon
