// SPDX-License-Identifier: Apache-2.0
#include "holon/math/narrow.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace holon::narrow_test {

TEST(Narrow, KeepsWhatFits) {
  EXPECT_EQ(narrow<std::uint32_t>(std::size_t{0xffffffff}), 0xffffffffU);
  EXPECT_EQ(narrow<std::uint16_t>(6), 6);
}

TEST(Narrow, RefusesWhatDoesNot) {
  EXPECT_ANY_THROW(narrow<std::uint32_t>(std::size_t{0x100000000}));
  EXPECT_ANY_THROW(narrow<std::uint16_t>(-1));
}

}  // namespace holon::narrow_test
