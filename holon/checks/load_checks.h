// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "holon/step/system.h"

/// What the loads on connectors, of constraints and of forces alike, do together.
namespace holon::checks {

/// What is left of the forces on all connectors, those of the world included, and of their moments
/// about the origin, over their size.
struct Imbalance {
  double force = 0.0;
  double moment = 0.0;  ///< of a constraint it need vanish only where the constraint is met
};
Imbalance imbalance_of(std::span<const ConnectorLoad> loads);

/// How fast a connector moves, and turns about x; the world, and what the host moves, count as
/// still.
struct ConnectorRate {
  Vec3 v = Vec3::Zero(), w = Vec3::Zero(), x = Vec3::Zero();
};
/// The rates of connectors, in the order of their loads.
class RateCollector {
 public:
  explicit RateCollector(const System& system) : system_(system) {}
  std::vector<ConnectorRate> rates;

  void operator()(const PointRef& ref);
  void operator()(const DirectionRef& ref);
  void operator()(const FrameRef& ref);
  void operator()(const ScalarRef& ref);
  void operator()(const ScalarSum& ref);
  template <TrackRef Track>
  void operator()(const Track& ref) {
    (*this)(ref.frame);
  }
  template <GivenRef Given>
  void operator()(const Given& /*ref*/) {}

 private:
  template <class F>
  void visit(ObjectId id, F&& f);
  const System& system_;
};

/// Power of loads, and the sum of the sizes of its terms.
struct Power {
  double sum = 0.0, size = 0.0;
};
Power power_of(std::span<const ConnectorLoad> loads, std::span<const ConnectorRate> rates);
/// Of the loads on the connectors of a constraint or force.
template <class Variant>
Power power_of(std::span<const ConnectorLoad> loads, const System& system, const Variant& kind) {
  RateCollector collect(system);
  visit(
      [&](const auto& k) {
        if constexpr (requires { k.connectors(); })
          std::apply([&](const auto&... ref) { (collect(ref), ...); }, k.connectors());
      },
      kind);
  return power_of(loads, collect.rates);
}

}  // namespace holon::checks
