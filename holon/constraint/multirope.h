// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/constraint/constraint.h"

namespace holon {

/// A massless rope of fixed length that runs freely over any number of points, of any objects: over
/// small pulleys, through a block and tackle. It pulls and never pushes.
///
///     c = L − Σ |x_{i+1} − x_i| ≥ 0,   λ ≥ 0,   λ c = 0        (1)
///
/// λ is the tension, the same all along; a point in the middle feels it towards both its
/// neighbours. [Barenbrug00, sec. 4.1]
struct Multirope {
  static constexpr std::string_view name = "multirope";
  static constexpr std::string_view summary =
      "a rope of fixed length over any number of points: pulls only";
  static constexpr std::string_view required[] = {"points", "length"};
  static constexpr int rows = 1;
  static constexpr int one_sided_rows = 1;

  PathRef path;
  double length = 1.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("points", self.path.points(), "points over which the rope runs, from end to end");
    visit("length", self.length, "length of the rope [m]");
  }
  auto connectors() const { return std::tie(path.quantity()); }
  void check(Diagnostics& d) const { check_path_length(d, path, length); }

  template <class S>
  RowsT<S, 1> error(const S& used) const {
    return RowsT<S, 1>(S(length) - used);  // (1)
  }
};

static_assert(ConstraintKind<Multirope>);

}  // namespace holon
