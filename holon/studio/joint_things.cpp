// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/joint_things.h"

#include "holon/math/rotation.h"
#include "holon/studio/joint_axes.h"
#include "holon/studio/springs.h"

namespace holon::studio {
namespace {

// The ends of what has a length are at least so far apart [m].
constexpr double nearest_ends = 1e-4;

void check_ends(const Model& model, const Ends& ends) {
  if (!ends.a.in_world() && ends.a.object == ends.b.object)
    throw UsageError("both ends are on " + owner_of(model, ends.a)
                     + ", which cannot be joined to itself");
  if (ends.a.in_world() && ends.b.in_world())
    throw UsageError("both ends are in the world: one has to be on a part");
  if (is_fixed(model, ends.a) && is_fixed(model, ends.b))
    throw UsageError("neither " + owner_of(model, ends.a) + " nor " + owner_of(model, ends.b)
                     + " can move");
}

void check_turning(const Model& model, const JointKind& joint, const End& end) {
  if (can_turn(model, end)) return;
  const std::string who = end.path.is_null() ? owner_of(model, end) : "what follows a path";
  throw UsageError(who + " has no orientation, so a " + joint.word
                   + " cannot hold it: a ball, a rope or a spring can");
}

/// What follows from how far the ends are apart.
Json lengths(const World& world, const JointKind& joint, const Ends& ends, const Json& given) {
  const std::string_view kind = joint.kind->name;
  if (kind == "spring_damper")
    return spring_between(world, ends.a, ends.b, optional_member(given, "stiffness"));
  if ((kind != "rope" && kind != "distance") || optional_member(given, "length") != nullptr)
    return Json::object();
  const double length = (ends.b.x - ends.a.x).norm();
  if (length < nearest_ends)
    throw UsageError("the ends of a " + joint.word + " must be apart, or its length given");
  return {{"length", length}};
}

}  // namespace

Mat3 usual_axes(const SceneRun& run, const KindFields& kind, const Ends& ends) {
  if (kind.name == "line_hinge") return frame_with_z(hinge_axis(run, ends.a, ends.b));
  if (kind.name == "plane_joint") return frame_with_z(Vec3::UnitZ());
  return frame_with_z(slide_axis(run, ends.a, ends.b));
}

Json thing_between(const SceneRun& run,
                   const JointKind& joint,
                   const Ends& ends,
                   const Mat3& axes,
                   const Json& given) {
  const World& world = run.world();
  check_ends(world.model(), ends);
  Json out = {{"kind", joint.kind->name}};
  const std::vector<const KindField*> fields = ends_of(*joint.kind);
  for (std::size_t i = 0; i < 2; ++i) {
    const End& end = i == 0 ? ends.a : ends.b;
    const bool is_frame = fields[i]->form == FieldForm::frame;
    if (is_frame) check_turning(world.model(), joint, end);
    out[std::string(fields[i]->name)] =
        is_frame ? frame_at(world, end, axes) : point_at(world.model(), end);
  }
  out.update(lengths(world, joint, ends, given));
  out.update(given);
  return out;
}

Json making(const JointKind& joint, Json thing) {
  if (joint.kind->list == "constraints") return {{"connect", std::move(thing)}};
  return {{"create", {{std::string(joint.kind->list), Json::array({std::move(thing)})}}}};
}

}  // namespace holon::studio
