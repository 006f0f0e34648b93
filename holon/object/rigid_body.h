// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <span>

#include "holon/geometry/mass_properties.h"
#include "holon/object/object.h"

namespace holon {

/// A body that keeps its shape: six degrees of freedom.
///
///     q = (x, Q)   position of the centre of mass, orientation as a unit quaternion, body to world
///     v = (ẋ, ω)   ω in body axes, so that M = diag(m 1, I) is constant
///
/// The angular momentum changes by its own turning: I ω̇ = τ − ω × I ω.
/// A thin rod has no inertia about its axis; that one turn is then no degree of freedom: no torque
/// drives it and it never spins up.
struct RigidBody {
  static constexpr std::string_view name = "rigid_body";
  static constexpr std::string_view summary = "body that keeps its shape";
  static constexpr std::string_view required[] = {"mass", "inertia"};

  double mass = 1.0;
  Mat3 inertia = Mat3::Identity();
  Vec3 com = Vec3::Zero();
  Vec3 position = Vec3::Zero();
  Quat orientation = Quat::Identity();
  Vec3 velocity = Vec3::Zero();
  Vec3 angular_velocity = Vec3::Zero();

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("mass", self.mass, "mass [kg]");
    visit("inertia", self.inertia, "inertia about the centre of mass, in body axes [kg m^2]");
    visit("com", self.com, "centre of mass in body coordinates [m]");
    visit("position", self.position, "position of the body's origin at the start [m]");
    visit("orientation", self.orientation, "orientation at the start, quaternion w x y z");
    visit("velocity", self.velocity, "velocity of the body's origin at the start [m/s]");
    visit("angular_velocity", self.angular_velocity, "at the start, in world axes [rad/s]");
  }
  void check(Diagnostics& d) const;
  void start(double* q, double* v) const;

  /// The body of a shape of given density (see geometry/shape.h for the mass properties).
  static RigidBody from(const MassProperties& p) {
    RigidBody body;
    body.mass = p.mass;
    body.inertia = p.inertia;
    body.com = p.com;
    return body;
  }

  class Runtime {
   public:
    static constexpr bool has_orientation = true;
    explicit Runtime(const RigidBody& b);
    int nq() const { return 7; }
    int nv() const { return 6; }

    void place(const double* q, const double* v) {
      x_ = view<Vec3>(q);
      R_ = view<Quat>(q + 3).toRotationMatrix();
      move(v);
    }
    /// The same, where it is already.
    void move(const double* v) {
      v_ = view<Vec3>(v);
      w_B_ = view<Vec3>(v + 3);
      w_ = R_ * w_B_;
    }
    /// Where they are: the values of connectors without their rates.
    Vec3 at(const PointOn& p) const { return x_ + R_ * (p.at - com_); }
    Vec3 at(const DirectionOn& d) const { return R_ * d.along; }
    FrameT<double> at(const Vec3& origin, const Mat3& axes) const {
      return {x_ + R_ * (origin - com_), R_ * axes};
    }
    PointKin point(const PointOn& p) const {
      const Vec3 b = R_ * (p.at - com_);
      const Vec3 turning = w_.cross(b);
      return {x_ + b, v_ + turning, w_.cross(turning)};
    }
    DirectionKin direction(const DirectionOn& d) const {
      const Vec3 x = R_ * d.along;
      const Vec3 turning = w_.cross(x);
      return {x, turning, w_.cross(turning)};
    }
    FrameKin frame(const FrameOn& f) const {
      const PointKin p = point({f.object, f.at});
      return {p.x, p.v, p.a, R_ * f.orientation.toRotationMatrix(), w_, Vec3::Zero()};
    }

    // ẋ = ẋ_com − R [b]× ω
    template <int M>
    void pull_point(const PointOn& p, const RowBlock<M, 3>& A, double* J) const {
      Eigen::Map<RowBlock<M, 6>> block(J);
      block.template leftCols<3>() += A;
      add_turning<M>(lever<M>(p.at - com_, A), J);
    }
    template <int M>
    void pull_direction(const DirectionOn& d, const RowBlock<M, 3>& A, double* J) const {
      add_turning<M>(lever<M>(d.along, A), J);
    }
    template <int M>
    void pull_frame(const FrameOn& f, const RowBlock<M, 6>& A, double* J) const {
      pull_point<M>({f.object, f.at}, A.template leftCols<3>(), J);
      add_turning<M>(A.template rightCols<3>() * R_, J);
    }

    // ---- the same rows, written where there are zeros, by kinds in a hot path ----
    /// Rows of `weight` times the velocity of a point.
    void write_point(const PointOn& p, double weight, double* J) const {
      const Vec3 b = weight * (p.at - com_);
      for (int i = 0; i < 3; ++i, J += 6) {
        J[i] = weight;
        write_turning(b.cross(R_.row(i)), J);
      }
    }
    /// Rows A on the velocity of what is at x in the world.
    template <int M>
    void write_force(const RowBlock<M, 3>& A, const Vec3& x, double* J) const {
      const Vec3 b = R_.transpose() * (x - x_);
      for (int i = 0; i < M; ++i, J += 6) {
        view<Eigen::RowVector3d>(J) = A.row(i);
        write_turning(b.cross(R_.transpose() * A.row(i).transpose()), J);
      }
    }
    /// Rows A on the angular velocity.
    template <int M>
    void write_torque(const RowBlock<M, 3>& A, double* J) const {
      for (int i = 0; i < M; ++i, J += 6) write_turning(R_.transpose() * A.row(i).transpose(), J);
    }

    void mass_matrix(double* M) const {
      Eigen::Map<Eigen::Matrix<double, 6, 6>> block(M);
      block.setZero();
      block.topLeftCorner<3, 3>() = m_ * Mat3::Identity();
      block.bottomRightCorner<3, 3>() = I_.matrix();
    }
    void add_bias(double* Q) const {
      Eigen::Map<Vec3> torque(Q + 3);
      torque -= w_B_.cross(I_ * w_B_);
    }
    void add_internal_force(double* /*Q*/) const {}
    double internal_energy() const { return 0.0; }
    void add_gravity(const Vec3& g, double* Q) const {
      Eigen::Map<Vec3> force(Q);
      force += m_ * g;
    }
    void add_drag(double linear, double angular, double* Q) const {
      Eigen::Map<Vec3> force(Q), torque(Q + 3);
      force -= linear * v_;
      torque -= angular * w_B_;
    }
    /// Q += k M v
    void add_momentum(double k, double* Q) const {
      Eigen::Map<Vec3> force(Q), torque(Q + 3);
      force += k * m_ * v_;
      torque += k * (I_ * w_B_);
    }
    Wrench wrench(const double* Q) const { return {view<Vec3>(Q), R_ * view<Vec3>(Q + 3)}; }
    double mass() const { return m_; }
    Vec3 com() const { return x_; }
    double kinetic_energy() const { return 0.5 * (m_ * v_.squaredNorm() + w_B_.dot(I_ * w_B_)); }
    Vec3 momentum() const { return m_ * v_; }
    Vec3 angular_momentum() const { return m_ * x_.cross(v_) + R_ * (I_ * w_B_); }

    void advance(const double* q, const double* v, double h, double* q1) const;
    void q_dot(const double* q, const double* v, double* out) const;
    /// The velocity that leads from q to q1 in one second.
    void difference(const double* q, const double* q1, double* v) const {
      const Quat turn = view<Quat>(q + 3).conjugate() * view<Quat>(q1 + 3);
      view<Vec3>(v) = view<Vec3>(q1) - view<Vec3>(q);
      view<Vec3>(v + 3) = rotation_log(turn);
    }
    void normalize(double* q) const { view<Quat>(q + 3).normalize(); }
    bool flight(
        double h, const double* q, const double* p, double* q1, double* p1, double* v) const;
    /// One of up to four that fly at once, and are placed where they arrive: most of a flight is
    /// waiting for the last result. Who flies along makes no difference to the bits.
    struct Flyer {
      Runtime* body;
      const double *q, *p;
      double *q1, *p1, *v;
    };
    static constexpr std::size_t most_flyers = 4;
    static bool fly(double h, std::span<const Flyer> flyers);
    /// The same, as on a processor without wide vectors.
    static bool fly_narrow(double h, std::span<const Flyer> flyers);

    /// Position and orientation of the body's own origin and axes, for those who look from outside.
    Vec3 origin() const { return x_ - R_ * com_; }
    const Mat3& rotation() const { return R_; }
    Vec3 origin_velocity() const { return v_ - w_.cross(R_ * com_); }
    const Vec3& angular_velocity() const { return w_; }
    /// Projector, in body axes, on the turns that have inertia: all but those about a massless
    /// axis.
    Mat3 mobile_turns() const {
      return Mat3::Identity() - massless_axis_ * massless_axis_.transpose();
    }

   private:
    /// −A R [b]×: each row a of A R becomes b × a.
    template <int M>
    RowBlock<M, 3> lever(const Vec3& b, const RowBlock<M, 3>& A) const {
      const RowBlock<M, 3> AR = A * R_;
      RowBlock<M, 3> out;
      for (int i = 0; i < M; ++i) {
        out(i, 0) = b[1] * AR(i, 2) - b[2] * AR(i, 1);
        out(i, 1) = b[2] * AR(i, 0) - b[0] * AR(i, 2);
        out(i, 2) = b[0] * AR(i, 1) - b[1] * AR(i, 0);
      }
      return out;
    }
    template <int M>
    void add_turning(const RowBlock<M, 3>& row, double* J) const {
      Eigen::Map<RowBlock<M, 6>> block(J);
      if (spins_freely_)
        block.template rightCols<3>() += row;
      else
        block.template rightCols<3>() += row * mobile_turns();
    }

    void write_turning(const Vec3& row, double* J) const {
      if (spins_freely_)
        view<Vec3>(J + 3) = row;
      else
        view<Vec3>(J + 3) = mobile_turns() * row;  // which is symmetric
    }

    struct Flight;

    /// A symmetric matrix, by what is not above its diagonal.
    struct Symmetric {
      double entries[6];  // xx, xy, xz, yy, yz, zz
      static Symmetric of(const Mat3& S) {
        return {{S(0, 0), S(1, 0), S(2, 0), S(1, 1), S(2, 1), S(2, 2)}};
      }
      Mat3 matrix() const {
        const auto& [xx, xy, xz, yy, yz, zz] = entries;
        Mat3 S;
        S << xx, xy, xz, xy, yy, yz, xz, yz, zz;
        return S;
      }
      Vec3 operator*(const Vec3& u) const { return matrix() * u; }
    };

    Vec3 x_ = Vec3::Zero();
    Mat3 R_ = Mat3::Identity();
    Vec3 v_ = Vec3::Zero(), w_B_ = Vec3::Zero(), w_ = Vec3::Zero();
    double m_, m_inverse_;
    Symmetric I_;  // about the centre of mass, body axes, made invertible about a massless axis
    Symmetric I_inverse_;
    Vec3 com_;                           // body coordinates
    Vec3 massless_axis_ = Vec3::Zero();  // zero if there is none
    bool spins_freely_ = true;
  };
};

static_assert(ObjectKind<RigidBody>);

}  // namespace holon
