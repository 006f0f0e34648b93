// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "holon/constraint/all.h"
#include "holon/force/all.h"
#include "holon/model/slot_map.h"
#include "holon/object/all.h"

namespace holon {

using Object = VariantOf<ObjectKinds>;
using Constraint = VariantOf<ConstraintKinds>;
using Force = VariantOf<ForceKinds>;

struct ObjectRecord {
  Object kind;
  ObjectOptions options;
  std::vector<ConstraintId> constraints;  ///< those that look at it
  std::vector<ForceId> forces;            ///< those that name it
};
struct ConstraintRecord {
  Constraint kind;
  ConstraintOptions options;
};
struct ForceRecord {
  Force kind;
  ForceOptions options;
};

/// What exists: objects, constraints and forces with their parameters and starting values. A model
/// knows no time and no motion; those are in a State.
/// Every edit checks everything first and throws a ModelError that names the thing and the field,
/// leaving the model as it was.
class Model {
 public:
  ObjectId add(Object kind, ObjectOptions options = {});
  ConstraintId add(Constraint kind, ConstraintOptions options = {});
  ForceId add(Force kind, ForceOptions options = {});

  /// Replaces the parameters of something; its kind must stay the same.
  void set(ObjectId id, Object kind);
  void set(ConstraintId id, Constraint kind, ConstraintOptions options);
  void set(ForceId id, Force kind, ForceOptions options);

  /// Removes an object together with the constraints and forces that hang on it.
  void remove(ObjectId id);
  void remove(ConstraintId id);
  void remove(ForceId id);

  const SlotMap<ObjectId, ObjectRecord>& objects() const { return objects_; }
  const SlotMap<ConstraintId, ConstraintRecord>& constraints() const { return constraints_; }
  const SlotMap<ForceId, ForceRecord>& forces() const { return forces_; }

  /// The thing of that name; an id that is none if there is no such thing.
  ObjectId find_object(std::string_view name) const;
  ConstraintId find_constraint(std::string_view name) const;
  ForceId find_force(std::string_view name) const;
  /// Names to show: the given one, or one made of kind and slot.
  std::string name_of(ObjectId id) const;
  std::string name_of(ConstraintId id) const;
  std::string name_of(ForceId id) const;

  /// The objects that a constraint or force looks at, each once.
  static std::vector<ObjectId> objects_of(const Constraint& kind);
  static std::vector<ObjectId> objects_of(const Force& kind);

 private:
  using Names = std::unordered_map<std::string, std::uint32_t>;

  SlotMap<ObjectId, ObjectRecord> objects_;
  SlotMap<ConstraintId, ConstraintRecord> constraints_;
  SlotMap<ForceId, ForceRecord> forces_;
  Names object_names_, constraint_names_, force_names_;
};

/// Calls f with every object named by a connector of any kind: f(object id, needs an orientation).
template <class F>
void for_each_object(const PointRef& ref, F&& f) {
  if (const auto* p = std::get_if<PointOn>(&ref)) f(p->object, false);
}
template <class F>
void for_each_object(const DirectionRef& ref, F&& f) {
  if (const auto* d = std::get_if<DirectionOn>(&ref)) f(d->object, true);
}
template <class F>
void for_each_object(const FrameRef& ref, F&& f) {
  if (const auto* d = std::get_if<FrameOn>(&ref)) f(d->object, true);
}
template <class F>
void for_each_object(const ScalarRef& ref, F&& f) {
  std::visit(
      [&](const auto& s) {
        std::apply([&](const auto&... inner) { (for_each_object(inner, f), ...); },
                   inner_connectors(s));
      },
      ref);
}
template <class F>
void for_each_object(const Motion& /*ref*/, F&& /*f*/) {}

}  // namespace holon
