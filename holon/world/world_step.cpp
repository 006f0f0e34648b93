// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "holon/model/formulas.h"
#include "holon/world/controls.h"
#include "holon/world/island.h"
#include "holon/world/runtime_placement.h"

/// The passing of time in a world.
namespace holon {
namespace {

// Objects of an island from which on it is worth while to divide a step of it among threads.
constexpr std::size_t kManyObjects = 500;

}  // namespace

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
    visit([&](const auto& kind) { start_at(kind, driven->second, end.q.data(), end.v.data()); },
          model_.objects()[id].kind);
  });
  return end;
}

/// Asks the host where its objects will be.
void World::read_kinematic_motion(double h) {
  const double t = time();
  for (ObjectId id : kinematic_) {
    const auto companion = companions_.find(id);
    if (companion != companions_.end() && companion->second.read)
      drive(id, companion->second.read(t + h));
  }
}

/// Tells every island that sees them.
void World::set_kinematic_motion(double h) {
  if (kinematic_.empty()) return;
  const double t = time();
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
  controls_->before_switching.reset();
  for (Controls::Driven& d : controls_->driven) d.before = number(d.parameter);
  const int bad = controls_->update(*this, h, state_);
  if (bad < 0) return set_driven_parameters();
  Event event;
  event.controller = model_.controllers().id_at(static_cast<std::size_t>(bad));
  const std::string& driven = model_.controllers()[event.controller].options.drives;
  const std::string use = driven.empty() ? "" : ", which drives " + driven + ",";
  event.reason = "its output" + use + " is not a finite number";
  fail(event);
  return false;
}

/// A parameter as it is now; whether a constraint acts is in the state.
double World::number(const Parameter& parameter) const {
  const auto* constraint = std::get_if<ConstraintId>(&parameter.of);
  if (constraint != nullptr && is_switch(parameter)) return state_.active(*constraint) ? 1.0 : 0.0;
  return value_of(model_, parameter);
}

void World::set(const Parameter& parameter, double value) {
  if (is_switch(parameter)) value = value > 0.5 ? 1.0 : 0.0;
  if (number(parameter) == value) return;
  std::visit([&](auto id) { set_number(id, parameter, value); }, parameter.of);
}
void World::set_number(ForceId id, const Parameter& parameter, double value) {
  if (is_switch(parameter)) return set_active(id, value == 1.0);
  set(id, with_number(model_.forces()[id], parameter.field, value).kind);
}
void World::set_number(ConstraintId id, const Parameter& parameter, double value) {
  if (is_switch(parameter)) return set_active(id, value == 1.0);
  ConstraintRecord record = with_number(model_.constraints()[id], parameter.field, value);
  set(id, std::move(record.kind), std::move(record.options));
}
void World::set_number(ObjectId id, const Parameter& parameter, double value) {
  set(id, with_number(model_.objects()[id], parameter.field, value).kind);
}
/// Its parameters are new from its next output on.
void World::set_number(ControllerId id, const Parameter& parameter, double value) {
  ControllerRecord record = with_number(model_.controllers()[id], parameter.field, value);
  model_.set(id, std::move(record.kind), std::move(record.options));
  controls_->renew(model_, id);
}

/// False if one of them refuses its new value; all is as it was, then.
bool World::set_driven_parameters() {
  for (const Controls::Driven& d : controls_->driven) try {
      const std::size_t events = between_steps_.size();
      if (is_switch(d.parameter) && !controls_->before_switching)
        controls_->before_switching = state_;
      set(d.parameter, output(d.by));
      if (between_steps_.size() == events) continue;
      between_steps_.back().controller = d.by;
      between_steps_.back().reason = "by controller " + model_.name_of(d.by);
    } catch (const ModelError& e) {
      Event event;
      event.controller = d.by;
      event.reason = "drives " + model_.controllers()[d.by].options.drives + " to "
                     + std::to_string(output(d.by)) + ", which is refused: " + e.what();
      fail(event);
      return false;
    }
  return true;
}

/// As if the controllers had not run: a step that fails changes nothing.
void World::undo_controllers() {
  if (!controls_) return;
  for (const Controls::Driven& d : controls_->driven) set(d.parameter, d.before);
  if (controls_->before_switching) state_ = *controls_->before_switching;
  std::ranges::copy(controls_->before, state_.controllers().begin());
  const auto switched_by_one = [](const Event& e) {
    return e.kind != EventKind::failed && !e.constraint.is_none() && !e.controller.is_none();
  };
  std::erase_if(report_.events, switched_by_one);
  std::erase_if(between_steps_, switched_by_one);
}

/// Why the step of an island failed, and who is to blame.
Event World::failure_of(const Island& island) const {
  Event event;
  event.reason = island.stats.failure;
  event.force = island.undefined_force;
  std::string formulas;
  if (!event.force.is_none()) {
    formulas = formulas_in(model_.forces()[event.force].kind);
  } else if (const int row = island.stats.culprit_row;
             row >= 0 && !island.system.constraint_of_row(row).is_none()) {
    event.constraint = island.system.constraint_of_row(row);
    formulas = formulas_in(model_.constraints()[event.constraint].kind);
    const int view = constraint_where_[event.constraint.index].view;
    const std::string_view why = island.system.gives_up(island.system.constraints()[view]);
    if (!why.empty()) event.reason = why;
  }
  if (!formulas.empty()) event.reason += " (" + formulas + ")";
  return event;
}

/// A step that is not made.
void World::fail(Event event) {
  event.time = time();
  report_.events.push_back(event);
  report_.ok = false;
}

/// Islands at the same time, each on one thread; then those that are large, each on all threads,
/// unless there are enough of them.
void World::step_islands(double h) {
  const auto is_large = [](const auto& island) {
    return island && island->objects.size() >= kManyObjects;
  };
  const bool divided =
      workers_->threads() > 1 && std::ranges::count_if(islands_, is_large) < workers_->threads();
  for (const auto& island : islands_)
    if (is_large(island)) island->system.set_workers(divided ? workers_.get() : nullptr);
  const auto step_one = [&](Island& island) {
    try {
      island.step(state_, h);
    } catch (...) {
      island.thrown = std::current_exception();
    }
  };
  const auto work = [&](int i) {
    if (islands_[i] && !islands_[i]->asleep && !(divided && is_large(islands_[i])))
      step_one(*islands_[i]);
  };
  // by reference, as a copy would be on the heap
  workers_->run(static_cast<int>(islands_.size()), std::ref(work));
  for (const auto& island : islands_)
    if (divided && is_large(island) && !island->asleep) step_one(*island);
}

const StepReport& World::step(double h) {
  HOLON_EXPECT(std::isfinite(h) && h > 0.0);
  report_.time = time();
  report_.h = h;
  report_.events.clear();
  report_.blows.clear();
  report_.touches.clear();
  if (!run_controllers(h)) {
    undo_controllers();
    notify();
    return report_;
  }
  refresh();
  read_kinematic_motion(h);
  if (!find_contacts(h)) {
    undo_controllers();
    notify();
    return report_;
  }
  set_kinematic_motion(h);
  const double t = time();
  step_islands(h);
  rethrow();

  report_.events.swap(between_steps_);
  between_steps_.clear();
  report_.ok = std::ranges::all_of(islands_, [](const auto& i) { return !i || i->stats.ok; });
  if (report_.ok) {
    const std::vector<Event> ends = ends_reached(t + h);
    for (auto& island : islands_) {
      if (!island || island->asleep) continue;
      island->scatter(state_);
      island->fresh = true;
      const std::vector<Blow>& fallen = island->blows.fallen();
      report_.blows.insert(report_.blows.end(), fallen.begin(), fallen.end());
    }
    keep_contacts();
    let_rest(h);
    move_kinematic(h);
    state_.tick(h);
    tell_of_jams();
    summarise(h);
    check_limits(time());
    act_at_ends(ends);
    for (const auto& [id, companion] : companions_)
      if (companion.write) companion.write(placement(id), time());
  } else {
    for (const auto& island : islands_) {
      if (!island || island->stats.ok) continue;
      fail(failure_of(*island));
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
  r.islands = r.iterations = r.factorisations = r.evaluations = r.refinements = 0;
  r.dependent_rows = 0;
  r.smallest_pivot = 1.0;
  r.substeps = 1;
  r.contacts = 0;
  r.contact_residual = 0.0;
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
    r.refinements += island->refinements;
    r.smallest_pivot = std::min(r.smallest_pivot, s.kkt().smallest_pivot());
    r.dependent_rows += island->stats.dependent_rows;
    r.conflict = std::max(r.conflict, island->stats.conflict);
    r.contacts += island->stats.contacts;
    r.contact_residual = std::max(r.contact_residual, island->stats.contact_residual);
    r.kinetic_energy += island->totals.kinetic_energy;
    r.potential_energy += s.potential_energy();
    r.momentum += island->totals.momentum;
    r.angular_momentum += island->totals.angular_momentum;
    if (island->worst.error > r.worst_error) {
      r.worst_error = island->worst.error;
      r.worst = island->worst.constraint;
    }
  }
  return r;
}

void World::notify() {
  for (const auto& listener : listeners_)
    for (const Event& e : report_.events) listener(e);
}

}  // namespace holon
