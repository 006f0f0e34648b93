// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Jacobi>
#include <vector>

#include "holon/math/types.h"

namespace holon {

/// Solves A x = b for an A that is known by what it does to vectors [Saad86]: after k iterations
/// |b − A x| is the smallest that combinations of b, A b, … Aᵏ⁻¹ b allow. So it is quick where A is
/// one plus something of low rank.
class Gmres {
 public:
  /// Makes room for vectors of n numbers and so many iterations.
  void prepare(Eigen::Index n, int most) {
    basis_.setZero(n, most + 1);
    triangle_.setZero(most + 1, most);
    turns_.resize(static_cast<std::size_t>(most));
    rest_.setZero(most + 1);
  }

  /// times(v, out) writes A v to `out`, which is not v. x is b before and the solution after.
  /// Returns how many iterations it took until |b − A x| ≤ tolerance |b|.
  template <class Times>
  int solve(Times&& times, VecX& x, double tolerance) {
    const double size = x.norm();
    if (!(size > 0.0)) return 0;
    basis_.col(0) = x / size;
    rest_.setZero();
    rest_[0] = size;
    int k = 0;
    while (k < triangle_.cols() && std::abs(rest_[k]) > tolerance * size) {
      image_ = basis_.col(k);
      times(image_, x);
      extend(x, k++);
    }
    triangle_.topLeftCorner(k, k).template triangularView<Eigen::Upper>().solveInPlace(
        rest_.head(k));
    x.noalias() = basis_.leftCols(k) * rest_.head(k);
    return k;
  }

 private:
  /// Takes A times basis vector k into the basis, and keeps the triangle one.
  void extend(VecX& image, int k) {
    auto column = triangle_.col(k);
    for (int i = 0; i <= k; ++i) {
      column[i] = basis_.col(i).dot(image);
      image -= column[i] * basis_.col(i);
    }
    column[k + 1] = image.norm();
    if (column[k + 1] > 0.0) basis_.col(k + 1) = image / column[k + 1];
    for (int i = 0; i < k; ++i)
      column.applyOnTheLeft(i, i + 1, turns_[static_cast<std::size_t>(i)].adjoint());
    auto& turn = turns_[static_cast<std::size_t>(k)];
    turn.makeGivens(column[k], column[k + 1]);
    column.applyOnTheLeft(k, k + 1, turn.adjoint());
    rest_.applyOnTheLeft(k, k + 1, turn.adjoint());
  }

  MatX basis_, triangle_;
  std::vector<Eigen::JacobiRotation<double>> turns_;
  VecX rest_, image_;
};

}  // namespace holon
