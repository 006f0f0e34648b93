// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/solve/contact_sweeps.h"
#include "holon/step/contacts.h"
#include "holon/step/stepper.h"

namespace holon {

/// What contacts do in a step of kick, flight and kick (see Projected). With the contact impulses r
/// and s,
///
///     M v½ = M v + (h/2) Q(q₀) + J₀ᵀ μ + C₀ᵀ r,    gap(q₀) + h C₀ v½ + bend ≥ 0        (1)
///     M v₁ = p₁  + (h/2) Q(q₁) + J₁ᵀ ν + C₁ᵀ s,    C₁ v₁ ≥ 0                           (2)
///
/// with r and s in their friction cones. bend = gap(q₁) − gap(q₀) − h C₀ v½ is what the way of
/// things that touch already curves away from each other in the flight, and across the normal
/// (h/2) (C₁ v − C₀ v½), v = M⁻¹ p₁, as what sticks is to slip by nothing on the whole of a way on
/// which others come to touch. It is found by a first flight without it. Without it r would lack
/// the centripetal part, and s have it twice.
///
/// So what rests has r = s = (h/2) times what it carries, and what falls arrives at the end of
/// a step. (1) holds what overlaps as it is; a displacement without momentum takes it apart.
///
/// What arrives faster than it takes to bounce gives back all momentum that its r has brought
/// about, as it has served its purpose to stop things there, and bounces off with e times the speed
/// V at which it met the other in truth:
///     V² = (C v)² + 2 a gap,   a the acceleration along the normal.
/// Blows are passed on: all that approach are thrown back at once, then those that approach because
/// of that, until none does [Smith12].
class Touching {
 public:
  /// How far off velocities may be where many things touch and move, as StepperOptions says.
  explicit Touching(double tolerance) : tolerance_(tolerance) {}
  /// To be called when the system is new.
  void prepare();

  /// Looks for what may be reached within the step, at its start. False if there is nothing.
  bool find(System& system, double h, const VecX& v, const VecX& Q);
  /// Solves (1) for the pushes, with joints to first order: J v½ = b. v½ and μ are guesses that the
  /// solution replaces.
  void push_first(System& system,
                  double h,
                  const VecX& v,
                  const VecX& f,
                  const VecX& b,
                  VecX& v_half,
                  VecX& mu);
  /// Where the flight that followed has ended, with the mean velocity v½: whether something has got
  /// further than was looked, as a blow has made it fast, and overlaps there. Then it is to be
  /// looked for anew at the start, and (1) to be solved again.
  bool has_missed(System& system, double h, const VecX& v_half);
  void find_missed(System& system);
  /// Where the flight that followed has ended, which began with v½ and ended with v: finds how far
  /// the ways of what touches have bent. Returns whether (1) is to be solved again because of that.
  bool find_bends(System& system, double h, const VecX& v_half, const VecX& v);
  /// Forgets that.
  void straighten() { bends_.clear(); }
  /// C₀ᵀ r
  const VecX& impulse() const { return impulse_; }

  /// Looks for what touches where the flight has ended.
  void find_again(System& system);
  /// Takes all points for contacts that are to come apart by what they overlap; v as at the start
  /// of the step and in the flight. False if nothing does. What a displacement has brought to
  /// overlap elsewhere is taken apart in a further round, after it has been looked for.
  bool choose_overlap(const System& system, double h, const VecX& v, const VecX& v_half, int round);
  /// The displacement, as a velocity times one second, that takes it apart. The factors of J are to
  /// be those of the end of the flight.
  void part(System& system, VecX& moved);
  /// Whether that displacement is so large that it may have brought others to overlap.
  bool has_moved_far(const System& system, const VecX& moved) const;
  /// p₁ after all blows; joints meet J v = b. `kick` is (h/2) Q(q₁).
  void bounce(System& system, const VecX& b, const VecX& kick, VecX& p1, VecX& v, VecX& nu);
  /// Solves (2), with f the right-hand side without the pushes.
  void push_last(System& system, double h, const VecX& f, const VecX& b, VecX& v1, VecX& nu);
  /// The forces at the end of the step are known: they are remembered.
  void finish(System& system, double h);
  /// Those, on each coordinate.
  void forces(const System& system, VecX& out) const;

  /// Whether anything pushes at the end of the step.
  bool pushes(const System& system) const;

  double residual() const { return residual_; }
  int factorisations() const { return factorisations_; }

 private:
  /// What is to bounce.
  struct Hit {
    std::size_t point;  // at the start of the step
    int pair;
    std::uint32_t feature;
    Vec3 on_b;       // in the axes of the object
    double part_at;  // how fast they part after the blow, before the last half of the forces
    double kick;     // by how much half of the forces changes that
  };

  void make_room(const System& system);
  static double friction_of(const SurfacePair& surface, double slip);
  static Vec3 given_parting(const ContactPair& pair, const TouchPoint& point, double h);
  static Vec3 given_parting_at_end(const ContactPair& pair, const TouchPoint& point);
  void choose_none();
  void choose_turning(const System& system, double h);
  template <class F>
  void for_each_turning(const Contacts& contacts, F&& f) const;
  ContactSolver::Contact& choose(const Contacts& contacts, std::size_t point, double guess);
  struct Problem {
    Kkt& kkt;
    const VecX &f, &b;
    VecX &x, &lambda;
  };
  /// By how much the laws of contact may be missed: what is wanted, of the largest speed or at
  /// least of one, and what will do for many.
  struct Goal {
    double wanted, good;
  };
  Goal speed_goal() const;
  double overlap_left() const;
  void solve(System& system, const VecX& f, const VecX& b, Goal goal, VecX& x, VecX& lambda);
  void approach(const Problem& p, const Goal& goal);
  int factorisations_worth(const Problem& p, int sweeps);
  bool sweep(const Problem& p, int most, double tolerance);
  bool iterate(const Problem& p, int most, double tolerance);
  void leave_out_ghosts(const System& system, double h, const VecX& v);
  static bool is_ghost(const System& system, std::size_t point, double h, const VecX& v);
  const ContactPoint* end_of(const TouchPoint& point, std::size_t points_of_pair) const;
  static Vec3 parting_at_end(const System& system,
                             const TouchPoint& start,
                             const ContactPoint& end,
                             double h,
                             const VecX& v);
  Vec3 bend_of(std::size_t point) const {
    return bends_.empty() ? Vec3(Vec3::Zero()) : bends_[point];
  }
  void choose_for_first(const System& system, double h, const VecX& v, bool with_hits);
  void note_hits(System& system, double h, const VecX& v, const VecX& f, const VecX& b);
  void note_excess(System& system, double h, const VecX& v, const VecX& f, const VecX& b);
  bool find_bouncing(System& system, const VecX& b, const VecX& kick, VecX& p1);
  void find_hits_again(const System& system);
  bool find_arrivals(System& system, const VecX& b, const VecX& kick, const VecX& p1);
  bool choose_blows(const System& system, const VecX& v, bool are_first);
  void give_back(const System& system, VecX& p1);
  template <class F>
  static void for_each_turn(const System& system, VecX& p, F&& f);
  const Hit* hit_of(const System& system, const TouchPoint& point) const;
  Vec3 parting_of(const System& system, std::size_t i, const VecX& v) const;
  double work_of(const System& system, const VecX& before, const VecX& v) const;
  double allowed_work() const;
  void restrain(
      System& system, const VecX& p1, const VecX& b, const VecX& before, VecX& v, VecX& nu);

  ContactSolver solver_;
  ContactSweeps sweeps_;
  std::vector<ContactSolver::Contact> contacts_;
  std::vector<std::size_t> chosen_;   // the points that these are of,
  std::vector<std::size_t> turning_;  // and, after those, the points of what turns
  std::vector<Hit> hits_;
  VecX excess_;  // momentum that contacts would not have given without the hits; turning in the
                 // world
  std::vector<char> ghosts_, touches_;  // by point
  std::vector<double> reach_;           // by pair: how far was looked at the start [m]
  std::vector<ContactPoint> ends_;      // of one pair, at the end of a flight
  std::vector<Vec3> bends_;       // by point at the start, in its axes [m]; empty if not known
  std::vector<double> bouncing_;  // by point: how fast it parts after the first blow, or 0,
  std::vector<double> late_;      // and by how much that may be more than it arrives with
  std::vector<Vec3> pushes_;      // of the contacts
  VecX impulse_, free_, kicked_, lambda_, zero_rows_, zero_force_, before_, full_;
  double tolerance_;
  double smallest_ = 0.0;  // size of what touches [m]
  double good_ = 0.0;      // by how much laws may be missed where there are many contacts [m/s]
  double residual_ = 0.0, now_ = 0.0;
  bool is_exact_ = true;  // all has been solved in this step to what is wanted
  int factorisations_ = 0;
  bool prepared_ = false, is_calm_ = false;
};

}  // namespace holon
