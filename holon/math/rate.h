// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "holon/math/dual.h"

namespace holon {

/// Value and derivative of a formula of one variable, both numbers of the type S: y = f(x) has
/// y' = f'(x) x'. As S may know derivatives itself, orders add up: Rate<Taylor> knows three, those
/// that a curve needs.
template <class S>
struct Rate {
  S v = S(0.0);
  S d = S(0.0);

  Rate() = default;
  Rate(double value) : v(value) {}  // NOLINT(google-explicit-constructor): numbers mix freely
  Rate(const S& value, const S& rate) : v(value), d(rate) {}

  Rate operator-() const { return {-v, -d}; }
  Rate& operator+=(const Rate& b) { return *this = *this + b; }
  Rate& operator-=(const Rate& b) { return *this = *this - b; }
  Rate& operator*=(const Rate& b) { return *this = *this * b; }
  Rate& operator/=(const Rate& b) { return *this = *this / b; }
  friend Rate operator+(const Rate& a, const Rate& b) { return {a.v + b.v, a.d + b.d}; }
  friend Rate operator-(const Rate& a, const Rate& b) { return {a.v - b.v, a.d - b.d}; }
  friend Rate operator*(const Rate& a, const Rate& b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
  friend Rate operator/(const Rate& a, const Rate& b) {
    const S q = a.v / b.v;
    return {q, (a.d - q * b.d) / b.v};
  }
  friend bool operator<(const Rate& a, const Rate& b) { return a.v < b.v; }
  friend bool operator>(const Rate& a, const Rate& b) { return a.v > b.v; }
  friend bool operator==(const Rate& a, const Rate& b) { return a.v == b.v; }
};

template <class S>
Rate<S> sqrt(const Rate<S>& x) {
  const S r = sqrt(x.v);
  return {r, x.d / (S(2.0) * r)};
}
template <class S>
Rate<S> sin(const Rate<S>& x) {
  return {sin(x.v), cos(x.v) * x.d};
}
template <class S>
Rate<S> cos(const Rate<S>& x) {
  return {cos(x.v), -sin(x.v) * x.d};
}
template <class S>
Rate<S> tan(const Rate<S>& x) {
  const S t = tan(x.v);
  return {t, (S(1.0) + t * t) * x.d};
}
template <class S>
Rate<S> asin(const Rate<S>& x) {
  return {asin(x.v), x.d / sqrt(S(1.0) - x.v * x.v)};
}
template <class S>
Rate<S> acos(const Rate<S>& x) {
  return {acos(x.v), -x.d / sqrt(S(1.0) - x.v * x.v)};
}
template <class S>
Rate<S> atan(const Rate<S>& x) {
  return {atan(x.v), x.d / (S(1.0) + x.v * x.v)};
}
template <class S>
Rate<S> sinh(const Rate<S>& x) {
  return {sinh(x.v), cosh(x.v) * x.d};
}
template <class S>
Rate<S> cosh(const Rate<S>& x) {
  return {cosh(x.v), sinh(x.v) * x.d};
}
template <class S>
Rate<S> tanh(const Rate<S>& x) {
  const S t = tanh(x.v);
  return {t, (S(1.0) - t * t) * x.d};
}
template <class S>
Rate<S> exp(const Rate<S>& x) {
  const S e = exp(x.v);
  return {e, e * x.d};
}
template <class S>
Rate<S> log(const Rate<S>& x) {
  return {log(x.v), x.d / x.v};
}
/// |x|; at the kink x = 0 the slope is that of the right side.
template <class S>
Rate<S> abs(const Rate<S>& x) {
  return x < Rate<S>(0.0) ? -x : x;
}
/// xᵖ for a constant p, also where x is zero or negative, as far as the power exists there.
template <class S>
Rate<S> pow(const Rate<S>& x, double p) {
  if (p == 0.0) return {1.0};
  return {pow(x.v, p), S(p) * pow(x.v, p - 1.0) * x.d};
}
/// xʸ for x > 0.
template <class S>
Rate<S> pow(const Rate<S>& x, const Rate<S>& y) {
  const S power = pow(x.v, y.v);
  return {power, power * (y.d * log(x.v) + y.v * x.d / x.v)};
}
template <class S>
Rate<S> hypot(const Rate<S>& x, const Rate<S>& y) {
  const S r = hypot(x.v, y.v);
  return {r, x.v / r * x.d + y.v / r * y.d};
}
template <class S>
Rate<S> atan2(const Rate<S>& y, const Rate<S>& x) {
  return {atan2(y.v, x.v), (x.v * y.d - y.v * x.d) / (x.v * x.v + y.v * y.v)};
}

}  // namespace holon
