// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace holon {

/// What is in a file, or why that cannot be had: then `why` says so, like "there is no such file".
struct FileBytes {
  std::string bytes;
  std::string why;
};
/// A file of more than 256 MiB is refused.
FileBytes read_bytes(const std::string& path);

}  // namespace holon
