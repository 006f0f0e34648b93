// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "holon/constraint/constraint.h"

/// What a kind of force is: a plain struct that either
///   pushes on connectors, giving for each of them the force on its tangent (a point: force; a
///   frame: force and torque; a scalar: force or torque along it), or
///   acts on whole objects, through what every object can do (gravity, drag).
/// Both return their potential energy, zero if they have none.
/// A kind with `falls_in()` is impulsive: it acts in no time, and what it pushes is momentum.
/// A kind that needs more than its fields to act, formulas parsed for one, gives it by `prepare()`:
/// what that returns pushes in its place.
namespace holon {

/// What every force has beside the fields of its kind.
struct ForceOptions {
  std::string name = {};
  bool active = true;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("name", self.name, "name, unique among the forces");
    visit("active", self.active, "whether it acts; may change while running");
  }
};

using Push = Eigen::Matrix<double, 6, 1>;
template <class K>
using Pushes = std::array<Push, ConnectorInfo<K>::count>;

/// What pushes: the kind itself, or what it prepares.
template <class K>
auto prepared(const K& kind) {
  if constexpr (requires { kind.prepare(); })
    return kind.prepare();
  else
    return kind;
}

/// A force between connectors.
template <class K>
concept ConnectorForce = requires(const K& k,
                                  const typename ConnectorInfo<K>::Kins& kins,
                                  std::span<Push> out) {
  { prepared(k).apply(kins, 0.0, out) } -> std::convertible_to<double>;
};

/// A force between connectors that is impulsive: it gives its momentum at the start of each step,
/// from t to t + h, that it falls in.
template <class K>
concept ImpulsiveForce = ConnectorForce<K> && requires(const K& k, double t, double h) {
  { k.falls_in(t, h) } -> std::convertible_to<bool>;
};

/// A force on whole objects: all of them, or those listed.
template <class K>
concept ObjectForce = requires(const K& k) {
  { k.objects } -> std::convertible_to<const std::vector<ObjectId>&>;
};

template <class K>
concept ForceKind = (ConnectorForce<K> || ObjectForce<K>)&&requires(const K& k, Diagnostics& d) {
  { K::name } -> std::convertible_to<std::string_view>;
  { K::summary } -> std::convertible_to<std::string_view>;
  { K::depends_on_velocity } -> std::convertible_to<bool>;
  k.check(d);
};

}  // namespace holon
