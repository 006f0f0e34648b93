// SPDX-License-Identifier: Apache-2.0
#include "holon/step/mobility.h"

#include "holon/step/stepper.h"

namespace holon {

void fill_masked(const System& system, MatX& A) {
  const double scale = A.diagonal().cwiseAbs().maxCoeff();
  for (int i = 0; i < system.rows(); ++i)
    if (system.kkt().is_masked(i)) A(i, i) = scale > 0.0 ? scale : 1.0;
}

void Mobility::prepare(const System& system) {
  inverse_.prepare(system);
  q_.setZero(system.nq());
  for (VecX* x : {&v_, &motion_, &no_force_}) x->setZero(system.nv());
  for (VecX* x : {&wanted_, &row_, &column_}) x->setZero(system.rows());
}

void Mobility::set(System& system, double t, const VecX& q, const VecX& v, double gain) {
  system_ = &system;
  t_ = t;
  q_ = q;
  v_ = v;
  gain_ = gain;
  filled_ = false;
}

void Mobility::evaluate() {
  system_->place(t_, q_, v_);
  system_->evaluate_constraints();
  system_->evaluate_mass();
}

bool Mobility::factor() {
  evaluate();
  return system_->kkt().factor() == 0;
}

void Mobility::solve(const VecX& b, VecX& x) {
  wanted_ = b / gain_;
  system_->kkt().solve_once(
      as_span(no_force_), as_span(wanted_), as_span(motion_), as_span(x));  // (2)
}

const MatX& Mobility::matrix() {
  if (filled_) return A_;
  evaluate();
  inverse_.factor(*system_);
  const Kkt& kkt = system_->kkt();
  A_.resize(system_->rows(), system_->rows());
  for (int i = 0; i < system_->rows(); ++i) {
    row_.setZero();
    row_[i] = gain_;
    motion_.setZero();
    kkt.add_jacobian_transposed(as_span(row_), as_span(motion_));
    inverse_.apply(motion_);
    kkt.times_jacobian(as_span(motion_), as_span(column_));
    A_.col(i) = column_;
  }
  fill_masked(*system_, A_);
  filled_ = true;
  return A_;
}

}  // namespace holon
