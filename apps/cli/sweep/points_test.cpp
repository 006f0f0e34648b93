// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/sweep/points.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "holon/math/diagnostics.h"

namespace holon::cli {
namespace points_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(SweepPoints, OfAGridRunFastestOnTheLastAxis) {
  const SweepPoints points = SweepPoints::grid({"a=0:1:3", "b=5,7"});
  ASSERT_EQ(points.size(), 6U);
  EXPECT_THAT(points.at(0), ElementsAre(0.0, 5.0));
  EXPECT_THAT(points.at(1), ElementsAre(0.0, 7.0));
  EXPECT_THAT(points.at(2), ElementsAre(0.5, 5.0));
  EXPECT_THAT(points.at(5), ElementsAre(1.0, 7.0));
}

TEST(SweepPoints, HaveTheEndsToTheBit) {
  const SweepPoints points = SweepPoints::grid({"a=0.1:0.7:7"});
  EXPECT_EQ(points.at(0)[0], 0.1);
  EXPECT_EQ(points.at(6)[0], 0.7);
  EXPECT_EQ(SweepPoints::grid({"a=3:4:1"}).at(0)[0], 3.0);
}

TEST(SweepPoints, MayBeLogarithmic) {
  const SweepPoints points = SweepPoints::grid({"a=1:100:3:log"});
  EXPECT_DOUBLE_EQ(points.at(1)[0], 10.0);
}

TEST(SweepPoints, AtRandomFillTheRangeEvenly) {
  const std::uint64_t n = 4000;
  const SweepPoints points = SweepPoints::random({"a=2:6", "b=1:100:log"}, n, 5);
  double sum = 0.0, logs = 0.0, products = 0.0;
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::vector<double> at = points.at(i);
    ASSERT_GE(at[0], 2.0);
    ASSERT_LT(at[0], 6.0);
    ASSERT_GE(at[1], 1.0);
    ASSERT_LT(at[1], 100.0);
    sum += at[0];
    logs += std::log10(at[1]);
    products += (at[0] - 4.0) * (std::log10(at[1]) - 1.0);
  }
  // four standard deviations of a mean of n even numbers: 4·(range/√12)/√n
  const double four_sigma = 4.0 / std::sqrt(12.0 * static_cast<double>(n));
  EXPECT_NEAR(sum / static_cast<double>(n), 4.0, 4.0 * four_sigma);
  EXPECT_NEAR(logs / static_cast<double>(n), 1.0, 2.0 * four_sigma);
  EXPECT_NEAR(products / static_cast<double>(n), 0.0, 8.0 * four_sigma / std::sqrt(12.0));
}

TEST(SweepPoints, AtRandomDependOnTheSeedAndNothingElse) {
  const auto at = [](std::uint64_t n, std::uint64_t seed) {
    return SweepPoints::random({"a=0:1"}, n, seed).at(7)[0];
  };
  EXPECT_EQ(at(10, 1), at(1000, 1));
  EXPECT_NE(at(10, 1), at(10, 2));
}

std::string refusal(const std::vector<std::string>& axes, bool random = false) {
  try {
    random ? SweepPoints::random(axes, 3, 1) : SweepPoints::grid(axes);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "";
}

TEST(SweepPoints, SayWhatIsWrongWithAnAxis) {
  EXPECT_THAT(refusal({}), HasSubstr("needs an axis"));
  EXPECT_THAT(refusal({"length"}), HasSubstr("name=from:to:number"));
  EXPECT_THAT(refusal({"=1:2:3"}), HasSubstr("name=from:to:number"));
  EXPECT_THAT(refusal({"a=1:2"}), HasSubstr("number of points"));
  EXPECT_THAT(refusal({"a=1:x:3"}), HasSubstr("'x' is no number"));
  EXPECT_THAT(refusal({"a=1:2:2.5"}), HasSubstr("'2.5' is no number of points"));
  EXPECT_THAT(refusal({"a=1:2:0"}), HasSubstr("'0' is no number of points"));
  EXPECT_THAT(refusal({"a=1:2:1000000000"}), HasSubstr("is no number of points"));
  EXPECT_THAT(refusal({"a=0:2:3:log"}), HasSubstr("positive"));
  EXPECT_THAT(refusal({"a=1,nan"}), HasSubstr("'nan' is no number"));
  EXPECT_THAT(refusal({"a=1:2:3", "a=1:2:3"}), HasSubstr("two axes 'a'"));
  EXPECT_THAT(refusal({"a=1:2:1e6", "b=1:2:1e6"}), HasSubstr("too large"));
  EXPECT_THAT(refusal({"a=1:2:3"}, true), HasSubstr("a range only"));
  EXPECT_THAT(refusal({"a=1"}, true), HasSubstr("two ends"));
}

}  // namespace points_test
}  // namespace holon::cli
