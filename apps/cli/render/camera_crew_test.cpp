// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/render/camera_crew.h"

#include <gmock/gmock.h>

#include <fstream>

#include "apps/cli/render/child_process.h"

namespace holon::cli::camera_crew_test {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

TEST(FilmTimes, GoFromTheStartToTheEnd) {
  EXPECT_THAT(
      film_times(0.0, 0.1, 30.0),
      ElementsAre(
          0.0, DoubleNear(1.0 / 30, 1e-12), DoubleNear(2.0 / 30, 1e-12), DoubleNear(0.1, 1e-12)));
  EXPECT_EQ(film_times(0.0, 2.0, 50.0).size(), 101U);
  EXPECT_EQ(film_times(0.0, 0.0, 30.0).size(), 1U);
  // a time of 1e-7 s less than a whole number of pictures is rounding of the clock
  EXPECT_EQ(film_times(0.0, 2.0 - 1e-8, 50.0).back(), 2.0 - 1e-8);
}

TEST(ChildProcess, IsSpokenToOverPipes) {
  ChildProcess cat(find_program("cat"),
                   {},
                   {{.its_fd = 0, .it_writes = false}, {.its_fd = 1, .it_writes = true}},
                   "/dev/null");
  ASSERT_TRUE(cat.write(0, "one;two;thr"));
  std::string first, second, rest;
  EXPECT_TRUE(cat.read_until(1, ';', first));
  EXPECT_TRUE(cat.read_until(1, ';', second));
  EXPECT_EQ(first + "|" + second, "one|two");
  cat.close(0);
  EXPECT_FALSE(cat.read_until(1, ';', rest)) << "it ended without another ;";
  EXPECT_EQ(cat.wait(), 0);
}
TEST(ChildProcess, TellsHowItEnded) {
  EXPECT_EQ(ChildProcess(find_program("false"), {}, {}, "/dev/null").wait(), 1);
  EXPECT_EQ(ChildProcess("/no/such/program", {}, {}, "/dev/null").wait(), 127);
  EXPECT_EQ(find_program("no-program-has-this-name"), "");
}

}  // namespace
}  // namespace holon::cli::camera_crew_test
