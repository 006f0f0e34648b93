// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/force/force.h"

namespace holon {

/// Slows everything down alike: left to itself, each velocity keeps the fraction `factor` of itself
/// per second. This is seed 004's velocity damping factor, free of the step size: the force
/// −k M v with k = −ln(factor) gives v(t) = factor^t v(0).
struct VelocityDamping {
  static constexpr std::string_view name = "velocity_damping";
  static constexpr std::string_view summary = "every velocity keeps a fixed fraction per second";
  static constexpr std::string_view required[] = {"factor"};
  static constexpr bool depends_on_velocity = true;

  double factor = 0.99;
  std::vector<ObjectId> objects = {};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("factor", self.factor, "fraction of velocity left after one second, above 0, at most 1");
    visit("objects", self.objects, "objects it acts on; empty for all");
  }
  void check(Diagnostics& d) const {
    d.expect(factor > 0.0 && factor <= 1.0, "factor", "must lie above 0 and be at most 1");
  }

  template <class Body>
  double apply_to(const Body& body, double* Q) const {
    body.add_momentum(std::log(factor), Q);
    return 0.0;
  }
  /// The same on one particle of a system of particles.
  Vec3 on_particle(double mass, const Vec3& v) const { return std::log(factor) * mass * v; }
};

static_assert(ForceKind<VelocityDamping>);

}  // namespace holon
