// SPDX-License-Identifier: Apache-2.0
#include "holon/model/id_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "holon/model/ids.h"

namespace holon::id_list_test {

using ::testing::ElementsAreArray;
using ::testing::IsEmpty;
using List = IdList<ConstraintId, 2>;

List of(std::uint32_t n) {
  List list;
  for (std::uint32_t i = 0; i < n; ++i) list.push_back({i, 7});
  return list;
}
std::vector<ConstraintId> plain(const List& list) {
  return {list.begin(), list.end()};
}

TEST(IdList, AFewIdsAreWhereTheListIs) {
  EXPECT_EQ(sizeof(List), 24u);
  const List two = of(2), three = of(3);
  const auto inside = [](const List& list) {
    const auto* at = reinterpret_cast<const char*>(list.begin());
    const auto* begin = reinterpret_cast<const char*>(&list);
    return at >= begin && at < begin + sizeof(List);
  };
  EXPECT_TRUE(inside(two));
  EXPECT_FALSE(inside(three));
}

TEST(IdList, ACopyGoesItsOwnWayAndAMoveLeavesNothing) {
  for (std::uint32_t n = 0; n < 6; ++n) {
    List one = of(n);
    const List copy = one;
    one.push_back({99, 0});
    EXPECT_EQ(plain(copy), plain(of(n)));
    List moved = std::move(one);
    EXPECT_EQ(moved.size(), n + 1);
    EXPECT_EQ(moved[n], (ConstraintId{99, 0}));
    EXPECT_THAT(one, IsEmpty());  // NOLINT: what is tested
    one = copy;
    EXPECT_EQ(plain(one), plain(copy));
    const List& same = one;
    one = same;
    EXPECT_EQ(plain(one), plain(copy));
  }
}

TEST(IdList, AgreesWithAPlainListUnderRandomEdits) {
  std::mt19937 random(1);
  List list;
  std::vector<ConstraintId> expected;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const bool grows = expected.size() < 2 || (expected.size() < 9 && random() % 2 == 0);
    if (grows) {
      list.push_back({i, i % 3});
      expected.push_back({i, i % 3});
    } else {
      const ConstraintId victim = expected[random() % expected.size()];
      list.erase(victim);
      std::erase(expected, victim);
    }
    if (i % 7 == 0) list = List(list);
    ASSERT_THAT(list, ElementsAreArray(expected));
  }
}

}  // namespace holon::id_list_test
