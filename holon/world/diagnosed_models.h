// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "holon/world/world.h"

/// Models of which it is known what is redundant, what conflicts, and what is free.
namespace holon::diagnosis_test {

/// A set of constraints, by name, and how many of their rows are too many.
struct KnownSet {
  std::vector<std::string> names;
  int count = 1;
  bool operator==(const KnownSet&) const = default;
  auto operator<=>(const KnownSet&) const = default;
};

struct KnownModel {
  std::string name;
  std::function<void(World&)> build;
  int freedoms = 0;
  std::vector<KnownSet> redundancies = {};
  std::vector<KnownSet> conflicts = {};
  std::vector<std::string> motions = {};            ///< in words; not looked at if empty
  int not_lasting = 0;                              ///< freedoms that lead nowhere
  std::vector<std::vector<std::string>> near = {};  ///< members of sets that are nearly dependent
  std::vector<std::string> taut = {}, slack = {};
  bool at_rest = true;  ///< whether the constraints are as near to met as they come
};

std::vector<KnownModel> known_linkages();
std::vector<KnownModel> known_frames();
std::vector<KnownModel> known_one_sided_and_moving();

// ---- parts ----

constexpr double pi = 3.14159265358979323846;

/// A body at `at`, with the axes of the world.
inline ObjectId body(World& world, const std::string& name, const Vec3& at) {
  return world.add(
      RigidBody{.mass = 2.0, .inertia = Vec3(0.2, 0.3, 0.4).asDiagonal(), .position = at},
      {.name = name});
}
inline ObjectId particle(World& world, const std::string& name, const Vec3& at) {
  return world.add(Particle{.position = at}, {.name = name});
}
/// The frame of an object that is at x and has its z axis along `axis`; of the world if none.
inline FrameRef frame(const World& world, ObjectId id, const Vec3& x, const Vec3& axis) {
  const Quat turn = Quat::FromTwoVectors(Vec3::UnitZ(), axis);
  if (id.is_none()) return WorldFrame{x, turn};
  const Placement p = world.placement(id);
  return FrameOn{
      id, p.orientation.conjugate() * (x - p.position), p.orientation.conjugate() * turn};
}
inline PointRef point(const World& world, ObjectId id, const Vec3& x) {
  if (id.is_none()) return Nail{x};
  const Placement p = world.placement(id);
  return PointOn{id, p.orientation.conjugate() * (x - p.position)};
}
constexpr ObjectId ground;
inline ConstraintId hinge(World& world,
                          const std::string& name,
                          ObjectId a,
                          ObjectId b,
                          const Vec3& x,
                          const Vec3& axis = Vec3::UnitZ()) {
  return world.add(LineHinge{frame(world, a, x, axis), frame(world, b, x, axis)}, {.name = name});
}
inline ConstraintId pin(
    World& world, const std::string& name, ObjectId a, ObjectId b, const Vec3& x) {
  return world.add(PointToPoint{point(world, a, x), point(world, b, x)}, {.name = name});
}
inline ConstraintId weld(
    World& world, const std::string& name, ObjectId a, ObjectId b, const Vec3& x) {
  return world.add(Connector{frame(world, a, x, Vec3::UnitZ()), frame(world, b, x, Vec3::UnitZ())},
                   {.name = name});
}
/// A bar as long as its ends are apart, or so long.
inline ConstraintId bar(World& world,
                        const std::string& name,
                        const PointRef& a,
                        const PointRef& b,
                        double length = 0.0) {
  if (length == 0.0) length = (world.point(b).x - world.point(a).x).norm();
  return world.add(Distance{a, b, length}, {.name = name});
}

}  // namespace holon::diagnosis_test
