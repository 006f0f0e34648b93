// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>

#include "apps/cli/compare/compare_results.h"
#include "apps/cli/compare/compare_scenes.h"
#include "apps/cli/errors.h"

namespace holon::cli {
namespace compare_test {

using ::testing::ElementsAre;

Result table(const std::vector<Column>& columns) {
  Result result;
  result.columns = columns;
  return result;
}

TEST(ResultDifference, IsTheLargestOfEachSignalAndWhen) {
  const Result a = table({{"time", "s", {0, 1, 2}}, {"x", "m", {1, 2, 3}}, {"y", "m", {0, 0, 0}}});
  const Result b =
      table({{"time", "s", {0, 1, 2}}, {"y", "m", {0, 0, 0}}, {"x", "m", {1, 2.5, 3.25}}});
  const ResultDifference d = compare_results(a, b);
  ASSERT_EQ(d.signals.size(), 2U);
  EXPECT_EQ(d.signals[0].name, "x");
  EXPECT_EQ(d.signals[0].largest, 0.5);
  EXPECT_EQ(d.signals[0].time, 1.0);
  EXPECT_EQ(d.signals[1].largest, 0.0);
  EXPECT_FALSE(d.within(0.4));
  EXPECT_TRUE(d.within(0.5));
}

TEST(ResultDifference, CountsSignalsThatOnlyOneHas) {
  const Result a = table({{"time", "s", {0}}, {"x", "m", {1}}});
  const Result b = table({{"time", "s", {0}}, {"y", "m", {1}}});
  const ResultDifference d = compare_results(a, b);
  EXPECT_THAT(d.only_in_a, ElementsAre("x"));
  EXPECT_THAT(d.only_in_b, ElementsAre("y"));
  EXPECT_FALSE(d.within(1e9));
}

TEST(ResultDifference, ReadsBetweenRowsWhereTimesDiffer) {
  const Result a = table({{"time", "s", {0, 0.5, 1, 1.5, 2}}, {"x", "m", {0, 1, 2, 3, 4}}});
  const Result b = table({{"time", "s", {0, 2}}, {"x", "m", {0, 4}}});
  const ResultDifference d = compare_results(a, b);
  EXPECT_FALSE(d.same_times);
  EXPECT_TRUE(d.within(1e-15));
}

TEST(ResultDifference, SeesThatOneEndsEarlier) {
  const Result a = table({{"time", "s", {0, 1, 2}}, {"x", "m", {0, 1, 2}}});
  const Result b = table({{"time", "s", {0, 1}}, {"x", "m", {0, 1}}});
  EXPECT_FALSE(compare_results(a, b).within(1e9));
  EXPECT_FALSE(compare_results(b, a).within(1e9));
  EXPECT_EQ(compare_results(a, b).signals[0].largest, 0.0);
}

TEST(ResultDifference, OfNothingToReadIsInfiniteUnlessBothHaveNothing) {
  const double nan = std::nan("");
  const Result a = table({{"time", "s", {0, 1}}, {"x", "m", {nan, nan}}});
  const Result b = table({{"time", "s", {0, 1}}, {"x", "m", {nan, 1}}});
  EXPECT_TRUE(compare_results(a, a).within(0.0));
  EXPECT_TRUE(std::isinf(compare_results(a, b).signals[0].largest));
}

TEST(ResultDifference, NeedsSomethingToCompare) {
  const Result a = table({{"time", "s", {0}}}), none = table({{"time", "s", {}}}),
               other = table({{"length", "m", {0}}});
  EXPECT_THROW(compare_results(a, none), InputError);
  EXPECT_THROW(compare_results(a, other), InputError);
}

std::vector<std::string> places(const char* a, const char* b) {
  std::vector<std::string> out;
  for (const SceneDifference& d : compare_scenes(a, b)) out.push_back(d.where);
  return out;
}

TEST(SceneDifference, IsByNameAndFieldWhateverTheOrder) {
  EXPECT_THAT(
      places(
          R"({"dt": 1, "objects": [{"name": "rod", "mass": 1}, {"name": "bob", "at": [0, 1]}]})",
          R"({"objects": [{"name": "bob", "at": [0, 2]}, {"mass": 2, "name": "rod"}], "dt": 1.0})"),
      ElementsAre("objects rod.mass", "objects bob.at"));
}

TEST(SceneDifference, TellsWhatOnlyOneHas) {
  const auto all =
      compare_scenes(R"({"objects": [{"name": "rod"}]})", R"({"objects": [], "note": "x"})");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].where, "objects rod");
  EXPECT_TRUE(all[0].b.is_discarded());
  EXPECT_EQ(all[1].where, "note");
  EXPECT_TRUE(all[1].a.is_discarded());
}

TEST(SceneDifference, LeavesCommentsOutAndNumbersThingsWithoutAName) {
  EXPECT_THAT(
      places("// one\n{\"forces\": [{\"kind\": \"gravity\"}, {\"kind\": \"drag\", \"c\": 1}]}",
             "{\"forces\": [{\"kind\": \"gravity\"}, {\"kind\": \"drag\", \"c\": 2}]} // two"),
      ElementsAre("forces drag#1.c"));
  EXPECT_THAT(places("{\"a\": [1, 2]}", "{\"a\": [1, 2]}"), ElementsAre());
}

}  // namespace compare_test
}  // namespace holon::cli
