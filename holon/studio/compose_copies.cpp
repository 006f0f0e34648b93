// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "holon/scene/hidden.h"
#include "holon/studio/compose.h"
#include "holon/studio/ends.h"
#include "holon/studio/removal.h"
#include "holon/studio/things.h"

namespace holon::studio {
namespace {

using Names = std::map<std::string, std::string, std::less<>>;  // of copies, by those of originals

void shift(Json& vector, const Vec3& by) {
  for (std::size_t i = 0; i < 3; ++i)
    vector[i] = vector[i].get<double>() + by[static_cast<Eigen::Index>(i)];
}

/// A function of time, with a number added.
void raise(Json& motion, double by) {
  if (motion.is_number()) {
    motion = motion.get<double>() + by;
  } else if (motion.is_string()) {
    motion = "(" + motion.get<std::string>() + ") + " + Json(by).dump();
  } else if (motion.at("kind") == "polynomial") {
    raise(motion["coefficients"][0], by);
  } else if (motion.at("kind") == "sine") {
    raise(motion["offset"], by);
  } else {
    for (Json& value : motion.at("values")) raise(value, by);
  }
}

void shift_path(Json& path, const Vec3& by) {
  if (path.is_array()) return shift(path, by);
  raise(path["x"], by.x());
  raise(path["y"], by.y());
  raise(path["z"], by.z());
}

/// What a constraint or force says of objects it says of their copies, and what it says of places
/// of the world, of those beside.
class Copier {
 public:
  Copier(const Names& objects, const Vec3& by) : objects_(objects), by_(by) {}

  /// False if it says something of objects that are not copied.
  bool copy(Json& value) const {
    bool all = true;
    if (value.is_array())
      for (Json& each : value) all = copy(each) && all;
    if (!value.is_object()) return all;
    for (auto& [key, part] : value.items()) {
      if (key == "object")
        all = rename(part) && all;
      else if (key == "objects")
        all = rename_list(part) && all;
      else if (key == "nail" || (key == "world" && value.contains("orientation")))
        shift(part, by_);
      else if (key == "path")
        shift_path(part, by_);
      else
        all = copy(part) && all;
    }
    return all;
  }

 private:
  bool rename(Json& name) const {
    const auto found = objects_.find(name.get<std::string>());
    if (found == objects_.end()) return false;
    name = found->second;
    return true;
  }
  /// A force on listed objects acts on those of their copies that there are.
  bool rename_list(Json& names) const {
    Json copies = Json::array();
    for (Json& name : names)
      if (rename(name)) copies.push_back(name);
    names = std::move(copies);
    return !names.empty();
  }

  const Names& objects_;
  Vec3 by_;
};

bool says_of_objects(const Json& value) {
  if (value.is_object() && (value.contains("object") || value.contains("objects"))) return true;
  return value.is_structured()
         && std::ranges::any_of(value, [](const Json& part) { return says_of_objects(part); });
}

/// "rod" of "rod12"
std::string without_number(const std::string& name) {
  const std::size_t last = name.find_last_not_of("0123456789#");
  return last == std::string::npos ? name : name.substr(0, last + 1);
}

/// Copies of what joins and moves the objects.
Json copies_of(const Json& things, const Names& objects, const Vec3& by, NewNames& names) {
  Json out = Json::array();
  for (Json thing : things) {
    if (!says_of_objects(thing) || !Copier(objects, by).copy(thing)) continue;
    const std::string name = text_in(thing, "name", "");
    if (is_hidden(name)) continue;
    if (!name.empty()) thing["name"] = names.like(without_number(name));
    out.push_back(std::move(thing));
  }
  return out;
}

}  // namespace

/// All is copied from the scene as it would be saved now. Controllers are not: a copy is under the
/// command of the same one.
Composed compose_duplicate(const SceneRun& run, const Json& command) {
  const Model& model = run.world().model();
  const Vec3 by = place_in(command, "by");
  const std::vector<std::string> wanted = texts_in(command, "objects");
  if (wanted.empty()) throw UsageError("objects: there is nothing to copy");
  NewNames names(model);
  Names objects;
  Composed out{{}, {}, wanted.size() == 1 ? "Duplicate " + wanted.front() : "Duplicate"};
  for (const std::string& name : wanted) {
    object_named(model, name);
    if (objects.contains(name)) continue;
    objects[name] = names.like(without_number(name));
    out.names.push_back(objects[name]);
  }
  const Json scene = Json::parse(write_scene(run.scene_now()));
  Json create = {{"objects", Json::array()}};
  for (Json object : scene.at("objects")) {
    const auto found = objects.find(object.at("name").get<std::string>());
    if (found == objects.end()) continue;
    if (!object.contains("position"))
      throw UsageError("objects: " + found->first
                       + " cannot be put anywhere else than where it is");
    object["name"] = found->second;
    for (std::size_t i = 0; i < object["position"].size(); ++i)
      raise(object["position"][i], by[static_cast<Eigen::Index>(i)]);
    create["objects"].push_back(std::move(object));
  }
  create["constraints"] = copies_of(scene.at("constraints"), objects, by, names);
  create["forces"] = copies_of(scene.at("forces"), objects, by, names);
  out.edits.push_back({{"create", std::move(create)}});
  return out;
}

Composed compose_remove(const SceneRun& run, const Json& command) {
  const std::vector<std::string> names = texts_in(command, "names");
  return {{removing(run, names)}, {}, names.size() == 1 ? "Remove " + names.front() : "Remove"};
}

}  // namespace holon::studio
