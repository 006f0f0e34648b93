// SPDX-License-Identifier: Apache-2.0
#include "holon/world/controls.h"

#include <algorithm>
#include <cmath>

namespace holon {

World::Controls::Runtime World::Controls::runtime_of(const Controller& kind) {
  return visit(
      [](const auto& k) -> Runtime { return typename std::decay_t<decltype(k)>::Runtime(k); },
      kind);
}

void World::Controls::renew(const Model& model, ControllerId id) {
  const auto unit = std::ranges::find(units_, id, &Unit::id);
  if (unit != units_.end()) unit->runtime = runtime_of(model.controllers()[id].kind);
}

World::Controls::Controls(const Model& model) {
  std::size_t most = 0;
  for (ControllerId id : controllers_in_order(model)) {
    const ControllerRecord& record = model.controllers()[id];
    const std::string& drives = record.options.drives;
    const std::optional<Parameter> parameter = find_parameter(model, drives);
    const bool whole = missing_signals(model, record.kind).empty() && (drives.empty() || parameter);
    if (!whole && record.options.active) deaf.push_back(id);
    if (!whole || !record.options.active) {
      silent_.push_back(id);
      continue;
    }
    if (parameter) driven.push_back({id, *parameter});
    Unit unit{id, runtime_of(record.kind), {}};
    const auto signals = visit([](const auto& k) { return k.signals(); }, record.kind);
    for (const SignalRef* ref : signals) {
      if (const auto* named = std::get_if<NamedSignal>(ref))
        unit.sources.emplace_back(*find_signal(model, named->name));
      else if (const auto* quantity = std::get_if<QuantitySignal>(ref))
        unit.sources.emplace_back(*quantity);
      else
        unit.sources.emplace_back(std::get<Motion>(*ref));
    }
    most = std::max(most, unit.sources.size());
    units_.push_back(std::move(unit));
  }
  sensed_.resize(most);
}

namespace {

/// The rate of what has no rate of its own: the difference to what it was dt ago.
double difference(double now, double before, double dt) {
  return dt > 0.0 && !std::isnan(before) ? (now - before) / dt : 0.0;
}

}  // namespace

Sensed World::Controls::sense(const World& world,
                              const Source& source,
                              double dt,
                              std::span<double> memory) {
  double &last = memory[0], &last_rate = memory[1];
  Sensed s;
  if (const auto* motion = std::get_if<Motion>(&source)) {
    const Taylor now = motion->at(world.time());
    return {now.v, now.d, now.dd};
  }
  const auto* q = std::get_if<QuantitySignal>(&source);
  if (q != nullptr && !q->rate) {
    const ScalarKin now = world.scalar(q->quantity, last);
    s.value = now.x;
    s.rate = now.v;
  } else {
    s.value =
        q != nullptr ? world.scalar(q->quantity).v : reader_.read(world, std::get<Signal>(source));
    s.rate = difference(s.value, last, dt);
  }
  s.acceleration = difference(s.rate, last_rate, dt);
  last = s.value;
  last_rate = s.rate;
  return s;
}

int World::Controls::update(const World& world, double h, State& state) {
  const std::span<ControllerMemory> memories = state.controllers();
  before.assign(memories.begin(), memories.end());
  reader_.begin();
  const double t = world.time();
  for (ControllerId id : silent_) memories[id.index].output = 0.0;
  for (Unit& unit : units_) {
    ControllerMemory& memory = memories[unit.id.index];
    const std::span<double> numbers = memory.numbers;
    const std::size_t signals = unit.sources.size();
    const double dt = t - memory.time;
    for (std::size_t i = 0; i < signals; ++i)
      sensed_[i] = sense(world, unit.sources[i], dt, numbers.subspan(2 * i, 2));
    memory.time = t;
    memory.output = std::visit(
        [&](const auto& runtime) {
          return runtime.update(
              std::span(sensed_).first(signals), t, h, numbers.subspan(2 * signals));
        },
        unit.runtime);
    if (!std::isfinite(memory.output)) return static_cast<int>(unit.id.index);
  }
  return -1;
}

}  // namespace holon
