// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/controller/controller.h"

namespace holon {

/// Brings a signal x to its reference r [Barenbrug00, eq. 4.7]:
///
///     u = p e + i ∫ e dt + d ė,    e = r − x,    low ≤ u ≤ high                       (1)
///
/// Where u is held at a limit, the integral does not grow any further beyond it.
struct Pid {
  static constexpr std::string_view name = "pid";
  static constexpr std::string_view summary =
      "brings a signal to its reference by the error, its integral and its rate";
  static constexpr std::string_view required[] = {"input"};
  static constexpr int memories = 1;

  SignalRef input;
  SignalRef reference;
  double p = 0.0;
  double i = 0.0;
  double d = 0.0;
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool rate_of_input = true;
  bool half_step = true;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("input", self.input, "the signal that is to be brought to its reference");
    visit("reference", self.reference, "where it is to be");
    visit("p", self.p, "gain of the error");
    visit("i", self.i, "gain of its integral [1/s]");
    visit("d", self.d, "gain of its rate [s]");
    visit("low", self.low, "smallest output");
    visit("high", self.high, "largest output");
    visit(
        "rate_of_input",
        self.rate_of_input,
        "whether the rate is that of the input alone, so that a jump of the reference is no kick");
    visit("half_step",
          self.half_step,
          "whether signals are taken from the middle of the step, as far as their rates tell");
  }
  std::vector<const SignalRef*> signals() const { return {&input, &reference}; }
  void check(Diagnostics& diagnostics) const {
    for (const auto& [field, gain] : {std::pair("p", p), {"i", i}, {"d", d}})
      diagnostics.expect(std::isfinite(gain), field, "must be finite");
    diagnostics.expect(low < high, "low", "must be below high");
  }

  using Runtime = Pid;
  double update(std::span<const Sensed> signals,
                double /*t*/,
                double h,
                std::span<double> memory) const {
    const double reach = half_step ? h : 0.0;
    const double now = signals[1].value - signals[0].value;
    const Sensed x = half_a_step_on(signals[0], reach), r = half_a_step_on(signals[1], reach);
    const double e = r.value - x.value;
    const double rate = (rate_of_input ? 0.0 : r.rate) - x.rate;
    double& integral = memory[0];
    const double wanted = p * e + i * (integral + 0.25 * reach * (now + e)) + d * rate;  // (1)
    const double output = std::clamp(wanted, low, high);
    const bool winds_up = (wanted - output) * i * e > 0.0;
    if (!winds_up) integral += h * e;
    return output;
  }
};

static_assert(ControllerKind<Pid>);

}  // namespace holon
