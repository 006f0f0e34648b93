// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace holon::cli {

/// Runs a script with the first Python that can: that of PATH, or Debian's own. `input` is its
/// standard input. A script that ends with `lacks_packages` is tried on the next. Throws a
/// SystemFailure that names the Debian packages `packages` if none can; otherwise returns how the
/// script ended.
inline constexpr int lacks_packages = 10;
int run_python(std::string_view script, const std::string& input, const std::string& packages);

}  // namespace holon::cli
