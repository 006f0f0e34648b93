// SPDX-License-Identifier: Apache-2.0
#include "holon/step/stepper.h"

#include <algorithm>
#include <cmath>

#include "holon/step/accelerations.h"
#include "holon/step/methods.h"

namespace holon {

const std::vector<StepperKind>& stepper_kinds() {
  static const std::vector<StepperKind> kinds = {
      {"projected",
       "second order, symplectic, constraints met at every step [Andersen83]",
       make_projected},
      {"euler", "first order, explicit [Barenbrug00, app. B]", make_euler},
      {"double_euler", "two half steps of euler [Barenbrug00, app. B]", make_double_euler},
      {"rk2", "second order, Heun [Barenbrug00, app. B]", make_rk2},
      {"rk4", "fourth order, Runge and Kutta [Barenbrug00, app. B]", make_rk4},
      {"dormand_prince",
       "eighth order, error-controlled, constraints met at every inner step [Hairer93, sec. II.5]",
       make_dormand_prince},
      {"correction",
       "forces held over a step, corrected until constraints are met [Barenbrug00, sec. 3.4]",
       make_correction},
      {"first_order",
       "force makes velocity, not acceleration [Witkin90, sec. 2.5]",
       make_first_order},
#ifdef HOLON_WITH_SUNDIALS
      {"adams", "adaptive predictor-corrector of Adams [Barzel88, app. A], SUNDIALS", make_adams},
      {"bdf", "adaptive method of Gear for stiff models [Barzel88, app. A], SUNDIALS", make_bdf},
#endif
  };
  return kinds;
}

void StepperOptions::check(Diagnostics& d) const {
  d.expect(std::isfinite(tolerance) && tolerance > 0.0, "tolerance", "must be positive");
  d.expect(max_iterations > 0, "max_iterations", "must be positive");
  for (const auto& [name, value] : {std::pair("relative_tolerance", relative_tolerance),
                                    std::pair("absolute_tolerance", absolute_tolerance)})
    d.expect(std::isfinite(value) && value > 0.0, name, "must be positive");
  d.expect(contact_tolerance >= 0.0 && contact_tolerance <= 1.0,
           "contact_tolerance",
           "must be between 0 and 1");
}

std::unique_ptr<Stepper> make_stepper(std::string_view name, const StepperOptions& options) {
  Diagnostics own, inner;
  options.check(own);
  options.correction.check(inner);
  std::vector<std::string> errors = own.errors();
  for (const std::string& e : inner.errors()) errors.push_back("correction." + e);
  if (!errors.empty()) throw ModelError("stepper '" + std::string(name) + "'", errors);
  std::string names;
  for (const StepperKind& kind : stepper_kinds()) {
    if (kind.name == name) return kind.make(options);
    names += (names.empty() ? "" : ", ") + std::string(kind.name);
  }
  throw UsageError("no stepper '" + std::string(name) + "' (there are " + names + ")");
}

double conflict_error(const System& system, int power) {
  const std::span<const double> left = system.kkt().conflict();
  double largest = 0.0;
  for (const System::ConstraintView& view : system.constraints())
    for (int i = view.row; i < view.row + view.rows; ++i) {
      if (!std::isfinite(system.tau()[i])) continue;  // an error that is kept
      const int times = system.is_position_row(i) ? power : power - 1;
      const double error = std::abs(left[i]) * std::pow(system.tau()[i], times) / view.scale;
      largest = std::max(largest, error);
    }
  return largest;
}

int worst_row(const VecX& error) {
  Eigen::Index worst = -1;
  for (Eigen::Index i = 0; i < error.size(); ++i) {
    if (!std::isfinite(error[i])) return static_cast<int>(i);
    if (worst < 0 || std::abs(error[i]) > std::abs(error[worst])) worst = i;
  }
  return static_cast<int>(worst);
}

StepStats Stepper::evaluate(
    System& system, double t, const VecX& q, VecX& v, VecX& v_dot, VecX& lambda) {
  StepStats stats;
  Accelerations accelerations;
  accelerations.prepare(system);
  accelerations.evaluate(system, t, q, v, v_dot, lambda, stats);
  return stats;
}

}  // namespace holon
