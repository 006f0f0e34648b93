// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/collide/collision_shape.h"
#include "holon/collide/manifold.h"

namespace holon {

/// Where two shapes are nearer than `margin`, in the world. For shapes of which each is convex or a
/// half-space; no memory is asked for. What comes out is finite whatever the places are.
void collide(const CollisionShape& a,
             const Place& A,
             const CollisionShape& b,
             const Place& B,
             double margin,
             Manifold& out);

/// The same for all shapes: manifolds, none of them empty, are appended to `out`, which asks for
/// memory only when it has had no more before; so does what is kept in a thread of triangles whose
/// contact is in doubt. Triangles that lie in one plane, or nearly, make one manifold.
void collide(const CollisionShape& a,
             const Place& A,
             const CollisionShape& b,
             const Place& B,
             double margin,
             std::vector<Manifold>& out);

}  // namespace holon
