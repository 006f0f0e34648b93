// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/blob.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace holon {
namespace {

constexpr std::string_view digits_of_64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The value of each character as a digit; 64 for those that are none.
constexpr std::array<std::uint8_t, 256> values_of_digits() {
  std::array<std::uint8_t, 256> values{};
  values.fill(64);
  for (std::size_t i = 0; i < digits_of_64.size(); ++i)
    values[static_cast<unsigned char>(digits_of_64[i])] = static_cast<std::uint8_t>(i);
  return values;
}

}  // namespace

std::string base64(std::span<const std::byte> bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t here = std::min<std::size_t>(3, bytes.size() - i);
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8U | (k < here ? std::to_integer<unsigned>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      out += k <= here ? digits_of_64[group >> (18U - 6U * k) & 63U] : '=';
  }
  return out;
}

std::optional<std::string> from_base64(std::string_view text) {
  constexpr std::array<std::uint8_t, 256> values = values_of_digits();
  text = text.substr(0, text.find_last_not_of('=') + 1);
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const unsigned digit = values[static_cast<unsigned char>(c)];
    if (digit == 64) return std::nullopt;
    bits = bits << 6U | digit;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> static_cast<unsigned>(count) & 255U);
  }
  return bytes;
}

}  // namespace holon
