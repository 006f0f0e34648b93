// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "holon/controller/controller.h"
#include "holon/math/expression.h"

namespace holon {

/// A signal under the name that it has in a formula.
struct ComputedInput {
  static constexpr std::string_view required[] = {"name", "signal"};
  std::string name;
  SignalRef signal;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("name", self.name, "name in the formula");
    visit("signal", self.signal, "the signal");
  }
};

/// A formula of the time t and of signals: a program that runs open loop, a gain, a sum, a limit, a
/// switch, any law of control that needs no memory.
struct Computed {
  static constexpr std::string_view name = "computed";
  static constexpr std::string_view summary = "a formula of the time and of signals";
  static constexpr std::string_view formulas[] = {"formula"};
  static constexpr std::string_view required[] = {"formula"};
  static constexpr int memories = 0;
  static constexpr std::size_t max_inputs = 15;

  std::string formula = "0";
  std::vector<ComputedInput> inputs;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("formula", self.formula, "the output, as a formula of t and of the inputs");
    visit("inputs", self.inputs, "signals and their names in the formula, at most 15");
  }
  std::vector<const SignalRef*> signals() const {
    std::vector<const SignalRef*> out;
    for (const ComputedInput& input : inputs) out.push_back(&input.signal);
    return out;
  }
  void check(Diagnostics& d) const;

  class Runtime {
   public:
    explicit Runtime(const Computed& kind);
    double update(std::span<const Sensed> signals,
                  double t,
                  double h,
                  std::span<double> memory) const;

   private:
    Expression expression_;
  };

 private:
  std::vector<std::string_view> variables() const;
};

static_assert(ControllerKind<Computed>);

}  // namespace holon
