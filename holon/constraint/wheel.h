// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"
#include "holon/model/rolling.h"

namespace holon {

/// A wheel with a thin rim rolls on a surface without slipping: it touches, and the point of the
/// wheel that touches moves like the surface there. [Barenbrug00, sec. 4.1.13]
///
///     c = f(x),   x the lowest point of the rim        (1)
///     ċ = (t·s, b·s),   s = ẋ_wheel − ẋ_surface at x        (2)
///
/// with the tangent t of the rim, in the rolling direction, and b = n × t across it. The rim is the
/// circle about the z axis of the frame, the axle a. For its lowest point ∇f·t = 0, so that
/// x = p − r d with d = (n − (n·a) a)/|…|, t = a × d; on a plane that is a formula, on a surface
/// that bends an equation for x.
/// λ holds the force on the wheel at the point of touch: along ∇f, where f is a distance the normal
/// force, and friction along t and b. With the axle along the normal the wheel has fallen flat: it
/// has no lowest point any more, and the constraint gives up.
struct Wheel {
  static constexpr std::string_view name = "wheel";
  static constexpr std::string_view summary = "a wheel rolls on a surface without slipping";
  static constexpr std::string_view required[] = {"wheel", "surface", "radius"};
  static constexpr int rows = 3;
  static constexpr std::string_view row_names[] = {"gap", "slip along", "slip across"};
  static constexpr int velocity_rows = 2;

  FrameRef wheel;
  SurfaceRef surface;
  double radius = 0.3;
  double flat = 0.05;
  bool back = false;
  TrackEnds edges = TrackEnds::release;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("wheel", self.wheel, "frame in the middle of the wheel, its z axis the axle");
    visit("surface", self.surface, "the surface, and the frame that carries it");
    visit("radius", self.radius, "radius of the wheel [m]");
    visit("flat", self.flat, "angle of axle and normal at which it has fallen flat [rad]");
    visit("back",
          self.back,
          "whether it rolls on the back of the surface, which normals point away from");
    visit("edges", self.edges, "what the edges of a patch do: release or nothing");
  }
  auto connectors() const { return std::tie(wheel, surface); }
  void check(Diagnostics& d) const {
    d.expect(std::isfinite(radius) && radius > 0.0, "radius", "must be positive and finite");
    d.expect(flat > 0.0 && flat < 1.0, "flat", "must be positive and less than 1");
    d.expect(edges == TrackEnds::release || edges == TrackEnds::nothing,
             "edges",
             "must be release or nothing");
  }

  template <class S>
  RowsT<S, 1> error(const FrameT<S>& frame, const SurfaceT<S>& on) const {
    return RowsT<S, 1>(touch_of_circle(frame, radius, on, back).gap);  // (1)
  }
  template <class S>
  RowsT<S, 2> velocity_error(const FrameMotionT<S>& frame, const SurfaceMotionT<S>& on) const {
    const Touch<S> touch = touch_of_circle(frame.place(), radius, on.place(), back);
    const Mat3T<S>& R = on.frame.R;
    const Vec3T<S> x = on.frame.p + R * touch.x;
    const Vec3T<S> t = Vec3T<S>(frame.R.col(2)).cross(Vec3T<S>(R * touch.d));
    const Vec3T<S> slip = frame.velocity_at(x) - on.frame.velocity_at(x);
    return {t.dot(slip), Vec3T<S>(R * touch.normal).cross(t).dot(slip)};  // (2)
  }
  TrackEnds at_ends() const { return edges; }
  /// Whether the point of touch has passed an edge.
  int end_reached(const Memory& foot) const {
    return has_reached_edge(surface.surface, edges, foot) ? 1 : 0;
  }
  /// The point of touch.
  Vec3 acts_at(const FrameKin& frame, const SurfaceKin& on) const {
    return on.frame.x + on.frame.R * touch(frame, on).x;
  }
  /// Why it cannot go on, if so.
  std::string_view gives_up(const FrameKin& frame, const SurfaceKin& on) const {
    const Vec3 normal = on.frame.R * touch(frame, on).normal;
    const double sine = normal.cross(frame.R.col(2)).norm();
    return sine < std::sin(flat) ? "has fallen flat" : "";
  }
  Touch<double> touch(const FrameKin& frame, const SurfaceKin& on) const {
    return touch_of_circle<double>(
        {frame.x, frame.R}, radius, {{on.frame.x, on.frame.R}, on.surface, on.foot}, back);
  }
};

static_assert(ConstraintKind<Wheel>);

}  // namespace holon
