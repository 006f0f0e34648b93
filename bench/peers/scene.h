// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <vector>

/// The scenes every engine is measured on, in terms any engine can translate.
namespace peers {

struct V3 {
  double x = 0, y = 0, z = 0;
};

inline V3 operator+(V3 a, V3 b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline V3 operator-(V3 a, V3 b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline V3 operator*(double s, V3 a) {
  return {s * a.x, s * a.y, s * a.z};
}
inline double dot(V3 a, V3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline double norm(V3 a) {
  return std::sqrt(dot(a, a));
}
inline V3 cross(V3 a, V3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Unit quaternion, body to world.
struct Q4 {
  double w = 1, x = 0, y = 0, z = 0;
};

inline Q4 conjugate(Q4 q) {
  return {q.w, -q.x, -q.y, -q.z};
}
/// Turns by b, then by a.
inline Q4 operator*(Q4 a, Q4 b) {
  const V3 u{a.x, a.y, a.z}, v{b.x, b.y, b.z};
  const V3 xyz = a.w * v + b.w * u + cross(u, v);
  return {a.w * b.w - dot(u, v), xyz.x, xyz.y, xyz.z};
}
inline V3 rotate(Q4 q, V3 v) {
  const V3 u{q.x, q.y, q.z}, t = 2 * cross(u, v);
  return v + q.w * t + cross(u, t);
}
inline V3 rotate_back(Q4 q, V3 v) {
  return rotate(conjugate(q), v);
}

constexpr double gravity = 9.81;  // m/s²
constexpr int ground = -1;        // in place of a body's index

/// What of a body touches others: nothing, a box along the body's axes, or a capsule along its z.
struct Shape {
  enum class Type { none, box, capsule };
  Type type = Type::none;
  V3 half{};                           // of a box, half of its edges
  double radius = 0, half_length = 0;  // of a capsule; without the caps
};

/// Where nothing touches, every body starts unrotated: body axes and world axes agree.
struct Body {
  V3 com;
  double mass = 1;
  V3 inertia;  // principal moments about the centre of mass, along the body's axes
  V3 velocity{}, angular_velocity{};
  Q4 orientation{};
  Shape shape{};
};

enum class JointType { ball, hinge, distance };

/// Joins bodies a and b; a may be the ground, b never is.
struct Joint {
  JointType type;
  int a, b;
  V3 anchor_a, anchor_b;     // from the centre of mass, in body axes; a world point on the ground
  V3 axis{};                 // of a hinge, in the axes of b
  double length = 0;         // of a distance
  bool closes_loop = false;  // not part of the spanning tree
};

struct Scene {
  std::string name;
  int n = 0;
  std::vector<Body> bodies;  // a parent stands before its children
  std::vector<Joint> joints;
  double energy_scale = 1;  // J, divisor of the energy drift
  bool particles = false;   // rotation plays no part
  V3 down{0, 0, -gravity};  // acceleration of gravity
  bool planar = true;       // all hinges are parallel: two equations close a loop

  /// Shapes touch each other, but not what they are joined to, and the floor z <= 0, with this
  /// coefficient of friction and no restitution.
  bool contact = false;
  double friction = 0;
  /// Centre of mass of a body after so many seconds, where it is known.
  std::function<V3(int body, double time)> exact_position = {};

  /// For each body the tree joint that carries it, or null when the body is free.
  std::vector<const Joint*> carriers() const;
  /// Angular velocity of a joint at the start, in world axes; of a hinge, its speed.
  V3 joint_spin(const Joint& joint) const;
  double hinge_speed(const Joint& hinge) const { return dot(joint_spin(hinge), start_axis(hinge)); }
  /// Where the joint's anchors and axis are at the start.
  V3 start_anchor_a(const Joint& j) const {
    return j.a == ground ? j.anchor_a
                         : bodies[j.a].com + rotate(bodies[j.a].orientation, j.anchor_a);
  }
  V3 start_anchor_b(const Joint& j) const {
    return bodies[j.b].com + rotate(bodies[j.b].orientation, j.anchor_b);
  }
  V3 start_axis(const Joint& j) const { return rotate(bodies[j.b].orientation, j.axis); }
  /// The axis in the axes of a.
  V3 axis_in_a(const Joint& j) const {
    return j.a == ground ? start_axis(j) : rotate_back(bodies[j.a].orientation, start_axis(j));
  }
};

/// chain, fourbar, net, top, bricard or one of contact_scene.h; throws std::invalid_argument on any
/// other name, or where there is none of size n.
Scene make_scene(const std::string& name, int n);

}  // namespace peers
