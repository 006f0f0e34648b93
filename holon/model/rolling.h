// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/track.h"

/// Where things that roll touch what they roll on. The place of touch moves over both, so that it
/// is not a connector: it follows from where the two are, with its derivatives.
namespace holon {

/// The side of a surface on which something rolls: f is positive there.
struct SurfaceSide {
  const Surface* surface;
  const Remembered* foot;
  bool back;  ///< the side that its normals point away from

  SurfaceJet at(const Vec3& x) const {
    const SurfaceJet jet = field_at(*surface, foot, x);
    return back ? SurfaceJet{-jet.f, -jet.gradient, -jet.hessian} : jet;
  }
};

/// The lowest point x = p − r d of something round about p: that with the least f.
struct LowestPoint {
  Vec3 x;
  Vec3 d;  ///< unit vector from there to the centre
  SurfaceJet jet;
};
/// Of a circle about an axle. There ∇f is at right angles to the circle: ∇f·t = 0, t = a × d. It is
/// found downhill from where the normal at the centre points.
LowestPoint lowest_of_circle(const SurfaceSide& side,
                             const Vec3& center,
                             const Vec3& axle,
                             double radius);
/// Of a sphere. There d is the normal: x + r n(x) = p.
LowestPoint lowest_of_sphere(const SurfaceSide& side, const Vec3& center, double radius);
/// r times how fast ∇f·t falls as the lowest point of a circle goes on by an angle: positive, and
/// zero where the circle and the surface bend alike or the circle lies flat.
double bend_under_circle(const LowestPoint& at, const Vec3& axle, double radius);
/// ∂n/∂x of the unit normal.
Mat3 normal_slope(const SurfaceJet& jet);

template <class S>
Vec3T<S> unit(const Vec3T<S>& x) {
  return x * (S(1.0) / length_of<S>(x));
}
/// ∇f to first order about the point where the jet was taken.
template <class S>
Vec3T<S> gradient_near(const LowestPoint& at, const Vec3T<S>& x) {
  return at.jet.gradient.cast<S>() + at.jet.hessian.cast<S>() * (x - at.x.cast<S>());
}

/// Where something round touches a surface, in the axes of the surface. The normal has its first
/// derivatives, all else both.
template <class S>
struct Touch {
  Vec3T<S> x;
  Vec3T<S> normal;
  Vec3T<S> d;
  S gap;  ///< f at x
};

/// A wheel: the circle of a frame about its z axis. With a the axle, d turns with it and by the
/// angle δ = ∇f·t / bend that keeps ∇f·t at zero, of which first derivatives do, as x at its lowest
/// changes f only by their square.
template <class S>
Touch<S> touch_of_circle(const FrameT<S>& wheel, double radius, const SurfaceT<S>& on, bool back) {
  const Vec3T<S> p = in_frame(on.frame, wheel.p);
  const Vec3T<S> a = on.frame.R.transpose() * wheel.R.col(2);
  const LowestPoint at =
      lowest_of_circle({on.surface, on.foot, back}, value_of<S>(p), value_of<S>(a), radius);
  const Vec3T<S> d0 = at.d.cast<S>();
  Vec3T<S> d = unit<S>(d0 - a * S(a.dot(d0)));
  const Vec3T<S> t = a.cross(d);
  const S slope = gradient_near<S>(at, p - d * S(radius)).dot(t);
  const double bend = bend_under_circle(at, value_of<S>(a), radius);
  if (bend > 1e-9 * at.jet.gradient.norm())
    d = unit<S>(d + t * ((slope - S(value_of(slope))) / S(bend)));
  const Vec3T<S> x = p - d * S(radius);
  return {x, unit<S>(gradient_near<S>(at, x)), d, lift(at.jet, x)};
}

/// A ball about p. From x + r n(x) = p follows ẋ = (1 + r ∂n/∂x)⁻¹ ṗ.
template <class S>
Touch<S> touch_of_sphere(const Vec3T<S>& p_W, double radius, const SurfaceT<S>& on, bool back) {
  const Vec3T<S> p = in_frame(on.frame, p_W);
  const LowestPoint at = lowest_of_sphere({on.surface, on.foot, back}, value_of<S>(p), radius);
  const Mat3 turning = normal_slope(at.jet);
  const Mat3 by_center = turning * (Mat3::Identity() + radius * turning).inverse();
  const Vec3 p0 = at.x + radius * at.d;
  const Vec3T<S> d = unit<S>(at.d.cast<S>() + by_center.cast<S>() * (p - p0.cast<S>()));
  const Vec3T<S> x = p - d * S(radius);
  return {x, d, d, lift(at.jet, x)};
}

/// Two directions at right angles to a unit vector n and to each other: those of x and y, turned as
/// z is turned into n the short way. There is none for n = −z, near which they turn fast.
template <class S>
std::pair<Vec3T<S>, Vec3T<S>> tangents(const Vec3T<S>& n) {
  if (value_of(n[2]) < -1.0 + 1e-12)
    return {Vec3::UnitX().cast<S>(), (-Vec3::UnitY()).eval().template cast<S>()};
  // 1 + n_z, without loss of digits where it is small
  const S opening =
      value_of(n[2]) > 0.0 ? S(1.0) + n[2] : (n[0] * n[0] + n[1] * n[1]) / (S(1.0) - n[2]);
  const S k = S(1.0) / opening, mixed = -n[0] * n[1] * k;
  return {Vec3T<S>(S(1.0) - n[0] * n[0] * k, mixed, -n[0]),
          Vec3T<S>(mixed, S(1.0) - n[1] * n[1] * k, -n[1])};
}

// ---- two curves in a plane ----

/// Expects a curve in the x-y plane; blames `field`.
void expect_in_plane(Diagnostics& d, std::string_view field, const Curve& curve);

/// Where two curves come nearest to touching in the x-y plane: their tangents are parallel there,
/// and the line from one to the other is at right angles to them.
struct CurvePair {
  bool found = false;
  double u_a = 0.0, u_b = 0.0;
  CurveJet a, b;      ///< in the axes of the first
  double slip = 0.0;  ///< how much more of the first than of the second has gone by in this step

  /// 1 where the tangents point the same way, else −1.
  double way() const { return a.d1.dot(b.d1) < 0.0 ? -1.0 : 1.0; }
};
/// A curve, and what is remembered of where it was touched.
struct FollowedCurve {
  const Curve* curve;
  const Remembered* foot;

  bool is_known() const { return foot != nullptr && !std::isnan(foot->last.u); }
};
/// Follows the feet, or searches all of both curves. `b_in_a` places the second in the axes of the
/// first.
CurvePair touching_pair(const FollowedCurve& a,
                        const FollowedCurve& b,
                        const FrameT<double>& b_in_a);
/// ∂(t_a × t_b, d·t_a)/∂(u_a, u_b)
Mat2 slope_of_pair(const CurvePair& pair);

/// Whether there is such a pair.
bool can_touch(const CurveT<double>& a, const CurveT<double>& b);

template <class S>
S plane_cross(const Vec3T<S>& a, const Vec3T<S>& b) {
  return a[0] * b[1] - a[1] * b[0];
}
template <class S>
S plane_dot(const Vec3T<S>& a, const Vec3T<S>& b) {
  return a[0] * b[0] + a[1] * b[1];
}

/// Frame b in the axes of a, as far as it lies in their x-y plane: the turn about the z axis of a
/// that brings it as near as it can. What b leans or is off is left out.
template <class S>
FrameT<S> in_plane_of(const FrameT<S>& a, const FrameT<S>& b) {
  const auto entry = [&](int i, int j) { return S(a.R.col(i).dot(b.R.col(j))); };
  Vec3T<S> x(entry(0, 0) + entry(1, 1), entry(1, 0) - entry(0, 1), S(0.0));
  // Bent back on itself it has no turn.
  x = value_of<S>(x).norm() < 1e-12 ? Vec3T<S>(Vec3::UnitX().cast<S>()) : unit<S>(x);
  FrameT<S> out{in_frame(a, b.p), Mat3::Identity().cast<S>()};
  out.p[2] = S(0.0);
  out.R(0, 0) = out.R(1, 1) = x[0];
  out.R(1, 0) = x[1];
  out.R(0, 1) = -x[1];
  return out;
}

template <class S>
struct CurveTouch {
  S gap;   ///< how far the second is to the left of the first; no number where they cannot touch
  S slip;  ///< how much more of the first than of the second has gone by since the step began
};

/// The length along a curve from where its jet was taken.
inline double length_from(const CurveJet& /*jet*/, double /*u*/) {
  return 0.0;
}
template <Differentiated S>
S length_from(const CurveJet& jet, const S& u) {
  const double speed = jet.d1.norm();
  return chain(u, 0.0, speed, jet.d1.dot(jet.d2) / speed);
}

/// Parameters solve t_a × t_b = 0, (r_b − r_a)·t_a = 0; their derivatives follow by Newton's
/// iteration in S, which gains one order each time. Where both bend alike every point near is as
/// near: the parameters are left where they are, and what b moves along t_a is slip.
template <class S>
CurveTouch<S> touch_of_curves(const CurveT<S>& a, const CurveT<S>& b) {
  const FrameT<S> placed = in_plane_of<S>(a.frame, b.frame);
  FrameT<double> b_in_a{value_of<S>(placed.p), Mat3()};
  for (int i = 0; i < 9; ++i) b_in_a.R.data()[i] = value_of(placed.R.data()[i]);
  const CurvePair at = touching_pair({a.curve, a.foot}, {b.curve, b.foot}, b_in_a);
  const CurveJet on_b = b.curve->at(at.u_b);
  const Mat2 slope = slope_of_pair(at);
  const bool regular =
      std::abs(slope.determinant()) > 1e-9 * slope.row(0).norm() * slope.row(1).norm();
  const Mat2 inverse = regular ? Mat2(slope.inverse()) : Mat2(Mat2::Zero());
  S u_a(at.u_a), u_b(at.u_b), ahead(0.0);
  Vec3T<S> r_a, t_a, r_b, t_b;
  for (int round = 0; round < 3; ++round) {
    r_a = lift(u_a, at.a.r, at.a.d1, at.a.d2);
    t_a = lift(u_a, at.a.d1, at.a.d2, at.a.d3);
    r_b = placed.p + placed.R * lift(u_b, on_b.r, on_b.d1, on_b.d2);
    t_b = placed.R * lift(u_b, on_b.d1, on_b.d2, on_b.d3);
    const S cross = plane_cross<S>(t_a, t_b) - S(plane_cross<double>(at.a.d1, at.b.d1));
    ahead = plane_dot<S>(r_b - r_a, t_a) - S(plane_dot<double>(at.b.r - at.a.r, at.a.d1));
    if (round == 2) break;
    u_a -= S(inverse(0, 0)) * cross + S(inverse(0, 1)) * ahead;
    u_b -= S(inverse(1, 0)) * cross + S(inverse(1, 1)) * ahead;
  }
  const double nowhere = at.found ? 0.0 : std::numeric_limits<double>::quiet_NaN();
  const Vec3T<S> along = unit<S>(Vec3T<S>(t_a[0], t_a[1], S(0.0)));
  const S rolled = length_from(at.a, u_a) - S(at.way()) * length_from(on_b, u_b);
  return {plane_cross<S>(along, r_b - r_a) + S(nowhere),
          S(at.slip) + rolled + ahead * S(1.0 / at.a.d1.norm())};
}

}  // namespace holon
