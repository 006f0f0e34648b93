// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "holon/geometry/curve_function.h"

namespace holon {

/// Rational Bézier curves joined end to end: what every spline becomes. Piece i of degree p runs
/// over [tᵢ, tᵢ₊₁] with τ = (u − tᵢ) / (tᵢ₊₁ − tᵢ), and in homogeneous coordinates (w x, w) is
///
///     H(τ) = Σₖ B(p, k)(τ) bₖ,    r = H_xyz / H_w                                    (1)
class BezierPath final : public CurveFunction {
 public:
  static constexpr int max_degree = 5;
  using Homogeneous = Eigen::Vector4d;

  /// `knots` has one number more than there are pieces, and increases; `points` has degree + 1 per
  /// piece. A path of weights that are all one is not divided by them.
  BezierPath(int degree,
             std::vector<double> knots,
             std::vector<Homogeneous> points,
             bool closed,
             bool rational = false);

  CurveJet at(double u) const override;
  CurveDomain domain() const override { return {knots_.front(), knots_.back(), closed_}; }
  std::vector<double> breaks() const override { return {knots_.begin() + 1, knots_.end() - 1}; }

 private:
  int degree_;
  std::vector<double> knots_;
  std::vector<Homogeneous> points_;
  bool closed_;
  bool rational_;
};

/// A point of weight w.
inline BezierPath::Homogeneous homogeneous(const Vec3& p, double w = 1.0) {
  return {w * p.x(), w * p.y(), w * p.z(), w};
}

}  // namespace holon
