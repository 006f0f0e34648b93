// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/step/one_sided.h"

namespace holon {

/// What strikes at the start of a step [Barenbrug00, sec. 3.2.3]. The momentum P of all blows is
/// passed on by the constraints, at once:
///
///     M Δv − Jᵀ μ = P,   J Δv = 0,        (1)
///
/// and at an end that touches J Δv ≥ 0, μ ≥ 0. An edge that has come to hold something, which still
/// ran along it, stops it by a blow too: J Δv = −ċ in its rows.
class Blows {
 public:
  void prepare(const System& system);
  /// Gives v what falls in the step from t to t + h.
  void fall(System& system, double t, double h, const VecX& q, VecX& v);
  /// What fell in the last step.
  const std::vector<Blow>& fallen() const { return fallen_; }

 private:
  bool catch_held(System& system);

  OneSided one_sided_;
  VecX P_, dv_, mu_, jump_;
  std::vector<Blow> fallen_;
  bool caught_ = false;  // what is held has been stopped
};

}  // namespace holon
