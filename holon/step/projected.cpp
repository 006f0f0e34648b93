// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "holon/step/accelerations.h"
#include "holon/step/impulse_memory.h"
#include "holon/step/methods.h"
#include "holon/step/touching.h"

namespace holon {
namespace {

// Errors up to this size, relative to that of the model, of constraints that were met before are
// removed within a step: where a mechanism is singular, they can be met to the root of rounding
// only.
constexpr double kSlip = 1e-8;
// Rows whose pivots have kept less than this of their size nearly depend on others.
constexpr double kSoundPivot = 1e-3;
// How often it is looked anew for what blows have thrown at others, and how often what overlaps is
// displaced, in a step.
constexpr int kMostLooks = 3, kMostPartings = 6;

/// RATTLE [Andersen83] for any kind of object: a kick, a free flight, a kick, with impulses along
/// the constraint gradients that meet the positions at the end of the flight and then the
/// velocities.
///
///     p = M v + (h/2) Q(q₀) + J₀ᵀ μ,    (q₁, p₁) = flight(q₀, p),    c(q₁) = c₁        (1)
///     M v₁ = p₁ + (h/2) Q(q₁) + J₁ᵀ ν,                               ċ(q₁, v₁) = ċ₁    (2)
///
/// The flight is the exact discrete motion of a free object (symplectic, momentum kept), so the
/// whole is symplectic and of second order. c₁ and ċ₁ are on the closing course of an unmet
/// constraint and zero for a met one: assembling and maintaining are one mechanism.
/// One-sided constraints ask for c(q₁) ≥ c₁ with μ ≥ 0, and where they touch then for ċ ≥ ċ₁ with
/// ν ≥ 0: what runs into one stops there. One that is violated from the start is closed by a
/// displacement between (1) and (2).
/// What touches adds impulses of its own to both (see Touching); they are found first, with the
/// constraints to first order, and are then given.
/// A constraint on velocities takes part in (1) by how far it has gone where it knows that, else by
/// the mean of its error at both ends of the flight, which keeps the step symmetric in time
/// [Cortes01]. The forces that are read are those of the equations of motion at the end of the
/// step.
class Projected : public Stepper {
 public:
  explicit Projected(const StepperOptions& options) : options_(options), closest_(options) {}

  void prepare(const System& system) override {
    end_ = std::numeric_limits<std::uint64_t>::max();
    accelerations_.prepare(system);
    closest_.prepare(system);
    one_sided_.prepare(system);
    for (VecX* x : {&p_, &p1_, &v_half_, &dv_, &v1_}) x->setZero(system.nv());
    for (VecX* x : {&c1_, &c_dot1_, &r_, &impulse_, &guess_, &rate_at_start_, &out_of_reach_})
      x->setZero(system.rows());
    make_room_for_rates(system);
    q1_.setZero(system.nq());
    memory_.prepare(system.rows());
    touching_.prepare();
  }

  void renew(const System& system) override {
    end_ = std::numeric_limits<std::uint64_t>::max();
    accelerations_.renew(system);
    one_sided_.prepare(system);
    touching_.prepare();
    make_room_for_rates(system);
  }
  bool takes_contacts() const override { return true; }

  std::span<double> history() override { return memory_.values(); }

  StepStats step(System& system, double t, double h, VecX& q, VecX& v, VecX& lambda) override {
    StepStats stats;
    accelerations_.take_back();
    start(system, t, q, v, lambda, stats);
    near_ = system.one_sided().empty() ? 0.0 : touching(system);
    closing_targets(system, system.c(), rate_at_start_, h, 100.0 * tolerance_, c1_, c_dot1_);
    meet_again(system);
    hold_violated(system, system.c(), near_, c1_, c_dot1_);
    memory_.guess(h, lambda, guess_);

    const bool met = meet_positions(system, t, h, q, v, stats);
    if (met || fall_back(system, t, h, q, v, lambda, stats)) {
      if (close_violated(system, near_, h, c1_)) glide(system, t + h, stats);
      if (touches_) part_what_overlaps(system, t + h, h, v, stats);
      meet_velocities(system, h, stats);
      const bool leads_on = met && stats.conflict == 0.0;
      memory_.remember(h, leads_on && !touches_, lambda, impulse_, [&](Eigen::Index i) {
        return c1_[i] == 0.0 && c_dot1_[i] == 0.0;
      });
      finish(system, t + h, h, leads_on, q, v, lambda, stats);
    }
    system.release_saturated();
    return stats;
  }

  void forces(System& system, VecX& lambda, StepStats& stats) override {
    const bool standing = system.evaluations() == end_;
    system.evaluate_rates();
    accelerations_.solve(system, dv_, lambda, stats);
    if (standing) end_ = system.evaluations();
  }

 private:
  /// Where some do not follow from the motion alone.
  void make_room_for_rates(const System& system) {
    if (system.rates_are_of_motion()) return;
    for (VecX* x : {&rate0_, &Jv_}) x->setZero(system.rows());
  }

  void start(
      System& system, double t, const VecX& q, const VecX& v, VecX& lambda, StepStats& stats) {
    const bool stands = stands_at(system, q, v);
    if (!stands || t != t1_) system.place(t, q, v);
    tolerance_ = position_tolerance(options_, system);
    stats.dependent_rows = system.kkt().dependent_rows();
    if (stands) return;
    if (system.rates_are_of_motion() && !system.has_limited()) {
      system.evaluate_slopes();
      system.kkt().times_jacobian(as_span(v), as_span(rate_at_start_));
    } else {
      system.evaluate_constraints();
      rate_at_start_ = system.c_dot();
    }
    system.evaluate_mass();
    // whoever pushed before will do so again, and who is violated already
    one_sided_.offer(
        system,
        [](int /*row*/) { return true; },
        [&](int row) { return lambda[row] > 0.0 || system.c()[row] < -tolerance_; });
    stats.dependent_rows = system.kkt().factor();
    ++stats.factorisations;
    if (!system.has_limited()) return;
    // what the constraints would need at once; those that need too much push with their limit
    StepStats probe;
    accelerations_.solve_giving_way(system, dv_, mu_, probe);
    stats.factorisations += probe.factorisations;
    lambda = mu_;
  }

  /// What was met and has slipped a little is met again at once.
  void meet_again(const System& system) {
    if (c1_.isZero(0.0) && c_dot1_.isZero(0.0)) return;
    const double slip = kSlip * std::max(1.0, system.extent());
    for (int i = 0; i < system.rows(); ++i) {
      if (!memory_.was_met(i) || !system.is_position_row(i)) continue;
      if (std::abs(system.c()[i]) > slip || std::abs(rate_at_start_[i]) * system.tau()[i] > slip)
        continue;
      c1_[i] = c_dot1_[i] = 0.0;
    }
  }

  /// Whether constraints, masses and factors are those of (q, v) from the end of the last step.
  bool stands_at(const System& system, const VecX& q, const VecX& v) const {
    const auto same = [](const VecX& a, const VecX& b) {  // to the last bit
      return std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size()))
             == 0;
    };
    return system.evaluations() == end_ && system.kkt().is_factored() && same(q, q1_)
           && same(v, v1_);
  }

  /// Equation (1), with whichever one-sided constraints have to push, and whichever limited ones
  /// have to give way.
  bool meet_positions(
      System& system, double t, double h, const VecX& q, const VecX& v, StepStats& stats) {
    Kkt& kkt = system.kkt();
    system.applied_forces(Q_);
    touches_ = !system.contacts().pairs().empty() && touching_.find(system, h, v, Q_);
    if (touches_) note_closing_rate(system, h, v);
    for (int round = 0; round < one_sided_.most_rounds(); ++round) {
      const double conflict = stats.conflict;
      if (touches_ ? !meet_positions_and_contacts(system, t, h, q, v, stats)
                   : !meet_positions_as_pushed(system, t, h, q, v, stats))
        return false;
      if (give_way(system, h, impulse_, {.conflict = unreached_ / h}, stats)) {
        stats.conflict = conflict;
        continue;
      }
      if (system.one_sided().empty()) return true;
      if (kkt.dependent_rows() > 0) kkt.shorten(as_span(impulse_));
      const double strongest = impulse_.lpNorm<Eigen::Infinity>();
      const bool changed = one_sided_.change_sides(system, round, [&](bool /*offered*/, int row) {
        return kkt.is_masked(row) ? system.c()[row] < c1_[row] - tolerance_
                                  : impulse_[row] < -1e-10 * strongest;
      });
      if (!changed) return true;
      stats.dependent_rows = std::max(stats.dependent_rows, kkt.factor());
      ++stats.factorisations;
    }
    return false;
  }

  /// How fast rows are to close in the flight, to first order: J v½ = (c₁ − c)/h.
  void note_closing_rate(System& system, double h, const VecX& v) {
    closing_rate_ = c1_ / h;
    for (int i = 0; i < system.rows(); ++i)
      if (system.is_integrable(i)) closing_rate_[i] -= system.c()[i] / h;
    if (system.rates_are_of_motion()) return;
    system.kkt().times_jacobian(as_span(v), as_span(Jv_));
    closing_rate_ -= rate_at_start_ - Jv_;
  }

  /// The same with what touches: once as if its way were straight, and again if it was not, or if
  /// it has met what nobody had looked for.
  bool meet_positions_and_contacts(
      System& system, double t, double h, const VecX& q, const VecX& v, StepStats& stats) {
    touching_.straighten();
    push_what_touches(system, h, v);
    if (!meet_positions_as_pushed(system, t, h, q, v, stats)) return false;
    for (int i = 0; i < kMostLooks && touching_.has_missed(system, h, v_half_); ++i) {
      system.place(t, q, v);
      touching_.find_missed(system);
      push_what_touches(system, h, v);
      if (!meet_positions_as_pushed(system, t, h, q, v, stats)) return false;
    }
    if (!find_bends(system, h)) return true;
    system.place(t, q, v);
    push_what_touches(system, h, v);
    return meet_positions_as_pushed(system, t, h, q, v, stats);
  }

  /// By the velocities with which the flight has begun and ended. Joints bend, too: what they have
  /// needed to be met at its end, they will need again.
  bool find_bends(System& system, double h) {
    Kkt& kkt = system.kkt();
    kkt.divide_by_mass(as_span(std::as_const(p_)), as_span(v1_));
    kkt.divide_by_mass(as_span(std::as_const(p1_)), as_span(dv_));
    if (!touching_.find_bends(system, h, v1_, dv_)) return false;
    kkt.times_jacobian(as_span(std::as_const(v1_)), as_span(closing_rate_));
    return true;
  }

  /// Finds what the contacts push in the first half of the step.
  void push_what_touches(System& system, double h, const VecX& v) {
    system.kkt().times_mass(as_span(v), as_span(rhs_));
    rhs_ += 0.5 * h * Q_;
    v_half_ = v;
    touching_.push_first(system, h, v, rhs_, closing_rate_, v_half_, guess_);
  }

  /// Lets those that had to push harder than they may in half a step give way: from here on they
  /// push with their limit. Returns whether there are new ones; J is factored without them then.
  bool give_way(System& system,
                double h,
                const VecX& impulse,
                const Kkt::Outcome& outcome,
                StepStats& stats) {
    if (!system.has_limited()) return false;
    const std::size_t before = system.saturated();
    if (!system.saturate(impulse, outcome, 2.0 / h)) return false;
    system.add_saturated(Q_, before);
    stats.dependent_rows = std::max(stats.dependent_rows, system.kkt().factor());
    ++stats.factorisations;
    return true;
  }

  /// Newton with the factors at the start of the step: the error of one iteration comes from what
  /// the Jacobian changes over the step, so each gains a factor of order h. Ends with the system
  /// at the end of the flight.
  bool meet_positions_as_pushed(
      System& system, double t, double h, const VecX& q, const VecX& v, StepStats& stats) {
    Kkt& kkt = system.kkt();
    v_half_ = v;
    kkt.times_mass(as_span(v), as_span(p_));
    p_ += 0.5 * h * Q_;
    if (touches_) p_ += touching_.impulse();
    if (system.has_velocity_rows()) {
      kkt.times_jacobian(as_span(v), as_span(Jv_));
      rate0_ = rate_at_start_ - Jv_;  // what they demand by themselves
    }
    impulse_ = guess_;
    system.ignore_masked(impulse_);
    kkt.add_jacobian_transposed(as_span(impulse_), as_span(p_));
    unreached_ = 0.0;

    double previous = std::numeric_limits<double>::infinity();
    arrived_ = false;
    bool may_arrive = !touches_ && system.rates_are_of_motion() && system.one_sided().empty()
                      && !system.has_limited();
    for (int i = 0; i < options_.max_iterations; ++i) {
      const double error = miss(system, t, h, q);
      if (!std::isfinite(error)) return false;
      if (error <= tolerance_) return true;
      // slow, or no better any more
      if (error > 0.7 * previous && i > 3) return error <= 100.0 * tolerance_;
      if (std::exchange(arrived_, false)) {
        may_arrive = false;
        return_to_start(system, t, q, v, stats);
      }

      ++stats.iterations;
      arrived_ = may_arrive && leaves(kkt, error / previous) * error <= tolerance_;
      b_ = -r_ / h;
      // What depends on others is met when they are; where that fails it is looked for conflicts.
      Kkt::Outcome outcome;
      if (kkt.is_factored() && error <= 0.5 * previous) {
        kkt.solve_once(as_span(b_), as_span(mu_));
      } else {
        rhs_.setZero();
        outcome =
            kkt.solve(as_span(rhs_), as_span(b_), as_span(dv_), as_span(mu_), 0.5 * tolerance_ / h);
      }
      previous = error;
      kkt.add_jacobian_transposed(as_span(mu_), as_span(p_));
      impulse_ += mu_;
      if (outcome.conflict > 0.0) {
        // what can be met is met, what cannot is left in the sense of least squares
        stats.conflict = std::max(stats.conflict, outcome.conflict * h);
        double open = 0.0;
        for (int k = 0; k < system.rows(); ++k)
          open = std::max(open, std::abs(b_[k] - kkt.conflict()[k]) * h);
        if (open <= tolerance_) {
          for (int k = 0; k < system.rows(); ++k) out_of_reach_[k] = kkt.conflict()[k] * h;
          unreached_ = out_of_reach_.norm();
          return std::isfinite(miss(system, t, h, q));
        }
      }
    }
    return false;
  }

  /// What an iteration leaves of an error at most: a thousandth, but more in rows left out or
  /// nearly so, and hardly less than the last iteration left of the one before.
  static double leaves(const Kkt& kkt, double last) {
    const bool sound = kkt.dependent_rows() == 0 && kkt.smallest_pivot() > kSoundPivot;
    return std::max(sound ? 0.01 : 0.1, last);
  }

  /// Back from an end that was none: J and its factors are those of the start again.
  static void return_to_start(
      System& system, double t, const VecX& q, const VecX& v, StepStats& stats) {
    system.place(t, q, v);
    system.evaluate_slopes();
    system.evaluate_mass();
    system.kkt().factor();
    ++stats.factorisations;
  }

  /// Fills r_ with how far the end of the flight is from where it should be.
  double residual(System& system, double h) {
    r_ = system.c() - c1_;
    if (system.has_velocity_rows()) {
      system.kkt().times_jacobian(as_span(v_half_), as_span(Jv_));
      for (int i = 0; i < system.rows(); ++i)
        if (!system.is_integrable(i))
          r_[i] = 0.5 * h * (Jv_[i] + rate0_[i] + system.c_dot()[i]) - c1_[i];
    }
    // masked constraints ask for nothing
    system.ignore_masked(r_);
    if (!is_finite(r_)) return std::numeric_limits<double>::infinity();
    return system.rows() > 0 ? r_.lpNorm<Eigen::Infinity>() : 0.0;
  }

  /// Where Newton with fixed factors does not get there (a dead point, a conflict), the flight ends
  /// at the nearest configuration that meets the constraints, or comes closest to it. It starts
  /// with λ and what the last impulses exceeded it by, which does not go astray as a parabola may,
  /// or without them where that is nearer (forces in a conflict lead nowhere).
  bool fall_back(System& system,
                 double t,
                 double h,
                 const VecX& q,
                 const VecX& v,
                 const VecX& lambda,
                 StepStats& stats) {
    arrived_ = false;
    system.place(t, q, v);
    system.evaluate_constraints();
    system.evaluate_mass();
    system.applied_forces(Q_);
    Kkt& kkt = system.kkt();
    kkt.times_mass(as_span(v), as_span(p_));
    p_ += 0.5 * h * Q_;
    if (touches_) p_ += touching_.impulse();
    if (!p_.allFinite()) return fail(stats, "the motion is not finite", -1);
    v_half_ = v;
    rhs_.setZero();
    memory_.guess_near(h, lambda, b_);
    kkt.add_jacobian_transposed(as_span(b_), as_span(rhs_));
    const double without = miss(system, t, h, q);
    p_ += rhs_;
    if (!(miss(system, t, h, q) < without)) {
      p_ -= rhs_;
      if (!system.fly(t + h, {h, q, p_, q1_, p1_, v_half_}))
        return fail(stats, "turns too far in one step", -1);
    }
    const PositionSolver::Result result = closest_.solve(system, t + h, c1_, q1_, dv_, stats);
    if (result == PositionSolver::Result::failed || !q1_.allFinite())
      return fail(stats, "the position constraints could not be met", worst_row(r_));
    system.place(t + h, q1_, v_half_);
    system.evaluate_mass();
    dv_ = dv_ / h;
    v_half_ += dv_;
    system.move(q1_, v_half_);
    system.kkt().times_mass(as_span(dv_), as_span(rhs_));
    p1_ += rhs_;
    if (result == PositionSolver::Result::closest) {
      // As close as it gets: it rests there.
      system.evaluate_errors();
      out_of_reach_.setZero();
      for (int i = 0; i < system.rows(); ++i) {
        if (!system.is_integrable(i)) continue;
        out_of_reach_[i] = system.c()[i] - c1_[i];
        if (system.is_one_sided(i)) out_of_reach_[i] = std::min(out_of_reach_[i], 0.0);
        stats.conflict = std::max(stats.conflict, std::abs(out_of_reach_[i]));
        c_dot1_[i] = 0.0;
      }
      unreached_ = out_of_reach_.norm();
    }
    return true;
  }

  /// Displaces the end of the flight to the targets c1_, without a change of momentum.
  void glide(System& system, double t, StepStats& stats) {
    const PositionSolver::Result result = closest_.solve(system, t, c1_, q1_, dv_, stats);
    system.place(t, q1_, v_half_);
    if (result == PositionSolver::Result::met) return;
    system.evaluate_errors();
    for (int row : system.one_sided()) c1_[row] = std::min(c1_[row], system.c()[row]);
  }

  /// Displaces what has come to overlap by the flight, without a change of momentum, in rounds:
  /// what is displaced far may meet others.
  void part_what_overlaps(System& system, double t, double h, const VecX& v, StepStats& stats) {
    for (int round = 0; round < kMostPartings; ++round) {
      touching_.find_again(system);
      if (!arrived_ && system.rates_are_of_motion()) {
        system.evaluate_slopes();
        arrived_ = true;
      }
      if (!touching_.choose_overlap(system, h, v, v_half_, round)) return;
      if (system.rows() > 0) {
        system.kkt().factor();
        ++stats.factorisations;
      }
      touching_.part(system, dv_);
      if (!displace(system, t, stats)) return;
    }
  }

  /// Moves the end of the flight by dv_, and by what joints ask for because of that. False if that
  /// was not far, or they cannot be met there: then it stays.
  bool displace(System& system, double t, StepStats& stats) {
    if (!is_finite(dv_)) return false;
    arrived_ = false;
    q_before_ = q1_;
    bool goes_on = touching_.has_moved_far(system, dv_);
    system.advance(q_before_, dv_, 1.0, q1_);
    if (system.rows() > 0) {
      const PositionSolver::Result result = closest_.solve(system, t, c1_, q1_, dv_, stats);
      goes_on = goes_on || touching_.has_moved_far(system, dv_);
      if (result == PositionSolver::Result::failed) {
        q1_ = q_before_;
        goes_on = false;
      }
    }
    system.place(t, q1_, v_half_);
    return goes_on;
  }

  /// How far a flight with the momentum p_ ends from where it should. Where that is expected to be
  /// the end of the step, J is evaluated along with the errors.
  double miss(System& system, double t, double h, const VecX& q) {
    if (!system.fly(t + h, {h, q, p_, q1_, p1_, v_half_}))
      return std::numeric_limits<double>::infinity();
    arrived_ ? system.evaluate_slopes() : system.evaluate_errors();
    return residual(system, h);
  }

  static bool fail(StepStats& stats, std::string_view why, int culprit) {
    stats.ok = false;
    stats.failure = why;
    stats.culprit_row = culprit;
    return false;
  }

  /// Equation (2). The system stands at the end of the flight.
  void meet_velocities(System& system, double h, StepStats& stats) {
    Kkt& kkt = system.kkt();
    const bool of_motion = system.rates_are_of_motion();
    if (!arrived_) of_motion ? system.evaluate_slopes() : system.evaluate_constraints();
    system.evaluate_mass();
    one_sided_.offer(system,
                     [&](int row) { return system.c()[row] <= c1_[row] + 100.0 * tolerance_; });
    stats.dependent_rows = std::max(stats.dependent_rows, kkt.factor());
    ++stats.factorisations;
    b_ = c_dot1_;
    if (!of_motion) {
      kkt.times_jacobian(as_span(v_half_), as_span(Jv_));
      b_ -= system.c_dot() - Jv_;
    }
    // A drive that has left its object behind asks for a speed that leads nowhere.
    if (unreached_ > 100.0 * tolerance_)
      b_ -= out_of_reach_ * (out_of_reach_.dot(b_) / (unreached_ * unreached_));
    if (touches_) {
      v1_ = v_half_;
      system.applied_forces(Q_);
      rhs_ = 0.5 * h * Q_;
      touching_.bounce(system, b_, rhs_, p1_, v1_, mu_);
      mu_ = guess_;
    }
    // Forces that depend on the velocity see the one they lead to, by two rounds of iteration.
    const int rounds = system.forces_depend_on_velocity() ? 3 : 1;
    for (int i = 0; i < rounds; ++i) {
      if (i > 0) system.move(q1_, v1_);
      system.applied_forces(Q_);
      Kkt::Outcome outcome;
      do {
        rhs_ = p1_ + 0.5 * h * Q_;
        outcome = touches_ ? solve_touching(system, h, stats)
                           : one_sided_.solve(system, rhs_, b_, v1_, mu_, stats, tolerance_ / h);
      } while (give_way(system, h, mu_, outcome, stats));
    }
  }

  /// The same with what touches, for whichever one-sided constraints have to push.
  Kkt::Outcome solve_touching(System& system, double h, StepStats& stats) {
    Kkt& kkt = system.kkt();
    for (int round = 0; round < one_sided_.most_rounds(); ++round) {
      touching_.push_last(system, h, rhs_, b_, v1_, mu_);
      const double strongest = mu_.size() > 0 ? mu_.lpNorm<Eigen::Infinity>() : 0.0;
      const bool changed = one_sided_.change_sides(system, round, [&](bool offered, int row) {
        return kkt.is_masked(row)
                   ? offered && kkt.row_times(row, as_span(v1_)).sum < b_[row] - tolerance_ / h
                   : mu_[row] < -1e-10 * strongest;
      });
      if (!changed) break;
      stats.dependent_rows = std::max(stats.dependent_rows, kkt.factor());
      ++stats.factorisations;
    }
    return {};
  }

  /// The forces at the end of the step, and the new state.
  void finish(System& system,
              double t,
              double h,
              bool leads_on,
              VecX& q,
              VecX& v,
              VecX& lambda,
              StepStats& stats) {
    if (!is_finite(q1_) || !is_finite(v1_)) {
      // a force may be to blame as well
      fail(stats, "the motion is not finite", b_.allFinite() ? -1 : worst_row(b_));
      return;
    }
    StepStats ignored;  // but for what it says of the forces
    if (!system.contacts().pairs().empty()) touching_.finish(system, h);
    if (touches_) {
      stats.contacts = static_cast<int>(system.contacts().points().size());
      stats.contact_residual = touching_.residual();
      stats.factorisations += touching_.factorisations();
    }
    if (touches_ && touching_.pushes(system)) {
      system.move(q1_, v1_);
      lambda = 2.0 / h * mu_;
      ignored.shortest = system.kkt().dependent_rows() == 0;
      touching_.forces(system, accelerations_.give());
      stats.forces_known = system.has_limited() || !system.one_sided().empty();
    } else if (system.has_limited() || !system.one_sided().empty()) {
      system.release_saturated();  // the end of the step has limits of its own
      accelerations_.evaluate(system, t, q1_, v1_, dv_, lambda, ignored);
    } else {
      system.move(q1_, v1_);
      t1_ = t;
      // Rows that close may disagree in their accelerations, if they depend on each other: then the
      // step has to say so. Else only those who look pay for the forces.
      const bool agree =
          system.kkt().dependent_rows() == 0 || (c1_.isZero(0.0) && c_dot1_.isZero(0.0));
      const bool near_enough = leads_on && agree && !system.has_velocity_rows();
      if (near_enough) {
        lambda = 2.0 / h * mu_;
        // what closes goes on to the last bit as from a state that was kept
        rate_at_start_ = c_dot1_;
        if (!c_dot1_.isZero(0.0))
          system.kkt().times_jacobian(as_span(v1_), as_span(rate_at_start_));
      } else {
        forces(system, lambda, ignored);
        rate_at_start_ = system.c_dot();
      }
      stats.forces_known = !near_enough;
      if (system.depends_on_state_only()) end_ = system.evaluations();
    }
    stats.conflict = std::max(stats.conflict, ignored.conflict);
    stats.shortest = ignored.shortest;
    q = q1_;
    v = v1_;
  }

  StepperOptions options_;
  Accelerations accelerations_;
  PositionSolver closest_;
  OneSided one_sided_;
  double tolerance_ = 0.0, near_ = 0.0;
  bool touches_ = false;  // something does, or may in this step
  bool arrived_ = false;  // J is that of the end of the flight already
  double t1_ = 0.0;       // when the last step ended
  std::uint64_t end_ = std::numeric_limits<std::uint64_t>::max();  // evaluation at its end
  // Nothing is kept in these while it looks for the closest positions.
  VecX &Q_ = closest_.spare().v[0], &rhs_ = closest_.spare().v[1];
  VecX &b_ = closest_.spare().rows[0], &mu_ = closest_.spare().rows[1];
  VecX p_, p1_, v_half_, dv_, v1_;
  VecX c1_, c_dot1_, r_, impulse_, guess_, rate_at_start_;
  VecX rate0_, Jv_;         // empty where rates are of motion
  VecX closing_rate_;       // empty where nothing has touched yet
  VecX out_of_reach_;       // what no motion removes of the errors at the end of the flight,
  double unreached_ = 0.0;  // and its size; where that is zero nobody looks
  VecX q1_, q_before_;
  ImpulseMemory memory_;
  Touching touching_{options_.contact_tolerance};
};

}  // namespace

std::unique_ptr<Stepper> make_projected(const StepperOptions& options) {
  return std::make_unique<Projected>(options);
}

}  // namespace holon
