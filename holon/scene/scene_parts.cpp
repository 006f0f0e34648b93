// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/scene_parts.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "holon/scene/text_scene.h"

namespace holon {
namespace {

// So that no file can exhaust the reader.
constexpr std::size_t kMostParts = 1'000'000;
constexpr int kDeepest = 20;  // files and groups inside each other

/// An instance as it stands in a file, or several at once.
struct Instance {
  static constexpr std::string_view required[] = {"group", "name"};
  std::string group;
  std::string name;
  int count = -1;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("group", self.group, "name of the group");
    visit("name", self.name, "name of the instance");
    visit("count", self.count, "how many: name0, name1, ...; expressions may use i = 0, 1, ...");
  }
};
struct InstancePose {
  Pose pose;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("position", self.pose.position, "where its origin is [m]");
    visit("orientation", self.pose.orientation, "how it is turned, quaternion w x y z");
    visit("velocity", self.pose.velocity, "added to the velocities in it [m/s]");
  }
};

class PartLister : FieldReader {
 public:
  SceneParts list(const SceneSource& source);

 private:
  struct Group {
    At at;
    std::string file;
  };
  void add_document(const std::string& text, const std::string& directory);
  bool is_readable(const At& document);
  void refuse_unknown_keys(const At& document);
  void include(const At& at, const std::string& directory);
  void read_parameters(const At& at, bool of_scene);
  void override_value(SceneParameter& parameter, const At& at);
  void remember_groups(const At& at);
  void add_part(const At& at);
  void add_instances(const At& list);
  void add_instance(const At& at);
  void add_one(const At& at, const Group& group, const std::string& name);
  void set_parameters(const At& at, const Group& group, Scope& scope);
  template <class F>
  void for_each_in(const At& at, std::string_view key, F&& f);

  const SceneSource* source_ = nullptr;
  SceneParts out_;
  std::map<std::string, Group, std::less<>> groups_;
  std::vector<std::pair<At, Surroundings>> instances_;  // lists at the top
  std::vector<std::string> files_, inside_;             // those that are being read, and groups
  std::vector<std::string> used_;  // names in source_->set that have been found
};

SceneParts PartLister::list(const SceneSource& source) {
  source_ = &source;
  add_document(source.text, source.directory);
  for (const auto& [at, around] : instances_) {
    around_ = around;
    around_.scope = out_.parts.front().around.scope;
    add_instances(at);
  }
  for (const auto& [name, value] : source.set) {
    if (std::ranges::find(used_, name) != used_.end() || out_.parts.empty()) continue;
    std::vector<std::string_view> names;
    for (const SceneParameter& p : out_.parameters) names.push_back(p.name);
    throw UsageError("the scene has no parameter '" + name + "'" + did_you_mean(name, names));
  }
  out_.problems = std::move(problems_);
  return std::move(out_);
}

/// Reads one file: what it includes first, then its parameters and groups.
void PartLister::add_document(const std::string& text, const std::string& directory) {
  const JsonValue* root = nullptr;
  try {
    root = &out_.documents.emplace_back(parse_scene(text));
  } catch (const SceneError& e) {
    for (SceneProblem problem : e.problems()) {
      problem.file = around_.file;
      problems_.push_back(std::move(problem));
    }
    return;
  }
  const At at{*root, ""};
  if (!expect(root->is_object(), at, "an object") || !is_readable(at)) return;
  refuse_unknown_keys(at);
  const std::size_t place = out_.parts.size();
  out_.parts.push_back({at, around_});  // the scene itself comes first
  if (at.has("include")) include(at.member("include"), directory);
  read_parameters(at, true);
  remember_groups(at);
  out_.parts[place].around = around_;
  add_part(at);
  if (at.has("instances")) instances_.emplace_back(at.member("instances"), around_);
}

/// Whether a document is of a version that is known. Of a newer one nothing else is read: what it
/// has more is no mistake.
bool PartLister::is_readable(const At& document) {
  const auto at = [&](const char* key) {
    return document.has(key) ? document.member(key) : document;
  };
  const JsonValue* format = document.value.find("format");
  const JsonValue* version = document.value.find("version");
  if (format == nullptr || !format->is_string() || format->text() != Scene::format)
    problem(at("format"), R"("format" must be "holon-scene")");
  if (version == nullptr || !version->is_integer() || version->number() < 1) {
    problem(at("version"), "\"version\" must be 1");
  } else if (version->number() > Scene::version) {
    problem(at("version"),
            "is newer than this program, which reads version " + std::to_string(Scene::version)
                + ": a newer program is needed");
    return false;
  }
  return true;
}

void PartLister::refuse_unknown_keys(const At& document) {
  refuse_unknown(document, scene_keys());
}

void PartLister::include(const At& at, const std::string& directory) {
  if (!expect(at.value.is_array(), at, "a list of files")) return;
  for (std::size_t i = 0; i < at.value.elements().size(); ++i) {
    const At file = at.element(i);
    if (!expect(file.value.is_string(), file, "the name of a file")) continue;
    if (source_->alone) {
      problem(file, "other files cannot be included here");
      continue;
    }
    const auto path = std::filesystem::path(directory) / file.value.text();
    const std::string known = path.lexically_normal().string();
    if (std::ranges::find(files_, known) != files_.end() || files_.size() >= kDeepest) {
      problem(file, "includes itself");
      continue;
    }
    const std::string outside = around_.file;
    try {
      const std::string text = read_text_file(known);
      files_.push_back(known);
      around_.file = file.value.text();
      add_document(text, path.parent_path().string());
      files_.pop_back();
      around_.file = outside;
    } catch (const SceneError& e) {
      problem(file, e.problems().front().message);
    }
  }
}

/// f(at, name) for each entry of a list that has a name
template <class F>
void PartLister::for_each_in(const At& at, std::string_view key, F&& f) {
  if (!at.has(key) || !at.member(key).value.is_array()) return;
  const At list = at.member(key);
  for (std::size_t i = 0; i < list.value.elements().size(); ++i) {
    const JsonValue* name = list.value.elements()[i].find("name");
    if (name != nullptr && name->is_string()) f(list.element(i), name->text());
  }
}

void PartLister::read_parameters(const At& at, bool of_scene) {
  if (!at.has("parameters")) return;
  const At list = at.member("parameters");
  if (!expect(list.value.is_array(), list, R"(a list of {"name": ..., "value": ...})")) return;
  for (std::size_t i = 0; i < list.value.elements().size(); ++i) {
    const At entry = list.element(i);
    if (!expect(entry.value.is_object(), entry, R"({"name": ..., "value": ...})")) continue;
    std::optional<SceneParameter> parameter = read_struct<SceneParameter>(entry);
    if (!parameter) continue;
    const auto has_name = [&](const SceneParameter& p) { return p.name == parameter->name; };
    if (of_scene && std::ranges::any_of(out_.parameters, has_name)) {
      problem(entry.member("name"), "is taken already by another parameter");
      continue;
    }
    if (of_scene) override_value(*parameter, entry);
    around_.scope.define(parameter->name, parameter->value);
    if (of_scene) out_.parameters.push_back(std::move(*parameter));
  }
}

void PartLister::override_value(SceneParameter& parameter, const At& at) {
  const auto given = source_->set.find(parameter.name);
  if (given == source_->set.end()) return;
  used_.push_back(parameter.name);
  parameter.value = given->second;
  Diagnostics d;
  parameter.check(d);
  if (d.errors().empty()) return;
  problem(at, "given as " + shortest_text(given->second) + ": " + d.errors().front());
}

void PartLister::remember_groups(const At& at) {
  if (!at.has("groups")) return;
  const At list = at.member("groups");
  if (!expect(list.value.is_array(), list, "a list of groups")) return;
  for (std::size_t i = 0; i < list.value.elements().size(); ++i) {
    const At group = list.element(i);
    if (!expect(group.value.is_object(), group, "an object")) continue;
    refuse_unknown(group,
                   {"name",
                    "note",
                    "parameters",
                    "instances",
                    "objects",
                    "controllers",
                    "constraints",
                    "forces"});
    if (!group.has("name") || !group.member("name").value.is_string()) {
      problem(group, "'name' is missing");
      continue;
    }
    if (!groups_.try_emplace(group.member("name").value.text(), Group{group, around_.file}).second)
      problem(group.member("name"), "is taken already by another group");
  }
}

/// Notes the names of the things in it.
void PartLister::add_part(const At& at) {
  for (const char* list : {"objects", "controllers", "constraints", "forces"})
    for_each_in(at, list, [&](const At& /*thing*/, const std::string& name) {
      out_.declared.insert(around_.prefix + name);
    });
}

// ---- instances ----

void PartLister::add_instances(const At& list) {
  if (!expect(list.value.is_array(), list, "a list of instances")) return;
  for (std::size_t i = 0; i < list.value.elements().size(); ++i) add_instance(list.element(i));
}

void PartLister::add_instance(const At& at) {
  if (!expect(at.value.is_object(), at, R"({"group": ..., "name": ...})")) return;
  Instance instance;
  const std::size_t before = problems_.size();
  Keys known = {"set", "position", "orientation", "velocity"};
  read_fields(at, instance, known);
  refuse_unknown(at, known);
  refuse_missing<Instance>(at);
  if (at.has("count") && instance.count < 0) problem(at.member("count"), "must not be negative");
  if (instance.name.find('/') != std::string::npos)
    problem(at.member("name"), "must not have a / in it: that is between names");
  if (problems_.size() > before) return;
  const auto group = groups_.find(instance.group);
  if (group == groups_.end()) {
    std::vector<std::string_view> names;
    for (const auto& [name, other] : groups_) names.push_back(name);
    return problem(
        at.member("group"),
        "no group is named '" + instance.group + "'" + did_you_mean(instance.group, names));
  }
  if (std::ranges::find(inside_, instance.group) != inside_.end())
    return problem(at.member("group"), "contains itself");
  inside_.push_back(instance.group);
  const Surroundings outside = around_;
  const int count = std::max(instance.count, at.has("count") ? 0 : 1);
  for (int i = 0; i < count && problems_.size() == before; ++i) {
    around_ = outside;
    if (at.has("count")) around_.scope.define("i", i);
    add_one(at, group->second, instance.name + (at.has("count") ? std::to_string(i) : ""));
  }
  around_ = outside;
  inside_.pop_back();
}

/// One instance. Its own expressions are those of what is around it; inside, those of the group.
void PartLister::add_one(const At& at, const Group& group, const std::string& name) {
  if (out_.parts.size() >= kMostParts) return problem(at, "makes more than a million parts");
  InstancePose place;
  Keys known;
  read_fields(at, place, known);
  place.pose.orientation.normalize();
  Surroundings inner = around_;
  inner.prefix += name + "/";
  inner.pose = around_.pose * place.pose;
  inner.file = group.file;
  inner.scope = out_.parts.front().around.scope;
  set_parameters(at, group, inner.scope);
  const Surroundings outside = std::exchange(around_, inner);
  out_.parts.push_back({group.at, around_});
  add_part(group.at);
  if (group.at.has("instances")) add_instances(group.at.member("instances"));
  around_ = outside;
}

/// The parameters of a group with the values that an instance gives them.
void PartLister::set_parameters(const At& at, const Group& group, Scope& scope) {
  std::map<std::string, double, std::less<>> given;
  if (at.has("set") && expect(at.member("set").value.is_object(), at.member("set"), "an object"))
    for (const JsonMember& member : at.member("set").value.members())
      read(at.member("set").member(member.key), given[member.key]);
  const Surroundings outside = around_;
  around_.scope = scope;
  around_.file = group.file;
  std::vector<std::string> names;
  for_each_in(group.at, "parameters", [&](const At& entry, const std::string& name) {
    names.push_back(name);
    std::optional<SceneParameter> parameter = read_struct<SceneParameter>(entry);
    if (!parameter) return;
    if (const auto value = given.find(name); value != given.end()) {
      parameter->value = value->second;
      Diagnostics d;
      parameter->check(d);
      for (const std::string& error : d.errors())
        problems_.push_back({at.member("set").member(name).value.place(),
                             member_path(at.member("set").path, name),
                             error,
                             outside.file});
    }
    around_.scope.define(name, parameter->value);
  });
  scope = around_.scope;
  around_ = outside;
  for (const auto& [name, value] : given)
    if (std::ranges::find(names, name) == names.end())
      problem(at.member("set").member(name),
              "the group has no parameter of that name" + did_you_mean(name, names));
}

}  // namespace

std::vector<std::string_view> scene_keys() {
  std::vector<std::string_view> keys = {"format", "version"};
  SceneSettings settings;
  SceneSettings::fields(settings, [&](std::string_view key, auto& /*field*/, std::string_view) {
    keys.push_back(key);
  });
  keys.insert(keys.end(),
              {"include",
               "parameters",
               "groups",
               "instances",
               "objects",
               "controllers",
               "constraints",
               "forces",
               "material_pairs",
               "start",
               "timeline",
               "views",
               "plots"});
  return keys;
}

SceneParts take_apart(const SceneSource& source) {
  return PartLister().list(source);
}

void SceneParameter::check(Diagnostics& d) const {
  const std::string why = Scope::why_no_name(name);
  d.expect(why.empty(), "name", why);
  d.expect(min <= max, "max", "must not be smaller than 'min'");
  d.expect(value >= min && value <= max,
           "value",
           "must be between " + shortest_text(min) + " and " + shortest_text(max));
}

std::string read_text_file(const std::string& path) {
  if (path == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw SceneError({{{}, "", "cannot open '" + path + "'"}});
  const auto size = file.tellg();
  if (size < 0) throw SceneError({{{}, "", "cannot read '" + path + "'"}});
  if (static_cast<std::size_t>(size) > JsonLimits::text_bytes)
    throw SceneError({{{}, "", "'" + path + "' is larger than 256 MiB: that is no scene"}});
  std::string text(static_cast<std::size_t>(size), '\0');
  file.seekg(0);
  file.read(text.data(), size);
  if (!file) throw SceneError({{{}, "", "cannot read '" + path + "'"}});
  return text;
}

}  // namespace holon
