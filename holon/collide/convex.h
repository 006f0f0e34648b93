// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <variant>

#include "holon/collide/hull.h"
#include "holon/collide/place.h"

/// Convex shapes as the narrow phase sees them: a core and how far the surface is from it. A ball
/// is a point with a radius and a capsule a segment with one, so that shapes which overlap no
/// deeper than their radii still have cores at a distance, where a normal is well defined.
namespace holon {

/// What a convex shape turns to a direction: a corner, an edge or a face. Points of a face go round
/// counter-clockwise, seen from outside.
struct Feature {
  static constexpr int capacity = 32;
  std::array<Vec3, capacity> points;
  std::array<std::uint16_t, capacity> ids;
  int size = 0;
  Vec3 normal = Vec3::Zero();  ///< of a face, outward

  /// A face that is a disc has points of its rim only.
  bool is_disc = false;
  Vec3 center = Vec3::Zero();
  double radius = 0.0;

  bool is_face() const { return size > 2; }
  void add(const Vec3& p, int id) {
    points[size] = p;
    ids[size++] = static_cast<std::uint16_t>(id);
  }
  /// The same, of a shape that stands at a place.
  void move(const Place& place);
};

struct PointCore {
  Vec3 support(const Vec3& /*d*/) const { return Vec3::Zero(); }
  void feature(const Vec3& d, Feature& out) const;
};

/// Along z, from −half to half.
struct SegmentCore {
  double half;
  Vec3 support(const Vec3& d) const { return {0.0, 0.0, d.z() < 0.0 ? -half : half}; }
  void feature(const Vec3& d, Feature& out) const;
};

struct BoxCore {
  Vec3 half;
  Vec3 support(const Vec3& d) const {
    return {d.x() < 0.0 ? -half.x() : half.x(),
            d.y() < 0.0 ? -half.y() : half.y(),
            d.z() < 0.0 ? -half.z() : half.z()};
  }
  void feature(const Vec3& d, Feature& out) const;
};

struct CylinderCore {
  double radius, half;
  Vec3 support(const Vec3& d) const;
  void feature(const Vec3& d, Feature& out) const;
};

/// Base at z = 0, apex at z = height.
struct ConeCore {
  double radius, height;
  Vec3 support(const Vec3& d) const;
  void feature(const Vec3& d, Feature& out) const;
};

/// The ellipsoid with a skin of thickness `rounding` taken off. What is left is convex as long as
/// the skin is thinner than the smallest radius of curvature, and no ellipsoid; its point furthest
/// along a unit vector d is the ellipsoid's own less rounding · d.
struct EllipsoidCore {
  Vec3 radii;
  double rounding;
  Vec3 support(const Vec3& d) const;
  void feature(const Vec3& d, Feature& out) const;
};

/// ( |x/a|^(2/e₂) + |y/b|^(2/e₂) )^(e₂/e₁) + |z/c|^(2/e₁) = 1, [Barr81].
struct SuperquadricCore {
  Vec3 radii;
  double e1, e2;
  Vec3 support(const Vec3& d) const;
  void feature(const Vec3& d, Feature& out) const;
};

struct HullCore {
  std::shared_ptr<const Hull> hull;
  Vec3 support(const Vec3& d) const { return hull->vertices[hull->furthest(d)]; }
  void feature(const Vec3& d, Feature& out) const;
};

struct TriangleCore {
  std::array<Vec3, 3> corners;
  Vec3 support(const Vec3& d) const;
  void feature(const Vec3& d, Feature& out) const;
};

using Core = std::variant<PointCore,
                          SegmentCore,
                          BoxCore,
                          CylinderCore,
                          ConeCore,
                          EllipsoidCore,
                          SuperquadricCore,
                          HullCore,
                          TriangleCore>;

struct Convex {
  Core core;
  double radius = 0.0;  ///< of the ball that goes round the core
  double size = 0.0;    ///< no point of the shape is farther from its origin

  explicit Convex(Core c, double rounding = 0.0);

  template <class K>
  const K* as() const {
    return std::get_if<K>(&core);
  }
  /// The point of the core that is furthest along d, which is not zero.
  Vec3 core_support(const Vec3& d) const {
    return std::visit([&](const auto& c) { return c.support(d); }, core);
  }
  /// The same for the shape, and a unit vector d.
  Vec3 support(const Vec3& d) const { return core_support(d) + radius * d; }
  /// What the core turns to d. It has the core's furthest point among its points, or near them if
  /// it is round.
  void feature(const Vec3& d, Feature& out) const {
    out.size = 0;
    out.normal.setZero();
    out.is_disc = false;
    std::visit([&](const auto& c) { c.feature(d, out); }, core);
  }
  Bounds bounds(const Place& place) const;
};

}  // namespace holon
