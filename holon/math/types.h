// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

/// The small vectors and matrices every layer speaks. SI units throughout; quaternions are unit
/// and map body to world.
namespace holon {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat2 = Eigen::Matrix2d;
using Mat3 = Eigen::Matrix3d;
using Quat = Eigen::Quaterniond;
using VecX = Eigen::VectorXd;
using MatX = Eigen::MatrixXd;

template <class S>
using Vec3T = Eigen::Matrix<S, 3, 1>;
template <class S>
using Mat3T = Eigen::Matrix<S, 3, 3>;
/// M rows of a constraint, of any scalar type.
template <class S, int M>
using RowsT = Eigen::Matrix<S, M, 1>;
/// M rows on T velocities, one row after the other in memory: what multiplies them goes along rows.
/// T may be Eigen::Dynamic.
template <int M, int T>
using RowBlock = Eigen::Matrix<double, M, T, (T == 1 && M > 1) ? Eigen::ColMajor : Eigen::RowMajor>;

/// Whether all numbers are finite: nothing else times zero is zero.
inline bool is_finite(const VecX& x) {
  return (0.0 * x).sum() == 0.0;
}

/// The numbers at p as a matrix or vector of fixed size.
template <class Matrix>
Eigen::Map<Matrix> view(double* p) {
  return Eigen::Map<Matrix>(p);
}
template <class Matrix>
Eigen::Map<const Matrix> view(const double* p) {
  return Eigen::Map<const Matrix>(p);
}

}  // namespace holon
