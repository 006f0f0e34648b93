// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <tuple>

#include "holon/model/scalar.h"

/// What a joint between two frames has to read: how far it has gone, and how fast.
namespace holon {

using FramePair = std::tuple<FrameKin, FrameKin>;

/// The turn of b about the z axis of a, in (−π, π], and its rate z_a·(ω_b − ω_a), which it is where
/// the z axes are one.
inline std::array<double, 2> turn_between(const FramePair& kins) {
  const auto& [a, b] = kins;
  return {twist_of<double>(a.R, b.R), a.R.col(2).dot(b.w - a.w)};
}

/// The way from a to b along the z axis of a, z·d, and its rate z·ḋ + (ω_a × z)·d.
inline std::array<double, 2> travel_between(const FramePair& kins) {
  const auto& [a, b] = kins;
  const Vec3 z = a.R.col(2), d = b.x - a.x;
  return {z.dot(d), z.dot(b.v - a.v) + a.w.cross(z).dot(d)};
}

}  // namespace holon
