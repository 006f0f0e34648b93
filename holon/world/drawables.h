// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "holon/world/world.h"

namespace holon {

/// One arrow of a picture: a force, a torque or a blow that a constraint, a force or a contact of a
/// world applies. After the force drawables of [Barenbrug00, sec. 3.5.1].
struct Drawable {
  enum class Kind { force, torque, impulse, angular_impulse };
  Kind kind = Kind::force;
  Vec3 point = Vec3::Zero();   ///< where it acts
  Vec3 vector = Vec3::Zero();  ///< in world axes [N, N m, N s or N m s]
  ObjectId object = {};        ///< what feels it; none: the world
  int part = 0;                ///< which particle, for a system of particles
  /// The other half of a pair, which a picture may leave out: what a nail, a path or an object
  /// moved by the host feels; between moving objects what the curve or surface feels, or else
  /// connector a.
  bool reaction = false;
  ConstraintId constraint = {};  ///< whose it is: a constraint's,
  ForceId force = {};            ///< or a force's; or neither: a contact's
  std::string name = {};         ///< of that constraint or force
};

/// Everything that acts in a world now, in the order of its constraints, then of its forces, and
/// then of what touches. A connector on which nothing acts at the moment has a force of zero, so
/// that a picture can show where it is. The blows of the last step come last, each where it fell.
std::vector<Drawable> drawables(const World& world);
/// The same with other blows: those of several steps, if not every one is drawn.
std::vector<Drawable> drawables(const World& world, std::span<const Blow> blows);

}  // namespace holon
