// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/scene/scene.h"

namespace holon {

/// A shape somewhere on an object, in the object's axes.
struct Look {
  Shape shape;
  Vec3 at = Vec3::Zero();
  Quat orientation = Quat::Identity();
  bool endless = false;  ///< the plate that stands for a half-space: as large as suits the rest
};

/// What an object looks like: what the scene says, or the solid or the point masses its mass came
/// from. Else the shapes that touch; the wheel or ball that its constraints roll; spokes to the
/// points that hold it, if they are apart; or the ellipsoid that has its inertia. Nothing for what
/// is a point.
std::vector<Look> looks_of(const Scene& scene, const Model& model, ObjectId id);

}  // namespace holon
