// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/step/one_sided.h"

namespace holon {

/// What strikes at the start of a step [Barenbrug00, sec. 3.2.3]. The momentum P of all blows is
/// passed on by the constraints, at once:
///
///     M Δv − Jᵀ μ = P,   J Δv = 0,        (1)
///
/// and at an end that touches J Δv ≥ 0, μ ≥ 0. An end that comes to hold something, which still ran
/// along it, stops it by a blow too: J Δv = −ċ in its rows.
class Blows {
 public:
  void prepare(const System& system);
  /// After constraints have joined or left.
  void renew(const System& system);
  /// Gives v what falls in the step from t to t + h.
  void fall(System& system, double t, double h, const VecX& q, VecX& v);
  /// Takes from v what the rows by which `view` holds do not allow.
  void stop_held(
      System& system, const System::ConstraintView& view, double t, const VecX& q, VecX& v);
  /// What fell in the last step.
  const std::vector<Blow>& fallen() const { return fallen_; }

 private:
  void make_room(const System& system);
  void pass_on(System& system, VecX& v);

  OneSided one_sided_;
  VecX P_, dv_, mu_, jump_;
  std::vector<Blow> fallen_;
};

}  // namespace holon
