// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"

namespace holon {

/// Keeps the length of the line through any number of points, of any objects: a rope that is never
/// slack, or rods with sleeves.
///
///     c = Σ |x_{i+1} − x_i| − L        (1)
///
/// λ is the push along the line, the same all along: negative in tension. [Barenbrug00, sec. 4.1]
struct Multibar {
  static constexpr std::string_view name = "multibar";
  static constexpr std::string_view summary =
      "the line through any number of points keeps its length";
  static constexpr std::string_view required[] = {"points", "length"};
  static constexpr int rows = 1;

  PathRef path;
  double length = 1.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("points", self.path.points(), "points through which the line goes, from end to end");
    visit("length", self.length, "length to keep [m]");
  }
  auto connectors() const { return std::tie(path.quantity()); }
  void check(Diagnostics& d) const { check_path_length(d, path, length); }

  template <class S>
  RowsT<S, 1> error(const S& used) const {
    return RowsT<S, 1>(used - S(length));  // (1)
  }
};

static_assert(ConstraintKind<Multibar>);

}  // namespace holon
