// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/world/diagnosis.h"
#include "holon/world/measured_rows.h"

namespace holon {

/// The rows of a combination, by constraint.
std::vector<Diagnosis::Rows> rows_by_constraint(const System& system,
                                                const MeasuredRows::Jacobian& J,
                                                const Circuit& circuit);

/// Turns circuits of rows into what they mean for constraints: which are redundant, which conflict,
/// whose forces are not unique, and what could go. The system stands, at rest, where J was taken.
class DependentSets {
 public:
  DependentSets(const System& system,
                const MeasuredRows::Jacobian& J,
                const std::vector<Circuit>& circuits);
  /// Adds what it finds. `nearby` is J at another position that the constraints allow, or null;
  /// rows that count as dependent there leave less than `threshold`.
  void tell(int island,
            const MeasuredRows::Jacobian* nearby,
            double threshold,
            Diagnosis& out) const;

 private:
  struct Verdict {
    double gap = 0.0;  ///< zero if all agree
    Diagnosis::Level level = Diagnosis::Level::position;
  };
  Verdict judge(const Circuit& circuit) const;
  double sum_of(const Circuit& circuit, const VecX& errors, double& size) const;
  double gap_of(const Circuit& circuit, double sum) const;
  std::vector<std::vector<int>> groups() const;
  void add_copies_in_conflict(Diagnosis::Redundancy& conflict,
                              std::span<const int> circuits,
                              const std::vector<int>& group) const;
  Diagnosis::Redundancy set_of(int island, std::span<const int> circuits) const;
  bool are_removable(std::span<const int> rows) const;
  void tell_spare(Diagnosis::Redundancy& set, std::span<const int> circuits) const;
  int rank_gained(const MeasuredRows::Jacobian& nearby,
                  std::span<const int> circuits,
                  double threshold) const;

  const System& system_;
  const MeasuredRows::Jacobian& J_;
  const std::vector<Circuit>& circuits_;
  double size_of_island_;
  std::vector<std::vector<int>> circuits_at_;  // by row of J
  std::vector<std::vector<int>> rows_of_;      // of J, by view of a constraint
  std::vector<char> removable_;                // by view of a constraint
  std::vector<int> view_at_;                   // by row of the system
  std::vector<std::vector<int>> views_of_;     // whose rows are in a circuit
};

}  // namespace holon
