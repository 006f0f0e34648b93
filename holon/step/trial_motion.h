// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Cholesky>
#include <vector>

#include "holon/step/system.h"
#include "holon/step/tableau.h"

namespace holon {

/// M⁻¹, block by block: objects do not share inertia.
class MassInverse {
 public:
  void prepare(const System& system);
  /// Factors the masses last evaluated. False if an object has none in some direction.
  bool factor(System& system);
  /// x ← M⁻¹ x
  void apply(VecX& x) const;

 private:
  struct Block {
    int first, size;
    Eigen::LLT<MatX> factors;
  };
  std::vector<Block> blocks_;
  std::vector<double> mass_;  // scratch: of one object
};

/// The motion of a system over a step while given values of λ stay what they are, with no regard
/// for its constraints:
///
///     v̇ = M⁻¹ (Q + bias + Jᵀ λ)                       (1)
///     q̇ = N(q) (v + ρh v̇)                             (2)
///
/// by one of the explicit methods of [Barenbrug00, app. B]. λ being constant, forces keep their
/// direction and their points of application their places on the objects; J and Q are evaluated
/// anew in every stage.
class TrialMotion {
 public:
  void prepare(const System& system);
  /// From (q, v) at t to (q1, v1) at t + h. False if (1) cannot be solved.
  bool run(System& system,
           const Tableau& tableau,
           double t,
           double h,
           const VecX& q,
           const VecX& v,
           const VecX& lambda,
           VecX& q1,
           VecX& v1);
  int evaluations() const { return evaluations_; }  ///< of (1), since reset
  void reset() { evaluations_ = 0; }

 private:
  MassInverse inverse_;
  int evaluations_ = 0;
  VecX q_dot_[4], v_dot_[4], q_, v_;
};

}  // namespace holon
