// SPDX-License-Identifier: Apache-2.0
#include "holon/step/correction_collisions.h"

#include <algorithm>
#include <cmath>

namespace holon {
namespace {

// A displacement is a push and a pull of the same size, as far as things do not turn meanwhile: of
// a momentum, this part of force and impulse counts as none.
constexpr double kNoMomentum = 0.02;
// So many times the tolerance is more than points that depend on each other leave: what has
// overshot its end by that has met a contradiction, and what was let go comes back only by that.
constexpr double kClearly = 1000.0;
// So often a collision may be let go in a step.
constexpr int kMostLetGo = 3;

}  // namespace

void CorrectionCollisions::prepare(const System& system) {
  all_.clear();
  for (const System::ConstraintView& view : system.constraints())
    if (const std::optional<double> e = system.elasticity(view))
      all_.push_back({.row = view.row, .elasticity = *e});
  if (all_.empty()) return;
  for (VecX* x : {&jump_, &mu_, &impulses_}) x->setZero(system.rows());
  for (VecX* x : {&dv_, &no_force_}) x->setZero(system.nv());
}

void CorrectionCollisions::begin(System& system, double h) {
  h_ = h;
  any_ = false;
  is_first_ = true;
  for (Collision& one : all_) {
    one.c0 = system.c()[one.row];
    one.c_dot0 = system.c_dot()[one.row];
    one.level = std::min(one.c0, 0.0) * std::exp(-h / system.tau()[one.row]);
    one.on = false;
    one.let_go = 0;
    system.kkt().mask_row(one.row, true);
  }
}

bool CorrectionCollisions::notice(System& system, double tolerance) {
  bool changed = false;
  for (Collision& one : all_) {
    const double c = system.c()[one.row], c_dot = system.c_dot()[one.row];
    if (is_first_) one.hastened = c_dot - one.c_dot0;
    if (one.on || !(c < one.level - (one.let_go > 0 ? kClearly : 1.0) * tolerance)) continue;
    choose_end(one, c, c_dot);
    one.on = changed = true;
    system.kkt().mask_row(one.row, false);
  }
  is_first_ = false;
  any_ = any_ || changed;
  return changed;
}

void CorrectionCollisions::choose_end(Collision& one,
                                      double c_through,
                                      double c_dot_through) const {
  one.c1 = one.level;
  one.c_dot1 = 0.0;
  if (-one.c_dot0 > std::abs(one.hastened)) {
    if (mirror_ == Mirror::at_plane)
      leave_plane(one);
    else
      mirror_ends(one, c_through);
  }
  if (c_dot_through <= one.c_dot1) return;
  one.c1 = one.level;
  one.c_dot1 = c_dot_through;
}

void CorrectionCollisions::mirror_ends(Collision& one, double c_through) const {
  one.c1 += one.elasticity * std::max(std::min(one.c0, 0.0) - c_through, 0.0);  // (1a)
  one.c_dot1 = -one.elasticity * one.c_dot0;
}

void CorrectionCollisions::leave_plane(Collision& one) const {
  const double a = one.hastened / h_, way = std::max(one.c0, 0.0), e = one.elasticity;
  const double speed = std::sqrt(std::max(one.c_dot0 * one.c_dot0 - 2.0 * a * way, 0.0));
  const double s = std::max(h_ - 2.0 * way / (speed - one.c_dot0), 0.0);
  const double c1 = (e * speed + 0.5 * a * s) * s;
  if (c1 < 0.0) return;
  one.c1 += c1;
  one.c_dot1 = e * speed + a * s;  // (1b)
}

bool CorrectionCollisions::let_go(System& system, const VecX& R, double tolerance) {
  Collision* one = overshot(system, kClearly * tolerance);
  if (one == nullptr) one = pulling(R);
  if (one == nullptr) return false;
  one->on = false;
  ++one->let_go;
  system.kkt().mask_row(one->row, true);
  return true;
}

CorrectionCollisions::Collision* CorrectionCollisions::overshot(const System& system,
                                                                double tolerance) {
  Collision* farthest = nullptr;
  double most = tolerance;
  for (Collision& one : all_) {
    const double over = system.c()[one.row] - one.c1;
    if (!one.on || one.let_go >= kMostLetGo || over <= most) continue;
    farthest = &one;
    most = over;
  }
  return farthest;
}

CorrectionCollisions::Collision* CorrectionCollisions::pulling(const VecX& R) {
  Collision* hardest = nullptr;
  double most = 0.0;
  for (Collision& one : all_) {
    if (!one.on || one.let_go >= kMostLetGo) continue;
    const double by_force = h_ * R[one.row], at_once = impulses_[one.row];
    const double pull = -(by_force + at_once);
    if (pull <= std::max(most, kNoMomentum * (std::abs(by_force) + std::abs(at_once)))) continue;
    hardest = &one;
    most = pull;
  }
  return hardest;
}

void CorrectionCollisions::aim(LookAhead& look) {
  look.collide_no_more();
  for (const Collision& one : all_)
    if (one.on) look.aim_at(one.row, h_, one.c1, one.c_dot1);
  impulses_.setZero();
}

double CorrectionCollisions::error(const System& system) {
  jump_.setZero();
  double sum = 0.0;
  for (const Collision& one : all_) {
    if (!one.on) continue;
    const double E =
        system.c()[one.row] - one.c1 - 0.5 * h_ * (system.c_dot()[one.row] - one.c_dot1);
    jump_[one.row] = -2.0 / h_ * E;  // (3)
    sum += E * E;
  }
  return std::sqrt(sum);
}

bool CorrectionCollisions::strike(System& system,
                                  const StepStart& start,
                                  VecX& v,
                                  StepStats& stats) {
  system.place(start.t, start.q, v);
  system.evaluate_constraints();
  system.evaluate_mass();
  Kkt& kkt = system.kkt();
  kkt.factor();
  ++stats.factorisations;
  kkt.solve(as_span(no_force_), as_span(jump_), as_span(dv_), as_span(mu_));
  if (!dv_.allFinite() || !mu_.allFinite()) return false;
  if (kkt.dependent_rows() > 0 && kkt.is_factored()) kkt.shorten(as_span(mu_));
  v += dv_;
  impulses_ += mu_;
  return true;
}

}  // namespace holon
