// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/contact_solver.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

namespace holon {
namespace {

// ρ in the first round, and where it ends, of what it takes to move a contact: the stiffer, the
// fewer rounds, until rounding tells.
constexpr double kSoft = 1e2, kStiff = 1e5, kStiffer = 10.0;
// What is this small of the terms of (1) is rounding, and this small what ρ has made of it.
constexpr double kBalanced = 1e-13, kNearlyBalanced = 1e-10;
// E, and what is added where an object has no mass in some direction, of what is usual there.
constexpr double kRidge = 1e-9, kLeastMass = 1e-14;
constexpr int kMostContactRounds = 100, kMostDownhill = 50, kMostFreely = 20, kMostVectors = 40;
constexpr double kGmres = 1e-6;

void keep_each_once(std::vector<std::pair<int, int>>& pairs) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
}

}  // namespace

// ---- topology ----

void ContactSolver::prepare(const Kkt& kkt) {
  pairs_.clear();
  mass_.resize(static_cast<std::size_t>(kkt.objects()));
  for (VecX* x : {&g_, &dx_, &Mx_, &x0_, &x_before_}) x->setZero(kkt.dofs());
  for (VecX* x : {&h_, &Jdx_, &lambda0_, &lambda_before_}) x->setZero(kkt.rows());
  analyse(kkt);
}

/// Objects and joints as in J, and an edge between objects that touch.
void ContactSolver::analyse(const Kkt& kkt) {
  BlockGraph graph;
  for (int i = 0; i < kkt.objects(); ++i) graph.add_vertex(kkt.object_size(i), false);
  for (int c = 0; c < kkt.constraints(); ++c) graph.add_vertex(kkt.constraint_rows(c), true);
  for (const Kkt::Block& block : kkt.blocks())
    graph.add_edge(kkt.objects() + block.constraint, block.object);
  for (const auto& [a, b] : pairs_) graph.add_edge(a, b);
  keep_each_once(graph.edges);
  // any order will do, as no pivot is ever nothing
  BlockGraph alike = graph;
  std::ranges::fill(alike.is_constraint, 0);
  ldlt_.analyse(graph, eliminate(alike));
  z_.setZero(ldlt_.rows());
  gmres_.prepare(ldlt_.rows(), kMostVectors);
}

void ContactSolver::learn_pairs(const Kkt& kkt, std::span<const Contact> contacts) {
  const auto pair_of = [](const Contact& c) {
    return std::pair(std::min(c.a, c.b), std::max(c.a, c.b));
  };
  const bool are_known = std::ranges::all_of(contacts, [&](const Contact& c) {
    return pair_of(c).first < 0 || std::ranges::binary_search(pairs_, pair_of(c));
  });
  if (are_known) return;
  pairs_.clear();
  for (const Contact& c : contacts)
    if (pair_of(c).first >= 0) pairs_.push_back(pair_of(c));
  keep_each_once(pairs_);
  analyse(kkt);
}

/// The squares of what is below the diagonal in each column of L, as if it were as much in all.
double ContactSolver::work_of_factors(const Kkt& kkt, std::span<const Contact> contacts) {
  learn_pairs(kkt, contacts);
  const auto size = static_cast<double>(ldlt_.factor_size());
  return size * size / std::max(1, ldlt_.rows());
}

// ---- contacts ----

/// Calls f(object, C of it) for those that move.
template <class F>
void ContactSolver::for_each_side(const Kkt& kkt, const Contact& contact, F&& f) {
  if (contact.a >= 0) f(contact.a, Rows(contact.rows_a, 3, kkt.object_size(contact.a)));
  if (contact.b >= 0) f(contact.b, Rows(contact.rows_b, 3, kkt.object_size(contact.b)));
}

Vec3 ContactSolver::parting(const Kkt& kkt, const Contact& contact, const VecX& x) {
  Vec3 u = Vec3::Zero();
  for_each_side(kkt, contact, [&](int object, const Rows& C) {
    u.noalias() += C * x.segment(kkt.dof_offset(object), C.cols());
  });
  return u;
}

void ContactSolver::add_push(const Kkt& kkt, const Contact& contact, const Vec3& r, VecX& out) {
  for_each_side(kkt, contact, [&](int object, const Rows& C) {
    out.segment(kkt.dof_offset(object), C.cols()).noalias() += C.transpose() * r;
  });
}

/// One over the mean of the diagonal of C M⁻¹ Cᵀ.
double ContactSolver::stiffness_of(const Kkt& kkt, const Contact& contact) const {
  double mobility = 0.0;
  for_each_side(kkt, contact, [&](int object, const Rows& C) {
    Eigen::Matrix<double, Eigen::Dynamic, 3, 0, 6, 3> Y = C.transpose();
    const Block M = mass_[static_cast<std::size_t>(object)];
    Eigen::LLT<Block>(M).matrixL().solveInPlace(Y);
    mobility += Y.squaredNorm() / 3.0;
  });
  return 1.0 / mobility;
}

void ContactSolver::weigh(const Problem& p) {
  double lightest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < p.kkt.objects(); ++i) {
    MatX& M = mass_[static_cast<std::size_t>(i)];
    M.resize(p.kkt.object_size(i), p.kkt.object_size(i));
    p.kkt.get_mass(i, M.data());
    const double largest = M.diagonal().maxCoeff();
    M.diagonal().array() += kLeastMass * largest;
    lightest = std::min(lightest, largest);
  }
  ridge_ = kRidge / lightest;
  work_.resize(p.contacts.size());
  for (std::size_t k = 0; k < work_.size(); ++k) {
    const Contact& contact = p.contacts[k];
    const double usual = stiffness_of(p.kkt, contact);
    work_[k] = {.usual = usual, .rho = kSoft * usual, .slip = contact.slip, .held = contact.push};
  }
}

// ---- where it stands ----

void ContactSolver::look(const Problem& p, const VecX& x, const VecX& lambda, Slip slip) {
  for (std::size_t k = 0; k < work_.size(); ++k) {
    const Contact& contact = p.contacts[k];
    Work& work = work_[k];
    work.u = parting(p.kkt, contact, x) + contact.given;
    work.u[0] -= contact.w;
    if (slip == Slip::free) work.slip = work.u.tail<2>().norm();
    work.y = work.held - work.rho * work.u;
    work.y[0] -= work.rho * contact.mu * work.slip;
    work.r = contact.project(work.y);
  }
  note_imbalance(p, x, lambda);
}

/// g = f + Jᵀ λ + Σ Cᵀ r − M x,   h = b − J x
void ContactSolver::note_imbalance(const Problem& p, const VecX& x, const VecX& lambda) {
  p.kkt.times_mass(as_span(x), as_span(Mx_));
  std::ranges::copy(p.f, g_.begin());
  size_ = g_.lpNorm<Eigen::Infinity>() + Mx_.lpNorm<Eigen::Infinity>();
  p.kkt.add_jacobian_transposed(as_span(lambda), as_span(g_));
  for (std::size_t k = 0; k < work_.size(); ++k) {
    add_push(p.kkt, p.contacts[k], work_[k].r.point, g_);
    size_ = std::max(size_, work_[k].r.point.norm());
  }
  g_ -= Mx_;
  p.kkt.times_jacobian(as_span(x), as_span(h_));
  for (int row = 0; row < p.kkt.rows(); ++row)
    h_[row] = p.kkt.is_masked(row) ? 0.0 : p.b[static_cast<std::size_t>(row)] - h_[row];
}

/// The size of what is missing in (1), as momentum.
double ContactSolver::missing() const {
  return std::hypot(g_.norm(), kRidge / ridge_ * h_.norm());
}

/// Whether (1) is met, or as nearly as rounding allows: it was no worse before.
bool ContactSolver::is_balanced(const Problem& p, double before) const {
  const double open = h_.size() > 0 ? h_.lpNorm<Eigen::Infinity>() : 0.0;
  const double off = g_.lpNorm<Eigen::Infinity>();
  if (open > p.tolerance) return false;
  return off <= kBalanced * size_ || (off <= kNearlyBalanced * size_ && missing() > 0.5 * before);
}

// ---- Newton's method ----

template <class Entries>
void ContactSolver::add_block(int v, int u, const Entries& block) {
  const BlockLdlt::Place place = ldlt_.place(v, u);
  double* values = ldlt_.values() + place.at;
  const bool is_turned = place.rows != v;
  for (Eigen::Index i = 0; i < block.rows(); ++i)
    for (Eigen::Index j = 0; j < block.cols(); ++j)
      values[is_turned ? j + i * place.stride : i + j * place.stride] += block(i, j);
}

/// Masked rows ask for nothing.
void ContactSolver::add_joint(const Problem& p, const Kkt::Block& block) {
  const double* J = p.kkt.jacobian() + block.values;
  const BlockLdlt::Place place = ldlt_.place(p.kkt.objects() + block.constraint, block.object);
  double* values = ldlt_.values() + place.at;
  const bool is_turned = place.rows != p.kkt.objects() + block.constraint;
  for (int i = 0; i < block.rows; ++i, J += block.columns) {
    if (p.kkt.is_masked(block.row + i)) continue;
    for (int j = 0; j < block.columns; ++j)
      values[is_turned ? j + i * place.stride : i + j * place.stride] += J[j];
  }
}

void ContactSolver::factor(const Problem& p) {
  const Kkt& kkt = p.kkt;
  ldlt_.set_zero();
  for (int i = 0; i < kkt.objects(); ++i) add_block(i, i, mass_[static_cast<std::size_t>(i)]);
  for (int c = 0; c < kkt.constraints(); ++c) {
    const int rows = kkt.constraint_rows(c), v = kkt.objects() + c;
    add_block(v, v, MatX::Identity(rows, rows) * -ridge_);
  }
  for (const Kkt::Block& block : kkt.blocks()) add_joint(p, block);
  for (std::size_t k = 0; k < work_.size(); ++k) {
    Work& work = work_[k];
    work.P = p.contacts[k].slope(work.y, work.r);
    if (work.r.side == FrictionCone::Side::apart) continue;
    for_each_side(kkt, p.contacts[k], [&](int v, const Rows& C) {
      for_each_side(kkt, p.contacts[k], [&](int u, const Rows& D) {
        if (v <= u) add_block(v, u, Block(C.transpose() * (work.rho * work.P) * D));
      });
    });
  }
  ldlt_.factor(0.0);
}

/// out += what x changes in the slips, and they in the pushes: ρ μ Cᵀ P n (u_t/|u_t|)ᵀ C x.
void ContactSolver::add_free_slips(const Problem& p, const VecX& x, VecX& out) const {
  for (std::size_t k = 0; k < work_.size(); ++k) {
    const Work& work = work_[k];
    const double slip = work.u.tail<2>().norm(), mu = p.contacts[k].mu;
    if (work.r.side == FrictionCone::Side::apart || mu * slip == 0.0) continue;
    const double change = work.u.tail<2>().dot(parting(p.kkt, p.contacts[k], x).tail<2>()) / slip;
    add_push(p.kkt, p.contacts[k], work.rho * mu * change * work.P.col(0), out);
  }
}

/// Fills z with the step to what would balance (1), and dx with its first part.
void ContactSolver::newton_step(const Problem& p, Slip slip) {
  const Kkt& kkt = p.kkt;
  factor(p);
  z_.head(kkt.dofs()) = g_;
  for (int c = 0; c < kkt.constraints(); ++c)
    z_.segment(ldlt_.offset(kkt.objects() + c), kkt.constraint_rows(c)) =
        h_.segment(kkt.row_offset(c), kkt.constraint_rows(c));
  ldlt_.solve(as_span(z_));
  if (slip == Slip::free) {
    const auto times = [&](const VecX& v, VecX& out) {
      out.setZero();
      add_free_slips(p, v, out);
      ldlt_.solve(as_span(out));
      out += v;
    };
    gmres_.solve(times, z_, kGmres);
  }
  dx_ = z_.head(kkt.dofs());
}

void ContactSolver::go(const Problem& p, double t, VecX& x, VecX& lambda) const {
  x = x0_ + t * dx_;
  for (int c = 0; c < p.kkt.constraints(); ++c) {
    const int row = p.kkt.row_offset(c), rows = p.kkt.constraint_rows(c);
    lambda.segment(row, rows) =
        lambda0_.segment(row, rows) - t * z_.segment(ldlt_.offset(p.kkt.objects() + c), rows);
  }
}

/// How far to go along dx, which the convex function φ falls along. There
///     φ'(t) = φ'(0) + t (dxᵀ M dx + |J dx|²/E) − Σ duᵀ (Π(y − ρ t du) − Π(y))
/// has come near zero, or not gone through it.
double ContactSolver::length_downhill(const Problem& p) {
  for (std::size_t k = 0; k < work_.size(); ++k) work_[k].du = parting(p.kkt, p.contacts[k], dx_);
  p.kkt.times_mass(as_span(dx_), as_span(Mx_));
  p.kkt.times_jacobian(as_span(dx_), as_span(Jdx_));
  for (int row = 0; row < p.kkt.rows(); ++row)
    if (p.kkt.is_masked(row)) Jdx_[row] = 0.0;
  const double start = -dx_.dot(g_) - Jdx_.dot(h_) / ridge_;
  const double bend = dx_.dot(Mx_) + Jdx_.squaredNorm() / ridge_;
  const auto slope = [&](double t) {
    double sum = start + t * bend;
    for (std::size_t k = 0; k < work_.size(); ++k) {
      const Work& work = work_[k];
      const Vec3 r = p.contacts[k].project(work.y - work.rho * t * work.du).point;
      sum -= work.du.dot(r - work.r.point);
    }
    return sum;
  };
  const double near = 0.5 * std::abs(start);
  double low = 0.0, high = 1.0, t = 1.0;
  for (int i = 0; i < 30; ++i) {
    const double now = slope(t);
    if (now <= near && (now >= -near || t == 1.0)) break;
    (now > 0.0 ? high : low) = t;
    t = 0.5 * (low + high);
  }
  return t;
}

/// Goes along dx as far as less is missing than before. There may be no such length; then it goes a
/// little.
void ContactSolver::go_while_nearer(const Problem& p, VecX& x, VecX& lambda) {
  const double before = missing();
  double t = 1.0;
  for (int i = 0; i < 12; ++i, t *= 0.5) {
    go(p, t, x, lambda);
    look(p, x, lambda, Slip::free);
    if (missing() < (1.0 - 0.05 * t) * before) return;
  }
}

/// Meets (1) with what is held. False if it does not get there.
bool ContactSolver::find_motion(
    const Problem& p, Slip slip, VecX& x, VecX& lambda, Outcome& outcome) {
  double before = std::numeric_limits<double>::infinity();
  const int most = slip == Slip::free ? kMostFreely : kMostDownhill;
  for (int i = 0; i < most; ++i) {
    look(p, x, lambda, slip);
    if (is_balanced(p, before)) return true;
    if (outcome.factorisations >= p.most) return false;
    before = missing();
    newton_step(p, slip);
    ++outcome.factorisations;
    x0_ = x;
    lambda0_ = lambda;
    if (slip == Slip::free)
      go_while_nearer(p, x, lambda);
    else
      go(p, length_downhill(p), x, lambda);
  }
  return false;
}

/// Takes what was found for what is held. Returns by how much (2) is missed.
double ContactSolver::replace_held(std::span<Contact> contacts, double stiffer) {
  double worst = 0.0;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    Work& work = work_[k];
    Contact& contact = contacts[k];
    contact.push = work.held = work.r.point;
    contact.slip = work.slip = work.u.tail<2>().norm();
    const Vec3 u = work.u + Vec3(contact.mu * contact.slip, 0.0, 0.0);
    const Vec3 lawful = contact.project(work.held - work.usual * u).point;
    worst = std::max(worst, (lawful - work.held).norm() / work.usual);
    work.rho *= stiffer;
  }
  return worst;
}

ContactSolver::Outcome ContactSolver::solve(const Kkt& kkt,
                                            std::span<const double> f,
                                            std::span<const double> b,
                                            std::span<Contact> contacts,
                                            VecX& x,
                                            VecX& lambda,
                                            double tolerance,
                                            int most) {
  learn_pairs(kkt, contacts);
  const Problem p{kkt, f, b, contacts, tolerance, most};
  weigh(p);
  Outcome outcome;
  double stiff = kSoft;
  while (!outcome.met && outcome.rounds < kMostContactRounds && outcome.factorisations < most) {
    x_before_ = x;
    lambda_before_ = lambda;
    const bool is_first = ++outcome.rounds == 1;
    if (is_first || !find_motion(p, Slip::free, x, lambda, outcome)) {
      x = x_before_;
      lambda = lambda_before_;
      for (std::size_t k = 0; k < work_.size(); ++k) work_[k].slip = contacts[k].slip;
      if (!find_motion(p, Slip::held, x, lambda, outcome)) break;
    }
    const double stiffer = stiff < kStiff ? kStiffer : 1.0;
    stiff *= stiffer;
    outcome.residual = replace_held(contacts, stiffer);
    outcome.met = outcome.residual <= tolerance;
  }
  return outcome;
}

}  // namespace holon
