// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/manifold.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace holon {

void ContactPoints::add(const ContactPoint& p) {
  if (!(std::isfinite(p.gap) && p.on_a.allFinite() && p.on_b.allFinite() && p.normal.allFinite())) {
    return;
  }
  if (size_ == capacity) make_room();
  points_[size_++] = p;
}

double ContactPoints::least_gap() const {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < size_; ++i) least = std::min(least, points_[i].gap);
  return least;
}

namespace {

/// The largest score of all points; the first of those that are as large to rounding, so that
/// rounding does not choose.
template <class F>
int best_point(int size, double slack, F&& score) {
  double most = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < size; ++i) most = std::max(most, score(i));
  for (int i = 0; i < size; ++i) {
    if (score(i) >= most - slack) return i;
  }
  return 0;
}

}  // namespace

/// Of those that are deepest to rounding, the one farthest out.
int ContactPoints::deepest() const {
  const double low = least_gap() + 1e-9 * scale_;
  Bounds all;
  for (const ContactPoint& p : *this) all.add(p.on_b);
  const Vec3 middle = all.center();
  return best_point(size_, 1e-6 * scale_ * scale_, [&](int i) {
    return points_[i].gap <= low ? (points_[i].on_b - middle).squaredNorm() : -1.0;
  });
}

void ContactPoints::make_room() {
  constexpr int directions = 16;
  std::array<bool, capacity> stays{};
  stays[deepest()] = true;
  const Vec3 u = points_[0].normal.unitOrthogonal(), v = points_[0].normal.cross(u);
  for (int k = 0; k < directions; ++k) {
    const double phi = 2.0 * std::numbers::pi * k / directions;
    const Vec3 d = std::cos(phi) * u + std::sin(phi) * v;
    stays[best_point(size_, 0.0, [&](int i) { return d.dot(points_[i].on_b); })] = true;
  }
  int kept = 0;
  for (int i = 0; i < size_; ++i) {
    if (stays[i]) points_[kept++] = points_[i];
  }
  size_ = kept;
}

void ContactPoints::reduce(Manifold& out) const {
  out.size = 0;
  if (size_ == 0) return;
  const auto x = [&](int i) -> const Vec3& { return points_[i].on_b; };
  const int a = deepest();
  out.points[out.size++] = points_[a];
  // what is farthest from it
  double area = 0.0;
  for (int i = 0; i < size_; ++i) area = std::max(area, (x(i) - x(a)).squaredNorm());
  if (!(std::sqrt(area) > 1e-7 * scale_)) return;
  constexpr double rounding = 1e-6;
  const int b =
      best_point(size_, rounding * area, [&](int i) { return (x(i) - x(a)).squaredNorm(); });
  out.points[out.size++] = points_[b];

  // on either side of the line between them, what makes the largest triangle
  const Vec3& n = points_[a].normal;
  const auto turn = [&](int i, int j, int k) { return n.dot((x(j) - x(i)).cross(x(k) - x(i))); };
  const int c = best_point(size_, rounding * area, [&](int i) { return std::abs(turn(a, b, i)); });
  if (!(std::abs(turn(a, b, c)) > 1e-6 * area)) return;
  out.points[out.size++] = points_[c];
  // outside of all three, by the most
  const double side = turn(a, b, c) > 0.0 ? 1.0 : -1.0;
  const auto outside = [&](int i) {
    return std::max({-side * turn(a, b, i), -side * turn(b, c, i), -side * turn(c, a, i)});
  };
  const int d = best_point(size_, rounding * area, outside);
  if (outside(d) > 1e-6 * area) out.points[out.size++] = points_[d];
}

namespace {

/// A polygon that is cut, or a segment if it has two points. Side i runs from point i on; a point
/// is known by the sides that meet there.
struct CutPolygon {
  static constexpr int capacity = 2 * Feature::capacity + 2;
  static constexpr std::uint16_t cut_side = 0x8000;  ///< a bit of the numbers of new sides
  std::array<Vec3, capacity> points;
  std::array<std::uint16_t, capacity> sides;
  int size = 0;

  explicit CutPolygon(const Feature& f) : size(f.size) {
    std::copy_n(f.points.begin(), size, points.begin());
    std::copy_n(f.ids.begin(), size, sides.begin());
  }
  int before(int i) const { return i == 0 ? size - 1 : i - 1; }
  std::uint32_t feature(int i) const { return feature_of(sides[before(i)], sides[i]); }
  bool is_crossing(int i) const { return ((sides[before(i)] | sides[i]) & cut_side) != 0; }

  /// Keeps what is where n·x ≤ offset. The new side gets the number `id`.
  void cut(const Vec3& n, double offset, std::uint16_t id) {
    CutPolygon in = *this;
    size = 0;
    for (int i = 0; i < in.size; ++i) {
      const int j = i + 1 == in.size ? 0 : i + 1;
      const double h = n.dot(in.points[i]) - offset, k = n.dot(in.points[j]) - offset;
      if (h <= 0.0) add(in.points[i], in.sides[i]);
      if ((h < 0.0) == (k < 0.0) || h == 0.0 || k == 0.0) continue;
      if (in.size == 2 && j == 0) continue;  // a segment has no way back
      // leaving, the side ends here and the new one begins; entering, the new one ends here
      if (size < capacity)
        add(in.points[i] + h / (h - k) * (in.points[j] - in.points[i]), h < 0.0 ? id : in.sides[i]);
    }
  }
  void add(const Vec3& p, std::uint16_t side) {
    points[size] = p;
    sides[size++] = side;
  }
};

/// One face against what the other shape turns to it, whose points are above the face's plane by
/// gaps along the contact's normal.
class FaceContact {
 public:
  FaceContact(const Feature& face,
              bool face_is_b,
              const Vec3& normal,
              std::array<double, 2> radii,
              double margin,
              ContactPoints& out)
      : face_(face),
        face_is_b_(face_is_b),
        normal_(normal),
        radii_(radii),
        margin_(margin),
        out_(out) {}

  void add_all(const Feature& other) const {
    if (face_.is_disc) {
      cut_by_disc(other);
    } else {
      cut_by_polygon(other);
    }
  }

 private:
  /// A point of the other feature.
  void add(const Vec3& p, std::uint32_t feature, bool crossing) const {
    const double toward_b = face_is_b_ ? -1.0 : 1.0;
    const double height = face_.normal.dot(p - face_.points[0]);
    const double gap = height / std::abs(face_.normal.dot(normal_)) - radii_[0] - radii_[1];
    if (!(gap <= margin_)) return;
    const Vec3 on_other = p - toward_b * radii_[face_is_b_ ? 0 : 1] * normal_;
    const Vec3 on_face = on_other - toward_b * gap * normal_;
    out_.add({face_is_b_ ? on_other : on_face,
              face_is_b_ ? on_face : on_other,
              normal_,
              gap,
              crossing || face_is_b_ ? feature | crossing_feature : feature & ~crossing_feature});
  }

  void cut_by_polygon(const Feature& other) const {
    CutPolygon polygon(other);
    for (int i = 0; i < face_.size && polygon.size > 0; ++i) {
      const Vec3& p = face_.points[i];
      const Vec3& q = face_.points[i + 1 == face_.size ? 0 : i + 1];
      const Vec3 out = (q - p).cross(face_is_b_ ? Vec3(-normal_) : normal_);
      // what lies on the border to rounding is kept
      const double length = out.norm();
      polygon.cut(out / length,
                  out.dot(p) / length + 1e-12 * length,
                  static_cast<std::uint16_t>(CutPolygon::cut_side | face_.ids[i]));
    }
    for (int i = 0; i < polygon.size; ++i) {
      add(polygon.points[i], polygon.feature(i), polygon.is_crossing(i));
    }
  }

  /// Of the other's corners those above the disc, where its sides cross the rim, and those points
  /// of the rim that are below the other.
  void cut_by_disc(const Feature& other) const {
    const Vec3 down = normal_ / face_.normal.dot(normal_);
    const auto flat = [&](const Vec3& v) -> Vec3 { return v - face_.normal.dot(v) * down; };
    const double rr = face_.radius * face_.radius * (1.0 + 1e-12);
    const int n_sides = other.size == 2 ? 1 : other.size;
    for (int i = 0; i < other.size; ++i) {
      const Vec3 p = flat(other.points[i] - face_.center);
      if (p.squaredNorm() <= rr) {
        add(other.points[i], feature_of(other.ids[i], 0x100), false);
      }
      if (i >= n_sides) continue;
      const Vec3& next = other.points[i + 1 == other.size ? 0 : i + 1];
      const Vec3 e = flat(next - other.points[i]);
      const double ee = e.squaredNorm(), pe = p.dot(e), root = pe * pe - ee * (p.dot(p) - rr);
      if (!(root > 0.0) || ee == 0.0) continue;
      for (const double side : {-1.0, 1.0}) {
        const double t = (-pe + side * std::sqrt(root)) / ee;
        if (!(t > 0.0 && t < 1.0)) continue;
        add(other.points[i] + t * (next - other.points[i]),
            feature_of(other.ids[i], side < 0.0 ? 0x200 : 0x300),
            true);
      }
    }
    if (other.is_face()) add_rim(other);
  }

  void add_rim(const Feature& other) const {
    const double slope = other.normal.dot(normal_);
    if (!(std::abs(slope) > 0.5)) return;
    for (int k = 0; k < face_.size; ++k) {
      // along the normal to the other's plane
      const double h = other.normal.dot(other.points[0] - face_.points[k]) / slope;
      const Vec3 x = face_.points[k] + h * normal_;
      bool inside = true;
      for (int i = 0; i < other.size && inside; ++i) {
        const Vec3& p = other.points[i];
        const Vec3& q = other.points[i + 1 == other.size ? 0 : i + 1];
        inside = (q - p).cross(other.normal).dot(x - p) <= 0.0;
      }
      if (inside) add(x, feature_of(face_.ids[k], 0x400), true);
    }
  }

  const Feature& face_;
  bool face_is_b_;
  Vec3 normal_;
  std::array<double, 2> radii_;
  double margin_;
  ContactPoints& out_;
};

/// Two edges side by side: the ends of the stretch along which they are.
void add_along_edges(const Feature& e,
                     const Feature& f,
                     const Vec3& normal,
                     double radius_a,
                     double radius_b,
                     double margin,
                     ContactPoints& out) {
  const Vec3 along = e.points[1] - e.points[0], other = f.points[1] - f.points[0];
  const double ee = along.squaredNorm();
  // Where edges cross at more than so much, one point is what there is.
  constexpr double crossing = 0.1;
  if (!(along.cross(other).norm() < crossing * std::sqrt(ee) * other.norm())) return;
  if (!(std::abs(along.dot(normal)) < 0.5 * std::sqrt(ee))) return;
  const double at0 = along.dot(f.points[0] - e.points[0]) / ee;
  const double at1 = along.dot(f.points[1] - e.points[0]) / ee;
  const double begin = std::max(0.0, std::min(at0, at1)), end = std::min(1.0, std::max(at0, at1));
  if (!(begin < end)) return;
  for (const double t : {begin, end}) {
    const Vec3 on_e = e.points[0] + t * along;
    const Vec3 on_f = f.points[0] + (t - at0) / (at1 - at0) * other;
    const double gap = normal.dot(on_f - on_e) - radius_a - radius_b;
    if (!(gap <= margin)) continue;
    // in the middle between the edges, which need not be exactly above each other
    const Vec3 middle = 0.5 * (on_e + radius_a * normal + on_f - radius_b * normal);
    out.add({middle - 0.5 * gap * normal,
             middle + 0.5 * gap * normal,
             normal,
             gap,
             feature_of(t == begin ? 1 : 2, 0x500) & ~crossing_feature});
  }
}

}  // namespace

void span_faces(const Convex& a,
                const Convex& b,
                const Place& B,
                const Vec3& normal,
                double margin,
                ContactPoints& out) {
  Feature of_a, of_b;
  a.feature(normal, of_a);
  b.feature(B.R.transpose() * -normal, of_b);
  of_b.move(B);
  if (of_a.size == 2 && of_b.size == 2) {
    add_along_edges(of_a, of_b, normal, a.radius, b.radius, margin, out);
    return;
  }
  // Of two faces the one that is more across the normal is cut with; the other may be oblique.
  constexpr double across = 0.96;
  const double level_a = of_a.is_face() ? of_a.normal.dot(normal) : -1.0;
  const double level_b = of_b.is_face() ? -of_b.normal.dot(normal) : -1.0;
  if (std::max(level_a, level_b) < across) return;
  // what is as level in both shapes is decided the same way in every step
  const bool face_is_b = level_b > level_a + 1e-9;
  const Feature& face = face_is_b ? of_b : of_a;
  const Feature& other = face_is_b ? of_a : of_b;
  if (other.size < 2) return;
  FaceContact(face, face_is_b, normal, {a.radius, b.radius}, margin, out).add_all(other);
}

void span_contact(const Convex& a,
                  const Convex& b,
                  const Place& B,
                  const Nearest& at,
                  double margin,
                  ContactPoints& out) {
  if (!(at.gap <= margin)) return;
  span_faces(a, b, B, at.normal, margin, out);
  // The nearest points themselves, unless points as near are there.
  if (!(out.least_gap() <= at.gap + 1e-9 * (a.size + b.size))) {
    out.add({at.on_a, at.on_b, at.normal, at.gap, nearest_feature});
  }
}

}  // namespace holon
