// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "holon/checks/random.h"
#include "holon/collide/collision_shape.h"

/// For tests only: one of each convex kind, and places for them.
namespace holon::checks {

struct CollisionSpecimen {
  std::string name;
  CollisionShape shape;
};

inline ConvexHull wedge() {
  return {{{-0.5, -0.4, -0.3},
           {0.5, -0.4, -0.3},
           {0.0, 0.6, -0.3},
           {-0.4, -0.3, 0.4},
           {0.4, -0.3, 0.4},
           {0.0, 0.5, 0.4}}};
}

inline std::vector<CollisionSpecimen> convex_specimens() {
  return {{"sphere", Shape(Sphere{0.4})},
          {"box", Shape(Box{{0.6, 0.8, 1.0}})},
          {"cylinder", Shape(Cylinder{0.35, 0.9})},
          {"rod", Shape(Rod{1.1})},
          {"capsule", Shape(Capsule{0.25, 0.7})},
          {"cone", Shape(Cone{0.45, 0.9})},
          {"ellipsoid", Shape(Ellipsoid{{0.3, 0.45, 0.6}})},
          {"hull", wedge()},
          {"superquadric", Superquadric{{0.4, 0.5, 0.45}, 0.6, 0.8}}};
}

inline Place random_place(Random& random, double size) {
  const Mat3 R = random.rotation().toRotationMatrix();
  return {R, random.vector(size)};
}

inline Place turned(const Vec3& axis, double angle, const Vec3& x) {
  return {Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix(), x};
}

}  // namespace holon::checks
