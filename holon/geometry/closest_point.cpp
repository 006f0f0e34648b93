// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/geometry/measured_curve.h"

/// Points of a curve closest to others. With e = x − r(u) the half squared distance f = |e|²/2 has
///
///     −f' = g = e·r',    f'' = h = r'·r' − e·r''                                        (1)
namespace holon {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

struct Slope {
  Vec3 e;
  double g;  ///< > 0 where the curve comes closer to x with growing u
  double h;
};

Slope slope(const CurveJet& jet, const Vec3& x) {
  const Vec3 e = x - jet.r;
  return {e, e.dot(jet.d1), jet.d1.squaredNorm() - e.dot(jet.d2)};  // (1)
}

/// Steps shorter than this change nothing but the last digits of g and u.
double smallest_step(const CurveJet& jet, const Vec3& x, double u) {
  return 4.0 * epsilon * (std::abs(u) + (x.norm() + jet.r.norm()) / jet.d1.norm());
}

}  // namespace

/// Branch and bound: a part of the curve of which every point is within `reach` of its middle is of
/// no interest if the middle is farther than the best distance so far by more than that. The
/// others are searched for a minimum, and halved until they can have one only.
class MeasuredCurve::Search {
 public:
  Search(const CurveFunction& curve, const Vec3& x) : curve_(curve), x_(x) {}

  double best() const { return best_u_; }
  double distance() const { return best_distance_; }

  void consider(double u, const Vec3& r) {
    const double distance = (x_ - r).norm();
    if (!(distance < best_distance_)) return;
    best_distance_ = distance;
    best_u_ = u;
  }
  bool may_hold_better(const Vec3& middle, double reach) const {
    return (x_ - middle).norm() - reach < best_distance_;
  }

  void refine(double begin, double end, int depth = 50) {
    const double middle = 0.5 * (begin + end);
    const Vec3 r = curve_.at(middle).r;
    consider(middle, r);
    const CurveMeasure first = measure(curve_, begin, middle);
    const CurveMeasure second = measure(curve_, middle, end);
    const double reach = std::max(first.length, second.length);
    if (!may_hold_better(r, reach)) return;
    slide(begin, end);
    const double turning = first.turning + second.turning;
    const double curvature = std::max(first.curvature, second.curvature);
    if (depth == 0 || single_minimum((x_ - r).norm() + reach, turning, curvature)) return;
    refine(begin, middle, depth - 1);
    refine(middle, end, depth - 1);
  }

 private:
  /// By arc length f'' = 1 − κ n·e, which is positive where κ |e| < 1: f is convex. Where it is
  /// not, a part that is almost straight is taken to have one minimum; two of them would lie at
  /// the same distance to within 1 − cos of its turning.
  static bool single_minimum(double farthest, double turning, double curvature) {
    constexpr double gentle = 0.6, straight = 0.02;
    constexpr double safety = 2.0;  // the curvature is known at some points only
    return turning <= straight || (turning <= gentle && safety * curvature * farthest < 1.0);
  }

  /// Newton in a bracket, from the middle; ends where the bracket closes.
  void slide(double begin, double end) {
    double low = begin, high = end, u = 0.5 * (begin + end);
    for (int i = 0; i < 80; ++i) {
      const CurveJet jet = curve_.at(u);
      const auto [e, g, h] = slope(jet, x_);
      consider(u, jet.r);
      (g > 0.0 ? low : high) = u;
      double next = h > 0.0 ? u + g / h : low;
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      if (std::abs(next - u) <= smallest_step(jet, x_, u)) break;
      u = next;
    }
  }

  const CurveFunction& curve_;
  const Vec3& x_;
  double best_u_ = 0.0;
  double best_distance_ = std::numeric_limits<double>::infinity();
};

double MeasuredCurve::closest(const Vec3& x) const {
  HOLON_EXPECT(x.allFinite());
  Search search(*function_, x);
  if (cells_.empty()) {
    const CurveDomain range = function_->closest_range(x);
    search.consider(range.begin, function_->at(range.begin).r);
    search.consider(range.end, function_->at(range.end).r);
    search.refine(range.begin, range.end);
  } else {
    for (const Cell& cell : cells_) {
      search.consider(cell.begin, function_->at(cell.begin).r);
      search.consider(0.5 * (cell.begin + cell.end), cell.middle);
    }
    search.consider(domain_.end, function_->at(domain_.end).r);
    for (const Cell& cell : cells_)
      if (search.may_hold_better(cell.middle, cell.reach)) search.refine(cell.begin, cell.end);
  }
  // About a minimum the distances differ less than they are rounded; the slope does not.
  const double polished = closest_near(x, search.best());
  const double u =
      domain_.closed ? unwound(polished).u : std::clamp(polished, domain_.begin, domain_.end);
  const bool as_close =
      (x - at(u).r).norm() <= search.distance() + 8.0 * epsilon * (x.norm() + search.distance());
  return as_close ? u : search.best();
}

/// Keeps a step within the cell of u and the next one, so that no bend is passed over.
double MeasuredCurve::limited_step(double u, double step) const {
  if (cells_.empty()) return step;
  const std::size_t n = cells_.size();
  const double v = unwound(u).u;
  const std::size_t i = cell_at(v);
  const auto width = [&](std::size_t k) { return cells_[k].end - cells_[k].begin; };
  const double forever = std::numeric_limits<double>::infinity();
  if (step > 0.0) {
    const double next = i + 1 < n || domain_.closed ? width((i + 1) % n) : forever;
    return std::min(step, cells_[i].end - v + next);
  }
  const double previous = i > 0 || domain_.closed ? width((i + n - 1) % n) : forever;
  return std::max(step, cells_[i].begin - v - previous);
}

// Downhill in steps that neither turn far, nor go much farther than x is away, until the slope
// changes sign; then Newton in the bracket. So the way to the minimum lies on the curve, and
// another branch that comes near x is not found.
double MeasuredCurve::closest_near(const Vec3& x, double guess) const {
  constexpr double most_turning = 0.5;
  constexpr double farther = 2.0;  // times |e|: Gauss-Newton steps go no farther than |e|
  double low = -std::numeric_limits<double>::infinity(), high = -low;
  double u = guess;
  for (int i = 0; i < 1000; ++i) {
    const CurveJet jet = at(u);
    const auto [e, g, h] = slope(jet, x);
    const double speed2 = jet.d1.squaredNorm();
    if (g == 0.0 || !std::isfinite(g) || !(speed2 > 0.0)) break;
    (g > 0.0 ? low : high) = u;
    const double turn = jet.d1.cross(jet.d2).norm() / speed2;
    const double longest = std::min(farther * e.norm() / std::sqrt(speed2), most_turning / turn);
    const double newton = h > 0.0 ? g / h : std::copysign(longest, g);
    const double smallest = smallest_step(jet, x, u);
    if (std::abs(newton) <= smallest) break;  // halving the bracket would lead away again
    double next = u + limited_step(u, std::clamp(newton, -longest, longest));
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (!std::isfinite(next)) break;
    const double step = std::abs(next - u);
    u = next;
    if (step <= smallest) break;
  }
  return u;
}

}  // namespace holon
