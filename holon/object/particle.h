// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/object/object.h"

namespace holon {

/// A point mass: three degrees of freedom, no orientation.
///
///     q = x,  v = ẋ,  M = m 1
struct Particle {
  static constexpr std::string_view name = "particle";
  static constexpr std::string_view summary = "point mass with three degrees of freedom";
  static constexpr std::string_view required[] = {"mass"};

  double mass = 1.0;
  Vec3 position = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("mass", self.mass, "mass [kg]");
    visit("position", self.position, "position at the start [m]");
    visit("velocity", self.velocity, "velocity at the start [m/s]");
  }
  void check(Diagnostics& d) const {
    d.expect(std::isfinite(mass) && mass > 0.0, "mass", "must be positive and finite");
    d.expect(position.allFinite(), "position", "must be finite");
    d.expect(velocity.allFinite(), "velocity", "must be finite");
  }
  void start(double* q, double* v) const {
    Eigen::Map<Vec3> x(q), u(v);
    x = position;
    u = velocity;
  }

  class Runtime {
   public:
    static constexpr bool has_orientation = false;
    explicit Runtime(const Particle& p) : m_(p.mass) {}
    int nq() const { return 3; }
    int nv() const { return 3; }

    void place(const double* q, const double* v) {
      x_ = view<Vec3>(q);
      v_ = view<Vec3>(v);
    }
    PointKin point(const PointOn& /*p*/) const { return {x_, v_, Vec3::Zero()}; }
    template <int M>
    void pull_point(const PointOn& /*p*/, const RowBlock<M, 3>& A, double* J) const {
      Eigen::Map<RowBlock<M, 3>> block(J);
      block += A;
    }

    void mass_matrix(double* M) const {
      Eigen::Map<Mat3> block(M);
      block = m_ * Mat3::Identity();
    }
    void add_bias(double* /*Q*/) const {}
    void add_internal_force(double* /*Q*/) const {}
    double internal_energy() const { return 0.0; }
    void add_gravity(const Vec3& g, double* Q) const {
      Eigen::Map<Vec3> force(Q);
      force += m_ * g;
    }
    void add_drag(double linear, double /*angular*/, double* Q) const {
      Eigen::Map<Vec3> force(Q);
      force -= linear * v_;
    }
    /// Q += k M v
    void add_momentum(double k, double* Q) const {
      Eigen::Map<Vec3> force(Q);
      force += k * m_ * v_;
    }
    Wrench wrench(const double* Q) const { return {view<Vec3>(Q), Vec3::Zero()}; }
    double mass() const { return m_; }
    Vec3 com() const { return x_; }
    double kinetic_energy() const { return 0.5 * m_ * v_.squaredNorm(); }
    Vec3 momentum() const { return m_ * v_; }
    Vec3 angular_momentum() const { return m_ * x_.cross(v_); }

    void advance(const double* q, const double* v, double h, double* q1) const {
      for (int i = 0; i < 3; ++i) q1[i] = q[i] + h * v[i];
    }
    void q_dot(const double* /*q*/, const double* v, double* out) const {
      for (int i = 0; i < 3; ++i) out[i] = v[i];
    }
    /// The velocity that leads from q to q1 in one second.
    void difference(const double* q, const double* q1, double* v) const {
      for (int i = 0; i < 3; ++i) v[i] = q1[i] - q[i];
    }
    void normalize(double* /*q*/) const {}
    bool flight(
        double h, const double* q, const double* p, double* q1, double* p1, double* v) const {
      for (int i = 0; i < 3; ++i) {
        v[i] = p[i] / m_;
        q1[i] = q[i] + h * v[i];
        p1[i] = p[i];
      }
      return true;
    }

   private:
    double m_;
    Vec3 x_ = Vec3::Zero(), v_ = Vec3::Zero();
  };
};

static_assert(ObjectKind<Particle>);

}  // namespace holon
