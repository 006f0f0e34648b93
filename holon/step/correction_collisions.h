// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/step/look_ahead.h"
#include "holon/step/stepper.h"

namespace holon {

/// The collisions of a step of `correction` [Barenbrug00, sec. 4.1.14].
///
/// A motion without the collision ends beyond the plane, at c_f < 0. With it, place and velocity
/// along the normal are mirrored, and shrink with the elasticity e. The thesis takes those at the
/// ends of the step,
///
///     c₁ = −e c_f,   ċ₁ = −e ċ₀                                                 (1a)
///
/// and so leaves out what forces do after the plane. With these, if a is the acceleration of the
/// motion without collisions, v = √(ċ₀² − 2 a c₀) the speed at the plane and s what is left of the
/// step from there,
///
///     c₁ = e v s + ½ a s²,   ċ₁ = e v + a s                                     (1b)
///
/// or zero where that leads back to the plane. What leaves faster by itself is lifted to the plane
/// and not held back.
///
/// These are two equations, so beside the force R over the step there is an impulse I at its start.
/// To first order, with A = J M⁻¹ Jᵀ,
///
///     Δc = A (h ΔI + ½ h² ΔR),   Δċ = A (ΔI + h ΔR)                             (2)
///
/// so that h ċ − c depends on R alone, which LookAhead and the correction see to, and c − ½ h ċ on
/// I alone:
///
///     A ΔI = −(2/h) E,   E = (c − ½ h ċ) − (c₁ − ½ h ċ₁)                        (3)
///
/// Other constraints pass the impulse on at once (blows.h): J Δv = 0 in their rows.
///
/// Collisions push, and points may leave faster than (1) says if others push them. Which ones push
/// is found by trying.
///
/// What is no faster than the forces of one step make it is in contact and does not bounce: e = 0,
/// or things would never come to rest. What begins beyond the plane comes back with its time
/// constant, c₁ = c₀ e^{−h/τ}, and is not thrown.
class CorrectionCollisions {
 public:
  explicit CorrectionCollisions(Mirror mirror) : mirror_(mirror) {}
  void prepare(const System& system);
  bool empty() const { return all_.empty(); }
  bool any() const { return any_; }  ///< of those in this step

  /// At the start of a step, where the system has been evaluated: there are none.
  void begin(System& system, double h);
  /// At the end of a motion, where the system has been evaluated: lets those begin whose points
  /// have gone through by more than `tolerance`. Returns whether there are new ones.
  bool notice(System& system, double tolerance);
  /// There too: lets go of one that should not be, if there is any. Where ends contradict each
  /// other that is the one that has most overshot its own; else it is the one that pulls hardest,
  /// force and impulse together. As others may need it again, and it them, this ends after some
  /// times.
  bool let_go(System& system, const VecX& R, double tolerance);
  /// Sets what force and impulse have to bring about, and takes all impulses back.
  void aim(LookAhead& look);

  /// |E| of (3), where the system has been evaluated at the end of a motion.
  double error(const System& system);
  /// Changes v at the start of a step by the impulses that correct the last error(). False if there
  /// are none.
  bool strike(System& system, const StepStart& start, VecX& v, StepStats& stats);
  /// The impulses of all rows.
  const VecX& impulses() const { return impulses_; }
  VecX& impulses() { return impulses_; }

 private:
  struct Collision {
    int row;
    double elasticity;
    double c0 = 0.0, c_dot0 = 0.0;  // at the start of the step
    double hastened = 0.0;          // change of ċ in the step without any collision: a h
    double c1 = 0.0, c_dot1 = 0.0;  // to be at its end
    double level = 0.0;             // what c is to exceed without a bounce
    bool on = false;
    int let_go = 0;  // how often in this step
  };
  Collision* overshot(const System& system, double tolerance);
  Collision* pulling(const VecX& R);
  void choose_end(Collision& one, double c_through, double c_dot_through) const;
  void leave_plane(Collision& one) const;
  void mirror_ends(Collision& one, double c_through) const;

  Mirror mirror_;
  std::vector<Collision> all_;
  double h_ = 0.0;
  bool any_ = false, is_first_ = true;
  VecX jump_, dv_, mu_, no_force_, impulses_;
};

}  // namespace holon
