// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "holon/world/report.h"

namespace holon {

class World;

/// How far the numbers of a run can be trusted, collected from the reports of its steps and from
/// what acts in the world after each of them. A run that has none pays nothing.
class Certificate {
 public:
  /// A component of momentum, and whether it should have been kept: nothing from outside pushed
  /// along it, at any time that was looked at.
  struct Component {
    double start = 0.0;
    double drift = 0.0;    ///< the largest change since the start
    double outside = 0.0;  ///< the largest sum of what pushed on all objects
    bool kept = true;
  };

  std::uint64_t steps = 0, substeps = 0;
  std::uint64_t evaluations = 0, factorisations = 0, refinements = 0;
  int most_iterations = 0;  ///< of position constraints in a step
  int solver_changes = 0;   ///< of a stepper that has several
  int redundant_rows = 0;   ///< the most that were seen
  double worst_error = 0.0, worst_time = 0.0;
  std::string worst_name = {};
  double conflict = 0.0;        ///< largest constraint error that no motion could remove
  double smallest_pivot = 1.0;  ///< see StepReport
  double energy_start = 0.0, energy_end = 0.0;
  double energy_change = 0.0;  ///< the largest since the start
  double energy_scale = 0.0;   ///< the largest kinetic energy
  /// What may have done work that no potential counts, by name and reason; if there is none, every
  /// change of energy is an error.
  std::vector<std::string> does_work = {};
  std::array<Component, 3> momentum = {};          ///< x, y, z [N s]
  std::array<Component, 3> angular_momentum = {};  ///< about the origin [N m s]

  /// Begins with the world as it is.
  void begin(const World& world);
  /// After each step.
  void add(const World& world);

  bool keeps_energy() const { return does_work.empty(); }
  /// How much larger errors may come out than they went in, at least: 1/√(smallest pivot).
  double condition() const;
  std::string text() const;  ///< a few lines for people
  std::string json() const;

 private:
  void note(const std::string& name, const std::string& why);
  void note_what_does_work(const World& world);
  void look_outside(const World& world);

  std::string last_solver_ = {};
  std::vector<ConnectorLoad> loads_ = {};
};

}  // namespace holon
