// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/bezier_patch.h"

#include <gmock/gmock.h>

#include <limits>

#include "holon/checks/surface_specimens.h"

namespace holon::bezier_patch_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// z = x y over the unit square as a Bézier patch: the ordinates of a bilinear function are its
// values at (i/3, j/3).
TEST(BezierPatch, OfBilinearOrdinatesIsTheHyperbolicParaboloid) {
  BezierPatch patch;
  for (int i = 0; i < 4; ++i) {
    patch.control_points.emplace_back();
    for (int j = 0; j < 4; ++j)
      patch.control_points.back().emplace_back(i / 3.0, j / 3.0, i * j / 9.0);
  }
  const Surface surface(patch);
  // from a foot (a, b, a b), a distance of 0.2 along the normal (−b, −a, 1)/√(1 + a² + b²)
  const double a = 0.3, b = 0.6;
  const Vec3 n = Vec3(-b, -a, 1.0).normalized();
  const Vec3 x = Vec3(a, b, a * b) + 0.2 * n;
  SurfaceFoot foot = surface.closest(x);
  const SurfaceJet jet = surface.at(x, foot);
  EXPECT_NEAR(jet.f, 0.2, 1e-13);
  EXPECT_NEAR(foot.u, a, 1e-13);
  EXPECT_NEAR(foot.v, b, 1e-13);
  EXPECT_LT((jet.gradient - n).norm(), 1e-13);
}

TEST(BezierPatch, JoinsPiecesAndCloses) {
  BezierPatch tube;
  // two cubics make a circle-like ring of 6 points: smooth, as every third lies between its
  // neighbours
  const double k = 4.0 / 3.0;
  for (int i = 0; i < 4; ++i) {
    const double z = i / 3.0;
    tube.control_points.push_back(
        {{1, 0, z}, {1, k, z}, {-1, k, z}, {-1, 0, z}, {-1, -k, z}, {1, -k, z}});
  }
  tube.closed_v = true;
  Diagnostics d;
  tube.check(d);
  EXPECT_THAT(d.errors(), ElementsAre());
  const Surface surface(tube);
  SurfaceFoot foot = surface.closest({2.0, 0.0, 0.5});
  EXPECT_NEAR(std::abs(surface.at({2.0, 0.0, 0.5}, foot).f), 1.0, 1e-13);
}

TEST(BezierPatch, NamesWhatMakesNoSense) {
  const auto complaint = [](const BezierPatch& patch) {
    Diagnostics d;
    patch.check(d);
    return d.ok() ? std::string("none") : d.errors().front();
  };
  EXPECT_EQ(complaint({}), "control_points: are missing");
  EXPECT_THAT(complaint({checks::sheet(5, 4, 0.0, 1)}), HasSubstr("must have 4, 7, 10 ... rows"));
  EXPECT_THAT(complaint({checks::sheet(4, 6, 0.0, 1)}),
              HasSubstr("must have 4, 7, 10 ... points in a row"));
  auto points = checks::sheet(4, 4, 0.0, 1);
  points[1].pop_back();
  EXPECT_THAT(complaint({points}), HasSubstr("as many points in each row"));
  points = checks::sheet(4, 4, 0.0, 1);
  points[2][2].y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(complaint({points}), "control_points: must be finite");
  points = checks::sheet(4, 4, 0.0, 1);
  points[0] = points[1] = std::vector<Vec3>(4, Vec3(1.0, 2.0, 3.0));
  EXPECT_THAT(complaint({points}), HasSubstr("without a normal at u = 0, v = 0"));
  points = checks::sheet(7, 4, 0.0, 1);
  EXPECT_EQ(complaint({points}),
            "control_points: make a crease at u = 1, v = 0: put the points "
            "across a joint on one line");
}

}  // namespace holon::bezier_patch_test
