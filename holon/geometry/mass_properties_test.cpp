// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/mass_properties.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

#include "holon/math/diagnostics.h"

namespace holon::mass_properties_test {

// All quantities below are of order 1 and come from a few dozen operations, each good to 1e-16.
constexpr double rounding = 1e-14;

void expect_same(const MassProperties& a, const MassProperties& b, double tolerance) {
  EXPECT_NEAR(a.mass, b.mass, tolerance);
  EXPECT_NEAR(a.volume, b.volume, tolerance);
  EXPECT_LE((a.com - b.com).norm(), tolerance) << a.com.transpose() << " / " << b.com.transpose();
  EXPECT_LE((a.inertia - b.inertia).norm(), tolerance) << a.inertia << "\n/\n" << b.inertia;
}

std::vector<MassPoint> cloud(unsigned seed, int count) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  std::vector<MassPoint> points;
  for (int i = 0; i < count; ++i) {
    const double mass = unit(random);
    const double x = unit(random), y = unit(random), z = unit(random);
    points.push_back({.mass = mass, .position = {x, y, z}});
  }
  return points;
}

Mat3 some_rotation() {
  return Quat(0.5, -0.1, 0.7, 0.3).normalized().toRotationMatrix();
}

TEST(MassProperties, DumbbellTurnsAboutItsBalancePoint) {
  const std::vector<MassPoint> dumbbell = {{.mass = 3.0, .position = {0, 0, 0}},
                                           {.mass = 1.0, .position = {0.4, 0, 0}}};
  const MassProperties body = from_points(dumbbell);
  EXPECT_NEAR(body.mass, 4.0, rounding);
  EXPECT_NEAR(body.com.x(), 0.1, rounding);
  EXPECT_NEAR(body.inertia(1, 1), 0.75 * 0.16, rounding);  // reduced mass times distance squared
  EXPECT_NEAR(body.inertia(2, 2), 0.75 * 0.16, rounding);
  EXPECT_EQ(body.inertia(0, 0), 0.0);
  EXPECT_EQ(body.volume, 0.0);
}

// The definition of the inertia, entry by entry, as textbooks print it.
TEST(MassProperties, CloudMatchesTheTextbookEntries) {
  const auto points = cloud(1, 20);
  const MassProperties body = from_points(points);
  Mat3 expected = Mat3::Zero();
  for (const auto& [m, p] : points) {
    const double x = p.x() - body.com.x(), y = p.y() - body.com.y(), z = p.z() - body.com.z();
    expected.row(0) += m * Vec3(y * y + z * z, -x * y, -x * z).transpose();
    expected.row(1) += m * Vec3(-x * y, x * x + z * z, -y * z).transpose();
    expected.row(2) += m * Vec3(-x * z, -y * z, x * x + y * y).transpose();
  }
  EXPECT_LE((body.inertia - expected).norm(), rounding);
}

TEST(MassProperties, LonePointKeepsItsPlaceAndHasNoInertia) {
  const std::vector<MassPoint> point = {{.mass = 0.7, .position = {0.1, 1e6, 1.0 / 3.0}}};
  const MassProperties body = from_points(point);
  EXPECT_EQ(body.com, point[0].position);
  EXPECT_EQ(body.inertia, Mat3::Zero());
}

TEST(MassProperties, PointsOnALineHaveNoInertiaAboutIt) {
  const Vec3 line = Vec3(1, -2, 3).normalized();
  std::vector<MassPoint> points = cloud(2, 8);
  for (MassPoint& point : points) point.position = Vec3(0.3, 0.1, 0.2) + line * point.position.x();
  const MassProperties body = from_points(points);
  EXPECT_LE((body.inertia * line).norm(), rounding);
  EXPECT_GT(body.inertia.norm(), 0.1) << "but across it they have";
}

// A com found at 1e8 m is good to 1e-8 m, which is squared away: the inertia keeps all but the
// rounding of the positions themselves, relative 1e-8.
TEST(MassProperties, CloudFarAwayKeepsItsInertia) {
  auto points = cloud(3, 20);
  const MassProperties near = from_points(points);
  for (MassPoint& point : points) point.position += Vec3(1e8, -1e8, 1e8);
  EXPECT_LE((from_points(points).inertia - near.inertia).norm(), 1e-7);
}

TEST(MassProperties, CombiningTwoCloudsIsTheCloudOfAllPoints) {
  const auto a = cloud(4, 5), b = cloud(5, 9);
  auto all = a;
  all.insert(all.end(), b.begin(), b.end());
  expect_same(combined(from_points(a), from_points(b)), from_points(all), rounding);
  expect_same(combined(from_points(b), from_points(a)), from_points(all), rounding);
}

TEST(MassProperties, CombiningAddsVolumes) {
  const MassProperties a{.mass = 1, .volume = 2}, b{.mass = 3, .volume = 4};
  EXPECT_EQ(combined(a, b).volume, 6.0);
}

TEST(MassProperties, CombiningWithNothingChangesNothing) {
  const MassProperties body = from_points(cloud(6, 5));
  expect_same(combined(MassProperties{}, body), body, rounding);
  expect_same(combined(body, MassProperties{}), body, 0.0);
  expect_same(combined(MassProperties{}, MassProperties{}), MassProperties{}, 0.0);
}

// Steiner: about a point at distance d, the moment about an axis across d grows by m d².
TEST(MassProperties, ParallelAxesTheoremHolds) {
  const MassProperties body = from_points(cloud(7, 5));
  const double d = 0.5;
  const MassProperties pair =
      combined(body, transformed(body, Mat3::Identity(), Vec3(2.0 * d, 0, 0)));
  EXPECT_NEAR(pair.com.x(), body.com.x() + d, rounding);
  EXPECT_NEAR(pair.inertia(2, 2), 2.0 * (body.inertia(2, 2) + body.mass * d * d), rounding);
  EXPECT_NEAR(pair.inertia(0, 0), 2.0 * body.inertia(0, 0), rounding);
}

TEST(MassProperties, TransformingTheBodyIsTransformingItsPoints) {
  const Mat3 R = some_rotation();
  const Vec3 p(0.3, -0.7, 1.1);
  auto points = cloud(8, 12);
  const MassProperties moved = transformed(from_points(points), R, p);
  for (MassPoint& point : points) point.position = R * point.position + p;
  expect_same(moved, from_points(points), rounding);
  EXPECT_EQ(moved.inertia, Mat3(moved.inertia.transpose()));
}

TEST(MassProperties, SecondMomentIsTheSumOfOuterProducts) {
  const auto points = cloud(9, 12);
  const MassProperties body = from_points(points);
  Mat3 expected = Mat3::Zero();
  for (const MassPoint& point : points) {
    const Vec3 r = point.position - body.com;
    expected += point.mass * r * r.transpose();
  }
  EXPECT_LE((second_moment(body) - expected).norm(), rounding);
  EXPECT_LE((inertia_of_second_moment(second_moment(body)) - body.inertia).norm(), rounding);
}

TEST(MassProperties, RejectsCloudsWithoutMass) {
  EXPECT_THROW(from_points({}), UsageError);
  const std::vector<MassPoint> massless = {{.mass = 0.0}, {.mass = 0.0}};
  EXPECT_THROW(from_points(massless), UsageError);
}

TEST(MassProperties, RejectsNegativeAndNonFiniteInput) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double inf = std::numeric_limits<double>::infinity();
  const auto cloud_of = [](double m, double x) {
    return std::vector<MassPoint>{{.mass = 1.0}, {.mass = m, .position = {x, 0, 0}}};
  };
  EXPECT_THROW(from_points(cloud_of(-0.5, 0)), UsageError);
  EXPECT_THROW(from_points(cloud_of(nan, 0)), UsageError);
  EXPECT_THROW(from_points(cloud_of(inf, 0)), UsageError);
  EXPECT_THROW(from_points(cloud_of(1, nan)), UsageError);
  EXPECT_THROW(from_points(cloud_of(1, -inf)), UsageError);
  EXPECT_THROW(combined({.mass = -1.0}, {.mass = 2.0}), UsageError);
  EXPECT_THROW(combined({.mass = 1.0}, {.mass = nan}), UsageError);
}

}  // namespace holon::mass_properties_test
