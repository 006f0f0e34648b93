// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/mesh_surface.h"

#include <gmock/gmock.h>

#include <limits>

#include "holon/checks/surface_specimens.h"

namespace holon::mesh_surface_test {

using ::testing::HasSubstr;

// The icosahedron's patches bulge to the sphere around it within 0.4 % (see smooth_mesh_test.cpp).
TEST(MeshSurface, RoundsAnIcosahedronToABall) {
  const Surface ball(checks::icosahedron());
  checks::Random random(1);
  for (int i = 0; i < 50; ++i) {
    const Vec3 n = random.direction();
    SurfaceFoot foot = ball.closest(1.5 * n);
    const SurfaceJet jet = ball.at(1.5 * n, foot);
    EXPECT_NEAR(jet.f, 0.5, 0.004);
    EXPECT_GT(jet.gradient.dot(n), 0.999) << "normals point outward";
    EXPECT_FALSE(ball.outside_domain(foot));
  }
}

TEST(MeshSurface, NamesWhatMakesNoSense) {
  const auto complaint = [](const MeshSurface& m) {
    Diagnostics d;
    m.check(d);
    return d.ok() ? std::string("none") : d.errors().front();
  };
  const std::vector<Vec3> square = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  EXPECT_EQ(complaint({square, {{0, 1, 2}, {0, 2, 3}}}), "none") << "edges are no mistake";
  const std::vector<Vec3> tetrahedron = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  EXPECT_EQ(complaint({tetrahedron, {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}}}), "none");
  EXPECT_EQ(complaint({square, {}}), "triangles: are missing");
  EXPECT_EQ(complaint({square, {{0, 1, 4}}}),
            "triangles: triangle 0 names vertex 4 of 4: vertices are numbered from 0");
  EXPECT_THAT(complaint({square, {{0, 1, 1}}}), HasSubstr("triangle 0 has no area"));
  EXPECT_THAT(complaint({square, {{0, 1, 2}, {0, 3, 2}}}),
              HasSubstr("triangle 1 runs along an edge the same way as another"));
  auto bad = square;
  bad[2].x() = std::numeric_limits<double>::infinity();
  EXPECT_EQ(complaint({bad, {{0, 1, 2}}}), "vertices: must be finite");
  // folded back on itself
  const std::vector<Vec3> fold = {{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}, {0.5, 1, 0.01}};
  EXPECT_THAT(complaint({fold, {{0, 1, 2}, {1, 0, 3}}}), HasSubstr("turns too sharply at vertex"));
}

}  // namespace holon::mesh_surface_test
