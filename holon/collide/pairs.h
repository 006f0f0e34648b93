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
  /// Manifolds are appended to `out`. One at a time in a thread.
  SurfaceContacts(const TriangleSurface& surface, double margin, std::vector<Manifold>& out);

  /// A body, or one of several, with a number.
  void touch(const Convex& b, const Place& B, int number);
  /// After all have been touched; body(number) are these, at B.
  template <class F>
  void finish(F&& body, const Place& B) {
    for (const Doubtful& d : doubtful_) touch_in_front(body(d.body), B, d);
    gather_all();
  }

 private:
  /// A triangle that a body touches in a direction in which the whole surface would not be touched
  /// there.
  struct Doubtful {
    int body, triangle;
    Vec3 normal;
    double gap;
  };
  static std::vector<Doubtful>& room();
  void note_admitted(const Vec3& normal);
  bool is_admitted(const Vec3& normal, double cosine) const;
  double least_gap(const Doubtful& d, double size) const;
  void touch_in_front(const Convex& b, const Place& B, const Doubtful& d);
  void gather(const ContactPoints& points, int triangle, double scale);
  void gather_all();

  const TriangleSurface& surface_;
  double margin_;
  std::vector<Manifold>& out_;
  /// The last few normals; when another one comes, the oldest is done.
  static constexpr int capacity = 6;
  std::array<ContactPoints, capacity> groups_;
  int size_ = 0;
  std::vector<Doubtful>& doubtful_;
  /// Directions in which the surface has been touched; of too many, the first.
  static constexpr int most_admitted = 24;
  std::array<Vec3, most_admitted> admitted_;
  int n_admitted_ = 0;
};

}  // namespace holon
