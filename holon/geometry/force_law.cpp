// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/force_law.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace holon {

// ---- tables ----

void ForceTable::check(Diagnostics& d) const {
  const auto finite = [](const std::vector<double>& list) {
    return std::all_of(list.begin(), list.end(), [](double x) { return std::isfinite(x); });
  };
  d.expect(stretches.size() >= 2, "stretches", "must be two at least");
  d.expect(finite(stretches), "stretches", "must be finite");
  for (std::size_t i = 1; i < stretches.size(); ++i)
    if (stretches[i] <= stretches[i - 1]) {
      d.error("stretches",
              "must increase: number " + std::to_string(i) + " is not above the one before");
      break;
    }
  d.expect(forces.size() == stretches.size(), "forces", "must be as many as stretches");
  d.expect(finite(forces), "forces", "must be finite");
}

namespace {

/// The slope between two pieces of lengths h0, h1 and mean slopes s0, s1: their harmonic mean,
/// weighted by the lengths, or none at a peak [FritschButland84].
double slope_between(double h0, double s0, double h1, double s1) {
  if (s0 * s1 <= 0.0) return 0.0;
  const double w0 = 2.0 * h1 + h0, w1 = h1 + 2.0 * h0;
  return (w0 + w1) / (w0 / s0 + w1 / s1);
}

}  // namespace

MonotoneCubic::MonotoneCubic(ForceTable table) : table_(std::move(table)) {
  const auto& x = table_.stretches;
  const auto& y = table_.forces;
  const std::size_t n = x.size();
  const auto length = [&](std::size_t i) { return x[i + 1] - x[i]; };
  const auto secant = [&](std::size_t i) { return (y[i + 1] - y[i]) / length(i); };
  slopes_.resize(n);
  slopes_.front() = secant(0);
  slopes_.back() = secant(n - 2);
  for (std::size_t i = 1; i + 1 < n; ++i)
    slopes_[i] = slope_between(length(i - 1), secant(i - 1), length(i), secant(i));
  integrals_.assign(n, 0.0);
  for (std::size_t i = 1; i < n; ++i) integrals_[i] = from_first(x[i]);
  at_zero_ = from_first(0.0);
}

/// The piece that s is in or beyond.
std::size_t MonotoneCubic::piece_of(double s) const {
  const auto& x = table_.stretches;
  // of inner keys only: there is no piece beyond the last
  const auto above = std::lower_bound(x.begin() + 1, x.end() - 1, s);
  return static_cast<std::size_t>(above - x.begin()) - 1;
}

double MonotoneCubic::value(double s) const {
  const auto& x = table_.stretches;
  const auto& y = table_.forces;
  if (s <= x.front()) return y.front() + slopes_.front() * (s - x.front());
  if (s >= x.back()) return y.back() + slopes_.back() * (s - x.back());
  const std::size_t i = piece_of(s);
  const double h = x[i + 1] - x[i], u = (s - x[i]) / h, v = 1.0 - u;
  return v * v * (1.0 + 2.0 * u) * y[i] + u * u * (1.0 + 2.0 * v) * y[i + 1]
         + h * u * v * (v * slopes_[i] - u * slopes_[i + 1]);
}

/// Of each term of value(), integrated over u.
double MonotoneCubic::from_first(double s) const {
  const auto& x = table_.stretches;
  const auto& y = table_.forces;
  const auto beyond = [&](std::size_t i) {
    const double way = s - x[i];
    return integrals_[i] + way * (y[i] + 0.5 * slopes_[i] * way);
  };
  if (s <= x.front()) return beyond(0);
  if (s > x.back()) return beyond(x.size() - 1);
  const std::size_t i = piece_of(s);
  const double h = x[i + 1] - x[i], u = (s - x[i]) / h, u2 = u * u, u3 = u2 * u, u4 = u3 * u;
  return integrals_[i] + h * ((u - u3 + 0.5 * u4) * y[i] + (u3 - 0.5 * u4) * y[i + 1])
         + h * h
               * ((u2 / 2.0 - 2.0 * u3 / 3.0 + u4 / 4.0) * slopes_[i]
                  + (u4 / 4.0 - u3 / 3.0) * slopes_[i + 1]);
}

// ---- formulas ----

namespace {

double value_of_formula(const Expression& f, double s) {
  return f(std::span<const double>(&s, 1));
}

/// Gauss' rule with five points, exact for polynomials up to s⁹.
double gauss_rule(const Expression& f, double a, double b) {
  constexpr double x[] = {0.5384693101056831, 0.9061798459386640};
  constexpr double w[] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
  const double middle = 0.5 * (a + b), half = 0.5 * (b - a);
  double sum = w[0] * value_of_formula(f, middle);
  for (int i = 0; i < 2; ++i)
    sum +=
        w[i + 1]
        * (value_of_formula(f, middle - half * x[i]) + value_of_formula(f, middle + half * x[i]));
  return half * sum;
}

/// ∫ f over [a, b], of which `whole` is a first guess. Parts are halved until the halves tell
/// nothing new, twelve times at most: a kink of f costs no more than 1e-8 of what it is off by.
double refined_integral(
    const Expression& f, double a, double b, double whole, double size, int depth) {
  const double middle = 0.5 * (a + b), left = gauss_rule(f, a, middle),
               right = gauss_rule(f, middle, b);
  const double news = std::abs(left + right - whole);
  if (depth == 0 || !(news > 1e-14 * size)) return left + right;  // also where f is not finite
  return refined_integral(f, a, middle, left, size, depth - 1)
         + refined_integral(f, middle, b, right, size, depth - 1);
}

}  // namespace

ForceLaw::ForceLaw(std::string_view formula) {
  try {
    kind_ = Expression(formula, {"s"});
  } catch (const ExpressionError& e) {
    throw ModelError("formula of s", {e.what()});
  }
}

ForceLaw::ForceLaw(ForceTable table) {
  Diagnostics d;
  table.check(d);
  if (!d.ok()) throw ModelError("table of forces", d.errors());
  kind_ = MonotoneCubic(std::move(table));
}

double ForceLaw::force(double s) const {
  if (const auto* table = std::get_if<MonotoneCubic>(&kind_)) return table->value(s);
  return value_of_formula(std::get<Expression>(kind_), s);
}

double ForceLaw::energy(double s) const {
  if (const auto* table = std::get_if<MonotoneCubic>(&kind_)) return table->integral(s);
  const auto& f = std::get<Expression>(kind_);
  double size = 0.0;
  for (const double part : {0.0, 0.5, 1.0}) size += std::abs(s * value_of_formula(f, part * s));
  return refined_integral(f, 0.0, s, gauss_rule(f, 0.0, s), size, 12);
}

}  // namespace holon
