// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/drives.h"

#include <algorithm>
#include <cmath>

#include "holon/model/parameter.h"

namespace holon::studio {
namespace {

/// A number among the fields of a record; none if it is not just a number.
template <class Record>
std::optional<double> number_of(const Record& record, std::string_view field) {
  std::optional<double> found;
  for_each_number(record, [&](const std::string& name, double value, std::string_view /*text*/) {
    if (name == field) found = value;
  });
  return found;
}

std::optional<double> unless_infinite(double x) {
  if (!std::isfinite(x)) return std::nullopt;
  return x;
}

std::vector<ObjectId> ends_on_objects(const Joint& joint) {
  std::vector<ObjectId> out;
  for (const End* end : {&joint.a, &joint.b})
    if (!end->in_world()) out.push_back(end->object);
  return out;
}

/// Calls f(name, record, kind) for what acts along the motion of a joint: on a quantity of the same
/// sort, an angle or a length, between the same objects.
template <class F>
void for_each_along(const SceneRun& run, const Joint& joint, F&& f) {
  const JointMotion motion = motion_of(joint.kind->name);
  if (motion == JointMotion::other) return;
  const Model& model = run.world().model();
  const std::vector<ObjectId> between = ends_on_objects(joint);
  const auto look = [&](auto id, const auto& record) {
    if (!std::ranges::is_permutation(Model::objects_of(record.kind), between)) return;
    visit(
        [&](const auto& kind) {
          if constexpr (requires { kind.quantity; })
            if (is_angle(kind.quantity) == (motion == JointMotion::turns))
              f(model.name_of(id), record, kind);
        },
        record.kind);
  };
  const ObjectRecord& object = model.objects()[between.front()];
  for (ConstraintId id : object.constraints) look(id, model.constraints()[id]);
  for (ForceId id : object.forces) look(id, model.forces()[id]);
}

/// Keeps the first that is found, or the one that has the name.
template <class T>
void keep(std::optional<T>& found, T next, const std::string& wanted) {
  if (!found || next.name == wanted) found = std::move(next);
}

}  // namespace

std::optional<Drive> find_drive(const SceneRun& run, const Joint& joint) {
  std::optional<Drive> found;
  const std::string usual = joint.name + "_motor";
  for_each_along(
      run, joint, [&]<class K>(const std::string& name, const auto& record, const K& kind) {
        if constexpr (std::is_same_v<K, PrescribedVelocity>)
          keep(found,
               {name,
                false,
                number_of(record, "velocity"),
                unless_infinite(record.options.max_force)},
               usual);
        if constexpr (std::is_same_v<K, Motor>)
          keep(found, {name, true, number_of(record, "speed"), unless_infinite(kind.limit)}, usual);
      });
  return found;
}

std::optional<Stops> find_stops(const SceneRun& run, const Joint& joint) {
  std::optional<Stops> found;
  for_each_along(
      run, joint, [&]<class K>(const std::string& name, const auto& /*record*/, const K& kind) {
        if constexpr (std::is_same_v<K, Limit>)
          keep(found, {name, kind.lower, kind.upper}, joint.name + "_limit");
      });
  return found;
}

}  // namespace holon::studio
