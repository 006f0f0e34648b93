// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "holon/math/hash.h"
#include "holon/model/signals.h"
#include "holon/scene/edit.h"
#include "holon/scene/named_points.h"
#include "holon/scene/scene.h"
#include "holon/scene/scene_parts.h"
#include "holon/scene/thing_reader.h"

namespace holon {

void SceneSettings::check(Diagnostics& d) const {
  d.expect(dt > 0.0, "dt", "must be positive");
  d.expect(duration > 0.0, "duration", "must be positive");
  std::vector<std::string_view> names;
  for (const StepperKind& s : stepper_kinds()) names.push_back(s.name);
  d.expect(std::ranges::find(names, stepper) != names.end(),
           "stepper",
           "no stepper '" + stepper + "'" + did_you_mean(stepper, names));
}

void SceneView::check(Diagnostics& d) const {
  d.expect((to - from).norm() > 1e-9, "to", "must differ from 'from'");
  d.expect(up.cross(to - from).norm() > 1e-9, "up", "must not point along the view");
  d.expect(height >= 0.0, "height", "must not be negative");
}

namespace {

/// Things that are read go into a scene.
class IntoScene : public ThingSink {
 public:
  explicit IntoScene(Scene& scene) : scene_(scene) {}
  const Model& model() const override { return scene_.model; }
  ObjectId add(Object kind, ObjectOptions options) override {
    return scene_.model.add(std::move(kind), std::move(options));
  }
  ConstraintId add(Constraint kind, ConstraintOptions options) override {
    return scene_.model.add(std::move(kind), std::move(options));
  }
  ForceId add(Force kind, ForceOptions options) override {
    return scene_.model.add(std::move(kind), std::move(options));
  }
  ControllerId add(Controller kind, ControllerOptions options) override {
    return scene_.model.add(std::move(kind), std::move(options));
  }
  void note(ObjectId id, MassSource source) override {
    scene_.solids[id.index] = std::move(source);
  }
  void note(ObjectId id, Looks looks) override { scene_.looks[id.index] = std::move(looks); }

 private:
  Scene& scene_;
};

/// What is wrong with a group is found in each of its instances.
std::vector<SceneProblem> each_once(std::vector<SceneProblem> problems) {
  std::set<std::string> told;
  std::erase_if(problems, [&](const SceneProblem& p) { return !told.insert(describe(p)).second; });
  return problems;
}

/// The parts of a scene, one sort of thing after the other.
class SceneReader : ThingReader {
 public:
  Scene read_all(SceneSource source);

 private:
  template <class IdType>
  using Names = std::map<std::string, IdType, std::less<>>;

  void read_head(const At& root, Scene& scene);
  void read_things(const SceneParts& parts, Scene& scene);
  /// A name is known even if the thing was refused, so that one mistake is told once.
  template <class IdType>
  void remember_name(const At& at, IdType id, Names<IdType>& names);
  void check_signals(const Scene& scene);
  void read_timeline(const At& list, Timeline& timeline);
  void read_entry(const At& at, Timeline& timeline);

  template <class IdType>
  static std::optional<IdType> find_in(const Names<IdType>& names, const std::string& name) {
    const auto it = names.find(name);
    if (it == names.end()) return std::nullopt;
    return it->second;
  }
  template <class IdType>
  static Words words_of(const Names<IdType>& names) {
    Words words;
    for (const auto& [name, id] : names) words.push_back(name);
    return words;
  }
  std::optional<ObjectId> object_named(const std::string& name) const override {
    return find_in(objects_, name);
  }
  std::optional<ControllerId> controller_named(const std::string& name) const override {
    return find_in(controllers_, name);
  }
  std::vector<NamedPoint> points_of(ObjectId id) const override {
    return named_points(scene_->model, scene_->solids, id);
  }
  Quat orientation_of(ObjectId id) const override {
    return start_orientation(scene_->model.objects()[id].kind);
  }
  Words object_names() const override { return words_of(objects_); }
  Words controller_names() const override { return words_of(controllers_); }
  bool is_declared(const std::string& name) const override {
    return declared_->find(name) != declared_->end();
  }

  struct Heard {
    At at;
    std::string file;
    ControllerId id;
  };
  Names<ObjectId> objects_;
  Names<ControllerId> controllers_;
  const Scene* scene_ = nullptr;  // that is being read
  const std::set<std::string, std::less<>>* declared_ = nullptr;
  std::vector<Heard> heard_;  // controllers, for check_signals()
};

Scene SceneReader::read_all(SceneSource source) {
  Scene scene;
  SceneParts parts = take_apart(source);
  problems_ = std::move(parts.problems);
  declared_ = &parts.declared;
  scene_ = &scene;
  scene.parameters = std::move(parts.parameters);
  scene.source = std::move(source);
  if (!parts.parts.empty()) {
    around_ = parts.parts.front().around;
    read_head(parts.parts.front().at, scene);
    read_things(parts, scene);
    optional_member(parts.parts.front().at, "views", scene.views);
    if (problems_.empty()) check_signals(scene);
  }
  if (!problems_.empty()) throw SceneError(each_once(std::move(problems_)));
  // only now is there all that edits may speak of
  try_timeline(scene);
  return scene;
}

void SceneReader::read_head(const At& root, Scene& scene) {
  Keys known;
  read_fields(root, scene.settings, known);
  Diagnostics d;
  scene.settings.check(d);
  tell(root, d.errors());
  optional_member(root, "plots", scene.plots);
  if (root.has("timeline")) read_timeline(root.member("timeline"), scene.timeline);
}

void SceneReader::read_things(const SceneParts& parts, Scene& scene) {
  IntoScene sink(scene);
  const auto for_each_list = [&](const char* key, auto&& read_list) {
    for (const ScenePart& part : parts.parts) {
      if (!part.at.has(key)) continue;
      around_ = part.around;
      read_list(part.at.member(key));
    }
  };
  for_each_list("objects", [&](const At& list) {
    read_objects(list, sink, [&](const At& at, ObjectId id) { remember_name(at, id, objects_); });
  });
  for_each_list("controllers", [&](const At& list) {
    read_controllers(list, sink, [&](const At& at, ControllerId id) {
      remember_name(at, id, controllers_);
      if (!id.is_none()) heard_.push_back({at, around_.file, id});
    });
  });
  for_each_list("constraints", [&](const At& list) { read_constraints(list, sink); });
  for_each_list("forces", [&](const At& list) { read_forces(list, sink); });
  around_ = parts.parts.front().around;
}

template <class IdType>
void SceneReader::remember_name(const At& at, IdType id, Names<IdType>& names) {
  const JsonValue* name = at.value.find("name");
  if (name != nullptr && name->is_string()) names.try_emplace(around_.prefix + name->text(), id);
}

/// What controllers listen to by name may stand anywhere in the scene.
void SceneReader::check_signals(const Scene& scene) {
  std::vector<std::string> names;
  for_each_signal(scene.model, [&](const std::string& name, std::string_view, const Signal&) {
    names.push_back(name);
  });
  for (const auto& [at, file, id] : heard_) {
    around_.file = file;
    for (const std::string& name : missing_signals(scene.model, scene.model.controllers()[id].kind))
      problem(at, "listens to '" + name + "', which is not there" + did_you_mean(name, names));
  }
  if (!problems_.empty() || heard_.empty()) return;
  try {
    check_controllers(scene.model);
  } catch (const ModelError& e) {
    for (const std::string& error : e.errors()) problem(heard_.front().at, error);
  }
}

// ---- timeline ----

void SceneReader::read_timeline(const At& list, Timeline& timeline) {
  if (!expect(list.value.is_array(), list, R"(a list of {"at": time, "do": [...]})")) return;
  for (std::size_t i = 0; i < list.value.elements().size(); ++i)
    read_entry(list.element(i), timeline);
}

void SceneReader::read_entry(const At& at, Timeline& timeline) {
  if (!expect(at.value.is_object(), at, R"({"at": time, "do": [...]})")) return;
  TimelineEntry entry;
  entry.place = at.value.place();
  Keys known = {"when", "do"};
  const std::size_t before = problems_.size();
  read_fields(at, entry.moment, known);
  refuse_unknown(at, known);
  if (at.has("at") + at.has("every") + at.has("when") != 1)
    problem(at, "needs one of 'at', 'every' and 'when', to say when it is done");
  if (at.has("every") && !(entry.moment.every > 0.0))
    problem(at.member("every"), "must be positive");
  if (at.has("again") && !at.has("when"))
    problem(at.member("again"), "is for what is done when a condition holds");
  if (at.has("when")) {
    Condition condition;
    read(at.member("when"), condition);
    entry.when = std::move(condition);
  }
  if (!at.has("do")) return problem(at, "'do' is missing: the list of what is done");
  const At edits = at.member("do");
  if (!expect(edits.value.is_array(), edits, "a list of edits")) return;
  for (std::size_t i = 0; i < edits.value.elements().size(); ++i)
    entry.edits.push_back({edits.value.elements()[i], edits.element(i).path});
  if (problems_.size() == before) timeline.push_back(std::move(entry));
}

}  // namespace

void Condition::check(Diagnostics& d) const {
  const bool has_above = std::isfinite(above), has_below = std::isfinite(below);
  d.expect(has_above || has_below, "signal", "needs 'above' or 'below' beside it");
}

Scene read_scene(SceneSource source) {
  return SceneReader().read_all(std::move(source));
}
Scene read_scene(std::string_view text) {
  return read_scene(SceneSource{std::string(text), "", {}});
}

Scene read_scene_file(const std::string& path, std::map<std::string, double, std::less<>> set) {
  const std::string directory =
      path == "-" ? "" : std::filesystem::path(path).parent_path().string();
  return read_scene(SceneSource{read_text_file(path), directory, std::move(set)});
}

std::uint64_t scene_hash(const Scene& scene) {
  Hash hash;
  const auto add = [&](const std::string& text) { hash.add(text.data(), text.size()); };
  if (scene.source.text.empty()) {
    add(write_scene(scene));
    return hash.value();
  }
  add(format_scene(scene.source.text));
  for (const auto& [name, value] : scene.source.set) {
    add(name);
    hash.add(&value, sizeof value);
  }
  // what it includes shows in what exists
  Scene all = scene;
  all.timeline.clear();
  add(write_scene(all));
  return hash.value();
}

World make_world(const Scene& scene, int threads) {
  WorldOptions options;
  options.stepper = scene.settings.stepper;
  options.settings = scene.settings.settings;
  options.threads = threads;
  return World(scene.model, options);
}

}  // namespace holon
