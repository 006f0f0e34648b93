// SPDX-License-Identifier: Apache-2.0
// Distances and depths of convex shapes against those of FCL, which finds them in other ways.
// FCL asserts of itself what rounding does not grant it.
#undef NDEBUG
#define NDEBUG
#include <fcl/fcl.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "holon/collide/nearest.h"
#include "holon/collide/specimens.h"

namespace holon::fcl_test {

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

struct Twin {
  std::string name;
  Convex ours;
  Geometry theirs;
  Vec3 shift;  ///< of their origin, in our axes
};

Geometry convex_of(const Hull& hull) {
  const auto vertices = std::make_shared<std::vector<Vec3>>(hull.vertices);
  const auto faces = std::make_shared<std::vector<int>>();
  for (std::size_t f = 0; f < hull.normals.size(); ++f) {
    const auto corners = hull.corners(f);
    faces->push_back(static_cast<int>(corners.size()));
    faces->insert(faces->end(), corners.begin(), corners.end());
  }
  return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(hull.normals.size()), faces);
}

std::vector<Twin> twins() {
  std::vector<Twin> all;
  const auto add = [&](const std::string& name, const CollisionShape& s, Geometry g) {
    all.push_back({name, *s.convex(), std::move(g), Vec3::Zero()});
  };
  add("sphere", Shape(Sphere{0.4}), std::make_shared<fcl::Sphered>(0.4));
  add("box", Shape(Box{{0.6, 0.8, 1.0}}), std::make_shared<fcl::Boxd>(0.6, 0.8, 1.0));
  add("cylinder", Shape(Cylinder{0.35, 0.9}), std::make_shared<fcl::Cylinderd>(0.35, 0.9));
  add("capsule", Shape(Capsule{0.25, 0.7}), std::make_shared<fcl::Capsuled>(0.25, 0.7));
  add("ellipsoid",
      Shape(Ellipsoid{{0.3, 0.45, 0.6}}),
      std::make_shared<fcl::Ellipsoidd>(0.3, 0.45, 0.6));
  const CollisionShape hull = checks::wedge();
  add("hull", hull, convex_of(*hull.convex()->as<HullCore>()->hull));
  // theirs has its origin half way up
  add("cone", Shape(Cone{0.45, 0.9}), std::make_shared<fcl::Coned>(0.45, 0.9));
  all.back().shift = {0.0, 0.0, 0.45};
  return all;
}

fcl::Transform3d transform(const Place& place, const Vec3& shift) {
  fcl::Transform3d X = fcl::Transform3d::Identity();
  X.linear() = place.R;
  X.translation() = place.point(shift);
  return X;
}

double theirs(const Twin& a, const Place& A, const Twin& b, const Place& B, bool overlap) {
  const fcl::CollisionObjectd x(a.theirs, transform(A, a.shift)),
      y(b.theirs, transform(B, b.shift));
  if (!overlap) {
    const fcl::DistanceRequestd request(true, false, 0.0, 0.0, 1e-10, fcl::GST_INDEP);
    fcl::DistanceResultd result;
    return fcl::distance(&x, &y, request, result);
  }
  const fcl::DistanceRequestd request(true, true, 0.0, 0.0, 1e-6, fcl::GST_LIBCCD);
  fcl::DistanceResultd result;
  return fcl::distance(&x, &y, request, result);
}

struct Comparison {
  double worst = 0.0, less = 0.0;
  int n = 0, differ = 0;
};

Comparison compare(const Twin& a, const Twin& b, bool overlap) {
  checks::Random random(21);
  Comparison c;
  for (int i = 0; i < 300; ++i) {
    const Place A = checks::random_place(random, 0.1);
    const Place B = checks::random_place(random, overlap ? 0.5 : 1.5);
    const double ours = nearest(a.ours, b.ours, A.local(B), 10.0).gap;
    if (!(overlap ? ours < -1e-3 : ours > 1e-3)) continue;
    const double other = theirs(a, A, b, B, overlap);
    const double error = std::abs(ours - other);
    c.worst = std::max(c.worst, error);
    c.less = std::max(c.less, overlap ? other - ours : ours - other);
    if (error > 1e-8) ++c.differ;
    ++c.n;
  }
  return c;
}

// FCL's points are on the shapes, so that it never finds less than the distance. It stops at 1e-10;
// now and then, with boxes and hulls, much earlier, so that a few cases differ.
TEST(Fcl, DistancesAgree) {
  for (const Twin& a : twins()) {
    for (const Twin& b : twins()) {
      const Comparison c = compare(a, b, false);
      EXPECT_GT(c.n, 200) << a.name << " and " << b.name;
      EXPECT_LE(c.differ, 6) << a.name << " and " << b.name;
      EXPECT_LE(c.less, 1e-11) << a.name << " and " << b.name;
    }
  }
}

// Of what is curved FCL finds the depth to 1e-6, of all else to rounding.
TEST(Fcl, DepthsAgree) {
  for (const Twin& a : twins()) {
    for (const Twin& b : twins()) {
      const Comparison c = compare(a, b, true);
      const auto flat = [](const Twin& t) { return t.name == "box" || t.name == "hull"; };
      EXPECT_GT(c.n, 200) << a.name << " and " << b.name;
      EXPECT_LE(c.worst, flat(a) && flat(b) ? 1e-13 : 2e-6) << a.name << " and " << b.name;
    }
  }
}

}  // namespace holon::fcl_test
