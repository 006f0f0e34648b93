// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "holon/math/span.h"
#include "holon/solve/friction_cone.h"
#include "holon/solve/gmres.h"
#include "holon/solve/kkt.h"

namespace holon {

/// Finds what things that touch push on each other, together with all that joints do:
///
///     M x − Jᵀ λ − Σ Cᵢᵀ rᵢ = f,    J x = b,                                       (1)
///     Kᵢ ∋ rᵢ  ⟂  uᵢ + μᵢ |uᵢₜ| n ∈ Kᵢ*,    uᵢ = Cᵢ x + gᵢ − wᵢ n                      (2)
///
/// with x a velocity, λ and r impulses. Cᵢ x + gᵢ is how fast the two sides of a contact part,
/// along its normal n and then along two directions across it, gᵢ by what the host moves; Kᵢ is its
/// friction cone. (2) says that they part at least as fast as w, that they push only if they do not
/// part faster, and that friction opposes what slips, with μ times the push, and else is whatever
/// is needed up to that [DeSaxce98].
///
/// (2) is the same as r = Π(r − ρ (u + μ |u_t| n)) for any ρ > 0, with the projection Π on K. By
/// the method of multipliers [Rockafellar76] r on the right is held while x is found that meets (1)
/// with the r on the left, which then takes its place; ρ grows meanwhile. x is found by Newton's
/// method. With |u_t| held as well, x is the minimum of a convex function and the matrix is
///
///     ⎡ M + Σ ρ Cᵀ P C   Jᵀ ⎤
///     ⎣ J               −E  ⎦ ,   P the derivative of Π, symmetric
///
/// which can be factored in any order, whatever depends on what: that leads to the right side of
/// every contact from anywhere. Nearer to the solution |u_t| is let go. Each contact that slips
/// then adds something of rank one, for which Gmres uses the same factors: that leads on quickly.
class ContactSolver {
 public:
  /// Two sides that touch. An object of −1 does not move.
  struct Contact {
    int a = -1, b = -1;
    const double* rows_a = nullptr;  ///< C of each object: three rows, one after the other
    const double* rows_b = nullptr;
    double mu = 0.0;            ///< coefficient of friction
    double w = 0.0;             ///< they part at least so fast [m/s]
    Vec3 given = Vec3::Zero();  ///< g: how fast they part by themselves [m/s]
    Vec3 push = Vec3::Zero();   ///< r: a guess, and then the solution [N s]
    double slip = 0.0;          ///< |u_t|, the same [m/s]
    /// Of one that turns instead of pushing, with rows on angular velocities: its largest torques
    /// about the normal and across it [N m s]. Negative of all others.
    double spin = -1.0, roll = -1.0;

    bool turns() const { return spin >= 0.0; }
    /// The nearest of what it may push or turn with, and the derivative of that.
    FrictionCone::Projection project(const Vec3& y) const {
      return turns() ? TorqueBounds(spin, roll).project(y) : FrictionCone(mu).project(y);
    }
    Mat3 slope(const Vec3& y, const FrictionCone::Projection& at) const {
      return turns() ? TorqueBounds(spin, roll).slope(y, at) : FrictionCone(mu).slope(y, at);
    }
  };
  struct Outcome {
    bool met = false;
    int rounds = 0;  ///< of the method of multipliers
    int factorisations = 0;
    double residual = 0.0;  ///< by how much (2) is missed [m/s]
  };

  /// Looks at the topology of the system, which is that of all calls of solve() from now on.
  void prepare(const Kkt& kkt);
  /// Solves (1) and (2) until (2) is missed by `tolerance` [m/s] at most. Masked rows of J ask for
  /// nothing. x and λ are guesses that the solution replaces. Where there is none, say between
  /// walls that close, the outcome tells so and what has been found is what came nearest. It gives
  /// up after `most` factorisations.
  Outcome solve(const Kkt& kkt,
                std::span<const double> f,
                std::span<const double> b,
                std::span<Contact> contacts,
                VecX& x,
                VecX& lambda,
                double tolerance,
                int most = std::numeric_limits<int>::max());
  /// About how many multiplications a factorisation takes with these contacts, at least.
  double work_of_factors(const Kkt& kkt, std::span<const Contact> contacts);

 private:
  // What touches is a body or a particle.
  using Block = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;
  using Rows = Eigen::Map<const Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor, 3, 6>>;
  struct Problem {
    const Kkt& kkt;
    std::span<const double> f, b;
    std::span<const Contact> contacts;
    double tolerance;
    int most;
  };
  /// A contact as it is worked on.
  struct Work {
    double usual = 0.0, rho = 0.0;    // ρ as the masses suggest it, and as it is
    double slip = 0.0;                // |u_t| that counts
    Vec3 held = Vec3::Zero();         // r
    Vec3 u = Vec3::Zero();            // how fast they part now
    Vec3 du = Vec3::Zero();           // what a step changes in that
    Vec3 y = Vec3::Zero();            // what is projected
    FrictionCone::Projection r = {};  // what it pushes with now
    Mat3 P = Mat3::Zero();
  };
  enum class Slip { held, free };

  void analyse(const Kkt& kkt);
  void learn_pairs(const Kkt& kkt, std::span<const Contact> contacts);
  void weigh(const Problem& p);
  double stiffness_of(const Kkt& kkt, const Contact& contact) const;
  template <class F>
  static void for_each_side(const Kkt& kkt, const Contact& contact, F&& f);
  static Vec3 parting(const Kkt& kkt, const Contact& contact, const VecX& x);
  static void add_push(const Kkt& kkt, const Contact& contact, const Vec3& r, VecX& out);
  void look(const Problem& p, const VecX& x, const VecX& lambda, Slip slip);
  void note_imbalance(const Problem& p, const VecX& x, const VecX& lambda);
  bool is_balanced(const Problem& p, double before) const;
  bool find_motion(const Problem& p, Slip slip, VecX& x, VecX& lambda, Outcome& outcome);
  void factor(const Problem& p);
  template <class Entries>
  void add_block(int v, int u, const Entries& block);
  void add_joint(const Problem& p, const Kkt::Block& block);
  void newton_step(const Problem& p, Slip slip);
  void add_free_slips(const Problem& p, const VecX& x, VecX& out) const;
  void go(const Problem& p, double t, VecX& x, VecX& lambda) const;
  double length_downhill(const Problem& p);
  void go_while_nearer(const Problem& p, VecX& x, VecX& lambda);
  double missing() const;
  double replace_held(std::span<Contact> contacts, double stiffer);

  BlockLdlt ldlt_;
  Gmres gmres_;
  std::vector<std::pair<int, int>> pairs_;  // of objects, for which it is analysed
  std::vector<Work> work_;
  std::vector<MatX> mass_;         // of each object
  double ridge_ = 0.0;             // E
  VecX g_, h_;                     // what is missing in (1),
  double size_ = 0.0;              // and the size of its terms
  VecX z_, dx_, Mx_, Jdx_;         // z: dx, and then −dλ as the vertices stand
  VecX x0_, lambda0_;              // where a step begins,
  VecX x_before_, lambda_before_;  // and where a round does
};

}  // namespace holon
