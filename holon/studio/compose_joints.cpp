// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "holon/math/rotation.h"
#include "holon/scene/thing_writer.h"
#include "holon/studio/compose.h"
#include "holon/studio/joint_axes.h"
#include "holon/studio/joint_things.h"
#include "holon/studio/removal.h"

namespace holon::studio {
namespace {

// Points that are nearer to each other are one [m].
constexpr double same_point = 1e-4;

Json given_fields(const Json& command) {
  const Json* given = optional_member(command, "fields");
  if (given == nullptr) return Json::object();
  if (!given->is_object()) throw UsageError("fields: must be an object");
  return *given;
}

std::optional<Mat3> given_axes(const Json& command) {
  if (optional_member(command, "axis") == nullptr) return std::nullopt;
  return frame_with_z(direction_in(command, "axis"));
}

/// A new joint under a name.
Composed join_ends(const SceneRun& run,
                   const JointKind& joint,
                   const Ends& ends,
                   const Json& command) {
  const Model& model = run.world().model();
  const Mat3 axes = given_axes(command).value_or(usual_axes(run, *joint.kind, ends));
  Json thing = thing_between(run, joint, ends, axes, given_fields(command));
  const std::string name = NewNames(model).given(text_in(command, "name", ""), joint.word);
  thing["name"] = name;
  return {{making(joint, std::move(thing))}, {name}, "Join by " + joint.word};
}

/// One more thing on the rail or surface of a constraint.
Composed put_on(const SceneRun& run, const End& end, const Json& command) {
  const Model& model = run.world().model();
  const std::string on = text_in(member(command, "b"), "on");
  const ThingId id = thing_named(model, on);
  const std::string_view kind = kind_of(model, id);
  if (kind != "point_to_curve" && kind != "point_to_surface")
    throw UsageError("b: '" + on + "' has no rail or surface");
  if (is_fixed(model, end)) throw UsageError("a: " + owner_of(model, end) + " cannot move");
  const std::string_view word = kind == "point_to_curve" ? "rail" : "surface";
  Json thing = Json::parse(text_of(model, std::get<ConstraintId>(id)));
  const std::string name = NewNames(model).given(text_in(command, "name", ""), word);
  thing["name"] = name;
  thing["active"] = true;
  thing["point"] = point_at(model, end);
  return {{Json{{"connect", std::move(thing)}}}, {name}, "Put on " + on};
}

}  // namespace

Composed compose_join(const SceneRun& run, const Json& command) {
  const World& world = run.world();
  const End a = end_in(world, command, "a");
  const Json& b = member(command, "b");
  if (b.is_object() && optional_member(b, "on") != nullptr) return put_on(run, a, command);
  const JointKind joint = joint_kind(text_in(command, "kind", "ball"));
  return join_ends(run, joint, {a, end_in(world, command, "b")}, command);
}

// ---- joints changed in place ----

namespace {

/// What every constraint has beside the fields of its kind, but for its name.
Json options_of(const Joint& joint) {
  Json out = Json::object();
  ConstraintOptions options;
  ConstraintOptions::fields(options, [&](std::string_view key, auto& /*value*/, std::string_view) {
    const auto it = joint.text.find(std::string(key));
    if (key != "name" && it != joint.text.end()) out[std::string(key)] = *it;
  });
  return out;
}

bool is_constraint(const KindFields& kind) {
  return kind.list == "constraints";
}

/// An axis that things turn about is none that they slide along; those of a cylinder do both.
bool means_the_same_by_axis(std::string_view a, std::string_view b) {
  return (a == "prism") == (b == "prism") || a == "cylinder_joint" || b == "cylinder_joint";
}

/// The axes of a joint that takes the place of another one.
Mat3 inherited_axes(const SceneRun& run, const Joint& old, const KindFields& kind) {
  if (old.axes && means_the_same_by_axis(old.kind->name, kind.name)) return *old.axes;
  return usual_axes(run, kind, {old.a, old.b});
}

}  // namespace

Composed compose_change_joint(const SceneRun& run, const Json& command) {
  const Joint old = joint_named(run, text_in(command, "name"));
  const JointKind joint = joint_kind(text_in(command, "kind"));
  const std::optional<Mat3> wanted = given_axes(command);
  const Mat3 axes = wanted ? *wanted : inherited_axes(run, old, *joint.kind);
  Json thing = thing_between(run, joint, {old.a, old.b}, axes, given_fields(command));
  const bool goes_on = !wanted && motion_of(old.kind->name) == motion_of(joint.kind->name);
  // its angle goes on counting from where it did
  if (goes_on && motion_of(joint.kind->name) == JointMotion::turns)
    for (const char* end : {"a", "b"}) thing[end] = old.text.at(end);
  if (is_constraint(*old.kind) && is_constraint(*joint.kind)) thing.update(options_of(old));
  thing["name"] = old.name;
  // a motor and end stops have no sense any more when it moves otherwise
  const Json remove = goes_on ? Json{{"remove", old.name}} : removing(run, {old.name});
  return {{remove, making(joint, std::move(thing))}, {old.name}, "Change to " + joint.word};
}

// ---- pins ----

namespace {

/// Joints between a point and the world.
std::vector<std::string> pins_at(const SceneRun& run, const End& end) {
  std::vector<std::string> names;
  const Model& model = run.world().model();
  for (ConstraintId id : model.objects()[end.object].constraints) {
    const auto joint = find_joint(run, id);
    if (!joint || joint->a.in_world() == joint->b.in_world()) continue;
    const std::string_view kind = joint->kind->name;
    if (kind == "rope" || kind == "distance") continue;
    const End& held = joint->a.in_world() ? joint->b : joint->a;
    if (held.part == end.part && (held.at - end.at).norm() < same_point)
      names.push_back(joint->name);
  }
  return names;
}

}  // namespace

Composed compose_pin(const SceneRun& run, const Json& command) {
  const World& world = run.world();
  const Json point = {{"end", command}};
  const End end = end_in(world, point, "end");
  if (end.in_world()) throw UsageError("object: is missing");
  const std::string object = owner_of(world.model(), end);
  if (const std::vector<std::string> names = pins_at(run, end); !names.empty())
    return {{removing(run, names)}, {}, "Let go " + object};
  // in a mechanism that moves in a plane, a pin goes through it
  const std::optional<Vec3> normal =
      can_turn(world.model(), end) ? plane_normal(run, end.object) : std::nullopt;
  const JointKind joint = joint_kind(text_in(command, "kind", normal ? "hinge" : "ball"));
  Json fields = command;
  if (normal && joint.word == "hinge" && optional_member(fields, "axis") == nullptr)
    fields["axis"] = numbers(*normal);
  if (optional_member(fields, "name") == nullptr)
    fields["name"] = NewNames(world.model()).like("pin");
  Composed out = join_ends(run, joint, {end_in_world(end.x), end}, fields);
  out.label = "Pin " + object;
  return out;
}

}  // namespace holon::studio
