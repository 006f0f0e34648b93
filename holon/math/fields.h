// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <type_traits>

namespace holon {

namespace detail {
/// Stands for whoever walks the fields of a struct.
struct FieldWalker {
  template <class Field>
  void operator()(std::string_view /*name*/, Field& /*field*/, std::string_view /*text*/) const {}
};
}  // namespace detail

/// A plain struct that tells its fields: `fields(self, visit)` calls visit(name, field, what it is)
/// for each. What is made of such structs, however deep, is checked, read, written and described
/// without being named anywhere else. The names in `T::required`, if there is such a list, must be
/// given in a file.
template <class T>
concept HasFields = requires(T& self) {
  T::fields(self, detail::FieldWalker{});
};

/// Whether a text among the fields of T is a formula: T::formulas lists those that are.
template <class T>
constexpr bool is_formula(std::string_view field) {
  if constexpr (requires { T::formulas; })
    for (std::string_view formula : T::formulas)
      if (formula == field) return true;
  return false;
}

/// An enumeration whose values have names: names_of(E()) lists them in order, from the value 0 on.
template <class E>
concept NamedEnum = std::is_enum_v<E> && requires {
  names_of(E());
};

}  // namespace holon
