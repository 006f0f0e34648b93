// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/segment.h"

#include <gmock/gmock.h>

#include "holon/checks/curve_checks.h"

namespace holon::segment_test {

using checks::findings;
using ::testing::ElementsAre;

TEST(Segment, RunsFromOnePointToTheOther) {
  const Vec3 a(1.0, 2.0, 3.0), b(1.0, 6.0, 6.0);
  const Curve segment = Segment{.a = a, .b = b};
  EXPECT_NEAR(segment.domain().end, 5.0, 1e-15);
  EXPECT_LT((segment.at(0.0).r - a).norm() + (segment.at(5.0).r - b).norm(), 1e-14);
  EXPECT_NEAR(segment.length(0.0, 5.0), 5.0, 1e-14);
}

TEST(Segment, ClosestPointMayBeAnEnd) {
  const Curve segment = Segment{.a = Vec3::Zero(), .b = {2.0, 0.0, 0.0}};
  EXPECT_NEAR(segment.closest({0.7, 1.0, 1.0}), 0.7, 1e-14);
  EXPECT_EQ(segment.closest({-0.7, 1.0, 1.0}), 0.0);
  EXPECT_EQ(segment.closest({2.7, 1.0, 1.0}), 2.0);
}

TEST(Segment, NamesTheFieldThatMakesNoSense) {
  EXPECT_THAT(findings(Segment{.a = Vec3::UnitX(), .b = Vec3::UnitX()}),
              ElementsAre("b: is the same point as a: move them apart"));
  EXPECT_THAT(findings(Segment{.b = {1e200, 0.0, 0.0}}),
              ElementsAre("b: is too far from a to compute with"));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(findings(Segment{.a = {0.0, 0.0, nan}}),
              ElementsAre("a: is not finite: give three numbers in metres"));
}

}  // namespace holon::segment_test
