// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/collide.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "holon/collide/specimens.h"

namespace holon::collide_test {

using checks::random_place;
using checks::turned;
using std::numbers::pi;

// Formulas are good to a few roundings of lengths about 1.
constexpr double exact = 1e-14;

Manifold touch(const CollisionShape& a,
               const Place& A,
               const CollisionShape& b,
               const Place& B,
               double margin = 0.1) {
  Manifold m;
  collide(a, A, b, B, margin, m);
  return m;
}

double least_gap(const Manifold& m) {
  double least = std::numeric_limits<double>::infinity();
  for (const ContactPoint& p : m) least = std::min(least, p.gap);
  return least;
}

void expect_sound(const Manifold& m) {
  for (const ContactPoint& p : m) {
    EXPECT_NEAR(p.normal.norm(), 1.0, 1e-12);
    EXPECT_LE((p.on_b - p.on_a - p.gap * p.normal).norm(), 1e-9);
    EXPECT_LE((p.normal - m.points[0].normal).norm(), 1e-12);
  }
}

void expect_one(const Manifold& m, const Vec3& on_a, const Vec3& normal, double gap) {
  ASSERT_EQ(m.size, 1);
  expect_sound(m);
  EXPECT_LE((m.points[0].normal - normal).norm(), exact) << m.points[0].normal.transpose();
  EXPECT_NEAR(m.points[0].gap, gap, exact);
  EXPECT_LE((m.points[0].on_a - on_a).norm(), exact) << m.points[0].on_a.transpose();
}

const HalfSpace floor = {};

TEST(Collide, SpheresTouchOnTheLineOfTheirCentres) {
  const Vec3 d = Vec3(1.0, 2.0, -2.0) / 3.0;
  const CollisionShape a = Shape(Sphere{0.5}), b = Shape(Sphere{0.25});
  expect_one(touch(a, {}, b, {.x = 0.8 * d}), 0.5 * d, d, 0.05);
  expect_one(touch(a, {}, b, {.x = 0.7 * d}), 0.5 * d, d, -0.05);
  EXPECT_EQ(touch(a, {}, b, {.x = 0.86 * d}).size, 0) << "farther than the margin";
}

TEST(Collide, SphereOnFloorBoxCapsuleCylinderAndCone) {
  const CollisionShape ball = Shape(Sphere{0.5});
  expect_one(touch(floor, {}, ball, {.x = {3, 4, 0.49}}), {3, 4, 0}, {0, 0, 1}, -0.01);
  const CollisionShape box = Shape(Box{{2, 2, 2}});
  expect_one(touch(box, {}, ball, {.x = {0.3, 0.4, 1.52}}), {0.3, 0.4, 1}, {0, 0, 1}, 0.02);
  const Vec3 corner = Vec3::Ones() / std::sqrt(3.0);
  expect_one(touch(box, {}, ball, {.x = Vec3::Ones() + 0.45 * corner}), {1, 1, 1}, corner, -0.05);
  // the centre inside: out by the nearest face
  expect_one(touch(box, {}, ball, {.x = {0.2, 0.8, 0.1}}), {0.2, 1, 0.1}, {0, 1, 0}, -0.7);
  const CollisionShape capsule = Shape(Capsule{0.25, 1.0});
  expect_one(touch(capsule, {}, ball, {.x = {0.7, 0, 0.2}}), {0.25, 0, 0.2}, {1, 0, 0}, -0.05);
  const CollisionShape cylinder = Shape(Cylinder{1.0, 2.0});
  expect_one(touch(cylinder, {}, ball, {.x = {0, 1.45, 0.3}}), {0, 1, 0.3}, {0, 1, 0}, -0.05);
  const Vec3 rim = Vec3(0.6, 0.8, 1.0) / std::sqrt(2.0);
  expect_one(touch(cylinder, {}, ball, {.x = Vec3(0.6, 0.8, 1.0) + 0.52 * rim}),
             {0.6, 0.8, 1.0},
             rim,
             0.02);
  const CollisionShape cone = Shape(Cone{1.0, 1.0});
  const Vec3 side = Vec3(1, 0, 1) / std::sqrt(2.0);
  expect_one(
      touch(cone, {}, ball, {.x = Vec3(0.5, 0, 0.5) + 0.4 * side}), {0.5, 0, 0.5}, side, -0.1);
}

TEST(Collide, CapsulesCrossOrLieSideBySide) {
  const CollisionShape c = Shape(Capsule{0.25, 1.0});
  const Place across = turned(Vec3::UnitX(), pi / 2, {0.45, 0.1, 0.2});
  expect_one(touch(c, {}, c, across), {0.25, 0, 0.2}, {1, 0, 0}, -0.05);
  // exactly through each other: across both
  const Manifold crossed = touch(c, {}, c, turned(Vec3::UnitX(), pi / 2, {0, 0, 0}));
  ASSERT_EQ(crossed.size, 1);
  EXPECT_NEAR(crossed.points[0].gap, -0.5, exact);
  EXPECT_NEAR(std::abs(crossed.points[0].normal.x()), 1.0, exact);

  const Manifold beside = touch(c, {}, c, {.x = {0, 0.48, 0.3}});
  ASSERT_EQ(beside.size, 2);
  expect_sound(beside);
  std::set<double> heights;
  for (const ContactPoint& p : beside) {
    EXPECT_NEAR(p.gap, -0.02, exact);
    EXPECT_LE((p.normal - Vec3::UnitY()).norm(), exact);
    heights.insert(std::round(p.on_a.z() * 1e12) / 1e12);
  }
  EXPECT_EQ(heights, (std::set{-0.2, 0.5}));
}

TEST(Collide, CapsuleOnFloorHasItsTwoEnds) {
  const CollisionShape c = Shape(Capsule{0.25, 1.0});
  const double tilt = 0.03;
  const Manifold m = touch(floor, {}, c, turned(Vec3::UnitY(), pi / 2 + tilt, {0, 0, 0.25}));
  ASSERT_EQ(m.size, 2);
  EXPECT_NEAR(m.points[0].gap, -0.5 * std::sin(tilt), exact);
  EXPECT_NEAR(m.points[1].gap, 0.5 * std::sin(tilt), exact);
}

TEST(Collide, BoxOnFloorHasFourCorners) {
  const CollisionShape box = Shape(Box{{1, 2, 3}});
  const double tilt = 0.01;
  const Manifold m = touch(floor, {}, box, turned(Vec3::UnitY(), tilt, {5, 6, 1.49}));
  ASSERT_EQ(m.size, 4);
  expect_sound(m);
  for (const ContactPoint& p : m) {
    const double x = p.on_b.x() < 5.0 + 1.5 * -std::sin(tilt) ? -0.5 : 0.5;
    EXPECT_NEAR(p.gap, 1.49 - x * std::sin(tilt) - 1.5 * std::cos(tilt), exact);
  }
}

TEST(Collide, CylinderStandsOnFourPointsOfItsRim) {
  const CollisionShape c = Shape(Cylinder{0.5, 1.0});
  for (const double tilt : {0.0, 1e-12, 1e-9, 1e-4, 0.05}) {
    const Manifold m = touch(floor, {}, c, turned({1, 2, 0}, tilt, {0, 0, 0.5}));
    ASSERT_EQ(m.size, 4) << tilt;
    // the deepest point of a tilted rim is h cos θ + r sin θ below the middle
    // but as upright as 1e-7, it has the same points whichever way it leans, good to 1e-9
    const double tolerance = tilt < 1e-7 ? 1e-9 : exact;
    EXPECT_NEAR(least_gap(m), 0.5 - 0.5 * std::cos(tilt) - 0.5 * std::sin(tilt), tolerance) << tilt;
    Vec3 sum = Vec3::Zero();
    for (const ContactPoint& p : m) sum += p.on_b;
    EXPECT_LE(sum.head<2>().norm(), 0.1) << "the axis is in their midst";
  }
  const Manifold lying = touch(floor, {}, c, turned(Vec3::UnitX(), pi / 2, {0, 0, 0.5}));
  ASSERT_EQ(lying.size, 2);
  for (const ContactPoint& p : lying) {
    EXPECT_NEAR(p.gap, 0.0, exact);
    EXPECT_NEAR(std::abs(p.on_b.y()), 0.5, exact);
  }
}

TEST(Collide, ConeAndEllipsoidOnFloor) {
  const CollisionShape cone = Shape(Cone{0.5, 1.0});
  EXPECT_EQ(touch(floor, {}, cone, {.x = {0, 0, 0.01}}).size, 4);
  const Manifold apex = touch(floor, {}, cone, turned(Vec3::UnitX(), pi, {0, 0, 1.01}));
  ASSERT_EQ(apex.size, 1);
  EXPECT_NEAR(apex.points[0].gap, 0.01, exact);
  // on its side: the axis is down by the half angle
  const Manifold side =
      touch(floor,
            {},
            cone,
            turned(Vec3::UnitY(), pi / 2 + std::atan(0.5), {0, 0, 0.5 * std::cos(std::atan(0.5))}));
  ASSERT_EQ(side.size, 2);
  EXPECT_NEAR(side.points[0].gap, 0.0, exact);
  EXPECT_NEAR(side.points[1].gap, 0.0, exact);

  const Vec3 r{0.3, 0.5, 0.7};
  const CollisionShape ellipsoid = Shape(Ellipsoid{r});
  const Place B = turned({1, 2, 3}, 0.8, {0, 0, 0.5});
  const Vec3 down = B.R.transpose() * Vec3::UnitZ();
  const Manifold e = touch(floor, {}, ellipsoid, B);
  ASSERT_EQ(e.size, 1);
  EXPECT_NEAR(e.points[0].gap, 0.5 - r.cwiseProduct(down).norm(), exact);
}

TEST(Collide, BoxOnBoxHasGapsThatVaryLinearly) {
  const CollisionShape box = Shape(Box{{1, 1, 1}});
  for (const double height : {0.999999, 1.0, 1.000001}) {
    for (const double tilt : {0.0, 1e-9, 1e-6, 1e-3}) {
      const Place B = turned(Vec3::UnitX(), tilt, {0.2, 0.1, height});
      const Manifold m = touch(box, {}, box, B);
      ASSERT_EQ(m.size, 4) << height << " " << tilt;
      expect_sound(m);
      // whichever face is cut with, it leans no more than the boxes do to each other
      EXPECT_LE((m.points[0].normal - Vec3::UnitZ()).norm(), tilt + 1e-14);
      for (const ContactPoint& p : m) {
        const double below = height - 0.5 * std::cos(tilt) + std::tan(tilt) * (p.on_b.y() - 0.1)
                             - 0.5 * std::sin(tilt) * std::tan(tilt);
        EXPECT_NEAR(p.gap, below - 0.5, tilt * tilt + 1e-13) << height << " " << tilt;
        EXPECT_NEAR(std::abs(p.on_b.x() - 0.1), 0.4, 1e-9);
      }
    }
  }
}

TEST(Collide, BoxesCrossAtTheirEdges) {
  const CollisionShape box = Shape(Box{{1, 1, 4}});
  // two beams on edge, one across the other
  const double diagonal = std::sqrt(0.5);
  Place A = turned(Vec3::UnitZ(), pi / 4, {0, 0, 0});
  A.R = turned(Vec3::UnitX(), pi / 2, {}).R * A.R;
  Place B = turned(Vec3::UnitZ(), pi / 4, {0.1, 0.2, 2.0 * diagonal - 0.01});
  B.R = turned(Vec3::UnitY(), pi / 2, {}).R * B.R;
  const Manifold m = touch(box, A, box, B, 0.005);
  ASSERT_EQ(m.size, 1);
  EXPECT_NEAR(m.points[0].gap, -0.01, exact);
  EXPECT_LE((m.points[0].normal - Vec3::UnitZ()).norm(), exact);
  EXPECT_LE((m.points[0].on_a - Vec3(0.0, 0.2, diagonal)).norm(), 1e-13);
}

TEST(Collide, CylinderStandsAndLiesOnABox) {
  const CollisionShape table = Shape(Box{{4, 4, 1}}), c = Shape(Cylinder{0.5, 1.0});
  for (const double tilt : {0.0, 1e-9, 1e-4}) {
    for (const double sunk : {-1e-4, 0.0, 1e-4}) {
      const Manifold m = touch(table, {}, c, turned({1, 2, 0}, tilt, {0.3, 0.2, 1.0 - sunk}));
      ASSERT_EQ(m.size, 4) << tilt << " " << sunk;
      EXPECT_LE((m.points[0].normal - Vec3::UnitZ()).norm(), 1e-9);
      EXPECT_NEAR(least_gap(m), 0.5 - sunk - 0.5 * std::cos(tilt) - 0.5 * std::sin(tilt), 1e-9);
    }
  }
  const Manifold lying = touch(table, {}, c, turned(Vec3::UnitX(), pi / 2, {0, 0, 0.99}));
  ASSERT_EQ(lying.size, 2);
  EXPECT_NEAR(least_gap(lying), -0.01, 1e-10);
  const Manifold over = touch(table, {}, c, turned(Vec3::UnitX(), pi / 2, {0, 1.9, 0.99}));
  ASSERT_EQ(over.size, 2) << "it ends where the table does";
  EXPECT_NEAR(std::max(over.points[0].on_b.y(), over.points[1].on_b.y()), 2.0, 1e-9);
  const Manifold stacked = touch(c, {}, c, {.x = {0.1, 0.2, 0.999}});
  EXPECT_EQ(stacked.size, 4);
  EXPECT_NEAR(least_gap(stacked), -0.001, 1e-12);
}

// ---- All pairs of convex kinds ----

struct Pair {
  CollisionShape a, b;
  Place A, B;
  std::string name;
};

std::vector<Pair> random_pairs(int each, double size) {
  checks::Random random(7);
  std::vector<Pair> pairs;
  for (const auto& a : checks::convex_specimens()) {
    for (const auto& b : checks::convex_specimens()) {
      for (int i = 0; i < each; ++i) {
        const Place A = random_place(random, size), B = random_place(random, size);
        pairs.push_back({a.shape, b.shape, A, B, a.name + " and " + b.name});
      }
    }
  }
  return pairs;
}

TEST(Collide, PointsAreOnBothShapesAndTheNormalSeparates) {
  for (const Pair& p : random_pairs(30, 0.5)) {
    SCOPED_TRACE(p.name);
    const Manifold m = touch(p.a, p.A, p.b, p.B, 1.0);
    if (m.size == 0) continue;
    expect_sound(m);
    // no point of either is beyond the other by more than the deepest: that is what a gap along a
    // normal means
    const Vec3& n = m.points[0].normal;
    const Vec3 top_a = p.A.point(p.a.convex()->support(p.A.R.transpose() * n));
    const Vec3 low_b = p.B.point(p.b.convex()->support(p.B.R.transpose() * -n));
    EXPECT_GE(least_gap(m), n.dot(low_b - top_a) - 1e-9);
    EXPECT_LE(m.points[0].gap, least_gap(m) + 1e-8);
  }
}

TEST(Collide, TheOtherWayRoundIsTheSameTurnedRound) {
  for (const Pair& p : random_pairs(30, 0.5)) {
    SCOPED_TRACE(p.name);
    const Manifold m = touch(p.a, p.A, p.b, p.B, 0.2), w = touch(p.b, p.B, p.a, p.A, 0.2);
    ASSERT_EQ(m.size == 0, w.size == 0);
    if (m.size == 0) continue;
    EXPECT_NEAR(least_gap(m), least_gap(w), 1e-7);
  }
}

TEST(Collide, MovesWithBoth) {
  checks::Random random(3);
  for (const Pair& p : random_pairs(10, 0.5)) {
    SCOPED_TRACE(p.name);
    const Place X = random_place(random, 10.0);
    const Manifold m = touch(p.a, p.A, p.b, p.B, 0.2);
    const Manifold moved = touch(p.a, X * p.A, p.b, X * p.B, 0.2);
    ASSERT_EQ(m.size == 0, moved.size == 0);
    if (m.size == 0) continue;
    EXPECT_NEAR(least_gap(m), least_gap(moved), 1e-9);
  }
}

// A body that moves by δ and turns by ε changes its gap by no more than δ + ε r.
TEST(Collide, GapsChangeContinuously) {
  checks::Random random(5);
  constexpr int steps = 400;
  for (const auto& a : checks::convex_specimens()) {
    for (const auto& b : checks::convex_specimens()) {
      SCOPED_TRACE(a.name + " and " + b.name);
      const Place A = random_place(random, 0.1);
      const Vec3 from = 0.9 * random.direction(), to = 0.5 * random.direction();
      const Vec3 axis = random.direction();
      const double speed = (to - from).norm() / steps + 1.0 / steps * b.shape.convex()->size;
      double last = std::numeric_limits<double>::quiet_NaN();
      for (int i = 0; i <= steps; ++i) {
        const double t = static_cast<double>(i) / steps;
        const Manifold m = touch(a.shape, A, b.shape, turned(axis, t, from + t * (to - from)), 3.0);
        ASSERT_GT(m.size, 0);
        // to what the search leaves of deep overlaps of round shapes
        if (i > 0) {
          EXPECT_LE(std::abs(least_gap(m) - last), speed + 1e-6) << i;
        }
        last = least_gap(m);
      }
    }
  }
}

TEST(Collide, FeaturesPersistWhenABoxRestsAndTrembles) {
  checks::Random random(11);
  const CollisionShape box = Shape(Box{{1, 1, 1}}), c = Shape(Cylinder{0.35, 1.0});
  for (const CollisionShape& top : {box, c}) {
    std::set<std::uint32_t> first;
    for (int i = 0; i < 100; ++i) {
      const Place B =
          turned(random.direction(), 1e-11 * i, Vec3(0.2, 0.1, 1.0) + random.vector(1e-9));
      std::set<std::uint32_t> now;
      for (const ContactPoint& p : touch(box, {}, top, B)) now.insert(p.feature);
      EXPECT_EQ(now.size(), 4U);
      if (i == 0) first = now;
      EXPECT_EQ(now, first) << i;
    }
  }
}

TEST(Collide, DegeneratePlacesHaveAnAnswer) {
  for (const auto& a : checks::convex_specimens()) {
    for (const auto& b : checks::convex_specimens()) {
      SCOPED_TRACE(a.name + " in " + b.name);
      // in the same place; and one quarter turned about each axis
      for (const Place& B : {Place{},
                             turned(Vec3::UnitX(), pi / 2, {0, 0, 0}),
                             turned(Vec3::UnitY(), pi / 2, {0, 0, 0}),
                             turned(Vec3::UnitZ(), pi / 2, {0, 0, 0}),
                             Place{.x = {1e-17, 0, 0}},
                             Place{.x = {0, 0, 1e-9}}}) {
        const Manifold m = touch(a.shape, {}, b.shape, B);
        ASSERT_GT(m.size, 0);
        expect_sound(m);
        EXPECT_LE(m.points[0].gap, 1e-9);
      }
    }
  }
}

TEST(Collide, ShapesThatJustTouchHaveAGapOfZero) {
  for (const auto& a : checks::convex_specimens()) {
    for (const auto& b : checks::convex_specimens()) {
      SCOPED_TRACE(a.name + " and " + b.name);
      // rods in line overlap by nothing, sideways
      if (a.name == "rod" && b.name == "rod") continue;
      const double reach_a = a.shape.bounds({}).high.z(), reach_b = b.shape.bounds({}).low.z();
      for (const double gap : {1e-6, 1e-9, 1e-12, 0.0, -1e-12, -1e-9, -1e-6}) {
        const Manifold m = touch(a.shape, {}, b.shape, {.x = {0, 0, reach_a - reach_b + gap}});
        ASSERT_GT(m.size, 0) << gap;
        // Where tips touch, less than the overlap along z takes them apart sideways.
        EXPECT_GE(least_gap(m), gap - 1e-8) << gap;
        EXPECT_LE(least_gap(m), std::max(gap, 0.0) + 1e-9) << gap;
        if (gap == 1e-6) {
          EXPECT_GT(m.points[0].normal.z(), 0.999);
        }
      }
    }
  }
}

TEST(Collide, OneFarInsideTheOtherIsPushedOutTheShortestWay) {
  const CollisionShape big = Shape(Box{{4, 6, 8}});
  for (const auto& s : checks::convex_specimens()) {
    SCOPED_TRACE(s.name);
    const Manifold m = touch(big, {}, s.shape, {.x = {1.0, 0, 0}});
    ASSERT_GT(m.size, 0);
    EXPECT_LE((m.points[0].normal - Vec3::UnitX()).norm(), 1e-6);
    EXPECT_NEAR(least_gap(m), 1.0 + s.shape.bounds({}).low.x() - 2.0, 1e-9);
  }
}

TEST(Collide, NothingIsEverNoNumber) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  checks::Random random(13);
  for (const Pair& p : random_pairs(200, 0.4)) {
    // half of them with all sorts of coincidences
    Place B = p.B;
    if (random.below(2) == 0) {
      B.R = p.A.R * turned(Vec3::Unit(random.below(3)), pi / 2 * random.below(4), {}).R;
      for (double& x : B.x) x = 0.1 * std::round(10.0 * x);
    }
    const Manifold m = touch(p.a, p.A, p.b, B, 0.1);
    for (const ContactPoint& c : m) {
      ASSERT_TRUE(c.on_a.allFinite() && c.on_b.allFinite() && std::isfinite(c.gap)) << p.name;
      ASSERT_NEAR(c.normal.norm(), 1.0, 1e-9) << p.name;
    }
    B.x.y() = nan;
    EXPECT_EQ(touch(p.a, p.A, p.b, B).size, 0) << p.name;
  }
}

}  // namespace holon::collide_test
