// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace holon::path_test {

using std::numbers::pi;
using ::testing::ElementsAre;

// Values of order 1 to 10 from a few dozen operations, each good to 1e-16.
constexpr double rounding = 1e-13;

TEST(Path, OfTwoSinesIsACircleWithItsCentripetalAcceleration) {
  const double r = 2.0, w = 3.0;
  const Path circle{.x = Sine{.amplitude = r, .rate = w, .phase = pi / 2},
                    .y = Sine{.amplitude = r, .rate = w},
                    .z = 0.5};
  for (const double t : {-1.0, 0.0, 0.3, 2.0}) {
    const auto [x, v, a] = circle.at(t);
    const Vec3 centre(0.0, 0.0, 0.5), radius(r * std::cos(w * t), r * std::sin(w * t), 0.0);
    EXPECT_LE((x - centre - radius).norm(), rounding);
    EXPECT_LE((v - w * Vec3::UnitZ().cross(radius)).norm(), rounding);
    EXPECT_LE((a + w * w * radius).norm(), rounding * w * w);
  }
}

TEST(Path, ThatIsConstantRests) {
  const Vec3 p(1.0, -2.0, 3.0);
  for (const double t : {-5.0, 0.0, 7.0}) {
    const Path::Sample s = Path::constant(p).at(t);
    EXPECT_EQ(s.x, p);
    EXPECT_EQ(s.v, Vec3::Zero());
    EXPECT_EQ(s.a, Vec3::Zero());
  }
}

TEST(Path, ThroughPointsMeetsThemOnTimeAndRestsAtBothEnds) {
  const std::vector<double> times = {0.0, 0.7, 1.0, 2.5};
  const std::vector<Vec3> points = {{0, 0, 0}, {1, -1, 2}, {3, 0, 2}, {0, 5, -1}};
  const Path path = Path::through(times, points);
  for (std::size_t i = 0; i < times.size(); ++i)
    EXPECT_LE((path.at(times[i]).x - points[i]).norm(), rounding);
  for (const double t : {-1.0, 0.0, 2.5, 9.0}) EXPECT_EQ(path.at(t).v, Vec3::Zero());
  EXPECT_GT(path.at(0.7).v.norm(), 0.5) << "but not on the way";
  // each coordinate is the spline of its own keys
  const Spline y(Keyframes{times, {0.0, -1.0, 0.0, 5.0}});
  EXPECT_EQ(path.at(1.3).x.y(), y.at(1.3).v);
  EXPECT_EQ(path.at(1.3).v.y(), y.at(1.3).d);
  EXPECT_EQ(path.at(1.3).a.y(), y.at(1.3).dd);
}

TEST(Path, ComplaintsNameTheField) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Diagnostics good;
  Path::constant(Vec3(1, 2, 3)).check(good, "path");
  EXPECT_TRUE(good.ok());
  Diagnostics d;
  Path{.x = 0.0, .y = Sine{.phase = nan}, .z = nan}.check(d, "path");
  EXPECT_THAT(d.errors(),
              ElementsAre("path: phase: must be finite", "path: coefficients: must be finite"));
  EXPECT_THROW(Path::through({0.0, 1.0}, {Vec3(0, 0, 0)}), ModelError) << "a point is missing";
  EXPECT_THROW(Path::through({1.0, 0.0}, {Vec3(0, 0, 0), Vec3(1, 0, 0)}), ModelError);
}

}  // namespace holon::path_test
