// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/solve/solver_ladder.h"
#include "holon/step/trial_motion.h"

namespace holon {

/// How far constraints are moved by forces of their own:
///
///     A = g J M⁻¹ Jᵀ                                   (1)
///
/// A x = b is solved by the factors of the KKT system, in which it is
///
///     M y − Jᵀ x = 0,   J y = b / g                    (2)
///
/// and which are sparse: the links of a chain cost each the same. Rows that are masked ask for
/// nothing and get nothing.
class Mobility : public Equations {
 public:
  void prepare(const System& system);
  /// That of the system at t, q and v.
  void set(System& system, double t, const VecX& q, const VecX& v, double gain);
  /// False where rows depend on each other.
  bool factor() override;
  void solve(const VecX& b, VecX& x) override;
  /// Allocated where it is asked for first, as it takes the square of the rows.
  const MatX& matrix() override;

 private:
  void evaluate();

  System* system_ = nullptr;
  double t_ = 0.0, gain_ = 1.0;
  bool filled_ = false;
  MassInverse inverse_;
  VecX q_, v_, wanted_, row_, column_, motion_, no_force_;
  MatX A_;
};

/// Puts something on the diagonal for the rows that are masked, which have nothing else in A.
void fill_masked(const System& system, MatX& A);

}  // namespace holon
