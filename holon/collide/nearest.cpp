// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/nearest.h"

#include <cmath>

namespace holon {

Vec3 Simplex::on_a() const {
  Vec3 p = Vec3::Zero();
  for (int i = 0; i < size; ++i) p += weights[i] * points[i].a;
  return p;
}

Vec3 Simplex::on_b() const {
  Vec3 p = Vec3::Zero();
  for (int i = 0; i < size; ++i) p += weights[i] * points[i].b;
  return p;
}

namespace {

Vec3 reduce_segment(Simplex& s) {
  const Vec3& p = s.points[0].w;
  const Vec3 e = s.points[1].w - p;
  const double along = -p.dot(e), all = e.squaredNorm();
  if (along > 0.0 && along < all) {
    const double t = along / all;
    s.weights = {1.0 - t, t};
    // from the nearer end, so that the part along e goes to rounding of what is small
    const Vec3 v = t < 0.5 ? Vec3(p + t * e) : Vec3(s.points[1].w - (1.0 - t) * e);
    return v - e * (v.dot(e) / all);
  }
  if (along > 0.0) s.points[0] = s.points[1];
  s.size = 1;
  s.weights[0] = 1.0;
  return s.points[0].w;
}

/// The best of simplices with one point left out, for each point where `out` says so.
template <class Reduce>
Vec3 reduce_without(Simplex& s, const std::array<bool, 4>& out, Reduce&& reduce_rest) {
  Simplex best;
  Vec3 v = Vec3::Zero();
  for (int i = 0; i < s.size; ++i) {
    if (!out[i]) continue;
    Simplex rest;
    for (int k = 0; k < s.size; ++k) {
      if (k != i) rest.points[rest.size++] = s.points[k];
    }
    const Vec3 u = reduce_rest(rest);
    if (best.size == 0 || u.squaredNorm() < v.squaredNorm()) {
      best = rest;
      v = u;
    }
  }
  s = best;
  return v;
}

// The origin's shadow in the plane of the triangle has as weights the areas that it makes with the
// sides, measured where the triangle is largest among the planes of the axes [Montanari17].
Vec3 reduce_triangle(Simplex& s) {
  const Vec3 &p = s.points[0].w, &q = s.points[1].w, &r = s.points[2].w;
  const Vec3 n = (q - p).cross(r - p);
  const double nn = n.squaredNorm();
  std::array<double, 3> area{};
  if (nn > 0.0) {
    Vec3 v = n * (n.dot(p + q + r) / 3.0 / nn);
    int k = 0;
    n.cwiseAbs().maxCoeff(&k);
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const auto cross = [&](const Vec3& x, const Vec3& y) {
      return (x[i] - v[i]) * (y[j] - v[j]) - (x[j] - v[j]) * (y[i] - v[i]);
    };
    const double sign = n[k] < 0.0 ? -1.0 : 1.0;
    area = {sign * cross(q, r), sign * cross(r, p), sign * cross(p, q)};
    const double all = area[0] + area[1] + area[2];
    if (area[0] > 0.0 && area[1] > 0.0 && area[2] > 0.0) {
      s.weights = {area[0] / all, area[1] / all, area[2] / all};
      return v;
    }
  }
  return reduce_without(
      s, {!(area[0] > 0.0), !(area[1] > 0.0), !(area[2] > 0.0), false}, reduce_segment);
}

Vec3 reduce_tetrahedron(Simplex& s) {
  const auto volume = [](const Vec3& p, const Vec3& q, const Vec3& r) { return p.dot(q.cross(r)); };
  const Vec3 &p = s.points[0].w, &q = s.points[1].w, &r = s.points[2].w, &t = s.points[3].w;
  const double all = volume(q - p, r - p, t - p);
  const double sign = all < 0.0 ? -1.0 : 1.0;
  const std::array<double, 4> part = {sign * volume(q, r, t),
                                      -sign * volume(p, r, t),
                                      sign * volume(p, q, t),
                                      -sign * volume(p, q, r)};
  // a tetrahedron that is flat to rounding has no inside
  const double scale = (q - p).norm() * (r - p).norm() * (t - p).norm();
  const bool solid = std::abs(all) > 1e-15 * scale;
  std::array<bool, 4> out{};
  bool inside = solid;
  for (int i = 0; i < 4; ++i) {
    out[i] = !solid || !(part[i] > 0.0);
    inside = inside && !out[i];
  }
  if (!inside) return reduce_without(s, out, reduce_triangle);
  for (int i = 0; i < 4; ++i) s.weights[i] = part[i] / std::abs(all);
  return Vec3::Zero();
}

bool holds(const Simplex& s, const Vec3& w) {
  for (int i = 0; i < s.size; ++i) {
    if (s.points[i].w == w) return true;
  }
  return false;
}

Nearest with_radii(const Nearest& cores, double radius_a, double radius_b) {
  const Vec3& n = cores.normal;
  return {cores.on_a + radius_a * n, cores.on_b - radius_b * n, n, cores.gap - radius_a - radius_b};
}

}  // namespace

Vec3 reduce(Simplex& s) {
  switch (s.size) {
    case 1:
      s.weights[0] = 1.0;
      return s.points[0].w;
    case 2:
      return reduce_segment(s);
    case 3:
      return reduce_triangle(s);
    default:
      return reduce_tetrahedron(s);
  }
}

Nearest nearest(const Convex& a, const Convex& b, const Place& B, double far) {
  Nearest exact;
  if (nearest_cores(a, b, B, exact)) return with_radii(exact, a.radius, b.radius);
  constexpr int max_steps = 128;
  const DifferenceOf cores{a, b, B};
  const double size = a.size + b.size;
  const double touching = 1e-8 * size;
  const double radii = a.radius + b.radius;

  Simplex s;
  const Vec3 start = B.x.squaredNorm() > 0.0 ? B.x : Vec3::UnitX();
  s.points[s.size++] = cores.support(-start);
  Vec3 v = reduce(s);
  for (int step = 0; step < max_steps && s.size < 4 && v.norm() > touching; ++step) {
    const Difference next = cores.support(-v);
    const double vv = v.squaredNorm(), vw = v.dot(next.w);
    const double away = vw / std::sqrt(vv);  // no point of the difference is nearer
    if (away > far + radii) return {{}, {}, v / std::sqrt(vv), away - radii};
    // Nothing is nearer by more than rounding.
    if (vv - vw <= 1e-15 * vv || holds(s, next.w)) break;
    Simplex grown = s;
    grown.points[grown.size++] = next;
    const Vec3 u = reduce(grown);
    if (grown.size < 4 && !(u.squaredNorm() < vv)) break;
    s = grown;
    v = u;
  }

  if (s.size < 4 && v.norm() > touching) {
    const double d = v.norm();
    return with_radii({s.on_a(), s.on_b(), v / d, d}, a.radius, b.radius);
  }
  return with_radii(least_overlap(cores, s), a.radius, b.radius);
}

}  // namespace holon
