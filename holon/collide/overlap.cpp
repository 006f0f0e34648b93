// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "holon/collide/nearest.h"

namespace holon {
namespace {

/// A polytope inside B − A with the origin in it, that grows where it is nearest to the origin
/// until it meets the surface there. What does not fit its room, or what rounding spoils, ends it
/// with the best direction so far: the depth along any direction is a bound for the least one.
class Expansion {
 public:
  Expansion(const DifferenceOf& cores, double size) : cores_(cores), size_(size) {}

  /// Begins with the simplex, made a tetrahedron; false if all of B − A is flat.
  bool begin(Simplex& s) {
    s = grown(s);
    if (s.size < 4) return false;
    for (int i = 0; i < 4; ++i) points_[i] = s.points[i];
    n_points_ = 4;
    const Vec3 &p = points_[0].w, &q = points_[1].w, &r = points_[2].w;
    const bool turned = (q - p).cross(r - p).dot(points_[3].w - p) > 0.0;
    const int i = turned ? 2 : 1, j = turned ? 1 : 2;
    n_faces_ = 4;
    faces_[0] = face(0, i, j, {3, 2, 1});
    faces_[1] = face(0, j, 3, {0, 2, 3});
    faces_[2] = face(j, i, 3, {0, 3, 1});
    faces_[3] = face(i, 0, 3, {0, 1, 2});
    return true;
  }

  Nearest grow() {
    Face best = faces_[0];
    double depth = std::numeric_limits<double>::infinity();
    while (n_points_ < max_points) {
      const int at = nearest_face();
      const Face& f = faces_[at];
      const Difference next = cores_.support(f.normal);
      const double reach = f.normal.dot(next.w);
      if (reach < depth) {
        best = f;
        depth = reach;
      }
      if (reach - f.offset <= 1e-12 * size_) break;
      points_[n_points_] = next;
      if (!replace_seen(at, n_points_++)) break;
    }
    return result(best, depth);
  }

  /// A flat difference: it overlaps by nothing, across the plane.
  Nearest flat(const Simplex& s) const {
    Vec3 n = Vec3::UnitZ();
    if (s.size >= 3) {
      n = (s.points[1].w - s.points[0].w).cross(s.points[2].w - s.points[0].w).normalized();
    } else if (s.size == 2) {
      n = (s.points[1].w - s.points[0].w).unitOrthogonal();
    }
    if (n.dot(cores_.B.x) < 0.0) n = -n;
    return {s.on_a(), s.on_b(), n, 0.0};
  }

 private:
  static constexpr int max_points = 128, max_faces = 2 * max_points - 4, max_sides = max_faces;
  static constexpr double needle = 1e300, gone = 2e300;  // offsets of what is nearest to nothing
  struct Face {
    std::array<int, 3> corners;
    std::array<int, 3> across;  ///< the face behind the side from corner i on
    Vec3 normal;
    double offset;
  };
  struct Side {
    int from, to, behind;
  };

  /// Points added until the simplex has a volume, or all directions have been tried.
  Simplex grown(Simplex s) const {
    const double flat = 1e-10 * size_;
    const auto try_add = [&](const Vec3& d, auto&& height) {
      for (const double side : {1.0, -1.0}) {
        const Difference p = cores_.support(side * d);
        if (!(height(p.w) > flat)) continue;
        s.points[s.size] = p;
        s.weights[s.size++] = 0.0;
        return true;
      }
      return false;
    };
    const auto at = [&](int i) -> const Vec3& { return s.points[i].w; };
    if (s.size == 1) {
      const auto height = [&](const Vec3& w) { return (w - at(0)).norm(); };
      for (int k = 0; k < 3 && s.size == 1; ++k) try_add(Vec3::Unit(k), height);
    }
    if (s.size == 2) {
      const Vec3 e = (at(1) - at(0)).normalized(), u = e.unitOrthogonal(), v = e.cross(u);
      const auto height = [&](const Vec3& w) { return (w - at(0)).cross(e).norm(); };
      if (!try_add(u, height)) try_add(v, height);
    }
    if (s.size == 3) {
      const Vec3 n = (at(1) - at(0)).cross(at(2) - at(0)).normalized();
      try_add(n, [&](const Vec3& w) { return std::abs((w - at(0)).dot(n)); });
    }
    return s;
  }

  /// A needle has no normal: nothing is nearest there, and all see it.
  Face face(int a, int b, int c, std::array<int, 3> across) const {
    const Vec3 &p = points_[a].w, &q = points_[b].w, &r = points_[c].w;
    const Vec3 n = (q - p).cross(r - p);
    const double area = n.norm();
    const double longest = std::max({(q - p).norm(), (r - p).norm(), (r - q).norm()});
    if (!(area > 1e-14 * size_ * longest)) return {{a, b, c}, across, Vec3::Zero(), needle};
    return {{a, b, c}, across, n / area, n.dot(p + q + r) / (3.0 * area)};
  }

  /// Of all faces at first; later of those about late points only, so that of many places that are
  /// as near, as round the tip of a cone, one is followed to its end.
  int nearest_face() const {
    constexpr int early = max_points / 2;
    int at = -1;
    for (int i = 0; i < n_faces_; ++i) {
      const auto& [a, b, c] = faces_[i].corners;
      if (n_points_ > early && std::max({a, b, c}) < early) continue;
      if (at < 0 || faces_[i].offset < faces_[at].offset) at = i;
    }
    return at;
  }

  /// Takes away the faces that the new point sees from a first one on, and closes the gap with new
  /// ones in their stead. False if there is no room, or rounding has left no clean border.
  bool replace_seen(int first, int point) {
    n_gone_ = n_sides_ = 0;
    if (!take_away(first, 0, points_[point].w) || n_faces_ + n_sides_ - n_gone_ > max_faces) {
      return false;
    }
    for (int i = 0; i < n_sides_; ++i) {
      if (sides_[i].to != sides_[(i + 1) % n_sides_].from) return false;
    }
    while (n_gone_ < n_sides_) gone_[n_gone_++] = n_faces_++;
    if (n_gone_ > n_sides_) return false;
    for (int i = 0; i < n_sides_; ++i) {
      const Side& s = sides_[i];
      const int next = gone_[(i + 1) % n_sides_], last = gone_[(i + n_sides_ - 1) % n_sides_];
      faces_[gone_[i]] = face(s.from, s.to, point, {s.behind, next, last});
      Face& behind = faces_[s.behind];
      for (int k = 0; k < 3; ++k) {
        if (behind.corners[k] == s.to && behind.corners[(k + 1) % 3] == s.from) {
          behind.across[k] = gone_[i];
        }
      }
    }
    return true;
  }

  /// Goes from face to face as far as w sees; where it sees no more is the border, in order.
  bool take_away(int at, int first_side, const Vec3& w) {
    Face& f = faces_[at];
    if (n_gone_ == max_sides) return false;
    f.offset = gone;
    gone_[n_gone_++] = at;
    for (int k = 0; k < 3; ++k) {
      const int side = (first_side + k) % 3;
      const Face& next = faces_[f.across[side]];
      if (next.offset == gone) continue;
      const int to = f.corners[(side + 1) % 3];
      if (next.offset == needle || next.normal.dot(w) - next.offset > -1e-14 * size_) {
        int entry = 0;
        while (entry < 2 && next.corners[entry] != to) ++entry;
        if (!take_away(f.across[side], (entry + 1) % 3, w)) return false;
      } else {
        if (n_sides_ == max_sides) return false;
        sides_[n_sides_++] = {f.corners[side], to, f.across[side]};
      }
    }
    return true;
  }

  /// The gap along the normal is what the shapes have there, not what has been reached of it.
  Nearest result(const Face& f, double depth) const {
    const Vec3& n = f.normal;
    const auto& [i, j, k] = f.corners;
    const Vec3 &p = points_[i].w, &q = points_[j].w, &r = points_[k].w;
    const Vec3 foot = n * (n.dot(p + q + r) / 3.0), all = (q - p).cross(r - p);
    const double nn = all.squaredNorm();
    double u = (q - foot).cross(r - foot).dot(all) / nn;
    double v = (r - foot).cross(p - foot).dot(all) / nn;
    u = std::clamp(u, 0.0, 1.0);
    v = std::clamp(v, 0.0, 1.0 - u);
    const double w = 1.0 - u - v;
    const Vec3 on_a = u * points_[i].a + v * points_[j].a + w * points_[k].a;
    const Vec3 on_b = u * points_[i].b + v * points_[j].b + w * points_[k].b;
    // both half way between where the two surfaces were found, at the depth along n
    const Vec3 middle = 0.5 * (on_a + on_b);
    return {middle - 0.5 * depth * n, middle + 0.5 * depth * n, -n, -depth};
  }

  const DifferenceOf& cores_;
  double size_;
  std::array<Difference, max_points> points_;
  std::array<Face, max_faces> faces_;
  std::array<Side, max_sides> sides_;
  std::array<int, max_sides> gone_;
  int n_points_ = 0, n_faces_ = 0, n_sides_ = 0, n_gone_ = 0;
};

}  // namespace

Nearest least_overlap(const DifferenceOf& cores, Simplex start) {
  Expansion expansion(cores, cores.a.size + cores.b.size);
  if (!expansion.begin(start)) return expansion.flat(start);
  return expansion.grow();
}

}  // namespace holon
