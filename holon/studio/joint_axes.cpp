// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/joint_axes.h"

#include <cmath>
#include <set>

#include "holon/scene/named_points.h"
#include "holon/studio/joints.h"

namespace holon::studio {
namespace {

// A part is long, or flat, if it is so by this much.
constexpr double clearly = 1.5;
// Directions are one, and a point is on an axis, up to this (an angle, or of the size).
constexpr double nearly = 0.1, on_axis = 1e-3;

/// What a shape is like along its own axes.
struct Form {
  std::optional<Vec3> along;  // long
  std::optional<Vec3> about;  // round and flat: a wheel
  double radius = 0.0;        // of that
};

Form round_form(double length, double radius) {
  Form form;
  if (length > clearly * 2.0 * radius) form.along = Vec3::UnitZ();
  if (clearly * length < 2.0 * radius) form.about = Vec3::UnitZ();
  form.radius = radius;
  return form;
}

template <class K>
Form form_of(const K& /*shape*/) {
  return {};
}
Form form_of(const Rod& /*rod*/) {
  return {.along = Vec3::UnitZ(), .about = {}};
}
Form form_of(const Cylinder& c) {
  return round_form(c.length, c.radius);
}
Form form_of(const Capsule& c) {
  return round_form(c.length + 2.0 * c.radius, c.radius);
}
Form form_of(const Torus& t) {
  return round_form(2.0 * t.tube_radius, t.ring_radius + t.tube_radius);
}
Form form_of(const Box& box) {
  Eigen::Index longest = 0;
  const double size = box.size.maxCoeff(&longest);
  for (Eigen::Index i = 0; i < 3; ++i)
    if (i != longest && clearly * box.size[i] > size) return {};
  return {.along = Vec3::Unit(longest), .about = {}};
}

Form form_at(const SceneRun& run, const End& end) {
  const Shape* shape = end.in_world() ? nullptr : shape_of(run.scene(), end.object);
  if (shape == nullptr) return {};
  return std::visit([](const auto& kind) { return form_of(kind); }, *shape);
}

Vec3 in_world(const SceneRun& run, const End& end, const Vec3& along) {
  return run.world().direction(DirectionOn{end.object, along}).x;
}

std::optional<Vec3> long_axis(const SceneRun& run, const End& end) {
  const Form form = form_at(run, end);
  if (!form.along) return std::nullopt;
  return in_world(run, end, *form.along);
}

std::optional<Vec3> wheel_axis(const SceneRun& run, const End& end) {
  const Form form = form_at(run, end);
  if (!form.about || form.about->cross(end.at).norm() > on_axis * form.radius) return std::nullopt;
  return in_world(run, end, *form.about);
}

/// A unit vector across d, as near to y as can be, or else to x.
Vec3 across(const Vec3& d) {
  for (const Vec3 wanted : {Vec3::UnitY(), Vec3::UnitX()})
    if (const Vec3 n = wanted - wanted.dot(d) * d; n.norm() > nearly) return n.normalized();
  return Vec3::UnitY();
}

/// Of both directions of an axis, that towards y, or else z, or else x. What is an axis of the
/// world but for rounding is one.
Vec3 tidy(Vec3 axis) {
  for (const int i : {1, 2, 0}) {
    if (std::abs(axis[i]) < 1e-9) continue;
    if (axis[i] < 0.0) axis = -axis;
    break;
  }
  for (int i = 0; i < 3; ++i)
    if (axis[i] > 1.0 - 1e-12) return Vec3::Unit(i);
  return axis.normalized();
}

}  // namespace

Vec3 hinge_axis(const SceneRun& run, const End& a, const End& b) {
  for (const End* end : {&a, &b})
    if (const auto axis = wheel_axis(run, *end)) return tidy(*axis);
  const auto d_a = long_axis(run, a), d_b = long_axis(run, b);
  if (d_a && d_b)
    if (const Vec3 normal = d_a->cross(*d_b); normal.norm() > nearly)
      return tidy(normal.normalized());
  for (const auto& d : {d_a, d_b})
    if (d) return tidy(across(*d));
  return Vec3::UnitY();
}

namespace {

/// The joints of an object, and of all that is joined to it.
std::vector<Joint> joints_of_mechanism(const SceneRun& run, ObjectId object) {
  const Model& model = run.world().model();
  std::vector<Joint> joints;
  std::vector<ObjectId> found = {object};
  std::set<ObjectId> known = {object};
  std::set<ConstraintId> seen;
  for (std::size_t i = 0; i < found.size(); ++i)
    for (ConstraintId c : model.objects()[found[i]].constraints) {
      if (!run.world().is_active(c) || !seen.insert(c).second) continue;
      if (auto joint = find_joint(run, c)) joints.push_back(std::move(*joint));
      for (ObjectId other : Model::objects_of(model.constraints()[c].kind))
        if (known.insert(other).second) found.push_back(other);
    }
  return joints;
}

}  // namespace

std::optional<Vec3> plane_normal(const SceneRun& run, ObjectId object) {
  std::optional<Vec3> normal;
  std::vector<Vec3> along;
  for (const Joint& joint : joints_of_mechanism(run, object)) {
    const JointMotion motion = motion_of(joint.kind->name);
    if (motion == JointMotion::other || !joint.axes) continue;
    const Vec3 axis = joint.axes->col(2);
    if (motion == JointMotion::slides)
      along.push_back(axis);
    else if (!normal)
      normal = axis;
    else if (normal->cross(axis).norm() > on_axis)
      return std::nullopt;
  }
  for (const Vec3& axis : along)
    if (normal && std::abs(normal->dot(axis)) > on_axis) return std::nullopt;
  if (normal) normal = tidy(*normal);
  return normal;
}

Vec3 slide_axis(const SceneRun& run, const End& a, const End& b) {
  for (const End* end : {&a, &b})
    if (const auto axis = long_axis(run, *end)) return *axis;
  return Vec3::UnitX();
}

}  // namespace holon::studio
