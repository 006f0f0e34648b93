// SPDX-License-Identifier: Apache-2.0
#include "holon/controller/computed.h"

namespace holon {

/// Time first, then the inputs in order.
std::vector<std::string_view> Computed::variables() const {
  std::vector<std::string_view> names = {"t"};
  for (const ComputedInput& input : inputs) names.push_back(input.name);
  return names;
}

void Computed::check(Diagnostics& d) const {
  d.expect(inputs.size() <= max_inputs, "inputs", "must be at most 15");
  const std::vector<std::string_view> names = variables();
  for (std::size_t i = 1; i < names.size(); ++i) {
    const std::string field = "inputs." + std::to_string(i - 1) + ".name";
    for (std::size_t k = 0; k < i; ++k)
      d.expect(names[i] != names[k], field, "is taken already by another");
  }
  if (!d.ok()) return;
  expect_formula(d, "formula", formula, names);
}

Computed::Runtime::Runtime(const Computed& kind) : expression_(kind.formula, kind.variables()) {}

double Computed::Runtime::update(std::span<const Sensed> signals,
                                 double t,
                                 double /*h*/,
                                 std::span<double> /*memory*/) const {
  std::array<double, max_inputs + 1> values;
  values[0] = t;
  for (std::size_t i = 0; i < signals.size(); ++i) values[i + 1] = signals[i].value;
  return expression_(std::span<const double>(values.data(), signals.size() + 1));
}

}  // namespace holon
