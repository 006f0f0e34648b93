// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holon/collide/collision_shape.h"

/// What an object is like to what touches it.
namespace holon {

using CollisionShapeKinds = TypeList<Sphere,
                                     Box,
                                     Cylinder,
                                     Rod,
                                     Capsule,
                                     Cone,
                                     Ellipsoid,
                                     Mesh,
                                     HalfSpace,
                                     ConvexHull,
                                     Superquadric,
                                     TriangleSheet,
                                     HeightGrid>;
using AnyCollisionShape = VariantOf<CollisionShapeKinds>;

/// A shape somewhere on an object, in the object's axes.
struct CollisionPart {
  AnyCollisionShape shape;
  Vec3 at = Vec3::Zero();
  Quat orientation = Quat::Identity();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("shape", self.shape, "what touches");
    visit("at", self.at, "where its origin is on the object [m]");
    visit("orientation", self.orientation, "how it is turned there, quaternion w x y z");
  }
  void check(Diagnostics& d) const;
};

/// What two surfaces do to each other where they touch.
struct SurfacePair {
  double friction = 0.5;         ///< of what slides
  double static_friction = 0.0;  ///< of what sticks; no less than `friction`
  double restitution = 0.0;
  double bounce_speed = 0.01;  ///< what approaches more slowly does not bounce [m/s]
  double rolling_friction = 0.0;
  double spinning_friction = 0.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("friction", self.friction, "coefficient of friction of what slides");
    visit("static_friction",
          self.static_friction,
          "coefficient of friction of what sticks, if larger than 'friction'");
    visit("restitution",
          self.restitution,
          "how fast things part after a blow, of how fast they met: 0 to 1");
    visit("bounce_speed", self.bounce_speed, "what meets more slowly does not bounce [m/s]");
    visit("rolling_friction",
          self.rolling_friction,
          "torque against rolling over the force of the contact [m]");
    visit("spinning_friction",
          self.spinning_friction,
          "torque against spinning about the normal over the force of the contact [m]");
  }
  void check(Diagnostics& d) const;
  /// Two surfaces that nothing is said of as a pair: friction is the geometric mean, and of all
  /// else the larger counts.
  static SurfacePair of(const SurfacePair& a, const SurfacePair& b);
};

/// How an object touches others. Without one it goes through everything.
struct Collision {
  static constexpr int layers = 32;

  std::vector<CollisionPart> shapes;
  SurfacePair surface;
  std::string material;
  int layer = 0;
  std::vector<int> ignores;
  bool joined = false;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("shapes", self.shapes, "what touches");
    SurfacePair::fields(self.surface, visit);
    visit("material", self.material, "name, for pairs of materials that have their own friction");
    visit("layer", self.layer, "0 to 31");
    visit("ignores", self.ignores, "layers that it goes through");
    visit("joined", self.joined, "whether it touches even what a constraint joins it to");
  }
  void check(Diagnostics& d) const;
  /// One shape at the origin of the object.
  static std::shared_ptr<const Collision> of(AnyCollisionShape shape, SurfacePair surface = {});
};

/// What is said of two materials: it counts wherever they touch.
struct MaterialPair {
  static constexpr std::string_view required[] = {"a", "b"};
  std::string a, b;
  SurfacePair surface;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "name of a material");
    visit("b", self.b, "name of the other, or the same");
    SurfacePair::fields(self.surface, visit);
  }
  void check(Diagnostics& d) const;
};

}  // namespace holon
