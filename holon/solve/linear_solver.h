// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace holon {

/// Ways to solve A x = b, from the fastest to the one that takes everything.
enum class LinearSolver { lu, cg, svd };
std::string_view name_of(LinearSolver solver);

}  // namespace holon
