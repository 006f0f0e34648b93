// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/motion.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace holon {

void Polynomial::check(Diagnostics& d) const {
  d.expect(!coefficients.empty(), "coefficients", "must hold at least one number");
  d.expect(std::all_of(
               coefficients.begin(), coefficients.end(), [](double c) { return std::isfinite(c); }),
           "coefficients",
           "must be finite");
}

Taylor Polynomial::at(double t) const {
  Taylor sum(0.0);
  const Taylor x(t, 1.0, 0.0);
  for (std::size_t i = coefficients.size(); i-- > 0;) sum = sum * x + Taylor(coefficients[i]);
  return sum;
}

void Sine::check(Diagnostics& d) const {
  d.expect(std::isfinite(offset), "offset", "must be finite");
  d.expect(std::isfinite(amplitude), "amplitude", "must be finite");
  d.expect(std::isfinite(rate), "rate", "must be finite");
  d.expect(std::isfinite(phase), "phase", "must be finite");
}

Taylor Sine::at(double t) const {
  return Taylor(offset) + Taylor(amplitude) * sin(Taylor(rate * t + phase, rate, 0.0));
}

void Keyframes::check(Diagnostics& d) const {
  d.expect(times.size() >= 2, "times", "must hold at least two keys");
  d.expect(times.size() == values.size(), "values", "must be as many as times");
  for (std::size_t i = 0; i < times.size(); ++i) {
    d.expect(std::isfinite(times[i]), "times", "must be finite");
    if (i > 0 && !(times[i] > times[i - 1])) {
      d.error("times",
              "must increase: key " + std::to_string(i) + " does not come after the key before");
      break;
    }
  }
  d.expect(std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }),
           "values",
           "must be finite");
}

// Cubic spline with zero slope at both ends. With h_i = t_{i+1} − t_i and m_i the second
// derivative at key i, continuity of the slope gives
//   h_{i−1} m_{i−1} + 2 (h_{i−1} + h_i) m_i + h_i m_{i+1} = 6 (s_i − s_{i−1}),  s_i = Δy_i / h_i,
// and the end slopes give 2 h_0 m_0 + h_0 m_1 = 6 s_0 and its mirror image. Thomas' algorithm.
Spline::Spline(Keyframes keys) : keys_(std::move(keys)) {
  const auto& t = keys_.times;
  const auto& y = keys_.values;
  const std::size_t n = t.size();
  std::vector<double> diagonal(n), upper(n), rhs(n);
  const auto h = [&](std::size_t i) { return t[i + 1] - t[i]; };
  const auto slope = [&](std::size_t i) { return (y[i + 1] - y[i]) / h(i); };
  for (std::size_t i = 0; i < n; ++i) {
    const double left = i > 0 ? h(i - 1) : 0.0;
    const double right = i + 1 < n ? h(i) : 0.0;
    diagonal[i] = 2.0 * (left + right);
    upper[i] = right;
    rhs[i] = 6.0 * ((i + 1 < n ? slope(i) : 0.0) - (i > 0 ? slope(i - 1) : 0.0));
  }
  for (std::size_t i = 1; i < n; ++i) {
    const double factor = h(i - 1) / diagonal[i - 1];
    diagonal[i] -= factor * upper[i - 1];
    rhs[i] -= factor * rhs[i - 1];
  }
  curvature_.resize(n);
  for (std::size_t i = n; i-- > 0;)
    curvature_[i] = (rhs[i] - (i + 1 < n ? upper[i] * curvature_[i + 1] : 0.0)) / diagonal[i];
}

Taylor Spline::at(double time) const {
  const auto& t = keys_.times;
  const auto& y = keys_.values;
  if (time <= t.front()) return {y.front(), 0.0, 0.0};
  if (time >= t.back()) return {y.back(), 0.0, 0.0};
  const auto i =
      static_cast<std::size_t>(std::upper_bound(t.begin(), t.end(), time) - t.begin() - 1);
  const double h = t[i + 1] - t[i], a = (t[i + 1] - time) / h, b = (time - t[i]) / h;
  const double m0 = curvature_[i], m1 = curvature_[i + 1];
  return {a * y[i] + b * y[i + 1] + ((a * a * a - a) * m0 + (b * b * b - b) * m1) * h * h / 6.0,
          (y[i + 1] - y[i]) / h + ((1 - 3 * a * a) * m0 + (3 * b * b - 1) * m1) * h / 6.0,
          a * m0 + b * m1};
}

TimeFormula::TimeFormula(std::string_view text) {
  try {
    formula_ = Expression(text, {"t"});
  } catch (const ExpressionError& e) {
    throw ModelError("formula of t", {e.what()});
  }
}

Taylor TimeFormula::at(double t) const {
  const Taylor variable(t, 1.0, 0.0);
  return formula_(std::span(&variable, 1));
}

Motion::Motion(Keyframes k) {
  Diagnostics d;
  k.check(d);
  if (!d.ok()) throw ModelError("keyframes", d.errors());
  *kind_ = Spline(std::move(k));
}

void Motion::check(Diagnostics& d, std::string_view field) const {
  Diagnostics inner;
  std::visit(
      [&](const auto& f) {
        if constexpr (requires { f.check(inner); })
          f.check(inner);
        else if constexpr (requires { f.keys(); })
          f.keys().check(inner);
        else if constexpr (!requires { f.text(); })  // a formula is sound once it is made
          inner.expect(static_cast<bool>(f), "function", "must not be empty");
      },
      *kind_);
  for (const std::string& e : inner.errors()) d.error(field, e);
}

}  // namespace holon
