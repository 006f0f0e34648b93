// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "holon/math/types.h"

namespace holon {

/// What the constraints push in the first half of a step, guessed from what they pushed before, and
/// which of them were met.
///
/// 2ν/h of the last half step is the λ of this moment but for an error of order h, which changes
/// little from one step to the next: it goes on as a parabola does.
class ImpulseMemory {
 public:
  void prepare(Eigen::Index rows) { memory_.setZero(kMemory, rows); }
  /// The same number of values for each row, one after the other.
  std::span<double> values() { return {memory_.data(), static_cast<std::size_t>(memory_.size())}; }
  bool was_met(int row) const { return memory_(kWasMet, row) != 0.0; }

  /// The last difference of what is nothing but rounding exceeds those before it, and is left out.
  /// Where the step changes, λ will do.
  void guess(double h, const VecX& lambda, VecX& impulse) const {
    const double* row = memory_.data();
    for (Eigen::Index i = 0; i < lambda.size(); ++i, row += kMemory) {
      const double e = row[kExcess], d = row[kChange], dd = row[kBend];
      const bool bends = std::abs(dd) <= std::max(std::abs(e), std::abs(d));
      const double excess = e + d + (bends ? dd : 0.0);
      impulse[i] = 0.5 * h * (lambda[i] + (row[kStep] == h ? excess : 0.0));
    }
  }
  /// The same without going on as a parabola, which may lead astray.
  void guess_near(double h, const VecX& lambda, VecX& impulse) const {
    for (Eigen::Index i = 0; i < lambda.size(); ++i)
      impulse[i] = 0.5 * h * (lambda[i] + (memory_(kStep, i) == h ? memory_(kExcess, i) : 0.0));
  }

  /// Keeps which rows were met, and what they did push if that leads anywhere. λ is that of the
  /// start.
  template <class Met>
  void remember(
      double h, bool leads_on, const VecX& lambda, const VecX& impulse, const Met& is_met) {
    if (!leads_on) memory_.topRows<kWasMet>().setZero();
    const double scale = 2.0 / h;
    double* row = memory_.data();
    for (Eigen::Index i = 0; i < lambda.size(); ++i, row += kMemory) {
      row[kWasMet] = is_met(i) ? 1.0 : 0.0;
      if (!leads_on) continue;
      const bool goes_on = row[kStep] == h;
      const double excess = scale * impulse[i] - lambda[i];
      const double change = goes_on ? excess - row[kExcess] : 0.0;
      row[kBend] = goes_on ? change - row[kChange] : 0.0;
      row[kChange] = change;
      row[kExcess] = excess;
      row[kStep] = h;
    }
  }

 private:
  // Of each row: by how much the force 2μ/h exceeded the λ before it in the last step, and the
  // differences of that to the steps before; how long the step was, and whether the row was met.
  enum { kExcess, kChange, kBend, kStep, kWasMet, kMemory };
  Eigen::Matrix<double, kMemory, Eigen::Dynamic> memory_;
};

}  // namespace holon
