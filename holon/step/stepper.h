// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "holon/math/span.h"
#include "holon/step/correction_options.h"
#include "holon/step/system.h"

namespace holon {

/// How a step of one island went.
struct StepStats {
  bool ok = true;
  std::string_view failure = {};  ///< why not
  int iterations = 0;             ///< of the position constraints
  int factorisations = 0;
  int evaluations = 0;       ///< of the equations of motion, of methods that integrate them
  int substeps = 1;          ///< steps a method took inside
  int dependent_rows = 0;    ///< rows of J that follow from the others
  double conflict = 0.0;     ///< largest constraint error that no motion can remove
  bool shortest = true;      ///< whether λ is the shortest, where constraints are redundant
  bool forces_known = true;  ///< whether λ are the forces at the end, or Stepper::forces is to say
  int culprit_row = -1;      ///< row to blame for a failure
  int contacts = 0;          ///< points that touch
  double contact_residual = 0.0;  ///< by how much their laws are missed [m/s]
  std::string_view solver = {};   ///< of a method that has several: the one it ended with
};

/// A way to go from one state to the next. The step belongs to the host: a stepper never changes
/// it; methods that divide it inside say so in `substeps`. One instance serves one island and keeps
/// its scratch memory.
class Stepper {
 public:
  virtual ~Stepper() = default;
  /// Called once for each system it is to step.
  virtual void prepare(const System& system) = 0;
  /// Called when constraints have joined or left its system, which has as many rows as before: what
  /// it keeps from step to step, beside the history, is to be forgotten.
  virtual void renew(const System& system) { prepare(system); }
  /// Whether it can do with rows that are kept back or were left behind by constraints.
  virtual bool takes_idle_rows() const { return true; }
  /// Whether it knows contacts.
  virtual bool takes_contacts() const { return false; }
  /// Whether it may leave out rows of any constraint, for which the system is to have room.
  virtual bool masks_rows() const { return false; }
  /// From (q, v) at t to (q, v) at t + h. On success λ holds the constraint forces at the end (of
  /// `correction`: those of the step, which it holds constant), or something near them if the stats
  /// say that they are not known.
  virtual StepStats step(System& system, double t, double h, VecX& q, VecX& v, VecX& lambda) = 0;
  /// The constraint forces at the end of the last step, (q, v) at t, where the step left them to
  /// those who look. The system still stands there.
  virtual void forces(System& /*system*/, VecX& /*lambda*/, StepStats& /*stats*/) {}
  /// What the method keeps from step to step beside λ, the same number of values for each row one
  /// after the other. It is part of the state: set before a step, taken over after one that
  /// succeeds.
  virtual std::span<double> history() { return {}; }
  /// The accelerations and constraint forces at (t, q, v) as this method sees them.
  virtual StepStats evaluate(
      System& system, double t, const VecX& q, VecX& v, VecX& v_dot, VecX& lambda);
};

/// Settings of all methods; each uses what concerns it.
struct StepperOptions {
  double tolerance = 1e-12;
  int max_iterations = 50;
  double relative_tolerance = 1e-9;
  double absolute_tolerance = 1e-11;
  double contact_tolerance = 0.01;
  CorrectionOptions correction = {};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("tolerance",
          self.tolerance,
          "of position constraints [m]; far from the origin, no less than rounding leaves");
    visit("max_iterations", self.max_iterations, "of position constraints, per step");
    visit("relative_tolerance", self.relative_tolerance, "of dormand_prince, adams and bdf");
    visit("absolute_tolerance", self.absolute_tolerance, "of dormand_prince, adams and bdf");
    visit(
        "contact_tolerance",
        self.contact_tolerance,
        "where many things touch and move: how far off velocities may be, of what forces change in "
        "them in half a step");
    visit("correction", self.correction, "settings of the stepper correction");
  }
  void check(Diagnostics& d) const;  ///< all but those of `correction`, which checks itself
};

/// The largest constraint error behind what the last solve left of its right-hand side, where
/// errors of position ask for c/τ^power: 2 in accelerations, 1 in velocities.
double conflict_error(const System& system, int power);

/// The row to blame for a failure: the first that is not finite, or else the largest; −1 of none.
int worst_row(const VecX& error);

struct StepperKind {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Stepper> (*make)(const StepperOptions&);
};
/// All methods there are in this build, the default first.
const std::vector<StepperKind>& stepper_kinds();
/// Throws a UsageError that lists the names there are if `name` is none of them.
std::unique_ptr<Stepper> make_stepper(std::string_view name, const StepperOptions& options = {});

}  // namespace holon
