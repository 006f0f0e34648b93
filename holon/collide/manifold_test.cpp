// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/manifold.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "holon/checks/random.h"
#include "holon/collide/collision_shape.h"

namespace holon::manifold_test {

using std::numbers::pi;

ContactPoint point(double x, double y, double gap) {
  return {{x, y, -gap}, {x, y, 0}, Vec3::UnitZ(), gap, 0};
}

double area_of(const Manifold& m) {
  // of a quadrangle whose corners are in any order: the largest of the three ways round
  double best = 0.0;
  for (const auto& [i, j, k, l] : {std::array{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 1, 3, 2}}) {
    const Vec3 d = m.points[k].on_b - m.points[i].on_b, e = m.points[l].on_b - m.points[j].on_b;
    best = std::max(best, 0.5 * std::abs(d.cross(e).z()));
  }
  return best;
}

TEST(ContactPoints, KeepTheDeepestAndTheLargestArea) {
  checks::Random random(71);
  for (int trial = 0; trial < 50; ++trial) {
    ContactPoints points;
    double least = 1.0;
    // far more than there is room for, in a rectangle with its corners
    for (int i = 0; i < 200; ++i) {
      const double gap = random.uniform(0.0, 0.1);
      least = std::min(least, gap);
      points.add(point(random.uniform(-1, 1), random.uniform(-0.5, 0.5), gap));
    }
    for (const double x : {-1.0, 1.0}) {
      for (const double y : {-0.5, 0.5}) points.add(point(x, y, 0.1));
    }
    Manifold m;
    points.reduce(m);
    ASSERT_EQ(m.size, 4);
    EXPECT_EQ(m.points[0].gap, least);
    EXPECT_GT(area_of(m), 0.7) << "of an area of 2, with the deepest anywhere inside";
  }
}

TEST(ContactPoints, AreOneWhereTheyAreInOnePlace) {
  ContactPoints points;
  for (int i = 0; i < 5; ++i) points.add(point(0.1 + 1e-12 * i, 0.2, 0.0));
  Manifold m;
  points.reduce(m);
  EXPECT_EQ(m.size, 1);
  points.add(point(0.5, 0.2, 0.0));
  points.add(point(0.3, 0.2, 0.0));
  points.reduce(m);
  EXPECT_EQ(m.size, 2) << "and two on a line";
}

TEST(ContactPoints, LeaveOutWhatIsNoNumber) {
  ContactPoints points;
  points.add(point(0, 0, std::nan("")));
  points.add(point(std::numeric_limits<double>::infinity(), 0, 0));
  EXPECT_TRUE(points.empty());
}

// Two squares, one turned by 45°: an octagon, whose corners are where sides cross.
TEST(SpanContact, CutsFacesWhereTheyCross) {
  const CollisionShape box = Shape(Box{{2, 2, 2}});
  const Place B{Eigen::AngleAxisd(pi / 4, Vec3::UnitZ()).toRotationMatrix(), {0, 0, 2.01}};
  ContactPoints points(1.0);
  span_faces(*box.convex(), *box.convex(), B, Vec3::UnitZ(), 0.1, points);
  EXPECT_EQ(points.end() - points.begin(), 8);
  for (const ContactPoint& p : points) {
    EXPECT_NEAR(p.gap, 0.01, 1e-14);
    EXPECT_NEAR(p.on_a.head<2>().cwiseAbs().maxCoeff(), 1.0, 1e-11);
    EXPECT_NEAR(p.on_a.head<2>().cwiseAbs().minCoeff(), std::sqrt(2.0) - 1.0, 1e-11);
  }
}

TEST(SpanContact, LeavesOutWhatIsFartherThanTheMargin) {
  const CollisionShape box = Shape(Box{{2, 2, 2}});
  const Place B{Eigen::AngleAxisd(0.1, Vec3::UnitX()).toRotationMatrix(), {0, 0, 2.1}};
  ContactPoints points(1.0);
  span_faces(*box.convex(), *box.convex(), B, Vec3::UnitZ(), 0.1, points);
  EXPECT_EQ(points.end() - points.begin(), 2);
}

}  // namespace holon::manifold_test
