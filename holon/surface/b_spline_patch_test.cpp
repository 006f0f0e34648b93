// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/b_spline_patch.h"

#include <gmock/gmock.h>

#include "holon/checks/surface_specimens.h"
#include "holon/surface/torus_surface.h"

namespace holon::b_spline_patch_test {

using ::testing::ElementsAre;

double distance(const Surface& surface, const Vec3& x) {
  SurfaceFoot foot = surface.closest(x);
  return surface.at(x, foot).f;
}

// Control points on a torus of radii 1 and r: a uniform cubic B-spline through directions 2π/n
// apart shrinks a circle by (2 + cos(2π/n))/3 at the joints, up to a ripple of (2π/n)⁴ of which a
// few thousandths are left. For n = 24 that is 2e-5 of the radius.
TEST(BSplinePatch, ClosedBothWaysIsNearlyATorus) {
  constexpr int n = 24;
  const double shrink = (2.0 + std::cos(2.0 * std::numbers::pi / n)) / 3.0;
  const BSplinePatch ring{.control_points = checks::ring(n, n), .closed_u = true, .closed_v = true};
  // both directions shrink: the tube by its own, and everything along the ring by the other
  const TorusSurface torus{shrink, 0.5 * shrink};
  const Surface surface(ring);
  checks::Random random(1);
  for (int i = 0; i < 50; ++i) {
    const Vec3 x = random.vector(1.5);
    // the tube is not quite round: its width is shrunk once more, its height not
    EXPECT_NEAR(distance(surface, x), torus.at(x).f, 0.5 * (1.0 - shrink) + 1e-4);
  }
  for (const double a : {0.0, 1.0, 2.5}) {
    // above the crest of the tube the height is that of the ring of control points, shrunk once
    const Vec3 crest(std::cos(a), std::sin(a), 0.0);
    EXPECT_NEAR(distance(surface, shrink * crest + Vec3(0.0, 0.0, 1.0)), 1.0 - 0.5 * shrink, 1e-4);
  }
}

TEST(BSplinePatch, ClampedReachesItsCornersAndOpenDoesNot) {
  BSplinePatch patch{checks::sheet(5, 5, 0.1, 4)};
  const Vec3 corner = patch.control_points[0][0];
  EXPECT_NEAR(distance(Surface(patch), corner), 0.0, 1e-12);
  const Surface clamped(patch);
  EXPECT_FALSE(clamped.outside_domain(clamped.closest(corner)));
  patch.clamped = false;
  const Surface open(patch);
  SurfaceFoot foot = open.closest(corner);
  EXPECT_EQ(foot.u, 0.0);
  EXPECT_EQ(foot.v, 0.0);
  open.at(corner, foot);
  EXPECT_TRUE(open.outside_domain(foot)) << "one piece further the corner is reached";
}

TEST(BSplinePatch, NamesWhatMakesNoSense) {
  Diagnostics d;
  BSplinePatch{}.check(d);
  BSplinePatch{checks::sheet(3, 5, 0.0, 1)}.check(d);
  BSplinePatch{std::vector(4, std::vector<Vec3>(4, Vec3::Ones()))}.check(d);
  EXPECT_THAT(d.errors(),
              ElementsAre("control_points: are missing",
                          "control_points: must be at least 4 rows of 4 points",
                          "control_points: make a surface without a normal at u = 0, v = 0: move "
                          "coinciding points apart"));
}

}  // namespace holon::b_spline_patch_test
