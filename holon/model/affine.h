// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/LU>
#include <cmath>

#include "holon/object/object.h"

namespace holon {

/// The linear elastic material of an affine body.
struct Elasticity {
  double volume = 1.0;     ///< [m³], or area [m²] in the plane
  double mu = 0.0;         ///< shear modulus [Pa]
  double lambda = 0.0;     ///< Lamé's first parameter [Pa]
  double viscosity = 0.0;  ///< stress per rate of strain [Pa s]
};

/// A body deformed by one linear map, in D = 2 or 3 dimensions: seed 001's troid.
///
///     x = p + A X            q = (p, A), v = (ṗ, Ȧ), matrices by columns            (1)
///     T = ½ m ṗ² + ½ tr(Ȧ J Ȧᵀ),   J = ∫ρ X Xᵀ dV about the centre of mass          (2)
///     W = V (μ E:E + ½ λ (tr E)²),   E = ½ (Aᵀ A − 1)                               (3)
///
/// (3) is the energy of St. Venant and Kirchhoff, whose stress is linear in the strain E; its force
/// on A is −∂W/∂A = −V A S, S = 2 μ E + λ tr(E) 1, to which the viscosity adds η Ė.
/// Connectors are linear in v, so ẍ = 0 at v̇ = 0. A body in the plane lives at a height z.
template <int D>
class AffineRuntime {
 public:
  static constexpr bool has_orientation = true;
  static constexpr int n = D + D * D;
  using VecD = Eigen::Matrix<double, D, 1>;
  using MatD = Eigen::Matrix<double, D, D>;

  AffineRuntime(double mass, const MatD& J, const Elasticity& material, double z)
      : m_(mass), J_(J), material_(material), z_(z) {}
  int nq() const { return n; }
  int nv() const { return n; }

  void place(const double* q, const double* v) {
    p_ = view<VecD>(q);
    A_ = view<MatD>(q + D);
    pd_ = view<VecD>(v);
    Ad_ = view<MatD>(v + D);
  }

  PointKin point(const PointOn& p) const {
    const VecD X = p.at.template head<D>();
    return {embed(p_ + A_ * X, z_), embed(pd_ + Ad_ * X, 0.0), Vec3::Zero()};
  }
  /// Directions are material: they follow A and are made of unit length.
  DirectionKin direction(const DirectionOn& d) const {
    const Vec3T<Taylor> u = unit(taylor_image(d.along));
    return {{u[0].v, u[1].v, u[2].v}, {u[0].d, u[1].d, u[2].d}, {u[0].dd, u[1].dd, u[2].dd}};
  }
  /// The z axis of a frame follows the material, its x axis stays as near to the material's as a
  /// right angle lets it (Gram-Schmidt, z first). Its turning is ω = ½ Σ eᵢ × ėᵢ.
  FrameKin frame(const FrameOn& f) const {
    const PointKin p = point({f.object, f.at});
    const Mat3 axes = f.orientation.toRotationMatrix();
    const Mat3T<Taylor> e =
        orthonormal<Taylor>(taylor_image(axes.col(2)), taylor_image(axes.col(0)));
    FrameKin k{p.x, p.v, p.a, Mat3::Zero(), Vec3::Zero(), Vec3::Zero()};
    for (int j = 0; j < 3; ++j) {
      Vec3 x, rate, acceleration;
      for (int i = 0; i < 3; ++i) {
        x[i] = e(i, j).v;
        rate[i] = e(i, j).d;
        acceleration[i] = e(i, j).dd;
      }
      k.R.col(j) = x;
      k.w += 0.5 * x.cross(rate);
      k.alpha += 0.5 * x.cross(acceleration);
    }
    return k;
  }

  template <int M>
  void pull_point(const PointOn& p, const RowBlock<M, 3>& A, double* J) const {
    Eigen::Map<RowBlock<M, n>> block(J);
    const RowBlock<M, D> in_plane = A.template leftCols<D>();
    block.template leftCols<D>() += in_plane;
    for (int j = 0; j < D; ++j) block.template middleCols<D>(D + j * D) += in_plane * p.at[j];
  }
  template <int M>
  void pull_direction(const DirectionOn& d, const RowBlock<M, 3>& A, double* J) const {
    add_deformation<M>(A * turning_of(d), J);
  }
  template <int M>
  void pull_frame(const FrameOn& f, const RowBlock<M, 6>& A, double* J) const {
    pull_point<M>({f.object, f.at}, A.template leftCols<3>(), J);
    add_deformation<M>(A.template rightCols<3>() * turning_of(f), J);
  }

  void mass_matrix(double* M) const {
    Eigen::Map<Eigen::Matrix<double, n, n>> block(M);
    block.setZero();
    block.template topLeftCorner<D, D>() = m_ * MatD::Identity();
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < D; ++j)
        block.template block<D, D>(D + i * D, D + j * D) = J_(i, j) * MatD::Identity();
  }
  void add_bias(double* /*Q*/) const {}
  void add_internal_force(double* Q) const {
    const MatD E = 0.5 * (A_.transpose() * A_ - MatD::Identity());
    const MatD rate = 0.5 * (Ad_.transpose() * A_ + A_.transpose() * Ad_);
    const MatD S = 2.0 * material_.mu * E + material_.lambda * E.trace() * MatD::Identity()
                   + material_.viscosity * rate;
    Eigen::Map<MatD> force(Q + D);
    force -= material_.volume * A_ * S;
  }
  double internal_energy() const {
    const MatD E = 0.5 * (A_.transpose() * A_ - MatD::Identity());
    return material_.volume
           * (material_.mu * E.squaredNorm() + 0.5 * material_.lambda * E.trace() * E.trace());
  }
  void add_gravity(const Vec3& g, double* Q) const {
    Eigen::Map<VecD> force(Q);
    force += m_ * g.template head<D>();
  }
  void add_drag(double linear, double angular, double* Q) const {
    const FrameKin f = frame({});
    RowBlock<1, 6> push;
    push << -linear * f.v.transpose(), -angular * f.w.transpose();
    pull_frame<1>({}, push, Q);
  }
  /// Q += k M v
  void add_momentum(double k, double* Q) const {
    Eigen::Map<VecD> force(Q);
    Eigen::Map<MatD> stress(Q + D);
    force += k * m_ * pd_;
    stress += k * Ad_ * J_;
  }
  /// The torque by the power of turning, Ȧ = [ω]× A: the sum of a_j × Q_j over the columns.
  Wrench wrench(const double* Q) const {
    Wrench sum{embed(view<VecD>(Q), 0.0), Vec3::Zero()};
    for (int j = 0; j < D; ++j)
      sum.torque += embed(A_.col(j), 0.0).cross(embed(view<VecD>(Q + D + j * D), 0.0));
    return sum;
  }
  double mass() const { return m_; }
  Vec3 com() const { return embed(p_, z_); }
  double kinetic_energy() const {
    return 0.5 * (m_ * pd_.squaredNorm() + (Ad_ * J_ * Ad_.transpose()).trace());
  }
  Vec3 momentum() const { return embed(m_ * pd_, 0.0); }
  /// m p × ṗ + ∫ρ (A X) × (Ȧ X), the latter from the skew part of Ȧ J Aᵀ.
  Vec3 angular_momentum() const {
    Mat3 S = Mat3::Zero();
    S.template topLeftCorner<D, D>() = Ad_ * J_ * A_.transpose();
    return embed(p_, z_).cross(momentum())
           + Vec3(S(2, 1) - S(1, 2), S(0, 2) - S(2, 0), S(1, 0) - S(0, 1));
  }

  void advance(const double* q, const double* v, double h, double* q1) const {
    for (int i = 0; i < n; ++i) q1[i] = q[i] + h * v[i];
  }
  void q_dot(const double* /*q*/, const double* v, double* out) const {
    for (int i = 0; i < n; ++i) out[i] = v[i];
  }
  /// The velocity that leads from q to q1 in one second.
  void difference(const double* q, const double* q1, double* v) const {
    for (int i = 0; i < n; ++i) v[i] = q1[i] - q[i];
  }
  void normalize(double* /*q*/) const {}
  bool flight(double h, const double* q, const double* p, double* q1, double* p1, double* v) const {
    view<VecD>(v) = view<VecD>(p) / m_;
    const MatD J_inverse = J_.inverse();
    view<MatD>(v + D) = view<MatD>(p + D) * J_inverse;
    for (int i = 0; i < n; ++i) {
      q1[i] = q[i] + h * v[i];
      p1[i] = p[i];
    }
    return true;
  }

  Vec3 origin() const { return embed(p_, z_); }
  const MatD& deformation() const { return A_; }

 private:
  static Vec3 embed(const VecD& x, double z) {
    Vec3 out(0.0, 0.0, z);
    out.template head<D>() = x;
    return out;
  }
  using ByDeformation = Eigen::Matrix<double, 3, D * D>;
  /// How a direction changes with the entries of A.
  ByDeformation turning_of(const DirectionOn& d) const {
    const Vec3T<Dual<D* D>> u = unit(dual_image(d.along));
    ByDeformation du;
    for (int i = 0; i < 3; ++i) du.row(i) = u[i].d.transpose();
    return du;
  }
  /// How far a frame turns with them.
  ByDeformation turning_of(const FrameOn& f) const {
    const Mat3 axes = f.orientation.toRotationMatrix();
    using S = Dual<D * D>;
    const Mat3T<S> e = orthonormal<S>(dual_image(axes.col(2)), dual_image(axes.col(0)));
    ByDeformation turning = ByDeformation::Zero();
    for (int k = 0; k < D * D; ++k)
      for (int j = 0; j < 3; ++j) {
        const Vec3 x(e(0, j).v, e(1, j).v, e(2, j).v);
        const Vec3 dx(e(0, j).d[k], e(1, j).d[k], e(2, j).d[k]);
        turning.col(k) += 0.5 * x.cross(dx);
      }
    return turning;
  }
  template <int M>
  void add_deformation(const RowBlock<M, D * D>& row, double* J) const {
    Eigen::Map<RowBlock<M, n>> block(J);
    block.template rightCols<D * D>() += row;
  }
  /// A d along the motion; a direction out of the plane of a plane body stays as it is.
  Vec3T<Taylor> taylor_image(const Vec3& d) const {
    Vec3T<Taylor> u;
    for (int i = 0; i < 3; ++i) u[i] = Taylor(i < D ? 0.0 : d[i]);
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < D; ++j) u[i] += Taylor(A_(i, j) * d[j], Ad_(i, j) * d[j], 0.0);
    return u;
  }
  /// A d, differentiated by the entries of A.
  Vec3T<Dual<D * D>> dual_image(const Vec3& d) const {
    Vec3T<Dual<D * D>> u;
    for (int i = 0; i < 3; ++i) u[i] = Dual<D * D>(i < D ? 0.0 : d[i]);
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < D; ++j) {
        u[i].v += A_(i, j) * d[j];
        u[i].d[j * D + i] = d[j];
      }
    return u;
  }
  template <class S>
  static Vec3T<S> unit(const Vec3T<S>& u) {
    return u * (S(1.0) / sqrt(S(u.dot(u))));
  }
  template <class S>
  static Mat3T<S> orthonormal(const Vec3T<S>& along_z, const Vec3T<S>& near_x) {
    Mat3T<S> e;
    const Vec3T<S> z = unit<S>(along_z);
    const Vec3T<S> x = unit<S>(near_x - z * S(z.dot(near_x)));
    e.col(0) = x;
    e.col(1) = z.cross(x);
    e.col(2) = z;
    return e;
  }

  double m_;
  MatD J_;
  Elasticity material_;
  double z_;
  VecD p_ = VecD::Zero(), pd_ = VecD::Zero();
  MatD A_ = MatD::Identity(), Ad_ = MatD::Zero();
};

}  // namespace holon
