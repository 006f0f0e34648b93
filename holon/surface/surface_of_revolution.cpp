// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/surface_of_revolution.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "holon/geometry/bicubic_patch.h"

namespace holon {
namespace {

/// Control points of the profile, (radius, height) a row each. Over the axis the radius is odd and
/// the height even in u: no curvature of the one, no slope of the other.
MatX control_points(const SurfaceOfRevolution& s) {
  MatX points(std::ssize(s.profile), 2);
  for (Eigen::Index i = 0; i < points.rows(); ++i)
    points.row(i) = s.profile[static_cast<std::size_t>(i)].transpose();
  if (s.closed) return closed_b_spline_through(points);
  const auto slope_at = [](const Vec2& end) {
    return end[0] == 0.0 ? EndSlope::flat : EndSlope::natural;
  };
  MatX control(points.rows() + 2, 2);
  control.col(0) = b_spline_through(points.col(0), EndSlope::natural, EndSlope::natural);
  control.col(1) =
      b_spline_through(points.col(1), slope_at(s.profile.front()), slope_at(s.profile.back()));
  return control;
}

/// The profile as a wall: (ρ(u), y(v), z(u)), straight along y. The half plane of radius and height
/// cuts it in the profile, so that it tells distances from there; what it says about y is not
/// asked.
BicubicPatch wall(const SurfaceOfRevolution& s) {
  const MatX profile = control_points(s);
  double piece = 0.0;  // its mean length, a fitting width for the wall
  for (std::size_t i = 1; i < s.profile.size(); ++i)
    piece += (s.profile[i] - s.profile[i - 1]).norm() / static_cast<double>(s.profile.size() - 1);
  std::vector<std::vector<Vec3>> control;
  for (Eigen::Index i = 0; i < profile.rows(); ++i) {
    std::vector<Vec3> row;
    // v runs against y, which turns r_u × r_v to the right of the profile
    for (const double y : {0.5, 1.0 / 6.0, -1.0 / 6.0, -0.5})
      row.emplace_back(profile(i, 0), piece * y, profile(i, 1));
    control.push_back(row);
  }
  const SplineEnds ends = s.closed ? SplineEnds::closed : SplineEnds::open;
  return {control,
          {b_spline_spans(static_cast<int>(profile.rows()), ends), s.closed},
          {bezier_spans(4, false), false}};
}

/// A foot has the parameter of the profile as its u, and the angle about the axis as its v.
class RevolvedWall final : public SurfaceField {
 public:
  RevolvedWall(BicubicPatch wall, bool axis_at_begin, bool axis_at_end)
      : wall_(std::move(wall)), axis_at_begin_(axis_at_begin), axis_at_end_(axis_at_end) {}

  SurfaceJet at(const Vec3& x, SurfaceFoot& foot) const override {
    SurfaceFoot on_wall = on_profile(foot);
    const SurfaceJet p = wall_.at(in_half_plane(x), on_wall);
    foot = turned(on_wall, x);
    return revolved(in_profile(p), x);
  }
  SurfaceFoot closest(const Vec3& x) const override {
    return turned(wall_.closest(in_half_plane(x)), x);
  }
  bool outside_domain(const SurfaceFoot& foot) const override {
    return (foot.u < 0.0 ? !axis_at_begin_ : !axis_at_end_)
           && wall_.outside_domain(on_profile(foot));
  }
  SurfacePoint point(const SurfaceFoot& foot) const override {
    const SurfacePoint p = wall_.point(on_profile(foot));
    const Eigen::AngleAxisd turn(foot.v, Vec3::UnitZ());
    return {turn * p.r, turn * p.normal};
  }
  EdgeWalls walls(const Vec3& x, const SurfaceFoot& foot) const override {
    const bool at_begin = foot.u < 0.5 * wall_.u_pieces();
    if (at_begin ? axis_at_begin_ : axis_at_end_) return {no_wall(), no_wall()};
    const SurfaceJet wall = wall_.walls(in_half_plane(x), on_profile(foot))[0];
    return {revolved(in_profile(wall), x), no_wall()};
  }

 private:
  static Vec3 in_half_plane(const Vec3& x) { return {x.head<2>().norm(), 0.0, x.z()}; }
  static ProfileJet in_profile(const SurfaceJet& p) {
    const auto& H = p.hessian;
    Mat2 h;
    h << H(0, 0), H(0, 2), H(2, 0), H(2, 2);
    return {p.f, {p.gradient.x(), p.gradient.z()}, h};
  }
  /// The middle of the wall is in the half plane.
  static SurfaceFoot on_profile(const SurfaceFoot& foot) { return {foot.u, 0.5}; }
  static SurfaceFoot turned(const SurfaceFoot& on_wall, const Vec3& x) {
    return {on_wall.u, std::atan2(x.y(), x.x())};
  }

  BicubicPatch wall_;
  bool axis_at_begin_, axis_at_end_;
};

bool check_points(const SurfaceOfRevolution& s, Diagnostics& d) {
  const std::size_t n = s.profile.size(), least = s.closed ? 3 : 2;
  if (n < least) {
    d.error("profile", s.closed ? "must have at least 3 points" : "must have at least 2 points");
    return false;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const bool end = !s.closed && (i == 0 || i + 1 == n);
    const double radius = s.profile[i][0];
    if (s.profile[i].allFinite() && (radius > 0.0 || (end && radius == 0.0))) continue;
    d.error("profile",
            "point " + std::to_string(i)
                + " must be finite, with a positive radius (or zero, at an end)");
    return false;
  }
  return true;
}

}  // namespace

void SurfaceOfRevolution::check(Diagnostics& d) const {
  if (!check_points(*this, d)) return;
  const BicubicPatch patch = wall(*this);
  Diagnostics regular;
  check_regular(patch, regular, "profile");
  d.expect(regular.ok(), "profile", "stands still somewhere: move coinciding points apart");
  for (int i = 0; i < patch.u_pieces(); ++i)
    for (const double s : {0.125, 0.25, 0.5, 0.75, 0.875})
      if (patch.in_piece(i, 0, s, 0.5).r.x() <= 0.0)
        return d.error(
            "profile",
            "crosses the axis after point " + std::to_string(i) + ": give more points there");
}

std::shared_ptr<const SurfaceField> SurfaceOfRevolution::prepare() const {
  const auto on_axis = [&](const Vec2& end) { return !closed && end[0] == 0.0; };
  return std::make_shared<RevolvedWall>(
      wall(*this), on_axis(profile.front()), on_axis(profile.back()));
}

}  // namespace holon
