// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>

#include "holon/math/fields.h"
#include "holon/math/types.h"

namespace holon {

/// All numbers and texts of something described by fields(), in a row.
class FieldKey {
 public:
  std::string text;
  void operator()(std::string_view /*name*/, const auto& field, std::string_view /*what*/) {
    add(field);
  }
  template <class T>
  void add(const T& x) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      char digits[40];
      std::snprintf(digits, sizeof digits, "%.17g ", static_cast<double>(x));
      text += digits;
    } else if constexpr (std::is_same_v<T, std::string>) {
      text += x + ' ';
    } else if constexpr (HasFields<const T>) {
      T::fields(x, *this);
    } else if constexpr (requires { x.allFinite(); }) {
      for (Eigen::Index i = 0; i < x.size(); ++i) add(x.data()[i]);
    } else if constexpr (requires { x.coeffs(); }) {
      add(Eigen::Vector4d(x.coeffs()));
    } else {
      for (const auto& inner : x) add(inner);
      text += ';';
    }
  }
};

}  // namespace holon
