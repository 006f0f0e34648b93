// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "holon/math/types.h"

namespace holon::checks {

/// Random numbers that are the same everywhere: the splitmix64 generator, and nothing that the
/// standard library may do its own way.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1p-53);
  }
  /// One of 0 … n − 1.
  int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
  /// A vector with components in [−size, size].
  Vec3 vector(double size = 1.0) {
    const double x = uniform(-size, size), y = uniform(-size, size);
    return {x, y, uniform(-size, size)};
  }
  VecX vector_of(Eigen::Index n, double size = 1.0) {
    VecX v(n);
    for (double& x : v) x = uniform(-size, size);
    return v;
  }
  /// A unit vector, all directions alike.
  Vec3 direction() {
    for (;;) {
      const Vec3 v = vector();
      const double size = v.norm();
      if (size > 0.1 && size < 1.0) return v / size;
    }
  }
  /// A rotation, all of them alike.
  Quat rotation() {
    for (;;) {
      const Eigen::Vector4d q = vector_of(4);
      const double size = q.norm();
      if (size > 0.1 && size < 1.0) return Quat(q / size);
    }
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

}  // namespace holon::checks
