// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "holon/math/diagnostics.h"
#include "holon/model/connector.h"

/// What a kind of constraint is: a plain struct with its fields, the connectors it looks at, and
/// its error as one formula of their values, written once as a template on the number type:
///
///     template <class S> RowsT<S, rows> error(const Vec3T<S>& a, const Vec3T<S>& b) const;
///
/// From it follow, by automatic differentiation, the derivative by each connector's tangent (which
/// gives the Jacobian), the rate, and the acceleration at v̇ = 0. A kind in the hot path may write
/// these by hand in `derivatives()`; the conformance tests hold both against each other.
/// A kind with `velocity_level = true` restricts velocities only: its error is linear in them.
namespace holon {

inline constexpr double no_limit = std::numeric_limits<double>::infinity();

/// What every constraint has beside the fields of its kind.
struct ConstraintOptions {
  std::string name = {};
  bool active = true;
  double tau = 0.05;
  double weight = 1.0;
  double assembly_force = no_limit;
  double break_force = no_limit;
  double break_torque = no_limit;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("name", self.name, "name, unique among the constraints");
    visit("active", self.active, "whether it acts; may change while running");
    visit("tau", self.tau, "time constant with which an unmet constraint closes [s]");
    visit("weight", self.weight, "weight in the least-squares sense when constraints conflict");
    visit("assembly_force",
          self.assembly_force,
          "largest force (or torque) while it closes [N or N m]");
    visit("break_force", self.break_force, "breaks when a force at a connector exceeds this [N]");
    visit("break_torque",
          self.break_torque,
          "breaks when a torque at a connector exceeds this [N m]");
  }
  void check(Diagnostics& d) const;
};

template <class K>
using ConnectorsOf = decltype(std::declval<const K&>().connectors());

namespace detail {
template <class Tuple>
struct ConnectorTuple;
template <class... Refs>
struct ConnectorTuple<std::tuple<const Refs&...>> {
  static constexpr int count = sizeof...(Refs);
  using Kins = std::tuple<typename ConnectorTraits<Refs>::Kin...>;
  static constexpr int tangents = (ConnectorTraits<Refs>::tangent + ... + 0);
  static constexpr std::array<int, sizeof...(Refs)> tangent = {ConnectorTraits<Refs>::tangent...};
  static constexpr int offset(int i) {
    int sum = 0;
    for (int k = 0; k < i; ++k) sum += tangent[static_cast<std::size_t>(k)];
    return sum;
  }
  template <std::size_t I>
  using Traits = ConnectorTraits<std::tuple_element_t<I, std::tuple<Refs...>>>;
};
}  // namespace detail

/// Everything known at compile time about the connectors of a constraint kind.
template <class K>
using ConnectorInfo = detail::ConnectorTuple<ConnectorsOf<K>>;

template <class K>
constexpr bool is_velocity_level = [] {
  if constexpr (requires { K::velocity_level; })
    return K::velocity_level;
  else
    return false;
}();

/// The values of a constraint at one moment. For a constraint on velocities c is zero and c_dot its
/// error.
template <class K>
struct ConstraintRows {
  static constexpr int rows = K::rows;
  using Rows = RowsT<double, rows>;
  Rows c = Rows::Zero();
  Rows c_dot = Rows::Zero();
  Rows c_ddot = Rows::Zero();  ///< at v̇ = 0
  /// ∂c/∂(tangent of each connector), in the first columns of each block
  std::array<Eigen::Matrix<double, rows, 6>, ConnectorInfo<K>::count> A;

  ConstraintRows() {
    for (auto& block : A) block.setZero();
  }
};

/// Fills `out` by automatic differentiation of the kind's error.
template <class K>
void differentiate(const K& kind,
                   const typename ConnectorInfo<K>::Kins& kins,
                   ConstraintRows<K>& out) {
  using Info = ConnectorInfo<K>;
  constexpr int n = Info::tangents;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    RowsT<Dual<n>, K::rows> gradient;
    RowsT<Taylor, K::rows> motion;
    if constexpr (is_velocity_level<K>) {
      gradient = kind.error(Info::template Traits<I>::template velocity_dual<n>(
          std::get<I>(kins), Info::offset(I))...);
      motion = kind.error(Info::template Traits<I>::velocity_taylor(std::get<I>(kins))...);
    } else {
      gradient = kind.error(
          Info::template Traits<I>::template dual<n>(std::get<I>(kins), Info::offset(I))...);
      motion = kind.error(Info::template Traits<I>::taylor(std::get<I>(kins))...);
    }
    for (int r = 0; r < K::rows; ++r) {
      out.c[r] = is_velocity_level<K> ? 0.0 : motion[r].v;
      out.c_dot[r] = is_velocity_level<K> ? motion[r].v : motion[r].d;
      out.c_ddot[r] = is_velocity_level<K> ? motion[r].d : motion[r].dd;
      ((out.A[I].row(r).template head<Info::tangent[I]>() =
            gradient[r].d.template segment<Info::tangent[I]>(Info::offset(I)).transpose()),
       ...);
    }
  }
  (std::make_index_sequence<static_cast<std::size_t>(Info::count)>());
}

template <class K>
concept HandWritten = requires(const K& kind,
                               const typename ConnectorInfo<K>::Kins& kins,
                               ConstraintRows<K>& out) {
  kind.derivatives(kins, out);
};

/// Fills `out`, by hand where the kind does so, else automatically.
template <class K>
void evaluate(const K& kind, const typename ConnectorInfo<K>::Kins& kins, ConstraintRows<K>& out) {
  if constexpr (HandWritten<K>)
    kind.derivatives(kins, out);
  else
    differentiate(kind, kins, out);
}

template <class K>
concept ConstraintKind = requires(const K& k, Diagnostics& d) {
  { K::name } -> std::convertible_to<std::string_view>;
  { K::summary } -> std::convertible_to<std::string_view>;
  { K::rows } -> std::convertible_to<int>;
  k.check(d);
  k.connectors();
};

}  // namespace holon
