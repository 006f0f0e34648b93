// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "holon/studio/ends.h"

/// Where the axis of a joint points if nobody says it.
namespace holon::studio {

/// That of a hinge: the axis of a wheel that is held there; else across the plane in which both
/// parts lie; else across the part and as near to y as can be, which is out of the x-z plane in
/// which mechanisms are drawn.
Vec3 hinge_axis(const SceneRun& run, const End& a, const End& b);

/// The normal of the plane in which an object moves with all that is joined to it: hinges turn
/// about it, all of them, and nothing slides along it. Nothing if there is no such plane, or no
/// hinge.
std::optional<Vec3> plane_normal(const SceneRun& run, ObjectId object);

/// That of what slides, or turns like a shaft: along the first part, if it is long, or the second;
/// else x.
Vec3 slide_axis(const SceneRun& run, const End& a, const End& b);

}  // namespace holon::studio
