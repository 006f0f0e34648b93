// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>

#include "holon/studio/json.h"
#include "holon/world/world.h"

/// A hand in a world. It pulls at a point by a spring that is critically damped for the inertia
/// which the point has there, joints and all:
///
///     f = ω² m d − 2 ω m ẋ,   d = x_hand − x,   1/m the largest eigenvalue of the mobility of x
///
/// It pulls no harder than for |d| = L, a share of the length of its grasp: so however far the
/// hand goes, the point follows at ω L/2 at most, and mechanisms stay on their branch. The spring
/// is a force of the world with a hidden name, so that states and copies of the world have it too.
namespace holon::studio {

/// The deeds of a tape (tape.h) that take hold of a point, and move the hand.
Json grab_deed(const World& world, const PointOn& held, const Vec3& to, double dt);
Json move_deed(const Vec3& to);

// What these deeds do. All throw a UsageError and change nothing if that cannot be.
void grab(World& world, const Json& value);
void move_hand(World& world, const Json& to);
void release_hand(World& world);
void pose(World& world, const Json& value);

/// How a point can be pulled: its inertia where it gives way most easily [kg], and a length that is
/// large for what it moves. That is the reach of its object and of all that is joined to it; less
/// where the point has a small lever, and a short way of it turns them far.
struct Grasp {
  double inertia = 1.0;
  double free_inertia = 1.0;  ///< the same if the object were alone
  double length = 1.0;
};
Grasp grasp_of(const World& world, const PointOn& point);
/// An object and all that constraints join to it, directly or by others.
std::set<ObjectId> joined_to(const Model& model, ObjectId object);

inline constexpr const char* name_of_hand = "~hand";

struct Held {
  PointOn what;
  Vec3 point, to;
};
/// What the hand holds now.
std::optional<Held> held(const World& world);

}  // namespace holon::studio
