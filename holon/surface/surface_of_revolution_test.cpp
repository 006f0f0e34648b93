// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/surface_of_revolution.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "holon/checks/random.h"
#include "holon/surface/surface.h"

namespace holon::surface_of_revolution_test {

using checks::Random;
using std::numbers::pi;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

SurfaceJet jet_at(const Surface& surface, const Vec3& x) {
  SurfaceFoot foot = surface.closest(x);
  return surface.at(x, foot);
}

// A straight profile is met exactly by a spline: cylinder and cone.
TEST(SurfaceOfRevolution, OfAStraightProfileIsACylinderOrACone) {
  const Surface cylinder(SurfaceOfRevolution{.profile = {{0.5, -1.0}, {0.5, 0.0}, {0.5, 1.0}}});
  const SurfaceJet jet = jet_at(cylinder, {0.3, 0.4, 0.2});
  EXPECT_NEAR(jet.f, 0.0, 1e-14);
  EXPECT_LT((jet.gradient - Vec3(0.6, 0.8, 0.0)).norm(), 1e-13) << "outward, drawn from below";
  EXPECT_NEAR(jet.hessian.trace(), 2.0, 1e-12);
  const Surface cone(SurfaceOfRevolution{.profile = {{0.1, 0.1}, {0.5, 0.5}, {0.9, 0.9}}});
  EXPECT_NEAR(jet_at(cone, {0.8, 0.0, 0.2}).f, 0.6 / std::sqrt(2.0), 1e-13);
}

/// A sphere of radius 1 from the lower to the upper pole, in n pieces.
Surface ball(int n) {
  SurfaceOfRevolution s;
  for (int i = 0; i <= n; ++i)
    s.profile.emplace_back(i == 0 || i == n ? 0.0 : std::sin(pi * i / n), -std::cos(pi * i / n));
  return Surface(s);
}

// A cubic spline through points at angles h apart is off by 5/384 h⁴ at most, its curvature by some
// h²/12: for 24 pieces 4e-6 and 1.4e-3.
TEST(SurfaceOfRevolution, ClosesSmoothlyOverThePoles) {
  const Surface sphere = ball(24);
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    const Vec3 n = random.direction();
    const SurfaceJet jet = jet_at(sphere, 1.3 * n);
    EXPECT_NEAR(jet.f, 0.3, 4e-6);
    EXPECT_LT((jet.gradient - n).norm(), 1e-3);
    EXPECT_LT((jet.hessian - (Mat3::Identity() - n * n.transpose()) / 1.3).norm(), 5e-3);
  }
  // over the pole and on: no edge there, nothing singular, the same on both sides
  SurfaceFoot foot = sphere.closest({-0.1, 0.0, 1.2});
  for (const double x : {-0.1, -1e-3, -1e-12, 0.0, 1e-300, 1e-12, 1e-3, 0.1}) {
    const SurfaceJet jet = sphere.at({x, 0.0, 1.2}, foot);
    EXPECT_FALSE(sphere.outside_domain(foot));
    EXPECT_NEAR(jet.f, std::hypot(x, 1.2) - 1.0, 4e-6);
    EXPECT_NEAR(jet.hessian.trace(), 2.0 / std::hypot(x, 1.2), 5e-3);
  }
}

TEST(SurfaceOfRevolution, OfAClosedProfileIsATorus) {
  SurfaceOfRevolution s;
  s.closed = true;
  for (int i = 0; i < 24; ++i) {
    const double a = 2.0 * pi * i / 24;
    s.profile.emplace_back(1.0 + 0.4 * std::cos(a), 0.4 * std::sin(a));
  }
  const Surface torus(s);
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Vec3 x = random.vector(1.5);
    const double f = std::hypot(x.head<2>().norm() - 1.0, x.z()) - 0.4;
    // 5/384 (2π/24)⁴ of the radius 0.4 is 2.4e-5
    EXPECT_NEAR(jet_at(torus, x).f, f, 2.5e-5);
  }
}

TEST(SurfaceOfRevolution, EndsWhereItsProfileDoes) {
  const Surface pipe(SurfaceOfRevolution{.profile = {{0.5, 0.0}, {0.5, 1.0}}});
  SurfaceFoot foot = pipe.closest({0.6, 0.0, 0.9});
  pipe.at({0.6, 0.0, 0.9}, foot);
  EXPECT_FALSE(pipe.outside_domain(foot));
  EXPECT_NEAR(pipe.at({0.6, 0.0, 1.1}, foot).f, 0.1, 1e-13);
  EXPECT_TRUE(pipe.outside_domain(foot));
}

TEST(SurfaceOfRevolution, NamesWhatMakesNoSense) {
  const auto complaint = [](const SurfaceOfRevolution& s) {
    Diagnostics d;
    s.check(d);
    return d.ok() ? std::string("none") : d.errors().front();
  };
  EXPECT_EQ(complaint({}), "profile: must have at least 2 points");
  EXPECT_EQ(complaint({.profile = {{1, 0}, {1, 1}}, .closed = true}),
            "profile: must have at least 3 points");
  EXPECT_THAT(complaint({.profile = {{1, 0}, {-1, 1}}}), HasSubstr("point 1 must be finite"));
  EXPECT_THAT(complaint({.profile = {{1, 0}, {0, 1}, {1, 2}}}), HasSubstr("point 1 must be"));
  EXPECT_THAT(complaint({.profile = {{1, 0}, {1, 0}, {1, 0}}}), HasSubstr("stands still"));
  EXPECT_THAT(complaint({.profile = {{3, 0}, {0.01, 1}, {0.01, 2}, {3, 3}}}),
              HasSubstr("crosses the axis after point"));
}

}  // namespace holon::surface_of_revolution_test
