// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "holon/world/controls.h"
#include "holon/world/island.h"

/// The passing of time in a world.
namespace holon {

/// Where a kinematic object will be after h, and how it will move there.
World::KinematicEnd World::kinematic_end(ObjectId id, double h) const {
  KinematicEnd end;
  const auto q0 = state_.q(id);
  const auto v0 = state_.v(id);
  std::ranges::copy(q0, end.q.begin());
  std::ranges::copy(v0, end.v.begin());
  const auto driven = driven_.find(id);
  with_runtime(id, [&](const auto& r) {
    if (driven == driven_.end()) return r.advance(q0.data(), v0.data(), h, end.q.data());
    std::visit(
        [&](const auto& kind) { start_at(kind, driven->second, end.q.data(), end.v.data()); },
        model_.objects()[id].kind);
  });
  return end;
}

/// Asks the host where its objects will be, and tells every island that sees them.
void World::set_kinematic_motion(double h) {
  if (kinematic_.empty()) return;
  const double t = time();
  for (ObjectId id : kinematic_) {
    const auto companion = companions_.find(id);
    if (companion != companions_.end() && companion->second.read)
      drive(id, companion->second.read(t + h));
  }
  for (auto& island : islands_) {
    if (!island) continue;
    const auto& ids = island->system.kinematic_objects();
    for (std::size_t k = 0; k < ids.size(); ++k) {
      const KinematicEnd end = kinematic_end(ids[k], h);
      const auto q0 = state_.q(ids[k]), v0 = state_.v(ids[k]);
      island->system.set_kinematic(static_cast<int>(k),
                                   t,
                                   q0,
                                   v0,
                                   t + h,
                                   std::span(end.q).first(q0.size()),
                                   std::span(end.v).first(v0.size()));
    }
  }
}

/// Moves the kinematic objects to where the step ended.
void World::move_kinematic(double h) {
  for (ObjectId id : kinematic_) {
    const KinematicEnd end = kinematic_end(id, h);
    std::copy_n(end.q.begin(), state_.q(id).size(), state_.q(id).begin());
    std::copy_n(end.v.begin(), state_.v(id).size(), state_.v(id).begin());
  }
  driven_.clear();
}

/// Those that listen to what is gone fall silent.
void World::prepare_controllers() {
  if (controls_) return;
  controls_ = std::make_unique<Controls>(model_);
  for (ControllerId id : controls_->deaf) {
    ControllerRecord record = model_.controllers()[id];
    record.options.active = false;
    model_.set(id, std::move(record.kind), std::move(record.options));
    Event event;
    event.kind = EventKind::deactivated;
    event.time = time();
    event.controller = id;
    event.reason = "what it listens to is gone";
    between_steps_.push_back(event);
  }
}

/// False if a controller says what is no number; all is as it was, then.
bool World::run_controllers(double h) {
  if (model_.controllers().size() == 0) return true;
  prepare_controllers();
  for (Controls::Driven& d : controls_->driven) d.before = value_of(model_, d.parameter);
  const int bad = controls_->update(*this, h, state_);
  if (bad < 0) return set_driven_parameters();
  Event event;
  event.controller = model_.controllers().id_at(static_cast<std::size_t>(bad));
  event.reason = "the output of a controller is not a finite number";
  fail(event);
  return false;
}

void World::set(const Parameter& parameter, double value) {
  if (value_of(model_, parameter) == value) return;
  if (const auto* force = std::get_if<ForceId>(&parameter.of))
    set(*force, with_number(model_.forces()[*force].kind, parameter.field, value));
  else if (const auto* constraint = std::get_if<ConstraintId>(&parameter.of))
    set(*constraint, with_number(model_.constraints()[*constraint].kind, parameter.field, value));
  else if (const auto* object = std::get_if<ObjectId>(&parameter.of))
    set(*object, with_number(model_.objects()[*object].kind, parameter.field, value));
}

/// False if one of them refuses its new value; all is as it was, then.
bool World::set_driven_parameters() {
  for (const Controls::Driven& d : controls_->driven) try {
      set(d.parameter, output(d.by));
    } catch (const ModelError&) {
      Event event;
      event.controller = d.by;
      event.reason = "what it drives refuses its output";
      fail(event);
      return false;
    }
  return true;
}

void World::undo_controllers() {
  if (!controls_) return;
  std::ranges::copy(controls_->before, state_.controllers().begin());
  for (const Controls::Driven& d : controls_->driven) set(d.parameter, d.before);
}

/// A step that is not made.
void World::fail(Event event) {
  event.time = time();
  report_.events.push_back(event);
  report_.ok = false;
}

const StepReport& World::step(double h) {
  HOLON_EXPECT(std::isfinite(h) && h > 0.0);
  report_.time = time();
  report_.h = h;
  report_.events.clear();
  if (!run_controllers(h)) {
    undo_controllers();
    notify();
    return report_;
  }
  refresh();
  set_kinematic_motion(h);
  const double t = time();
  const auto work = [&](int i) {
    if (!islands_[i]) return;
    try {
      islands_[i]->step(state_, h);
    } catch (...) {
      islands_[i]->thrown = std::current_exception();
    }
  };
  // by reference, as a copy would be on the heap
  workers_->run(static_cast<int>(islands_.size()), std::ref(work));
  rethrow();

  report_.events.swap(between_steps_);
  between_steps_.clear();
  report_.ok = std::ranges::all_of(islands_, [](const auto& i) { return !i || i->stats.ok; });
  if (report_.ok) {
    const std::vector<Event> ends = ends_reached(t + h);
    for (auto& island : islands_) {
      if (!island) continue;
      island->scatter(state_);
      island->fresh = true;
    }
    move_kinematic(h);
    state_.tick(h);
    summarise(h);
    check_limits(time());
    act_at_ends(ends);
    for (const auto& [id, companion] : companions_)
      if (companion.write) companion.write(placement(id), time());
  } else {
    for (const auto& island : islands_) {
      if (!island || island->stats.ok) continue;
      Event event;
      event.reason = island->stats.failure;
      if (island->stats.culprit_row >= 0) {
        event.constraint = island->system.constraint_of_row(island->stats.culprit_row);
        const int view = constraint_where_[event.constraint.index].view;
        const std::string_view why = island->system.gives_up(island->system.constraints()[view]);
        if (!why.empty()) event.reason = why;
      }
      fail(event);
    }
    undo_controllers();  // last, as it may dissolve islands
  }
  notify();
  return report_;
}

/// Lets an exception of a function of the host out. Its island, left in the middle of something, is
/// made anew.
void World::rethrow() {
  std::exception_ptr first;
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    if (!islands_[i] || !islands_[i]->thrown) continue;
    if (!first) first = islands_[i]->thrown;
    dissolve(static_cast<int>(i));
  }
  if (!first) return;
  undo_controllers();
  std::rethrow_exception(first);
}

const StepReport& World::run(double duration, double h) {
  HOLON_EXPECT(std::isfinite(duration) && duration >= 0.0 && std::isfinite(h) && h > 0.0);
  const double start = time(), end = start + duration;
  // count steps instead of comparing sums, so that rounding adds no sliver of a step
  const auto whole = static_cast<std::uint64_t>(std::floor(duration / h * (1.0 + 1e-12)));
  for (std::uint64_t i = 0; i < whole; ++i)
    if (!step(h).ok) return report_;
  if (end - time() > 1e-9 * h) step(end - time());
  return report_;
}

StepReport& World::summarise(double h) {
  StepReport& r = report_;
  r.time = time();
  r.h = h;
  r.steps = state_.steps();
  r.islands = r.iterations = r.factorisations = r.evaluations = r.dependent_rows = 0;
  r.substeps = 1;
  r.conflict = r.worst_error = r.kinetic_energy = r.potential_energy = 0.0;
  r.worst = {};
  r.solver = {};
  r.momentum.setZero();
  r.angular_momentum.setZero();
  for (const auto& island : islands_) {
    if (!island) continue;
    const System& s = island->system;
    ++r.islands;
    if (island->stats.iterations >= r.iterations) r.solver = island->stats.solver;
    r.iterations = std::max(r.iterations, island->stats.iterations);
    r.substeps = std::max(r.substeps, island->stats.substeps);
    r.factorisations += island->stats.factorisations;
    r.evaluations += island->stats.evaluations;
    r.dependent_rows += island->stats.dependent_rows;
    r.conflict = std::max(r.conflict, island->stats.conflict);
    r.kinetic_energy += s.kinetic_energy();
    r.potential_energy += s.potential_energy();
    r.momentum += s.momentum();
    r.angular_momentum += s.angular_momentum();
    for (const System::ConstraintView& c : s.constraints())
      for (int i = c.row; i < c.row + c.rows; ++i) {
        const double e = std::abs(s.error(i)) / c.scale;
        if (e > r.worst_error) {
          r.worst_error = e;
          r.worst = c.id;
        }
      }
  }
  return r;
}

void World::check_limits(double t) {
  std::vector<Event> broken;
  for (const auto& island : islands_) {
    if (!island) continue;
    for (int i : island->limited) {
      const System::ConstraintView& view = island->system.constraints()[i];
      const ConstraintOptions& limits = model_.constraints()[view.id].options;
      island->system.constraint_loads(view, island->lambda, loads_);
      double force = 0.0, torque = 0.0;
      for (const ConnectorLoad& l : loads_) {
        force = std::max(force, l.force.norm());
        torque = std::max(torque, l.torque.norm());
      }
      Event event;
      event.kind = EventKind::broken;
      event.time = t;
      event.constraint = view.id;
      if (force > limits.break_force) {
        event.value = force;
        event.limit = limits.break_force;
        event.reason = "the force exceeds its limit";
        broken.push_back(event);
      } else if (torque > limits.break_torque) {
        event.value = torque;
        event.limit = limits.break_torque;
        event.reason = "the torque exceeds its limit";
        broken.push_back(event);
      }
    }
  }
  for (const Event& e : broken) {
    set_active(e.constraint, false);
    between_steps_.pop_back();  // told as broken, not as switched off by the host
    report_.events.push_back(e);
  }
}

/// What has come to an end of its track in this step, or cannot go on. To be asked before the state
/// moves on.
std::vector<Event> World::ends_reached(double t) const {
  std::vector<Event> out;
  for (const auto& island : islands_) {
    if (!island) continue;
    for (int i : island->ending) {
      const System::ConstraintView& view = island->system.constraints()[i];
      Event event;
      event.time = t;
      event.constraint = view.id;
      if (const int end = island->system.end_reached(view); end != 0) {
        event.kind = EventKind::end_reached;
        event.value = end;
        event.reason = "at the end of its track";
        out.push_back(event);
      } else if (event.reason = island->system.gives_up(view); !event.reason.empty()) {
        event.kind = EventKind::deactivated;
        out.push_back(event);
      }
    }
  }
  return out;
}

/// Lets go what cannot go on or is to be released at the end of its track, and nails down what is
/// to be held there.
void World::act_at_ends(const std::vector<Event>& events) {
  for (const Event& event : events) {
    report_.events.push_back(event);
    const Constraint kind = model_.constraints()[event.constraint].kind;
    const TrackEnds ends = std::visit(
        [&](const auto& k) {
          if (event.kind == EventKind::deactivated) return TrackEnds::release;
          if constexpr (requires { k.at_ends(); }) return k.at_ends();
          return TrackEnds::nothing;
        },
        kind);
    if (ends != TrackEnds::release && ends != TrackEnds::hold) continue;
    if (!state_.active(event.constraint)) continue;  // broken in the same step
    set_active(event.constraint, false);
    between_steps_.pop_back();  // told already
    if (ends == TrackEnds::release) continue;
    std::visit(
        [&](const auto& k) {
          if constexpr (requires { k.end_point(1); })
            add(PointToPoint{.a = k.end_point(static_cast<int>(event.value)), .b = k.point});
        },
        kind);
  }
}

void World::notify() {
  for (const auto& listener : listeners_)
    for (const Event& e : report_.events) listener(e);
}

}  // namespace holon
