// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <exception>

#include "holon/step/blows.h"
#include "holon/step/jam.h"
#include "holon/world/world.h"

/// What the parts of World share, and nobody else sees.
namespace holon {

/// Objects that act on each other, and the constraints on them.
struct World::Reached {
  std::vector<ObjectId> objects;
  std::vector<ConstraintId> constraints;
};

/// Objects that act on each other through constraints and forces, with their equations and motion.
struct World::Island {
  System system;
  std::unique_ptr<Stepper> stepper;
  std::vector<ObjectId> objects;
  std::vector<int> limited;  // views of constraints with a break limit
  std::vector<int> ending;   // views of constraints that may be over by themselves
  bool touched = false;      // something was near it, since it was built
  bool asleep = false;       // and not stepped
  bool keeps_back = false;   // rows, for constraints that join later
  int changes = 0;           // since it was built: constraints, and forces between objects,
  int unsettled = 0;         // and since it was settled; some, where only forces have changed
  bool forces_changed = false;
  VecX q, v, lambda;
  /// Numbers that follow each other, here from `at` on, and in the state from those of `id` on.
  template <class Id>
  struct Run {
    Id id;
    int at, n;
  };
  std::vector<Run<ObjectId>> q_runs, v_runs;
  std::vector<Run<ConstraintId>> row_runs;
  Blows blows;
  // Both are empty until somebody looks.
  VecX v_dot;
  VecX shortest;  // the λ that is read: the shortest, where constraints are redundant
  bool is_shortest = false;
  StepStats stats;
  System::Totals totals;      // at the end of the last step
  System::Worst worst;        // error there
  int refinements = 0;        // of solutions in the last step
  std::exception_ptr thrown;  // by a function of the host
  bool fresh = false;         // the system stands at the current state, and lambda belongs to it
  bool follows = false;       // q, v, λ and history are those of the state, as the last step left
  bool sound = true;          // all constraints have values there
  ForceId undefined_force;    // to blame for a step that failed
  std::vector<int> jammed;    // views of constraints that were found so
  std::size_t jams_told = 0;  // of those
  int dependent_before = 0;   // rows, in the step before the last

  /// Whether one more constraint may join or leave. When much has changed it is better built anew.
  bool may_change() const {
    return keeps_back && unsettled < 32 && 8 * system.rows_left_behind() < system.rows();
  }
  /// Constraints have joined or left, or forces changed: what depends on them begins anew, as it
  /// would in an island built anew. The state is as it was.
  void settle() {
    system.settle();
    stepper->renew(system);
    blows.renew(system);
    lambda.setZero();
    stats = {};
    jammed.clear();
    jams_told = 0;
    dependent_before = 0;
    fresh = follows = false;
    sound = true;
    unsettled = 0;
    forces_changed = false;
  }

  template <class S>
  static auto& memory_of(const System::MemoryView& m, S& state) {
    return (m.force.is_none() ? state.memory(m.constraint) : state.memory(m.force))[m.index];
  }
  void gather(const State& state) {
    follows = false;
    list_runs(state);
    for (const System::BodyView& b : system.bodies()) {
      std::ranges::copy(state.q(b.id), q.data() + b.q);
      std::ranges::copy(state.v(b.id), v.data() + b.v);
    }
    for (const System::ConstraintView& c : system.constraints())
      std::ranges::copy(state.lambda(c.id), lambda.data() + c.row);
    for (const System::MemoryView& m : system.memories()) m.memory->last = memory_of(m, state);
    const std::span<double> history = stepper->history();
    std::ranges::fill(history, 0.0);
    if (state.history_per_row() != history_per_row()) return;
    for (const System::ConstraintView& c : system.constraints())
      std::ranges::copy(state.history(c.id), history.begin() + c.row * history_per_row());
  }
  /// The same, with all that a system has to know of the moment.
  void stand(const State& state) {
    gather(state);
    system.begin_step(state.time(), state.controllers());
    for (std::size_t k = 0; k < system.kinematic_objects().size(); ++k) {
      const ObjectId id = system.kinematic_objects()[k];
      const auto kq = state.q(id), kv = state.v(id);
      system.set_kinematic(static_cast<int>(k), state.time(), kq, kv, state.time(), kq, kv);
    }
  }
  void scatter(State& state) {
    follows = true;
    for (const Run<ObjectId>& r : q_runs) std::copy_n(q.data() + r.at, r.n, state.q(r.id).data());
    for (const Run<ObjectId>& r : v_runs) std::copy_n(v.data() + r.at, r.n, state.v(r.id).data());
    for (const System::MemoryView& m : system.memories()) memory_of(m, state) = m.memory->now;
    const int per_row = history_per_row();
    if (system.rows() > 0) state.set_history_per_row(per_row);
    for (const Run<ConstraintId>& r : row_runs) {
      std::copy_n(lambda.data() + r.at, r.n, state.lambda(r.id).data());
      const double* history = stepper->history().data() + static_cast<std::size_t>(r.at) * per_row;
      std::copy_n(history, static_cast<std::size_t>(r.n) * per_row, state.history(r.id).data());
    }
  }
  /// Notes which numbers follow each other here and in the state too.
  void list_runs(const State& state) {
    q_runs.clear(), v_runs.clear(), row_runs.clear();
    const auto add = [](auto& runs, auto id, int at, std::span<const double> there, auto&& first) {
      if (!runs.empty() && runs.back().at + runs.back().n == at
          && first(runs.back().id) + runs.back().n == there.data())
        runs.back().n += static_cast<int>(there.size());
      else
        runs.push_back({id, at, static_cast<int>(there.size())});
    };
    for (const System::BodyView& b : system.bodies()) {
      add(q_runs, b.id, b.q, state.q(b.id), [&](ObjectId id) { return state.q(id).data(); });
      add(v_runs, b.id, b.v, state.v(b.id), [&](ObjectId id) { return state.v(id).data(); });
    }
    for (const System::ConstraintView& c : system.constraints())
      add(row_runs, c.id, c.row, state.lambda(c.id), [&](ConstraintId id) {
        return state.lambda(id).data();
      });
  }
  int history_per_row() const {
    return system.rows() > 0 ? static_cast<int>(stepper->history().size()) / system.rows() : 0;
  }
  /// What remembers nothing yet begins where it stands.
  void meet_for_the_first_time(double t) {
    const auto unknown = [](const System::MemoryView& m) { return std::isnan(m.memory->last.u); };
    const bool begins = std::ranges::any_of(system.memories(), unknown);
    // gears that are hardly out of mesh are found so when rows cease to depend on others
    const bool stiffer = stats.dependent_rows < dependent_before;
    dependent_before = stats.dependent_rows;
    if (!begins && !(stiffer && system.may_jam())) return;
    if (begins) {
      jammed.clear();
      jams_told = 0;
    }
    system.place(t, q, v);
    system.evaluate_errors();
    for (std::size_t i = 0; i < system.constraints().size(); ++i) {
      const int view = static_cast<int>(i);
      if (std::ranges::find(jammed, view) == jammed.end()
          && is_jammed(system, system.constraints()[i]))
        jammed.push_back(view);
    }
    for (const System::MemoryView& m : system.memories())
      if (unknown(m)) m.memory->last = m.memory->now;
  }
  /// λ of the current state, where the island is fresh. The state itself keeps one that is near:
  /// to find the forces, and the shortest of them, takes time that only those who look should pay.
  const VecX& forces() {
    if (is_shortest) return shortest;
    shortest = lambda;
    if (!stats.forces_known) stepper->forces(system, shortest, stats);
    if (!stats.shortest) system.kkt().shorten(as_span(shortest));
    is_shortest = true;
    return shortest;
  }
  /// One step from `state`, kept here until scattered.
  void step(const State& state, double h) {
    const double t = state.time();
    if (!follows) gather(state);
    for (const System::MemoryView& m : system.memories()) m.memory->last = memory_of(m, state);
    fresh = follows = is_shortest = false;
    system.begin_step(t, state.controllers());
    meet_for_the_first_time(t);
    blows.fall(system, t, h, q, v);
    if (system.has_friction()) press(t);
    const std::uint64_t refined = system.kkt().refinements();
    stats = stepper->step(system, t, h, q, v, lambda);
    refinements = static_cast<int>(system.kkt().refinements() - refined);
    if (stats.ok && !(is_finite(q) && is_finite(v) && is_finite(lambda))) {
      stats.ok = false;
      stats.failure = "the motion is not finite";
    }
    sound = stats.ok;
    if (!stats.ok) return blame_the_undefined(state, h);
    totals = system.totals();
    worst = system.worst_error();
  }
  /// Dry friction goes by what pressed at the end of the last step, or else by what would press if
  /// nothing slid.
  void press(double t) {
    if (!system.knows_what_presses(lambda)) {
      system.press_without_limit();
      if (v_dot.size() == 0) v_dot.setZero(system.nv());
      stepper->evaluate(system, t, q, v, v_dot, lambda);
    }
    system.place(t, q, v);
    system.evaluate_constraints();
    system.press(lambda);
  }
  /// After a step that failed: looks for a constraint or force that has no value at its start, or
  /// where it would lead to.
  void blame_the_undefined(const State& state, double h) {
    const double t = state.time();
    gather(state);
    undefined_force = {};
    VecX q1 = q;
    for (const double ahead : {0.0, h}) {
      system.advance(q, v, ahead, q1);
      system.place(t + ahead, q1, v);
      system.evaluate_constraints();
      if (const int row = system.undefined_row(); row >= 0) {
        stats.culprit_row = row;
        stats.failure = "has no finite value";
        return;
      }
      std::vector<ConnectorLoad> loads;
      for (const System::ForceView& view : system.forces()) {
        loads.clear();
        system.add_force_loads(view, loads);
        const auto finite = [](const ConnectorLoad& l) {
          return l.force.allFinite() && l.torque.allFinite();
        };
        if (std::ranges::all_of(loads, finite)) continue;
        undefined_force = view.id;
        stats.culprit_row = -1;
        stats.failure = "has no finite value";
        return;
      }
    }
  }
};

template <class F>
auto World::with_runtime(ObjectId id, F&& f) const {
  return visit(
      [&](const auto& kind) {
        typename std::decay_t<decltype(kind)>::Runtime runtime(kind);
        runtime.place(state_.q(id).data(), state_.v(id).data());
        return f(runtime);
      },
      model_.objects()[id].kind);
}

}  // namespace holon
