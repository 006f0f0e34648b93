// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/force/force.h"

namespace holon {

/// Two points that attract each other by a power of their distance.
///
///     d = x_b − x_a,  ρ = √(|d|² + ε²),   a feels k d/ρⁿ⁺¹, b feels −k d/ρⁿ⁺¹        (1)
///     W = k ρ¹⁻ⁿ/(1 − n),  or k ln ρ for n = 1                                       (2)
///
/// With n = 2 and k = G m_a m_b this is gravitation, with k < 0 the repulsion of charges. The
/// length ε softens the force where the points come close.
struct Attraction {
  static constexpr std::string_view name = "attraction";
  static constexpr std::string_view summary = "two points attract or repel by a power of distance";
  static constexpr std::string_view required[] = {"a", "b", "strength"};
  static constexpr bool depends_on_velocity = false;

  PointRef a;
  PointRef b;
  double strength = 1.0;
  double exponent = 2.0;
  double softening = 0.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "one point");
    visit("b", self.b, "the other point");
    visit("strength", self.strength, "force at distance one; negative where they repel [N m^n]");
    visit("exponent", self.exponent, "power of the distance by which the force falls");
    visit("softening", self.softening, "length below which the force stays finite [m]");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& d) const {
    d.expect(std::isfinite(strength), "strength", "must be finite");
    d.expect(std::isfinite(exponent), "exponent", "must be finite");
    d.expect(std::isfinite(softening) && softening >= 0.0,
             "softening",
             "must be zero or positive, and finite");
  }

  double apply(const std::tuple<PointKin, PointKin>& kins,
               double /*t*/,
               std::span<Push> out) const {
    const auto& [p, q] = kins;
    const Vec3 d = q.x - p.x;
    const double rho = std::hypot(d.norm(), softening);
    if (rho == 0.0) return 0.0;                                       // no direction, and no force
    const Vec3 pull = strength * std::pow(rho, -exponent - 1.0) * d;  // (1)
    out[0].head<3>() = pull;
    out[1].head<3>() = -pull;
    return strength
           * (exponent == 1.0 ? std::log(rho) : std::pow(rho, 1.0 - exponent) / (1.0 - exponent));
  }
};

static_assert(ForceKind<Attraction>);

}  // namespace holon
