// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/measured_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace holon {
namespace {

/// Positive half of the ten-point Gauss-Legendre rule on [−1, 1], exact up to degree 19.
struct GaussPoint {
  double x, weight;
};
constexpr std::array<GaussPoint, 5> gauss = {{{0.1488743389816312, 0.2955242247147529},
                                              {0.4333953941292472, 0.2692667193099963},
                                              {0.6794095682990244, 0.2190863625159820},
                                              {0.8650633666889845, 0.1494513491505806},
                                              {0.9739065285171717, 0.0666713443086881}}};

/// Whether the halves agree with the whole: to what rounding leaves of them, or of the scale of the
/// curve, beside which they may be nothing.
bool agree(double halves, double whole, double scale) {
  constexpr double of_whole = 1e-14, of_scale = 1e-17;
  return !(std::abs(halves - whole) > of_whole * std::abs(whole) + of_scale * std::abs(scale));
}

double length_by_rule(const CurveFunction& curve, double begin, double end) {
  const double middle = 0.5 * (begin + end), half = 0.5 * (end - begin);
  double sum = 0.0;
  for (const GaussPoint& p : gauss)
    sum += p.weight
           * (curve.at(middle - half * p.x).d1.norm() + curve.at(middle + half * p.x).d1.norm());
  return half * sum;
}

double arc_length_from(
    const CurveFunction& curve, double begin, double end, double whole, double scale, int depth) {
  const double middle = 0.5 * (begin + end);
  const double first = length_by_rule(curve, begin, middle);
  const double second = length_by_rule(curve, middle, end);
  if (depth == 0 || agree(first + second, whole, scale)) return first + second;
  return arc_length_from(curve, begin, middle, first, scale, depth - 1)
         + arc_length_from(curve, middle, end, second, scale, depth - 1);
}

}  // namespace

CurveMeasure measure(const CurveFunction& curve, double begin, double end) {
  const double middle = 0.5 * (begin + end), half = 0.5 * (end - begin);
  CurveMeasure m;
  const auto add = [&](double u, double weight) {
    const CurveJet jet = curve.at(u);
    const double speed = jet.d1.norm();
    const double turn = jet.d1.cross(jet.d2).norm() / (speed * speed);  // rad per parameter
    m.length += weight * speed;
    m.turning += weight * turn;
    m.curvature = std::max(m.curvature, turn / speed);
  };
  for (const GaussPoint& p : gauss) {
    add(middle - half * p.x, half * p.weight);
    add(middle + half * p.x, half * p.weight);
  }
  return m;
}

double arc_length(const CurveFunction& curve, double begin, double end) {
  const double whole = length_by_rule(curve, begin, end);
  return arc_length_from(curve, begin, end, whole, whole, 40);
}

MeasuredCurve::MeasuredCurve(CurveFunctionPtr function)
    : function_(std::move(function)), domain_(function_->domain()) {
  origin_ = std::isfinite(domain_.begin) ? domain_.begin : std::min(0.0, domain_.end);
  if (!domain_.bounded()) return;
  double begin = domain_.begin;
  std::vector<double> ends = function_->breaks();
  ends.push_back(domain_.end);
  for (const double end : ends) {
    // two parts at least, lest symmetry hides from the rule what it should see
    const double middle = 0.5 * (begin + end);
    const double scale = length_by_rule(*function_, begin, end);
    add_cells(begin, middle, scale, 16);
    add_cells(middle, end, scale, 16);
    begin = end;
  }
}

void MeasuredCurve::add_cells(double begin, double end, double scale, int depth) {
  constexpr double most_turning = 0.5;
  const double middle = 0.5 * (begin + end);
  const CurveMeasure whole = measure(*function_, begin, end);
  const double first = length_by_rule(*function_, begin, middle);
  const double second = length_by_rule(*function_, middle, end);
  const double length = first + second;
  const bool fine = whole.turning <= most_turning && agree(length, whole.length, scale);
  if (!fine && depth > 0) {
    add_cells(begin, middle, scale, depth - 1);
    add_cells(middle, end, scale, depth - 1);
    return;
  }
  cells_.push_back({.begin = begin,
                    .end = end,
                    .before = length_,
                    .length = length,
                    .reach = std::max(first, second),
                    .middle = function_->at(middle).r});
  length_ += length;
}

MeasuredCurve::Unwound MeasuredCurve::unwound(double u) const {
  if (!domain_.closed) return {u, 0.0};
  const double period = domain_.end - domain_.begin;
  const double turns = std::floor((u - domain_.begin) / period);
  return {std::clamp(u - turns * period, domain_.begin, domain_.end), turns};
}

CurveJet MeasuredCurve::at(double u) const {
  const double inside = std::clamp(unwound(u).u, domain_.begin, domain_.end);
  CurveJet jet = function_->at(inside);
  if (domain_.closed || inside == u) return jet;
  jet.r += (u - inside) * jet.d1;
  jet.d2.setZero();
  jet.d3.setZero();
  return jet;
}

/// The cell that holds u, the first or the last for what is outside.
std::size_t MeasuredCurve::cell_at(double u) const {
  const auto after = std::upper_bound(
      cells_.begin() + 1, cells_.end(), u, [](double x, const Cell& c) { return x < c.begin; });
  return static_cast<std::size_t>(after - cells_.begin()) - 1;
}

double MeasuredCurve::length_to(double u) const {
  const auto [v, turns] = unwound(u);
  const double inside = std::clamp(v, domain_.begin, domain_.end);
  const double beyond =
      domain_.closed || inside == v ? 0.0 : (v - inside) * function_->at(inside).d1.norm();
  if (cells_.empty()) return arc_length(*function_, origin_, inside) + beyond;
  const Cell& cell = cells_[cell_at(inside)];
  return turns * length_ + cell.before + length_by_rule(*function_, cell.begin, inside) + beyond;
}

double MeasuredCurve::length_between(double u0, double u1) const {
  const auto [v0, turns0] = unwound(u0);
  const auto [v1, turns1] = unwound(u1);
  const auto is_inside = [&](double v) { return v >= domain_.begin && v <= domain_.end; };
  if (turns0 == turns1 && is_inside(v0) && is_inside(v1)) {
    if (cells_.empty()) return arc_length(*function_, v0, v1);
    if (cell_at(v0) == cell_at(v1)) return length_by_rule(*function_, v0, v1);
  }
  return (turns1 - turns0) * length_ + (length_to(v1) - length_to(v0));
}

double MeasuredCurve::parameter_at(double s) const {
  if (cells_.empty()) return unbounded_parameter_at(s);
  const double period = domain_.end - domain_.begin;
  const double turns = domain_.closed ? std::floor(s / length_) : 0.0;
  const double along = s - turns * length_;
  if (along < 0.0) return domain_.begin + along / function_->at(domain_.begin).d1.norm();
  if (along > length_)
    return domain_.end + (along - length_) / function_->at(domain_.end).d1.norm();

  const auto after =
      std::upper_bound(cells_.begin() + 1, cells_.end(), along, [](double x, const Cell& c) {
        return x < c.before;
      });
  const Cell& cell = *(after - 1);
  const double wanted = along - cell.before;
  double low = cell.begin, high = cell.end;
  double u = low + wanted / cell.length * (high - low);
  for (int i = 0; i < 60; ++i) {  // Newton in a bracket that halves when Newton fails
    const double excess = length_by_rule(*function_, cell.begin, u) - wanted;
    (excess > 0.0 ? high : low) = u;
    double next = u - excess / function_->at(u).d1.norm();
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const double step = std::abs(next - u);
    u = next;
    if (step <= 1e-14 * (cell.end - cell.begin)) break;
  }
  return u + turns * period;
}

/// The same without cells: the bracket is open at first, but s(u) grows for ever.
double MeasuredCurve::unbounded_parameter_at(double s) const {
  for (const double end : {domain_.begin, domain_.end}) {
    if (!std::isfinite(end)) continue;
    const double beyond = s - length_to(end);
    if ((end == domain_.begin) == (beyond < 0.0))
      return end + beyond / function_->at(end).d1.norm();
  }
  double low = domain_.begin, high = domain_.end;
  double u = origin_;
  for (int i = 0; i < 100; ++i) {
    const double excess = length_to(u) - s;
    (excess > 0.0 ? high : low) = u;
    double next = u - excess / function_->at(u).d1.norm();
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const double step = std::abs(next - u);
    u = next;
    if (step <= 1e-15 * (1.0 + std::abs(u))) break;
  }
  return u;
}

}  // namespace holon
