// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include "holon/import/joint_stack.h"
#include "holon/import/mechanism.h"
#include "holon/math/expect.h"

namespace holon::importing {
namespace {

/// Beyond these values the middle one of three hinges folds, and its angle cannot be told.
void tell_of_folding(const Joint& joint, const Coordinate& c) {
  if (!std::holds_alternative<InclinationBetween>(c.quantity)) return;
  const auto [low, high] =
      std::minmax({c.sign * 0.0 + c.offset, c.sign * std::numbers::pi + c.offset});
  if (joint.lower >= low && joint.upper <= high) return;
  const bool matters = std::isfinite(joint.lower) || std::isfinite(joint.upper)
                       || joint.damping + joint.stiffness + joint.armature > 0.0;
  if (!matters) return;
  joint.source.approximated(joint.source.title() + ": between two other hinges through one point, "
                            + "its value is known from " + shown(low) + " to " + shown(high)
                            + " rad");
}

}  // namespace

/// What is turned or moved by one joint and held by the next.
int Assembly::add_frame_before(const Joint& joint) {
  joint.source.approximated(joint.source.title()
                            + ": hangs on a small body of its own, as no constraint leaves the "
                              "freedoms of these joints together");
  Link between;
  between.name = joint.name + "_carrier";
  between.start.p = joint.anchor;
  between.source = joint.source;
  links_.push_back(between);
  const int number = static_cast<int>(links_.size()) - 1;
  parts_.push_back({{}, RigidMap(), between.start});
  add_object(number, MassProperties(), std::nullopt);
  return number;
}

/// What a body alone opposes to a force along a joint; other joints only add to that.
double Assembly::inertia_along(int i, const Joint& joint) const {
  const Part& p = part(i);
  if (p.object.is_none()) return std::numeric_limits<double>::infinity();
  const auto* body = get_if<RigidBody>(&scene_.model.objects()[p.object].kind);
  if (joint.kind == Joint::Kind::slide) return body->mass;
  const Vec3 axis = p.start.R.transpose() * joint.axis;
  const Vec3 lever = axis.cross(body->com - p.start.inverse() * joint.anchor);
  return axis.dot(body->inertia * axis) + body->mass * lever.squaredNorm();
}

void Assembly::note_stiffness(const Joint& joint, int parent, int child) {
  if (part(child).object.is_none() && part(parent).object.is_none()) return;
  const double inverse = 1.0 / inertia_along(parent, joint) + 1.0 / inertia_along(child, joint);
  const double inertia = 1.0 / inverse + joint.armature;
  const double rate = std::max(joint.damping / inertia, std::sqrt(joint.stiffness / inertia));
  if (!(rate > fastest_)) return;
  fastest_ = rate;
  stiffest_ = joint.source;
}

// A method that takes the force from the beginning of the step diverges where rate · step > 2.
void Assembly::choose_stepper() {
  SceneSettings& settings = scene_.settings;
  const auto is_stiff = [](const StepperKind& kind) { return kind.name == "bdf"; };
  if (fastest_ * settings.dt < 1.0 || std::ranges::none_of(stepper_kinds(), is_stiff)) return;
  settings.stepper = "bdf";
  stiffest_.used("stepper bdf, as " + stiffest_.title() + " may come to rest within "
                 + shown(1.0 / fastest_) + " s, in a step of " + shown(settings.dt) + " s");
}

/// A rotor that is geared to the joint adds ½ A q̇² to the kinetic energy, and so does a particle of
/// mass A on a level line that goes as far as the joint does.
void Assembly::add_rotor(const Joint& joint, const Coordinate& c) {
  if (joint.armature == 0.0) return;
  const std::string name = unique(joint.name + "_rotor");
  Particle rotor;
  rotor.mass = joint.armature;
  rotor.position = joint.anchor;
  ObjectId id;
  try {
    id = scene_.model.add(rotor, ObjectOptions{.name = name});
  } catch (const ModelError& e) {
    for (const std::string& error : e.errors())
      joint.source.problem("armature", joint.source.title() + ": " + error);
    return;
  }
  hold(joint.source,
       name + "_line",
       PointOnLine{.a = WorldFrame{joint.anchor, Quat(frame_with_z(level_))}, .b = PointOn{id}});
  const Coordinate travel{
      .quantity =
          TravelAlong{.a = Nail{joint.anchor}, .b = PointOn{id}, .axis = WorldDirection{level_}}};
  add_coupler(joint.source, name + "_gear", {{c, 1.0}, {travel, -1.0}}, c.start);
  joint.source.used("armature of " + joint.source.title() + ": a particle that is geared to it");
}

void Assembly::add_free(int i, const Joint& joint) {
  joint.source.used(joint.source.title() + ": nothing holds it");
  if (joint.damping == 0.0 && joint.stiffness == 0.0) return;
  const ObjectId object = part(i).object;
  if (joint.damping != 0.0 && !object.is_none())
    push(joint.source,
         joint.name + "_damping",
         Drag{.linear = joint.damping, .angular = joint.damping, .objects = {object}});
  joint.source.approximated(joint.source.title()
                            + ": its damping acts at the centre of mass, its spring not at all");
}

/// The spring and damper of a ball.
void Assembly::add_ball_spring(int parent, int child, const Joint& joint) {
  const RigidMap pose{Mat3::Identity(), joint.anchor};
  const FrameRef a = frame(parent, pose), b = frame(child, pose);
  if (joint.damping == 0.0 && joint.stiffness == 0.0) return;
  push(joint.source,
       joint.name + "_spring",
       Bushing{.a = a,
               .b = b,
               .angular_stiffness = Vec3::Constant(joint.stiffness),
               .angular_damping = Vec3::Constant(joint.damping)});
  if (joint.damping != 0.0)
    joint.source.approximated(joint.source.title()
                              + ": its damping acts on the rate of the rotation vector");
}

void Assembly::add_joints(int i) {
  const std::vector<Joint> joints = JointStack::in_order(link(i).joints);
  int parent = link(i).parent;
  for (std::size_t done = 0; done < joints.size();) {
    if (joints[done].kind == Joint::Kind::free) return add_free(i, joints[done]);
    const std::span<const Joint> left = std::span(joints).subspan(done);
    const std::span<const Joint> now = left.first(JointStack::longest(left));
    done += now.size();
    const int child = done == joints.size() ? i : add_frame_before(joints[done]);
    JointStack stack(*this, parent, child, now);
    stack.build();
    const auto coordinates = stack.coordinates();
    for (std::size_t k = 0; k < now.size(); ++k) {
      const Joint& joint = now[k];
      if (!coordinates[k]) {
        add_ball_spring(parent, child, joint);
        continue;
      }
      const Coordinate& c = *coordinates[k];
      coordinates_.emplace(joint.source.node().internal_object(), c);
      tell_of_folding(joint, c);
      add_rotor(joint, c);
      note_stiffness(joint, parent, child);
      add_limit(joint.source, joint.name + "_limit", c, joint.lower, joint.upper);
      add_spring(
          joint.source, joint.name + "_spring", c, {joint.stiffness, joint.damping, joint.rest});
    }
    parent = child;
  }
}

}  // namespace holon::importing
