// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "holon/collide/nearest.h"

namespace holon {

/// Where two shapes touch, or nearly so: a point of each, in the world, and the unit normal from A
/// to B, so that on_b = on_a + gap · normal. They overlap where the gap is negative.
struct ContactPoint {
  Vec3 on_a, on_b, normal;
  double gap;
  std::uint32_t feature;  ///< the same from step to step as long as the same features touch
};

/// Points that span what touches, the deepest first. In a manifold all have the same normal.
struct Manifold {
  static constexpr int capacity = 4;
  std::array<ContactPoint, capacity> points;
  int size = 0;

  const ContactPoint* begin() const { return points.data(); }
  const ContactPoint* end() const { return points.data() + size; }
};

/// Candidates of a manifold, and the choice among them.
class ContactPoints {
 public:
  /// The size of what touches: points that are nearer to each other than 1e-7 of it are one.
  explicit ContactPoints(double size = 1.0) : scale_(size) {}

  bool empty() const { return size_ == 0; }
  const ContactPoint* begin() const { return points_.data(); }
  const ContactPoint* end() const { return points_.data() + size_; }
  /// A point with a gap that is no number is left out. When there is no room, those go that neither
  /// are the deepest nor stick out.
  void add(const ContactPoint& p);
  double least_gap() const;
  /// At most four: the deepest; the one farthest from it; and those which make the triangle and
  /// then the quadrangle of these largest, seen along the normal.
  void reduce(Manifold& out) const;

 private:
  static constexpr int capacity = 40;
  int deepest() const;
  void make_room();

  double scale_;
  std::array<ContactPoint, capacity> points_;
  int size_ = 0;
};

/// From the nearest points of two convex shapes to all that spans the contact there, in A's axes:
/// the features that they turn to each other, one cut off where the other ends. Points with gaps of
/// more than `margin` are left out.
void span_contact(const Convex& a,
                  const Convex& b,
                  const Place& B,
                  const Nearest& at,
                  double margin,
                  ContactPoints& out);

/// The same without the nearest points, for shapes whose normal and gap alone are known. Nothing
/// comes out where the features are not above each other.
void span_faces(const Convex& a,
                const Convex& b,
                const Place& B,
                const Vec3& normal,
                double margin,
                ContactPoints& out);

/// Features with this bit are where sides of both shapes cross, or of the one that is cut with.
inline constexpr std::uint32_t crossing_feature = 0x80000000U;
/// The nearest points of two shapes, whatever features they are on.
inline constexpr std::uint32_t nearest_feature = 0x7fff0000U;
/// A number of two; small numbers that differ give different ones.
inline std::uint32_t feature_of(std::uint32_t a, std::uint32_t b) {
  return (a * 0x9e3779b1U ^ (a >> 15)) + b * 0x85ebca77U + 1U;
}

}  // namespace holon
