// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "holon/math/diagnostics.h"
#include "holon/model/connector.h"

/// What a kind of object is.
///
/// The description is a plain struct: its fields, `check()` and the starting state. Its `Runtime`
/// is the same thing at work: it turns a configuration q and a velocity v into the values of
/// connectors, and the rows of constraints into rows on v.
///
///     q̇ = N(q) v          configuration and velocity            advance(), q_dot()
///     ẋ = (∂ẋ/∂v) v       connectors                            point(), direction(), frame()
///     A (∂ẋ/∂v)           what a row A on ẋ is on v             pull_point(), ...
///     wrench(Q)           the force and torque that a force on v amounts to
///     M(q), bias(q, v)     inertia, and its velocity-dependent forces
///     flight()            free motion over a step, exact in momentum and symplectic; it gets a
///     guess
///                         of the velocity in the middle, and gives it
namespace holon {

struct Collision;

/// What every object has beside the fields of its kind.
struct ObjectOptions {
  std::string name = {};
  bool kinematic = false;  ///< moved by the host, as if of infinite mass
  /// How it touches others (holon/model/collision.h); null if it goes through everything.
  std::shared_ptr<const Collision> collision = nullptr;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("name", self.name, "name, unique among the objects");
    visit("kinematic", self.kinematic, "moved by the host, as if of infinite mass");
  }
};

/// A force at the centre of mass, and a torque about it.
struct Wrench {
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();
};

template <class K>
concept ObjectKind = requires(const K& k,
                              typename K::Runtime& r,
                              const typename K::Runtime& cr,
                              Diagnostics& d,
                              double* out,
                              const double* in) {
  { K::name } -> std::convertible_to<std::string_view>;
  k.check(d);
  { cr.nq() } -> std::same_as<int>;
  { cr.nv() } -> std::same_as<int>;
  k.start(out, out);
  r.place(in, in);
  { cr.point(PointOn{}) } -> std::same_as<PointKin>;
  cr.mass_matrix(out);
  cr.add_bias(out);
  cr.add_internal_force(out);
  cr.add_gravity(Vec3(), out);
  cr.advance(in, in, 0.0, out);
  cr.difference(in, in, out);
  { cr.flight(0.0, in, in, out, out, out) } -> std::same_as<bool>;
};

}  // namespace holon
