// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/query.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "holon/collide/specimens.h"

namespace holon::query_test {

using std::numbers::pi;

TriangleSheet slab() {
  return {{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}};
}

std::vector<checks::CollisionSpecimen> all_specimens() {
  auto all = checks::convex_specimens();
  all.push_back({"half_space", HalfSpace{}});
  all.push_back({"sheet", slab()});
  return all;
}

// ---- Rays ----

TEST(CastRay, MeetsShapesWhereFormulasSay) {
  const Vec3 down = -Vec3::UnitZ();
  const auto expect =
      [&](const CollisionShape& s, const Vec3& from, double distance, const Vec3& n) {
        const auto hit = cast_ray(s, {}, from, down, 10.0);
        ASSERT_TRUE(hit);
        EXPECT_NEAR(hit->distance, distance, 1e-12);
        EXPECT_LE((hit->normal - n).norm(), 1e-5) << hit->normal.transpose();
        EXPECT_LE((hit->point - (from + distance * down)).norm(), 1e-12);
      };
  expect(Shape(Sphere{0.5}), {0.3, 0, 2}, 1.6, {0.6, 0, 0.8});
  expect(Shape(Ellipsoid{{1.0, 1.0, 0.5}}), {0.6, 0, 2}, 1.6, Vec3(0.6, 0, 1.6).normalized());
  expect(Shape(Box{{1, 1, 1}}), {0.3, 0.2, 2}, 1.5, {0, 0, 1});
  expect(Shape(Cylinder{0.5, 1.0}), {0.3, 0.2, 2}, 1.5, {0, 0, 1});
  expect(Shape(Capsule{0.5, 1.0}), {0.3, 0, 2}, 1.1, {0.6, 0, 0.8});
  expect(Shape(Cone{1.0, 1.0}), {0.5, 0, 2}, 1.5, Vec3(1, 0, 1).normalized());
  expect(Superquadric{{0.5, 0.5, 0.5}, 1.0, 1.0}, {0.3, 0, 2}, 1.6, {0.6, 0, 0.8});
  expect(checks::wedge(), {0, 0, 2}, 1.6, {0, 0, 1});
  expect(HalfSpace{}, {3, 4, 2}, 2.0, {0, 0, 1});
  expect(slab(), {0.3, 0.3, 2}, 2.0, {0, 0, 1});
}

// A ray that hits ends on the surface, and has not been inside before; one that does not passes all
// of the shape.
TEST(CastRay, EndsOnTheSurface) {
  checks::Random random(41);
  const CollisionShape point = Shape(Sphere{1e-9});
  for (const auto& s : all_specimens()) {
    SCOPED_TRACE(s.name);
    if (s.name == "rod") continue;  // nothing to hit
    int hits = 0;
    for (int i = 0; i < 300; ++i) {
      const Place place = checks::random_place(random, 0.5);
      const Vec3 from = place.x + 3.0 * random.direction();
      const Vec3 to = place.x + random.vector(0.6), along = (to - from).normalized();
      const auto at = [&](double t) {
        return nearest_points(s.shape, place, point, {.x = from + t * along})->gap;
      };
      if (at(0.0) <= 0.0) continue;
      const auto hit = cast_ray(s.shape, place, from, 2.0 * along, 10.0);
      for (int k = 0; k < 40; ++k) {
        const double t = (hit ? hit->distance : 10.0) * k / 40.0;
        EXPECT_GT(at(t), -1e-8) << "inside before it is hit";
      }
      if (!hit) continue;
      ++hits;
      EXPECT_NEAR(at(hit->distance), 0.0, 1e-8);
      EXPECT_NEAR(hit->normal.norm(), 1.0, 1e-12);
      EXPECT_LE(hit->normal.dot(along), 1e-9);
      EXPECT_FALSE(cast_ray(s.shape, place, from, along, 0.99 * hit->distance));
    }
    EXPECT_GT(hits, 30);
  }
}

TEST(CastRay, FromInsideHitsAtOnce) {
  for (const auto& s : checks::convex_specimens()) {
    if (s.name == "rod") continue;
    const auto hit = cast_ray(s.shape, {}, {0.01, 0.02, 0.1}, {1, 0, 0}, 1.0);
    ASSERT_TRUE(hit) << s.name;
    EXPECT_EQ(hit->distance, 0.0) << s.name;
  }
}

// ---- Nearest points ----

TEST(NearestPoints, OfAllPairsAreOnBothShapes) {
  checks::Random random(42);
  for (const auto& a : all_specimens()) {
    for (const auto& b : all_specimens()) {
      SCOPED_TRACE(a.name + " and " + b.name);
      const Place A = checks::random_place(random, 1.0), B = checks::random_place(random, 1.0);
      const auto n = nearest_points(a.shape, A, b.shape, B);
      if (a.name == "half_space" && b.name == "half_space") {
        EXPECT_FALSE(n);
        continue;
      }
      ASSERT_TRUE(n);
      EXPECT_LE((n->on_b - n->on_a - n->gap * n->normal).norm(), 1e-9);
      EXPECT_EQ(overlap(a.shape, A, b.shape, B), n->gap <= 0.0);
      const auto back = nearest_points(b.shape, B, a.shape, A);
      EXPECT_NEAR(back->gap, n->gap, 1e-8);
    }
  }
}

// ---- Time of impact ----

TEST(TimeOfImpact, OfBallsIsThatOfTheFormula) {
  const CollisionShape a = Shape(Sphere{0.5}), b = Shape(Sphere{0.25});
  const MovingPlace A{.velocity = {1, 0, 0}},
      B{.start = {.x = {5, 0.3, 0}}, .velocity = {-2, 0, 0}};
  const double expected = (5.0 - std::sqrt(0.75 * 0.75 - 0.3 * 0.3)) / 3.0;
  const auto impact = time_of_impact(a, A, b, B, 2.0, 1e-9);
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->time, expected, 1e-8);
  EXPECT_LE(impact->time, expected);
  EXPECT_FALSE(time_of_impact(a, A, b, B, 1.0, 1e-9)) << "later than asked for";
  EXPECT_FALSE(
      time_of_impact(a, A, b, {.start = {.x = {5, 0.8, 0}}, .velocity = {-2, 0, 0}}, 9.0, 1e-9));
}

TEST(TimeOfImpact, ABulletDoesNotPassAThinWall) {
  const CollisionShape bullet = Shape(Capsule{0.005, 0.01}), wall = Shape(Box{{4, 4, 0.001}});
  const MovingPlace fast{.start = {.x = {0.1, 0.2, 5}}, .velocity = {0, 0, -1000}};
  for (const CollisionShape& w : {wall, CollisionShape(slab())}) {
    const auto impact = time_of_impact(w, {}, bullet, fast, 1.0 / 60.0, 1e-6);
    ASSERT_TRUE(impact);
    EXPECT_NEAR(fast.at(impact->time).x.z(), 0.01, 0.0006);
    EXPECT_GT(impact->at.normal.z(), 0.999);
  }
}

// A rod of length 2 that turns about its middle meets a wall at x = d when cos φ = d.
TEST(TimeOfImpact, OfARodThatTurns) {
  const CollisionShape rod = Shape(Rod{2.0}),
                       wall = HalfSpace{.point = {-0.8, 0, 0}, .normal = {1, 0, 0}};
  const MovingPlace turning{.angular_velocity = {0, 1.5, 0}};
  const auto impact = time_of_impact(wall, {}, rod, turning, 10.0, 1e-7);
  ASSERT_TRUE(impact);
  const double expected = std::asin(0.8) / 1.5;
  EXPECT_LE(impact->time, expected);
  EXPECT_NEAR(impact->time, expected, 1e-6);
}

TEST(TimeOfImpact, IsNowIfTheyTouchAlready) {
  const CollisionShape box = Shape(Box{});
  const auto impact = time_of_impact(box, {}, box, {.start = {.x = {0.9, 0, 0}}}, 1.0, 1e-6);
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->time, 0.0);
}

}  // namespace holon::query_test
