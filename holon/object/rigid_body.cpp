// SPDX-License-Identifier: Apache-2.0
#include "holon/object/rigid_body.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace holon {
namespace {

// An axis counts as massless below this fraction of the largest principal inertia.
constexpr double kMassless = 1e-12;

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
    : m_(b.mass), m_inverse_(1.0 / b.mass), com_(b.com) {
  Mat3 I = b.inertia;
  const PrincipalAxes principal = principal_axes(b.inertia);
  if (has_massless_axis(principal.moments)) {
    // Any inertia will do for a turn that nothing drives; that of the other axes keeps M well
    // scaled.
    const Vec3 axis = principal.axes.col(0);
    massless_axis_ = axis;
    I += principal.moments[2] * axis * axis.transpose();
    spins_freely_ = false;
  }
  I_ = Symmetric::of(I);
  I_inverse_ = Symmetric::of(I.inverse());
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

}  // namespace holon
