// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "holon/math/types.h"

namespace holon {

/// Where a shape is: its origin x, and its axes as the columns of R.
struct Place {
  Mat3 R = Mat3::Identity();
  Vec3 x = Vec3::Zero();

  Vec3 point(const Vec3& p) const { return x + R * p; }
  /// The point as it is seen from here.
  Vec3 local(const Vec3& p) const { return R.transpose() * (p - x); }
  /// Another place as it is seen from here. Far from the world's origin this is where digits are
  /// lost, once, and nowhere later.
  Place local(const Place& other) const { return {R.transpose() * other.R, local(other.x)}; }
  bool is_finite() const { return R.allFinite() && x.allFinite(); }
  Place operator*(const Place& inner) const { return {R * inner.R, point(inner.x)}; }
};

/// A box along the axes; without points as it is made.
struct Bounds {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 high = -low;

  /// More than any scene holds, and still a number.
  static Bounds everywhere() { return {Vec3::Constant(-1e20), Vec3::Constant(1e20)}; }

  void add(const Vec3& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  void add(const Bounds& b) {
    low = low.cwiseMin(b.low);
    high = high.cwiseMax(b.high);
  }
  Bounds grown(double by) const { return {low.array() - by, high.array() + by}; }
  bool overlaps(const Bounds& b) const {
    return (low.array() <= b.high.array()).all() && (b.low.array() <= high.array()).all();
  }
  bool contains(const Bounds& b) const {
    return (low.array() <= b.low.array()).all() && (b.high.array() <= high.array()).all();
  }
  Vec3 center() const { return 0.5 * (low + high); }
  Vec3 half() const { return 0.5 * (high - low); }
  /// Half the surface: how likely it is to be met.
  double area() const {
    const Vec3 e = high - low;
    return e.x() * e.y() + e.y() * e.z() + e.z() * e.x();
  }
  /// The box about this one when it stands at a place.
  Bounds at(const Place& place) const {
    const Vec3 c = place.point(center());
    const Vec3 h = place.R.cwiseAbs() * half();
    return {c - h, c + h};
  }
};

}  // namespace holon
