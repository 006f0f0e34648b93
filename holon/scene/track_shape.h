// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "holon/curve/curve.h"
#include "holon/geometry/triangle_mesh.h"
#include "holon/surface/surface.h"

/// Curves and surfaces as lines and triangles, for pictures. Where a track has no end, what is
/// shown is where things have been on it and a bit more.
namespace holon {

using Box3 = Eigen::AlignedBox3d;

/// The curve as a line, in its own axes; `visited` are points that were on it, `margin` [m] is how
/// far an endless one goes beyond them.
std::vector<Vec3> line_of(const Curve& curve, const std::vector<Vec3>& visited, double margin);

/// The surface as triangles, in its own axes. An endless one is shown in the box `visited` and
/// `margin` around it.
TriangleMesh mesh_of(const Surface& surface, const Box3& visited, double margin);

}  // namespace holon
