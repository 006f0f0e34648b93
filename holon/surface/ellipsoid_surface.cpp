// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/ellipsoid_surface.h"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>

namespace holon {

// With z_i = x_i/a_i, r_i = a_i²/min a² and q = 1 + t/min a², (1) reads
//     |p(q)| = 1,   p_i = y_i/a_i = z_i r_i / (q + r_i − 1),   q > 0.
// 1/|p| is nearly linear in q, increasing and concave, so that Newton's method for 1/|p| = 1 from
// the left of the root goes there without overshooting.
Vec3 EllipsoidSurface::closest_point(const Vec3& x) const {
  int smallest = 0;
  const double a = radii.minCoeff(&smallest);
  const Eigen::Array3d z = x.array() / radii.array();
  const Eigen::Array3d r = (radii.array() / a).square();
  // where one component alone makes |p| = 1
  double q = std::max(0.0, (z.abs() * r - (r - 1.0)).maxCoeff());
  if (q == 0.0) {
    // x is in the plane across the smallest radius: within its focal conic the closest points lie
    // beside that plane, on both sides alike.
    Vec3 y = Vec3::Zero();
    for (int i = 0; i < 3; ++i)
      if (z[i] != 0.0) y[i] = z[i] * r[i] / (r[i] - 1.0);
    const double rest = 1.0 - y.squaredNorm();
    if (rest >= 0.0) {
      y[smallest] = std::sqrt(rest);
      return y.cwiseProduct(radii);
    }
  }
  Eigen::Array3d p = Eigen::Array3d::Zero();
  for (int i = 0; i < 100; ++i) {
    // a component that is zero stays so, also where its denominator is zero
    const Eigen::Array3d w = (z == 0.0).select(Eigen::Array3d::Zero(), 1.0 / (q + (r - 1.0)));
    p = z * r * w;
    const double size = p.matrix().norm();
    const double slope = -(p.square() * w).sum() / size;  // of |p|
    const double step = (1.0 - size) * size / slope;
    if (!(step > 1e-16 * q)) break;
    q += step;
  }
  return p.matrix().normalized().cwiseProduct(radii);
}

SurfaceJet EllipsoidSurface::at(const Vec3& x) const {
  const Vec3 y = closest_point(x);
  const Vec3 curvature = radii.array().square().inverse();
  const Vec3 gradient = curvature.cwiseProduct(y);
  const Vec3 n = gradient.normalized();
  const Mat3 P = Mat3::Identity() - n * n.transpose();
  const Mat3 S = P * curvature.asDiagonal() * P / gradient.norm();
  const double f = n.dot(x - y);
  const Mat3 A = Mat3::Identity() + f * S;
  // Where normals of neighbours meet the curvature is without bound; there it is the surface's.
  const bool focal = A.determinant() < 1e-9;
  const Mat3 H = focal ? S : Mat3(A.inverse() * S);
  return {f, n, 0.5 * (H + H.transpose())};  // (2)
}

}  // namespace holon
