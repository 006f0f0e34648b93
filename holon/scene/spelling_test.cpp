// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/spelling.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace holon::spelling_test {

TEST(EditDistance, CountsLettersInsertedRemovedAndReplaced) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("abc", ""), 3);
  EXPECT_EQ(edit_distance("mass", "mass"), 0);
  EXPECT_EQ(edit_distance("mas", "mass"), 1);
  EXPECT_EQ(edit_distance("masss", "mass"), 1);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(EditDistance, CountsASwapOfNeighboursOnce) {
  EXPECT_EQ(edit_distance("lenght", "length"), 1);
  EXPECT_EQ(edit_distance("ab", "ba"), 1);
  EXPECT_EQ(edit_distance("abc", "cab"), 2);
}

TEST(EditDistance, IsSymmetricAndBlindToCase) {
  EXPECT_EQ(edit_distance("stiffness", "siffnes"), edit_distance("siffnes", "stiffness"));
  EXPECT_EQ(edit_distance("PointOnCurve", "pointoncurve"), 0);
}

TEST(DidYouMean, NamesTheNearestCandidate) {
  EXPECT_EQ(did_you_mean("lenght", {"mass", "length", "strength"}), " (did you mean 'length'?)");
  EXPECT_EQ(did_you_mean("True", {"true", "false"}), " (did you mean 'true'?)");
  EXPECT_EQ(did_you_mean("point_to_line", {"point_to_point", "point_to_plane"}),
            " (did you mean 'point_to_plane'?)");
}

TEST(DidYouMean, AllowsAThirdOfTheLengthAndNoMore) {
  EXPECT_EQ(did_you_mean("abcXYf", {"abcdef"}), " (did you mean 'abcdef'?)");  // 2 of 6
  EXPECT_EQ(did_you_mean("abXYZf", {"abcdef"}), "");                           // 3 of 6
  EXPECT_EQ(did_you_mean("xs", {"ms"}), "");                                   // 1 of 2
  EXPECT_EQ(did_you_mean("", {"a"}), "");
}

TEST(DidYouMean, IsSilentWithoutCandidates) {
  EXPECT_EQ(did_you_mean("mass", std::vector<std::string_view>{}), "");
  EXPECT_EQ(did_you_mean("mass", std::set<std::string>{}), "");
}

TEST(DidYouMean, PrefersTheFirstOfEquallyNearCandidates) {
  EXPECT_EQ(did_you_mean("bad", {"bat", "bar"}), " (did you mean 'bat'?)");
  EXPECT_EQ(did_you_mean("bad", {"bar", "bat"}), " (did you mean 'bar'?)");
}

TEST(DidYouMean, TakesAnyRangeOfStrings) {
  const std::vector<std::string> words{"spring", "damper"};
  const std::array<const char*, 2> literals{"spring", "damper"};
  EXPECT_EQ(did_you_mean("sprnig", words), " (did you mean 'spring'?)");
  EXPECT_EQ(did_you_mean("dampr", literals), " (did you mean 'damper'?)");
}

TEST(DidYouMean, DoesNotTryEndlessWords) {
  const std::string word(1'000'000, 'a');
  EXPECT_EQ(did_you_mean(word, {word}), "");
}

}  // namespace holon::spelling_test
