// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "holon/math/fields.h"
#include "holon/scene/kind_fields.h"
#include "holon/scene/scene.h"

namespace holon {
namespace {

using Json = nlohmann::ordered_json;

Json reference(const char* name) {
  return {{"$ref", std::string("#/$defs/") + name}};
}
/// Where a number stands, an expression may stand too.
Json number() {
  return {{"type", Json::array({"number", "string"})}};
}
Json list_of(Json items, std::size_t n) {
  return {{"type", "array"}, {"items", std::move(items)}, {"minItems", n}, {"maxItems", n}};
}
Json numbers(int n) {
  return list_of(number(), static_cast<std::size_t>(n));
}

Json closed_object(Json properties, Json required) {
  Json out = {
      {"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  if (!required.empty()) out["required"] = std::move(required);
  return out;
}

template <HasFields T>
Json struct_schema();

// ---- what each type of field looks like in JSON ----

struct TypeSchema {
  Json operator()(const double&) const { return number(); }
  Json operator()(const int&) const { return {{"type", Json::array({"integer", "string"})}}; }
  Json operator()(const bool&) const { return {{"type", "boolean"}}; }
  Json operator()(const std::string&) const { return {{"type", "string"}}; }
  template <int N>
  Json operator()(const Eigen::Matrix<double, N, 1>&) const {
    return numbers(N);
  }
  template <int N>
  requires(N > 1) Json operator()(const Eigen::Matrix<double, N, N>&) const {
    return {{"oneOf", Json::array({numbers(N), list_of(numbers(N), N)})}};
  }
  Json operator()(const Quat&) const { return numbers(4); }
  Json operator()(const ObjectId&) const { return {{"type", "string"}}; }
  template <class T>
  Json operator()(const std::vector<T>&) const {
    return {{"type", "array"}, {"items", (*this)(T{})}};
  }
  template <class T, std::size_t N>
  Json operator()(const std::array<T, N>&) const {
    return list_of((*this)(T{}), N);
  }
  Json operator()(const PointRef&) const { return reference("point"); }
  Json operator()(const DirectionRef&) const { return reference("direction"); }
  Json operator()(const FrameRef&) const { return reference("frame"); }
  Json operator()(const ScalarRef&) const { return reference("quantity"); }
  template <NamedEnum E>
  Json operator()(const E&) const {
    return {{"enum", names_of(E())}};
  }
  Json operator()(const Curve&) const { return reference("curve"); }
  Json operator()(const Surface&) const { return reference("surface"); }
  Json operator()(const Motion&) const { return reference("motion"); }
  Json operator()(const Command&) const { return reference("command"); }
  Json operator()(const SignalRef&) const { return reference("signal"); }
  Json operator()(const ForceLaw&) const { return reference("force_law"); }
  Json operator()(const Path&) const { return reference("path"); }
  Json operator()(const ParametricMap&) const { return reference("map"); }
  Json operator()(const AnyCollisionShape&) const { return reference("collision_shape"); }
  Json operator()(const CollisionPart&) const { return reference("collision_part"); }
  template <HasFields T>
  Json operator()(const T&) const {
    return struct_schema<T>();
  }
};

template <HasFields T>
void add_properties(Json& properties) {
  T self{};
  T::fields(self, [&](std::string_view key, const auto& field, std::string_view text) {
    Json property = TypeSchema()(field);
    property["description"] = text;
    properties[std::string(key)] = std::move(property);
  });
}
template <class T>
void add_required(Json& required) {
  if constexpr (requires { T::required; })
    for (std::string_view key : T::required) required.push_back(key);
}

/// Any struct that tells its fields.
template <HasFields T>
Json struct_schema() {
  Json properties, required = Json::array();
  add_properties<T>(properties);
  add_required<T>(required);
  return closed_object(std::move(properties), std::move(required));
}

/// The same with its kind, and options.
template <HasFields T, class Options = void>
Json kind_schema() {
  Json properties = {{"kind", {{"const", T::name}}}}, required = Json::array({"kind"});
  if constexpr (!std::is_void_v<Options>) add_properties<Options>(properties);
  if constexpr (std::is_same_v<Options, ObjectOptions>) properties["looks"] = reference("looks");
  if constexpr (can_collide<T>) properties["collision"] = reference("collision");
  add_properties<T>(properties);
  if constexpr (requires(const MassProperties& p) { T::from(p); }) {
    properties["shape"] = reference("shape");
    properties["density"] = number();
    properties["density"]["description"] = "density of the shape [kg/m^3]; of a rod [kg/m]";
    properties["points"] = TypeSchema()(std::vector<MassPoint>());
    properties["points"]["description"] = "point masses the object is made of";
  } else {
    add_required<T>(required);
  }
  Json out = closed_object(std::move(properties), std::move(required));
  if constexpr (requires { T::summary; }) out["description"] = T::summary;
  return out;
}

template <class Options, class... Ts>
Json any_kind(TypeList<Ts...> /*kinds*/) {
  return {{"oneOf", Json::array({kind_schema<Ts, Options>()...})}};
}

Json connector_schemas() {
  const Json text = {{"type", "string"}}, whole = {{"type", "integer"}};
  const auto one_of = [](Json list) { return Json{{"oneOf", std::move(list)}}; };
  const Json name = {{"type", "string"}, {"description", "name of a point of its shape"}};
  const Json place = one_of(Json::array({numbers(3), name}));
  Json defs;
  defs["point"] = one_of(Json::array(
      {closed_object({{"object", text}, {"at", place}, {"part", whole}}, Json::array({"object"})),
       closed_object({{"nail", numbers(3)}}, Json::array({"nail"})),
       closed_object({{"path", reference("path")}}, Json::array({"path"}))}));
  defs["direction"] = one_of(Json::array(
      {closed_object({{"object", text}, {"along", numbers(3)}}, Json::array({"object"})),
       closed_object({{"world", numbers(3)}}, Json::array({"world"}))}));
  const Json axes = {{"z", numbers(3)}, {"axis", numbers(3)}, {"orientation", numbers(4)}};
  Json on = {{"object", text}, {"at", place}}, world = {{"world", numbers(3)}};
  on.update(axes);
  world.update(axes);
  defs["frame"] = one_of(Json::array(
      {closed_object(on, Json::array({"object"})), closed_object(world, Json::array({"world"}))}));
  Json quantities = Json::array();
  for_each_kind(ScalarKinds(), [&]<class K>() {
    Json inside = struct_schema<K>();
    inside["description"] = K::summary;
    quantities.push_back(closed_object({{std::string(K::name), std::move(inside)}},
                                       Json::array({std::string(K::name)})));
  });
  defs["quantity"] = one_of(quantities);
  const Json motion = reference("motion");
  defs["path"] = one_of(
      Json::array({list_of(motion, 3),
                   closed_object({{"x", motion}, {"y", motion}, {"z", motion}}, Json::array()),
                   struct_schema<PathKeys>()}));
  return defs;
}

Json any_number_of(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

/// true, or how it touches: "shapes", or one of them, or neither.
Json collision_schema() {
  Json part, all;
  add_properties<CollisionPart>(part);
  add_properties<Collision>(all);
  all.update(part);
  return {{"oneOf", Json::array({{{"type", "boolean"}}, closed_object(all, Json::array())})}};
}
Json collision_part_schema() {
  Json part;
  add_properties<CollisionPart>(part);
  return closed_object(std::move(part), Json::array({"shape"}));
}

/// The lists of things, as they stand at the top, in groups and in edits.
Json lists_of_things() {
  return {{"objects", any_number_of(reference("object"))},
          {"controllers", any_number_of(reference("controller"))},
          {"constraints", any_number_of(reference("constraint"))},
          {"forces", any_number_of(reference("force"))}};
}

Json instance_schema() {
  const Json text = {{"type", "string"}};
  const Json whole = {{"type", Json::array({"integer", "string"})}};
  return closed_object({{"group", text},
                        {"name", text},
                        {"count", whole},
                        {"position", numbers(3)},
                        {"orientation", numbers(4)},
                        {"velocity", numbers(3)},
                        {"set", {{"type", "object"}, {"additionalProperties", number()}}}},
                       Json::array({"group", "name"}));
}

Json group_schema() {
  Json properties = {{"name", {{"type", "string"}}},
                     {"note", {{"type", "string"}}},
                     {"parameters", any_number_of(struct_schema<SceneParameter>())},
                     {"instances", any_number_of(instance_schema())}};
  properties.update(lists_of_things());
  return closed_object(std::move(properties), Json::array({"name"}));
}

/// What edit.h tells.
Json edit_schema() {
  const Json text = {{"type", "string"}};
  const Json names = {{"oneOf", Json::array({text, any_number_of(text)})}};
  const auto edit = [](const char* key, Json value) {
    return closed_object({{key, std::move(value)}}, Json::array({key}));
  };
  const Json place = closed_object({{"object", text},
                                    {"position", numbers(3)},
                                    {"orientation", numbers(4)},
                                    {"velocity", numbers(3)},
                                    {"angular_velocity", numbers(3)}},
                                   Json::array({"object"}));
  const Json command = {{"type", "string"}, {"description", "a command, as 'disconnect hook'"}};
  const Json number_or_none = {{"oneOf", Json::array({number(), {{"type", "null"}}})}};
  return {{"oneOf",
           Json::array(
               {command,
                any_number_of(reference("edit")),
                edit("create", closed_object(lists_of_things(), Json::array())),
                edit("connect", reference("constraint")),
                edit("disconnect", names),
                edit("remove", names),
                edit("activate", names),
                edit("deactivate", names),
                edit("set", {{"type", "object"}, {"additionalProperties", number_or_none}}),
                closed_object({{"push", reference("force")}, {"for", number()}},
                              Json::array({"push", "for"})),
                edit("place", place),
                closed_object({{"stepper", text}, {"settings", struct_schema<StepperOptions>()}},
                              Json::array({"stepper"}))})}};
}

Json timeline_schema() {
  Json properties;
  add_properties<Moment>(properties);
  properties["when"] = struct_schema<Condition>();
  properties["do"] = any_number_of(reference("edit"));
  return any_number_of(closed_object(std::move(properties), Json::array({"do"})));
}

Json start_schema() {
  return closed_object({{"time", number()},
                        {"edits", any_number_of(reference("edit"))},
                        {"motion", any_number_of(struct_schema<ObjectMotion>())}},
                       Json::array());
}

}  // namespace

std::string scene_schema() {
  Json properties, required = Json::array({"format", "version"});
  properties["format"] = {{"const", Scene::format}};
  properties["version"] = {{"const", Scene::version}};
  add_properties<SceneSettings>(properties);
  Json names = Json::array();
  for (const StepperKind& s : stepper_kinds()) names.push_back(s.name);
  properties["stepper"]["enum"] = names;
  properties["include"] = any_number_of({{"type", "string"}});
  properties["parameters"] = any_number_of(struct_schema<SceneParameter>());
  properties["groups"] = any_number_of(group_schema());
  properties["instances"] = any_number_of(instance_schema());
  properties.update(lists_of_things());
  properties["material_pairs"] = any_number_of(struct_schema<MaterialPair>());
  properties["start"] = start_schema();
  properties["timeline"] = timeline_schema();
  properties["views"] = any_number_of(struct_schema<SceneView>());
  properties["plots"] = any_number_of(struct_schema<ScenePlot>());

  Json defs = connector_schemas();
  defs["edit"] = edit_schema();
  defs["looks"] = closed_object({{"colour", {{"type", "string"}, {"pattern", "^#[0-9A-Fa-f]{6}$"}}},
                                 {"shape", reference("shape")}},
                                Json::array());
  defs["collision"] = collision_schema();
  defs["collision_part"] = collision_part_schema();
  defs["collision_shape"] = any_kind<void>(CollisionShapeKinds());
  Json motions = any_kind<void>(MotionKinds());
  motions["oneOf"].push_back({{"type", "number"}});
  motions["oneOf"].push_back({{"type", "string"}, {"description", "a formula of the time t"}});
  defs["motion"] = motions;
  defs["force_law"] = {
      {"oneOf",
       Json::array({{{"type", "string"}, {"description", "a formula of the stretch s"}},
                    struct_schema<ForceTable>()})}};
  defs["map"] = any_kind<void>(MapKinds());
  defs["shape"] = any_kind<void>(ShapeKinds());
  defs["curve"] = any_kind<CurveOptions>(CurveKinds());
  defs["surface"] = any_kind<void>(SurfaceKinds());
  defs["object"] = any_kind<ObjectOptions>(ObjectKinds());
  defs["constraint"] = any_kind<ConstraintOptions>(ConstraintKinds());
  defs["force"] = any_kind<ForceOptions>(ForceKinds());
  defs["controller"] = any_kind<ControllerOptions>(ControllerKinds());
  const Json text = {{"type", "string"}};
  defs["command"] = motions;
  defs["command"]["oneOf"].push_back(
      closed_object({{"controller", text}}, Json::array({"controller"})));
  defs["signal"] = motions;
  defs["signal"]["oneOf"].push_back(struct_schema<NamedSignal>());
  defs["signal"]["oneOf"].push_back(struct_schema<QuantitySignal>());

  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "Holon scene, version 1"}};
  schema.update(closed_object(std::move(properties), std::move(required)));
  schema["$defs"] = std::move(defs);
  return schema.dump(1) + "\n";
}

}  // namespace holon
