// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "holon/math/fields.h"
#include "holon/scene/builder.h"
#include "holon/scene/scene.h"
#include "holon/scene/scene_json.h"
#include "holon/scene/text_scene.h"
#include "holon/scene/thing_writer.h"

namespace holon {
namespace {

using Json = SceneJson;
using Names = std::vector<std::string_view>;

/// The writers of all types of field, the counterpart of the readers.
class Writer {
 public:
  explicit Writer(const Model& model) : model_(model) {}

  template <class T>
  Json write_kind(const T& self) const {
    Json out = {{"kind", T::name}};
    add_fields(out, self);
    return out;
  }
  /// Adds the fields of `self` that say anything: limits that are not set, empty names, and objects
  /// that are none or an empty list are left out, and so are those in `without`.
  template <class T>
  void add_fields(Json& out, const T& self, const Names& without = {}) const {
    T::fields(self, [&](std::string_view key, const auto& field, std::string_view /*text*/) {
      using F = std::decay_t<decltype(field)>;
      if (std::find(without.begin(), without.end(), key) != without.end()) return;
      if constexpr (std::is_same_v<F, double>)
        if (!std::isfinite(field)) return;
      if constexpr (std::is_same_v<F, std::string> || std::is_same_v<F, std::vector<ObjectId>>)
        if (field.empty()) return;
      if constexpr (std::is_same_v<F, ObjectId>)
        if (field.is_none()) return;
      out[std::string(key)] = write(field);
    });
  }

  Json write(double x) const { return x; }
  Json write(int x) const { return x; }
  Json write(bool x) const { return x; }
  Json write(const std::string& x) const { return x; }
  template <class T>
  Json write(const std::vector<T>& list) const {
    Json out = Json::array();
    for (const T& item : list) out.push_back(write(item));
    return out;
  }
  template <class T, std::size_t N>
  Json write(const std::array<T, N>& list) const {
    Json out = Json::array();
    for (const T& item : list) out.push_back(write(item));
    return out;
  }
  template <int N>
  Json write(const Eigen::Matrix<double, N, 1>& v) const {
    Json out = Json::array();
    for (int i = 0; i < N; ++i) out.push_back(v[i]);
    return out;
  }
  template <int N>
  requires(N > 1) Json write(const Eigen::Matrix<double, N, N>& m)
  const {
    Json out = Json::array();
    if (m.isDiagonal(0.0)) {
      for (int i = 0; i < N; ++i) out.push_back(m(i, i));
      return out;
    }
    for (int i = 0; i < N; ++i)
      out.push_back(write(Eigen::Matrix<double, N, 1>(m.row(i).transpose())));
    return out;
  }
  Json write(const Quat& q) const { return Json::array({q.w(), q.x(), q.y(), q.z()}); }
  /// Any struct that tells its fields.
  template <HasFields T>
  Json write(const T& self) const {
    Json out = Json::object();
    add_fields(out, self);
    return out;
  }
  Json write(ObjectId id) const { return model_.name_of(id); }

  Json write(const AnyCollisionShape& shape) const {
    return std::visit([&](const auto& kind) { return write_kind(kind); }, shape);
  }
  Json write(const CollisionPart& part) const {
    Json out = {{"shape", write(part.shape)}};
    if (!part.at.isZero(0.0)) out["at"] = write(part.at);
    if (part.orientation.coeffs() != Quat::Identity().coeffs())
      out["orientation"] = write(part.orientation);
    return out;
  }
  /// Only what is not as it is where nothing is said.
  template <HasFields T>
  Json write_changed(const T& self) const {
    const Json usual = write(T{});
    Json out = write(self);
    for (const auto& [key, value] : usual.items())
      if (const auto it = out.find(key); it != out.end() && *it == value) out.erase(it);
    return out;
  }

  Json write(const Motion& m) const {
    return std::visit(
        [&]<class T>(const T& kind) -> Json {
          if constexpr (std::is_same_v<T, Spline>) {
            return write_kind(kind.keys());
          } else if constexpr (std::is_same_v<T, TimeFormula>) {
            return kind.text();
          } else if constexpr (std::is_same_v<T, TimeFunction>) {
            throw UsageError("a function of the host cannot be written to a file");
          } else {
            if constexpr (std::is_same_v<T, Polynomial>)
              if (kind.coefficients.size() == 1) return kind.coefficients[0];
            return write_kind(kind);
          }
        },
        m.kind());
  }
  Json write(const Path& p) const {
    const Json x = write(p.x), y = write(p.y), z = write(p.z);
    if (x.is_number() && y.is_number() && z.is_number()) return Json::array({x, y, z});
    return {{"x", x}, {"y", y}, {"z", z}};
  }
  Json write(const ForceLaw& law) const {
    if (const auto* formula = std::get_if<Expression>(&law.kind())) return formula->text();
    return write(std::get<MonotoneCubic>(law.kind()).table());
  }
  Json write(const ParametricMap& map) const {
    return write_described(map.kind(), "a map of the host");
  }

  Json write(const PointRef& ref) const {
    if (const auto* on = std::get_if<PointOn>(&ref)) {
      Json out = {{"object", write(on->object)}, {"at", write(on->at)}};
      if (on->part != 0) out["part"] = on->part;
      return out;
    }
    if (const auto* nail = std::get_if<Nail>(&ref)) return {{"nail", write(nail->at)}};
    return {{"path", write(std::get<Path>(ref))}};
  }
  Json write(const DirectionRef& ref) const {
    if (const auto* on = std::get_if<DirectionOn>(&ref))
      return {{"object", write(on->object)}, {"along", write(on->along)}};
    return {{"world", write(std::get<WorldDirection>(ref).along)}};
  }
  Json write(const FrameRef& ref) const {
    if (const auto* on = std::get_if<FrameOn>(&ref))
      return {{"object", write(on->object)},
              {"at", write(on->at)},
              {"orientation", write(on->orientation)}};
    const auto& world = std::get<WorldFrame>(ref);
    return {{"world", write(world.at)}, {"orientation", write(world.orientation)}};
  }
  Json write(const ScalarRef& ref) const {
    return std::visit(
        [&]<class K>(const K& kind) -> Json {
          return {{std::string(K::name), write(kind)}};
        },
        ref);
  }
  Json write(const Command& command) const {
    if (const Motion* motion = command.motion()) return write(*motion);
    return {{"controller", model_.name_of(*command.controller())}};
  }
  Json write(const SignalRef& ref) const {
    return std::visit([&](const auto& signal) { return write(signal); }, ref);
  }
  template <NamedEnum E>
  Json write(E choice) const {
    return names_of(E())[static_cast<std::size_t>(choice)];
  }
  Json write(const Curve& curve) const {
    Json out = write_described(curve.kind(), "a curve of the host");
    if (curve.options().by_length) add_fields(out, curve.options());
    return out;
  }
  Json write(const Surface& surface) const {
    return write_described(surface.kind(), "a surface of the host");
  }
  template <class Kind>
  Json write_described(const Kind& kind, const std::string& of_host) const {
    return std::visit(
        [&]<class K>(const K& k) -> Json {
          if constexpr (requires { K::name; })
            return write_kind(k);
          else
            throw UsageError(of_host + " cannot be written to a file");
        },
        kind);
  }

 private:
  const Model& model_;
};

/// Indented, with lists of numbers and small objects on one line.
void print(const Json& j, int indent, std::string& out) {
  const std::string flat = j.dump();
  if (!j.is_structured() || flat.size() + static_cast<std::size_t>(indent) <= 96) {
    // one line, with a space after each comma and colon outside strings
    bool inside = false;
    for (std::size_t i = 0; i < flat.size(); ++i) {
      const char c = flat[i];
      out += c;
      if (c == '\\' && inside)
        out += flat[++i];
      else if (c == '"')
        inside = !inside;
      else if (!inside && (c == ',' || c == ':'))
        out += ' ';
    }
    return;
  }
  const std::string pad(static_cast<std::size_t>(indent) + 2, ' ');
  out += j.is_array() ? "[" : "{";
  bool first = true;
  for (const auto& [key, value] : j.items()) {
    out += first ? "\n" : ",\n";
    first = false;
    out += pad;
    if (j.is_object()) out += Json(key).dump() + ": ";
    print(value, indent + 2, out);
  }
  out += "\n" + std::string(static_cast<std::size_t>(indent), ' ') + (j.is_array() ? "]" : "}");
}

Json write_looks(const Writer& w, const Looks& looks) {
  Json out = Json::object();
  if (!looks.colour.empty()) out["colour"] = looks.colour;
  if (looks.shape)
    out["shape"] = std::visit([&](const auto& shape) { return w.write_kind(shape); }, *looks.shape);
  return out;
}

/// Where only the shape of the object itself touches, `own`, it is not written again.
Json write_collision(const Writer& w, const Collision& collision, const Json& own) {
  Json out = w.write_changed(collision);
  if (collision.shapes.size() == 1) {
    out.erase("shapes");
    Json part = w.write(collision.shapes.front());
    if (part["shape"] == own) part.erase("shape");
    part.update(out);
    out = std::move(part);
  }
  return out.empty() ? Json(true) : out;
}
Json write_own_shape(const Writer& w, const Scene& scene, ObjectId id) {
  const auto source = scene.solids.find(id.index);
  const Solid* solid = source == scene.solids.end() ? nullptr : std::get_if<Solid>(&source->second);
  if (solid == nullptr) return {};
  return std::visit([&](const auto& shape) { return w.write_kind(shape); }, solid->shape);
}

Json write_object(const Writer& w, const Scene& scene, ObjectId id, const ObjectRecord& record) {
  ObjectOptions options = record.options;
  options.name = scene.model.name_of(id);
  return visit(
      [&]<class K>(const K& kind) {
        Json out = {{"kind", K::name}};
        w.add_fields(out, options);
        if (const auto looks = scene.looks.find(id.index); looks != scene.looks.end())
          out["looks"] = write_looks(w, looks->second);
        const Json own = write_own_shape(w, scene, id);
        if (options.collision) out["collision"] = write_collision(w, *options.collision, own);
        const auto solid = scene.solids.find(id.index);
        if (solid == scene.solids.end()) {
          w.add_fields(out, kind);
          return out;
        }
        if (const auto* s = std::get_if<Solid>(&solid->second)) {
          out["shape"] = own;
          out["density"] = s->density;
        } else {
          out["points"] = w.write(std::get<MassCloud>(solid->second).points);
        }
        w.add_fields(out, kind, {"mass", "inertia", "com", "second_moment", "volume"});
        return out;
      },
      record.kind);
}

template <class Record>
Json write_record(const Writer& w, const Record& record) {
  return visit(
      [&]<class K>(const K& kind) {
        Json out = {{"kind", K::name}};
        w.add_fields(out, record.options);
        w.add_fields(out, kind);
        return out;
      },
      record.kind);
}

/// Fields that say nothing.
Names switches_off(const Moment& moment) {
  Names out;
  if (!moment.again) out.push_back("again");
  if (!moment.held) out.push_back("held");
  return out;
}

Json write_edits(const std::vector<TimelineEdit>& edits, const Scene& scene) {
  Json out = Json::array();
  for (const TimelineEdit& edit : edits) {
    const JsonValue value = edit_of(edit.value, scene.model);
    if (const JsonValue* set = value.find("set"))
      for (const SceneParameter& p : scene.parameters)
        if (set->find(p.name) != nullptr)
          throw UsageError("the timeline sets the parameter '" + p.name
                           + "', which is no more once every number is worked out");
    out.push_back(json_of(edit.value));
  }
  return out;
}

Json write_timeline(const Writer& w, const Scene& scene) {
  Json out = Json::array();
  for (const TimelineEntry& entry : scene.timeline) {
    Json e = Json::object();
    w.add_fields(e, entry.moment, switches_off(entry.moment));
    if (entry.when) e["when"] = w.write(*entry.when);
    e["do"] = write_edits(entry.edits, scene);
    out.push_back(std::move(e));
  }
  return out;
}

Json write_start(const Writer& w, const Scene& scene) {
  Json out = {{"time", scene.start.time}};
  if (!scene.start.edits.empty()) out["edits"] = write_edits(scene.start.edits, scene);
  if (!scene.start.motion.empty()) out["motion"] = w.write(scene.start.motion);
  return out;
}

}  // namespace

std::string text_of(const Model& model, ObjectId id) {
  return write_record(Writer(model), model.objects()[id]).dump();
}
std::string text_of(const Model& model, ConstraintId id) {
  return write_record(Writer(model), model.constraints()[id]).dump();
}
std::string text_of(const Model& model, ForceId id) {
  return write_record(Writer(model), model.forces()[id]).dump();
}
std::string text_of(const Model& model, ControllerId id) {
  return write_record(Writer(model), model.controllers()[id]).dump();
}

std::string text_of(const std::shared_ptr<const Collision>& collision) {
  return collision ? Writer({}).write(*collision).dump() : "null";
}
std::string text_of(const MaterialPair& pair) {
  return Writer({}).write(pair).dump();
}

Json json_of(const JsonValue& value) {
  if (value.is_boolean()) return value.boolean();
  if (value.is_integer() && std::abs(value.number()) < 1e15)
    return static_cast<std::int64_t>(value.number());
  if (value.is_number()) return value.number();
  if (value.is_string()) return value.text();
  Json out = value.is_null() ? Json() : value.is_array() ? Json::array() : Json::object();
  if (value.is_array())
    for (const JsonValue& element : value.elements()) out.push_back(json_of(element));
  if (value.is_object())
    for (const JsonMember& member : value.members()) out[member.key] = json_of(member.value);
  return out;
}
Json json_of(const Scene& scene, ObjectId id) {
  return write_object(Writer(scene.model), scene, id, scene.model.objects()[id]);
}
Json json_of(const Scene& scene, ConstraintId id) {
  return write_record(Writer(scene.model), scene.model.constraints()[id]);
}
Json json_of(const Scene& scene, ForceId id) {
  return write_record(Writer(scene.model), scene.model.forces()[id]);
}
Json json_of(const Scene& scene, ControllerId id) {
  return write_record(Writer(scene.model), scene.model.controllers()[id]);
}
Json json_of(const StepperOptions& settings) {
  return Writer({}).write(settings);
}
Json json_of(const ObjectMotion& motion) {
  return Writer({}).write(motion);
}

std::string laid_out(const Json& json) {
  std::string out;
  print(json, 0, out);
  return out + "\n";
}

std::string format_scene(std::string_view text) {
  return laid_out(json_of(parse_scene(text)));
}

std::string text_of(const JsonValue& value) {
  return json_of(value).dump();
}

std::string write_scene(const Scene& scene) {
  const Writer w(scene.model);
  Json root = {{"format", Scene::format}, {"version", Scene::version}};
  w.add_fields(root, scene.settings);
  root["objects"] = Json::array();
  scene.model.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    root["objects"].push_back(write_object(w, scene, id, record));
  });
  const auto add_list = [&](const char* name, const auto& map) {
    root[name] = Json::array();
    map.for_each(
        [&](auto /*id*/, const auto& record) { root[name].push_back(write_record(w, record)); });
  };
  if (scene.model.controllers().size() > 0) add_list("controllers", scene.model.controllers());
  add_list("constraints", scene.model.constraints());
  add_list("forces", scene.model.forces());
  for (const MaterialPair& pair : scene.model.material_pairs())
    root["material_pairs"].push_back(w.write_changed(pair));
  if (!scene.start.is_described()) root["start"] = write_start(w, scene);
  if (!scene.timeline.empty()) root["timeline"] = write_timeline(w, scene);
  if (!scene.views.empty()) root["views"] = w.write(scene.views);
  if (!scene.plots.empty()) root["plots"] = w.write(scene.plots);
  return laid_out(root);
}

}  // namespace holon
