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
  d.expect(sleep_speed >= 0.0, "sleep_speed", "must be zero or positive");
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
  /// What is wrong with the timeline, which does not keep its edits from being tried.
  std::vector<SceneProblem> problems_of_timeline;

 private:
  template <class IdType>
  using Names = std::map<std::string, IdType, std::less<>>;

  void read_head(const At& root, Scene& scene);
  void read_things(const SceneParts& parts);
  /// A name is known even if the thing was refused, so that one mistake is told once.
  template <class IdType>
  void remember_name(const At& at, IdType id, Names<IdType>& names);
  void read_material_pairs(const At& list);
  void check_signals(const Model& model);
  void read_start(const At& at, SceneStart& start);
  void read_timeline(const At& list, Scene& scene);
  void read_entry(const At& at, Scene& scene);
  void check_moment(const At& at, const Moment& moment, double start);
  bool read_edits(const At& list, std::vector<TimelineEdit>& edits);

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
    return named_points(draft_.scene(), draft_.model(), id);
  }
  Quat orientation_of(ObjectId id) const override { return draft_.placement(id).orientation; }
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
  Draft draft_;  // of the scene that is being read
  const std::set<std::string, std::less<>>* declared_ = nullptr;
  std::vector<Heard> heard_;  // controllers, for check_signals()
};

Scene SceneReader::read_all(SceneSource source) {
  Scene& scene = draft_.scene();
  SceneParts parts = take_apart(source);
  problems_ = std::move(parts.problems);
  declared_ = &parts.declared;
  scene.parameters = std::move(parts.parameters);
  scene.source = std::move(source);
  if (!parts.parts.empty()) {
    around_ = parts.parts.front().around;
    read_head(parts.parts.front().at, scene);
    read_things(parts);
    optional_member(parts.parts.front().at, "views", scene.views);
    if (problems_.empty()) check_signals(scene.model);
  }
  if (!problems_.empty()) {
    problems_.insert(problems_.end(), problems_of_timeline.begin(), problems_of_timeline.end());
    throw SceneError(each_once(std::move(problems_)));
  }
  return std::move(scene);
}

void SceneReader::read_head(const At& root, Scene& scene) {
  Keys known;
  read_fields(root, scene.settings, known);
  Diagnostics d;
  scene.settings.check(d);
  tell(root, d.errors());
  optional_member(root, "plots", scene.plots);
  if (root.has("start")) read_start(root.member("start"), scene.start);
  const auto before = static_cast<std::ptrdiff_t>(problems_.size());
  if (root.has("timeline")) read_timeline(root.member("timeline"), scene);
  problems_of_timeline.assign(problems_.begin() + before, problems_.end());
  problems_.erase(problems_.begin() + before, problems_.end());
}

void SceneReader::read_things(const SceneParts& parts) {
  const auto for_each_list = [&](const char* key, auto&& read_list) {
    for (const ScenePart& part : parts.parts) {
      if (!part.at.has(key)) continue;
      around_ = part.around;
      read_list(part.at.member(key));
    }
  };
  for_each_list("objects", [&](const At& list) {
    read_objects(list, draft_, [&](const At& at, ObjectId id) { remember_name(at, id, objects_); });
  });
  for_each_list("controllers", [&](const At& list) {
    read_controllers(list, draft_, [&](const At& at, ControllerId id) {
      remember_name(at, id, controllers_);
      if (!id.is_none()) heard_.push_back({at, around_.file, id});
    });
  });
  for_each_list("constraints", [&](const At& list) { read_constraints(list, draft_); });
  for_each_list("forces", [&](const At& list) { read_forces(list, draft_); });
  for_each_list("material_pairs", [&](const At& list) { read_material_pairs(list); });
  around_ = parts.parts.front().around;
}

template <class IdType>
void SceneReader::remember_name(const At& at, IdType id, Names<IdType>& names) {
  const JsonValue* name = at.value.find("name");
  if (name != nullptr && name->is_string()) names.try_emplace(around_.prefix + name->text(), id);
}

void SceneReader::read_material_pairs(const At& list) {
  if (!expect(list.value.is_array(), list, R"(a list of {"a": ..., "b": ..., "friction": ...})"))
    return;
  Model& model = draft_.scene().model;
  for (std::size_t i = 0; i < list.value.elements().size(); ++i) {
    const At at = list.element(i);
    MaterialPair pair;
    const std::size_t before = problems_.size();
    read(at, pair);
    if (problems_.size() > before) continue;
    const std::size_t pairs = model.material_pairs().size();
    model.set(std::move(pair));
    if (model.material_pairs().size() == pairs)
      problem(at, "is said of two materials that are a pair already: keep one");
  }
}

/// What controllers listen to by name may stand anywhere in the scene.
void SceneReader::check_signals(const Model& model) {
  std::vector<std::string> names;
  for_each_signal(model, [&](const std::string& name, std::string_view, const Signal&) {
    names.push_back(name);
  });
  for (const auto& [at, file, id] : heard_) {
    around_.file = file;
    for (const std::string& name : missing_signals(model, model.controllers()[id].kind))
      problem(at, "listens to '" + name + "', which is not there" + did_you_mean(name, names));
  }
  if (!problems_.empty() || heard_.empty()) return;
  try {
    check_controllers(model);
  } catch (const ModelError& e) {
    for (const std::string& error : e.errors()) problem(heard_.front().at, error);
  }
}

// ---- start and timeline ----

void SceneReader::read_start(const At& at, SceneStart& start) {
  if (!expect(at.value.is_object(), at, R"({"time": ..., "edits": [...], "motion": [...]})"))
    return;
  refuse_unknown(at, {"time", "edits", "motion"});
  optional_member(at, "time", start.time);
  if (at.has("time") && !(start.time >= 0.0)) problem(at.member("time"), "must not be negative");
  if (at.has("edits")) read_edits(at.member("edits"), start.edits);
  optional_member(at, "motion", start.motion);
}

bool SceneReader::read_edits(const At& list, std::vector<TimelineEdit>& edits) {
  if (!expect(list.value.is_array(), list, "a list of edits")) return false;
  for (std::size_t i = 0; i < list.value.elements().size(); ++i)
    edits.push_back({list.value.elements()[i], list.element(i).path});
  return true;
}

void SceneReader::read_timeline(const At& list, Scene& scene) {
  if (!expect(list.value.is_array(), list, R"(a list of {"at": time, "do": [...]})")) return;
  for (std::size_t i = 0; i < list.value.elements().size(); ++i) read_entry(list.element(i), scene);
}

void SceneReader::read_entry(const At& at, Scene& scene) {
  if (!expect(at.value.is_object(), at, R"({"at": time, "do": [...]})")) return;
  TimelineEntry entry;
  entry.place = at.value.place();
  Keys known = {"when", "do"};
  const std::size_t before = problems_.size();
  read_fields(at, entry.moment, known);
  refuse_unknown(at, known);
  if (problems_.size() == before) check_moment(at, entry.moment, scene.start.time);
  if (at.has("when")) {
    Condition condition;
    read(at.member("when"), condition);
    entry.when = std::move(condition);
  }
  if (!at.has("do")) return problem(at, "'do' is missing: the list of what is done");
  // what is wrong with its numbers does not keep its edits from being tried
  if (read_edits(at.member("do"), entry.edits)) scene.timeline.push_back(std::move(entry));
}

/// Numbers that could never do what they are for.
void SceneReader::check_moment(const At& at, const Moment& moment, double start) {
  if (at.has("at") + at.has("every") + at.has("when") != 1)
    problem(at, "needs one of 'at', 'every' and 'when', to say when it is done");
  if (at.has("at") && !(moment.at >= start))
    problem(at.member("at"), "must not be before the start, which is at " + shortest_text(start));
  if (at.has("every") && !(moment.every > 0.0)) problem(at.member("every"), "must be positive");
  for (const char* key : {"again", "held"})
    if (at.has(key) && !at.has("when"))
      problem(at.member(key), "is for what is done when a condition holds");
  for (const char* key : {"from", "until"})
    if (at.has(key) && at.has("at"))
      problem(at.member(key), "is for what may be done at several times, and not beside 'at'");
  if (at.has("until") && !(moment.until >= std::max(moment.from, start)))
    problem(at.member("until"), "must not be before 'from' or the start: it would never be done");
}

}  // namespace

void Condition::check(Diagnostics& d) const {
  const bool has_above = std::isfinite(above), has_below = std::isfinite(below);
  d.expect(has_above || has_below, "signal", "needs 'above' or 'below' beside it");
  d.expect(!has_above || !has_below || above >= below,
           "above",
           "must not be smaller than 'below': the condition would always hold");
}

Scene read_description(SceneSource source) {
  SceneReader reader;
  Scene scene = reader.read_all(std::move(source));
  if (!reader.problems_of_timeline.empty())
    throw SceneError(std::move(reader.problems_of_timeline));
  return scene;
}
Scene read_scene(SceneSource source) {
  SceneReader reader;
  Scene scene = reader.read_all(std::move(source));
  // only now is there all that edits may speak of
  std::vector<SceneProblem> problems = std::move(reader.problems_of_timeline);
  try_edits(scene, problems);
  std::ranges::stable_sort(
      problems, {}, [](const SceneProblem& p) { return std::pair(p.place.line, p.place.column); });
  if (!problems.empty()) throw SceneError(std::move(problems));
  return scene;
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
  all.start = {};
  all.timeline.clear();
  add(write_scene(all));
  return hash.value();
}

}  // namespace holon
