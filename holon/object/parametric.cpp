// SPDX-License-Identifier: Apache-2.0
#include "holon/object/parametric.h"

#include <algorithm>
#include <string>

namespace holon {

void Parametric::check(Diagnostics& d) const {
  Diagnostics inner;
  map.check(inner, "map");
  if (!inner.ok()) {
    for (const std::string& e : inner.errors()) d.error("map", e.substr(5));
    return;
  }
  const auto finite = [](double x) { return std::isfinite(x); };
  const auto parameters = static_cast<std::size_t>(map.parameters());
  d.expect(parameters <= max_parameters, "map", "may have at most 6 parameters");
  d.expect(masses.size() == static_cast<std::size_t>(map.particles()),
           "masses",
           "must be one per particle of the map: " + std::to_string(map.particles()));
  d.expect(
      std::all_of(masses.begin(), masses.end(), [](double m) { return std::isfinite(m) && m > 0; }),
      "masses",
      "must be positive and finite");
  const std::string count = "must be one per parameter of the map: " + std::to_string(parameters);
  d.expect(u.size() == parameters, "u", count);
  d.expect(u_dot.size() == parameters, "u_dot", count);
  d.expect(std::all_of(u.begin(), u.end(), finite), "u", "must be finite");
  d.expect(std::all_of(u_dot.begin(), u_dot.end(), finite), "u_dot", "must be finite");
}

Parametric::Runtime::Runtime(const Parametric& p)
    : map_(p.map.function()), nu_(map_->parameters()), m_(p.masses), total_mass_(0.0) {
  for (double m : m_) total_mass_ += m;
  const std::size_t n = m_.size();
  for (ParametricSample* s : {&at_, &start_, &end_}) {
    s->x.resize(n);
    s->convective.resize(n);
    s->T.resize(3, static_cast<Eigen::Index>(n) * nu_);
  }
  u_dot_.setZero(nu_);
}

void Parametric::Runtime::place(const double* q, const double* v) {
  map_->sample(q, v, at_);
  u_dot_ = Eigen::Map<const VecX>(v, nu_);
}

void Parametric::Runtime::mass_matrix(double* M) const {
  Eigen::Map<MatX> block(M, nu_, nu_);
  block.setZero();
  for (int i = 0; i < particles(); ++i)
    for (int a = 0; a < nu_; ++a)
      for (int b = 0; b < nu_; ++b) block(a, b) += m_[i] * tangent(i, a).dot(tangent(i, b));
}

void Parametric::Runtime::add_bias(double* Q) const {
  for (int i = 0; i < particles(); ++i)
    for (int k = 0; k < nu_; ++k) Q[k] -= m_[i] * tangent(i, k).dot(at_.convective[i]);
}

Vec3 Parametric::Runtime::com() const {
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < particles(); ++i) sum += m_[i] * at_.x[i];
  return sum / total_mass_;
}
double Parametric::Runtime::kinetic_energy() const {
  double sum = 0.0;
  for (int i = 0; i < particles(); ++i) sum += 0.5 * m_[i] * rate(i).squaredNorm();
  return sum;
}
Vec3 Parametric::Runtime::momentum() const {
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < particles(); ++i) sum += m_[i] * rate(i);
  return sum;
}
Vec3 Parametric::Runtime::angular_momentum() const {
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < particles(); ++i) sum += m_[i] * at_.x[i].cross(rate(i));
  return sum;
}
Vec3 Parametric::Runtime::acceleration(int part, const double* u_ddot) const {
  Vec3 a = at_.convective[part];
  for (int k = 0; k < nu_; ++k) a += tangent(part, k) * u_ddot[k];
  return a;
}

// The discrete Lagrangian ½ Σ m |x(u₁) − x(u₀)|² / h gives the momenta at the two ends
//     P₀ = Σ m T(u₀)ᵀ (x₁ − x₀) / h        (3)
//     P₁ = Σ m T(u₁)ᵀ (x₁ − x₀) / h        (4)
// Newton solves (3) for u₁. Lazy products need no memory of their own.
bool Parametric::Runtime::flight(
    double h, const double* q, const double* p, double* q1, double* p1, double* v) const {
  Small u0 = Eigen::Map<const VecX>(q, nu_), P0 = Eigen::Map<const VecX>(p, nu_);
  Small zero = Small::Zero(nu_), u1(nu_), P1(nu_), residual(nu_);
  map_->sample(q, zero.data(), start_);
  Square M = Square::Zero(nu_, nu_);
  double rounding = 0.0;  // what (3) owes to the last digit of positions, however slow it goes
  for (int i = 0; i < particles(); ++i) {
    const auto T = start_.T.middleCols(i * nu_, nu_);
    M += m_[i] * T.transpose().lazyProduct(T);
    rounding += 1e-15 * m_[i] / h * T.norm() * (T.norm() + start_.x[i].norm());
  }
  u1 = u0 + h * M.partialPivLu().solve(P0);
  const double size = P0.norm() + 1e-300;
  double error = size;
  for (int iteration = 0; iteration < 30; ++iteration) {
    map_->sample(u1.data(), zero.data(), end_);
    Square slope = Square::Zero(nu_, nu_);
    residual = -P0;
    for (int i = 0; i < particles(); ++i) {
      const auto T0 = start_.T.middleCols(i * nu_, nu_);
      const auto T1 = end_.T.middleCols(i * nu_, nu_);
      residual += T0.transpose().lazyProduct(m_[i] / h * (end_.x[i] - start_.x[i]));
      slope += (m_[i] / h) * T0.transpose().lazyProduct(T1);
    }
    const double previous = error;
    error = residual.norm();
    if (error <= 1e-15 * size || (error <= 1e-12 * size + rounding && error >= previous)) break;
    u1 -= slope.partialPivLu().solve(residual);
  }
  P1.setZero();
  for (int i = 0; i < particles(); ++i) {
    const auto T1 = end_.T.middleCols(i * nu_, nu_);
    P1 += T1.transpose().lazyProduct(m_[i] / h * (end_.x[i] - start_.x[i]));
  }
  for (int k = 0; k < nu_; ++k) {
    q1[k] = u1[k];
    p1[k] = P1[k];
    v[k] = (u1[k] - u0[k]) / h;
  }
  // Differences of positions lose digits as h shrinks, so the last of them cannot be asked for.
  return u1.allFinite() && error <= 1e-6 * size + rounding;
}

}  // namespace holon
