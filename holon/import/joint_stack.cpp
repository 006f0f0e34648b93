// SPDX-License-Identifier: Apache-2.0
#include "holon/import/joint_stack.h"

#include <algorithm>
#include <cmath>

#include "holon/math/rotation.h"

namespace holon::importing {
namespace {

// Files are written with some six digits.
constexpr double tolerance = 1e-6;

bool are_across(const Vec3& a, const Vec3& b) {
  return std::abs(a.dot(b)) < tolerance;
}
bool are_parallel(const Vec3& a, const Vec3& b) {
  return a.cross(b).norm() < tolerance;
}
/// The part of a direction that is across an axis.
Vec3 across(const Vec3& direction, const Vec3& axis) {
  return (direction - axis * axis.dot(direction)).normalized();
}

std::size_t count_first(std::span<const Joint> joints, Joint::Kind kind) {
  const auto end = std::ranges::find_if(joints, [&](const Joint& j) { return j.kind != kind; });
  return static_cast<std::size_t>(end - joints.begin());
}

bool are_good_slides(std::span<const Joint> slides) {
  if (slides.size() > 3) return false;
  for (std::size_t i = 0; i < slides.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (!are_across(slides[i].axis, slides[k].axis)) return false;
  return true;
}

bool are_good_hinges(std::span<const Joint> hinges) {
  for (const Joint& j : hinges)
    if (!((j.anchor - hinges.front().anchor).norm() < tolerance)) return false;
  if (hinges.size() == 2) return !are_parallel(hinges[0].axis, hinges[1].axis);
  // that the angles can be told apart
  if (hinges.size() == 3)
    return are_across(hinges[0].axis, hinges[1].axis) && are_across(hinges[1].axis, hinges[2].axis)
           && hinges[0].axis.cross(hinges[2].axis).norm() > 0.1;
  return hinges.size() < 2;
}

bool is_good(std::span<const Joint> joints) {
  const std::size_t slides = count_first(joints, Joint::Kind::slide);
  if (!are_good_slides(joints.first(slides))) return false;
  const std::span<const Joint> rest = joints.subspan(slides);
  if (rest.size() == 1 && rest[0].kind == Joint::Kind::ball) return true;
  return count_first(rest, Joint::Kind::hinge) == rest.size() && are_good_hinges(rest);
}

}  // namespace

std::vector<Joint> JointStack::in_order(std::vector<Joint> joints) {
  for (std::size_t i = 1; i < joints.size(); ++i)
    for (std::size_t k = i; k > 0; --k) {
      const bool exchange = joints[k - 1].kind == Joint::Kind::hinge
                            && joints[k].kind == Joint::Kind::slide
                            && are_parallel(joints[k - 1].axis, joints[k].axis);
      if (exchange) std::swap(joints[k - 1], joints[k]);
    }
  return joints;
}

std::size_t JointStack::longest(std::span<const Joint> joints) {
  for (std::size_t count = std::min<std::size_t>(joints.size(), 6); count > 1; --count)
    if (is_good(joints.first(count))) return count;
  return 1;
}

JointStack::JointStack(Assembly& assembly, int parent, int child, std::span<const Joint> joints)
    : assembly_(assembly), parent_(parent), child_(child), joints_(joints) {
  const std::size_t slides = count_first(joints, Joint::Kind::slide);
  slides_ = joints.first(slides);
  hinges_ = joints.subspan(slides);
  is_ball_ = !hinges_.empty() && hinges_.front().kind == Joint::Kind::ball;
  anchor_ = joints.back().anchor;  // what slides only may be held anywhere
  for (const Joint& joint : joints) name_ += (name_.empty() ? "" : "+") + joint.name;
}

// ---- what holds them ----

void JointStack::hold(const std::string& suffix, Constraint kind) {
  const std::string of_kind =
      visit([](const auto& k) { return std::string(std::decay_t<decltype(k)>::name); }, kind);
  kinds_ += (kinds_.empty() ? "" : " and ") + of_kind;
  assembly_.hold(joints_.front().source, name_ + suffix, std::move(kind));
}

/// Whether there is a kind of constraint for all of it.
bool JointStack::is_one() const {
  if (is_ball_) return false;
  if (slides() == 0)
    return hinges() == 1 || (hinges() == 2 && are_across(hinges_[0].axis, hinges_[1].axis));
  if (hinges() == 0) return slides() == 1;
  if (hinges() != 1) return false;
  const Vec3& axis = hinges_[0].axis;
  if (slides() == 1) return are_parallel(slides_[0].axis, axis);
  return slides() == 2 && are_across(slides_[0].axis, axis) && are_across(slides_[1].axis, axis);
}

Constraint JointStack::as_one() const {
  const auto between = [&]<class K>(K kind, const RigidMap& pose) -> Constraint {
    kind.a = assembly_.frame(parent_, pose);
    kind.b = assembly_.frame(child_, pose);
    return kind;
  };
  const RigidMap along{frame_with_z(joints_.back().axis), anchor_};
  if (hinges() == 0) return between(Prism(), along);
  if (hinges() == 2) {  // arms of the cross: x of the parent, y of the child
    RigidMap cross{Mat3::Identity(), anchor_};
    cross.R.col(0) = hinges_[0].axis;
    cross.R.col(1) = across(hinges_[1].axis, hinges_[0].axis);
    cross.R.col(2) = cross.R.col(0).cross(cross.R.col(1));
    return between(UniversalJoint(), cross);
  }
  if (slides() == 0) return between(LineHinge(), along);
  if (slides() == 1) return between(CylinderJoint(), along);
  return between(PlaneJoint(), along);
}

void JointStack::hold_place() {
  const PointRef point = assembly_.point(child_, anchor_);
  if (slides() == 0 && is_ball_ && std::isfinite(hinges_[0].upper))
    hold("", limited_ball(hinges_[0].upper));
  else if (slides() == 0)
    hold("", PointToPoint{.a = assembly_.point(parent_, anchor_), .b = point});
  else if (slides() == 1)
    hold("", PointOnLine{.a = assembly_.frame(parent_, anchor_, slides_[0].axis), .b = point});
  else if (slides() == 2) {
    const Vec3 normal = slides_[0].axis.cross(slides_[1].axis).normalized();
    hold("", PointOnPlane{.a = assembly_.frame(parent_, anchor_, normal), .b = point});
  }
}

/// A ball that turns by no more than an angle, as near as there is.
Constraint JointStack::limited_ball(double angle) const {
  const RigidMap pose{Mat3::Identity(), anchor_};
  hinges_[0].source.approximated(
      hinges_[0].source.title()
      + ": its range limits bending away from z, and twist, each by itself");
  return BallJoint{.a = assembly_.frame(parent_, pose),
                   .b = assembly_.frame(child_, pose),
                   .cone = angle,
                   .twist_lower = -angle,
                   .twist_upper = angle};
}

void JointStack::hold_turn() {
  if (is_ball_ || hinges() == 3) return;
  if (hinges() == 0) {
    const RigidMap pose{Mat3::Identity(), anchor_};
    hold("_turn",
         Orientation{.a = assembly_.frame(parent_, pose), .b = assembly_.frame(child_, pose)});
  } else if (hinges() == 1) {
    hold("_turn",
         AxisToAxis{.a = assembly_.frame(parent_, anchor_, hinges_[0].axis),
                    .b = assembly_.direction(child_, hinges_[0].axis)});
  } else {  // two axes that stay at their angle to each other
    hold("_turn",
         Prescribed{
             .quantity = InclinationBetween{.a = assembly_.direction(parent_, hinges_[0].axis),
                                            .b = assembly_.direction(child_, hinges_[1].axis)},
             .motion = inclination_of<double>(hinges_[0].axis, hinges_[1].axis)});
  }
}

void JointStack::build() {
  if (is_one()) {
    hold("", as_one());
  } else {
    hold_place();
    hold_turn();
  }
  const std::string what = kinds_.empty() ? "nothing holds it" : kinds_;
  for (const Joint& joint : joints_) joint.source.used(joint.source.title() + ": " + what);
}

// ---- their values ----

// Of hinges about e₁ (fixed in the parent) and e₂ (fixed in the child) through one point. The angle
// about e₁ is that by which e₂ has turned about e₁; it needs one direction across the axis, and
// across(e₂, e₁) at the start is one in the parent.
Coordinate JointStack::first_of_two() const {
  const Vec3 &e1 = hinges_.front().axis, &e2 = hinges_.back().axis;
  return {AngleBetween{.a = assembly_.direction(parent_, across(e2, e1)),
                       .b = assembly_.direction(child_, e2),
                       .axis = assembly_.direction(parent_, e1)}};
}
// The angle about e₂ is that by which the child has turned from e₁, seen along e₂.
Coordinate JointStack::last_of_two() const {
  const Vec3 &e1 = hinges_.front().axis, &e2 = hinges_.back().axis;
  return {AngleBetween{.a = assembly_.direction(parent_, e1),
                       .b = assembly_.direction(child_, across(e1, e2)),
                       .axis = assembly_.direction(child_, e2)}};
}
// Of hinges about e₁, e₂ and e₃, the second across both others, the first and the last are as
// before. The second turns e₃ in the plane of e₁ and e₃: their angle is α + θ₂, or −α − θ₂ if it
// turns e₃ towards e₁, with α the angle from e₁ to e₃ about e₂ at the start.
Coordinate JointStack::middle_of_three() const {
  const Vec3 &e1 = hinges_[0].axis, &e2 = hinges_[1].axis, &e3 = hinges_[2].axis;
  const double alpha = std::atan2(e2.dot(e1.cross(e3)), e1.dot(e3));
  return {.quantity = InclinationBetween{.a = assembly_.direction(parent_, e1),
                                         .b = assembly_.direction(child_, e3)},
          .sign = alpha > 0.0 ? 1.0 : -1.0,
          .offset = -alpha};
}

Coordinate JointStack::hinge_coordinate(std::size_t i) const {
  if (hinges() == 1)
    return {TwistBetween{.a = assembly_.frame(parent_, anchor_, hinges_[0].axis),
                         .b = assembly_.frame(child_, anchor_, hinges_[0].axis)}};
  if (i == 0) return first_of_two();
  return i + 1 == hinges() ? last_of_two() : middle_of_three();
}

Coordinate JointStack::slide_coordinate(std::size_t i) const {
  return {TravelAlong{.a = assembly_.point(parent_, anchor_),
                      .b = assembly_.point(child_, anchor_),
                      .axis = assembly_.direction(parent_, slides_[i].axis)}};
}

std::vector<std::optional<Coordinate>> JointStack::coordinates() const {
  std::vector<std::optional<Coordinate>> out;
  for (std::size_t i = 0; i < slides(); ++i) out.emplace_back(slide_coordinate(i));
  for (std::size_t i = 0; i < hinges(); ++i)
    out.push_back(is_ball_ ? std::nullopt : std::optional(hinge_coordinate(i)));
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i]) {
      out[i]->offset += joints_[i].start;
      out[i]->start = joints_[i].start;
      out[i]->rest = joints_[i].rest;
    }
  return out;
}

}  // namespace holon::importing
