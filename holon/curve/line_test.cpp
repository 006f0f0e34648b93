// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/line.h"

#include <gmock/gmock.h>

#include "holon/checks/curve_checks.h"

namespace holon::line_test {

using checks::findings;
using ::testing::ElementsAre;

TEST(Line, ParameterIsTheLengthAlongIt) {
  const Curve line = Line{.point = {1.0, 2.0, 3.0}, .direction = {0.0, 3.0, 4.0}};
  EXPECT_LT((line.at(10.0).r - Vec3(1.0, 8.0, 11.0)).norm(), 1e-14);
  EXPECT_NEAR(line.length(-3.0, 4.5), 7.5, 1e-14);
  EXPECT_FALSE(line.domain().bounded());
}

TEST(Line, ClosestPointIsTheFootOfThePerpendicular) {
  checks::Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 p = random.vector(5.0), e = random.direction(), x = random.vector(1e3);
    const Curve line = Line{.point = p, .direction = random.uniform(0.1, 10.0) * e};
    const double foot = (x - p).dot(e);
    // 1e3 m, rounded a few times
    EXPECT_NEAR(line.closest(x), foot, 1e-12);
    EXPECT_NEAR(line.closest_near(x, random.uniform(-1e3, 1e3)), foot, 1e-11);
  }
}

TEST(Line, TinyAndHugeDirectionsAreDirections) {
  for (const double size : {1e-300, 1e-10, 1e300}) {
    const Curve line = Line{.direction = {size, 0.0, 0.0}};
    EXPECT_EQ(line.at(2.0).r, Vec3(2.0, 0.0, 0.0)) << size;
  }
}

TEST(Line, NamesTheFieldThatMakesNoSense) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(findings(Line{.point = {nan, 0.0, 0.0}, .direction = Vec3::Zero()}),
              ElementsAre("point: is not finite: give three numbers in metres",
                          "direction: has no direction: give three finite numbers that are not all "
                          "zero"));
  EXPECT_EQ(findings(Line{.direction = {1.0, nan, 0.0}}).size(), 1U);
}

}  // namespace holon::line_test
