// SPDX-License-Identifier: Apache-2.0
#include "holon/step/trial_motion.h"

#include <algorithm>

#include "holon/step/stepper.h"

namespace holon {

void MassInverse::prepare(const System& system) {
  blocks_.clear();
  for (const System::BodyView& body : system.bodies())
    blocks_.push_back({body.v, body.nv, Eigen::LLT<MatX>(MatX::Identity(body.nv, body.nv))});
  for (const Block& block : blocks_)
    mass_.resize(std::max(mass_.size(), static_cast<std::size_t>(block.size) * block.size));
}

bool MassInverse::factor(System& system) {
  bool ok = true;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    Block& block = blocks_[i];
    system.kkt().get_mass(static_cast<int>(i), mass_.data());
    block.factors.compute(Eigen::Map<const MatX>(mass_.data(), block.size, block.size));
    ok = block.factors.info() == Eigen::Success && ok;
  }
  return ok;
}

void MassInverse::apply(VecX& x) const {
  for (const Block& block : blocks_) {
    auto part = x.segment(block.first, block.size);
    block.factors.matrixL().solveInPlace(part);
    block.factors.matrixU().solveInPlace(part);
  }
}

void TrialMotion::prepare(const System& system) {
  inverse_.prepare(system);
  for (int i = 0; i < 4; ++i) {
    q_dot_[i].setZero(system.nq());
    v_dot_[i].setZero(system.nv());
  }
  q_.setZero(system.nq());
  v_.setZero(system.nv());
}

bool TrialMotion::run(System& system,
                      const Tableau& tableau,
                      double t,
                      double h,
                      const VecX& q,
                      const VecX& v,
                      const VecX& lambda,
                      VecX& q1,
                      VecX& v1) {
  for (int i = 0; i < tableau.stages; ++i) {
    q_ = q;
    v_ = v;
    for (int j = 0; j < i; ++j) {
      q_ += h * tableau.a[i][j] * q_dot_[j];
      v_ += h * tableau.a[i][j] * v_dot_[j];
    }
    system.normalize(q_);
    system.place(t + tableau.c[i] * h, q_, v_);
    system.evaluate_constraints();
    system.evaluate_mass();
    system.applied_forces(v_dot_[i]);
    system.add_bias(v_dot_[i]);
    system.kkt().add_jacobian_transposed(as_span(lambda), as_span(v_dot_[i]));
    ++evaluations_;
    if (!inverse_.factor(system)) return false;
    inverse_.apply(v_dot_[i]);  // (1)
    v_ += tableau.ahead * h * v_dot_[i];
    system.q_dot(q_, v_, q_dot_[i]);  // (2)
  }
  q1 = q;
  v1 = v;
  for (int i = 0; i < tableau.stages; ++i) {
    q1 += h * tableau.b[i] * q_dot_[i];
    v1 += h * tableau.b[i] * v_dot_[i];
  }
  system.normalize(q1);
  return true;
}

}  // namespace holon
