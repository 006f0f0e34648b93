// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "holon/solve/contact_solver.h"

namespace holon {

/// Solves the same problem as ContactSolver one contact after the other, to and fro [Moreau99]:
/// each is given what it needs with all others held, first along its normal and then across it.
/// With joints, these are met again after each sweep, by the factors at hand.
///
/// Sweeps are taken for gradients of conjugate ones [Silcowitz10]: it goes on where the last sweeps
/// led, by as much as this one has changed of what the last one did, and begins anew where that is
/// more.
///
/// That is quick where little depends on much, and where it begins near the solution; else it
/// leaves off somewhere, which is a good place for Newton's method to begin.
class ContactSweeps {
 public:
  struct Outcome {
    bool met = false;
    int sweeps = 0;
    double residual = 0.0;  ///< [m/s]
  };
  /// Improves the pushes of the contacts, x and λ. The factors of the joints, if there are any,
  /// must be up to date.
  Outcome solve(Kkt& kkt,
                std::span<const double> f,
                std::span<const double> b,
                std::span<ContactSolver::Contact> contacts,
                VecX& x,
                VecX& lambda,
                double tolerance,
                int most);

 private:
  // What touches is a body, or a particle: then what belongs to the last three is zero.
  using Motion = Eigen::Matrix<double, 6, 1>;
  using Mobility = Eigen::Matrix<double, 6, 6>;
  using Rows = Eigen::Matrix<double, 3, 6, Eigen::RowMajor>;
  using Columns = Eigen::Matrix<double, 6, 3>;
  /// An object that contacts may move.
  struct Moving {
    int object;
    int at, n;          // its place in x
    Mobility mobility;  // M⁻¹
  };
  /// A contact as it is worked on.
  struct Work {
    int a, b;        // what it touches, in moving_; 0 does not give way
    double mu;       // negative of one that turns
    Vec3 away;       // how fast they part by themselves, beyond what they have to
    Vec3 push;       // as it is,
    Vec3 before;     // before a sweep,
    Vec3 going;      // and where sweeps lead to
    Vec3 W;          // how fast they part by a push of one along the normal: C M⁻¹ Cᵀ n
    double normal;   // momentum for a speed: along the normal,
    double across;   // the least across it,
    double usual;    // and the mean of all directions,
    double ease;     // and one over that
    Rows Ca, Cb;     // C of both
    Columns Ya, Yb;  // M⁻¹ Cᵀ
  };

  void prepare(const Kkt& kkt, std::span<const ContactSolver::Contact> contacts);
  void list_moving(const Kkt& kkt, std::span<const ContactSolver::Contact> contacts);
  int place_of(int object) const { return object < 0 ? 0 : place_[object]; }
  void weigh(const ContactSolver::Contact& contact, Work& work) const;
  static Rows rows_of(const Moving& moving, const double* values);
  void begin(Kkt& kkt, std::span<const double> f, const VecX& lambda, VecX& x);
  void gather(const VecX& x);
  void scatter(VecX& x) const;
  Vec3 parting(const Work& work) const;
  void push(const Work& work, const Vec3& r);
  double relax(const ContactSolver::Contact& contact, Work& work);
  double sweep_over(std::span<const ContactSolver::Contact> contacts, bool forward);
  void note_start();
  double gain() const;
  void go_on(double share);
  double meet_joints(Kkt& kkt, std::span<const double> b, VecX& x, VecX& lambda);
  double residual(std::span<ContactSolver::Contact> contacts) const;

  std::vector<Work> work_;
  std::vector<Moving> moving_;  // the first is what does not move
  std::vector<int> place_;      // of each object in moving_; 0 if nothing touches it
  std::vector<Motion> x_;       // of each that moves,
  std::vector<Motion> start_;   // before a sweep,
  std::vector<Motion> led_;     // and where sweeps lead to
  std::vector<double> mass_;
  VecX Mx_, dlambda_, x_before_;
};

}  // namespace holon
