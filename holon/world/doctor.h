// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/step/position_solver.h"
#include "holon/world/named_motions.h"

namespace holon {

/// Examines one island with equations of its own, so that those which are in motion are not
/// touched.
///
/// What is unmet is first brought to rest: at the nearest configuration that meets the constraints,
/// or that comes closest in the sense of least squares. There Jᵀ c = 0, so that what is left of c
/// is a combination of rows that cancels: every conflict is a set of dependent rows that do not
/// agree. A mechanism that is still assembling has none.
class Doctor {
 public:
  /// The island is at q, at the time of the world. Its system need not be analysed.
  Doctor(const World& world, System& system, VecX q);
  /// Adds what it finds. No more than `motions` are named.
  void examine(int motions, Diagnosis& out);

 private:
  double worst_error(ConstraintId& whose) const;
  bool settle();
  bool is_met() const;
  bool close(const VecX& wanted, VecX& q);
  void stand_at(const VecX& q);
  void choose_rows(Diagnosis& out);
  void tell_motions(int motions, Diagnosis& out);
  void tell_near(NamedMotions& names, Diagnosis& out);
  std::vector<Diagnosis::Freedom::Moving> moving_in(const VecX& x);
  void look_further(std::vector<NamedMotions::Found>& found);
  double displace(VecX x, VecX& q1);
  bool is_any_one_sided() const;

  const World& world_;
  System& system_;
  VecX q_, no_velocity_;
  PositionSolver solver_;
  Diagnosis::Island info_;
  int island_ = 0;
  bool analysed_ = false;
  std::vector<char> counts_;  // by row of the system
  RankOptions tolerances_;
  std::optional<MeasuredRows> measured_;
  MeasuredRows::Jacobian J_;
  RowDependence dependence_;
  std::optional<MeasuredRows::Jacobian> nearby_;  // J where the island can go from here
};

}  // namespace holon
