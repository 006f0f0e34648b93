// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/progress.h"

#include <gmock/gmock.h>

namespace holon::cli {
namespace progress_test {

using ::testing::HasSubstr;

TEST(ProgressLine, TellsTheTimeLeftAtThePaceSoFar) {
  EXPECT_EQ(progress_line(0.5, 10.0), "[###############               ]  50 %, 10 s left");
  EXPECT_THAT(progress_line(0.25, 60.0), HasSubstr("25 %, 3 min 0 s left"));
  EXPECT_THAT(progress_line(0.001, 60.0), HasSubstr(" 16 h 39 min left"));
  EXPECT_THAT(progress_line(0.5, 1.0, "5 of 10"), HasSubstr("50 %, 5 of 10, 1 s left"));
}

TEST(ProgressLine, KnowsNothingBeforeTheBeginning) {
  EXPECT_EQ(progress_line(0.0, 3.0), "[                              ]   0 %");
  EXPECT_THAT(progress_line(2.0, 3.0), HasSubstr("100 %, 0 s left"));
}

}  // namespace progress_test
}  // namespace holon::cli
