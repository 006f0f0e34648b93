// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <Eigen/Cholesky>

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
  using Rows = Eigen::Map<const Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor, 3, 6>>;
  using Columns = Eigen::Matrix<double, Eigen::Dynamic, 3, 0, 6, 3>;
  /// One side of a contact that moves.
  struct Side {
    int at = -1, n = 0;  // its place in x
    const double* rows = nullptr;
    Columns Y;  // M⁻¹ Cᵀ
    void add_parting(const VecX& x, Vec3& u) const;
    void push(const Vec3& r, VecX& x) const;
  };
  struct Work {
    Side a, b;
    Vec3 W;            // how fast they part by a push of one along the normal: C M⁻¹ Cᵀ n
    double stiffness;  // the least across the normal: momentum for a speed,
    double usual;      // and the same of all directions
    Vec3 before;       // push before a sweep,
    Vec3 going;        // and where sweeps lead to
  };

  void prepare(const Kkt& kkt, std::span<const ContactSolver::Contact> contacts);
  void prepare_side(const Kkt& kkt, int object, const double* rows, Side& side) const;
  void begin(Kkt& kkt,
             std::span<const double> f,
             std::span<const ContactSolver::Contact> contacts,
             const VecX& lambda,
             VecX& x);
  Vec3 parting(const Work& work, const ContactSolver::Contact& contact, const VecX& x) const;
  static void push(const Work& work, const Vec3& r, VecX& x);
  double gain(std::span<const ContactSolver::Contact> contacts) const;
  void go_on(std::span<ContactSolver::Contact> contacts, double share, VecX& x);
  double sweep_over(std::span<ContactSolver::Contact> contacts, bool forward, VecX& x);
  double relax(const Work& work, ContactSolver::Contact& contact, VecX& x) const;
  double meet_joints(Kkt& kkt, std::span<const double> b, VecX& x, VecX& lambda);
  double residual(std::span<ContactSolver::Contact> contacts, const VecX& x) const;

  std::vector<Work> work_;
  std::vector<Eigen::LLT<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>>> inverse_;
  std::vector<char> known_;  // by object: whether its inverse is
  std::vector<double> mass_;
  VecX Mx_, dlambda_, x_;
};

}  // namespace holon
