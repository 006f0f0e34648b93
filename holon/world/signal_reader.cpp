// SPDX-License-Identifier: Apache-2.0
#include "holon/world/signal_reader.h"

#include <algorithm>
#include <cmath>

namespace holon {

double SignalReader::read(const World& world, const Signal& signal) {
  switch (signal.of) {
    case Signal::Of::time:
      return world.time();
    case Signal::Of::object:
      return of_object(world, signal);
    case Signal::Of::constraint:
      return of_constraint(world, signal);
    case Signal::Of::controller:
      return world.output(signal.controller);
    case Signal::Of::energy:
      return (signal.component != 1 ? world.kinetic_energy() : 0.0)
             + (signal.component != 0 ? world.potential_energy() : 0.0);
  }
  return 0.0;
}

double SignalReader::of_object(const World& world, const Signal& signal) {
  const ObjectId id = signal.object;
  const int i = signal.component;
  if (std::holds_alternative<Parametric>(world.model().objects()[id].kind)) {
    const auto which = static_cast<std::size_t>(i / 2);
    return i % 2 == 0 ? world.state().q(id)[which] : world.state().v(id)[which];
  }
  if (object_ != id) placement_ = world.placement(id);
  object_ = id;
  if (i < 3) return placement_.position[i];
  if (i < 6) return placement_.velocity[i - 3];
  const Quat& q = placement_.orientation;
  if (i < 10) return std::array{q.w(), q.x(), q.y(), q.z()}[static_cast<std::size_t>(i - 6)];
  return placement_.angular_velocity[i - 10];
}

double SignalReader::of_constraint(const World& world, const Signal& signal) {
  if (constraint_ != signal.constraint) world.loads(signal.constraint, loads_);
  constraint_ = signal.constraint;
  switch (const int i = signal.component) {
    case ConstraintSignal::error: {
      double most = 0.0;
      world.error(signal.constraint, errors_);
      for (double e : errors_) most = std::max(most, std::abs(e));
      return most;
    }
    case ConstraintSignal::force:
      return largest(loads_, &ConnectorLoad::force);
    case ConstraintSignal::torque:
      return largest(loads_, &ConnectorLoad::torque);
    case ConstraintSignal::fx:
    case ConstraintSignal::fy:
    case ConstraintSignal::fz:
      return loads_.empty() ? 0.0 : loads_.back().force[i - ConstraintSignal::fx];
    default:
      world.lambda(signal.constraint, lambda_);
      return lambda_[static_cast<std::size_t>(i - ConstraintSignal::lambda)];
  }
}

}  // namespace holon
