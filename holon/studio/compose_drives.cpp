// SPDX-License-Identifier: Apache-2.0
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "holon/geometry/mass_properties.h"
#include "holon/math/rotation.h"
#include "holon/studio/compose.h"
#include "holon/studio/drives.h"
#include "holon/studio/removal.h"
#include "holon/studio/springs.h"

namespace holon::studio {
namespace {

std::optional<double> optional_number(const Json& command, const char* key) {
  if (optional_member(command, key) == nullptr) return std::nullopt;
  return number_in(command, key);
}

// ---- motors ----

/// How one side of a joint at P gives way, in world axes: to a force at P, by turning about the
/// axis e under a torque about it, and at P under that torque,
///
///     G = 1/m − [r]× I⁻¹ [r]×,   t = e·I⁻¹ e,   s = (I⁻¹ e) × r,   r from the centre of mass to P
struct Giving {
  Mat3 to_force = Mat3::Zero();
  double to_torque = 0.0;
  Vec3 swing = Vec3::Zero();
};

Giving giving_of(const World& world, const End& end, const Vec3& axis) {
  if (is_fixed(world.model(), end)) return {};
  const Object& kind = world.model().objects()[end.object].kind;
  Mat3 I = Mat3::Zero();
  Vec3 com = Vec3::Zero();
  if (const auto* rigid = get_if<RigidBody>(&kind)) {
    I = rigid->inertia;
    com = rigid->com;
  } else if (const auto* soft = get_if<AffineBody>(&kind)) {
    I = inertia_of_second_moment(soft->second_moment);
  }
  I += 1e-9 * I.trace() * Mat3::Identity();  // a thin rod has none about its axis
  const Mat3 R = world.placement(end.object).orientation.toRotationMatrix();
  const Mat3 turning = R * I.inverse() * R.transpose();
  const Vec3 r = end.x - world.point(PointOn{end.object, com}).x;
  return {Mat3::Identity() / mass_of(world.model(), end.object) - skew(r) * turning * skew(r),
          axis.dot(turning * axis),
          (turning * axis).cross(r)};
}

/// The least inertia that a motor along the motion of a joint can meet, whatever else holds the
/// parts: with nothing but the joint, whose force holds both sides together at P,
///
///     1/I = t − s·G⁻¹ s   of both sides together,   or 1/m = 1/m_a + 1/m_b along a slide
double least_inertia(const World& world, const Joint& joint) {
  const Vec3 axis = joint.axes.value_or(Mat3::Identity()).col(2);
  Giving both;
  double slide = 0.0;
  for (const End* end : {&joint.a, &joint.b}) {
    const Giving one = giving_of(world, *end, axis);
    both.to_force += one.to_force;
    both.to_torque += one.to_torque;
    both.swing += one.swing;
    if (!is_fixed(world.model(), *end)) slide += 1.0 / mass_of(world.model(), end->object);
  }
  if (motion_of(joint.kind->name) == JointMotion::slides) return 1.0 / slide;
  return 1.0 / (both.to_torque - both.swing.dot(both.to_force.inverse() * both.swing));
}

/// A motor that is limited gives all it can when a tenth of its speed is lacking, as far as steps
/// of that size can follow: f = k (u − ẋ) takes h k / I of what is lacking away in a step, and more
/// than twice of that would never come to rest.
double gain_of(const SceneRun& run, const Joint& joint, double speed, double torque) {
  constexpr double lacking = 0.1, at_once = 1.5;
  const double most = at_once * least_inertia(run.world(), joint) / run.scene().settings.dt;
  return std::min(torque / (lacking * std::max(std::abs(speed), 1e-3)), most);
}

Json motor_of(const SceneRun& run,
              const Joint& joint,
              const std::string& name,
              double speed,
              std::optional<double> torque) {
  const Json quantity = quantity_of(joint);
  if (!torque)
    return {{"connect",
             {{"kind", "prescribed_velocity"},
              {"name", name},
              {"quantity", quantity},
              {"velocity", speed}}}};
  return {{"create",
           {{"forces",
             Json::array({{{"kind", "motor"},
                           {"name", name},
                           {"quantity", quantity},
                           {"speed", speed},
                           {"gain", gain_of(run, joint, speed, *torque)},
                           {"limit", *torque}}})}}}};
}

Composed take_away(const SceneRun& run, const std::string& name, std::string label) {
  return {{removing(run, {name})}, {}, std::move(label)};
}

}  // namespace

Composed compose_motor(const SceneRun& run, const Json& command) {
  const Joint joint = joint_named(run, text_in(command, "joint"));
  const std::optional<double> speed = optional_number(command, "speed"),
                              torque = optional_number(command, "torque");
  const std::optional<Drive> old = find_drive(run, joint);
  if (!speed && !old) throw UsageError("'" + joint.name + "' has no motor");
  if (!speed) return take_away(run, old->name, "Remove motor");
  if (std::abs(*speed) > 1e6) throw UsageError("speed: must be below a million");
  if (torque && !(*torque > 0.0)) throw UsageError("torque: must be positive");
  if (old && old->speed && old->torque == torque)
    return {{Json{{"set", {{old->speed_field(), *speed}}}}}, {old->name}, "Set motor"};
  const std::string name =
      old ? old->name : NewNames(run.world().model()).like(joint.name + "_motor");
  Composed out{{}, {name}, old ? "Set motor" : "Add motor"};
  if (old) out.edits.push_back({{"remove", name}});
  out.edits.push_back(motor_of(run, joint, name, *speed, torque));
  return out;
}

// ---- end stops ----

Composed compose_limit(const SceneRun& run, const Json& command) {
  const Joint joint = joint_named(run, text_in(command, "joint"));
  const std::optional<double> min = optional_number(command, "min"),
                              max = optional_number(command, "max");
  const std::optional<Stops> old = find_stops(run, joint);
  if (!min && !max && !old) throw UsageError("'" + joint.name + "' has no end stops");
  if (!min && !max) return take_away(run, old->name, "Remove end stops");
  if (min && max && !(*min < *max)) throw UsageError("min: must be below max");
  const std::string name =
      old ? old->name : NewNames(run.world().model()).like(joint.name + "_limit");
  Composed out{{}, {name}, old ? "Set end stops" : "Add end stops"};
  if (old && std::isfinite(old->lower) == min.has_value()
      && std::isfinite(old->upper) == max.has_value()) {
    // the same stop, so that it goes on counting turns
    Json numbers = Json::object();
    if (min) numbers[name + ".lower"] = *min;
    if (max) numbers[name + ".upper"] = *max;
    out.edits.push_back({{"set", std::move(numbers)}});
    return out;
  }
  Json stops = {{"kind", "limit"}, {"name", name}, {"quantity", quantity_of(joint)}};
  if (min) stops["lower"] = *min;
  if (max) stops["upper"] = *max;
  if (old) out.edits.push_back({{"remove", name}});
  out.edits.push_back({{"connect", std::move(stops)}});
  return out;
}

}  // namespace holon::studio
