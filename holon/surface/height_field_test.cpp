// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/height_field.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "holon/surface/surface.h"

namespace holon::height_field_test {

using ::testing::ElementsAre;

HeightField sampled(int nx, int ny, double (*height)(double, double)) {
  HeightField h;
  h.corner = {-1.0, -2.0};
  h.spacing = {2.0 / (nx - 1), 4.0 / (ny - 1)};
  for (int j = 0; j < ny; ++j) {
    h.heights.emplace_back();
    for (int i = 0; i < nx; ++i)
      h.heights.back().push_back(
          height(h.corner.x() + i * h.spacing.x(), h.corner.y() + j * h.spacing.y()));
  }
  return h;
}

TEST(HeightField, MeetsItsHeights) {
  const HeightField h =
      sampled(6, 5, [](double x, double y) { return std::sin(3.0 * x) * std::cos(2.0 * y); });
  const Surface surface(h);
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 6; ++i) {
      const Vec3 x(h.corner.x() + i * h.spacing.x(),
                   h.corner.y() + j * h.spacing.y(),
                   h.heights[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)]);
      SurfaceFoot foot = surface.closest(x);
      EXPECT_NEAR(surface.at(x, foot).f, 0.0, 1e-13);
    }
}

// A tilted plane is met exactly, edges included.
TEST(HeightField, OfATiltedPlaneIsThatPlane) {
  const Surface surface(sampled(2, 4, [](double x, double y) { return 0.5 + 2.0 * x - 2.0 * y; }));
  const Vec3 n = Vec3(-2.0, 2.0, 1.0) / 3.0, x = Vec3(0.1, 0.2, 0.3) + 0.4 * n;
  SurfaceFoot foot = surface.closest(x);
  const SurfaceJet jet = surface.at(x, foot);
  EXPECT_NEAR(jet.f, 0.4, 1e-13);
  EXPECT_LT((jet.gradient - n).norm(), 1e-13);
  EXPECT_LT(jet.hessian.norm(), 1e-12);
}

// The error of a cubic spline is 5/384 h⁴ |h''''| inside [deBoor01]: of cos 2x cos y at h = 0.1,
// 2e-5 for x and less for y, and its curvature is wrong by some h² |h''''|/12 = 1.3e-2; natural
// ends disturb it by a factor 0.27 per piece, to nothing in the middle.
TEST(HeightField, ApproachesASmoothLandscape) {
  const Surface surface(
      sampled(21, 41, [](double x, double y) { return std::cos(2.0 * x) * std::cos(y); }));
  const SurfaceJet top = [&] {
    const Vec3 x(0.0, 0.0, 1.0);
    SurfaceFoot foot = surface.closest(x);
    return surface.at(x, foot);
  }();
  EXPECT_NEAR(top.f, 0.0, 1e-5);
  EXPECT_LT((top.gradient - Vec3::UnitZ()).norm(), 1e-5);
  // f = z − h near the top, so its second derivatives are those of −h: 4 and 1
  EXPECT_LT((top.hessian - Mat3(Vec3(4.0, 1.0, 0.0).asDiagonal())).norm(), 2e-2);
}

TEST(HeightField, EndsAtItsEdges) {
  const Surface surface(sampled(4, 4, [](double, double) { return 0.0; }));
  SurfaceFoot foot = surface.closest({0.9, 0.0, 0.1});
  surface.at({0.9, 0.0, 0.1}, foot);
  EXPECT_FALSE(surface.outside_domain(foot));
  EXPECT_NEAR(surface.at({1.1, 0.0, 0.1}, foot).f, 0.1, 1e-13);
  EXPECT_TRUE(surface.outside_domain(foot));
}

TEST(HeightField, NamesTheFieldThatMakesNoSense) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Diagnostics d;
  HeightField{}.check(d);
  HeightField{.heights = {{1.0, 2.0}, {3.0}}}.check(d);
  HeightField{.heights = {{1.0, 2.0}, {3.0, nan}}, .corner = {nan, 0.0}, .spacing = {0.0, 1.0}}
      .check(d);
  EXPECT_THAT(d.errors(),
              ElementsAre("heights: must be at least 2 rows of 2 heights",
                          "heights: must have as many heights in each row",
                          "heights: must be finite",
                          "corner: must be finite",
                          "spacing: must be positive and finite"));
}

}  // namespace holon::height_field_test
