// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/blob.h"

#include <algorithm>
#include <string_view>

namespace holon {

std::string base64(std::span<const std::byte> bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t here = std::min<std::size_t>(3, bytes.size() - i);
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8U | (k < here ? std::to_integer<unsigned>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      out += k <= here ? digits[group >> (18U - 6U * k) & 63U] : '=';
  }
  return out;
}

}  // namespace holon
