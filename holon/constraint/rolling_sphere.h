// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"
#include "holon/model/rolling.h"

namespace holon {

/// A ball rolls on a surface without slipping; it may spin about the normal.
///
///     c = (f(x), e₁(p), e₂(p)),   x = p − r n(x) the lowest point of the ball        (1)
///     ċ = (t₁·s, t₂·s),   s = ẋ_ball − ẋ_surface at x        (2)
///
/// t₁ and t₂ are the x and y axes of the surface's frame, turned as its z axis is turned into n the
/// short way. e₁ and e₂ are the rows of edges, see edge_rows(): one-sided, until an edge holds the
/// ball. The middle of the ball has the same foot as the point of touch, and an edge that stops it
/// pushes against the middle.
/// λ holds the force on the ball at the point of touch along ∇f, where f is a distance the normal
/// force; the push of the edges; and friction along t₁ and t₂.
struct RollingSphere {
  static constexpr std::string_view name = "rolling_sphere";
  static constexpr std::string_view summary = "a ball rolls on a surface without slipping";
  static constexpr std::string_view required[] = {"ball", "surface", "radius"};
  static constexpr int rows = 5;
  static constexpr std::string_view row_names[] = {"gap", "edge 1", "edge 2", "slip 1", "slip 2"};
  static constexpr int velocity_rows = 2;
  static constexpr int one_sided_rows = 2;

  FrameRef ball;
  SurfaceRef surface;
  double radius = 0.1;
  bool back = false;
  TrackEnds edges = TrackEnds::release;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("ball", self.ball, "frame in the middle of the ball");
    visit("surface", self.surface, "the surface, and the frame that carries it");
    visit("radius", self.radius, "radius of the ball [m]");
    visit("back",
          self.back,
          "whether it rolls on the back of the surface, which normals point away from");
    visit("edges", self.edges, "what the edges of a surface do: stop, release, hold or nothing");
  }
  auto connectors() const { return std::tie(ball, surface); }
  void check(Diagnostics& d) const {
    d.expect(std::isfinite(radius) && radius > 0.0, "radius", "must be positive and finite");
  }

  template <class S>
  RowsT<S, 3> error(const FrameT<S>& frame, const SurfaceT<S>& on) const {
    const S gap = touch_of_sphere(frame.p, radius, on, back).gap;
    const RowsT<S, 2> e = edge_rows<S>(edges, on, in_frame(on.frame, frame.p));
    return RowsT<S, 3>(gap, e[0], e[1]);  // (1)
  }
  template <class S>
  RowsT<S, 2> velocity_error(const FrameMotionT<S>& frame, const SurfaceMotionT<S>& on) const {
    const Touch<S> touch = touch_of_sphere(frame.p, radius, on.place(), back);
    const Mat3T<S>& R = on.frame.R;
    const Vec3T<S> x = on.frame.p + R * touch.x;
    const Vec3T<S> slip = R.transpose() * (frame.velocity_at(x) - on.frame.velocity_at(x));
    const auto [t1, t2] = tangents<S>(touch.normal);
    return {t1.dot(slip), t2.dot(slip)};  // (2)
  }
  TrackEnds at_ends() const { return edges; }
  /// Whether the point of touch has come to an edge.
  int end_reached(const Memory& foot) const {
    return has_reached_edge(surface.surface, edges, foot) ? 1 : 0;
  }
  /// The point of touch.
  Vec3 acts_at(const FrameKin& frame, const SurfaceKin& on) const {
    const SurfaceT<double> place{{on.frame.x, on.frame.R}, on.surface, on.foot};
    return on.frame.x + on.frame.R * touch_of_sphere<double>(frame.x, radius, place, back).x;
  }
};

static_assert(ConstraintKind<RollingSphere>);

}  // namespace holon
