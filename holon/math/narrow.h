// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "holon/math/diagnostics.h"

namespace holon {

/// A number of fewer bits, which it has to fit in: lists of which there are many keep their indices
/// so.
template <class To, class From>
To narrow(From number) {
  HOLON_EXPECT(std::in_range<To>(number));
  return static_cast<To>(number);
}

}  // namespace holon
