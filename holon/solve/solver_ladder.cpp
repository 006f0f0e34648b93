// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/solver_ladder.h"

#include <algorithm>
#include <cmath>

namespace holon {
namespace {

// Pivots, curvatures and singular values below this fraction of the largest count as zero. Rows
// that repeat each other leave 1e-16 times the number of rows by rounding.
constexpr double kSingular = 1e-11;

}  // namespace

void DenseEquations::prepare(int rows) {
  A_.setZero(rows, rows);
  lu_ = Eigen::PartialPivLU<MatX>(rows);
}

bool DenseEquations::factor() {
  if (!A_.allFinite()) return false;
  lu_.compute(A_);
  const auto pivots = lu_.matrixLU().diagonal().cwiseAbs();
  return pivots.minCoeff() > kSingular * pivots.maxCoeff();
}

void DenseEquations::solve(const VecX& b, VecX& x) {
  x.noalias() = lu_.permutationP() * b;
  lu_.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(x);
  lu_.matrixLU().triangularView<Eigen::Upper>().solveInPlace(x);
}

void SolverLadder::prepare(int rows) {
  for (VecX* x : {&r_, &p_, &Ap_, &weights_}) x->setZero(rows);
}

void SolverLadder::begin(const Place& last) {
  const bool rested = last.calm >= options_.calm_steps;
  solver_ = rested ? options_.first : std::max(last.solver, options_.first);
  calm_ = rested ? 0 : last.calm;
  factored_ = trouble_ = false;
  factorisations_ = 0;
}

SolverLadder::Place SolverLadder::end() const {
  return {solver_, trouble_ || solver_ == options_.first ? 0 : calm_ + 1};
}

bool SolverLadder::climb() {
  trouble_ = true;
  if (solver_ == LinearSolver::svd) return false;
  solver_ = solver_ == LinearSolver::lu ? LinearSolver::cg : LinearSolver::svd;
  factored_ = false;
  return true;
}

bool SolverLadder::solve(Equations& A, const VecX& b, VecX& x) {
  if (!b.allFinite()) return false;
  if (b.size() == 0) return true;
  while (!(factor(A) && answer(A, b, x)))
    if (!climb()) return false;
  return x.allFinite();
}

/// Prepares the solver in use for A, once. False if A is not for it.
bool SolverLadder::factor(Equations& A) {
  if (factored_) return true;
  if (solver_ != LinearSolver::cg) ++factorisations_;
  if (solver_ == LinearSolver::lu) {
    factored_ = A.factor();
  } else {
    factored_ = A.matrix().allFinite();
    if (factored_ && solver_ == LinearSolver::svd) {
      svd_.compute(A.matrix(), Eigen::ComputeFullU | Eigen::ComputeFullV);
      factored_ = svd_.info() == Eigen::Success;
    }
  }
  return factored_;
}

bool SolverLadder::answer(Equations& A, const VecX& b, VecX& x) {
  if (solver_ == LinearSolver::cg) return conjugate_gradients(A.matrix(), b, x);
  if (solver_ == LinearSolver::lu) {
    A.solve(b, x);
    return true;
  }
  changeable(b);
  for (Eigen::Index i = 0; i < b.size(); ++i)
    if (weights_[i] != 0.0) weights_[i] /= svd_.singularValues()[i];
  x.noalias() = svd_.matrixV() * weights_;
  return true;
}

double SolverLadder::changeable(const VecX& b) {
  if (solver_ != LinearSolver::svd || !factored_) return b.norm();
  const VecX& sizes = svd_.singularValues();
  weights_.noalias() = svd_.matrixU().transpose() * b;
  for (Eigen::Index i = 0; i < b.size(); ++i)
    if (!(sizes[i] > kSingular * sizes[0])) weights_[i] = 0.0;
  return weights_.norm();
}

/// False if the way to b leads where A gives nothing, as b contradicts itself, or if it takes more
/// than twice the rounds that exact numbers would need.
bool SolverLadder::conjugate_gradients(const MatX& A, const VecX& b, VecX& x) {
  const double wanted = options_.cg_tolerance * b.norm();
  const double stiffest = A.diagonal().maxCoeff();
  x.setZero();
  r_ = b;
  p_ = b;
  double rr = r_.squaredNorm();
  for (Eigen::Index i = 0; i < 2 * b.size() && std::sqrt(rr) > wanted; ++i) {
    Ap_.noalias() = A * p_;
    const double curvature = p_.dot(Ap_);
    if (!(curvature > kSingular * stiffest * p_.squaredNorm())) return false;
    const double way = rr / curvature;
    x += way * p_;
    r_ -= way * Ap_;
    const double next = r_.squaredNorm();
    p_ = r_ + (next / rr) * p_;
    rr = next;
  }
  return std::sqrt(rr) <= wanted;
}

}  // namespace holon
