// SPDX-License-Identifier: Apache-2.0
#include "holon/model/signals.h"

#include <algorithm>

#include "holon/model/parameter.h"

namespace holon {
namespace {

using Names = std::initializer_list<std::pair<const char*, const char*>>;

/// Tells the signals of one owner, counting components from `signal.component` on.
void tell(const SignalVisitor& f, const std::string& owner, Signal& signal, const Names& names) {
  for (const auto& [name, unit] : names) {
    f(owner + "." + name, unit, signal);
    ++signal.component;
  }
}

void tell_object(const SignalVisitor& f, const std::string& name, ObjectId id, const Object& kind) {
  Signal signal;
  signal.of = Signal::Of::object;
  signal.object = id;
  if (const auto* p = std::get_if<Parametric>(&kind)) {
    for (std::size_t i = 0; i < p->u.size(); ++i) {
      const std::string u = "u" + std::to_string(i), u_dot = u + "_dot";
      tell(f, name, signal, {{u.c_str(), ""}, {u_dot.c_str(), "1/s"}});
    }
    return;
  }
  tell(f,
       name,
       signal,
       {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"vx", "m/s"}, {"vy", "m/s"}, {"vz", "m/s"}});
  if (std::holds_alternative<Particle>(kind)) return;
  tell(f,
       name,
       signal,
       {{"qw", ""},
        {"qx", ""},
        {"qy", ""},
        {"qz", ""},
        {"wx", "rad/s"},
        {"wy", "rad/s"},
        {"wz", "rad/s"}});
}

void tell_constraint(const SignalVisitor& f,
                     const std::string& name,
                     ConstraintId id,
                     const Constraint& kind) {
  Signal signal;
  signal.of = Signal::Of::constraint;
  signal.constraint = id;
  tell(f,
       name,
       signal,
       {{"error", ""}, {"force", "N"}, {"torque", "N m"}, {"fx", "N"}, {"fy", "N"}, {"fz", "N"}});
  const int rows = std::visit([](const auto& k) { return std::decay_t<decltype(k)>::rows; }, kind);
  for (int i = 0; i < rows; ++i) {
    f(name + ".lambda" + std::to_string(i), "", signal);
    ++signal.component;
  }
}

}  // namespace

void for_each_signal(const Model& model, const SignalVisitor& f) {
  f("time", "s", {});
  model.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    tell_object(f, model.name_of(id), id, record.kind);
  });
  model.constraints().for_each([&](ConstraintId id, const ConstraintRecord& record) {
    tell_constraint(f, model.name_of(id), id, record.kind);
  });
  model.controllers().for_each([&](ControllerId id, const ControllerRecord& /*record*/) {
    Signal signal;
    signal.of = Signal::Of::controller;
    signal.controller = id;
    tell(f, model.name_of(id), signal, {{"output", ""}});
  });
  Signal energy;
  energy.of = Signal::Of::energy;
  tell(f, "energy", energy, {{"kinetic", "J"}, {"potential", "J"}, {"total", "J"}});
}

std::optional<Signal> find_signal(const Model& model, std::string_view name) {
  std::optional<Signal> found;
  for_each_signal(model, [&](const std::string& other, std::string_view, const Signal& signal) {
    if (other == name) found = signal;
  });
  return found;
}

std::vector<std::string> missing_signals(const Model& model, const Controller& kind) {
  std::vector<std::string> missing;
  const auto signals = std::visit([](const auto& k) { return k.signals(); }, kind);
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
      std::visit([](const auto& k) { return k.signals(); }, model.controllers()[id].kind);
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

void check_controllers(const Model& model) {
  model.controllers().for_each([&](ControllerId id, const ControllerRecord& record) {
    std::vector<std::string> problems;
    for (const std::string& name : missing_signals(model, record.kind))
      problems.push_back("listens to '" + name + "', which is not there");
    const std::string& driven = record.options.drives;
    if (!driven.empty() && !find_parameter(model, driven))
      problems.push_back("drives: there is no number '" + driven + "'");
    if (!problems.empty()) throw ModelError("controller '" + model.name_of(id) + "'", problems);
  });
  controllers_in_order(model);
}

}  // namespace holon
