// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/constraint/constraint.h"

namespace holon {

/// Keeps two points at a fixed distance: a massless bar with ball joints at its ends.
///
///     c = |d| − L,  d = x_b − x_a,  n = d/|d|                        (1)
///     ċ = n·ḋ                                                        (2)
///     c̈ = n·d̈ + (|ḋ|² − (n·ḋ)²) / |d|                                (3)
///
/// λ is the push of the bar on its ends: negative when the bar is in tension.
struct Distance {
  static constexpr std::string_view name = "distance";
  static constexpr std::string_view summary = "two points stay at a fixed distance: massless bar";
  static constexpr std::string_view required[] = {"a", "b", "length"};
  static constexpr int rows = 1;

  PointRef a;
  PointRef b;
  double length = 1.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "one end");
    visit("b", self.b, "the other end");
    visit("length", self.length, "distance to keep [m]");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& d) const {
    d.expect(std::isfinite(length) && length > 0.0,
             "length",
             "must be positive and finite (for coinciding points use point_to_point)");
  }

  static constexpr NumberInfo numbers[] = {{"distance", "m"}};
  std::array<double, 1> read(const std::tuple<PointKin, PointKin>& kins) const {
    return {(std::get<1>(kins).x - std::get<0>(kins).x).norm()};
  }

  template <class S>
  RowsT<S, 1> error(const Vec3T<S>& x_a, const Vec3T<S>& x_b) const {
    return RowsT<S, 1>(length_of<S>(x_b - x_a) - S(length));
  }
  void derivatives(const std::tuple<PointKin, PointKin>& kins,
                   ConstraintRows<Distance>& out) const {
    const auto& [p, q] = kins;
    const Vec3 d = q.x - p.x, rate = q.v - p.v;
    const double size = d.norm();
    // Where the ends coincide every direction is as good as any other.
    const Vec3 n = size > 1e-12 * length ? Vec3(d / size) : Vec3::UnitX();
    const double speed = n.dot(rate);
    out.c[0] = size - length;
    out.c_dot[0] = speed;  // (2)
    out.c_ddot[0] = n.dot(q.a - p.a)
                    + (rate.squaredNorm() - speed * speed) / std::max(size, 1e-12 * length);  // (3)
    out.A[0].leftCols<3>() = -n.transpose();
    out.A[1].leftCols<3>() = n.transpose();
  }
};

static_assert(ConstraintKind<Distance>);

}  // namespace holon
