// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "holon/import/element.h"
#include "holon/import/rigid_map.h"
#include "holon/scene/scene.h"

namespace holon::importing {

/// A solid of a link, where it is in the link.
struct Piece {
  Shape shape;
  RigidMap pose;
  double density = 0.0;        ///< [kg/m³]
  std::optional<double> mass;  ///< instead of the density
  std::string colour = {};     ///< "#RRGGBB", or nothing
  Element source;
};

/// What a link weighs: all of its pieces together.
struct Weight {
  MassProperties mass;
  std::optional<Solid> solid;  ///< the one piece it comes from, if it is in the axes of the link
};

/// A mesh that is not closed is weighed as its bounding box, which is then said; a shape that makes
/// no sense is a problem.
Weight weigh(const std::vector<Piece>& pieces);

/// The bounding box of a mesh, instead of it.
Piece boxed(const Piece& piece);

/// The same mesh, moved, turned, stretched or mirrored.
Mesh transformed(Mesh mesh, const Mat3& R, const Vec3& p);

}  // namespace holon::importing
