// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace holon::checks {

/// The solution of ẍ + 2 γ ẋ + ω² x = 0 in closed form, below, at and above critical damping.
struct Oscillator {
  double omega;
  double gamma;
  double x0 = 1.0;
  double v0 = 0.0;

  struct Sample {
    double x, v;
  };
  /// x = e^{−γt} (x₀ C + (v₀ + γ x₀) S) with C = cos(nt), S = sin(nt)/n, n² = ω² − γ², or their
  /// hyperbolic relatives, or 1 and t.
  Sample at(double t) const {
    const double n2 = omega * omega - gamma * gamma, n = std::sqrt(std::abs(n2));
    double C = 1.0, S = t;
    if (n2 > 0.0) {
      C = std::cos(n * t);
      S = std::sin(n * t) / n;
    } else if (n2 < 0.0) {
      C = std::cosh(n * t);
      S = std::sinh(n * t) / n;
    }
    const double e = std::exp(-gamma * t), w0 = v0 + gamma * x0;
    const double x = e * (x0 * C + w0 * S);
    return {x, e * (w0 * C - n2 * x0 * S) - gamma * x};
  }
};

}  // namespace holon::checks
