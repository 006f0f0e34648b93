// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/model/model.h"

namespace holon {

/// The formulas among the fields of a constraint or force, to tell what may have no value:
/// "surface: sqrt(x - 5)"; empty if there are none.
std::string formulas_in(const Constraint& kind);
std::string formulas_in(const Force& kind);

}  // namespace holon
