// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

/// Numbers as bytes, low ones first.
namespace holon {

static_assert(std::endian::native == std::endian::little, "the low byte comes first");

using Bytes = std::vector<std::byte>;

template <class T>
requires std::is_arithmetic_v<T>
void append(Bytes& out, T number) {
  const auto bytes = std::as_bytes(std::span(&number, 1));
  out.insert(out.end(), bytes.begin(), bytes.end());
}
template <class T>
void append(Bytes& out, std::span<const T> numbers) {
  const auto bytes = std::as_bytes(numbers);
  out.insert(out.end(), bytes.begin(), bytes.end());
}
inline void append_count(Bytes& out, std::size_t n) {
  append(out, static_cast<std::uint32_t>(n));
}
/// Zeros up to a multiple of four.
inline void align(Bytes& out) {
  out.resize((out.size() + 3) / 4 * 4);
}

}  // namespace holon
