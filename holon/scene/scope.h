// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace holon {

/// The parameters that the expressions of a part of a scene may use.
class Scope {
 public:
  /// Why a text cannot be the name of a parameter; empty if it can. Formulas have names of their
  /// own, t for one, which would be hidden.
  static std::string why_no_name(std::string_view name);

  /// A parameter of the same name that stood further outside is hidden.
  void define(std::string_view name, double value);
  std::optional<double> find(std::string_view name) const;
  const std::vector<std::string>& names() const { return names_; }

  struct Value {
    double number = 0.0;           ///< at t = 0, if it depends on time
    bool depends_on_time = false;  ///< t stands in it
  };
  /// The value of an expression of the parameters and t. Throws ExpressionError.
  Value evaluate(std::string_view text) const;
  /// A formula in which the values of the parameters stand instead of their names.
  std::string with_values(std::string_view formula) const;

 private:
  std::vector<std::string> names_;
  std::vector<double> values_;
};

/// The shortest text that reads back as the same number.
std::string shortest_text(double x);

}  // namespace holon
