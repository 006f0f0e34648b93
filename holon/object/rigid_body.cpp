// SPDX-License-Identifier: Apache-2.0
#include "holon/object/rigid_body.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <limits>

namespace holon {
namespace {

// An axis counts as massless below this fraction of the largest principal inertia.
constexpr double kMassless = 1e-12;
// The square of half a turn per step [rad²] up to which it is small.
constexpr double kSmallTurn = 0.01;

struct PrincipalAxes {
  Vec3 moments;  // increasing
  Mat3 axes;
};
PrincipalAxes principal_axes(const Mat3& inertia) {
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(inertia);
  return {eigen.eigenvalues(), eigen.eigenvectors()};
}

bool has_massless_axis(const Vec3& moments) {
  return moments[0] <= kMassless * moments[2];
}

}  // namespace

void RigidBody::check(Diagnostics& d) const {
  d.expect(std::isfinite(mass) && mass > 0.0, "mass", "must be positive and finite");
  d.expect(com.allFinite(), "com", "must be finite");
  d.expect(position.allFinite(), "position", "must be finite");
  d.expect(velocity.allFinite(), "velocity", "must be finite");
  d.expect(angular_velocity.allFinite(), "angular_velocity", "must be finite");
  d.expect(orientation.coeffs().allFinite() && orientation.norm() > 1e-12,
           "orientation",
           "must be a quaternion that is not zero");
  if (!inertia.allFinite()) {
    d.error("inertia", "must be finite");
    return;
  }
  const double size = inertia.cwiseAbs().maxCoeff();
  d.expect((inertia - inertia.transpose()).cwiseAbs().maxCoeff() <= 1e-12 * size,
           "inertia",
           "must be symmetric");
  const Vec3 m = principal_axes(inertia).moments;
  d.expect(m[0] >= -1e-12 * size, "inertia", "must not have a negative principal moment");
  d.expect(m[1] > kMassless * m[2],
           "inertia",
           "must have at least two positive principal moments (use a particle for a point mass)");
  d.expect(m[2] <= (m[0] + m[1]) * (1.0 + 1e-9),
           "inertia",
           "is of no real body: its largest principal moment exceeds the sum of the others");
}

void RigidBody::start(double* q, double* v) const {
  const Quat rotation = orientation.normalized();
  const Mat3 R = rotation.toRotationMatrix();
  const PrincipalAxes principal = principal_axes(inertia);
  Vec3 w_B = R.transpose() * angular_velocity;
  if (has_massless_axis(principal.moments)) {
    const Vec3 axis = principal.axes.col(0);
    w_B -= axis * axis.dot(w_B);
  }
  view<Vec3>(q) = position + R * com;
  view<Quat>(q + 3) = rotation;
  view<Vec3>(v) = velocity + R * w_B.cross(com);
  view<Vec3>(v + 3) = w_B;
}

RigidBody::Runtime::Runtime(const RigidBody& b)
    : m_(b.mass), m_inverse_(1.0 / b.mass), I_(b.inertia), com_(b.com), mobile_(Mat3::Identity()) {
  const PrincipalAxes principal = principal_axes(b.inertia);
  if (has_massless_axis(principal.moments)) {
    // Any inertia will do for a turn that nothing drives; that of the other axes keeps M well
    // scaled.
    const Vec3 axis = principal.axes.col(0);
    mobile_ -= axis * axis.transpose();
    I_ += principal.moments[2] * axis * axis.transpose();
    spins_freely_ = false;
  }
  I_inverse_ = I_.inverse();
}

void RigidBody::Runtime::advance(const double* q, const double* v, double h, double* q1) const {
  const Eigen::Map<const Vec3> x(q), xd(v), w(v + 3);
  const Quat turned = view<Quat>(q + 3) * rotation_exp(h * w);
  view<Vec3>(q1) = x + h * xd;
  view<Quat>(q1 + 3) = turned.normalized();
}

// Q̇ = ½ Q ∘ (0, ω)
void RigidBody::Runtime::q_dot(const double* q, const double* v, double* out) const {
  const Eigen::Map<const Vec3> xd(v), w(v + 3);
  view<Vec3>(out) = xd;
  const Quat half_turn(0.0, 0.5 * w.x(), 0.5 * w.y(), 0.5 * w.z());
  view<Quat>(out + 3).coeffs() = (view<Quat>(q + 3) * half_turn).coeffs();
}

namespace {
/// Of (1) below.
Vec3 turning_residual(double half, const Vec3& w, const Vec3& Iw, const Vec3& mu0) {
  return Iw + half * w.cross(Iw) + (half * half * w.dot(Iw)) * w - mu0;
}
}  // namespace

// The discrete Euler-Lagrange equations of the free body for the Cayley map [Kobilarov11, sec. 4]:
// with R₁ = R cay(h ω), the body momenta at the two ends are
//     μ₀ = I ω + (h/2) ω × I ω + (h²/4) (ω·I ω) ω        (1)
//     μ₁ = I ω − (h/2) ω × I ω + (h²/4) (ω·I ω) ω        (2)
// and R μ₀ = R₁ μ₁ exactly: the angular momentum in the world does not change.
bool RigidBody::Runtime::flight(
    double h, const double* q, const double* p, double* q1, double* p1, double* v) const {
  const double half = 0.5 * h;
  Vec3 w = view<Vec3>(v + 3), Iw;
  if (!solve_turning(half, view<Vec3>(p + 3), w, Iw)) return false;
  for (int i = 0; i < 3; ++i) {
    v[i] = p[i] * m_inverse_;
    q1[i] = q[i] + h * v[i];
    p1[i] = p[i];
  }
  view<Vec3>(v + 3) = w;
  const Quat turned = view<Quat>(q + 3) * Quat(1.0, half * w[0], half * w[1], half * w[2]);
  view<Quat>(q1 + 3) = turned.normalized();
  view<Vec3>(p1 + 3) = Iw - half * w.cross(Iw) + (half * half * w.dot(Iw)) * w;  // (2)
  return true;
}

/// Newton on (1) from a guess of ω, with the slope I (1 + E) inverted as (1 − E) I⁻¹ where E, of
/// the size of half a turn per step, is small: each iteration then gains E². Errors are squares.
bool RigidBody::Runtime::solve_turning(double half, const Vec3& mu0, Vec3& w, Vec3& Iw) const {
  constexpr double near = 1e-4, exact = 1.6e-31, beyond_doubt = 1e-33, rounding = 1e-28;
  const double quarter = half * half, size = mu0.squaredNorm();
  Iw = I_ * w;
  Vec3 residual = turning_residual(half, w, Iw, mu0);
  if (!(residual.squaredNorm() < near * size)) {
    w = I_inverse_ * mu0;
    Iw = mu0;
    residual = turning_residual(half, w, Iw, mu0);
  }
  double error = residual.squaredNorm(), previous = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 20 && error > exact * size; ++i) {
    const Vec3 d = I_inverse_ * residual;
    const double e = quarter * w.dot(Iw);
    if (quarter * w.squaredNorm() < kSmallTurn && error < 0.01 * previous) {
      const Vec3 bend =
          half * (w.cross(residual) + d.cross(Iw)) + e * d + (2.0 * quarter * Iw.dot(d)) * w;
      const Vec3 Ed = I_inverse_ * bend;
      w -= d - Ed;
      Iw = I_ * w;
      const double gain = Ed.squaredNorm() / d.squaredNorm();  // E²
      if (gain * gain * error <= beyond_doubt * size) return true;
    } else {
      const Mat3 slope = I_ + half * (skew(w) * I_ - skew(Iw))
                         + (e * Mat3::Identity() + 2.0 * quarter * w * Iw.transpose());
      w -= slope.inverse() * residual;
      Iw = I_ * w;
    }
    residual = turning_residual(half, w, Iw, mu0);
    previous = error;
    error = residual.squaredNorm();
    if (error <= rounding * size && error >= previous) return true;
  }
  return error <= 1e-24 * size;
}

}  // namespace holon
