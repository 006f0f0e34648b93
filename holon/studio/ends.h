// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/scene/scene_run.h"
#include "holon/studio/json.h"

/// Points and frames of parts, as people point at them.
namespace holon::studio {

/// One end of a joint.
struct End {
  ObjectId object;         ///< none: a point of the world
  Vec3 at = Vec3::Zero();  ///< in the axes of the object
  int part = 0;            ///< of a parametric object, which particle
  Vec3 x = Vec3::Zero();   ///< where it is now
  Json path;               ///< null, or the path of the world that it follows

  bool in_world() const { return object.is_none(); }
};

/// Throw a UsageError if the numbers are not finite, or so large that nothing can be computed.
Vec3 place_in(const Json& object, const char* key);
double length_in(const Json& object, const char* key);
double length_in(const Json& object, const char* key, double otherwise);
/// A direction, made of unit length.
Vec3 direction_in(const Json& object, const char* key);

/// The turn that gives these axes, as w x y z.
Json quaternion(const Mat3& axes);

/// {"object": name, "at": [x, y, z]} or {"world": [x, y, z]}
End end_in(const World& world, const Json& command, const char* key);
End end_of(const World& world, const PointOn& point);
End end_in_world(const Vec3& x);

/// Whether a frame may stand there.
bool can_turn(const Model& model, const End& end);
/// Whether it is in the world, or on what only the host moves.
bool is_fixed(const Model& model, const End& end);
/// "rod", or "the world"
std::string owner_of(const Model& model, const End& end);

/// The end as it stands in a scene: as a point, and as a frame that has these axes in the world
/// now.
Json point_at(const Model& model, const End& end);
Json frame_at(const World& world, const End& end, const Mat3& axes);

/// The same the other way: an end of a constraint or force that exists, point or frame, and how its
/// frame stands in the world now.
End end_of_connector(const World& world, const Json& connector);
Mat3 axes_of_connector(const World& world, const Json& connector);

}  // namespace holon::studio
