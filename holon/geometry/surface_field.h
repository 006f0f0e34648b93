// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <utility>

#include "holon/math/types.h"

/// What all surfaces have in common. Points are in the surface's own axes.
namespace holon {

/// A function f whose zero set is the surface, at a point: its value, gradient and second
/// derivatives. Where it is a distance it is positive on the side that normals point to.
struct SurfaceJet {
  double f;
  Vec3 gradient;
  Mat3 hessian;
};

/// A point of a surface, and the normal there.
struct SurfacePoint {
  Vec3 r = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();
};

/// How far a point is from the edges of a surface: functions that are positive inside, zero at the
/// edge, where their gradients are the unit normals of the edge in the surface, and negative
/// beyond. Two of them hold a corner; one that is not needed is always positive.
using EdgeWalls = std::array<SurfaceJet, 2>;
inline SurfaceJet no_wall() {
  return {1.0, Vec3::Zero(), Mat3::Zero()};
}

/// Where on a parametric surface the point closest to some other point is: parameters u and v of a
/// piece. Surfaces that know their distance without it leave it alone.
struct SurfaceFoot {
  double u = 0.0;
  double v = 0.0;
  int piece = 0;

  bool operator==(const SurfaceFoot&) const = default;
};

/// A surface ready for use: checked, with all that can be worked out beforehand.
class SurfaceField {
 public:
  virtual ~SurfaceField() = default;
  /// Follows the locally closest point from `foot`, and tells f there. Allocates nothing.
  virtual SurfaceJet at(const Vec3& x, SurfaceFoot& foot) const = 0;
  /// The closest of all points of the surface.
  virtual SurfaceFoot closest(const Vec3& x) const = 0;
  /// Whether a foot has passed an edge of the surface.
  virtual bool outside_domain(const SurfaceFoot& foot) const = 0;
  /// The point of the surface at a foot, of surfaces that have edges.
  virtual SurfacePoint point(const SurfaceFoot& /*foot*/) const { return {}; }
  /// The walls along the edges, at x whose closest point is at `foot`. Allocates nothing.
  virtual EdgeWalls walls(const Vec3& /*x*/, const SurfaceFoot& /*foot*/) const {
    return {no_wall(), no_wall()};
  }
};

/// A surface without edges that needs no foot: f is a function of the point alone.
template <class F>
class LevelField final : public SurfaceField {
 public:
  explicit LevelField(F f) : f_(std::move(f)) {}
  SurfaceJet at(const Vec3& x, SurfaceFoot& /*foot*/) const override { return f_(x); }
  SurfaceFoot closest(const Vec3& /*x*/) const override { return {}; }
  bool outside_domain(const SurfaceFoot& /*foot*/) const override { return false; }

 private:
  F f_;
};

/// f in the half plane of radius and height, with its derivatives by (radius, height).
struct ProfileJet {
  double f;
  Vec2 gradient;
  Mat2 hessian;
};

/// f of the surface that turns about the z axis, at x. Along the circle through x the gradient
/// turns with the radial direction, so the curvature there is f_ρ/ρ; on the axis, its limit f_ρρ.
inline SurfaceJet revolved(const ProfileJet& p, const Vec3& x) {
  const double radius = x.head<2>().norm();
  const bool on_axis = !(radius > 1e-9 * std::abs(x.z()));
  const Vec3 out = on_axis ? Vec3(Vec3::UnitX()) : Vec3(x.x() / radius, x.y() / radius, 0.0);
  const Vec3 up = Vec3::UnitZ(), around = up.cross(out);
  const double turning = on_axis ? p.hessian(0, 0) : p.gradient[0] / radius;
  const Mat3 mixed = out * up.transpose();
  return {p.f,
          p.gradient[0] * out + p.gradient[1] * up,
          p.hessian(0, 0) * out * out.transpose() + p.hessian(0, 1) * (mixed + mixed.transpose())
              + p.hessian(1, 1) * up * up.transpose() + turning * around * around.transpose()};
}

}  // namespace holon
