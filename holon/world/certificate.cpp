// SPDX-License-Identifier: Apache-2.0
#include "holon/world/certificate.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "holon/world/world.h"

namespace holon {
namespace {

// Pushes that cancel do so to this part of their sizes.
constexpr double kCancels = 1e-10;
// A constraint that is open by more than this has yet to close, which takes work [m or rad].
constexpr double kOpen = 1e-6;

/// Why a force may do work that its potential energy does not tell; null if it cannot.
template <class K>
const char* work_of(const K& kind) {
  if constexpr (std::is_same_v<K, Gravity> || std::is_same_v<K, Attraction>) return nullptr;
  if constexpr (requires { kind.connectors(); })
    if (depends_on_time(kind)) return "moves with time";
  if constexpr (requires {
                  { kind.damping } -> std::convertible_to<double>;
                })
    return kind.damping == 0.0 ? nullptr : "damps";
  return "does work";
}

template <class K>
const char* work_of_constraint(const K& kind) {
  if (depends_on_time(kind)) return "moves with time";
  return one_sided_rows<K> > 0 ? "takes energy when it is hit" : nullptr;
}

template <class K>
const char* work_of_object(const K& kind) {
  if constexpr (requires { kind.viscosity; })
    if (kind.viscosity > 0.0) return "is viscous";
  return nullptr;
}

std::string shortest_text(double x) {
  if (!std::isfinite(x)) return "null";
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, x).ptr};
}
std::string rounded(double x) {
  char buffer[32];
  return {buffer,
          std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::general, 3).ptr};
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + '"';
}

}  // namespace

void Certificate::begin(const World& world) {
  *this = Certificate();
  energy_start = energy_end = world.kinetic_energy() + world.potential_energy();
  energy_scale = world.kinetic_energy();
  const Vec3 p = world.momentum(), L = world.angular_momentum();
  for (std::size_t i = 0; i < 3; ++i) {
    momentum[i].start = p[static_cast<int>(i)];
    angular_momentum[i].start = L[static_cast<int>(i)];
  }
  note_what_does_work(world);
  look_outside(world);
}

void Certificate::add(const World& world) {
  const StepReport& r = world.report();
  if (!r.ok) return;
  ++steps;
  substeps += static_cast<std::uint64_t>(r.substeps);
  evaluations += static_cast<std::uint64_t>(r.evaluations);
  factorisations += static_cast<std::uint64_t>(r.factorisations);
  refinements += static_cast<std::uint64_t>(r.refinements);
  most_iterations = std::max(most_iterations, r.iterations);
  redundant_rows = std::max(redundant_rows, r.dependent_rows);
  conflict = std::max(conflict, r.conflict);
  smallest_pivot = std::min(smallest_pivot, r.smallest_pivot);
  if (steps > 1 && r.solver != last_solver_) ++solver_changes;
  last_solver_ = r.solver;
  if (r.worst_error > worst_error) {
    worst_error = r.worst_error;
    worst_time = r.time;
    worst_name = r.worst.is_none() ? "" : world.model().name_of(r.worst);
  }
  energy_end = r.energy();
  energy_change = std::max(energy_change, std::abs(energy_end - energy_start));
  energy_scale = std::max(energy_scale, r.kinetic_energy);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto keep = [&](Component& c, const Vec3& now) {
      c.drift = std::max(c.drift, std::abs(now[static_cast<int>(i)] - c.start));
    };
    keep(momentum[i], r.momentum);
    keep(angular_momentum[i], r.angular_momentum);
  }
  if (!r.events.empty()) {
    for (const Event& e : r.events)
      if (!e.constraint.is_none()) note(world.model().name_of(e.constraint), "is switched");
    note_what_does_work(world);
  }
  look_outside(world);
}

void Certificate::note(const std::string& name, const std::string& why) {
  const std::string line = name + " " + why;
  if (std::ranges::find(does_work, line) == does_work.end()) does_work.push_back(line);
}

void Certificate::note_what_does_work(const World& world) {
  const Model& model = world.model();
  model.forces().for_each([&](ForceId id, const ForceRecord& record) {
    const char* why = visit([](const auto& k) { return work_of(k); }, record.kind);
    if (record.options.active && why != nullptr) note(model.name_of(id), why);
  });
  model.constraints().for_each([&](ConstraintId id, const ConstraintRecord& record) {
    if (!world.is_active(id)) return;
    const char* why = visit([](const auto& k) { return work_of_constraint(k); }, record.kind);
    if (why != nullptr) return note(model.name_of(id), why);
    for (double error : world.error(id))
      if (std::abs(error) > kOpen) note(model.name_of(id), "closes");
  });
  model.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    if (record.options.kinematic) return note(model.name_of(id), "is moved by the host");
    const char* why = visit([](const auto& k) { return work_of_object(k); }, record.kind);
    if (why != nullptr) note(model.name_of(id), why);
  });
  model.controllers().for_each([&](ControllerId id, const ControllerRecord& record) {
    if (record.options.active && !record.options.drives.empty())
      note(model.name_of(id), "drives " + record.options.drives);
  });
}

/// Sums up what pushes on the objects that move freely: what they do to each other cancels.
void Certificate::look_outside(const World& world) {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  double forces = 0.0, torques = 0.0;
  const auto add_load = [&](const ConnectorLoad& load) {
    const auto& objects = world.model().objects();
    if (load.object.is_none() || objects[load.object].options.kinematic) return;
    const Vec3 moment = load.point.cross(load.force);
    force += load.force;
    torque += moment + load.torque;
    forces += load.force.norm();
    torques += load.point.norm() * load.force.norm() + load.torque.norm();
  };
  world.model().forces().for_each([&](ForceId id, const ForceRecord& /*record*/) {
    world.loads(id, loads_);
    std::ranges::for_each(loads_, add_load);
  });
  world.model().constraints().for_each([&](ConstraintId id, const ConstraintRecord& /*record*/) {
    world.loads(id, loads_);
    std::ranges::for_each(loads_, add_load);
  });
  for (const Blow& blow : world.report().blows) add_load(blow.load);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto keep = [](Component& c, double sum, double sizes) {
      c.outside = std::max(c.outside, std::abs(sum));
      c.kept = c.kept && std::abs(sum) <= kCancels * sizes;
    };
    keep(momentum[i], force[static_cast<int>(i)], forces);
    keep(angular_momentum[i], torque[static_cast<int>(i)], torques);
  }
}

double Certificate::condition() const {
  return 1.0 / std::sqrt(smallest_pivot);
}

// ---- output ----

std::string Certificate::text() const {
  std::string out = "certificate\n";
  const auto line = [&](const std::string& label, const std::string& what) {
    out += "  " + label + std::string(label.size() < 20 ? 20 - label.size() : 1, ' ') + what + "\n";
  };
  line("constraints",
       "worst error " + rounded(worst_error)
           + (worst_name.empty() ? "" : " (" + worst_name + ", at " + rounded(worst_time) + " s)")
           + (conflict > 0.0 ? ", " + rounded(conflict) + " of it in conflict" : ""));
  line("redundant rows", std::to_string(redundant_rows));
  line("condition", "at least " + rounded(condition()));
  line("work",
       std::to_string(steps) + " steps, " + std::to_string(substeps) + " inner steps, "
           + std::to_string(evaluations) + " evaluations, " + std::to_string(factorisations)
           + " factorisations, " + std::to_string(refinements) + " refinements, "
           + std::to_string(solver_changes) + " changes of solver");
  const std::string relative =
      energy_scale > 0.0 ? ", " + rounded(energy_change / energy_scale) + " of the kinetic energy"
                         : "";
  line(keeps_energy() ? "energy drift" : "energy change", rounded(energy_change) + " J" + relative);
  for (const std::string& why : does_work) line("", "not all of it drift: " + why);
  const auto components =
      [&](const char* label, const auto& of, const char* unit, const char* push) {
        static constexpr const char* axis[] = {" x", " y", " z"};
        for (std::size_t i = 0; i < 3; ++i)
          line(label + std::string(axis[i]),
               of[i].kept
                   ? "drift " + rounded(of[i].drift) + unit
                   : "not kept: pushed from outside by up to " + rounded(of[i].outside) + push);
      };
  components("momentum", momentum, " N s", " N");
  components("angular momentum", angular_momentum, " N m s", " N m");
  return out;
}

std::string Certificate::json() const {
  std::string out = "{";
  const auto add_field = [&](const char* name, const std::string& value) {
    out += (out.size() > 1 ? ", \"" : "\"") + std::string(name) + "\": " + value;
  };
  for (const auto& [name, count] :
       {std::pair("steps", steps),
        std::pair("substeps", substeps),
        std::pair("evaluations", evaluations),
        std::pair("factorisations", factorisations),
        std::pair("refinements", refinements),
        std::pair("most_iterations", static_cast<std::uint64_t>(most_iterations)),
        std::pair("solver_changes", static_cast<std::uint64_t>(solver_changes)),
        std::pair("redundant_rows", static_cast<std::uint64_t>(redundant_rows))})
    add_field(name, std::to_string(count));
  for (const auto& [name, value] : {std::pair("worst_error", worst_error),
                                    std::pair("worst_time", worst_time),
                                    std::pair("conflict", conflict),
                                    std::pair("condition", condition()),
                                    std::pair("energy_start", energy_start),
                                    std::pair("energy_end", energy_end),
                                    std::pair("energy_change", energy_change),
                                    std::pair("energy_scale", energy_scale)})
    add_field(name, shortest_text(value));
  add_field("worst_constraint", quoted(worst_name));
  std::string reasons;
  for (const std::string& why : does_work) reasons += (reasons.empty() ? "" : ", ") + quoted(why);
  add_field("does_work", "[" + reasons + "]");
  const auto components = [](const auto& of) {
    std::string list;
    for (const Component& c : of)
      list += (list.empty() ? "{\"start\": " : ", {\"start\": ") + shortest_text(c.start)
              + ", \"drift\": " + shortest_text(c.drift) + ", \"outside\": "
              + shortest_text(c.outside) + ", \"kept\": " + (c.kept ? "true" : "false") + "}";
    return "[" + list + "]";
  };
  add_field("momentum", components(momentum));
  add_field("angular_momentum", components(angular_momentum));
  return out + "}";
}

}  // namespace holon
