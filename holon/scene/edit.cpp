// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/edit.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "holon/scene/builder.h"
#include "holon/scene/named_points.h"
#include "holon/scene/thing_reader.h"

namespace holon {
namespace {

using AnyId = Draft::AnyId;

/// What a number is if nobody says it.
double value_if_unset(const Model& model, const Parameter& number) {
  double unset = 0.0;
  const auto look = [&](const auto& record) {
    std::decay_t<decltype(record)> fresh{};
    visit([&]<class K>(const K& /*kind*/) { fresh.kind = K{}; }, record.kind);
    for_each_number(fresh, [&](const std::string& field, double value, std::string_view) {
      if (field == number.field) unset = value;
    });
  };
  if (const auto* id = std::get_if<ObjectId>(&number.of)) look(model.objects()[*id]);
  if (const auto* id = std::get_if<ConstraintId>(&number.of)) look(model.constraints()[*id]);
  if (const auto* id = std::get_if<ForceId>(&number.of)) look(model.forces()[*id]);
  if (const auto* id = std::get_if<ControllerId>(&number.of)) look(model.controllers()[*id]);
  return unset;
}

class Editor : ThingReader {
 public:
  explicit Editor(Draft& draft) : draft_(draft) {
    for (const SceneParameter& p : draft.scene().parameters) around_.scope.define(p.name, p.value);
  }
  void make(const At& at);
  /// Throws what is wrong.
  void finish();

 private:
  // each with what stands under its name, and the edit around it
  void create(const At& at, const At& edit);
  void connect(const At& at, const At& edit);
  void push(const At& at, const At& edit);
  void remove(const At& at, const At& edit);
  void disconnect(const At& at, const At& edit);
  void activate(const At& at, const At& /*edit*/) { switch_to(at, true); }
  void deactivate(const At& at, const At& /*edit*/) { switch_to(at, false); }
  void set(const At& at, const At& edit);
  void place(const At& at, const At& edit);
  void stepper(const At& at, const At& edit);

  void switch_to(const At& at, bool active);
  bool is_parameter(const std::string& name) const;
  void set_parameter(const At& at, const std::string& name);
  std::optional<double> number_or_none(const At& at, const Parameter& number);

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
    return named_points(draft_.scene(), model(), id);
  }
  Quat orientation_of(ObjectId id) const override { return draft_.placement(id).orientation; }
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
  const Model& model() const { return draft_.model(); }

  Draft& draft_;
};

void Editor::make(const At& at) {
  struct Form {
    std::string_view key, beside;
    void (Editor::*make)(const At& to, const At& edit);
  };
  static constexpr Form forms[] = {{"create", "", &Editor::create},
                                   {"connect", "", &Editor::connect},
                                   {"push", "for", &Editor::push},
                                   {"remove", "", &Editor::remove},
                                   {"disconnect", "", &Editor::disconnect},
                                   {"activate", "", &Editor::activate},
                                   {"deactivate", "", &Editor::deactivate},
                                   {"set", "", &Editor::set},
                                   {"place", "", &Editor::place},
                                   {"stepper", "settings", &Editor::stepper}};
  if (!expect(at.value.is_object(), at, R"(an edit like {"remove": name} or "remove NAME")"))
    return;
  const auto* form = std::ranges::find_if(forms, [&](const Form& f) { return at.has(f.key); });
  if (form == std::end(forms))
    return problem(at,
                   "must be one of create, connect, push, remove, disconnect, activate, "
                   "deactivate, set, place and stepper");
  Keys known = {form->key};
  if (!form->beside.empty()) known.push_back(form->beside);
  refuse_unknown(at, known);
  (this->*form->make)(at.member(form->key), at);
}

void Editor::finish() {
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
  } catch (const UsageError& e) {
    problem(at, e.what());
  }
}

// ---- new things ----

void Editor::create(const At& at, const At& /*edit*/) {
  if (!expect(at.value.is_object(), at, R"({"objects": [...], "constraints": [...], ...})")) return;
  refuse_unknown(at, {"objects", "controllers", "constraints", "forces"});
  if (at.has("objects")) read_objects(at.member("objects"), draft_);
  if (at.has("controllers")) read_controllers(at.member("controllers"), draft_);
  if (at.has("constraints")) read_constraints(at.member("constraints"), draft_);
  if (at.has("forces")) read_forces(at.member("forces"), draft_);
}

void Editor::connect(const At& at, const At& /*edit*/) {
  read_constraint(at, draft_);
}

void Editor::push(const At& at, const At& edit) {
  double seconds = 0.0;
  if (!edit.has("for")) return problem(edit, "'for' is missing: how long it pushes [s]");
  read(edit.member("for"), seconds);
  if (!problems_.empty()) return;
  if (!(seconds > 0.0)) return problem(edit.member("for"), "must be positive");
  const ForceId id = read_force(at, draft_);
  if (problems_.empty()) draft_.remove_later(id, seconds);
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

void Editor::remove(const At& at, const At& /*edit*/) {
  for (const AnyId& id : named(at, "thing", [](auto /*id*/) { return true; }))
    attempt(at, [&] { std::visit([&](auto i) { draft_.remove(i); }, id); });
}

void Editor::disconnect(const At& at, const At& /*edit*/) {
  const auto is_constraint = []<class Id>(Id /*id*/) { return std::is_same_v<Id, ConstraintId>; };
  for (const AnyId& id : named(at, "constraint", is_constraint))
    draft_.remove(std::get<ConstraintId>(id));
}

void Editor::switch_to(const At& at, bool active) {
  const auto acts = []<class Id>(Id /*id*/) { return !std::is_same_v<Id, ObjectId>; };
  for (const AnyId& id : named(at, "constraint, force or controller", acts))
    attempt(at, [&] {
      std::visit(
          [&]<class Id>(Id i) {
            if constexpr (!std::is_same_v<Id, ObjectId>) draft_.set_active(i, active);
          },
          id);
    });
}

/// Parameters of the scene, or numbers of things. Those of one thing are set at once, as a lower
/// and an upper limit have to agree.
void Editor::set(const At& at, const At& /*edit*/) {
  if (!expect(at.value.is_object(), at, R"({"length": 2, "spring.stiffness": 30})")) return;
  std::map<AnyId, std::pair<At, Draft::Numbers>> numbers;
  for (const JsonMember& member : at.value.members()) {
    const At to = at.member(member.key);
    if (is_parameter(member.key)) {
      set_parameter(to, member.key);
    } else if (const auto number = find_parameter(model(), member.key)) {
      const std::optional<double> value = number_or_none(to, *number);
      if (!value) continue;
      Draft::Numbers& all =
          numbers.try_emplace(number->of, to, Draft::Numbers{}).first->second.second;
      all.emplace_back(number->field, *value);
    } else {
      Words names = all_names();
      for (const SceneParameter& p : draft_.scene().parameters) names.push_back(p.name);
      problem(to, "no parameter or number has this name" + did_you_mean(member.key, names));
    }
  }
  for (const auto& wanted : numbers)
    attempt(wanted.second.first, [&] { draft_.set_numbers(wanted.first, wanted.second.second); });
}

bool Editor::is_parameter(const std::string& name) const {
  const auto& all = draft_.scene().parameters;
  return std::ranges::find(all, name, &SceneParameter::name) != all.end();
}

void Editor::set_parameter(const At& at, const std::string& name) {
  const std::size_t before = problems_.size();
  double value = 0.0;
  read(at, value);
  if (problems_.size() == before) attempt(at, [&] { draft_.set_parameter(name, value); });
}

/// A number, or for a limit that need not be there, null or "none".
std::optional<double> Editor::number_or_none(const At& at, const Parameter& number) {
  const bool is_none = at.value.is_null() || (at.value.is_string() && at.value.text() == "none");
  if (is_none) {
    const double unset = value_if_unset(model(), number);
    if (!std::isfinite(unset)) return unset;
  }
  const std::size_t before = problems_.size();
  double value = 0.0;
  read(at, value);
  if (problems_.size() > before) return std::nullopt;
  return value;
}

void Editor::place(const At& at, const At& /*edit*/) {
  if (!expect(at.value.is_object(), at, R"({"object": name, "position": [x, y, z]})")) return;
  refuse_unknown(at, {"object", "position", "orientation", "velocity", "angular_velocity"});
  if (!at.has("object")) return problem(at, "'object' is missing");
  ObjectId id;
  read(at.member("object"), id);
  if (!problems_.empty()) return;
  Placement placement = draft_.placement(id);
  optional_member(at, "position", placement.position);
  optional_member(at, "orientation", placement.orientation);
  optional_member(at, "velocity", placement.velocity);
  optional_member(at, "angular_velocity", placement.angular_velocity);
  placement.orientation.normalize();
  if (problems_.empty()) attempt(at, [&] { draft_.place(id, placement); });
}

void Editor::stepper(const At& at, const At& edit) {
  SceneSettings wanted;
  read(at, wanted.stepper);
  if (edit.has("settings")) read(edit.member("settings"), wanted.settings);
  if (!problems_.empty()) return;
  Diagnostics d;
  wanted.check(d);
  tell(edit, d.errors());
  if (problems_.empty())
    attempt(edit, [&] { draft_.set_stepper(wanted.stepper, wanted.settings); });
}

}  // namespace

void make_edit(const TimelineEdit& edit, Draft& draft) {
  const JsonValue value = edit_of(edit.value, draft.model());
  if (!value.is_array()) {
    Editor editor(draft);
    editor.make({value, edit.path});
    return editor.finish();
  }
  for (std::size_t i = 0; i < value.elements().size(); ++i)
    make_edit({value.elements()[i], element_path(edit.path, i)}, draft);
}

}  // namespace holon
