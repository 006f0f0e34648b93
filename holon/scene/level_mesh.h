// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>
#include <functional>
#include <utility>

#include "holon/geometry/triangle_mesh.h"

namespace holon {

/// Triangles along f = 0 in a box of n³ cells, by surface nets [Gibson98]: a point in each cell
/// where f changes its sign, in the middle of where its edges are cut, then moved on to the surface
/// by Newton's method; a pair of triangles across each edge that is cut. f comes with its gradient.
TriangleMesh level_mesh(const std::function<std::pair<double, Vec3>(const Vec3&)>& f,
                        const Eigen::AlignedBox3d& box,
                        int n);

}  // namespace holon
