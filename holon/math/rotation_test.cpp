// SPDX-License-Identifier: Apache-2.0
#include "holon/math/rotation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace holon::rotation_test {

using std::numbers::pi;

// Rotations have entries of order 1, each from a few dozen operations good to 1e-16.
constexpr double rounding = 1e-14;

std::vector<Vec3> some_axes() {
  std::vector<Vec3> axes;
  for (int i = 0; i < 3; ++i) {
    axes.push_back(Vec3::Unit(i));
    axes.push_back(-Vec3::Unit(i));
  }
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0})
      for (const double z : {-1.0, 1.0}) axes.push_back(Vec3(x, y, z).normalized());
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 40; ++i)
    axes.push_back(Vec3(normal(random), normal(random), normal(random)).normalized());
  return axes;
}

// From no turn to a half turn, dense at both ends and at 120° where the branches meet.
const std::vector<double> angles = {
    0.0, 1e-300,    1e-13,     1e-9,     0.99e-4,           1e-4,       1.01e-4,           1e-3,
    0.1, 1.0,       pi / 2,    2.0,      2 * pi / 3 - 1e-9, 2 * pi / 3, 2 * pi / 3 + 1e-9, 2.5,
    3.0, pi - 1e-3, pi - 1e-6, pi - 1e-9};

Mat3 turn(const Vec3& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

TEST(Skew, IsTheCrossProduct) {
  const Vec3 a(1.0, -2.0, 3.0), b(0.5, 0.7, -1.1);
  EXPECT_EQ(skew(a) * b, a.cross(b));
  EXPECT_EQ(skew(a), Mat3(-skew(a).transpose()));
}

TEST(RotationExp, IsTheRotationAboutItsVectorByItsLength) {
  for (const Vec3& axis : some_axes())
    for (const double angle : angles) {
      const Quat q = rotation_exp(angle * axis);
      EXPECT_NEAR(q.norm(), 1.0, rounding);
      EXPECT_LE((q.toRotationMatrix() - turn(axis, angle)).norm(), rounding) << angle;
      // the vector part is known relative to itself, however small the angle
      EXPECT_LE((q.vec() - std::sin(0.5 * angle) * axis).norm(), rounding * angle) << angle;
    }
}

TEST(RotationExp, GoesRoundAndRound) {
  const Vec3 axis = Vec3(1, 2, -3).normalized();
  for (const double angle : {4.0, 7.0, 20.0, -5.0})
    EXPECT_LE((rotation_exp(angle * axis).toRotationMatrix() - turn(axis, angle)).norm(), rounding);
}

TEST(RotationLog, InvertsTheExponentialUpToAHalfTurn) {
  for (const Vec3& axis : some_axes())
    for (const double angle : angles) {
      const Vec3 phi = angle * axis;
      const Quat q = rotation_exp(phi);
      EXPECT_LE((rotation_log(q) - phi).norm(), rounding * angle) << angle;
      const Quat opposite(-q.w(), -q.x(), -q.y(), -q.z());
      EXPECT_LE((rotation_log(opposite) - phi).norm(), rounding * angle)
          << "q and -q are one rotation, " << angle;
    }
}

TEST(RotationLog, OfMoreThanAHalfTurnIsTheShorterWay) {
  const Vec3 axis = Vec3(-2, 1, 0.5).normalized();
  for (const double angle : {3.2, 4.0, 6.0, 2 * pi - 1e-9}) {
    const Vec3 phi = rotation_log(rotation_exp(angle * axis));
    EXPECT_LE((phi - (angle - 2 * pi) * axis).norm(), rounding) << angle;
  }
  EXPECT_NEAR(rotation_log(Quat(0.0, 0.6, 0.0, 0.8)).norm(), pi, rounding) << "exactly a half turn";
}

// Differences of fourth order over 1e-3, whose rounding leaves 1e-12; also where the series takes
// over, at an angle of 0.032, and near a half turn, where θ ends.
TEST(RotationLogRate, IsTheRateOfTheRotationVectorOfWhatTurns) {
  const Vec3 w(0.3, -0.8, 0.5);
  for (const Vec3& axis : some_axes())
    for (const double angle : {0.0, 1e-6, 0.0316, 0.0317, 0.5, 2.0, 3.1}) {
      const auto theta = [&](double t) -> Vec3 {
        return rotation_log(rotation_exp(t * w) * rotation_exp(angle * axis));
      };
      const double h = 1e-3;
      const Vec3 rate = (8.0 * (theta(h) - theta(-h)) - (theta(2 * h) - theta(-2 * h))) / (12 * h);
      EXPECT_LT((rotation_log_rate(angle * axis) * w - rate).norm(), 1e-10) << angle;
    }
}

TEST(HalfSineVector, IsTwiceTheHalfSineTimesTheAxis) {
  for (const Vec3& axis : some_axes())
    for (const double angle : angles) {
      // R itself is only good to 1e-16, absolutely: so is what can be read from it
      const Vec3 h = half_sine_vector<double>(turn(axis, angle));
      EXPECT_LE((h - 2.0 * std::sin(0.5 * angle) * axis).norm(), rounding)
          << "angle " << angle << " axis " << axis.transpose();
    }
}

TEST(HalfSineVector, OfAHalfTurnIsTwiceEitherAxis) {
  for (const Vec3& axis : some_axes()) {
    const Mat3 R = 2.0 * axis * axis.transpose() - Mat3::Identity();
    const Vec3 h = half_sine_vector<double>(R);
    EXPECT_LE(std::min((h - 2.0 * axis).norm(), (h + 2.0 * axis).norm()), rounding);
  }
}

// R(s) = exp(s a) exp(φ) moves with angular velocity a. Its half-sine vector is 2 q_vec, and the
// quaternion's rate is ½ (0, a) q: so h' = a w + a × v with v = q_vec, w = q_w.
TEST(HalfSineVector, HasTheRatesOfTheQuaternionInEveryBranch) {
  std::mt19937 random(2);
  std::normal_distribution<double> normal;
  int branches[4] = {};
  for (const Vec3& axis : some_axes())
    for (const double angle : {0.0, 1e-9, 0.3, 1.5, 2.2, 2.9, pi - 1e-6}) {
      const Vec3 a(normal(random), normal(random), normal(random));
      const Quat q = rotation_exp(angle * axis);
      const Mat3 R = q.toRotationMatrix();
      const Mat3 dR = skew(a) * R, ddR = skew(a) * dR;
      Mat3T<Dual<1>> R_dual;
      Mat3T<Taylor> R_taylor;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
          R_dual(i, j) = Dual<1>(R(i, j), Eigen::Matrix<double, 1, 1>(dR(i, j)));
          R_taylor(i, j) = Taylor(R(i, j), dR(i, j), ddR(i, j));
        }
      int largest = 0;
      R.diagonal().maxCoeff(&largest);
      ++branches[R.trace() > 0.0 ? 3 : largest];

      const Vec3 rate = a * q.w() + a.cross(q.vec());
      // q'' = ¼ (0, a)² q = −¼ |a|² q
      const Vec3 acceleration = -0.5 * a.squaredNorm() * q.vec();
      const auto h = half_sine_vector(R_dual);
      const auto ht = half_sine_vector(R_taylor);
      for (int i = 0; i < 3; ++i) {
        // |a| is up to 4, its square up to 16
        EXPECT_NEAR(h[i].d[0], rate[i], 10.0 * rounding) << "angle " << angle;
        EXPECT_NEAR(ht[i].d, rate[i], 10.0 * rounding) << "angle " << angle;
        EXPECT_NEAR(ht[i].dd, acceleration[i], 100.0 * rounding) << "angle " << angle;
      }
    }
  for (const int count : branches) EXPECT_GT(count, 10) << "every branch has been taken";
}

TEST(HalfSineVector, IsSmoothWhereTheBranchesMeet) {
  // At 120° about (1, 1, 1)/√3 all four components of the quaternion are equal: the worst place.
  // A jump would show at any distance; smooth motion over 2e-7 moves h by at most 2e-7.
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  const Quat q = rotation_exp(Vec3(1, 1, 1).normalized() * 2.0 * pi / 3.0);
  for (int i = 0; i < 200; ++i) {
    const Vec3 a = 1e-7 * Vec3(normal(random), normal(random), normal(random)).normalized();
    const Vec3 before = half_sine_vector<double>((rotation_exp(-a) * q).toRotationMatrix());
    const Vec3 after = half_sine_vector<double>((rotation_exp(a) * q).toRotationMatrix());
    const Vec3 expected = 2.0 * (a * q.w() + a.cross(q.vec()));
    EXPECT_LE((after - before - expected).norm(), 1e-13);  // third order: 1e-21, and rounding
  }
}

TEST(FrameWithZ, IsRightHandedAndHasItsZAlongTheAxis) {
  for (const Vec3& axis : some_axes()) {
    const Mat3 R = frame_with_z(axis);
    EXPECT_EQ(R.col(2), axis);
    EXPECT_LE((R.transpose() * R - Mat3::Identity()).norm(), rounding);
    EXPECT_NEAR(R.determinant(), 1.0, rounding);
  }
}

TEST(FrameWithZ, IsTurnedTheShortestWay) {
  for (const Vec3& axis : some_axes()) {
    // a turn by φ has the trace 1 + 2 cos φ, and z alone asks for the angle between it and e_z
    const Mat3 R = frame_with_z(axis);
    EXPECT_NEAR(R.trace(), 1.0 + 2.0 * axis.z(), rounding) << axis.transpose();
  }
}

TEST(FrameWithZ, KeepsXWhereZIsUpOrDown) {
  EXPECT_EQ(frame_with_z(Vec3::UnitZ()), Mat3::Identity());
  EXPECT_EQ(frame_with_z(-Vec3::UnitZ()), Mat3(Vec3(1, -1, -1).asDiagonal()));
}

TEST(FrameWithZ, IsAFrameHoweverNearToDown) {
  for (const double off : {1e-3, 1e-8, 1e-17, 1e-200, 5e-324}) {
    const Mat3 R = frame_with_z(Vec3(off, -off, -std::sqrt(1.0 - 2.0 * off * off)));
    EXPECT_LE((R.transpose() * R - Mat3::Identity()).norm(), rounding) << off;
  }
}

}  // namespace holon::rotation_test
