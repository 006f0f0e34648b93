// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <variant>
#include <vector>

#include "holon/model/scalar.h"

namespace holon {

/// What a controller keeps from step to step.
struct ControllerMemory {
  double output = 0.0;
  double time = std::numeric_limits<double>::quiet_NaN();  ///< of the last output
  std::vector<double> numbers = {};
};

/// A number that is given to the equations: a function of time, or what a controller puts out,
/// which stays the same over a step. It takes part as a scalar that no object moves.
class Command {
 public:
  Command() = default;
  Command(ControllerId controller) : given_(controller) {}  // NOLINT: its output is a command
  template <class T>
  requires(std::is_constructible_v<Motion, T&&> && !std::is_same_v<std::decay_t<T>, Command>)
      Command(T&& motion)  // NOLINT: as is whatever is a function of time
      : given_(Motion(std::forward<T>(motion))) {}

  /// Null if it is the other one.
  const Motion* motion() const { return std::get_if<Motion>(&given_); }
  Motion* motion() { return std::get_if<Motion>(&given_); }
  const ControllerId* controller() const { return std::get_if<ControllerId>(&given_); }

 private:
  std::variant<Motion, ControllerId> given_;
};

template <>
struct ConnectorTraits<Command> : ConnectorTraits<ScalarRef> {};

/// A number that is given and that no object moves.
template <class Ref>
concept GivenRef =
    std::is_same_v<Ref, Motion> || std::is_same_v<Ref, IntegralOf> || std::is_same_v<Ref, Command>;

/// Calls f with every controller that commands a connector.
template <class Ref, class F>
void for_each_controller(const Ref& /*ref*/, F&& /*f*/) {}
template <class F>
void for_each_controller(const Command& ref, F&& f) {
  if (const ControllerId* id = ref.controller()) f(*id);
}

}  // namespace holon
