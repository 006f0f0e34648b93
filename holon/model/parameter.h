// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "holon/model/model.h"

namespace holon {

/// A number among the fields of something that has a name, such as "spring.stiffness".
struct Parameter {
  std::variant<ObjectId, ConstraintId, ForceId> of;
  std::string field;
};

/// The force, constraint or object of that name, in this order, and its field; none if there is no
/// such number.
std::optional<Parameter> find_parameter(const Model& model, std::string_view name);

double value_of(const Model& model, const Parameter& parameter);

/// Changes the field of a copy of a kind.
Object with_number(Object kind, std::string_view field, double value);
Constraint with_number(Constraint kind, std::string_view field, double value);
Force with_number(Force kind, std::string_view field, double value);

}  // namespace holon
