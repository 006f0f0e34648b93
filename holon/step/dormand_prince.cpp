// SPDX-License-Identifier: Apache-2.0
#include "holon/step/dormand_prince.h"

#include <algorithm>
#include <cmath>

#include "holon/step/methods.h"
#include "holon/step/smooth_motion.h"
#include "holon/step/stage_sums.h"

namespace holon {
namespace {

namespace dp = dormand_prince;

/// An inner step, from (q, v) at t over h, with the forces and the record of the host's step.
struct Leg {
  double t, h;
  const VecX& q;
  const VecX& v;
  VecX& lambda;
  StepStats& stats;
};

constexpr double kExponent = 1.0 / 8.0;  // of the error estimate, which is of order h⁸
constexpr double kDamping = 0.04;        // β of the PI controller [Hairer96, sec. IV.2]
constexpr double kSafety = 0.9;
constexpr double kMostShorter = 0.333, kMostLonger = 6.0;
// A step over a dead point is as bad as the stage that is nearest to it: it is shortened by little,
// so that the dead point falls between two of them.
constexpr double kSidestep = 0.83;
constexpr double kFarAhead = 100.0;    // of what the first look ahead may speak, over its length
constexpr double kTooShort = 1e-6;     // to go on with, as a part of the host's step
constexpr int kMostAttempts = 100000;  // in a step of the host
constexpr double kShortest = 1e-13;    // inner step, as a part of the host's
constexpr double kLocated = 1e-12;     // bracket of an event, as a part of an inner step
constexpr int kMostLocating = 100;

/// The method of Dormand and Prince of order 8 on y = (q, v), with steps of its own inside that of
/// the host. Its error estimate, and with it the step, is that of the unconstrained coordinates;
/// each accepted step lands on the surfaces (SmoothMotion). Quaternions are normalised in every
/// stage: that is a smooth field beside the sphere, so the order stays what it is.
///
/// A step that runs into a one-sided constraint, or in which one would have to pull, ends where
/// that happens, found by dense output. The last step ends where the host's does, so that what is
/// left is a state like any other; the length of the next one is remembered.
class DormandPrince : public Stepper {
 public:
  explicit DormandPrince(const StepperOptions& options)
      : options_(options),
        motion_(options),
        error5_(dp::error5, dp::kStages),
        error3_(dp::error3, dp::kStages) {
    for (int i = 0; i < dp::kAllStages; ++i) stages_[i] = {dp::a[i], i};
  }

  bool masks_rows() const override { return true; }
  void prepare(const System& system) override {
    motion_.prepare(system);
    for (VecX& k : q_dot_) k.setZero(system.nq());
    for (VecX& k : v_dot_) k.setZero(system.nv());
    for (VecX& r : dense_q_) r.setZero(system.nq());
    for (VecX& r : dense_v_) r.setZero(system.nv());
    for (VecX* x : {&q1_, &q_seen_, &change_q_}) x->setZero(system.nq());
    for (VecX* x : {&v1_, &v_seen_, &change_v_}) x->setZero(system.nv());
    lambda_seen_.setZero(system.rows());
    memory_.setZero(system.rows());
  }

  void forces(System& system, VecX& lambda, StepStats& stats) override {
    motion_.forces(system, {v_dot_[0], lambda, stats});
  }

  std::span<double> history() override { return as_span(memory_); }

  StepStats step(System& system, double t, double h, VecX& q, VecX& v, VecX& lambda) override {
    StepStats stats;
    stats.substeps = 0;
    motion_.begin(system, t, q, v, {v_dot_[0], lambda, stats});
    system.q_dot(q, v, q_dot_[0]);
    next_ = first_length(system, {t, h, q, v, lambda, stats});
    last_error_ = 1e-4;
    rejected_ = false;
    const double end = t + h;
    for (int attempts = 0; t < end; ++attempts) {
      const double parts = std::ceil((end - t) / next_ * (1.0 - 1e-9));
      const bool is_last = !(parts > 1.0);
      const double length = is_last ? end - t : (end - t) / parts;
      if (attempts == kMostAttempts || !(length > kShortest * h))
        return fail(system, t + length, lambda, stats);
      const double t1 = is_last ? end : t + length;
      const double reached = advance(system, {t, t1 - t, q, v, lambda, stats}, t1, is_last);
      if (reached == t) continue;
      t = reached;
      ++stats.substeps;
      q = q1_;
      v = v1_;
      v_dot_[0].swap(v_dot_[dp::kStages]);
      if (motion_.has_course())  // which starts from here
        for (const System::MemoryView& m : system.memories()) m.memory->last = m.memory->now;
      if (t < end)
        motion_.go_on(system, t, {v_dot_[0], lambda, stats});
      else
        motion_.end(system, t, q, v, {v_dot_[0], lambda, stats});
      system.q_dot(q, v, q_dot_[0]);
    }
    memory_.setConstant(next_);
    return stats;
  }

 private:
  /// One inner step to (q1_, v1_) at t1, or to an event before that; returns when it ended, or
  /// when it began if another length has to be tried.
  double advance(System& system, const Leg& leg, double t1, bool is_last) {
    const double error = attempt(system, leg);
    if (!(error <= 1.0)) return reject(leg, error);
    const double event = time_of_event(system, leg, t1);
    if (event < t1) attempt(system, {leg.t, event - leg.t, leg.q, leg.v, leg.lambda, leg.stats});
    const Answer there{v_dot_[dp::kStages], leg.lambda, leg.stats};
    const bool landed = event == t1 && !is_last && motion_.may_touch_down(system)
                            ? motion_.touch_down(system, t1, q1_, v1_, there)
                            : motion_.land(system, event, q1_, v1_, there);
    if (!landed || (event == t1 && !is_last && motion_.landed_badly(system))) {
      next_ = kSidestep * (event - leg.t);
      rejected_ = true;
      return leg.t;
    }
    if (event == t1) accept(leg.h, error);
    return event;
  }

  /// The stages, and y₁; returns the estimate of the error over what is allowed.
  double attempt(System& system, const Leg& leg) {
    for (int i = 1; i < dp::kStages; ++i)
      if (!stage(system, i, leg)) return HUGE_VAL;
    add(dp::kStages, leg, q1_, v1_);
    system.normalize(q1_);
    return relative_error(leg);
  }
  bool stage(System& system, int i, const Leg& leg) {
    add(i, leg, q_seen_, v_seen_);
    system.normalize(q_seen_);
    const double now = leg.t + dp::c[i] * leg.h;
    if (!motion_.rate(system, now, q_seen_, v_seen_, {v_dot_[i], leg.lambda, leg.stats}))
      return false;
    system.q_dot(q_seen_, v_seen_, q_dot_[i]);
    return true;
  }
  /// (q, v) + h Σ_j a_ij k_j
  void add(int i, const Leg& leg, VecX& q_sum, VecX& v_sum) const {
    stages_[i].add_to(leg.q, leg.h, q_dot_, q_sum);
    stages_[i].add_to(leg.v, leg.h, v_dot_, v_sum);
  }

  // ---- the length of a step ----

  /// Σ (e_i / allowed_i)²
  double squares(const VecX& e, const VecX& x) const {
    double sum = 0.0;
    for (Eigen::Index i = 0; i < e.size(); ++i) {
      const double allowed =
          options_.absolute_tolerance + options_.relative_tolerance * std::abs(x[i]);
      sum += (e[i] / allowed) * (e[i] / allowed);
    }
    return sum;
  }
  double mean(double sum) const {
    return std::sqrt(sum / static_cast<double>(q1_.size() + v1_.size()));
  }

  /// h e₅² / √(e₅² + e₃²/100), of order h⁸ [Hairer93, eq. II.10.17].
  double relative_error(const Leg& leg) const {
    double fifth = 0.0, third = 0.0;
    add_errors(q_dot_, leg.q, q1_, fifth, third);
    add_errors(v_dot_, leg.v, v1_, fifth, third);
    if (fifth == 0.0) return 0.0;
    fifth = mean(fifth);
    third = mean(third);
    return leg.h * fifth * fifth / std::sqrt(fifth * fifth + 0.01 * third * third);
  }
  /// Adds the squares of the estimates of orders 5 and 3, over what is allowed.
  void add_errors(
      const VecX* k, const VecX& x0, const VecX& x1, double& fifth, double& third) const {
    for_each_block(x0.size(), [&](Eigen::Index i, auto width) {
      using Block = Eigen::Array<double, width, 1>;
      const Eigen::Map<const Block> from(x0.data() + i), to(x1.data() + i);
      const Block size = from.abs().max(to.abs());
      const Block scale = options_.absolute_tolerance + options_.relative_tolerance * size;
      fifth += (error5_.at<width>(k, i) / scale).square().sum();
      third += (error3_.at<width>(k, i) / scale).square().sum();
    });
  }

  /// The length remembered, or one by which neither the motion nor what Euler's method takes for
  /// its change goes far [Hairer93, sec. II.4]; with 1 for the 0.01 there, as the error of a method
  /// of order 8 is far smaller than h⁸ times what changes.
  double first_length(System& system, const Leg& leg) {
    const auto& [t, h, q, v, lambda, stats] = leg;
    const double remembered = memory_.size() > 0 ? memory_.maxCoeff() : 0.0;
    if (remembered > kTooShort * h) return remembered;
    const double size = mean(squares(q, q) + squares(v, v));
    const double speed = mean(squares(q_dot_[0], q) + squares(v_dot_[0], v));
    const double euler = size > 1e-5 && speed > 1e-5 ? 0.01 * size / speed : 1e-6;
    for (double trial = std::min(euler, h);;) {
      q_seen_ = q + trial * q_dot_[0];
      v_seen_ = v + trial * v_dot_[0];
      system.normalize(q_seen_);
      if (!motion_.rate(system, t + trial, q_seen_, v_seen_, {v_dot_[1], lambda, stats}))
        return trial;
      system.q_dot(q_seen_, v_seen_, q_dot_[1]);
      change_q_ = (q_dot_[1] - q_dot_[0]) / trial;
      change_v_ = (v_dot_[1] - v_dot_[0]) / trial;
      const double change = mean(squares(change_q_, q) + squares(change_v_, v));
      const double largest = std::max(speed, change);
      const double fine = largest > 1e-15 ? std::pow(1.0 / largest, kExponent) : 1e-3 * trial;
      // a longer look costs one evaluation, a step that is too short costs twelve
      if (fine <= kFarAhead * trial || trial == h) return std::min({kFarAhead * trial, fine, h});
      trial = std::min({kFarAhead * trial, 0.1 * fine, h});
    }
  }

  double reject(const Leg& leg, double error) {
    const double shorter =
        std::isfinite(error) ? std::max(kMostShorter, kSafety * std::pow(error, -kExponent)) : 0.25;
    next_ = leg.h * shorter;
    rejected_ = true;
    if (!motion_.is_nearly_singular()) return leg.t;
    next_ = motion_.treads_on_surfaces() ? std::max(next_, kSidestep * leg.h) : leg.h;
    motion_.tread_on_surfaces();
    return leg.t;
  }
  void accept(double length, double error) {
    const double longer = kSafety * std::pow(std::max(error, 1e-10), 0.2 * kDamping - kExponent)
                          * std::pow(last_error_, kDamping);
    const double factor = std::clamp(longer, kMostShorter, rejected_ ? 1.0 : kMostLonger);
    // one that was cut to fit says nothing against the length it was cut from
    next_ = factor < 1.0 || rejected_ ? length * factor : std::max(next_, length * factor);
    last_error_ = std::max(error, 1e-4);
    rejected_ = false;
  }

  StepStats fail(System& system, double t, const VecX& lambda, StepStats& stats) {
    stats.ok = false;
    stats.failure = "the error cannot be held to the tolerance, however short the inner step";
    stats.culprit_row = motion_.culprit(system, t, q1_, v1_, lambda);
    return stats;
  }

  // ---- events ----

  /// When a one-sided constraint changes sides in the step that has been attempted; t1 if none
  /// does.
  double time_of_event(System& system, const Leg& leg, double t1) {
    if (system.one_sided().empty() || !motion_.has_course()) return t1;
    const bool hit = motion_.depth(system, t1, q1_, v1_) > 0.0;
    if (!stage(system, dp::kStages, leg)) return t1;
    const bool left = motion_.pull(system, leg.lambda) > 0.0;
    if (!hit && !left) return t1;
    for (int i = dp::kStages + 1; i < dp::kAllStages; ++i)
      if (!stage(system, i, leg)) return t1;
    prepare_dense(leg);
    const auto depth = [&](double part) {
      look_at(system, part, leg);
      return motion_.depth(system, leg.t + part * leg.h, q_seen_, v_seen_);
    };
    const auto pull = [&](double part) {
      look_at(system, part, leg);
      const Answer unused{v_dot_[dp::kStages], lambda_seen_, leg.stats};
      motion_.rate(system, leg.t + part * leg.h, q_seen_, v_seen_, unused);
      return motion_.pull(system, lambda_seen_);
    };
    double first = left ? locate(pull, 1.0) : 1.0;
    if (hit && depth(first) > 0.0) {
      first = locate(depth, first);
      depth(first);
      motion_.hit(system);
    }
    return first < 1.0 ? leg.t + first * leg.h : t1;
  }

  /// The dense output of dormand_prince.h.
  void prepare_dense(const Leg& leg) {
    const double h = leg.h;
    const auto prepare = [&](VecX* r, const VecX* k, const VecX& y, const VecX& y1) {
      r[0] = y1 - y;
      r[1] = h * k[0] - r[0];
      r[2] = r[0] - h * k[dp::kStages] - r[1];
      for (int i = 0; i < 4; ++i) {
        r[3 + i].setZero();
        for (int j = 0; j < dp::kAllStages; ++j)
          if (dp::dense[i][j] != 0.0) r[3 + i] += (h * dp::dense[i][j]) * k[j];
      }
    };
    prepare(dense_q_, q_dot_, leg.q, q1_);
    prepare(dense_v_, v_dot_, leg.v, v1_);
  }
  void look_at(const System& system, double part, const Leg& leg) {
    const auto interpolate = [&](const VecX* r, const VecX& y, VecX& out) {
      out = r[6];
      for (int i = 5; i >= 0; --i) {
        out *= i % 2 == 0 ? 1.0 - part : part;
        out += r[i];
      }
      out *= part;
      out += y;
    };
    interpolate(dense_q_, leg.q, q_seen_);
    interpolate(dense_v_, leg.v, v_seen_);
    system.normalize(q_seen_);
  }

  /// The part of the step after which f, positive at `to`, has just become so: the method of
  /// Illinois [Dahlquist08, sec. 6.2.2], which keeps the root between two ends.
  template <class F>
  static double locate(F&& f, double to) {
    double low = 0.0, high = to, f_low = f(low), f_high = f(high);
    if (!(f_low < 0.0)) return kLocated;
    int side = 0;
    for (int i = 0; i < kMostLocating && high - low > kLocated; ++i) {
      double middle = (f_high * low - f_low * high) / (f_high - f_low);
      if (!(middle > low && middle < high) || i % 8 == 7) middle = 0.5 * (low + high);
      const double value = f(middle);
      if (value > 0.0) {
        high = middle;
        f_high = value;
        if (side == 1) f_low *= 0.5;
        side = 1;
      } else {
        low = middle;
        f_low = value;
        if (side == -1) f_high *= 0.5;
        side = -1;
      }
    }
    return high;
  }

  StepperOptions options_;
  SmoothMotion motion_;
  StageSum stages_[dp::kAllStages], error5_, error3_;
  double next_ = 0.0, last_error_ = 0.0;  // length of the next inner step, error of the last
  bool rejected_ = false;
  VecX q_dot_[dp::kAllStages], v_dot_[dp::kAllStages];
  VecX dense_q_[7], dense_v_[7];
  VecX q1_, v1_, q_seen_, v_seen_, lambda_seen_;
  VecX change_q_, change_v_;  // of the rates, over the first trial
  VecX memory_;               // the next length, of each row
};

}  // namespace

std::unique_ptr<Stepper> make_dormand_prince(const StepperOptions& options) {
  return std::make_unique<DormandPrince>(options);
}

}  // namespace holon
