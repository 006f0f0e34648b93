// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/file_bytes.h"

#include <filesystem>
#include <fstream>
#include <vector>

#include "holon/scene/json_document.h"

namespace holon {

FileBytes read_bytes(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return {"", "there is no such file"};
  if (std::filesystem::is_directory(path, error)) return {"", "it is a folder"};
  std::ifstream file(path, std::ios::binary);
  if (!file) return {"", "the system does not open it"};
  std::string bytes;
  std::vector<char> chunk(1U << 20U);  // pipes do not tell their length
  while (file.read(chunk.data(), std::ssize(chunk)) || file.gcount() > 0) {
    bytes.append(chunk.data(), static_cast<std::size_t>(file.gcount()));
    if (bytes.size() > JsonLimits::text_bytes) return {"", "it is larger than 256 MiB"};
  }
  if (file.bad()) return {"", "the system does not read it to its end"};
  return {std::move(bytes), ""};
}

}  // namespace holon
