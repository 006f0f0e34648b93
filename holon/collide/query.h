// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "holon/collide/collision_shape.h"
#include "holon/collide/nearest.h"

/// What one may ask of shapes at their places, besides where they touch. Nothing asks for memory.
namespace holon {

/// Where a ray comes in: the point, the normal out of the shape there, and how far along the ray.
struct RayHit {
  Vec3 point, normal;
  double distance;
};

/// The first point of a shape on a ray from a point along a direction, of any length but zero,
/// within a distance. A ray that begins inside a solid hits at once, against its direction; a
/// surface of triangles is hit from both sides.
std::optional<RayHit> cast_ray(const CollisionShape& shape,
                               const Place& place,
                               const Vec3& from,
                               const Vec3& direction,
                               double length);

/// The nearest points of two shapes in the world, or how they overlap least; of a surface of
/// triangles, the least of any triangle. None of two half-spaces.
std::optional<Nearest> nearest_points(const CollisionShape& a,
                                      const Place& A,
                                      const CollisionShape& b,
                                      const Place& B);

/// Whether they have a point in common. A surface of triangles has no inside.
bool overlap(const CollisionShape& a, const Place& A, const CollisionShape& b, const Place& B);

/// A place that moves on with constant velocity and angular velocity, about the origin of what
/// stands there.
struct MovingPlace {
  Place start;
  Vec3 velocity = Vec3::Zero();
  Vec3 angular_velocity = Vec3::Zero();

  Place at(double t) const;
};

/// When and where.
struct Impact {
  double time;
  Nearest at;
};

/// When two shapes that move come as near as `touching` for the first time, until `duration`. Never
/// late: time goes on by as much as they need at least, at the speed at which they can approach,
/// until they are nearer than twice that ([Mirtich96], conservative advancement). A half-space may
/// not turn.
std::optional<Impact> time_of_impact(const CollisionShape& a,
                                     const MovingPlace& A,
                                     const CollisionShape& b,
                                     const MovingPlace& B,
                                     double duration,
                                     double touching);

}  // namespace holon
