// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/contact_sweeps.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace holon {
namespace {

// Where a sweep changes no more than this part of what the laws may be missed by, it is worth a
// look by how much they are.
constexpr double kStill = 0.4;

}  // namespace

// ---- what moves ----

/// Each object that is touched, and M⁻¹ of it.
void ContactSweeps::list_moving(const Kkt& kkt, std::span<const ContactSolver::Contact> contacts) {
  place_.assign(static_cast<std::size_t>(kkt.objects()), 0);
  moving_.assign(1, {-1, 0, 0, Mobility::Zero()});
  const auto list = [&](int object) {
    if (object < 0 || place_[object] != 0) return;
    place_[object] = static_cast<int>(moving_.size());
    const int n = kkt.object_size(object);
    mass_.resize(static_cast<std::size_t>(n * n));
    kkt.get_mass(object, mass_.data());
    Mobility M = Mobility::Identity();
    M.topLeftCorner(n, n) = Eigen::Map<const MatX>(mass_.data(), n, n);
    moving_.push_back(
        {object, kkt.dof_offset(object), n, Eigen::LLT<Mobility>(M).solve(Mobility::Identity())});
  };
  for (const ContactSolver::Contact& contact : contacts) {
    list(contact.a);
    list(contact.b);
  }
  x_.assign(moving_.size(), Motion::Zero());
  led_.assign(moving_.size(), Motion::Zero());
}

ContactSweeps::Rows ContactSweeps::rows_of(const Moving& moving, const double* values) {
  Rows C = Rows::Zero();
  if (moving.n == 6)
    C = Eigen::Map<const Rows>(values);
  else if (moving.n == 3)
    C.leftCols<3>() = Eigen::Map<const RowBlock<3, 3>>(values);
  return C;
}

void ContactSweeps::weigh(const ContactSolver::Contact& contact, Work& work) const {
  const Moving &a = moving_[work.a], &b = moving_[work.b];
  work.Ca = rows_of(a, contact.rows_a);
  work.Cb = rows_of(b, contact.rows_b);
  work.Ya.noalias() = a.mobility.lazyProduct(work.Ca.transpose());
  work.Yb.noalias() = b.mobility.lazyProduct(work.Cb.transpose());
  const Mat3 W = work.Ca.lazyProduct(work.Ya) + work.Cb.lazyProduct(work.Yb);
  work.W = W.col(0);
  work.normal = 1.0 / W(0, 0);
  const double mean = 0.5 * (W(1, 1) + W(2, 2));
  work.across = 1.0 / (mean + std::hypot(0.5 * (W(1, 1) - W(2, 2)), W(1, 2)));
  work.usual = 3.0 / W.trace();
  work.ease = 1.0 / work.usual;
}

void ContactSweeps::prepare(const Kkt& kkt, std::span<const ContactSolver::Contact> contacts) {
  list_moving(kkt, contacts);
  work_.resize(contacts.size());
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const ContactSolver::Contact& contact = contacts[k];
    Work& work = work_[k];
    work.a = place_of(contact.a);
    work.b = place_of(contact.b);
    work.mu = contact.turns() ? -1.0 : contact.mu;
    work.away = contact.given;
    work.away[0] -= contact.w;
    work.push = contact.project(contact.push).point;
    work.going.setZero();
    weigh(contact, work);
  }
}

void ContactSweeps::gather(const VecX& x) {
  for (std::size_t i = 1; i < moving_.size(); ++i)
    x_[i].head(moving_[i].n) = x.segment(moving_[i].at, moving_[i].n);
}

void ContactSweeps::scatter(VecX& x) const {
  for (std::size_t i = 1; i < moving_.size(); ++i)
    x.segment(moving_[i].at, moving_[i].n) = x_[i].head(moving_[i].n);
}

/// x = M⁻¹ (f + Jᵀ λ + Σ Cᵀ r)
void ContactSweeps::begin(Kkt& kkt, std::span<const double> f, const VecX& lambda, VecX& x) {
  Mx_ = Eigen::Map<const VecX>(f.data(), kkt.dofs());
  if (kkt.rows() > 0) kkt.add_jacobian_transposed(as_span(lambda), as_span(Mx_));
  for (int i = 0; i < kkt.objects(); ++i) {
    const int at = kkt.dof_offset(i), n = kkt.object_size(i);
    const Moving& moving = moving_[place_of(i)];
    if (moving.object == i) {
      Motion momentum = Motion::Zero();
      momentum.head(n) = Mx_.segment(at, n);
      x_[place_of(i)].noalias() = moving.mobility.lazyProduct(momentum);
    } else {
      mass_.resize(static_cast<std::size_t>(n * n));
      kkt.get_mass(i, mass_.data());
      x.segment(at, n) = Eigen::Map<const MatX>(mass_.data(), n, n).llt().solve(Mx_.segment(at, n));
    }
  }
  for (const Work& work : work_) push(work, work.push);
}

// ---- contacts ----

Vec3 ContactSweeps::parting(const Work& work) const {
  Vec3 u = work.away;
  if (work.a != 0) u.noalias() += work.Ca.lazyProduct(x_[work.a]);
  if (work.b != 0) u.noalias() += work.Cb.lazyProduct(x_[work.b]);
  return u;
}

void ContactSweeps::push(const Work& work, const Vec3& r) {
  if (work.a != 0) x_[work.a].noalias() += work.Ya.lazyProduct(r);
  if (work.b != 0) x_[work.b].noalias() += work.Yb.lazyProduct(r);
}

/// Gives one contact what it needs. Returns how much that was, as a speed, squared.
double ContactSweeps::relax(const ContactSolver::Contact& contact, Work& work) {
  Vec3 u = parting(work);
  const Vec3 before = work.push;
  if (work.mu < 0.0) {
    work.push = contact.project(before - work.usual / 3.0 * u).point;
  } else {
    work.push[0] = std::max(0.0, before[0] - u[0] * work.normal);
    u.tail<2>() += (work.push[0] - before[0]) * work.W.tail<2>();
    Vec2 across = before.tail<2>() - work.across * u.tail<2>();
    const double limit = work.mu * work.push[0], square = across.squaredNorm();
    if (square > limit * limit) across *= limit / std::sqrt(square);
    work.push.tail<2>() = across;
  }
  const Vec3 change = work.push - before;
  if (change.isZero(0.0)) return 0.0;
  push(work, change);
  return change.squaredNorm() * work.ease * work.ease;
}

double ContactSweeps::sweep_over(std::span<const ContactSolver::Contact> contacts, bool forward) {
  double most = 0.0;
  const std::size_t n = contacts.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t k = forward ? i : n - 1 - i;
    most = std::max(most, relax(contacts[k], work_[k]));
  }
  return std::sqrt(most);
}

// ---- where sweeps lead to ----

void ContactSweeps::note_start() {
  for (Work& work : work_) work.before = work.push;
  start_ = x_;
}

/// What a sweep has changed, squared, in units of energy.
double ContactSweeps::gain() const {
  double sum = 0.0;
  for (const Work& work : work_) sum += (work.push - work.before).squaredNorm() * work.ease;
  return sum;
}

/// Goes on where the last sweeps led, by a share of it: what pushes, and what that moves.
void ContactSweeps::go_on(double share) {
  const auto lead = [share](auto& now, const auto& before, auto& going) {
    const auto change = (now - before).eval();
    going *= share;
    now += going;
    going += change;
  };
  for (Work& work : work_) lead(work.push, work.before, work.going);
  for (std::size_t i = 1; i < x_.size(); ++i) lead(x_[i], start_[i], led_[i]);
}

/// The nearest motion that the joints allow. Returns how far it was.
double ContactSweeps::meet_joints(Kkt& kkt, std::span<const double> b, VecX& x, VecX& lambda) {
  scatter(x);
  if (kkt.rows() == 0) return 0.0;
  x_before_ = x;
  dlambda_.setZero(lambda.size());
  Mx_.setZero(kkt.dofs());
  kkt.times_mass(as_span(x_before_), as_span(Mx_));
  kkt.solve_once(as_span(Mx_), b, as_span(x), as_span(dlambda_));
  lambda += dlambda_;
  gather(x);
  return (x - x_before_).lpNorm<Eigen::Infinity>();
}

/// By how much the laws of contact are missed; notes pushes and slips.
double ContactSweeps::residual(std::span<ContactSolver::Contact> contacts) const {
  double worst = 0.0;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Work& work = work_[k];
    ContactSolver::Contact& contact = contacts[k];
    contact.push = work.push;
    Vec3 u = parting(work);
    contact.slip = u.tail<2>().norm();
    u[0] += contact.mu * contact.slip;
    const Vec3 lawful = contact.project(contact.push - work.usual * u).point;
    worst = std::max(worst, (lawful - contact.push).norm() / work.usual);
  }
  return worst;
}

ContactSweeps::Outcome ContactSweeps::solve(Kkt& kkt,
                                            std::span<const double> f,
                                            std::span<const double> b,
                                            std::span<ContactSolver::Contact> contacts,
                                            VecX& x,
                                            VecX& lambda,
                                            double tolerance,
                                            int most) {
  prepare(kkt, contacts);
  begin(kkt, f, lambda, x);
  Outcome outcome;
  double last = 0.0, change = meet_joints(kkt, b, x, lambda);
  for (outcome.sweeps = 1;; ++outcome.sweeps) {
    note_start();
    change = std::max(change, sweep_over(contacts, outcome.sweeps % 2 == 1));
    const bool is_last = outcome.sweeps >= most;
    if (change <= kStill * tolerance || is_last) {
      change = meet_joints(kkt, b, x, lambda);
      outcome.residual = residual(contacts);
      outcome.met = outcome.residual <= tolerance;
      if (outcome.met || is_last) return outcome;
    }
    const double now = gain();
    go_on(now < last ? now / last : 0.0);
    last = now;
    change = meet_joints(kkt, b, x, lambda);
  }
}

}  // namespace holon
