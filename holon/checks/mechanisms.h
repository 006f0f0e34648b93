// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/world/world.h"

/// Small parts of mechanisms that many tests are made of.
namespace holon::checks {

/// A body that turns about the z axis through its centre of mass at `at`, and its angle.
struct Turning {
  ObjectId body;
  ScalarRef angle;
};
inline Turning add_turning(World& world,
                           double inertia,
                           double rate = 0.0,
                           const Vec3& at = Vec3::Zero()) {
  const ObjectId id = world.add(RigidBody{.mass = 1.0,
                                          .inertia = Vec3(1.0, 1.0, inertia).asDiagonal(),
                                          .position = at,
                                          .angular_velocity = {0.0, 0.0, rate}});
  world.add(PointToPoint{.a = Nail{at}, .b = PointOn{id}});
  world.add(AxisToAxis{.a = WorldFrame{}, .b = DirectionOn{id}});
  return {id,
          AngleBetween{.a = WorldDirection{Vec3::UnitX()},
                       .b = DirectionOn{id, Vec3::UnitX()},
                       .axis = WorldDirection{Vec3::UnitZ()}}};
}

/// How far a point has gone along a direction of the world, from the origin.
inline ScalarRef travel_of(const PointRef& point, const Vec3& along) {
  return TravelAlong{.a = Nail{}, .b = point, .axis = WorldDirection{along}};
}

}  // namespace holon::checks
