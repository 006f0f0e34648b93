// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/LU>
#include <Eigen/SVD>

#include "holon/math/types.h"
#include "holon/solve/linear_solver.h"

namespace holon {

/// The A of A x = b: a way to solve it fast where it can be inverted, and its entries.
class Equations {
 public:
  virtual ~Equations() = default;
  /// Prepares solve(). False if A cannot be inverted.
  virtual bool factor() = 0;
  virtual void solve(const VecX& b, VecX& x) = 0;
  virtual const MatX& matrix() = 0;
};

/// An A that is known by its entries only.
class DenseEquations : public Equations {
 public:
  void prepare(int rows);
  MatX& entries() { return A_; }
  bool factor() override;
  void solve(const VecX& b, VecX& x) override;
  const MatX& matrix() override { return A_; }

 private:
  MatX A_;
  Eigen::PartialPivLU<MatX> lu_;
};

/// Solves A x = b for one A and many b by the fastest method that copes [Barenbrug00, sec. 3.4.6]:
///
///     lu    x = A⁻¹ b, for A that can be inverted
///     cg    conjugate gradients: also where rows repeat each other, as long as b does not
///           contradict itself. There is no preconditioner, so that x is the shortest there is
///     svd   x = A⁺ b, the shortest of those that leave the least of b
///
/// A solver that cannot go on hands over to the next one. After some steps without trouble the
/// first is tried again.
/// Nothing is allocated after prepare(), but by Eigen in a singular value decomposition, and in an
/// LU decomposition of dense equations of more than some hundred rows.
class SolverLadder {
 public:
  struct Options {
    LinearSolver first = LinearSolver::lu;  ///< faster ones are never tried
    int calm_steps = 10;                    ///< without trouble before a faster one is tried again
    double cg_tolerance = 0.01;             ///< of |b − A x| over |b|
  };
  /// What is to be remembered from step to step.
  struct Place {
    LinearSolver solver = LinearSolver::lu;
    int calm = 0;  ///< steps without trouble so far
  };

  explicit SolverLadder(const Options& options) : options_(options) {}
  void prepare(int rows);

  /// Starts a step where the last one ended, or at the first solver if there has been calm enough.
  void begin(const Place& last);
  /// False if there is no answer at all, as A or b is not finite. A is the same in all of a step.
  bool solve(Equations& A, const VecX& b, VecX& x);
  /// The size of what x can change of b: all of it, but for what the singular values say.
  double changeable(const VecX& b);
  /// The answers made things worse: goes on to the next solver. False if there is none.
  bool climb();
  Place end() const;

  LinearSolver solver() const { return solver_; }
  int factorisations() const { return factorisations_; }  ///< in this step

 private:
  bool factor(Equations& A);
  bool answer(Equations& A, const VecX& b, VecX& x);
  bool conjugate_gradients(const MatX& A, const VecX& b, VecX& x);

  Options options_;
  LinearSolver solver_ = LinearSolver::lu;
  bool factored_ = false, trouble_ = false;
  int calm_ = 0, factorisations_ = 0;
  Eigen::BDCSVD<MatX> svd_;
  VecX r_, p_, Ap_, weights_;
};

}  // namespace holon
