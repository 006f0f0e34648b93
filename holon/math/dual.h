// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/math/types.h"

/// Two number types through which a formula, written once as a template, gives its derivatives.
///   Dual<N>   value and gradient by N inputs: the Jacobian of a constraint.
///   Taylor    value, rate and acceleration along a motion: x(s) = v + d s + dd s²/2.
/// Both follow from one rule: for y = f(x),  y' = f'(x) x'  and  y'' = f'(x) x'' + f''(x) x'².
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

/// y = f(x), given f, f' and f'' at x.v.
template <int N>
Dual<N> chain(const Dual<N>& x, double f, double df, double /*ddf*/) {
  return {f, df * x.d};
}
inline Taylor chain(const Taylor& x, double f, double df, double ddf) {
  return {f, df * x.d, df * x.dd + ddf * x.d * x.d};
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
template <>
struct NumTraits<holon::Taylor> : GenericNumTraits<double> {
  using Real = holon::Taylor;
  using NonInteger = holon::Taylor;
  using Nested = holon::Taylor;
  enum { RequireInitialization = 1 };
};

}  // namespace Eigen
