// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "holon/model/model.h"

namespace holon {

/// A number among the fields of something that has a name: "spring.stiffness", "weight.g.z" of a
/// vector, "rail.curve.radius" of a curve or surface, "mix.terms.0.gain", "rope.break_force" of its
/// options, "clutch.active" of a constraint or force, "servo.p" of a controller, "engine.speed" of
/// a command that is just a number. What is not among them: texts, choices, functions of time
/// (which a controller commands), connectors, sizes of lists, and the vectors of objects, which say
/// where they start.
struct Parameter {
  std::variant<ObjectId, ConstraintId, ForceId, ControllerId> of;
  std::string field;

  bool operator==(const Parameter&) const = default;
};

/// The force, constraint, object or controller of that name, in this order, and its field; none if
/// there is no such number.
std::optional<Parameter> find_parameter(const Model& model, std::string_view name);

double value_of(const Model& model, const Parameter& parameter);
/// Whether it says if something acts: zero, or one.
inline bool is_switch(const Parameter& parameter) {
  return parameter.field == "active";
}

/// Calls f with each number of a thing: its field, its value, and what it is in words. Whether it
/// acts is not among them.
using NumberVisitor =
    std::function<void(const std::string& field, double value, std::string_view text)>;
void for_each_number(const ObjectRecord& record, const NumberVisitor& f);
void for_each_number(const ConstraintRecord& record, const NumberVisitor& f);
void for_each_number(const ForceRecord& record, const NumberVisitor& f);
void for_each_number(const ControllerRecord& record, const NumberVisitor& f);

/// A copy with the number changed. Throws a ModelError if a curve cannot be so.
ObjectRecord with_number(ObjectRecord record, std::string_view field, double value);
ConstraintRecord with_number(ConstraintRecord record, std::string_view field, double value);
ForceRecord with_number(ForceRecord record, std::string_view field, double value);
ControllerRecord with_number(ControllerRecord record, std::string_view field, double value);

}  // namespace holon
