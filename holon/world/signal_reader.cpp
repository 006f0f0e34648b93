// SPDX-License-Identifier: Apache-2.0
#include "holon/world/signal_reader.h"

#include <algorithm>
#include <cmath>

namespace holon {

double SignalReader::read(const World& world, const Signal& signal) {
  const double value = value_of(world, signal);
  return std::isnan(value) ? 0.0 : value;
}

double SignalReader::value_of(const World& world, const Signal& signal) {
  switch (signal.of) {
    case Signal::Of::time:
      return world.time();
    case Signal::Of::object:
      return of_object(world, signal);
    case Signal::Of::contacts:
      return of_contacts(world, signal);
    case Signal::Of::constraint:
      return of_constraint(world, signal);
    case Signal::Of::force:
      return of_force(world, signal);
    case Signal::Of::controller:
      if (signal.component == 0) return world.output(signal.controller);
      return world.model().controllers()[signal.controller].options.active ? 1.0 : 0.0;
    case Signal::Of::energy:
      return (signal.component != 1 ? world.kinetic_energy() : 0.0)
             + (signal.component != 0 ? world.potential_energy() : 0.0);
  }
  return 0.0;
}

double SignalReader::of_object(const World& world, const Signal& signal) {
  const ObjectId id = signal.object;
  const Object& kind = world.model().objects()[id].kind;
  if (const auto* p = get_if<Parametric>(&kind)) return of_parametric(world, signal, *p);
  if (object_ != id) placement_ = world.placement(id);
  object_ = id;
  const int i = signal.component;
  if (i < 3) return placement_.position[i];
  if (i < 6) return placement_.velocity[i - 3];
  const Quat& q = placement_.orientation;
  if (i < 10) return std::array{q.w(), q.x(), q.y(), q.z()}[static_cast<std::size_t>(i - 6)];
  if (i < 13) return placement_.angular_velocity[i - 10];
  // the coordinates of what can be deformed are its place and then its deformation, column by
  // column
  const int size = holds_alternative<AffineBody2d>(kind) ? 2 : 3, entries = size * size;
  const auto numbers = i - 13 < entries ? world.state().q(id) : world.state().v(id);
  const int entry = (i - 13) % entries, row = entry / size, column = entry % size;
  return numbers[static_cast<std::size_t>(size + size * column + row)];
}

/// Parameters and their rates, then place and velocity of each particle.
double SignalReader::of_parametric(const World& world,
                                   const Signal& signal,
                                   const Parametric& kind) const {
  const int i = signal.component, parameters = 2 * static_cast<int>(kind.u.size());
  const auto which = static_cast<std::size_t>(i / 2);
  if (i < parameters)
    return i % 2 == 0 ? world.state().q(signal.object)[which]
                      : world.state().v(signal.object)[which];
  const int part = (i - parameters) / 6, number = (i - parameters) % 6;
  const PointKin at = world.point(PointOn{signal.object, Vec3::Zero(), part});
  return number < 3 ? at.x[number] : at.v[number - 3];
}

double SignalReader::of_contacts(const World& world, const Signal& signal) {
  const auto add = [&](ObjectId id, const Vec3& force) {
    if (id.is_none()) return;
    if (touching_.size() <= id.index) touching_.resize(id.index + 1);
    touching_[id.index].force += force;
    ++touching_[id.index].points;
  };
  if (touching_.empty()) {
    touching_.resize(signal.object.index + 1);
    world.contacts(contacts_);
    for (const ContactReading& c : contacts_) add(c.a, -c.force), add(c.b, c.force);
  }
  if (touching_.size() <= signal.object.index) return 0.0;
  const Touch& touch = touching_[signal.object.index];
  if (signal.component == ContactSignal::force) return touch.force.norm();
  if (signal.component == ContactSignal::points) return touch.points;
  return touch.force[signal.component - ContactSignal::fx];
}

/// Works out what the signals of a constraint or force have in common.
template <class Id>
void SignalReader::look_at(const World& world, Id id) {
  if (acting_ == std::variant<ConstraintId, ForceId>(id)) return;
  world.loads(id, loads_);
  world.readings(id, readings_);
  effort_ = world.effort(id);
  if constexpr (std::is_same_v<Id, ConstraintId>) {
    world.lambda(id, lambda_);
    world.error(id, errors_);
  }
  acting_ = id;
}

double SignalReader::of_acting(int component, bool active) const {
  switch (component) {
    case ForceSignal::force:
      return effort_.force;
    case ForceSignal::torque:
      return effort_.torque;
    case ForceSignal::active:
      return active ? 1.0 : 0.0;
    default:
      return loads_.empty() ? 0.0 : loads_.back().force[component - ForceSignal::fx];
  }
}

double SignalReader::reading(int i) const {
  const auto which = static_cast<std::size_t>(i);
  return which < readings_.size() ? readings_[which] : 0.0;
}

double SignalReader::of_constraint(const World& world, const Signal& signal) {
  const ConstraintId id = signal.constraint;
  look_at(world, id);
  const int i = signal.component;
  if (i < ForceSignal::readings) return of_acting(i, world.is_active(id));
  if (i == ConstraintSignal::error) {
    double most = 0.0;
    for (double e : errors_) most = std::max(most, std::abs(e));
    return most;
  }
  const int row = i - ConstraintSignal::lambda, rows = static_cast<int>(lambda_.size());
  return row < rows ? lambda_[static_cast<std::size_t>(row)] : reading(row - rows);
}

double SignalReader::of_force(const World& world, const Signal& signal) {
  const ForceId id = signal.force;
  look_at(world, id);
  const int i = signal.component;
  if (i >= ForceSignal::readings) return reading(i - ForceSignal::readings);
  return of_acting(i, world.model().forces()[id].options.active);
}

}  // namespace holon
