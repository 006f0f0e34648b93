// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/collision_shape.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "holon/collide/specimens.h"

namespace holon::collision_shape_test {

using ::testing::HasSubstr;

template <class Description>
std::string complaint(const Description& description) {
  try {
    const CollisionShape shape(description);
  } catch (const ModelError& e) {
    return e.what();
  }
  return "none";
}

Mesh cube() {
  return {{{-1, -1, -1},
           {1, -1, -1},
           {1, 1, -1},
           {-1, 1, -1},
           {-1, -1, 1},
           {1, -1, 1},
           {1, 1, 1},
           {-1, 1, 1}},
          {{0, 2, 1},
           {0, 3, 2},
           {4, 5, 6},
           {4, 6, 7},
           {0, 1, 5},
           {0, 5, 4},
           {1, 2, 6},
           {1, 6, 5},
           {2, 3, 7},
           {2, 7, 6},
           {3, 0, 4},
           {3, 4, 7}}};
}

TEST(CollisionShape, SaysWhatIsWrong) {
  EXPECT_THAT(complaint(Shape(Sphere{-1.0})), HasSubstr("radius"));
  EXPECT_THAT(complaint(Shape(Box{{1, std::nan(""), 1}})), HasSubstr("size"));
  EXPECT_THAT(complaint(Shape(Capsule{0.1, 0.0})), HasSubstr("length"));
  EXPECT_THAT(complaint(Shape(Torus{})), HasSubstr("capsules round the ring"));
  Mesh open = cube();
  open.triangles.pop_back();
  EXPECT_THAT(complaint(Shape(open)), HasSubstr("close the hole"));
  EXPECT_THAT(complaint(HalfSpace{.normal = {0, 0, 0}}), HasSubstr("normal"));
  EXPECT_THAT(complaint(ConvexHull{{{0, 0, 0}, {1, 0, 0}}}), HasSubstr("at least 4"));
  EXPECT_THAT(complaint(Superquadric{.e1 = 2.5}), HasSubstr("e1"));
  EXPECT_THAT(complaint(HeightGrid{.heights = {{1, 2}, {3}}}), HasSubstr("different lengths"));
  EXPECT_THAT(complaint(HeightGrid{.heights = {{1, 2}, {3, std::nan("")}}}), HasSubstr("finite"));
  EXPECT_THAT(complaint(HeightGrid{.heights = {{1, 2}}}), HasSubstr("at least 2 rows"));
  EXPECT_THAT(complaint(TriangleSheet{}), HasSubstr("triangles: are none"));
  EXPECT_THAT(complaint(TriangleSheet{{{0, 0, 0}}, {{0, 1, 2}}}), HasSubstr("names vertex 1"));
  EXPECT_THAT(complaint(TriangleSheet{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 1, 2}}}),
              HasSubstr("the same way"));
}

TEST(CollisionShape, AConvexMeshIsAHull) {
  const CollisionShape convex = Shape(cube());
  ASSERT_TRUE(convex.convex());
  EXPECT_EQ(convex.convex()->as<HullCore>()->hull->normals.size(), 6U);
  Mesh dented = cube();
  dented.vertices.push_back({0, 0, 0.2});  // the top pushed in
  dented.triangles[2] = {4, 5, 8};
  dented.triangles[3] = {5, 6, 8};
  dented.triangles.push_back({6, 7, 8});
  dented.triangles.push_back({7, 4, 8});
  EXPECT_TRUE(CollisionShape(Shape(dented)).surface());
}

TEST(CollisionShape, BoundsHoldTheShapeAndNoMore) {
  checks::Random random(1);
  for (const auto& s : checks::convex_specimens()) {
    const Place place = checks::random_place(random, 2.0);
    const Bounds b = s.shape.bounds(place);
    Bounds seen;
    for (int i = 0; i < 4000; ++i) {
      const Vec3 d = random.direction();
      seen.add(place.point(s.shape.convex()->support(place.R.transpose() * d)));
    }
    EXPECT_TRUE(b.grown(1e-12).contains(seen)) << s.name;
    EXPECT_LE((b.half() - seen.half()).norm(), 0.02) << s.name;
    EXPECT_GE(s.shape.convex()->size, 0.999 * (s.shape.bounds({}).half().maxCoeff())) << s.name;
  }
  const CollisionShape grid = HeightGrid{.heights = {{0, 1}, {2, 5}}, .corner = {1, 2}};
  EXPECT_EQ(grid.bounds({}).low, Vec3(1, 2, 0));
  EXPECT_EQ(grid.bounds({}).high, Vec3(2, 3, 5));
}

// A support point of a smooth body has the direction as its normal: the gradient of its equation.
TEST(CollisionShape, SupportOfASuperquadricIsWhereItsNormalIs) {
  checks::Random random(2);
  for (int i = 0; i < 200; ++i) {
    const Superquadric q{{0.4, 0.5, 0.6}, random.uniform(0.4, 1.6), random.uniform(0.4, 1.6)};
    const CollisionShape s = q;
    const Vec3 d = random.direction(), x = s.convex()->support(d);
    const Vec3 u = x.cwiseQuotient(q.radii).cwiseAbs();
    const double xy = std::pow(u.x(), 2 / q.e2) + std::pow(u.y(), 2 / q.e2);
    EXPECT_NEAR(std::pow(xy, q.e2 / q.e1) + std::pow(u.z(), 2 / q.e1), 1.0, 1e-12);
    // no other point is further
    const double h = x.dot(d);
    for (int k = 0; k < 50; ++k)
      EXPECT_LE(s.convex()->support(random.direction()).dot(d), h + 1e-12);
  }
  const CollisionShape ball = Superquadric{{0.5, 0.5, 0.5}, 1.0, 1.0};
  const Vec3 d = Vec3(1, -2, 3).normalized();
  EXPECT_LE((ball.convex()->support(d) - 0.5 * d).norm(), 1e-15);
}

TEST(CollisionShape, AnEllipsoidIsItsCoreAndASkin) {
  checks::Random random(3);
  const Vec3 r{0.3, 0.45, 0.9};
  const CollisionShape s = Shape(Ellipsoid{r});
  for (int i = 0; i < 100; ++i) {
    const Vec3 x = s.convex()->support(random.direction());
    EXPECT_NEAR(x.cwiseQuotient(r).norm(), 1.0, 1e-14);
  }
}

}  // namespace holon::collision_shape_test
