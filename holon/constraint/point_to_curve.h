// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "holon/constraint/constraint.h"

namespace holon {

/// Keeps a point on a curve: a bead on a wire, a pin in a slot, a car on its rails.
///
///     c = (n₁·d, n₂·d, s),   d = x − r(u),   (x − r(u))·r'(u) = 0        (1)
///
/// in the axes of the curve; n₁, n₂ and r' are at right angles. u is followed from step to step.
/// The third row is one-sided: s is how far it is to the nearer end of an open curve, measured with
/// the speed |r'| there, so that the ends are stops; on a closed or endless curve it does nothing.
/// At an end that holds what it has stopped the row is two-sided from then on.
/// λ holds the force on the point along n₁ and n₂, and the push of a stop.
struct PointToCurve {
  static constexpr std::string_view name = "point_to_curve";
  static constexpr std::string_view summary = "a point stays on a curve: a bead on a wire";
  static constexpr std::string_view required[] = {"point", "curve"};
  static constexpr int rows = 3;
  static constexpr std::string_view row_names[] = {"across 1", "across 2", "end"};
  static constexpr int one_sided_rows = 1;

  PointRef point;
  CurveRef curve;
  TrackEnds ends = TrackEnds::stop;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("point", self.point, "the point");
    visit("curve", self.curve, "the curve, and the frame that carries it");
    visit("ends", self.ends, "what the ends of an open curve do: stop, release, hold or nothing");
  }
  auto connectors() const { return std::tie(point, curve); }
  void check(Diagnostics& /*d*/) const {}

  template <class S>
  RowsT<S, 3> error(const Vec3T<S>& x_W, const CurveT<S>& on) const {
    const Vec3T<S> x = in_frame(on.frame, x_W);
    const CurveFoot<S> foot = foot_on(*on.curve, on.foot, x);
    const auto [n1, n2] = across<S>(foot);
    const Vec3T<S> d = x - foot.r;
    return RowsT<S, 3>(n1.dot(d), n2.dot(d), to_end<S>(on, foot.u));  // (1)
  }
  TrackEnds at_ends() const { return ends; }
  /// Which end a foot has reached: −1 the first, 1 the last, 0 none.
  int end_reached(const Memory& foot) const {
    const CurveDomain& domain = curve.curve.domain();
    if (domain.closed || std::isnan(foot.u)) return 0;
    const int nearer = foot.u - domain.begin < domain.end - foot.u ? -1 : 1;
    const double end = nearer < 0 ? domain.begin : domain.end;
    if (std::isinf(end)) return 0;
    const CurveJet jet = curve.curve.at(end);
    // how near positions are met at worst, of what is as far out as the end is
    const double near = 1e-9 * std::max(1.0, jet.r.cwiseAbs().maxCoeff());
    return nearer * (foot.u - end) * jet.d1.norm() >= -near ? nearer : 0;
  }

 private:
  template <class S>
  S to_end(const CurveT<S>& on, const S& u) const {
    const CurveDomain& domain = on.curve->domain();
    const double x = value_of(u), to_first = x - domain.begin, to_last = domain.end - x;
    const bool endless = std::isinf(to_first) && std::isinf(to_last);
    if (domain.closed || endless || !is_barrier(ends)) return S(1.0);
    const int held = on.foot != nullptr ? on.foot->held : 0;
    const bool first = held != 0 ? held < 0 : to_first < to_last;
    const double end = first ? domain.begin : domain.end;
    const double speed = on.curve->at(end).d1.norm();
    return first ? S(speed) * (u - S(end)) : S(speed) * (S(end) - u);
  }
};

static_assert(ConstraintKind<PointToCurve>);

}  // namespace holon
