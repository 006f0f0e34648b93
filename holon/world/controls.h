// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/parameter.h"
#include "holon/world/signal_reader.h"

namespace holon {

/// The controllers of a world, at work: each hears its signals once at the start of a step, in an
/// order in which all that it listens to are done before it.
struct World::Controls {
  explicit Controls(const Model& model);
  /// Puts the new outputs into `state`; the slot of the first controller whose output is not a
  /// finite number, or −1.
  int update(const World& world, double h, State& state);

  /// A controller has new parameters; what it listens to is the same.
  void renew(const Model& model, ControllerId id);

  struct Driven {
    ControllerId by;
    Parameter parameter;
    double before = 0.0;  ///< the last update
  };
  std::vector<ControllerId> deaf;  ///< those that listen to what is gone, or drive it
  std::vector<Driven> driven;
  std::vector<ControllerMemory> before;   ///< of the last update, for a step that fails
  std::optional<State> before_switching;  ///< all of it, if something was switched on or off

 private:
  template <class K>
  using RuntimeOf = typename K::Runtime;
  using Runtime = WrappedVariantOf<ControllerKinds, RuntimeOf>;
  using Source = std::variant<Motion, QuantitySignal, Signal>;
  static Runtime runtime_of(const Controller& kind);
  struct Unit {
    ControllerId id;
    Runtime runtime;
    std::vector<Source> sources;
  };
  /// A signal now, and what is remembered of it: its last value and rate, `dt` ago.
  Sensed sense(const World& world, const Source& source, double dt, std::span<double> memory);

  std::vector<Unit> units_;
  std::vector<ControllerId> silent_;
  std::vector<Sensed> sensed_;
  SignalReader reader_;
};

}  // namespace holon
