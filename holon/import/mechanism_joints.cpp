// SPDX-License-Identifier: Apache-2.0
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
      std::minmax(c.sign * 0.0 + c.offset, c.sign * std::numbers::pi + c.offset);
  if (joint.lower >= low && joint.upper <= high) return;
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
  parts_.push_back({{}, Pose(), between.start});
  add_object(number, MassProperties(), std::nullopt);
  return number;
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
  const Pose pose{Mat3::Identity(), joint.anchor};
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
  const std::vector<Joint> joints = link(i).joints;
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
      coordinates_.emplace(joint.name, c);
      tell_of_folding(joint, c);
      add_limit(joint.source, joint.name + "_limit", c, joint.lower, joint.upper);
      add_spring(
          joint.source, joint.name + "_spring", c, {joint.stiffness, joint.damping, joint.rest});
    }
    parent = child;
  }
}

}  // namespace holon::importing
