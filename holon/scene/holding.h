// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "holon/model/model.h"

/// What pictures need to know of a constraint or force: where it holds on to objects and the world.
namespace holon {

/// A curve or surface, and what carries it.
struct Track {
  FrameRef frame;
  std::variant<Curve, Surface> geometry;
  std::string key;  ///< equal for equal tracks; empty if that cannot be told
};

using HeldEnd = std::variant<PointRef, DirectionRef, FrameRef>;
/// The path it follows; none if it is something else.
inline const Path* path_of(const HeldEnd& end) {
  const auto* point = std::get_if<PointRef>(&end);
  return point != nullptr ? std::get_if<Path>(point) : nullptr;
}

/// A quantity that it acts on, and the connectors of that.
struct HeldQuantity {
  std::string kind;
  std::vector<HeldEnd> ends;
};

struct Holding {
  std::vector<HeldEnd> ends;
  std::vector<HeldQuantity> quantities;
  std::vector<Track> tracks;
  /// its plain numbers by name, as "length"
  std::vector<std::pair<std::string, double>> numbers;
};

/// The ends, then those of each quantity.
std::vector<HeldEnd> all_ends(const Holding& holding);

Holding holding_of(const Constraint& kind);
Holding holding_of(const Force& kind);

}  // namespace holon
