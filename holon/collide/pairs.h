// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "holon/collide/collision_shape.h"
#include "holon/collide/manifold.h"

/// How shapes of some forms touch each other, in the axes of the first; collide.h chooses.
namespace holon {

void touch_convex(
    const Convex& a, const Convex& b, const Place& B, double margin, ContactPoints& out);
void touch_boxes(
    const Convex& a, const Convex& b, const Place& B, double margin, ContactPoints& out);
void touch_half_space(
    const HalfSpace& a, const Convex& b, const Place& B, double margin, ContactPoints& out);

/// What touches a surface, gathered by normals: triangles with the same one make one manifold.
class SurfaceContacts {
 public:
  /// Manifolds are appended to `out`.
  SurfaceContacts(const TriangleSurface& surface, double margin, std::vector<Manifold>& out)
      : surface_(surface), margin_(margin), out_(out) {}

  void touch(const Convex& b, const Place& B);
  /// After all have been touched.
  void finish();

 private:
  void gather(const ContactPoints& points, int triangle, double scale);

  const TriangleSurface& surface_;
  double margin_;
  std::vector<Manifold>& out_;
  /// The last few normals; when another one comes, the oldest is done.
  static constexpr int capacity = 6;
  std::array<ContactPoints, capacity> groups_;
  int size_ = 0;
};

}  // namespace holon
