// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>

#include "holon/model/signals.h"
#include "holon/scene/field_reader.h"
#include "holon/scene/scene.h"

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

namespace {

/// The parts of a scene, one after the other.
class SceneReader : FieldReader {
 public:
  Scene read_all(const JsonValue& root);

 private:
  void read_head(const At& root, SceneSettings& settings);
  /// Reads the list of all things of one sort and calls then(at, id) for each, with an id that is
  /// none if it was refused.
  template <class IdType, class Options, class... Ks, class F>
  void read_list(const At& root, TypeList<Ks...> kinds, Scene& scene, F&& then);
  template <class K, class Options>
  auto read_thing(const At& at, Scene& scene);
  template <class K>
  std::optional<MassSource> read_mass(const At& at, K& kind);
  Solid read_solid(const At& at);
  MassCloud read_cloud(const At& at);
  /// A name is known even if the thing was refused, so that one mistake is told once.
  template <class IdType>
  void remember_name(const At& at, IdType id, Names<IdType>& names);
  void check_signals(const Scene& scene);

  std::vector<std::pair<At, ControllerId>> heard_;  // controllers, for check_signals()
};

Scene SceneReader::read_all(const JsonValue& root) {
  Scene scene;
  const At at{root, ""};
  if (expect(root.is_object(), at, "an object")) {
    read_head(at, scene.settings);
    const auto nothing = [](const At& /*at*/, auto /*id*/) {};
    read_list<ObjectId, ObjectOptions>(at, ObjectKinds(), scene, [&](const At& o, ObjectId id) {
      remember_name(o, id, objects_);
    });
    read_list<ControllerId, ControllerOptions>(
        at, ControllerKinds(), scene, [&](const At& c, ControllerId id) {
          remember_name(c, id, controllers_);
          if (!id.is_none()) heard_.emplace_back(c, id);
        });
    read_list<ConstraintId, ConstraintOptions>(at, ConstraintKinds(), scene, nothing);
    read_list<ForceId, ForceOptions>(at, ForceKinds(), scene, nothing);
    if (problems_.empty()) check_signals(scene);
  }
  if (!problems_.empty()) throw SceneError(std::move(problems_));
  return scene;
}

void SceneReader::read_head(const At& root, SceneSettings& settings) {
  Keys known = {"format", "version", "objects", "controllers", "constraints", "forces"};
  const JsonValue* format = root.value.find("format");
  if (format == nullptr || !format->is_string() || format->text() != Scene::format)
    problem(format != nullptr ? root.member("format") : root, R"("format" must be "holon-scene")");
  const JsonValue* version = root.value.find("version");
  if (version == nullptr || !version->is_integer() || version->number() != Scene::version)
    problem(version != nullptr ? root.member("version") : root,
            "\"version\" must be 1, the only one there is");
  read_fields(root, settings, known);
  refuse_unknown(root, known);
  Diagnostics d;
  settings.check(d);
  tell(root, d.errors());
}

template <class IdType, class Options, class... Ks, class F>
void SceneReader::read_list(const At& root, TypeList<Ks...> kinds, Scene& scene, F&& then) {
  const std::string list = std::string(IdType::what) + "s";
  if (!root.has(list)) return;
  const At all = root.member(list);
  if (!expect(all.value.is_array(), all, "a list")) return;
  for (std::size_t i = 0; i < all.value.elements().size(); ++i) {
    const At at = all.element(i);
    IdType id;
    with_kind(kinds, at, IdType::what, [&]<class K>() { id = read_thing<K, Options>(at, scene); });
    then(at, id);
  }
}

template <class IdType>
void SceneReader::remember_name(const At& at, IdType id, Names<IdType>& names) {
  const JsonValue* name = at.value.find("name");
  if (name != nullptr && name->is_string()) names.try_emplace(name->text(), id);
}

template <class K, class Options>
auto SceneReader::read_thing(const At& at, Scene& scene) {
  K kind;
  Options options;
  Keys known = {"kind"};
  const std::size_t before = problems_.size();
  hangs_on_refused_ = false;
  read_fields(at, options, known);
  read_fields(at, kind, known);
  std::optional<MassSource> source;
  if constexpr (requires(const MassProperties& p) { K::from(p); }) {
    known.insert(known.end(), {"shape", "density", "points"});
    source = read_mass(at, kind);
    refuse_missing<K>(at, {"shape", "points"});
  } else {
    refuse_missing<K>(at);
  }
  refuse_unknown(at, known);
  decltype(scene.model.add(kind, options)) id;
  if (problems_.size() > before || hangs_on_refused_) return id;
  try {
    id = scene.model.add(std::move(kind), std::move(options));
    if (source) scene.solids[id.index] = std::move(*source);
  } catch (const ModelError& e) {
    tell(at, e.errors());
  }
  return id;
}

// ---- what an object weighs ----

MassProperties mass_of(const MassSource& source) {
  if (const auto* cloud = std::get_if<MassCloud>(&source)) return from_points(cloud->points);
  const auto& solid = std::get<Solid>(source);
  return mass_properties(solid.shape, solid.density);
}

/// Mass properties from a shape with a density (or a mass), or from a cloud of point masses.
template <class K>
std::optional<MassSource> SceneReader::read_mass(const At& at, K& kind) {
  if (!at.has("shape") && !at.has("points")) return std::nullopt;
  const std::size_t before = problems_.size();
  for (const char* key : {"inertia", "second_moment", "volume", "com"})
    if (at.has(key)) problem(at.member(key), "follows from the shape or points: leave it out");
  if (at.has("shape") && at.has("points")) problem(at, "has both 'shape' and 'points': keep one");
  if (problems_.size() > before) return std::nullopt;
  MassSource source;
  if (at.has("shape"))
    source = read_solid(at);
  else
    source = read_cloud(at);
  if (problems_.size() > before) return std::nullopt;
  const K from = K::from(mass_of(source));
  kind.mass = from.mass;
  if constexpr (requires { kind.inertia; }) {
    kind.inertia = from.inertia;
    kind.com = from.com;
  } else {
    kind.second_moment = from.second_moment;
    kind.volume = from.volume;
  }
  return source;
}

Solid SceneReader::read_solid(const At& at) {
  Solid solid;
  double mass = 1.0;
  const std::size_t before = problems_.size();
  read_kind_of(ShapeKinds(), at.member("shape"), "shape", solid.shape);
  if (at.has("density") == at.has("mass"))
    problem(at,
            at.has("mass") ? "has both 'mass' and 'density': keep one"
                           : "with a shape needs 'density' or 'mass'");
  for (auto [key, number] : {std::pair{"density", &solid.density}, {"mass", &mass}}) {
    optional_member(at, key, *number);
    if (!(*number > 0.0)) problem(at.member(key), "must be positive");
  }
  if (at.has("mass") && problems_.size() == before)
    solid.density = mass / mass_properties(solid.shape, 1.0).mass;
  return solid;
}

MassCloud SceneReader::read_cloud(const At& at) {
  MassCloud cloud;
  const std::size_t before = problems_.size();
  read(at.member("points"), cloud.points);
  if (at.has("mass")) problem(at.member("mass"), "follows from the points: leave it out");
  double total = 0.0;
  for (const MassPoint& m : cloud.points) total += m.mass;
  if (problems_.size() == before && !(total > 0.0))
    problem(at.member("points"), "must weigh something");
  return cloud;
}

// ---- what is heard ----

/// What controllers listen to by name may stand anywhere in the scene.
void SceneReader::check_signals(const Scene& scene) {
  std::vector<std::string> names;
  for_each_signal(scene.model, [&](const std::string& name, std::string_view, const Signal&) {
    names.push_back(name);
  });
  for (const auto& [at, id] : heard_)
    for (const std::string& name : missing_signals(scene.model, scene.model.controllers()[id].kind))
      problem(at, "listens to '" + name + "', which is not there" + did_you_mean(name, names));
  if (!problems_.empty() || heard_.empty()) return;
  try {
    check_controllers(scene.model);
  } catch (const ModelError& e) {
    for (const std::string& error : e.errors()) problem(heard_.front().first, error);
  }
}

}  // namespace

Scene read_scene(std::string_view text) {
  return SceneReader().read_all(parse_json(text));
}

Scene read_scene_file(const std::string& path) {
  std::string text;
  if (path == "-") {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
  } else {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) throw SceneError({{{}, "", "cannot open '" + path + "'"}});
    const auto size = file.tellg();
    if (size < 0) throw SceneError({{{}, "", "cannot read '" + path + "'"}});
    if (static_cast<std::size_t>(size) > JsonLimits::text_bytes)
      throw SceneError({{{}, "", "'" + path + "' is larger than 256 MiB: that is no scene"}});
    text.resize(static_cast<std::size_t>(size));
    file.seekg(0);
    file.read(text.data(), size);
    if (!file) throw SceneError({{{}, "", "cannot read '" + path + "'"}});
  }
  return read_scene(text);
}

World make_world(const Scene& scene, int threads) {
  WorldOptions options;
  options.stepper = scene.settings.stepper;
  options.settings = scene.settings.settings;
  options.threads = threads;
  return World(scene.model, options);
}

}  // namespace holon
