// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <span>
#include <string>

/// Long lists of numbers in a text: their bytes, low ones first, in base 64.
namespace holon {

static_assert(std::endian::native == std::endian::little, "blobs have the low byte first");

std::string base64(std::span<const std::byte> bytes);

template <class List>
std::string blob(const List& numbers) {
  return base64(std::as_bytes(std::span(numbers)));
}

}  // namespace holon
