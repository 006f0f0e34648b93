// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "validation/parts.h"
#include "validation/validation.h"

/// Parts of the problems in which things touch. Floors are horizontal, z is up.
namespace holon::validation {

/// A floor without end through the origin.
inline ObjectId add_floor(World& world, const SurfacePair& surface = {}) {
  return world.add(
      RigidBody{},
      {.name = "floor", .kinematic = true, .collision = Collision::of(HalfSpace{}, surface)});
}

/// A body of the mass and inertia of a shape that is touched as that shape.
template <class Solid>
ObjectId add_solid(World& world,
                   const Solid& shape,
                   const Vec3& at,
                   const SurfacePair& surface = {},
                   double density = 1000.0,
                   const Quat& orientation = Quat::Identity()) {
  RigidBody body = RigidBody::from(mass_properties(shape, density));
  body.position = at;
  body.orientation = orientation;
  return world.add(body, {.collision = Collision::of(shape, surface)});
}

/// A round body of given inertia about its centre.
inline RigidBody round_body(double mass, double inertia, const Vec3& at, const Vec3& velocity) {
  RigidBody body = plane_body(mass, inertia);
  body.position = at;
  body.velocity = velocity;
  return body;
}

/// The sum of all that touches an object does to it at the end of the last step.
inline Vec3 contact_force(const World& world, ObjectId id) {
  Vec3 sum = Vec3::Zero();
  for (const ContactReading& c : world.contacts()) {
    if (c.b == id) sum += c.force;
    if (c.a == id) sum -= c.force;
  }
  return sum;
}

/// The same over the last step, as impulse [N s].
inline Vec3 contact_impulse(const World& world, ObjectId id) {
  Vec3 sum = Vec3::Zero();
  for (const ContactEvent& touch : world.report().touches) {
    if (touch.b == id) sum += touch.impulse;
    if (touch.a == id) sum -= touch.impulse;
  }
  return sum;
}

/// The deepest overlap of all contacts [m].
inline double deepest_overlap(const World& world) {
  double deepest = 0.0;
  for (const ContactReading& c : world.contacts()) deepest = std::max(deepest, -c.gap);
  return deepest;
}

/// Runs, and tells if a step could not be made.
inline bool run_on(Validation& v, World& world, double duration, double h) {
  if (world.run(duration, h).ok) return true;
  v.fail(world.report().brief());
  return false;
}

inline std::string step_of(double h) {
  char text[48];
  std::snprintf(text, sizeof text, "projected, step %.4g", h);
  return text;
}

}  // namespace holon::validation
