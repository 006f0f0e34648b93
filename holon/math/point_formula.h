// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/math/expression.h"

namespace holon {

/// A point by three formulas of the same variables.
class PointFormula {
 public:
  static constexpr std::array<std::string_view, 3> axes = {"x", "y", "z"};
  using Texts = std::array<std::string_view, 3>;

  PointFormula(const Texts& texts, std::span<const std::string_view> variables)
      : r_{Expression(texts[0], variables),
           Expression(texts[1], variables),
           Expression(texts[2], variables)} {}
  /// Expects three formulas in the fields x, y and z.
  static void expect(Diagnostics& d,
                     const Texts& texts,
                     std::span<const std::string_view> variables) {
    for (std::size_t i = 0; i < 3; ++i) expect_formula(d, axes[i], texts[i], variables);
  }

  template <class S>
  std::array<S, 3> operator()(std::span<const S> variables) const {
    return {r_[0](variables), r_[1](variables), r_[2](variables)};
  }

 private:
  std::array<Expression, 3> r_;
};

}  // namespace holon
