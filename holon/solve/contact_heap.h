// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>

#include <cmath>
#include <deque>

#include "holon/solve/contact_sweeps.h"

/// Heaps for tests of what solves contacts.
namespace holon::contact_heap {

using Contact = ContactSolver::Contact;
using Rows = Eigen::Matrix<double, 3, 6, Eigen::RowMajor>;

inline constexpr double g = 9.81, h = 1.0 / 60.0;

/// Boxes, or whatever has a mass and moments of inertia, that touch at points.
class Heap {
 public:
  Kkt kkt;
  std::vector<Contact> contacts;
  VecX f, b, x, lambda;

  /// With its centre there; turns about its centre.
  int add(double mass, const Vec3& moments, const Vec3& at) {
    masses_.push_back(mass);
    moments_.push_back(moments);
    at_.push_back(at);
    return kkt.add_object(6);
  }
  /// One touches what is below it (−1: the ground) at a point; the normal is up unless
  /// it is given.
  Contact& touch(int below, int above, const Vec3& at, double mu, const Vec3& up = Vec3::UnitZ()) {
    Mat3 frame;
    frame.row(0) = up;
    frame.row(1) = std::abs(up.z()) > 0.5 ? Vec3::UnitY().cross(up).normalized() : Vec3::UnitZ();
    frame.row(2) = up.cross(frame.row(1).transpose());
    contacts.push_back({.a = below, .b = above, .mu = mu});
    if (below >= 0) contacts.back().rows_a = keep(-rows(frame, at - at_[below]));
    if (above >= 0) contacts.back().rows_b = keep(rows(frame, at - at_[above]));
    return contacts.back();
  }
  /// A ball joint.
  void join(int below, int above, const Vec3& at) {
    const int c = kkt.add_constraint(3);
    joints_.push_back({kkt.add_block(c, below), -rows(Mat3::Identity(), at - at_[below])});
    joints_.push_back({kkt.add_block(c, above), rows(Mat3::Identity(), at - at_[above])});
  }
  void touch_by_corners(int below, int above, const Vec3& middle, double half, double mu) {
    for (double i : {-half, half})
      for (double j : {-half, half}) touch(below, above, middle + Vec3(i, j, 0), mu);
  }
  void analyse() {
    kkt.analyse();
    const int n = kkt.dofs();
    f.setZero(n);
    x.setZero(n);
    b.setZero(kkt.rows());
    lambda.setZero(kkt.rows());
    for (int i = 0; i < kkt.objects(); ++i) {
      Eigen::Matrix<double, 6, 6> M = Eigen::Matrix<double, 6, 6>::Zero();
      M.diagonal() << Vec3::Constant(masses_[i]), moments_[i];
      kkt.set_mass(i, M.data());
      f.segment<3>(6 * i).z() = -masses_[i] * g * h;
    }
    for (const auto& [place, J] : joints_) Eigen::Map<Rows>(kkt.jacobian() + place) = J;
    solver_.prepare(kkt);
  }
  ContactSolver::Outcome solve(double tolerance = 1e-12) {
    return solver_.solve(kkt,
                         {f.data(), static_cast<std::size_t>(f.size())},
                         {b.data(), static_cast<std::size_t>(b.size())},
                         contacts,
                         x,
                         lambda,
                         tolerance);
  }
  ContactSweeps::Outcome sweep(int most, double tolerance) {
    return sweeps_.solve(kkt,
                         {f.data(), static_cast<std::size_t>(f.size())},
                         {b.data(), static_cast<std::size_t>(b.size())},
                         contacts,
                         x,
                         lambda,
                         tolerance,
                         most);
  }
  Vec3 sum_of_pushes(int on) const {  // by frames that are upright
    Vec3 sum = Vec3::Zero();
    for (const Contact& c : contacts)
      if (c.b == on) sum += c.push;
    return sum;
  }

 private:
  static Rows rows(const Mat3& frame, const Vec3& arm) {
    Rows C;
    C << frame, frame * skew(arm).transpose();
    return C;
  }
  static Mat3 skew(const Vec3& r) {
    Mat3 S;
    S << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
    return S;
  }
  const double* keep(const Rows& C) { return kept_.emplace_back(C).data(); }

  std::vector<double> masses_;
  std::vector<Vec3> moments_, at_;
  std::deque<Rows> kept_;
  std::vector<std::pair<std::ptrdiff_t, Rows>> joints_;
  ContactSolver solver_;
  ContactSweeps sweeps_;
};

/// Holds what was found against every word of the contact law, and the balance of momentum.
inline void expect_lawful(const Heap& heap, double tolerance) {
  VecX missing = heap.f;
  VecX Mx(heap.f.size());
  const auto span = [](VecX& v) { return std::span(v.data(), static_cast<std::size_t>(v.size())); };
  const auto const_span = [](const VecX& v) {
    return std::span(v.data(), static_cast<std::size_t>(v.size()));
  };
  heap.kkt.times_mass(const_span(heap.x), span(Mx));
  heap.kkt.add_jacobian_transposed(const_span(heap.lambda), span(missing));
  double strongest = 0.0;
  for (const Contact& c : heap.contacts) {
    Vec3 u = Vec3::Zero();
    const auto side = [&](int object, const double* values) {
      if (object < 0) return;
      const Eigen::Map<const Rows> C(values);
      u += C * heap.x.segment<6>(6 * object);
      missing.segment<6>(6 * object) += C.transpose() * c.push;
    };
    side(c.a, c.rows_a);
    side(c.b, c.rows_b);
    strongest = std::max(strongest, c.push.norm());
    const double normal = c.push[0], parts = u[0] - c.w, slip = u.tail<2>().norm();
    EXPECT_GE(parts, -2.0 * tolerance) << "they part";
    EXPECT_GE(normal, 0.0) << "they do not pull";
    EXPECT_LE(c.push.tail<2>().norm(), c.mu * normal + 10.0 * tolerance) << "friction has a limit";
    if (normal > 1e-6) EXPECT_NEAR(parts, 0.0, 2.0 * tolerance) << "what pushes touches";
    if (normal > 1e-6 && slip > 1e4 * tolerance) {
      EXPECT_NEAR((c.push.tail<2>() / normal + c.mu * u.tail<2>() / slip).norm(),
                  0.0,
                  10.0 * tolerance * (1.0 / slip + 1.0 / normal))
          << "friction opposes what slips";
    }
  }
  missing -= Mx;
  EXPECT_LT(missing.lpNorm<Eigen::Infinity>(), 1e-9 * (1.0 + strongest)) << "momentum is balanced";
}

inline Vec3 moments_of_cube(double mass, double edge) {
  return Vec3::Constant(mass * edge * edge / 6.0);
}

}  // namespace holon::contact_heap
