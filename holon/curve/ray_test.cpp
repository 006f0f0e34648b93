// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/ray.h"

#include <gmock/gmock.h>

#include "holon/checks/curve_checks.h"

namespace holon::ray_test {

using checks::findings;
using ::testing::ElementsAre;

TEST(Ray, BeginsAtItsPointAndNeverEnds) {
  const Curve ray = Ray{.point = {1.0, 0.0, 0.0}, .direction = {0.0, 0.0, 2.0}};
  EXPECT_EQ(ray.domain().begin, 0.0);
  EXPECT_EQ(ray.domain().end, std::numeric_limits<double>::infinity());
  EXPECT_EQ(ray.closest({5.0, 5.0, 7.0}), 7.0);
  EXPECT_EQ(ray.closest({5.0, 5.0, -7.0}), 0.0) << "not behind its beginning";
  EXPECT_NEAR(ray.closest_near({5.0, 5.0, -7.0}, 3.0), -7.0, 1e-14) << "to be seen to have left";
}

TEST(Ray, NamesTheFieldThatMakesNoSense) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_THAT(findings(Ray{.point = {0.0, inf, 0.0}, .direction = Vec3::Zero()}),
              ElementsAre("point: is not finite: give three numbers in metres",
                          "direction: has no direction: give three finite numbers that are not all "
                          "zero"));
}

}  // namespace holon::ray_test
