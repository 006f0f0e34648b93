// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/edit.h"

#include <algorithm>
#include <array>

#include "holon/model/signals.h"
#include "holon/scene/builder.h"
#include "holon/scene/named_points.h"

namespace holon {
namespace {

using AnyId = std::variant<ObjectId, ConstraintId, ForceId, ControllerId>;

/// Passes things on to where they go, and takes them back if a later one cannot be.
class Revocable : public ThingSink {
 public:
  explicit Revocable(EditTarget& target) : target_(target) {}
  const Model& model() const override { return target_.model(); }
  ObjectId add(Object kind, ObjectOptions options) override {
    return noted(target_.add(std::move(kind), std::move(options)));
  }
  ConstraintId add(Constraint kind, ConstraintOptions options) override {
    return noted(target_.add(std::move(kind), std::move(options)));
  }
  ForceId add(Force kind, ForceOptions options) override {
    return noted(target_.add(std::move(kind), std::move(options)));
  }
  ControllerId add(Controller kind, ControllerOptions options) override {
    return noted(target_.add(std::move(kind), std::move(options)));
  }
  void note(ObjectId id, MassSource source) override { target_.note(id, std::move(source)); }
  void note(ObjectId id, Looks looks) override { target_.note(id, std::move(looks)); }
  void revoke() {
    for (auto it = added_.rbegin(); it != added_.rend(); ++it)
      std::visit([&](auto id) { target_.remove(id); }, *it);
  }

 private:
  template <class IdType>
  IdType noted(IdType id) {
    added_.push_back(id);
    return id;
  }
  EditTarget& target_;
  std::vector<AnyId> added_;
};

class Editor : ThingReader {
 public:
  explicit Editor(EditTarget& target) : target_(target) {
    for (const SceneParameter& p : target.parameters()) around_.scope.define(p.name, p.value);
  }
  void make(const TimelineEdit& edit);

 private:
  void create(const At& at);
  void connect(const At& at);
  void push(const At& at, const At& edit);
  bool is_there(ObjectId id) const { return model().objects().contains(id); }
  bool is_there(ConstraintId id) const { return model().constraints().contains(id); }
  bool is_there(ForceId id) const { return model().forces().contains(id); }
  bool is_there(ControllerId id) const { return model().controllers().contains(id); }
  void remove_all(const At& at, const std::vector<AnyId>& ids);
  void remove(const At& at);
  void disconnect(const At& at);
  void activate(const At& at, bool active);
  /// a parameter of the scene, or a number of a thing
  using Setting = std::variant<std::string, Parameter>;
  std::optional<Setting> find_setting(const std::string& name) const;
  double value_now(const Setting& setting) const;
  void assign(const Setting& setting, double value);
  void set(const At& at);
  void place(const At& at);
  void stepper(const At& at, const At& edit);

  /// The things that a name or a list of names stands for; f tells whether one will do.
  template <class Wanted>
  std::vector<AnyId> named(const At& at, const std::string& what, Wanted&& wanted);
  template <class Wanted>
  std::optional<AnyId> find(const std::string& name, Wanted&& wanted) const;
  Words all_names() const;
  /// Calls f; what it throws becomes a problem.
  template <class F>
  void attempt(const At& at, F&& f);

  template <class IdType>
  static std::optional<IdType> unless_none(IdType id) {
    if (id.is_none()) return std::nullopt;
    return id;
  }
  std::optional<ObjectId> object_named(const std::string& name) const override {
    return unless_none(model().find_object(name));
  }
  std::optional<ControllerId> controller_named(const std::string& name) const override {
    return unless_none(model().find_controller(name));
  }
  std::vector<NamedPoint> points_of(ObjectId id) const override {
    return named_points(model(), target_.solids(), id);
  }
  Quat orientation_of(ObjectId id) const override { return target_.placement(id).orientation; }
  Words object_names() const override { return names_of_all(model().objects()); }
  Words controller_names() const override { return names_of_all(model().controllers()); }
  template <class Map>
  static Words names_of_all(const Map& map) {
    Words words;
    map.for_each([&](auto /*id*/, const auto& record) {
      if (!record.options.name.empty()) words.push_back(record.options.name);
    });
    return words;
  }
  const Model& model() const { return target_.model(); }

  EditTarget& target_;
};

void Editor::make(const TimelineEdit& edit) {
  const JsonValue value = edit_of(edit.value, model());
  const At at{value, edit.path};
  constexpr std::array<std::string_view, 10> edits = {"create",
                                                      "connect",
                                                      "push",
                                                      "remove",
                                                      "disconnect",
                                                      "activate",
                                                      "deactivate",
                                                      "set",
                                                      "place",
                                                      "stepper"};
  if (expect(at.value.is_object(), at, R"(an edit like {"remove": name} or "remove NAME")")) {
    const auto what =
        std::ranges::find_if(edits, [&](std::string_view key) { return at.has(key); });
    if (what == edits.end()) {
      problem(at,
              "must be one of create, connect, push, remove, disconnect, activate, "
              "deactivate, set, place and stepper");
    } else {
      Keys known = {*what};
      if (*what == "push") known.push_back("for");
      if (*what == "stepper") known.push_back("settings");
      refuse_unknown(at, known);
      const At to = at.member(*what);
      if (*what == "create") create(to);
      if (*what == "connect") connect(to);
      if (*what == "push") push(to, at);
      if (*what == "remove") remove(to);
      if (*what == "disconnect") disconnect(to);
      if (*what == "activate" || *what == "deactivate") activate(to, *what == "activate");
      if (*what == "set") set(to);
      if (*what == "place") place(to);
      if (*what == "stepper") stepper(to, at);
    }
  }
  if (!problems_.empty()) throw SceneError(std::move(problems_));
}

template <class F>
void Editor::attempt(const At& at, F&& f) {
  try {
    f();
  } catch (const ModelError& e) {
    tell(at, e.errors());
  } catch (const SceneError& e) {
    for (const SceneProblem& p : e.problems()) problem(at, describe(p));
  }
}

// ---- new things ----

void Editor::create(const At& at) {
  if (!expect(at.value.is_object(), at, R"({"objects": [...], "constraints": [...], ...})")) return;
  refuse_unknown(at, {"objects", "controllers", "constraints", "forces"});
  Revocable sink(target_);
  if (at.has("objects")) read_objects(at.member("objects"), sink);
  if (at.has("controllers")) read_controllers(at.member("controllers"), sink);
  if (at.has("constraints")) read_constraints(at.member("constraints"), sink);
  if (at.has("forces")) read_forces(at.member("forces"), sink);
  if (!problems_.empty()) sink.revoke();
}

void Editor::connect(const At& at) {
  Revocable sink(target_);
  read_constraint(at, sink);
  if (!problems_.empty()) sink.revoke();
}

void Editor::push(const At& at, const At& edit) {
  double seconds = 0.0;
  if (!edit.has("for")) return problem(edit, "'for' is missing: how long it pushes [s]");
  read(edit.member("for"), seconds);
  if (!(seconds > 0.0)) return problem(edit.member("for"), "must be positive");
  Revocable sink(target_);
  const ForceId id = read_force(at, sink);
  if (!problems_.empty()) return sink.revoke();
  target_.remove_later(id, seconds);
}

// ---- things that are there ----

template <class Wanted>
std::optional<AnyId> Editor::find(const std::string& name, Wanted&& wanted) const {
  std::optional<AnyId> found;
  const auto look = [&](auto id) {
    if (!found && !id.is_none() && wanted(id)) found = id;
  };
  look(model().find_constraint(name));
  look(model().find_force(name));
  look(model().find_object(name));
  look(model().find_controller(name));
  return found;
}

template <class Wanted>
std::vector<AnyId> Editor::named(const At& at, const std::string& what, Wanted&& wanted) {
  std::vector<AnyId> ids;
  const auto add = [&](const At& name) {
    if (!expect(name.value.is_string(), name, "the name of a " + what)) return;
    const std::optional<AnyId> id = find(name.value.text(), wanted);
    if (id)
      ids.push_back(*id);
    else
      problem(name,
              "no " + what + " is named '" + name.value.text() + "'"
                  + did_you_mean(name.value.text(), all_names()));
  };
  if (!at.value.is_array()) add(at);
  for (std::size_t i = 0; at.value.is_array() && i < at.value.elements().size(); ++i)
    add(at.element(i));
  if (!problems_.empty()) ids.clear();
  return ids;
}

FieldReader::Words Editor::all_names() const {
  Words words = object_names();
  for (const Words& more :
       {names_of_all(model().constraints()), names_of_all(model().forces()), controller_names()})
    words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Some may have gone with others that they hung on, or were named twice.
void Editor::remove_all(const At& at, const std::vector<AnyId>& ids) {
  const auto remove_one = [&](auto id) {
    if (is_there(id)) attempt(at, [&] { target_.remove(id); });
  };
  for (const AnyId& id : ids) std::visit(remove_one, id);
}

void Editor::remove(const At& at) {
  remove_all(at, named(at, "thing", [](auto /*id*/) { return true; }));
}

void Editor::disconnect(const At& at) {
  const auto is_constraint = []<class Id>(Id /*id*/) { return std::is_same_v<Id, ConstraintId>; };
  remove_all(at, named(at, "constraint", is_constraint));
}

void Editor::activate(const At& at, bool active) {
  const auto acts = []<class Id>(Id /*id*/) { return !std::is_same_v<Id, ObjectId>; };
  for (const AnyId& id : named(at, "constraint, force or controller", acts))
    attempt(at, [&] {
      std::visit(
          [&]<class Id>(Id i) {
            if constexpr (!std::is_same_v<Id, ObjectId>) target_.set_active(i, active);
          },
          id);
    });
}

std::optional<Editor::Setting> Editor::find_setting(const std::string& name) const {
  const auto has_name = [&](const SceneParameter& p) { return p.name == name; };
  if (std::ranges::any_of(target_.parameters(), has_name)) return name;
  if (const auto number = find_parameter(model(), name)) return *number;
  return std::nullopt;
}

double Editor::value_now(const Setting& setting) const {
  if (const auto* number = std::get_if<Parameter>(&setting)) return value_of(model(), *number);
  const auto has_name = [&](const SceneParameter& p) {
    return p.name == std::get<std::string>(setting);
  };
  return std::ranges::find_if(target_.parameters(), has_name)->value;
}

void Editor::assign(const Setting& setting, double value) {
  if (const auto* number = std::get_if<Parameter>(&setting))
    target_.set_number(*number, value);
  else
    target_.set_parameter(std::get<std::string>(setting), value);
}

/// Parameters of the scene, or numbers of things: all of them, or none.
void Editor::set(const At& at) {
  if (!expect(at.value.is_object(), at, R"({"length": 2, "spring.stiffness": 30})")) return;
  std::vector<std::pair<Setting, double>> wanted;
  for (const JsonMember& member : at.value.members()) {
    double value = 0.0;
    read(at.member(member.key), value);
    if (const auto setting = find_setting(member.key)) {
      wanted.emplace_back(*setting, value);
    } else {
      Words names = all_names();
      for (const SceneParameter& p : target_.parameters()) names.push_back(p.name);
      problem(at.member(member.key),
              "no parameter or number has this name" + did_you_mean(member.key, names));
    }
  }
  std::vector<std::pair<Setting, double>> before;
  for (std::size_t i = 0; problems_.empty() && i < wanted.size(); ++i) {
    const auto& change = wanted[i];
    const double old = value_now(change.first);
    attempt(at.member(at.value.members()[i].key), [&] { assign(change.first, change.second); });
    if (problems_.empty()) before.emplace_back(change.first, old);
  }
  if (problems_.empty()) return;
  for (auto it = before.rbegin(); it != before.rend(); ++it) assign(it->first, it->second);
}

void Editor::place(const At& at) {
  if (!expect(at.value.is_object(), at, R"({"object": name, "position": [x, y, z]})")) return;
  refuse_unknown(at, {"object", "position", "orientation", "velocity", "angular_velocity"});
  if (!at.has("object")) return problem(at, "'object' is missing");
  ObjectId id;
  read(at.member("object"), id);
  if (!problems_.empty()) return;
  Placement placement = target_.placement(id);
  optional_member(at, "position", placement.position);
  optional_member(at, "orientation", placement.orientation);
  optional_member(at, "velocity", placement.velocity);
  optional_member(at, "angular_velocity", placement.angular_velocity);
  placement.orientation.normalize();
  if (problems_.empty()) attempt(at, [&] { target_.place(id, placement); });
}

void Editor::stepper(const At& at, const At& edit) {
  SceneSettings wanted;
  read(at, wanted.stepper);
  if (edit.has("settings")) read(edit.member("settings"), wanted.settings);
  Diagnostics d;
  wanted.check(d);
  tell(edit, d.errors());
  if (problems_.empty()) target_.set_stepper(wanted.stepper, wanted.settings);
}

// ---- a model that stands for a world ----

class Rehearsal : public EditTarget {
 public:
  explicit Rehearsal(const Scene& scene)
      : model_(scene.model), solids_(scene.solids), parameters_(scene.parameters) {}
  const Model& model() const override { return model_; }
  ObjectId add(Object kind, ObjectOptions options) override {
    return model_.add(std::move(kind), std::move(options));
  }
  ConstraintId add(Constraint kind, ConstraintOptions options) override {
    return model_.add(std::move(kind), std::move(options));
  }
  ForceId add(Force kind, ForceOptions options) override {
    return model_.add(std::move(kind), std::move(options));
  }
  ControllerId add(Controller kind, ControllerOptions options) override {
    return model_.add(std::move(kind), std::move(options));
  }
  void note(ObjectId id, MassSource source) override { solids_[id.index] = std::move(source); }
  void note(ObjectId /*id*/, Looks /*looks*/) override {}
  void remove(ObjectId id) override {
    model_.remove(id);
    solids_.erase(id.index);
  }
  void remove(ConstraintId id) override { model_.remove(id); }
  void remove(ForceId id) override { model_.remove(id); }
  void remove(ControllerId id) override { model_.remove(id); }
  void set_active(ConstraintId /*id*/, bool /*active*/) override {}
  void set_active(ForceId /*id*/, bool /*active*/) override {}
  void set_active(ControllerId /*id*/, bool /*active*/) override {}
  void set_number(const Parameter& /*parameter*/, double /*value*/) override {}
  const std::vector<SceneParameter>& parameters() const override { return parameters_; }
  void set_parameter(const std::string& name, double value) override {
    for (SceneParameter p : parameters_) {
      if (p.name != name) continue;
      p.value = value;
      Diagnostics d;
      p.check(d);
      if (!d.errors().empty()) throw ModelError(name, d.errors());
    }
  }
  const std::map<std::uint32_t, MassSource>& solids() const override { return solids_; }
  Placement placement(ObjectId /*id*/) const override { return {}; }
  void place(ObjectId /*id*/, const Placement& /*placement*/) override {}
  void set_stepper(const std::string& /*name*/, const StepperOptions& /*settings*/) override {}
  /// It will have gone some time; what else there is does not tell.
  void remove_later(ForceId id, double /*seconds*/) override { model_.remove(id); }

 private:
  Model model_;
  std::map<std::uint32_t, MassSource> solids_;
  std::vector<SceneParameter> parameters_;
};

SceneProblem unheard(const TimelineEntry& entry, const Model& model) {
  std::vector<std::string> names;
  for_each_signal(model, [&](const std::string& name, std::string_view, const Signal&) {
    names.push_back(name);
  });
  return {entry.place,
          "timeline",
          "listens to '" + entry.when->signal + "', which is not there"
              + did_you_mean(entry.when->signal, names)};
}

}  // namespace

void make_edit(const TimelineEdit& edit, EditTarget& target) {
  Editor(target).make(edit);
}

void try_timeline(const Scene& scene) {
  if (scene.timeline.empty()) return;
  Rehearsal rehearsal(scene);
  std::vector<SceneProblem> problems;
  for (const TimelineEntry& entry : scene.timeline) {
    if (entry.when && !find_signal(rehearsal.model(), entry.when->signal))
      problems.push_back(unheard(entry, rehearsal.model()));
    for (const TimelineEdit& edit : entry.edits) try {
        make_edit(edit, rehearsal);
      } catch (const SceneError& e) {
        problems.insert(problems.end(), e.problems().begin(), e.problems().end());
      }
  }
  if (!problems.empty()) throw SceneError(std::move(problems));
}

void for_each_later_model(const Scene& scene, const std::function<void(const Model&)>& f) {
  Rehearsal rehearsal(scene);
  for (const TimelineEntry& entry : scene.timeline)
    for (const TimelineEdit& edit : entry.edits) {
      const JsonValue value = edit_of(edit.value, rehearsal.model());
      make_edit(edit, rehearsal);
      const auto creates = [&](const char* key) { return value.find(key) != nullptr; };
      if (creates("create") || creates("connect")) f(rehearsal.model());
    }
}

}  // namespace holon
