// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/LU>

#include "holon/geometry/parametric_map.h"
#include "holon/object/object.h"

namespace holon {

/// Particles held by their very coordinates: positions x(u), integrated in u (seed 003).
///
///     ẋ = T u̇,   ẍ = T ü + Ṫ u̇                                  (1)
///     M(u) = Σ mᵢ TᵢᵀTᵢ,   bias = −Σ mᵢ Tᵢᵀ Ṫᵢ u̇                 (2)
///
/// The constraint is met exactly, always. The force it takes, m ẍ − f, is perpendicular to the
/// tangents and is read back from the world (World::parametric_forces).
struct Parametric {
  static constexpr std::string_view name = "parametric";
  static constexpr std::string_view summary = "particles whose positions are functions x(u)";
  static constexpr std::string_view required[] = {"map", "masses", "u"};
  static constexpr int max_parameters = 6;

  ParametricMap map = {};
  std::vector<double> masses = {1.0};
  std::vector<double> u = {0.0};
  std::vector<double> u_dot = {0.0};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("map", self.map, "the functions x(u): circle, helix, parabola or linkage");
    visit("masses", self.masses, "mass of each particle [kg]");
    visit("u", self.u, "parameters at the start");
    visit("u_dot", self.u_dot, "their rates at the start [1/s]");
  }
  void check(Diagnostics& d) const;
  void start(double* q, double* v) const {
    std::copy(u.begin(), u.end(), q);
    std::copy(u_dot.begin(), u_dot.end(), v);
  }

  class Runtime {
   public:
    static constexpr bool has_orientation = false;
    static constexpr bool varying_mass = true;
    explicit Runtime(const Parametric& p);
    int nq() const { return nu_; }
    int nv() const { return nu_; }
    int particles() const { return static_cast<int>(m_.size()); }

    void place(const double* q, const double* v);
    PointKin point(const PointOn& p) const {
      return {at_.x[p.part], rate(p.part), at_.convective[p.part]};
    }
    template <int M>
    void pull_point(const PointOn& p, const RowBlock<M, 3>& A, double* J) const {
      Eigen::Map<RowBlock<M, Eigen::Dynamic>> block(J, M, nu_);
      for (int k = 0; k < nu_; ++k) block.col(k) += A * tangent(p.part, k);
    }

    void mass_matrix(double* M) const;
    void add_bias(double* Q) const;
    void add_internal_force(double* /*Q*/) const {}
    double internal_energy() const { return 0.0; }
    void add_gravity(const Vec3& g, double* Q) const {
      for (int i = 0; i < particles(); ++i)
        for (int k = 0; k < nu_; ++k) Q[k] += m_[i] * g.dot(tangent(i, k));
    }
    void add_drag(double linear, double /*angular*/, double* Q) const {
      for (int i = 0; i < particles(); ++i)
        for (int k = 0; k < nu_; ++k) Q[k] -= linear * rate(i).dot(tangent(i, k));
    }
    /// Q += k M v
    void add_momentum(double factor, double* Q) const {
      for (int i = 0; i < particles(); ++i)
        for (int k = 0; k < nu_; ++k) Q[k] += factor * m_[i] * rate(i).dot(tangent(i, k));
    }
    double mass() const { return total_mass_; }
    double mass_of(int part) const { return m_[part]; }
    Vec3 com() const;
    double kinetic_energy() const;
    Vec3 momentum() const;
    Vec3 angular_momentum() const;
    /// ẍ of a particle for given ü.
    Vec3 acceleration(int part, const double* u_ddot) const;

    void advance(const double* q, const double* v, double h, double* q1) const {
      for (int k = 0; k < nu_; ++k) q1[k] = q[k] + h * v[k];
    }
    void q_dot(const double* /*q*/, const double* v, double* out) const {
      std::copy(v, v + nu_, out);
    }
    /// The velocity that leads from q to q1 in one second.
    void difference(const double* q, const double* q1, double* v) const {
      for (int k = 0; k < nu_; ++k) v[k] = q1[k] - q[k];
    }
    void normalize(double* /*q*/) const {}
    bool flight(
        double h, const double* q, const double* p, double* q1, double* p1, double* v) const;

   private:
    using Square =
        Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, max_parameters, max_parameters>;
    using Small = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, max_parameters, 1>;

    Vec3 tangent(int part, int k) const { return at_.T.col(part * nu_ + k); }
    Vec3 rate(int part) const {
      Vec3 v = Vec3::Zero();
      for (int k = 0; k < nu_; ++k) v += tangent(part, k) * u_dot_[k];
      return v;
    }

    ParametricMap::Function map_;
    int nu_;
    std::vector<double> m_;
    double total_mass_;
    Small u_dot_;
    ParametricSample at_;
    mutable ParametricSample start_, end_;  // scratch of flight()
  };
};

static_assert(ObjectKind<Parametric>);

}  // namespace holon
