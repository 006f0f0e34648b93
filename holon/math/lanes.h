// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

/// Four numbers that go through the same arithmetic at once, each as if it were alone: the bits of
/// one do not depend on the others, nor on how wide the vectors of a processor are.
namespace holon::lanes {

#define HOLON_INLINE [[gnu::always_inline]] inline

constexpr int kLanes = 4;

/// Two pairs, which every processor has registers for.
struct Lanes {
  using Pair = double __attribute__((vector_size(16)));
  Pair a, b;
  HOLON_INLINE Lanes() = default;
  HOLON_INLINE Lanes(Pair first, Pair second) : a(first), b(second) {}
  HOLON_INLINE Lanes(double x) : a{x, x}, b{x, x} {}
  HOLON_INLINE double operator[](int i) const { return i < 2 ? a[i] : b[i - 2]; }
};
/// Of each lane: 0 or −1.
struct Mask {
  using Pair = decltype(Lanes::Pair() < Lanes::Pair());
  Pair a, b;
  HOLON_INLINE bool operator[](int i) const { return (i < 2 ? a[i] : b[i - 2]) != 0; }
};

HOLON_INLINE Lanes operator+(Lanes x, Lanes y) {
  return {x.a + y.a, x.b + y.b};
}
HOLON_INLINE Lanes operator-(Lanes x, Lanes y) {
  return {x.a - y.a, x.b - y.b};
}
HOLON_INLINE Lanes operator*(Lanes x, Lanes y) {
  return {x.a * y.a, x.b * y.b};
}
HOLON_INLINE Lanes operator/(Lanes x, Lanes y) {
  return {x.a / y.a, x.b / y.b};
}
HOLON_INLINE Mask operator<(Lanes x, Lanes y) {
  return {x.a < y.a, x.b < y.b};
}
HOLON_INLINE Mask operator<=(Lanes x, Lanes y) {
  return {x.a <= y.a, x.b <= y.b};
}
HOLON_INLINE Mask operator|(Mask x, Mask y) {
  return {x.a | y.a, x.b | y.b};
}
HOLON_INLINE Mask operator&(Mask x, Mask y) {
  return {x.a & y.a, x.b & y.b};
}
HOLON_INLINE bool all(Mask m) {
  const Mask::Pair both = m.a & m.b;
  return (both[0] & both[1]) != 0;
}
HOLON_INLINE Lanes select(Mask m, Lanes yes, Lanes no) {
  return {m.a ? yes.a : no.a, m.b ? yes.b : no.b};
}
HOLON_INLINE Lanes sqrt(Lanes x) {
  return {Lanes::Pair{std::sqrt(x[0]), std::sqrt(x[1])},
          Lanes::Pair{std::sqrt(x[2]), std::sqrt(x[3])}};
}

/// The numbers at four places, and back.
using Places = std::array<const double*, kLanes>;
using Targets = std::array<double*, kLanes>;
HOLON_INLINE Lanes gather(const Places& from, int k) {
  return {Lanes::Pair{from[0][k], from[1][k]}, Lanes::Pair{from[2][k], from[3][k]}};
}
HOLON_INLINE void scatter(const Targets& to, int k, Lanes x) {
  for (int i = 0; i < kLanes; ++i) to[static_cast<std::size_t>(i)][k] = x[i];
}

struct Vector {
  Lanes x, y, z;
};
HOLON_INLINE Vector gather_vector(const Places& from, int k) {
  return {gather(from, k), gather(from, k + 1), gather(from, k + 2)};
}
HOLON_INLINE void scatter(const Targets& to, int k, const Vector& v) {
  scatter(to, k, v.x);
  scatter(to, k + 1, v.y);
  scatter(to, k + 2, v.z);
}
HOLON_INLINE Vector operator+(const Vector& u, const Vector& v) {
  return {u.x + v.x, u.y + v.y, u.z + v.z};
}
HOLON_INLINE Vector operator-(const Vector& u, const Vector& v) {
  return {u.x - v.x, u.y - v.y, u.z - v.z};
}
HOLON_INLINE Vector operator*(Lanes s, const Vector& u) {
  return {s * u.x, s * u.y, s * u.z};
}
HOLON_INLINE Lanes dot(const Vector& u, const Vector& v) {
  return u.x * v.x + u.y * v.y + u.z * v.z;
}
HOLON_INLINE Vector cross(const Vector& u, const Vector& v) {
  return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}
HOLON_INLINE Vector select(Mask m, const Vector& yes, const Vector& no) {
  return {select(m, yes.x, no.x), select(m, yes.y, no.y), select(m, yes.z, no.z)};
}

/// A symmetric matrix, from the lower triangle of one by columns.
struct Symmetric {
  Lanes xx, xy, xz, yy, yz, zz;
};
HOLON_INLINE Symmetric gather_symmetric(const Places& from) {
  return {gather(from, 0),
          gather(from, 1),
          gather(from, 2),
          gather(from, 4),
          gather(from, 5),
          gather(from, 8)};
}
HOLON_INLINE Vector operator*(const Symmetric& S, const Vector& u) {
  return {S.xx * u.x + S.xy * u.y + S.xz * u.z,
          S.xy * u.x + S.yy * u.y + S.yz * u.z,
          S.xz * u.x + S.yz * u.y + S.zz * u.z};
}

#undef HOLON_INLINE

}  // namespace holon::lanes
