// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/contact_sweeps.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace holon {

void ContactSweeps::prepare_side(const Kkt& kkt, int object, const double* rows, Side& side) const {
  side = {};
  if (object < 0) return;
  side.at = kkt.dof_offset(object);
  side.n = kkt.object_size(object);
  side.rows = rows;
  side.Y = inverse_[static_cast<std::size_t>(object)].solve(Rows(rows, 3, side.n).transpose());
}

void ContactSweeps::prepare(const Kkt& kkt, std::span<const ContactSolver::Contact> contacts) {
  const auto objects = static_cast<std::size_t>(kkt.objects());
  inverse_.resize(objects);
  known_.assign(objects, 0);
  const auto invert = [&](int object) {
    const auto i = static_cast<std::size_t>(object);
    if (object < 0 || std::exchange(known_[i], 1)) return;
    const int n = kkt.object_size(object);
    mass_.resize(static_cast<std::size_t>(n * n));
    kkt.get_mass(object, mass_.data());
    inverse_[i].compute(Eigen::Map<const MatX>(mass_.data(), n, n));
  };
  work_.resize(contacts.size());
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const ContactSolver::Contact& contact = contacts[k];
    Work& work = work_[k];
    invert(contact.a);
    invert(contact.b);
    prepare_side(kkt, contact.a, contact.rows_a, work.a);
    prepare_side(kkt, contact.b, contact.rows_b, work.b);
    Mat3 W = Mat3::Zero();
    for (const Side* side : {&work.a, &work.b})
      if (side->at >= 0) W += Rows(side->rows, 3, side->n) * side->Y;
    work.W = W.col(0);
    const double mean = 0.5 * (W(1, 1) + W(2, 2));
    work.stiffness = 1.0 / (mean + std::hypot(0.5 * (W(1, 1) - W(2, 2)), W(1, 2)));
    work.usual = 3.0 / W.trace();
    work.going.setZero();
  }
}

/// x = M⁻¹ (f + Jᵀ λ + Σ Cᵀ r), where what nothing touches is left to the joints.
void ContactSweeps::begin(Kkt& kkt,
                          std::span<const double> f,
                          std::span<const ContactSolver::Contact> contacts,
                          const VecX& lambda,
                          VecX& x) {
  Mx_ = Eigen::Map<const VecX>(f.data(), kkt.dofs());
  if (kkt.rows() > 0)
    kkt.add_jacobian_transposed({lambda.data(), static_cast<std::size_t>(lambda.size())},
                                {Mx_.data(), f.size()});
  for (int i = 0; i < kkt.objects(); ++i) {
    const int at = kkt.dof_offset(i), n = kkt.object_size(i);
    if (known_[static_cast<std::size_t>(i)] != 0) {
      x.segment(at, n) = inverse_[static_cast<std::size_t>(i)].solve(Mx_.segment(at, n));
      continue;
    }
    mass_.resize(static_cast<std::size_t>(n * n));
    kkt.get_mass(i, mass_.data());
    x.segment(at, n) = Eigen::Map<const MatX>(mass_.data(), n, n).llt().solve(Mx_.segment(at, n));
  }
  for (std::size_t k = 0; k < contacts.size(); ++k) push(work_[k], contacts[k].push, x);
}

/// Most are bodies: their size is known beforehand.
void ContactSweeps::Side::add_parting(const VecX& x, Vec3& u) const {
  if (n == 6)
    u.noalias() += Eigen::Map<const RowBlock<3, 6>>(rows) * x.segment<6>(at);
  else if (at >= 0)
    u.noalias() += Rows(rows, 3, n) * x.segment(at, n);
}

void ContactSweeps::Side::push(const Vec3& r, VecX& x) const {
  if (n == 6)
    x.segment<6>(at).noalias() += Eigen::Map<const Eigen::Matrix<double, 6, 3>>(Y.data()) * r;
  else if (at >= 0)
    x.segment(at, n).noalias() += Y * r;
}

Vec3 ContactSweeps::parting(const Work& work,
                            const ContactSolver::Contact& contact,
                            const VecX& x) const {
  Vec3 u = contact.given;
  u[0] -= contact.w;
  work.a.add_parting(x, u);
  work.b.add_parting(x, u);
  return u;
}

void ContactSweeps::push(const Work& work, const Vec3& r, VecX& x) {
  work.a.push(r, x);
  work.b.push(r, x);
}

/// Gives one contact what it needs. Returns how much that was, as a speed.
double ContactSweeps::relax(const Work& work, ContactSolver::Contact& contact, VecX& x) const {
  Vec3 u = parting(work, contact, x);
  const Vec3 before = contact.push;
  if (contact.turns()) {
    contact.push = contact.project(before - work.usual / 3.0 * u).point;
    push(work, contact.push - before, x);
    return (contact.push - before).norm() / work.usual;
  }
  contact.push[0] = std::max(0.0, before[0] - u[0] / work.W[0]);
  u.tail<2>() += (contact.push[0] - before[0]) * work.W.tail<2>();
  Vec2 across = before.tail<2>() - work.stiffness * u.tail<2>();
  const double limit = contact.mu * contact.push[0], square = across.squaredNorm();
  if (square > limit * limit) across *= limit / std::sqrt(square);
  contact.push.tail<2>() = across;
  const Vec3 change = contact.push - before;
  push(work, change, x);
  return change.norm() / work.usual;
}

double ContactSweeps::sweep_over(std::span<ContactSolver::Contact> contacts,
                                 bool forward,
                                 VecX& x) {
  double most = 0.0;
  const std::size_t n = contacts.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t k = forward ? i : n - 1 - i;
    most = std::max(most, relax(work_[k], contacts[k], x));
  }
  return most;
}

/// What a sweep has changed, squared, in units of energy.
double ContactSweeps::gain(std::span<const ContactSolver::Contact> contacts) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < contacts.size(); ++k)
    sum += (contacts[k].push - work_[k].before).squaredNorm() / work_[k].usual;
  return sum;
}

/// Goes on where the last sweeps led, by a share of it.
void ContactSweeps::go_on(std::span<ContactSolver::Contact> contacts, double share, VecX& x) {
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    Work& work = work_[k];
    const Vec3 change = contacts[k].push - work.before;
    const Vec3 more = share * work.going;
    contacts[k].push += more;
    push(work, more, x);
    work.going = more + change;
  }
}

/// The nearest motion that the joints allow. Returns how far it was.
double ContactSweeps::meet_joints(Kkt& kkt, std::span<const double> b, VecX& x, VecX& lambda) {
  if (kkt.rows() == 0) return 0.0;
  const auto numbers = [](auto& v) {
    return std::span(v.data(), static_cast<std::size_t>(v.size()));
  };
  x_ = x;
  dlambda_.setZero(lambda.size());
  Mx_.setZero(kkt.dofs());
  kkt.times_mass(numbers(x_), numbers(Mx_));
  kkt.solve_once(numbers(Mx_), b, numbers(x), numbers(dlambda_));
  lambda += dlambda_;
  return (x - x_).lpNorm<Eigen::Infinity>();
}

/// By how much the laws of contact are missed; notes the slips.
double ContactSweeps::residual(std::span<ContactSolver::Contact> contacts, const VecX& x) const {
  double worst = 0.0;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    ContactSolver::Contact& contact = contacts[k];
    Vec3 u = parting(work_[k], contact, x);
    contact.slip = u.tail<2>().norm();
    u[0] += contact.mu * contact.slip;
    const double usual = work_[k].usual;
    const Vec3 lawful = contact.project(contact.push - usual * u).point;
    worst = std::max(worst, (lawful - contact.push).norm() / usual);
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
  for (ContactSolver::Contact& contact : contacts)
    contact.push = contact.project(contact.push).point;
  begin(kkt, f, contacts, lambda, x);
  Outcome outcome;
  double last = 0.0;
  for (outcome.sweeps = 1; outcome.sweeps <= most; ++outcome.sweeps) {
    for (std::size_t k = 0; k < contacts.size(); ++k) work_[k].before = contacts[k].push;
    double change = meet_joints(kkt, b, x, lambda);
    change = std::max(change, sweep_over(contacts, outcome.sweeps % 2 == 1, x));
    if (change <= 0.3 * tolerance) break;
    const double now = gain(contacts);
    go_on(contacts, now < last ? now / last : 0.0, x);
    last = now;
  }
  sweep_over(contacts, true, x);  // into the cones
  meet_joints(kkt, b, x, lambda);
  outcome.residual = residual(contacts, x);
  outcome.met = outcome.residual <= tolerance;
  return outcome;
}

}  // namespace holon
