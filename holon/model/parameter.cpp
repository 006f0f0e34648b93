// SPDX-License-Identifier: Apache-2.0
#include "holon/model/parameter.h"

#include <type_traits>

namespace holon {
namespace {

/// Calls f with the field of that name, if it is a number; says whether it is.
template <class Kind, class F>
bool with_field(Kind& kind, std::string_view field, F&& f) {
  bool found = false;
  std::visit(
      [&](auto& k) {
        using K = std::decay_t<decltype(k)>;
        K::fields(k, [&](std::string_view name, auto& value, std::string_view /*text*/) {
          if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>)
            if (name == field) {
              found = true;
              f(value);
            }
        });
      },
      kind);
  return found;
}

template <class Kind>
Kind changed(Kind kind, std::string_view field, double value) {
  const bool found = with_field(kind, field, [&](double& number) { number = value; });
  HOLON_EXPECT(found);
  return kind;
}

template <class Map, class IdType>
std::optional<Parameter> parameter_of(const Map& map, IdType id, std::string_view field) {
  if (id.is_none()) return std::nullopt;
  if (!with_field(map[id].kind, field, [](double /*number*/) {})) return std::nullopt;
  return Parameter{id, std::string(field)};
}

}  // namespace

std::optional<Parameter> find_parameter(const Model& model, std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view owner = name.substr(0, dot), field = name.substr(dot + 1);
  if (auto p = parameter_of(model.forces(), model.find_force(owner), field)) return p;
  if (auto p = parameter_of(model.constraints(), model.find_constraint(owner), field)) return p;
  return parameter_of(model.objects(), model.find_object(owner), field);
}

double value_of(const Model& model, const Parameter& parameter) {
  double value = 0.0;
  const auto take = [&](double number) { value = number; };
  if (const auto* force = std::get_if<ForceId>(&parameter.of))
    with_field(model.forces()[*force].kind, parameter.field, take);
  else if (const auto* constraint = std::get_if<ConstraintId>(&parameter.of))
    with_field(model.constraints()[*constraint].kind, parameter.field, take);
  else
    with_field(model.objects()[std::get<ObjectId>(parameter.of)].kind, parameter.field, take);
  return value;
}

Object with_number(Object kind, std::string_view field, double value) {
  return changed(std::move(kind), field, value);
}
Constraint with_number(Constraint kind, std::string_view field, double value) {
  return changed(std::move(kind), field, value);
}
Force with_number(Force kind, std::string_view field, double value) {
  return changed(std::move(kind), field, value);
}

}  // namespace holon
