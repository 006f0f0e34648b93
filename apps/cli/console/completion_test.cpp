// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/console/completion.h"

#include <gmock/gmock.h>

namespace holon::cli::completion_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsSupersetOf;
using testing::Not;

class Completed : public testing::Test {
 protected:
  Completed() {
    run.edit("make rod upper");
    run.edit("make box crate");
    run.edit("connect upper.end1 nail(0 0 -0.5) name=hook");
    run.edit("spring upper.end2 crate stiffness=2 name=band");
  }
  std::vector<std::string> after(std::string_view line) const { return complete(line, run).words; }
  SceneRun run{Scene()};
};

TEST_F(Completed, Commands) {
  EXPECT_THAT(after("conn"), ElementsAre("connect"));
  EXPECT_THAT(after("re"), ElementsAre("redo", "remove", "reset"));
  EXPECT_THAT(after(""), IsSupersetOf({"make", "run", "undo"}));
  EXPECT_THAT(after("help sp"), ElementsAre("spring"));
}

TEST_F(Completed, KindsAndTheirFields) {
  EXPECT_THAT(after("make ro"), ElementsAre("rod", "rolling_curves", "rolling_sphere", "rope"));
  EXPECT_THAT(after("make rod x le"), ElementsAre("length="));
  EXPECT_THAT(after("make rod x "), IsSupersetOf({"at=", "density=", "colour=", "velocity="}));
  EXPECT_THAT(after("connect upper crate as line_h"), ElementsAre("line_hinge"));
  EXPECT_THAT(after("connect upper crate as ge"), ElementsAre()) << "gears join no points";
  EXPECT_THAT(after("connect upper crate as line_hinge a"), Contains("axis="));
  EXPECT_THAT(after("connect upper crate a"), Not(Contains("axis=")));
}

TEST_F(Completed, NamesAndPoints) {
  EXPECT_THAT(after("connect u"), ElementsAre("upper"));
  EXPECT_THAT(after("connect upper."), ElementsAre("upper.centre", "upper.end1", "upper.end2"));
  EXPECT_THAT(after("connect upper.end1 crate.left_t"), ElementsAre("crate.left_top"));
  EXPECT_THAT(after("disconnect "), ElementsAre("hook"));
  EXPECT_THAT(after("remove "), ElementsAre("band", "crate", "hook", "upper"));
  EXPECT_THAT(after("activate "), ElementsAre("band", "hook"));
  EXPECT_THAT(after("set band.s"), ElementsAre("band.stiffness="));
  EXPECT_THAT(after("show up"), ElementsAre("upper"));
  EXPECT_THAT(after("show upper.v"), ElementsAre("upper.vx", "upper.vy", "upper.vz"));
}

TEST_F(Completed, NothingInsideOfBrackets) {
  EXPECT_THAT(after("make rod x at=(0 "), ElementsAre());
  EXPECT_THAT(after("connect \"my "), ElementsAre());
}

TEST(CommonBeginning, IsWhatAllHave) {
  EXPECT_EQ(common_beginning({"upper.end1", "upper.end2"}), "upper.end");
  EXPECT_EQ(common_beginning({"rod"}), "rod");
  EXPECT_EQ(common_beginning({}), "");
}

}  // namespace
}  // namespace holon::cli::completion_test
