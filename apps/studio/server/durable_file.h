// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace holon::server {

/// Writes a file so that, whatever stops the program or the machine, the text before or the new one
/// is there, whole. Comes back when the new one is on disk. Throws a std::system_error, and leaves
/// the text before.
void write_durably(const std::filesystem::path& path, std::string_view text);

/// Renames a file, and comes back when that is on disk. Throws a std::system_error.
void rename_durably(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace holon::server
