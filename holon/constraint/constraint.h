// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "holon/math/diagnostics.h"
#include "holon/model/scalar.h"

/// What a kind of constraint is: a plain struct with its fields, the connectors it looks at, and
/// its error as one formula of their values, written once as a template on the number type:
///
///     template <class S> RowsT<S, rows> error(const Vec3T<S>& a, const Vec3T<S>& b) const;
///
/// From it follow, by automatic differentiation, the derivative by each connector's tangent (which
/// gives the Jacobian), the rate, and the acceleration at v̇ = 0. A kind in the hot path may write
/// these by hand in `derivatives()`; the conformance tests hold both against each other. It may
/// also write the rows of J on rigid bodies in `slopes()`, which gets for each connector where they
/// go and its value (holon/step/rigid_rows.h).
///
/// A kind of more than one row says in `row_names` what they are called.
///
/// A kind may restrict velocities: its last `velocity_rows` rows are then what `velocity_error()`
/// gives, linear in the velocities that it gets beside the positions.
/// Where these can be integrated it says so by `integrable`, and gives in error() how far they have
/// gone since the step began, as the last of all rows; their rates are the errors, and there is no
/// velocity_error(). Steps meet how far, not a mean of rates, and so do not contradict others that
/// say the same.
/// With `keeps_error` their errors stay what they are at the start of a step: accelerations are
/// prescribed so.
/// A kind may be one-sided: the last `one_sided_rows` of its rows on positions ask for c ≥ 0 only,
/// and their λ is never negative.
/// A one-sided kind of one row may have an `elasticity`: a method that knows of collisions lets
/// what strikes rebound with this part of its speed. A kind may give up: `gives_up()` gets the
/// values of its connectors after a step, and says why it cannot go on; the constraint is then
/// switched off. A step that fails for it says why, too. A kind between two frames whose force acts
/// at a point that moves over both, as where a wheel touches, may say in `acts_at()` where in the
/// world that is.
namespace holon {

inline constexpr double no_limit = std::numeric_limits<double>::infinity();

/// What every constraint has beside the fields of its kind.
struct ConstraintOptions {
  std::string name = {};
  bool active = true;
  double tau = 0.05;
  double weight = 1.0;
  double assembly_force = no_limit;
  double max_force = no_limit;
  double break_force = no_limit;
  double break_torque = no_limit;
  double friction = 0.0;
  double static_friction = 0.0;
  double friction_arm = 1.0;
  std::string pressed_by = {};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("name", self.name, "name, unique among the constraints");
    visit("active", self.active, "whether it acts; may change while running");
    visit("tau", self.tau, "time constant with which an unmet constraint closes [s]");
    visit("weight", self.weight, "weight in the least-squares sense when constraints conflict");
    visit("assembly_force",
          self.assembly_force,
          "largest force (or torque) while it closes [N or N m]");
    visit("max_force",
          self.max_force,
          "largest force (or torque) at any time: where it needs more, it gives way [N or N m]");
    visit("break_force",
          self.break_force,
          "breaks when a force on a connector, or along a length, exceeds this [N]");
    visit("break_torque",
          self.break_torque,
          "breaks when a torque on a connector, or along an angle, exceeds this [N m]");
    visit("friction",
          self.friction,
          "its largest force over that of the constraint in pressed_by, while it slides");
    visit("static_friction",
          self.static_friction,
          "the same while it sticks, if larger than 'friction'");
    visit("friction_arm",
          self.friction_arm,
          "multiplies that: the radius of a bearing, where it is a torque [m]");
    visit("pressed_by",
          self.pressed_by,
          "name of the constraint whose force presses: makes it dry friction");
  }
  bool is_friction() const { return !pressed_by.empty(); }
  void check(Diagnostics& d) const;
};

/// A number that a kind has to read beside those of its connectors: `numbers[]` lists them, and
/// `read()` gives them, from the values of the connectors.
struct NumberInfo {
  std::string_view name;
  std::string_view unit;
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

/// How many of the rows restrict velocities: the last ones.
template <class K>
constexpr int velocity_rows = [] {
  if constexpr (requires { K::velocity_rows; })
    return K::velocity_rows;
  else
    return 0;
}();
template <class K>
constexpr int position_rows = K::rows - velocity_rows<K>;
/// How many of the rows on positions are one-sided: the last ones.
template <class K>
constexpr int one_sided_rows = [] {
  if constexpr (requires { K::one_sided_rows; })
    return K::one_sided_rows;
  else
    return 0;
}();

/// Whether error() gives its rows on velocities too, as how far they have gone since the step
/// began.
template <class K>
constexpr bool is_integrable = velocity_rows<K> == 0 || requires {
  K::integrable;
};
/// How many rows error() gives.
template <class K>
constexpr int error_rows = is_integrable<K> ? K::rows : position_rows<K>;

/// Whether the error of its rows on velocities is kept as it is instead of closed.
template <class K>
constexpr bool keeps_error = requires {
  K::keeps_error;
};

/// The values of a constraint at one moment. In a row on velocities c_dot is its error, and c how
/// far it has gone since the step began, or zero where that is not known.
template <class K>
struct ConstraintRows {
  static constexpr int rows = K::rows;
  using Rows = RowsT<double, rows>;
  Rows c = Rows::Zero();
  Rows c_dot = Rows::Zero();
  Rows c_ddot = Rows::Zero();  ///< at v̇ = 0
  /// ∂c/∂(tangent of each connector), in the first columns of each block
  std::array<RowBlock<rows, 6>, ConnectorInfo<K>::count> A;

  ConstraintRows() {
    for (auto& block : A) block.setZero();
  }
};

/// What of a constraint is asked for beside c and its derivatives by the connectors.
enum class Rates { none, all };

/// Fills `out` by automatic differentiation of the kind's error.
template <class K>
void differentiate(const K& kind,
                   const typename ConnectorInfo<K>::Kins& kins,
                   ConstraintRows<K>& out,
                   Rates rates = Rates::all) {
  using Info = ConnectorInfo<K>;
  constexpr int n = Info::tangents;
  constexpr int m = error_rows<K>;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto keep = [&](int row, const Dual<n>& gradient) {
      ((out.A[I].row(row).template head<Info::tangent[I]>() =
            gradient.d.template segment<Info::tangent[I]>(Info::offset(I)).transpose()),
       ...);
    };
    if constexpr (m > 0) {
      const RowsT<Dual<n>, m> gradient = kind.error(
          Info::template Traits<I>::template dual<n>(std::get<I>(kins), Info::offset(I))...);
      for (int r = 0; r < m; ++r) {
        out.c[r] = gradient[r].v;
        keep(r, gradient[r]);
      }
      if (rates == Rates::none) return;
      const RowsT<Taylor, m> motion =
          kind.error(Info::template Traits<I>::taylor(std::get<I>(kins))...);
      for (int r = 0; r < m; ++r) {
        out.c_dot[r] = motion[r].d;
        out.c_ddot[r] = motion[r].dd;
      }
    }
    if constexpr (m < K::rows) {
      const RowsT<Dual<n>, K::rows - m> gradient =
          kind.velocity_error(Info::template Traits<I>::template velocity_dual<n>(
              std::get<I>(kins), Info::offset(I))...);
      const RowsT<Taylor, K::rows - m> motion =
          kind.velocity_error(Info::template Traits<I>::velocity_taylor(std::get<I>(kins))...);
      for (int r = m; r < K::rows; ++r) {
        out.c[r] = 0.0;
        out.c_dot[r] = motion[r - m].v;
        out.c_ddot[r] = motion[r - m].d;
        keep(r, gradient[r - m]);
      }
    }
  }
  (std::make_index_sequence<static_cast<std::size_t>(Info::count)>());
}

/// Only the errors: c, and ċ of rows on velocities.
template <class K>
struct ConstraintErrors {
  RowsT<double, error_rows<K>> c;
  RowsT<double, velocity_rows<K>> c_dot;
};
template <class K>
ConstraintErrors<K> errors(const K& kind, const typename ConnectorInfo<K>::Kins& kins) {
  using Info = ConnectorInfo<K>;
  constexpr int m = error_rows<K>;
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    ConstraintErrors<K> e;
    if constexpr (m > position_rows<K>) {
      const RowsT<Taylor, m> motion =
          kind.error(Info::template Traits<I>::taylor(std::get<I>(kins))...);
      for (int r = 0; r < m; ++r) e.c[r] = motion[r].v;
      for (int r = position_rows<K>; r < m; ++r) e.c_dot[r - position_rows<K>] = motion[r].d;
    } else if constexpr (m > 0) {
      e.c = kind.template error<double>(Info::template Traits<I>::value(std::get<I>(kins))...);
    }
    if constexpr (m < K::rows)
      e.c_dot = kind.template velocity_error<double>(
          Info::template Traits<I>::velocity_value(std::get<I>(kins))...);
    return e;
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
void evaluate(const K& kind,
              const typename ConnectorInfo<K>::Kins& kins,
              ConstraintRows<K>& out,
              Rates rates = Rates::all) {
  if constexpr (HandWritten<K>)
    kind.derivatives(kins, out);
  else
    differentiate(kind, kins, out, rates);
}

/// A single row needs no name of its own.
template <class K>
constexpr bool names_its_rows = [] {
  if constexpr (requires { K::row_names; })
    return std::size(K::row_names) == static_cast<std::size_t>(K::rows);
  else
    return K::rows == 1;
}();

template <class K>
concept ConstraintKind = requires(const K& k, Diagnostics& d) {
  { K::name } -> std::convertible_to<std::string_view>;
  { K::summary } -> std::convertible_to<std::string_view>;
  { K::rows } -> std::convertible_to<int>;
  requires names_its_rows<K>;
  k.check(d);
  k.connectors();
};

}  // namespace holon
