// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace holon {

/// What a tool puts into a world for a while, as the spring by which a hand pulls, has a name that
/// begins with ~: it acts, but is not drawn, recorded or kept.
inline bool is_hidden(std::string_view name) {
  return name.starts_with('~');
}

}  // namespace holon
