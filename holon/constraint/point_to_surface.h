// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/constraint/constraint.h"

namespace holon {

/// Keeps a point on a surface, or at a distance from it: what slides on it without friction.
///
///     c = (f(x) − h, e₁, e₂),   x in the axes of the surface        (1)
///
/// f is the distance from the surface, positive on the side of its normals, or the function of an
/// implicit one, whose h is then a level of that function and no distance. The foot on a patch is
/// followed from step to step.
/// e₁ and e₂ are one-sided: the distances from up to two edges of the surface, so that edges are
/// stops and corners too; see edge_rows(). Once an edge holds what it has stopped both rows are
/// two-sided, and keep the point where it came to the edge.
/// λ holds the force on the point along ∇f, where a pull is negative: the point is held and cannot
/// leave; and the push of the edges.
struct PointToSurface {
  static constexpr std::string_view name = "point_to_surface";
  static constexpr std::string_view summary = "a point stays on a surface";
  static constexpr std::string_view required[] = {"point", "surface"};
  static constexpr int rows = 3;
  static constexpr std::string_view row_names[] = {"height", "edge 1", "edge 2"};
  static constexpr int one_sided_rows = 2;

  PointRef point;
  SurfaceRef surface;
  double height = 0.0;
  TrackEnds edges = TrackEnds::release;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("point", self.point, "the point");
    visit("surface", self.surface, "the surface, and the frame that carries it");
    visit("height",
          self.height,
          "distance to keep from it [m]; of an implicit surface, the value of its formula");
    visit("edges", self.edges, "what the edges of a surface do: stop, release, hold or nothing");
  }
  auto connectors() const { return std::tie(point, surface); }
  void check(Diagnostics& d) const { d.expect(std::isfinite(height), "height", "must be finite"); }

  template <class S>
  RowsT<S, 3> error(const Vec3T<S>& x_W, const SurfaceT<S>& on) const {
    const Vec3T<S> x = in_frame(on.frame, x_W);
    const SurfaceJet jet = field_at(*on.surface, on.foot, value_of<S>(x));
    const RowsT<S, 2> e = edge_rows<S>(edges, on, x);
    return RowsT<S, 3>(lift(jet, x) - S(height), e[0], e[1]);  // (1)
  }
  /// Where f is far from what it should be and has hardly a slope, there is no way to its zero.
  std::string_view gives_up(const PointKin& point_kin, const SurfaceKin& on) const {
    constexpr double farthest = 1e4;  // of the distance from the origin, or of a metre
    const Vec3 x = on.frame.R.transpose() * (point_kin.x - on.frame.x);
    const SurfaceJet jet = field_at(*on.surface, on.foot, x);
    const double error = std::abs(jet.f - height), reach = farthest * (1.0 + x.norm());
    return error > 1e-9 && !(error < jet.gradient.norm() * reach)
               ? "its surface is nowhere to be found from here"
               : "";
  }
  TrackEnds at_ends() const { return edges; }
  /// Whether a foot has come to an edge.
  int end_reached(const Memory& foot) const {
    return has_reached_edge(surface.surface, edges, foot) ? 1 : 0;
  }
};

static_assert(ConstraintKind<PointToSurface>);

}  // namespace holon
