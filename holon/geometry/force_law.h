// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "holon/math/expression.h"

namespace holon {

/// Forces at given stretches. Between them the force is the cubic that is monotone where they are
/// [FritschButland84]; beyond the ends it goes on straight.
struct ForceTable {
  static constexpr std::string_view required[] = {"stretches", "forces"};
  std::vector<double> stretches;
  std::vector<double> forces;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("stretches", self.stretches, "stretches, increasing [m or rad]");
    visit("forces", self.forces, "force or torque at each [N or N m]");
  }
  void check(Diagnostics& d) const;
};

/// The curve of a ForceTable, ready for use.
class MonotoneCubic {
 public:
  explicit MonotoneCubic(ForceTable table);
  double value(double s) const;
  /// ∫ from 0 to s.
  double integral(double s) const { return from_first(s) - at_zero_; }
  const ForceTable& table() const { return table_; }

 private:
  std::size_t piece_of(double s) const;
  double from_first(double s) const;

  ForceTable table_;
  std::vector<double> slopes_;
  std::vector<double> integrals_;  // from the first stretch to each
  double at_zero_ = 0.0;           // from the first stretch to 0
};

/// A force as a function of a stretch s, a formula or a table, and the energy it stores:
///
///     W(s) = ∫₀ˢ f(s') ds'                                                        (1)
///
/// exact for a table; for a formula by Gauss' rule, on parts halved until they agree to rounding.
/// A law that makes no sense is refused with a ModelError.
class ForceLaw {
 public:
  /// f = s
  ForceLaw() : ForceLaw("s") {}
  /// A formula of s.
  explicit ForceLaw(std::string_view formula);
  ForceLaw(ForceTable table);  // NOLINT: a table is a law

  double force(double s) const;
  double energy(double s) const;

  using Kind = std::variant<Expression, MonotoneCubic>;
  const Kind& kind() const { return kind_; }

 private:
  Kind kind_;
};

}  // namespace holon
