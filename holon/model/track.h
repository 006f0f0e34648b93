// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "holon/curve/curve.h"
#include "holon/model/connector.h"
#include "holon/surface/surface.h"

/// Curves and surfaces as connectors: tracks that move with an object or stay in the world. What
/// runs on one has a foot there, the point of the track that is nearest, which is followed from
/// step to step: a bead does not jump to another branch of its wire that comes near.
namespace holon {

/// What happens where a curve ends, or a surface has an edge.
enum class TrackEnds { stop, release, hold, nothing };
constexpr std::array<std::string_view, 4> names_of(TrackEnds /*ends*/) {
  return {"stop", "release", "hold", "nothing"};
}
/// Whether nothing gets past it.
inline bool is_barrier(TrackEnds ends) {
  return ends == TrackEnds::stop || ends == TrackEnds::hold;
}

struct CurveRef {
  static constexpr std::string_view required[] = {"curve"};
  FrameRef frame = WorldFrame{};
  Curve curve = {};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("curve", self.curve, "the curve, in the axes of the frame");
    visit("frame", self.frame, "what carries it; the world if left out");
  }
};
struct SurfaceRef {
  static constexpr std::string_view required[] = {"surface"};
  FrameRef frame = WorldFrame{};
  Surface surface = {};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("surface", self.surface, "the surface, in the axes of the frame");
    visit("frame", self.frame, "what carries it; the world if left out");
  }
};
template <class Ref>
concept TrackRef = std::is_same_v<Ref, CurveRef> || std::is_same_v<Ref, SurfaceRef>;

template <class Ref>
constexpr bool is_track = std::is_same_v<Ref, CurveRef> || std::is_same_v<Ref, SurfaceRef>;

struct CurveKin {
  FrameKin frame;
  const Curve* curve = nullptr;
  const Remembered* foot = nullptr;  ///< none: the nearest of all is taken
};
struct SurfaceKin {
  FrameKin frame;
  const Surface* surface = nullptr;
  const Remembered* foot = nullptr;
};

template <class S>
struct CurveT {
  FrameT<S> frame;
  const Curve* curve;
  const Remembered* foot;
};
template <class S>
struct SurfaceT {
  FrameT<S> frame;
  const Surface* surface;
  const Remembered* foot;
};

/// The same with velocities, for constraints on them.
template <class S>
struct CurveMotionT {
  FrameMotionT<S> frame;
  const Curve* curve;
  const Remembered* foot;
  CurveT<S> place() const { return {frame.place(), curve, foot}; }
};
template <class S>
struct SurfaceMotionT {
  FrameMotionT<S> frame;
  const Surface* surface;
  const Remembered* foot;
  SurfaceT<S> place() const { return {frame.place(), surface, foot}; }
};

template <>
struct ConnectorTraits<CurveRef> {
  using Kin = CurveKin;
  using Frame = ConnectorTraits<FrameRef>;
  static constexpr int tangent = Frame::tangent;
  template <int N>
  static CurveT<Dual<N>> dual(const Kin& k, int offset) {
    return {Frame::dual<N>(k.frame, offset), k.curve, k.foot};
  }
  static CurveT<Taylor> taylor(const Kin& k) { return {Frame::taylor(k.frame), k.curve, k.foot}; }
  static CurveT<double> value(const Kin& k) { return {Frame::value(k.frame), k.curve, k.foot}; }
  template <int N>
  static CurveMotionT<Dual<N>> velocity_dual(const Kin& k, int offset) {
    return {Frame::velocity_dual<N>(k.frame, offset), k.curve, k.foot};
  }
  static CurveMotionT<Taylor> velocity_taylor(const Kin& k) {
    return {Frame::velocity_taylor(k.frame), k.curve, k.foot};
  }
  static CurveMotionT<double> velocity_value(const Kin& k) {
    return {Frame::velocity_value(k.frame), k.curve, k.foot};
  }
};
template <>
struct ConnectorTraits<SurfaceRef> {
  using Kin = SurfaceKin;
  using Frame = ConnectorTraits<FrameRef>;
  static constexpr int tangent = Frame::tangent;
  template <int N>
  static SurfaceT<Dual<N>> dual(const Kin& k, int offset) {
    return {Frame::dual<N>(k.frame, offset), k.surface, k.foot};
  }
  static SurfaceT<Taylor> taylor(const Kin& k) {
    return {Frame::taylor(k.frame), k.surface, k.foot};
  }
  static SurfaceT<double> value(const Kin& k) { return {Frame::value(k.frame), k.surface, k.foot}; }
  template <int N>
  static SurfaceMotionT<Dual<N>> velocity_dual(const Kin& k, int offset) {
    return {Frame::velocity_dual<N>(k.frame, offset), k.surface, k.foot};
  }
  static SurfaceMotionT<Taylor> velocity_taylor(const Kin& k) {
    return {Frame::velocity_taylor(k.frame), k.surface, k.foot};
  }
  static SurfaceMotionT<double> velocity_value(const Kin& k) {
    return {Frame::velocity_value(k.frame), k.surface, k.foot};
  }
};

template <TrackRef Track>
int memories_of(const Track& /*ref*/) {
  return 1;
}

template <class S>
S length_of(const Vec3T<S>& d) {
  using std::sqrt;
  const S square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  // Where the points coincide every direction is as good as any other.
  if (value_of(square) < 1e-24) return d[0];
  return sqrt(square);
}

/// A point in the axes of a frame.
template <class S>
Vec3T<S> in_frame(const FrameT<S>& frame, const Vec3T<S>& x) {
  return frame.R.transpose() * (x - frame.p);
}
template <class S>
Vec3 value_of(const Vec3T<S>& x) {
  return {value_of(x[0]), value_of(x[1]), value_of(x[2])};
}

// ---- the foot on a curve ----

/// Where on a curve a point stands: the parameter, the point and the tangent there.
template <class S>
struct CurveFoot {
  S u;
  Vec3T<S> r;
  Vec3T<S> tangent;  ///< r', not of unit length
  Vec3 before;       ///< the tangent at the foot of the last step, if there was one
};

/// f(u) for a vector with derivatives df and ddf at u.v.
inline Vec3 lift(double /*u*/, const Vec3& f, const Vec3& /*df*/, const Vec3& /*ddf*/) {
  return f;
}
template <Differentiated S>
Vec3T<S> lift(const S& u, const Vec3& f, const Vec3& df, const Vec3& ddf) {
  return Vec3T<S>(
      chain(u, f[0], df[0], ddf[0]), chain(u, f[1], df[1], ddf[1]), chain(u, f[2], df[2], ddf[2]));
}

inline double nearest_parameter(const Curve& curve, const Remembered* foot, const Vec3& x) {
  const bool known = foot != nullptr && !std::isnan(foot->last.u);
  double u = curve.closest_near(x, known ? foot->last.u : curve.closest(x));
  // The last digits: c is off by the square of what u is off.
  for (int round = 0; round < 2; ++round) {
    const CurveJet jet = curve.at(u);
    const double speed = jet.d1.squaredNorm(), slope = speed - (x - jet.r).dot(jet.d2);
    if (slope > 1e-3 * speed) u += (x - jet.r).dot(jet.d1) / slope;
  }
  if (foot != nullptr) foot->now.u = u;
  return u;
}

/// The foot of a point x, both in the axes of the curve. u solves (x − r(u))·r'(u) = 0; its
/// derivatives follow by Newton's iteration in S, which gains one order each time.
template <class S>
CurveFoot<S> foot_on(const Curve& curve, const Remembered* remembered, const Vec3T<S>& x) {
  const double u0 = nearest_parameter(curve, remembered, value_of<S>(x));
  const CurveJet jet = curve.at(u0);
  CurveFoot<S> foot;
  foot.u = S(u0);
  foot.r = jet.r.template cast<S>();
  foot.tangent = jet.d1.template cast<S>();
  if (remembered != nullptr) remembered->at = jet.r;
  const bool known = remembered != nullptr && !std::isnan(remembered->last.u);
  foot.before = known ? curve.at(remembered->last.u).d1 : jet.d1;
  if constexpr (Differentiated<S>) {
    const double speed = jet.d1.squaredNorm();
    const double slope = speed - (value_of<S>(x) - jet.r).dot(jet.d2);
    // At the centre of curvature every point near the foot is as near: it is left where it is.
    const bool singular = std::abs(slope) < 1e-9 * speed;
    for (int round = 0; round < 2 && !singular; ++round) {
      const S miss = Vec3T<S>(x - foot.r).dot(foot.tangent);
      foot.u += (miss - S(value_of(miss))) / S(slope);
      foot.r = lift(foot.u, jet.r, jet.d1, jet.d2);
      foot.tangent = lift(foot.u, jet.d1, jet.d2, jet.d3);
    }
  }
  return foot;
}

/// Two directions at right angles to the tangent and to each other. The first leans towards the
/// axis that is furthest from the tangent of the last step, so that it is the same all through a
/// step; unless that has come near.
template <class S>
std::pair<Vec3T<S>, Vec3T<S>> across(const CurveFoot<S>& foot) {
  const Vec3T<S> unit = foot.tangent * (S(1.0) / length_of<S>(foot.tangent));
  int axis = 0;
  foot.before.cwiseAbs().minCoeff(&axis);
  if (std::abs(value_of(unit[axis])) > 0.9) value_of<S>(unit).cwiseAbs().minCoeff(&axis);
  Vec3T<S> n = -unit * unit[axis];
  n[axis] += S(1.0);
  n *= S(1.0) / length_of<S>(n);
  return {n, unit.cross(n)};
}

// ---- the foot on a surface ----

inline double lift(const SurfaceJet& jet, const Vec3& /*x*/) {
  return jet.f;
}
template <int N>
Dual<N> lift(const SurfaceJet& jet, const Vec3T<Dual<N>>& x) {
  return {jet.f, jet.gradient[0] * x[0].d + jet.gradient[1] * x[1].d + jet.gradient[2] * x[2].d};
}
inline Taylor lift(const SurfaceJet& jet, const Vec3T<Taylor>& x) {
  const Vec3 rate(x[0].d, x[1].d, x[2].d), acceleration(x[0].dd, x[1].dd, x[2].dd);
  return {
      jet.f, jet.gradient.dot(rate), jet.gradient.dot(acceleration) + rate.dot(jet.hessian * rate)};
}

/// The point of the surface below x: exact where f is a distance, else by one step of Newton.
inline Vec3 foot_of(const SurfaceJet& jet, const Vec3& x) {
  const double slope = jet.gradient.squaredNorm();
  return slope > 0.0 ? Vec3(x - jet.f / slope * jet.gradient) : x;
}

inline SurfaceFoot foot_in(const Memory& memory) {
  return {memory.u, memory.v, static_cast<int>(memory.piece)};
}

/// The function of a surface at a point x in its axes, seen from the foot that is followed; one
/// that is held stays where it is.
inline SurfaceJet field_at(const Surface& surface, const Remembered* remembered, const Vec3& x) {
  const bool known = remembered != nullptr && !std::isnan(remembered->last.u);
  SurfaceFoot foot = known ? foot_in(remembered->last) : surface.closest(x);
  SurfaceJet jet = surface.at(x, foot);
  if (remembered != nullptr) {
    const bool held = known && remembered->held != 0;
    remembered->now =
        held ? remembered->last : Memory{foot.u, foot.v, static_cast<double>(foot.piece)};
    remembered->at = foot_of(jet, x);
  }
  return jet;
}

// ---- the edges of a surface ----

/// Whether a foot that is remembered has come to an edge of its surface; one that is no barrier is
/// reached when it has been passed.
inline bool has_reached_edge(const Surface& surface, TrackEnds edges, const Memory& memory) {
  if (std::isnan(memory.u)) return false;
  const SurfaceFoot foot = foot_in(memory);
  if (!is_barrier(edges)) return surface.outside_domain(foot);
  const Vec3 r = surface.point(foot).r;
  const EdgeWalls walls = surface.walls(r, foot);
  // how near positions are met at worst, of what is as far out as the edge is
  const double near = 1e-9 * std::max(1.0, r.cwiseAbs().maxCoeff());
  return std::min(walls[0].f, walls[1].f) <= near;
}

/// Two rows for the edges of a surface, of a point x in its axes whose foot is followed. Where
/// edges are barriers the rows are the distances from up to two of them, which ask for c ≥ 0:
///
///     c = (w₁(x), w₂(x))                                                            (1)
///
/// and once one holds what came there, at r, how far that is from r into the surface, at right
/// angles to the edge, and along the edge:
///
///     c = (b·(x − r), (n × b)·(x − r)),   b = ∇w of the nearer edge at r            (2)
template <class S>
RowsT<S, 2> edge_rows(TrackEnds edges, const SurfaceT<S>& on, const Vec3T<S>& x) {
  if (!is_barrier(edges)) return {S(1.0), S(1.0)};
  if (on.foot != nullptr && on.foot->held != 0 && !std::isnan(on.foot->last.u)) {
    const SurfaceFoot foot = foot_in(on.foot->last);
    const SurfacePoint held = on.surface->point(foot);
    const EdgeWalls walls = on.surface->walls(held.r, foot);
    const Vec3 b = walls[walls[0].f < walls[1].f ? 0 : 1].gradient;
    const Vec3T<S> d = x - held.r.cast<S>();
    return {d.dot(b.cast<S>()), d.dot(held.normal.cross(b).eval().template cast<S>())};  // (2)
  }
  const Vec3 at = value_of<S>(x);
  const SurfaceFoot foot = on.foot != nullptr ? foot_in(on.foot->now) : on.surface->closest(at);
  const EdgeWalls walls = on.surface->walls(at, foot);
  return {lift(walls[0], x), lift(walls[1], x)};  // (1)
}

}  // namespace holon
