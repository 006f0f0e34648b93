// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "holon/geometry/mass_properties.h"
#include "holon/object/object.h"

/// What every kind of object must pass: its connectors against finite differences, its inertia
/// against a cloud of mass points that move with it.
namespace holon::checks {

/// Derivatives of a function of time at 0 by central differences of fourth order. With h = 1e-3 and
/// values of order 1 both truncation and rounding stay below 1e-11, with h = 2e-3 those of the
/// second derivative below 1e-9.
template <class F>
auto first_difference(F&& f, double h = 1e-3) {
  return ((8.0 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12.0 * h)).eval();
}
template <class F>
auto second_difference(F&& f, double h = 2e-3) {
  return ((16.0 * (f(h) + f(-h)) - (f(2 * h) + f(-2 * h)) - 30.0 * f(0.0)) / (12.0 * h * h)).eval();
}
inline constexpr double first_tolerance = 1e-9;
inline constexpr double second_tolerance = 1e-7;

inline VecX random_vector(int n, std::mt19937& random, double size = 1.0) {
  std::uniform_real_distribution<double> uniform(-size, size);
  VecX x(n);
  for (double& c : x) c = uniform(random);
  return x;
}
inline Vec3 random_vec3(std::mt19937& random, double size = 1.0) {
  return random_vector(3, random, size);
}

/// An object of kind K at work at (q, v).
template <class K>
struct Placed {
  typename K::Runtime runtime;
  VecX q, v;

  explicit Placed(const K& kind)
      : runtime(kind), q(VecX::Zero(runtime.nq())), v(VecX::Zero(runtime.nv())) {
    kind.start(q.data(), v.data());
    place();
  }
  void place() { runtime.place(q.data(), v.data()); }
  /// Moves it somewhere else, with a random velocity.
  void shake(std::mt19937& random, double far = 0.5) {
    const VecX way = random_vector(runtime.nv(), random, far);
    VecX q1 = q;
    runtime.advance(q.data(), way.data(), 1.0, q1.data());
    q = q1;
    v = random_vector(runtime.nv(), random);
    place();
  }
  /// The object after it has gone on at the constant velocity `rate` for t.
  typename K::Runtime after(double t, const VecX& rate) const {
    typename K::Runtime r = runtime;
    VecX q1 = q;
    r.advance(q.data(), rate.data(), t, q1.data());
    r.place(q1.data(), rate.data());
    return r;
  }
};

/// Holds the value x(q), its rate and its acceleration at v̇ = 0, and the Jacobian ∂ẋ/∂v, against
/// differences of x along the motion and along each velocity by itself.
template <class K, class Value>
void expect_derivatives(const Placed<K>& object,
                        Value&& x,
                        const Vec3& rate,
                        const Vec3& acceleration,
                        const Eigen::Matrix<double, 3, Eigen::Dynamic>& J) {
  const auto along = [&](const VecX& v) {
    return [&object, &x, v](double t) -> Vec3 { return x(object.after(t, v)); };
  };
  EXPECT_LT((J * object.v - rate).norm(), 1e-13);
  EXPECT_LT((first_difference(along(object.v)) - rate).norm(), first_tolerance);
  EXPECT_LT((second_difference(along(object.v)) - acceleration).norm(), second_tolerance);
  for (int k = 0; k < object.runtime.nv(); ++k) {
    const VecX unit = VecX::Unit(object.runtime.nv(), k);
    EXPECT_LT((first_difference(along(unit)) - J.col(k)).norm(), first_tolerance) << "column " << k;
  }
}

template <class K>
void expect_point_derivatives(const Placed<K>& object, const PointOn& p) {
  RowBlock<3, Eigen::Dynamic> J(3, object.runtime.nv());
  J.setZero();
  object.runtime.template pull_point<3>(p, Mat3::Identity(), J.data());
  const PointKin k = object.runtime.point(p);
  expect_derivatives(
      object, [&](const auto& r) { return r.point(p).x; }, k.v, k.a, J);
}

template <class K>
void expect_direction_derivatives(const Placed<K>& object, const DirectionOn& d) {
  RowBlock<3, Eigen::Dynamic> J(3, object.runtime.nv());
  J.setZero();
  object.runtime.template pull_direction<3>(d, Mat3::Identity(), J.data());
  const DirectionKin k = object.runtime.direction(d);
  EXPECT_NEAR(k.x.norm(), 1.0, 1e-14);
  expect_derivatives(
      object, [&](const auto& r) { return r.direction(d).x; }, k.v, k.a, J);
}

/// The vector of the skew part of a matrix: of Ṙ Rᵀ the angular velocity.
inline Vec3 vector_of_skew(const Mat3& S) {
  return 0.5 * Vec3(S(2, 1) - S(1, 2), S(0, 2) - S(2, 0), S(1, 0) - S(0, 1));
}

/// The origin of a frame is a point; its turning is ω = (Ṙ Rᵀ)∨, α = (R̈ Rᵀ)∨.
template <class K>
void expect_frame_derivatives(const Placed<K>& object, const FrameOn& f) {
  const int n = object.runtime.nv();
  RowBlock<6, Eigen::Dynamic> J(6, n);
  J.setZero();
  object.runtime.template pull_frame<6>(f, Eigen::Matrix<double, 6, 6>::Identity(), J.data());
  const FrameKin k = object.runtime.frame(f);
  EXPECT_LT((k.R.transpose() * k.R - Mat3::Identity()).norm(), 1e-13);
  EXPECT_NEAR(k.R.determinant(), 1.0, 1e-13);
  expect_derivatives(
      object, [&](const auto& r) { return r.frame(f).x; }, k.v, k.a, J.topRows(3));
  const auto turned = [&](const VecX& v) {
    return [&object, &f, v](double t) -> Mat3 { return object.after(t, v).frame(f).R; };
  };
  const auto turning = [&](const Mat3& rate) { return vector_of_skew(rate * k.R.transpose()); };
  EXPECT_LT((J.bottomRows(3) * object.v - k.w).norm(), 1e-13);
  EXPECT_LT((turning(first_difference(turned(object.v))) - k.w).norm(), first_tolerance);
  EXPECT_LT((turning(second_difference(turned(object.v))) - k.alpha).norm(), second_tolerance);
  for (int i = 0; i < n; ++i)
    EXPECT_LT(
        (turning(first_difference(turned(VecX::Unit(n, i)))) - J.col(i).template tail<3>()).norm(),
        first_tolerance)
        << "column " << i;
}

/// A mass point that moves with an object.
struct Marker {
  double mass;
  PointOn point;
};

/// Newton's law for each of the mass points that make up an object, with the Jacobian Jᵢ and the
/// acceleration aᵢ at v̇ = 0 of each, says what everything about its inertia has to be:
///     M = Σ m JᵀJ,   bias = −Σ m Jᵀa,   T = ½ Σ m |ẋ|²,   p = Σ m ẋ,   L = Σ m x × ẋ
template <class K>
void expect_inertia_of(const Placed<K>& object, const std::vector<Marker>& markers) {
  const auto& r = object.runtime;
  const int n = r.nv();
  const Vec3 g(0.3, -9.81, 0.7);
  MatX M = MatX::Zero(n, n);
  VecX bias = VecX::Zero(n), weight = VecX::Zero(n);
  double energy = 0.0, mass = 0.0;
  Vec3 p = Vec3::Zero(), L = Vec3::Zero(), moment = Vec3::Zero();
  for (const Marker& marker : markers) {
    RowBlock<3, Eigen::Dynamic> J(3, n);
    J.setZero();
    r.template pull_point<3>(marker.point, Mat3::Identity(), J.data());
    const PointKin k = r.point(marker.point);
    M += marker.mass * J.transpose() * J;
    bias -= marker.mass * J.transpose() * k.a;
    weight += marker.mass * J.transpose() * g;
    energy += 0.5 * marker.mass * k.v.squaredNorm();
    mass += marker.mass;
    p += marker.mass * k.v;
    L += marker.mass * k.x.cross(k.v);
    moment += marker.mass * k.x;
  }
  MatX own_M = MatX::Zero(n, n);
  VecX own_bias = VecX::Zero(n), own_weight = VecX::Zero(n), Mv = VecX::Zero(n);
  r.mass_matrix(own_M.data());
  r.add_bias(own_bias.data());
  r.add_gravity(g, own_weight.data());
  r.add_momentum(1.0, Mv.data());
  const double size = M.norm();  // all else is of this order: velocities and distances are of 1
  EXPECT_LT((own_M - M).norm(), 1e-13 * size);
  EXPECT_LT((own_bias - bias).norm(), 1e-12 * size);
  EXPECT_LT((own_weight - weight).norm(), 1e-13 * size * g.norm());
  EXPECT_LT((Mv - M * object.v).norm(), 1e-13 * size);
  EXPECT_NEAR(r.kinetic_energy(), energy, 1e-13 * size);
  EXPECT_NEAR(r.kinetic_energy(), 0.5 * object.v.dot(own_M * object.v), 1e-13 * size);
  EXPECT_NEAR(r.mass(), mass, 1e-14 * mass);
  EXPECT_LT((r.com() - moment / mass).norm(), 1e-13);
  EXPECT_LT((r.momentum() - p).norm(), 1e-13 * size);
  EXPECT_LT((r.angular_momentum() - L).norm(), 1e-12 * size);
}

/// advance() and difference() undo each other, and q_dot() is the rate of advance().
template <class K>
void expect_way_and_back(const Placed<K>& object) {
  const auto& r = object.runtime;
  const double h = 0.7;
  VecX q1 = object.q, back = object.v, again = object.q, rate = object.q;
  r.advance(object.q.data(), object.v.data(), h, q1.data());
  r.difference(object.q.data(), q1.data(), back.data());
  EXPECT_LT((back - h * object.v).norm(), 1e-13);
  r.advance(object.q.data(), back.data(), 1.0, again.data());
  EXPECT_LT((again - q1).norm(), 1e-13);
  const auto way = [&](double t) -> VecX {
    VecX there = object.q;
    r.advance(object.q.data(), object.v.data(), t, there.data());
    return there;
  };
  r.q_dot(object.q.data(), object.v.data(), rate.data());
  EXPECT_LT((first_difference(way) - rate).norm(), first_tolerance);
}

/// A free flight there and back ends where it began, and leaves the momentum in the world alone if
/// nothing holds the object.
template <class K>
struct Flight {
  VecX q, p, v;
  bool ok;
};
template <class K>
Flight<K> fly(const typename K::Runtime& r, double h, const VecX& q, const VecX& p) {
  Flight<K> f{q, p, p, false};
  f.ok = r.flight(h, q.data(), p.data(), f.q.data(), f.p.data(), f.v.data());
  return f;
}
template <class K>
VecX momentum_of(const Placed<K>& object) {
  VecX p = VecX::Zero(object.runtime.nv());
  object.runtime.add_momentum(1.0, p.data());
  return p;
}
template <class K>
void expect_reversible_flight(const Placed<K>& object, double h) {
  const VecX p = momentum_of(object);
  const Flight<K> there = fly<K>(object.runtime, h, object.q, p);
  const Flight<K> back = fly<K>(object.runtime, h, there.q, -there.p);
  ASSERT_TRUE(there.ok && back.ok);
  EXPECT_GT((there.q - object.q).norm(), 1e-3 * h) << "it has to go somewhere";
  EXPECT_LT((back.q - object.q).norm(), 1e-13 * (1.0 + object.q.norm()));
  EXPECT_LT((back.p + p).norm(), 1e-13 * (1.0 + p.norm()));
}

}  // namespace holon::checks
