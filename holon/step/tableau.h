// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace holon {

/// An explicit Runge-Kutta method: stage i at t + c_i h sees y + h Σ a_ij k_j; y₁ = y + h Σ b_i
/// k_i.
struct Tableau {
  int stages;
  double a[4][4];
  double b[4];
  double c[4];
  /// What part of h the velocity in q̇ = N(q)(v + part h v̇) runs ahead, so that a constant force
  /// moves a thing by ½ (F/m) h² whatever the method: ρ of [Barenbrug00, app. B], times the
  /// length of a stage.
  double ahead;

  /// When a force that is constant acts in the mean, as a part of h: on velocities, where stage j
  /// counts b_j …
  constexpr double speeds_up_at() const {
    double sum = 0.0;
    for (int j = 0; j < stages; ++j) sum += b[j] * c[j];
    return sum;
  }
  /// … and on positions, where it counts Σ b_i a_ij + b_j `ahead`, ½ in all.
  constexpr double pushes_at() const {
    double sum = 0.0;
    for (int j = 0; j < stages; ++j) {
      double weight = b[j] * ahead;
      for (int i = j + 1; i < stages; ++i) weight += b[i] * a[i][j];
      sum += 2.0 * weight * c[j];
    }
    return sum;
  }
};

/// The motion integrators of [Barenbrug00, app. B], by number of evaluations.
inline constexpr Tableau kEuler{1, {}, {1.0}, {0.0}, 0.5};
inline constexpr Tableau kDoubleEuler{2, {{}, {0.5}}, {0.5, 0.5}, {0.0, 0.5}, 0.25};
inline constexpr Tableau kHeun{2, {{}, {1.0}}, {0.5, 0.5}, {0.0, 1.0}, 0.0};
inline constexpr Tableau kClassic{4,
                                  {{}, {0.5}, {0.0, 0.5}, {0.0, 0.0, 1.0}},
                                  {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6},
                                  {0.0, 0.5, 0.5, 1.0},
                                  0.0};

}  // namespace holon
