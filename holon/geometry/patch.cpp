// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/patch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/LU>

#include "holon/math/diagnostics.h"
#include "holon/math/dual.h"

namespace holon {
namespace {

constexpr double reach_beyond_edges = 1.0;  // pieces

Mat2 first_form(const PatchJet& p) {
  const double mixed = p.ru.dot(p.rv);
  Mat2 G;
  G << p.ru.squaredNorm(), mixed, mixed, p.rv.squaredNorm();
  return G;
}

/// The components along n of the second derivatives.
Mat2 second_form(const PatchJet& p, const Vec3& n) {
  const double mixed = n.dot(p.ruv);
  Mat2 B;
  B << n.dot(p.ruu), mixed, mixed, n.dot(p.rvv);
  return B;
}

/// Half the second derivative of |x − r|² by (u, v), d = x − r; where that is no minimum, what is
/// left of it on a flat surface, which makes every step one downhill.
Mat2 gap_curvature(const PatchJet& p, const Vec3& d) {
  Mat2 G = first_form(p);
  Mat2 Q = G - second_form(p, d);
  if (Q(0, 0) > 0.0 && Q.determinant() > 1e-8 * G.determinant()) return Q;
  G.diagonal().array() += 1e-12 * G.trace() + std::numeric_limits<double>::min();
  return G;
}

}  // namespace

Vec3 normal_of(const PatchJet& p) {
  const Vec3 n = p.ru.cross(p.rv);
  const double size = n.norm();
  return size > 0.0 ? Vec3(n / size) : Vec3::UnitZ();
}

ParameterJets parameters_of(const LongPatchJet& p, const SurfaceFoot& foot, const Vec3& x) {
  const Vec3 d = x - p.r;
  const Vec3 r1[2] = {p.ru, p.rv}, r2[3] = {p.ruu, p.ruv, p.rvv};
  const Vec3 r3[4] = {p.ruuu, p.ruuv, p.ruvv, p.rvvv};
  const Mat2 G = first_form(p);
  Mat2 A = G - second_form(p, d);
  if (!(std::abs(A.determinant()) > 1e-9 * G.determinant())) A = G;  // as in Patch::at()
  const Mat2 inverse = A.inverse();
  Eigen::Matrix<double, 3, 2> T;
  T << p.ru, p.rv;
  const Eigen::Matrix<double, 3, 2> slope = T * inverse;  // ∂u/∂x and ∂v/∂x
  const Vec2 ahead = slope.transpose() * d;               // where the foot could not follow
  Mat3 right[2];                                          // of (4)
  for (int i = 0; i < 2; ++i) {
    right[i].setZero();
    for (int j = 0; j < 2; ++j) {
      const Mat3 mixed = r2[i + j] * slope.col(j).transpose();
      right[i] += mixed + mixed.transpose();
      for (int k = 0; k < 2; ++k)
        right[i] -= (r2[i + k].dot(r1[j]) + r1[i].dot(r2[j + k]) + r2[i + j].dot(r1[k])
                     - d.dot(r3[i + j + k]))
                    * slope.col(j) * slope.col(k).transpose();
    }
  }
  return {{foot.u + ahead[0], slope.col(0), inverse(0, 0) * right[0] + inverse(0, 1) * right[1]},
          {foot.v + ahead[1], slope.col(1), inverse(1, 0) * right[0] + inverse(1, 1) * right[1]}};
}

bool has_normal(const PatchJet& p) {
  return p.ru.cross(p.rv).norm() > 1e-9 * (p.ru.squaredNorm() + p.rv.squaredNorm());
}

bool same_normal(const PatchJet& a, const PatchJet& b) {
  return (normal_of(a) - normal_of(b)).norm() < 1e-6;
}

// Newton's method for the nearest point, halving steps that lead away, or where there is none. A
// step is at most half a piece, so that the foot does not jump to another part of the surface.
void Patch::follow(const Vec3& x, SurfaceFoot& foot, double reach) const {
  constexpr int max_steps = 60, max_halvings = 30;
  PatchJet p = at(foot);
  for (int i = 0; i < max_steps; ++i) {
    const Vec3 d = x - p.r;
    const Vec2 slope(d.dot(p.ru), d.dot(p.rv));
    const Mat2 Q = gap_curvature(p, d);
    Vec2 step = Q.inverse() * slope;
    const Vec2 edge = along_edge(foot, step, reach);
    if (!edge.isZero(0.0)) step = edge * (edge.dot(slope) / edge.dot(Q * edge));
    step *= std::min(1.0, 0.5 / std::max(step.lpNorm<Eigen::Infinity>(), 1e-300));
    if (!step.allFinite()) return;

    const double scale = x.norm() + p.r.norm() + p.ru.norm() + p.rv.norm();
    const double gap = d.norm();
    const bool last = (p.ru * step[0] + p.rv * step[1]).norm() <= 1e-14 * scale;
    SurfaceFoot next = moved(foot, step, reach);
    PatchJet q = at(next);
    for (int k = 0; !((x - q.r).norm() <= gap + 1e-15 * (gap + scale)); ++k) {
      if (k == max_halvings) return;
      step *= 0.5;
      next = moved(foot, step, reach);
      q = at(next);
    }
    if (next == foot) return;
    foot = next;
    p = q;
    if (last) return;
  }
}

SurfaceJet Patch::at(const Vec3& x, SurfaceFoot& foot) const {
  follow(x, foot, reach_beyond_edges);
  const PatchJet p = at(foot);
  const Vec3 n = normal_of(p);
  const double f = n.dot(x - p.r);  // (2)
  Mat2 G = first_form(p);
  const Mat2 B = second_form(p, n);
  Mat2 A = G - f * B;
  // Where the normals of neighbours meet the curvature is without bound; there it is that of the
  // surface.
  const double area = G.determinant();
  if (!(area > 0.0)) return {f, n, Mat3::Zero()};
  if (std::abs(A.determinant()) < 1e-9 * area) A = G;
  Eigen::Matrix<double, 3, 2> T;
  T << p.ru, p.rv;
  const Mat3 H = -T * (G.inverse() * B * A.inverse()) * T.transpose();  // (3)
  return {f, n, 0.5 * (H + H.transpose())};
}

SurfaceFoot Patch::closest(const Vec3& x) const {
  HOLON_EXPECT(!cells_.empty());
  double best = std::numeric_limits<double>::infinity();
  SurfaceFoot foot;
  for (const Cell& c : cells_) {
    const double gap = (x - c.center).norm();
    if (gap < best) {
      best = gap;
      foot = c.middle;
    }
  }
  for (const Cell& c : cells_) {
    if ((x - c.center).norm() - c.radius > best) continue;
    SurfaceFoot candidate = c.middle;
    follow(x, candidate, 0.0);
    const double gap = (x - at(candidate).r).norm();
    if (gap < best) {
      best = gap;
      foot = candidate;
    }
  }
  return foot;
}

SurfacePoint Patch::point(const SurfaceFoot& foot) const {
  const PatchJet p = at(foot);
  return {p.r, normal_of(p)};
}

void Patch::add_cell(const SurfaceFoot& middle, const std::vector<SurfaceFoot>& around) {
  Cell cell{middle, at(middle).r, 0.0};
  // the surface bulges little beyond its samples
  constexpr double margin = 1.25;
  for (const SurfaceFoot& f : around)
    cell.radius = std::max(cell.radius, margin * (at(f).r - cell.center).norm());
  cells_.push_back(cell);
}

namespace {

double moved_along(const GridPatch::Direction& direction, double u, double step, double reach) {
  return direction.closed ? u + step : std::clamp(u + step, -reach, direction.pieces + reach);
}

bool is_stopped(const GridPatch::Direction& direction, double u, double step, double reach) {
  if (direction.closed) return false;
  return (u <= -reach && step < 0.0) || (u >= direction.pieces + reach && step > 0.0);
}

bool is_outside(const GridPatch::Direction& direction, double u) {
  return !direction.closed && (u < 0.0 || u > direction.pieces);
}

}  // namespace

SurfaceFoot GridPatch::moved(const SurfaceFoot& foot, const Vec2& step, double reach) const {
  return {moved_along(u_, foot.u, step[0], reach), moved_along(v_, foot.v, step[1], reach)};
}

Vec2 GridPatch::along_edge(const SurfaceFoot& foot, const Vec2& step, double reach) const {
  if (is_stopped(u_, foot.u, step[0], reach)) return Vec2::UnitY();
  if (is_stopped(v_, foot.v, step[1], reach)) return Vec2::UnitX();
  return Vec2::Zero();
}

bool GridPatch::outside_domain(const SurfaceFoot& foot) const {
  return is_outside(u_, foot.u) || is_outside(v_, foot.v);
}

namespace {

/// The edge of an open direction that is nearer to a parameter.
double nearer_end(const GridPatch::Direction& direction, double u) {
  const double n = direction.pieces;
  return u < 0.5 * n ? 0.0 : n;
}
/// A parameter within an open direction.
double inside(const GridPatch::Direction& direction, double u) {
  return direction.closed ? u : std::clamp<double>(u, 0.0, direction.pieces);
}

/// Three vectors, the derivatives of a vector along an edge, as one that moves along it.
Vec3T<Taylor> along(const Vec3& r, const Vec3& d, const Vec3& dd) {
  return {Taylor(r[0], d[0], dd[0]), Taylor(r[1], d[1], dd[1]), Taylor(r[2], d[2], dd[2])};
}
/// |a × b|/|b|
Taylor width(const Vec3T<Taylor>& a, const Vec3T<Taylor>& b) {
  const Vec3T<Taylor> area = a.cross(b);
  return sqrt(area.dot(area) / b.dot(b));
}

/// ±(u − u₀) w(v), positive on the side where u is.
SurfaceJet wall(const SurfaceJet& u, double u0, const SurfaceJet& v, const Taylor& w) {
  const double side = u0 > 0.0 ? -1.0 : 1.0, k = u.f - u0;
  const Mat3 mixed = u.gradient * v.gradient.transpose();
  return {side * k * w.v,
          side * (w.v * u.gradient + k * w.d * v.gradient),
          side
              * (w.v * u.hessian + w.d * (mixed + mixed.transpose())
                 + k * (w.dd * v.gradient * v.gradient.transpose() + w.d * v.hessian))};
}

}  // namespace

// Past a corner the width of the edge stays what it is there.
EdgeWalls GridPatch::walls(const Vec3& x, const SurfaceFoot& foot) const {
  EdgeWalls out = {no_wall(), no_wall()};
  if (u_.closed && v_.closed) return out;
  const ParameterJets at = parameters_of(long_at(foot), foot, x);
  const SurfaceFoot within{inside(u_, foot.u), inside(v_, foot.v)};
  if (!u_.closed) {
    const double u0 = nearer_end(u_, foot.u);
    const LongPatchJet e = long_at({u0, within.v});
    Taylor w = width(along(e.ru, e.ruv, e.ruvv), along(e.rv, e.rvv, e.rvvv));
    if (within.v != foot.v) w = w.v;
    out[0] = wall(at.u, u0, at.v, w);
  }
  if (!v_.closed) {
    const double v0 = nearer_end(v_, foot.v);
    const LongPatchJet e = long_at({within.u, v0});
    Taylor w = width(along(e.rv, e.ruv, e.ruuv), along(e.ru, e.ruu, e.ruuu));
    if (within.u != foot.u) w = w.v;
    out[1] = wall(at.v, v0, at.u, w);
  }
  return out;
}

void GridPatch::add_cells() {
  for (int i = 0; i < u_.pieces; ++i)
    for (int j = 0; j < v_.pieces; ++j) {
      std::vector<SurfaceFoot> around;
      for (const double s : {0.0, 0.5, 1.0})
        for (const double t : {0.0, 0.5, 1.0}) around.push_back({i + s, j + t});
      add_cell({i + 0.5, j + 0.5}, around);
    }
}

}  // namespace holon
