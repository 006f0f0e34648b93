// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/force/force.h"

namespace holon {

/// Uniform gravity: the force m g at the centre of mass, potential −m g·x.
struct Gravity {
  static constexpr std::string_view name = "gravity";
  static constexpr std::string_view summary = "uniform gravity on all objects, or on those listed";
  static constexpr std::string_view required[] = {"g"};
  static constexpr bool depends_on_velocity = false;

  Vec3 g = Vec3(0.0, 0.0, -9.81);
  std::vector<ObjectId> objects = {};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("g", self.g, "acceleration of free fall [m/s^2]");
    visit("objects", self.objects, "objects it acts on; empty for all");
  }
  void check(Diagnostics& d) const { d.expect(g.allFinite(), "g", "must be finite"); }

  template <class Body>
  double apply_to(const Body& body, double* Q) const {
    body.add_gravity(g, Q);
    return -body.mass() * g.dot(body.com());
  }
  /// The same on one particle of a system of particles.
  Vec3 on_particle(double mass, const Vec3& /*v*/) const { return mass * g; }
};

static_assert(ForceKind<Gravity>);

}  // namespace holon
