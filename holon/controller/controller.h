// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>

#include "holon/math/diagnostics.h"
#include "holon/model/signal_ref.h"

/// What a kind of controller is: a plain struct with its fields, the signals it listens to, and a
/// Runtime that turns them into one number, its output, once at the start of each step:
///
///     double update(std::span<const Sensed> signals, double t, double h, std::span<double> memory)
///
/// The output acts through whatever takes it as a command (force kind `actuator`, for one), or
/// drives a parameter of anything, and is a signal itself, "name.output", to which other
/// controllers may listen.
namespace holon {

/// What every controller has beside the fields of its kind.
struct ControllerOptions {
  std::string name = {};
  bool active = true;
  std::string drives = {};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("name", self.name, "name, unique among the controllers");
    visit("active", self.active, "whether it acts; while it does not, its output is zero");
    visit("drives",
          self.drives,
          "a number that follows its output, as spring.stiffness; each change is an edit");
  }
};

template <class K>
concept ControllerKind = requires(const K& kind,
                                  Diagnostics& d,
                                  std::span<const Sensed> sensed,
                                  std::span<double> memory) {
  { K::name } -> std::convertible_to<std::string_view>;
  { K::summary } -> std::convertible_to<std::string_view>;
  { K::memories } -> std::convertible_to<int>;  // numbers that it keeps itself
  kind.check(d);
  { kind.signals() } -> std::convertible_to<std::vector<const SignalRef*>>;
  { typename K::Runtime(kind).update(sensed, 0.0, 0.0, memory) } -> std::convertible_to<double>;
};

/// Moves a signal on to the middle of a step of h, along its rate: over the step it is there on
/// the average [Barenbrug00, sec. 4.2].
inline Sensed half_a_step_on(const Sensed& s, double h) {
  return {s.value + 0.5 * h * s.rate, s.rate + 0.5 * h * s.acceleration, s.acceleration};
}

}  // namespace holon
