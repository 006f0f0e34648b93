// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/math/types.h"

/// Three number types through which a formula, written once as a template, gives its derivatives.
///   Dual<N>       value and gradient by N inputs: the Jacobian of a constraint.
///   Taylor        value, rate and acceleration along a motion: x(s) = v + d s + dd s²/2.
///   Quadratic<N>  value, gradient and Hessian by N inputs: the curvature of a surface.
/// All follow from one rule: for y = f(x),  y' = f'(x) x'  and  y'' = f'(x) x'' + f''(x) x'².
namespace holon {

template <int N>
struct Dual {
  double v = 0.0;
  Eigen::Matrix<double, N, 1> d = Eigen::Matrix<double, N, 1>::Zero();

  Dual() = default;
  Dual(double value) : v(value) {}  // NOLINT(google-explicit-constructor): numbers mix freely
  Dual(double value, const Eigen::Matrix<double, N, 1>& gradient) : v(value), d(gradient) {}

  Dual operator-() const { return {-v, -d}; }
  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }
  friend Dual operator+(const Dual& a, const Dual& b) { return {a.v + b.v, a.d + b.d}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.v - b.v, a.d - b.d}; }
  friend Dual operator*(const Dual& a, const Dual& b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double q = a.v / b.v;
    return {q, (a.d - q * b.d) / b.v};
  }
  friend bool operator<(const Dual& a, const Dual& b) { return a.v < b.v; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.v > b.v; }
  friend bool operator==(const Dual& a, const Dual& b) { return a.v == b.v; }
};

struct Taylor {
  double v = 0.0;
  double d = 0.0;
  double dd = 0.0;

  Taylor() = default;
  Taylor(double value) : v(value) {}  // NOLINT(google-explicit-constructor): numbers mix freely
  Taylor(double value, double rate, double acceleration) : v(value), d(rate), dd(acceleration) {}

  Taylor operator-() const { return {-v, -d, -dd}; }
  Taylor& operator+=(const Taylor& b) { return *this = *this + b; }
  Taylor& operator-=(const Taylor& b) { return *this = *this - b; }
  Taylor& operator*=(const Taylor& b) { return *this = *this * b; }
  Taylor& operator/=(const Taylor& b) { return *this = *this / b; }
  friend Taylor operator+(const Taylor& a, const Taylor& b) {
    return {a.v + b.v, a.d + b.d, a.dd + b.dd};
  }
  friend Taylor operator-(const Taylor& a, const Taylor& b) {
    return {a.v - b.v, a.d - b.d, a.dd - b.dd};
  }
  friend Taylor operator*(const Taylor& a, const Taylor& b) {
    return {a.v * b.v, a.d * b.v + a.v * b.d, a.dd * b.v + 2.0 * a.d * b.d + a.v * b.dd};
  }
  friend Taylor operator/(const Taylor& a, const Taylor& b) {
    // a = q b, differentiated twice and solved for q, q', q''.
    const double q = a.v / b.v;
    const double qd = (a.d - q * b.d) / b.v;
    return {q, qd, (a.dd - 2.0 * qd * b.d - q * b.dd) / b.v};
  }
  friend bool operator<(const Taylor& a, const Taylor& b) { return a.v < b.v; }
  friend bool operator>(const Taylor& a, const Taylor& b) { return a.v > b.v; }
  friend bool operator==(const Taylor& a, const Taylor& b) { return a.v == b.v; }
};

template <int N>
struct Quadratic {
  using Vector = Eigen::Matrix<double, N, 1>;
  using Matrix = Eigen::Matrix<double, N, N>;
  double v = 0.0;
  Vector d = Vector::Zero();
  Matrix dd = Matrix::Zero();

  Quadratic() = default;
  Quadratic(double value) : v(value) {}  // NOLINT(google-explicit-constructor): numbers mix freely
  Quadratic(double value, const Vector& gradient, const Matrix& hessian)
      : v(value), d(gradient), dd(hessian) {}
  /// Input number i of the formula, at `value`.
  static Quadratic input(int i, double value) { return {value, Vector::Unit(i), Matrix::Zero()}; }

  Quadratic operator-() const { return {-v, -d, -dd}; }
  Quadratic& operator+=(const Quadratic& b) { return *this = *this + b; }
  Quadratic& operator-=(const Quadratic& b) { return *this = *this - b; }
  Quadratic& operator*=(const Quadratic& b) { return *this = *this * b; }
  Quadratic& operator/=(const Quadratic& b) { return *this = *this / b; }
  friend Quadratic operator+(const Quadratic& a, const Quadratic& b) {
    return {a.v + b.v, a.d + b.d, a.dd + b.dd};
  }
  friend Quadratic operator-(const Quadratic& a, const Quadratic& b) {
    return {a.v - b.v, a.d - b.d, a.dd - b.dd};
  }
  friend Quadratic operator*(const Quadratic& a, const Quadratic& b) {
    const Matrix mixed = a.d * b.d.transpose();
    return {a.v * b.v, a.d * b.v + a.v * b.d, a.dd * b.v + a.v * b.dd + mixed + mixed.transpose()};
  }
  friend Quadratic operator/(const Quadratic& a, const Quadratic& b) {
    // a = q b, differentiated twice and solved for q, its gradient and its Hessian.
    const double q = a.v / b.v;
    const Vector qd = (a.d - q * b.d) / b.v;
    const Matrix mixed = qd * b.d.transpose();
    return {q, qd, (a.dd - mixed - mixed.transpose() - q * b.dd) / b.v};
  }
  friend bool operator<(const Quadratic& a, const Quadratic& b) { return a.v < b.v; }
  friend bool operator>(const Quadratic& a, const Quadratic& b) { return a.v > b.v; }
  friend bool operator==(const Quadratic& a, const Quadratic& b) { return a.v == b.v; }
};

/// y = f(x), given f, f' and f'' at x.v.
template <int N>
Dual<N> chain(const Dual<N>& x, double f, double df, double /*ddf*/) {
  return {f, df * x.d};
}
inline Taylor chain(const Taylor& x, double f, double df, double ddf) {
  return {f, df * x.d, df * x.dd + ddf * x.d * x.d};
}

template <int N>
Quadratic<N> chain(const Quadratic<N>& x, double f, double df, double ddf) {
  return {f, df * x.d, df * x.dd + ddf * x.d * x.d.transpose()};
}

template <class S>
concept Differentiated = requires(const S& x) {
  chain(x, 0.0, 0.0, 0.0);
};

template <Differentiated S>
S sqrt(const S& x) {
  const double r = std::sqrt(x.v);
  return chain(x, r, 0.5 / r, -0.25 / (r * x.v));
}
template <Differentiated S>
S sin(const S& x) {
  return chain(x, std::sin(x.v), std::cos(x.v), -std::sin(x.v));
}
template <Differentiated S>
S cos(const S& x) {
  return chain(x, std::cos(x.v), -std::sin(x.v), -std::cos(x.v));
}
template <Differentiated S>
S exp(const S& x) {
  const double e = std::exp(x.v);
  return chain(x, e, e, e);
}
template <Differentiated S>
S log(const S& x) {
  return chain(x, std::log(x.v), 1.0 / x.v, -1.0 / (x.v * x.v));
}

template <Differentiated S>
S tan(const S& x) {
  const double t = std::tan(x.v), slope = 1.0 + t * t;
  return chain(x, t, slope, 2.0 * t * slope);
}
template <Differentiated S>
S asin(const S& x) {
  const double w = 1.0 - x.v * x.v, r = std::sqrt(w);
  return chain(x, std::asin(x.v), 1.0 / r, x.v / (w * r));
}
template <Differentiated S>
S acos(const S& x) {
  const double w = 1.0 - x.v * x.v, r = std::sqrt(w);
  return chain(x, std::acos(x.v), -1.0 / r, -x.v / (w * r));
}
template <Differentiated S>
S atan(const S& x) {
  const double slope = 1.0 / (1.0 + x.v * x.v);
  return chain(x, std::atan(x.v), slope, -2.0 * x.v * slope * slope);
}
template <Differentiated S>
S sinh(const S& x) {
  return chain(x, std::sinh(x.v), std::cosh(x.v), std::sinh(x.v));
}
template <Differentiated S>
S cosh(const S& x) {
  return chain(x, std::cosh(x.v), std::sinh(x.v), std::cosh(x.v));
}
template <Differentiated S>
S tanh(const S& x) {
  const double t = std::tanh(x.v), slope = 1.0 - t * t;
  return chain(x, t, slope, -2.0 * t * slope);
}
/// |x|; at the kink x = 0 the slope is that of the right side.
template <Differentiated S>
S abs(const S& x) {
  return x.v < 0.0 ? -x : x;
}

/// xᵖ for a constant p, also where x is zero or negative, as far as the power exists there.
template <Differentiated S>
S pow(const S& x, double p) {
  // p x^(p-1) and p (p-1) x^(p-2), where a factor of zero wins over a power that is infinite
  const double df = p == 0.0 ? 0.0 : p * std::pow(x.v, p - 1.0);
  const double ddf = p == 0.0 || p == 1.0 ? 0.0 : p * (p - 1.0) * std::pow(x.v, p - 2.0);
  return chain(x, std::pow(x.v, p), df, ddf);
}
/// xʸ = exp(y log x) for x > 0.
template <Differentiated S>
S pow(const S& x, const S& y) {
  S power = exp(y * log(x));
  power.v = std::pow(x.v, y.v);
  return power;
}

/// √(x² + y²), scaled so that no square overflows or vanishes.
template <Differentiated S>
S hypot(const S& x, const S& y) {
  const double r = std::hypot(x.v, y.v);
  const S a = x / S(r), b = y / S(r);
  return S(r) * sqrt(a * a + b * b);
}

/// Angle of (x, y) with all derivatives: rotate the frame so that the point lies on its x axis,
/// where the angle is the arctangent of a small quotient.
template <Differentiated S>
S atan2(const S& y, const S& x) {
  const double r2 = x.v * x.v + y.v * y.v;
  const S along = (x * S(x.v) + y * S(y.v)) / S(r2);
  const S across = (y * S(x.v) - x * S(y.v)) / S(r2);
  const S u = across / along;  // u.v = 0
  S angle = chain(u, 0.0, 1.0, 0.0);
  angle.v = std::atan2(y.v, x.v);
  return angle;
}

/// The plain value of a number of any of the types above.
inline double value_of(double x) {
  return x;
}
template <Differentiated S>
double value_of(const S& x) {
  return x.v;
}

}  // namespace holon

namespace Eigen {

template <int N>
struct NumTraits<holon::Dual<N>> : GenericNumTraits<double> {
  using Real = holon::Dual<N>;
  using NonInteger = holon::Dual<N>;
  using Nested = holon::Dual<N>;
  enum { RequireInitialization = 1 };
};
template <int N>
struct NumTraits<holon::Quadratic<N>> : GenericNumTraits<double> {
  using Real = holon::Quadratic<N>;
  using NonInteger = holon::Quadratic<N>;
  using Nested = holon::Quadratic<N>;
  enum { RequireInitialization = 1 };
};
template <>
struct NumTraits<holon::Taylor> : GenericNumTraits<double> {
  using Real = holon::Taylor;
  using NonInteger = holon::Taylor;
  using Nested = holon::Taylor;
  enum { RequireInitialization = 1 };
};

}  // namespace Eigen
