// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "holon/holon.h"

/// Parts that several problems are built of. Plane mechanisms stand in the x-y plane.
namespace holon::validation {

inline constexpr double pi = std::numbers::pi;
inline constexpr double g0 = 9.81;
inline const Vec3 down_y(0.0, -g0, 0.0);
inline const Vec3 down_z(0.0, 0.0, -g0);

inline Quat turn_z(double angle) {
  return Quat(std::cos(0.5 * angle), 0.0, 0.0, std::sin(0.5 * angle));
}
inline double radians(double degrees) {
  return degrees * pi / 180.0;
}

/// A plane body: inertia about z only matters, the others are there to make it a body.
inline RigidBody plane_body(double mass, double inertia) {
  RigidBody b;
  b.mass = mass;
  b.inertia = Vec3(inertia, inertia, inertia).asDiagonal();
  return b;
}

/// A uniform thin rod in the x-y plane, from one end to the other along its x axis, its centre at
/// the origin of its coordinates. Its turning about its own axis has no inertia.
inline RigidBody rod(double mass, const Vec3& from, const Vec3& to) {
  const Vec3 d = to - from;
  const double inertia = mass * d.squaredNorm() / 12.0;
  RigidBody b;
  b.mass = mass;
  b.inertia = Vec3(0.0, inertia, inertia).asDiagonal();
  b.position = 0.5 * (from + to);
  b.orientation = turn_z(std::atan2(d.y(), d.x()));
  return b;
}
/// The same, with velocities of both ends that keep its length.
inline RigidBody moving_rod(
    double mass, const Vec3& from, const Vec3& to, const Vec3& v_from, const Vec3& v_to) {
  RigidBody b = rod(mass, from, to);
  const Vec3 d = to - from;
  b.velocity = 0.5 * (v_from + v_to);
  b.angular_velocity = d.cross(v_to - v_from) / d.squaredNorm();
  return b;
}

/// The chain of [Barenbrug00, app. I]: cubes of side 2, unit mass and unit moments of inertia, from
/// corner to corner along (−1, −1, −1), the first held at a corner in the origin; gravity 1 along
/// −y.
struct CubeChain {
  World world;
  std::vector<ObjectId> cubes;
  std::vector<ConstraintId> joints;
  CubeChain(int n, const WorldOptions& options) : world(options) {
    world.add(Gravity{.g = {0.0, -1.0, 0.0}});
    const Vec3 corner(1.0, 1.0, 1.0);
    for (int i = 0; i < n; ++i) {
      cubes.push_back(world.add(RigidBody{.position = -(2.0 * i + 1.0) * corner}));
      PointRef before = Nail{};
      if (i > 0) before = PointOn{cubes[i - 1], -corner};
      joints.push_back(world.add(PointToPoint{.a = before, .b = PointOn{cubes[i], corner}}));
    }
  }
  /// Largest distance between two corners that should be one.
  double gap() const {
    double largest = 0.0;
    for (const ConstraintId joint : joints) {
      const std::vector<double> c = world.error(joint);
      largest = std::max(largest, Vec3(c[0], c[1], c[2]).norm());
    }
    return largest;
  }
};
inline WorldOptions correction(const CorrectionOptions& options) {
  return {.stepper = "correction", .settings = {.correction = options}};
}

/// The direction of an object's x axis in the x-y plane.
inline double plane_angle(const World& world, ObjectId id) {
  const Vec3 x = world.direction(DirectionOn{id, Vec3::UnitX()}).x;
  return std::atan2(x.y(), x.x());
}
inline double plane_rate(const World& world, ObjectId id) {
  return world.placement(id).angular_velocity.z();
}
/// The force of a constraint on its second connector.
inline Vec3 force_on_b(const World& world, ConstraintId id) {
  return world.loads(id).back().force;
}
/// The tension of a distance constraint: its λ is a push.
inline double tension(const World& world, ConstraintId id) {
  return -world.lambda(id)[0];
}

}  // namespace holon::validation
