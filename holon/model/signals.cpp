// SPDX-License-Identifier: Apache-2.0
#include "holon/model/signals.h"

#include <algorithm>

#include "holon/model/parameter.h"
#include "holon/model/readings.h"

namespace holon {
namespace {

using Names = std::vector<std::pair<const char*, const char*>>;

/// Tells the signals of one owner, counting components from `signal.component` on.
void tell(const SignalVisitor& f, const std::string& owner, Signal& signal, const Names& names) {
  for (const auto& [name, unit] : names) {
    f(owner + "." + name, unit, signal);
    ++signal.component;
  }
}

const Names kPlace = {{"x", "m"}, {"y", "m"}, {"z", "m"}};
const Names kVelocity = {{"vx", "m/s"}, {"vy", "m/s"}, {"vz", "m/s"}};
const Names kOrientation = {{"qw", ""}, {"qx", ""}, {"qy", ""}, {"qz", ""}};
const Names kTurning = {{"wx", "rad/s"}, {"wy", "rad/s"}, {"wz", "rad/s"}};

void tell_parametric(const SignalVisitor& f,
                     const std::string& name,
                     Signal& signal,
                     const Parametric& kind) {
  for (std::size_t i = 0; i < kind.u.size(); ++i) {
    const std::string u = "u" + std::to_string(i), u_dot = u + "_dot";
    tell(f, name, signal, {{u.c_str(), ""}, {u_dot.c_str(), "1/s"}});
  }
  for (int i = 0; i < kind.map.particles(); ++i) {
    const std::string part = name + ".part" + std::to_string(i);
    tell(f, part, signal, kPlace);
    tell(f, part, signal, kVelocity);
  }
}

/// The deformation row by row, then its rate.
void tell_deformation(const SignalVisitor& f, const std::string& name, Signal& signal, int size) {
  for (const auto& [ending, unit] : {std::pair("", ""), {"_dot", "1/s"}})
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j) {
        const std::string F = "F" + std::to_string(i) + std::to_string(j) + ending;
        tell(f, name, signal, {{F.c_str(), unit}});
      }
}

void tell_object(const SignalVisitor& f, const std::string& name, ObjectId id, const Object& kind) {
  Signal signal;
  signal.of = Signal::Of::object;
  signal.object = id;
  if (const auto* parametric = get_if<Parametric>(&kind))
    return tell_parametric(f, name, signal, *parametric);
  tell(f, name, signal, kPlace);
  tell(f, name, signal, kVelocity);
  if (holds_alternative<Particle>(kind)) return;
  tell(f, name, signal, kOrientation);
  tell(f, name, signal, kTurning);
  if (holds_alternative<AffineBody>(kind)) tell_deformation(f, name, signal, 3);
  if (holds_alternative<AffineBody2d>(kind)) tell_deformation(f, name, signal, 2);
}

void tell_contacts(const SignalVisitor& f, const std::string& name, ObjectId id) {
  Signal signal;
  signal.of = Signal::Of::contacts;
  signal.object = id;
  tell(f,
       name,
       signal,
       {{"contact_force", "N"},
        {"contact_fx", "N"},
        {"contact_fy", "N"},
        {"contact_fz", "N"},
        {"contacts", ""}});
}

const Names kActing = {
    {"force", "N"}, {"torque", "N m"}, {"fx", "N"}, {"fy", "N"}, {"fz", "N"}, {"active", ""}};

template <class Kind>
void tell_readings(const SignalVisitor& f,
                   const std::string& name,
                   Signal& signal,
                   const Kind& kind) {
  visit(
      [&](const auto& k) {
        for_each_reading(k, [&](const std::string& reading, std::string_view unit) {
          f(name + "." + reading, unit, signal);
          ++signal.component;
        });
      },
      kind);
}

void tell_constraint(const SignalVisitor& f,
                     const std::string& name,
                     ConstraintId id,
                     const Constraint& kind) {
  Signal signal;
  signal.of = Signal::Of::constraint;
  signal.constraint = id;
  tell(f, name, signal, kActing);
  tell(f, name, signal, {{"error", ""}});
  const int rows = visit([](const auto& k) { return std::decay_t<decltype(k)>::rows; }, kind);
  for (int i = 0; i < rows; ++i) {
    f(name + ".lambda" + std::to_string(i), "", signal);
    ++signal.component;
  }
  tell_readings(f, name, signal, kind);
}

void tell_force(const SignalVisitor& f, const std::string& name, ForceId id, const Force& kind) {
  Signal signal;
  signal.of = Signal::Of::force;
  signal.force = id;
  tell(f, name, signal, kActing);
  tell_readings(f, name, signal, kind);
}

}  // namespace

void for_each_signal(const Model& model, const SignalVisitor& f) {
  f("time", "s", {});
  model.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    tell_object(f, model.name_of(id), id, record.kind);
    if (record.options.collision) tell_contacts(f, model.name_of(id), id);
  });
  model.constraints().for_each([&](ConstraintId id, const ConstraintRecord& record) {
    tell_constraint(f, model.name_of(id), id, record.kind);
  });
  model.forces().for_each([&](ForceId id, const ForceRecord& record) {
    tell_force(f, model.name_of(id), id, record.kind);
  });
  model.controllers().for_each([&](ControllerId id, const ControllerRecord& /*record*/) {
    Signal signal;
    signal.of = Signal::Of::controller;
    signal.controller = id;
    tell(f, model.name_of(id), signal, {{"output", ""}, {"active", ""}});
  });
  Signal energy;
  energy.of = Signal::Of::energy;
  tell(f, "energy", energy, {{"kinetic", "J"}, {"potential", "J"}, {"total", "J"}});
}

std::optional<Signal> find_signal(const Model& model, std::string_view name) {
  std::optional<Signal> found;
  for_each_signal(model, [&](const std::string& other, std::string_view, const Signal& signal) {
    if (!found && other == name) found = signal;
  });
  return found;
}

std::vector<std::string> missing_signals(const Model& model, const Controller& kind) {
  std::vector<std::string> missing;
  const auto signals = visit([](const auto& k) { return k.signals(); }, kind);
  for (const SignalRef* ref : signals) {
    for_each_object(*ref, [&](ObjectId id, bool /*oriented*/) {
      if (!model.objects().contains(id)) missing.emplace_back("a quantity");
    });
    const auto* named = std::get_if<NamedSignal>(ref);
    if (named != nullptr && !find_signal(model, named->name)) missing.push_back(named->name);
  }
  return missing;
}

// ---- order ----

namespace {

std::vector<ControllerId> heard_by(const Model& model, ControllerId id) {
  std::vector<ControllerId> out;
  const auto signals =
      visit([](const auto& k) { return k.signals(); }, model.controllers()[id].kind);
  for (const SignalRef* ref : signals)
    if (const auto* named = std::get_if<NamedSignal>(ref))
      if (const auto signal = find_signal(model, named->name))
        if (signal->of == Signal::Of::controller) out.push_back(signal->controller);
  return out;
}

/// Depth first: a controller is listed when all it listens to are.
class Ordering {
 public:
  explicit Ordering(const Model& model) : model_(model) {}
  void visit(ControllerId id) {
    if (std::ranges::find(order, id) != order.end()) return;
    const auto open = std::ranges::find(way_, id);
    if (open != way_.end()) throw ModelError("controllers", {circle(open - way_.begin())});
    way_.push_back(id);
    for (ControllerId other : heard_by(model_, id)) visit(other);
    way_.pop_back();
    order.push_back(id);
  }
  std::vector<ControllerId> order;

 private:
  std::string circle(std::ptrdiff_t from) const {
    std::string text = "listen to each other in a circle: ";
    for (auto i = static_cast<std::size_t>(from); i < way_.size(); ++i)
      text += model_.name_of(way_[i]) + " to ";
    return text + model_.name_of(way_[static_cast<std::size_t>(from)]);
  }
  const Model& model_;
  std::vector<ControllerId> way_;
};

}  // namespace

std::vector<ControllerId> controllers_in_order(const Model& model) {
  Ordering ordering(model);
  model.controllers().for_each(
      [&](ControllerId id, const ControllerRecord& /*record*/) { ordering.visit(id); });
  return ordering.order;
}

namespace {

/// No number may follow two outputs.
void check_drives(const Model& model) {
  std::vector<std::pair<ControllerId, Parameter>> all;
  model.controllers().for_each([&](ControllerId id, const ControllerRecord& record) {
    const std::optional<Parameter> driven = find_parameter(model, record.options.drives);
    if (!driven) return;
    const auto other = std::ranges::find(all, *driven, &std::pair<ControllerId, Parameter>::second);
    if (other != all.end())
      throw ModelError("controllers",
                       {"'" + model.name_of(other->first) + "' and '" + model.name_of(id)
                        + "' both drive " + record.options.drives});
    all.emplace_back(id, *driven);
  });
}

}  // namespace

void check_controllers(const Model& model) {
  model.controllers().for_each([&](ControllerId id, const ControllerRecord& record) {
    std::vector<std::string> problems;
    for (const std::string& name : missing_signals(model, record.kind))
      problems.push_back("listens to '" + name + "', which is not there");
    const std::string& driven = record.options.drives;
    if (!driven.empty() && !find_parameter(model, driven))
      problems.push_back("drives: there is no number '" + driven + "' that can be changed");
    if (!problems.empty()) throw ModelError("controller '" + model.name_of(id) + "'", problems);
  });
  check_drives(model);
  controllers_in_order(model);
}

}  // namespace holon
