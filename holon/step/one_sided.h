// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/step/stepper.h"

namespace holon {

/// Decides which of the one-sided constraints push. With x a velocity or an acceleration,
///
///     M x − Jᵀ λ = f,   J x = b in ordinary rows,                        (1)
///     J x ≥ b,   λ ≥ 0,   λ (J x − b) = 0   in one-sided rows on offer,  (2)
///     λ = 0   in those that are not: what is slack, or far from its end.
///
/// Rows change sides until (2) holds: all wrong ones at once [Kostreva78], and if that leads round
/// in circles the first wrong one alone, which ends [Murty74]. Each change costs a factorisation,
/// so a solve that begins with the right rows costs no more than that of ordinary constraints.
class OneSided {
 public:
  void prepare(const System& system);

  /// Offers the rows for which may_push(row) holds and masks the others. Of those on offer, the
  /// ones for which pushes(row) holds are tried first. To be followed by Kkt::factor().
  template <class F, class G>
  void offer(System& system, F&& may_push, G&& pushes) {
    for (std::size_t i = 0; i < offered_.size(); ++i) {
      const int row = system.one_sided()[i];
      if (system.is_saturated(row)) continue;
      offered_[i] = may_push(row);
      system.kkt().mask_row(row, !(offered_[i] && pushes(row)));
    }
  }
  template <class F>
  void offer(System& system, F&& may_push) {
    offer(system, may_push, [](int /*row*/) { return true; });
  }
  /// Offers what touches now and does not come apart.
  void offer_touching(System& system);

  /// Solves (1) and (2). The factors are those of the rows that push when it returns. (`slack` as
  /// for Kkt::solve)
  Kkt::Outcome solve(System& system,
                     const VecX& f,
                     const VecX& b,
                     VecX& x,
                     VecX& lambda,
                     StepStats& stats,
                     double slack = 0.0);

  /// Lets the rows for which wrong(i, row) holds change sides: all, or in late rounds the first.
  /// Returns whether there were any; the factors are then out of date.
  template <class F>
  bool change_sides(System& system, int round, F&& wrong) {
    bool changed = false;
    for (std::size_t i = 0; i < offered_.size(); ++i) {
      const int row = system.one_sided()[i];
      if (system.is_saturated(row) || !wrong(offered_[i], row)) continue;
      system.kkt().mask_row(row, !system.kkt().is_masked(row));
      changed = true;
      if (round > kRoundsTogether) return true;
    }
    return changed;
  }
  /// Rounds after which whatever still changes sides is taken as it is: as many as single changes
  /// could need in practice.
  int most_rounds() const { return kRoundsTogether + 10 + 4 * static_cast<int>(offered_.size()); }

 private:
  static constexpr int kRoundsTogether = 6;
  std::vector<char> offered_;  // for each one-sided row of the system
};

}  // namespace holon
