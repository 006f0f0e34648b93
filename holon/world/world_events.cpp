// SPDX-License-Identifier: Apache-2.0
#include "holon/model/formulas.h"
#include "holon/world/island.h"

/// What happens to constraints in a step: they break, jam, and come to the ends of their tracks.
namespace holon {

void World::check_limits(double t) {
  std::vector<Event> broken;
  for (const auto& island : islands_) {
    if (!island) continue;
    for (int i : island->limited) {
      const System::ConstraintView& view = island->system.constraints()[i];
      const ConstraintOptions& limits = model_.constraints()[view.id].options;
      const auto [force, torque] = island->system.effort(view, island->forces());
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

/// What was found to hold its objects fast.
void World::tell_of_jams() {
  for (const auto& island : islands_) {
    if (!island) continue;
    for (; island->jams_told < island->jammed.size(); ++island->jams_told) {
      const int i = island->jammed[island->jams_told];
      Event event;
      event.kind = EventKind::jammed;
      event.time = time();
      event.constraint = island->system.constraints()[i].id;
      event.reason =
          "its curves are out of mesh, so that to touch and to roll leaves them no motion: turn "
          "one "
          "until they are in mesh, or let an axle give along the line of both";
      report_.events.push_back(event);
    }
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
        const std::string formulas = formulas_in(model_.constraints()[view.id].kind);
        if (!formulas.empty()) event.reason += " (" + formulas + ")";
        out.push_back(event);
      }
    }
  }
  return out;
}

/// Lets go what cannot go on or is to be released at the end of its track, and keeps there what is
/// to be held.
void World::act_at_ends(const std::vector<Event>& events) {
  for (const Event& event : events) {
    report_.events.push_back(event);
    const Constraint& kind = model_.constraints()[event.constraint].kind;
    const TrackEnds ends = visit(
        [&](const auto& k) {
          if (event.kind == EventKind::deactivated) return TrackEnds::release;
          if constexpr (requires { k.at_ends(); }) return k.at_ends();
          return TrackEnds::nothing;
        },
        kind);
    if (ends != TrackEnds::release && ends != TrackEnds::hold) continue;
    if (!state_.active(event.constraint)) continue;  // broken in the same step
    if (ends == TrackEnds::hold) {
      hold_at_end(event.constraint, static_cast<int>(event.value));
      continue;
    }
    set_active(event.constraint, false);
    between_steps_.pop_back();  // told already
  }
}

}  // namespace holon
