// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

namespace holon::cli {

/// Checks of numbers on the command line that do not fill the help with their limits.
inline CLI::Validator positive() {
  CLI::Validator check = CLI::PositiveNumber;
  return check.description("");
}
template <class T>
CLI::Validator within(T low, T high) {
  return CLI::Range(low, high).description("");
}

}  // namespace holon::cli
