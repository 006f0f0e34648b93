// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace holon::cli {

/// What was given to read is not as it should be: exit code 3.
class InputError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// The system refuses something, a full disk for one: exit code 1.
class SystemFailure : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace holon::cli
