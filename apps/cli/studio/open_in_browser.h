// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace holon::cli {

/// Has the person's browser show an address, if there is a display and a program that does. False
/// if there is none.
bool open_in_browser(const std::string& address);

}  // namespace holon::cli
