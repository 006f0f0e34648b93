// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "holon/scene/bytes.h"

/// Bytes in a text, in base 64: long lists of numbers, low bytes first, and pictures.
namespace holon {

std::string base64(std::span<const std::byte> bytes);
/// The bytes again; none if the text has other characters than digits, with = behind them.
std::optional<std::string> from_base64(std::string_view text);

template <class List>
std::string blob(const List& numbers) {
  return base64(std::as_bytes(std::span(numbers)));
}

}  // namespace holon
