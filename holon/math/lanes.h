// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

/// Four numbers that go through the same arithmetic at once, each as if it were alone: the bits of
/// one do not depend on the others, nor on how wide the vectors of a processor are. So functions
/// may be compiled twice, the second time for processors with wider vectors (HOLON_WIDE), and
/// whichever a processor can do is called (has_wide_vectors).
namespace holon::lanes {

#define HOLON_INLINE [[gnu::always_inline]] inline

#if defined(__x86_64__) && !defined(__AVX2__)
#define HOLON_WIDE [[gnu::target("avx2")]]
inline bool has_wide_vectors() {
  return __builtin_cpu_supports("avx2") != 0;
}
#else
#define HOLON_WIDE
inline bool has_wide_vectors() {
  return false;
}
#endif

constexpr int kLanes = 4;

/// Two registers where a processor has none that is wide enough.
struct Lanes {
  using Four = double __attribute__((vector_size(32)));
  Four v;
  HOLON_INLINE Lanes() = default;
  HOLON_INLINE Lanes(const Four& x) : v(x) {}
  HOLON_INLINE Lanes(double x) : v{x, x, x, x} {}
  HOLON_INLINE double operator[](int i) const { return v[i]; }
};
/// Of each lane: 0 or −1.
struct Mask {
  using Four = decltype(Lanes::Four() < Lanes::Four());
  Four v;
  HOLON_INLINE bool operator[](int i) const { return v[i] != 0; }
};

HOLON_INLINE Lanes operator+(const Lanes& x, const Lanes& y) {
  return {x.v + y.v};
}
HOLON_INLINE Lanes operator-(const Lanes& x, const Lanes& y) {
  return {x.v - y.v};
}
HOLON_INLINE Lanes operator*(const Lanes& x, const Lanes& y) {
  return {x.v * y.v};
}
HOLON_INLINE Lanes operator/(const Lanes& x, const Lanes& y) {
  return {x.v / y.v};
}
HOLON_INLINE Mask operator<(const Lanes& x, const Lanes& y) {
  return {x.v < y.v};
}
HOLON_INLINE Mask operator<=(const Lanes& x, const Lanes& y) {
  return {x.v <= y.v};
}
HOLON_INLINE Mask operator|(const Mask& x, const Mask& y) {
  return {x.v | y.v};
}
HOLON_INLINE Mask operator&(const Mask& x, const Mask& y) {
  return {x.v & y.v};
}
HOLON_INLINE bool all(const Mask& m) {
  return (m.v[0] & m.v[1] & m.v[2] & m.v[3]) != 0;
}
HOLON_INLINE Lanes select(const Mask& m, const Lanes& yes, const Lanes& no) {
  return {m.v ? yes.v : no.v};
}
HOLON_INLINE Lanes sqrt(const Lanes& x) {
  return {Lanes::Four{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])}};
}

/// The numbers at four places, and back.
using Places = std::array<const double*, kLanes>;
using Targets = std::array<double*, kLanes>;
HOLON_INLINE Lanes gather(const Places& from, int k) {
  return {Lanes::Four{from[0][k], from[1][k], from[2][k], from[3][k]}};
}
HOLON_INLINE void scatter(const Targets& to, int k, const Lanes& x) {
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
HOLON_INLINE Vector operator*(const Lanes& s, const Vector& u) {
  return {s * u.x, s * u.y, s * u.z};
}
HOLON_INLINE Lanes dot(const Vector& u, const Vector& v) {
  return u.x * v.x + u.y * v.y + u.z * v.z;
}
HOLON_INLINE Vector cross(const Vector& u, const Vector& v) {
  return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}
HOLON_INLINE Vector select(const Mask& m, const Vector& yes, const Vector& no) {
  return {select(m, yes.x, no.x), select(m, yes.y, no.y), select(m, yes.z, no.z)};
}

/// A symmetric matrix, from the lower triangle of one by columns.
struct Symmetric {
  Lanes xx, xy, xz, yy, yz, zz;
};
/// From the order in which they are here.
HOLON_INLINE Symmetric gather_symmetric(const Places& from) {
  return {gather(from, 0),
          gather(from, 1),
          gather(from, 2),
          gather(from, 3),
          gather(from, 4),
          gather(from, 5)};
}
HOLON_INLINE Vector operator*(const Symmetric& S, const Vector& u) {
  return {S.xx * u.x + S.xy * u.y + S.xz * u.z,
          S.xy * u.x + S.yy * u.y + S.yz * u.z,
          S.xz * u.x + S.yz * u.y + S.zz * u.z};
}

/// A matrix by columns.
struct Matrix {
  Vector x, y, z;
};
/// Of the unit quaternion (real, u).
HOLON_INLINE Matrix rotation(const Lanes& real, const Vector& u) {
  const Lanes tx = 2.0 * u.x, ty = 2.0 * u.y, tz = 2.0 * u.z;
  const Lanes wx = tx * real, wy = ty * real, wz = tz * real;
  const Lanes xx = tx * u.x, xy = ty * u.x, xz = tz * u.x;
  const Lanes yy = ty * u.y, yz = tz * u.y, zz = tz * u.z;
  return {{1.0 - (yy + zz), xy + wz, xz - wy},
          {xy - wz, 1.0 - (xx + zz), yz + wx},
          {xz + wy, yz - wx, 1.0 - (xx + yy)}};
}
HOLON_INLINE Vector operator*(const Matrix& R, const Vector& u) {
  return u.x * R.x + u.y * R.y + u.z * R.z;
}
/// The u of A u = b, by cofactors.
HOLON_INLINE Vector solve(const Matrix& A, const Vector& b) {
  const Vector yz = cross(A.y, A.z);
  const Lanes scale = 1.0 / dot(A.x, yz);
  return scale * Vector{dot(b, yz), dot(b, cross(A.z, A.x)), dot(b, cross(A.x, A.y))};
}
HOLON_INLINE void scatter(const Targets& to, const Matrix& R) {
  scatter(to, 0, R.x);
  scatter(to, 3, R.y);
  scatter(to, 6, R.z);
}

#undef HOLON_INLINE

}  // namespace holon::lanes
