// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "holon/math/types.h"

namespace holon {

inline std::span<double> as_span(VecX& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}
inline std::span<const double> as_span(const VecX& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

}  // namespace holon
