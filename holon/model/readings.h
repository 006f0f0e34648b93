// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "holon/model/model.h"

/// The numbers that the connectors of a constraint or force have, under the names of the fields
/// that they stand in: a quantity `field` and its rate `field_dot`; of the foot on a curve
/// `field.u` and `field.length`, on a surface `field.u` and `field.v`; a function of time or
/// command `field`. And the numbers that its kind has beside (NumberInfo). Bodies::add_readings()
/// gives their values in the same order.
namespace holon {

namespace detail {

/// The field that a connector is, if it is one as a whole.
template <class K, class Ref>
std::string field_of(const K& kind, const Ref& ref) {
  std::string found;
  K::fields(kind, [&]<class T>(std::string_view name, const T& field, std::string_view /*text*/) {
    if constexpr (std::is_same_v<T, Ref>)
      if (&field == &ref) found = name;
  });
  return found;
}
template <class K>
std::string field_of(const K& kind, const IntegralOf& ref) {
  return field_of(kind, ref.rate);
}

template <class Ref, class F>
void for_each_number(const std::string& /*field*/, const Ref& /*ref*/, F&& /*f*/) {}
template <class F>
void for_each_number(const std::string& field, const ScalarRef& ref, F&& f) {
  const std::string kind = std::visit([](const auto& s) { return std::string(s.name); }, ref);
  const std::string& name = field.empty() ? kind : field;
  f(name, unit_of(ref));
  f(name + "_dot", is_angle(ref) ? "rad/s" : "m/s");
}
template <class F>
void for_each_number(const std::string& field, const ScalarSum& ref, F&& f) {
  for (std::size_t i = 0; i < ref.size(); ++i)
    for_each_number(field + std::to_string(i), ref[i].quantity, f);
}
template <class F>
void for_each_number(const std::string& field, const CurveRef& /*ref*/, F&& f) {
  f(field + ".u", "");
  f(field + ".length", "m");
}
template <class F>
void for_each_number(const std::string& field, const SurfaceRef& /*ref*/, F&& f) {
  f(field + ".u", "");
  f(field + ".v", "");
}
template <class F>
void for_each_number(const std::string& field, const Motion& /*ref*/, F&& f) {
  f(field, "");
}
template <class F>
void for_each_number(const std::string& field, const Command& /*ref*/, F&& f) {
  f(field, "");
}
template <class F>
void for_each_number(const std::string& field, const IntegralOf& /*ref*/, F&& f) {
  f(field, "");
}

}  // namespace detail

/// f(name, unit)
template <class K, class F>
void for_each_reading(const K& kind, F&& f) {
  if constexpr (requires { kind.connectors(); })
    std::apply(
        [&](const auto&... ref) {
          (detail::for_each_number(detail::field_of(kind, ref), ref, f), ...);
        },
        kind.connectors());
  if constexpr (requires { K::numbers; })
    for (const NumberInfo& number : K::numbers) f(std::string(number.name), number.unit);
}

}  // namespace holon
