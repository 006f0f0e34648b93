// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

namespace holon {

/// FNV-1a over the bits of what it is fed: equal runs give equal hashes, to the last bit.
class Hash {
 public:
  void add(const void* data, std::size_t bytes) {
    const auto* p = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < bytes; ++i) value_ = (value_ ^ p[i]) * 0x100000001b3ULL;
  }
  void add(double x) { add(&x, sizeof x); }
  void add(std::uint64_t x) { add(&x, sizeof x); }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

}  // namespace holon
