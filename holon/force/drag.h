// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/force/force.h"

namespace holon {

/// Viscous drag of a medium at rest: force −k v on the centre of mass, torque −k_ω ω.
struct Drag {
  static constexpr std::string_view name = "drag";
  static constexpr std::string_view summary = "viscous drag, linear and angular";
  static constexpr bool depends_on_velocity = true;

  double linear = 0.0;
  double angular = 0.0;
  std::vector<ObjectId> objects = {};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("linear", self.linear, "force per velocity [N s/m]");
    visit("angular", self.angular, "torque per angular velocity [N m s/rad]");
    visit("objects", self.objects, "objects it acts on; empty for all");
  }
  void check(Diagnostics& d) const {
    d.expect(
        std::isfinite(linear) && linear >= 0.0, "linear", "must be zero or positive, and finite");
    d.expect(std::isfinite(angular) && angular >= 0.0,
             "angular",
             "must be zero or positive, and finite");
  }

  template <class Body>
  double apply_to(const Body& body, double* Q) const {
    body.add_drag(linear, angular, Q);
    return 0.0;
  }
  /// The same on one particle of a system of particles.
  Vec3 on_particle(double /*mass*/, const Vec3& v) const { return -linear * v; }
};

static_assert(ForceKind<Drag>);

}  // namespace holon
