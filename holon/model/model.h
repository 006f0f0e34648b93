// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/constraint/all.h"
#include "holon/controller/all.h"
#include "holon/force/all.h"
#include "holon/model/any.h"
#include "holon/model/collision.h"
#include "holon/model/command.h"
#include "holon/model/id_list.h"
#include "holon/model/named_slots.h"
#include "holon/object/all.h"

namespace holon {

// What there is much of is stored where its record is.
using Object = Any<ObjectKinds, sizeof(RigidBody)>;
using Constraint = Any<ConstraintKinds, sizeof(Distance)>;
using Force = Any<ForceKinds, sizeof(SpringDamper)>;
using Controller = Any<ControllerKinds, sizeof(Computed)>;
extern template class Any<ObjectKinds, sizeof(RigidBody)>;
extern template class Any<ConstraintKinds, sizeof(Distance)>;
extern template class Any<ForceKinds, sizeof(SpringDamper)>;
extern template class Any<ControllerKinds, sizeof(Computed)>;

struct ObjectRecord {
  Object kind;
  ObjectOptions options;
  IdList<ConstraintId, 2> constraints = {};  ///< those that look at it
  IdList<ForceId, 1> forces = {};            ///< those that name it
};
struct ConstraintRecord {
  Constraint kind;
  ConstraintOptions options;
};
struct ForceRecord {
  Force kind;
  ForceOptions options;
};
struct ControllerRecord {
  Controller kind;
  ControllerOptions options;
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
  /// What it listens to by name need not be there yet: see controllers_in_order().
  ControllerId add(Controller kind, ControllerOptions options = {});

  /// Replaces the parameters of something; its kind must stay the same.
  void set(ObjectId id, Object kind);
  void set(ConstraintId id, Constraint kind, ConstraintOptions options);
  void set(ForceId id, Force kind, ForceOptions options);
  void set(ControllerId id, Controller kind, ControllerOptions options);
  /// How an object touches others from now on; null if it is to go through everything.
  void set(ObjectId id, std::shared_ptr<const Collision> collision);
  /// What two materials do to each other, in place of what was said of them before.
  void set(MaterialPair pair);

  /// Removes an object together with the constraints and forces that hang on it. Controllers stay;
  /// those that listened to something that is gone fall silent.
  void remove(ObjectId id);
  void remove(ConstraintId id);
  void remove(ForceId id);
  /// Refused while constraints or forces are under its command.
  void remove(ControllerId id);

  const SlotMap<ObjectId, ObjectRecord>& objects() const { return objects_; }
  const SlotMap<ConstraintId, ConstraintRecord>& constraints() const { return constraints_; }
  const SlotMap<ForceId, ForceRecord>& forces() const { return forces_; }
  const SlotMap<ControllerId, ControllerRecord>& controllers() const { return controllers_; }

  const std::vector<MaterialPair>& material_pairs() const { return material_pairs_; }
  /// What the surfaces of two objects that touch do to each other.
  SurfacePair surface_between(const Collision& a, const Collision& b) const;

  /// The thing of that name; an id that is none if there is no such thing.
  ObjectId find_object(std::string_view name) const;
  ConstraintId find_constraint(std::string_view name) const;
  ForceId find_force(std::string_view name) const;
  ControllerId find_controller(std::string_view name) const;
  /// Names to show: the given one, or one made of kind and slot.
  std::string name_of(ObjectId id) const;
  std::string name_of(ConstraintId id) const;
  std::string name_of(ForceId id) const;
  std::string name_of(ControllerId id) const;

  /// The objects that a constraint or force looks at, each once.
  static std::vector<ObjectId> objects_of(const Constraint& kind);
  static std::vector<ObjectId> objects_of(const Force& kind);
  /// Whether a force pushes on connectors; else it acts on whole objects, each alone.
  static bool acts_between(const Force& kind);
  /// How many things its connectors remember from step to step.
  static int memories_of(const Constraint& kind);
  static int memories_of(const Force& kind);
  /// Whether it looks at a curve or surface.
  static bool is_on_track(const Constraint& kind);

 private:
  /// Tells the objects that a constraint or force looks at, or no longer does.
  template <class IdType, class Kind>
  void link(IdType id, const Kind& kind);
  template <class IdType, class Kind>
  void unlink(IdType id, const Kind& kind);

  NamedSlots<ObjectId, ObjectRecord> objects_;
  NamedSlots<ConstraintId, ConstraintRecord> constraints_;
  NamedSlots<ForceId, ForceRecord> forces_;
  NamedSlots<ControllerId, ControllerRecord> controllers_;
  std::vector<MaterialPair> material_pairs_;  // in the order of their names
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
  for_each_connector(ref, [&](const auto& inner, std::size_t /*i*/) { for_each_object(inner, f); });
}
template <class F>
void for_each_object(const ScalarSum& ref, F&& f) {
  for (const ScalarTerm& term : ref) for_each_object(term.quantity, f);
}
template <TrackRef Track, class F>
void for_each_object(const Track& ref, F&& f) {
  for_each_object(ref.frame, f);
}
template <GivenRef Given, class F>
void for_each_object(const Given& /*ref*/, F&& /*f*/) {}
template <class F>
void for_each_object(const SignalRef& ref, F&& f) {
  if (const auto* q = std::get_if<QuantitySignal>(&ref)) for_each_object(q->quantity, f);
}

}  // namespace holon
