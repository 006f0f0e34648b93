// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/force/force.h"

namespace holon {

/// A linear spring and damper between two points.
///
///     d = x_b − x_a,  n = d/|d|,  s = |d| − L
///     f = k s + c n·ḋ;   a feels f n, b feels −f n                                          (1)
///     W = ½ k s²                                                                            (2)
///
/// With L = 0 the direction drops out: f n = k d + c ḋ, and the damper acts in all directions.
/// A spring with a limit F pulls and pushes no harder than that: beyond s = F/k its force stays
/// ±F, and W = F (|s| − F/2k).
struct SpringDamper {
  static constexpr std::string_view name = "spring_damper";
  static constexpr std::string_view summary = "linear spring and damper between two points";
  static constexpr std::string_view required[] = {"a", "b", "stiffness"};
  static constexpr bool depends_on_velocity = true;

  PointRef a;
  PointRef b;
  double stiffness = 1.0;
  double damping = 0.0;
  double length = 0.0;
  double max_force = no_limit;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("a", self.a, "one end");
    visit("b", self.b, "the other end");
    visit("stiffness", self.stiffness, "force per stretch [N/m]");
    visit("damping", self.damping, "force per rate of stretch [N s/m]");
    visit("length", self.length, "length at rest [m]");
    visit("max_force", self.max_force, "the spring pulls and pushes at most so hard [N]");
  }
  auto connectors() const { return std::tie(a, b); }
  void check(Diagnostics& d) const {
    d.expect(std::isfinite(stiffness) && stiffness >= 0.0,
             "stiffness",
             "must be zero or positive, and finite");
    d.expect(std::isfinite(damping) && damping >= 0.0,
             "damping",
             "must be zero or positive, and finite");
    d.expect(
        std::isfinite(length) && length >= 0.0, "length", "must be zero or positive, and finite");
    d.expect(max_force > 0.0, "max_force", "must be positive");
  }

  static constexpr NumberInfo numbers[] = {{"stretch", "m"}, {"stretch_dot", "m/s"}};
  std::array<double, 2> read(const std::tuple<PointKin, PointKin>& kins) const {
    const auto& [p, q] = kins;
    const Vec3 d = q.x - p.x;
    const double size = d.norm();
    return {size - length, size > 0.0 ? d.dot(q.v - p.v) / size : 0.0};
  }

  double apply(const std::tuple<PointKin, PointKin>& kins,
               double /*t*/,
               std::span<Push> out) const {
    const auto& [p, q] = kins;
    const Vec3 d = q.x - p.x, rate = q.v - p.v;
    const double size = d.norm(), stretch = size - length;
    const bool limited = stiffness * std::abs(stretch) > max_force;
    const double k = limited ? max_force / std::abs(stretch) : stiffness;
    Vec3 pull = Vec3::Zero();
    if (length == 0.0)
      pull = k * d + damping * rate;
    else if (size > 0.0)
      pull = (k * stretch + damping * d.dot(rate) / size) * d / size;  // (1)
    out[0].head<3>() = pull;
    out[1].head<3>() = -pull;
    if (limited) return max_force * (std::abs(stretch) - 0.5 * max_force / stiffness);
    return 0.5 * stiffness * stretch * stretch;  // (2)
  }
};

static_assert(ForceKind<SpringDamper>);

}  // namespace holon
