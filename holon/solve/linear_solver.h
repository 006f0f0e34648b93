// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace holon {

/// Ways to solve A x = b, from the fastest to the one that takes everything.
enum class LinearSolver { lu, cg, svd };
constexpr std::array<std::string_view, 3> names_of(LinearSolver /*solver*/) {
  return {"lu", "cg", "svd"};
}
inline std::string_view name_of(LinearSolver solver) {
  return names_of(solver)[static_cast<std::size_t>(solver)];
}

}  // namespace holon
