// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"

namespace holon {

/// Two spheres that touch and slide on each other, or one that slides inside the other.
///
///     c = |x_b − x_a| − R,   R = r_a + r_b outside, |r_a − r_b| inside        (1)
///
/// λ is the force with which they push apart (outside) along the line of centres; a pull is
/// negative: the spheres are held, they cannot part.
struct SphereToSphere {
  static constexpr std::string_view name = "sphere_to_sphere";
  static constexpr std::string_view summary =
      "two spheres touch and slide, or one slides in the other";
  static constexpr std::string_view required[] = {"a", "b", "radius_a", "radius_b"};
  static constexpr int rows = 1;

  PointRef a;
  PointRef b;
  double radius_a = 1.0;
  double radius_b = 1.0;
  bool inside = false;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "centre of one sphere");
    visit("b", self.b, "centre of the other");
    visit("radius_a", self.radius_a, "radius of the one [m]");
    visit("radius_b", self.radius_b, "radius of the other [m]");
    visit("inside", self.inside, "whether the smaller one is inside the larger");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& d) const {
    const auto positive = [](double r) { return std::isfinite(r) && r > 0.0; };
    d.expect(positive(radius_a), "radius_a", "must be positive and finite");
    d.expect(positive(radius_b), "radius_b", "must be positive and finite");
    d.expect(!inside || radius_a != radius_b,
             "inside",
             "needs different radii (for concentric spheres use point_to_point)");
  }
  /// Distance of the centres.
  double distance() const { return inside ? std::abs(radius_a - radius_b) : radius_a + radius_b; }

  template <class S>
  RowsT<S, 1> error(const Vec3T<S>& x_a, const Vec3T<S>& x_b) const {
    return RowsT<S, 1>(length_of<S>(x_b - x_a) - S(distance()));  // (1)
  }
};

static_assert(ConstraintKind<SphereToSphere>);

}  // namespace holon
