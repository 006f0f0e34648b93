// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "holon/math/diagnostics.h"
#include "holon/math/types.h"

namespace holon {

/// All that Newton and Euler ask of a body:
///
///     m = ∫ρ dV,   c = ∫ρ x dV / m,   I = ∫ρ (|x − c|² 1 − (x − c)(x − c)ᵀ) dV      (1)
///
/// com and inertia are in body axes; the inertia is about the com. Flat and thin things are
/// welcome: a rod or a lone point has a singular inertia and no volume.
struct MassProperties {
  double mass = 0.0;            ///< [kg]
  Vec3 com = Vec3::Zero();      ///< centre of mass, from the body's origin [m]
  Mat3 inertia = Mat3::Zero();  ///< about the com [kg m²]
  double volume = 0.0;          ///< [m³]
};

/// A mass without extent.
struct MassPoint {
  static constexpr std::string_view required[] = {"mass", "position"};
  double mass = 0.0;
  Vec3 position = Vec3::Zero();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("mass", self.mass, "mass, not negative [kg]");
    visit("position", self.position, "where it is [m]");
  }
  void check(Diagnostics& d) const { d.expect(mass >= 0.0, "mass", "must not be negative"); }
};

/// The same body after the motion x → R x + p, with R a rotation (a mirror image works too).
MassProperties transformed(const MassProperties& body, const Mat3& R, const Vec3& p);

/// Two bodies, given in the same axes, as one: the parallel axes theorem. Masses must not be
/// negative; two massless bodies keep the com of the first.
MassProperties combined(const MassProperties& a, const MassProperties& b);

/// A cloud of point masses, of which at least one weighs something. A single point has no inertia,
/// points on a line have none about that line.
MassProperties from_points(std::span<const MassPoint> points);

/// J = ∫ρ (x − c)(x − c)ᵀ dV about the com, which is what a body that stretches has for an inertia.
/// From (1), tr I = 2 tr J, hence J = ½ tr(I) 1 − I.
Mat3 second_moment(const MassProperties& body);

/// The way back: I = tr(J) 1 − J.
Mat3 inertia_of_second_moment(const Mat3& J);

}  // namespace holon
