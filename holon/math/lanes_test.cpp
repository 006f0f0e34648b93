// SPDX-License-Identifier: Apache-2.0
#include "holon/math/lanes.h"

#include <gmock/gmock.h>

#include "holon/math/types.h"

namespace holon::lanes_test {

using lanes::Lanes;
using lanes::Vector;

const double table[4][12] = {{1.5, -2, 0.25, 3, 0.1, 7, -1, 2, 3, 4, 5, 6},
                             {0.5, 4, -8, 1, 1, 0.3, 9, 8, 7, 6, 5, 4},
                             {-3, 0.125, 2, 0.7, -5, 6, 0, 1, 0, 1, 0, 1},
                             {10, 20, 30, -0.01, 2, 2, 2.5, -3.5, 4.5, 0, 1, 8}};
const lanes::Places places = {table[0], table[1], table[2], table[3]};

Vec3 vec(const Vector& v, int lane) {
  return {v.x[lane], v.y[lane], v.z[lane]};
}
Vec3 at(int lane, int k) {
  return Vec3(table[lane][k], table[lane][k + 1], table[lane][k + 2]);
}

// every lane to the last bit what it would be alone
TEST(Lanes, AreVectorsOfTheirOwn) {
  const Vector a = lanes::gather_vector(places, 0), b = lanes::gather_vector(places, 3);
  for (int i = 0; i < lanes::kLanes; ++i) {
    const Vec3 u = at(i, 0), v = at(i, 3);
    EXPECT_EQ(vec(a + b, i), u + v);
    EXPECT_EQ(vec(a - b, i), u - v);
    EXPECT_EQ(vec(2.0 * a, i), 2.0 * u);
    EXPECT_EQ(vec(cross(a, b), i), u.cross(v));
    EXPECT_EQ(dot(a, b)[i], u[0] * v[0] + u[1] * v[1] + u[2] * v[2]);
    EXPECT_EQ(lanes::sqrt(dot(a, a))[i], std::sqrt(dot(a, a)[i]));
    EXPECT_EQ((a.x / b.x)[i], u[0] / v[0]);
  }
}

TEST(Lanes, MultiplyBySymmetricMatrices) {
  const lanes::Symmetric S = lanes::gather_symmetric(places);
  const Vector a = lanes::gather_vector(places, 9);
  for (int i = 0; i < lanes::kLanes; ++i) {
    const double* m = table[i];
    Mat3 M;
    M << m[0], m[1], m[2], m[1], m[3], m[4], m[2], m[4], m[5];
    EXPECT_LE((vec(S * a, i) - M * at(i, 9)).norm(), 1e-14 * M.norm() * at(i, 9).norm());
  }
}

TEST(Lanes, ChooseOneByOne) {
  const Lanes x = lanes::gather(places, 0), y = lanes::gather(places, 1);
  const lanes::Mask less = x < y;
  const bool expected[] = {false, true, true, true};
  for (int i = 0; i < lanes::kLanes; ++i) {
    EXPECT_EQ(less[i], expected[i]);
    EXPECT_EQ(select(less, x, y)[i], std::min(x[i], y[i]));
  }
  EXPECT_FALSE(all(less));
  EXPECT_TRUE(all(less | (y <= x)));
  EXPECT_FALSE(all(less & (y <= x)));
}

// the bits decide whether a body that flew is where it would be placed
TEST(Lanes, TurnAsQuaternionsDo) {
  const Vector u = 0.25 * lanes::gather_vector(places, 0);
  const Lanes real = lanes::gather(places, 4);
  const lanes::Matrix R = lanes::rotation(real, u);
  for (int i = 0; i < lanes::kLanes; ++i) {
    const Mat3 expected = Quat(real[i], u.x[i], u.y[i], u.z[i]).toRotationMatrix();
    EXPECT_EQ(vec(R.x, i), expected.col(0));
    EXPECT_EQ(vec(R.y, i), expected.col(1));
    EXPECT_EQ(vec(R.z, i), expected.col(2));
  }
}

TEST(Lanes, SolveThreeEquations) {
  const lanes::Matrix A = {lanes::gather_vector(places, 0),
                           lanes::gather_vector(places, 3),
                           lanes::gather_vector(places, 6)};
  const Vector b = lanes::gather_vector(places, 9), x = solve(A, b), Ax = A * x;
  for (int i = 0; i < lanes::kLanes; ++i)
    EXPECT_LE((vec(Ax, i) - vec(b, i)).norm(), 1e-12 * (1.0 + vec(x, i).norm()));
}

TEST(Lanes, AreWrittenWhereTheyBelong) {
  double out[4][3] = {};
  scatter({out[0], out[1], out[2], out[3]}, 0, lanes::gather_vector(places, 4));
  for (int i = 0; i < lanes::kLanes; ++i) EXPECT_EQ(Vec3(view<Vec3>(out[i])), at(i, 4));
}

}  // namespace holon::lanes_test
