// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "holon/scene/field_reader.h"
#include "holon/scene/scene.h"

namespace holon {

/// Where things go that have been read: a model, or a world in motion. Each function throws a
/// ModelError and changes nothing if the thing cannot be.
class ThingSink {
 public:
  virtual ~ThingSink() = default;
  virtual const Model& model() const = 0;
  virtual ObjectId add(Object kind, ObjectOptions options) = 0;
  virtual ConstraintId add(Constraint kind, ConstraintOptions options) = 0;
  virtual ForceId add(Force kind, ForceOptions options) = 0;
  virtual ControllerId add(Controller kind, ControllerOptions options) = 0;
  /// What the mass of an object comes from, and how it is shown.
  virtual void note(ObjectId id, MassSource source) = 0;
  virtual void note(ObjectId id, Looks looks) = 0;
};

/// Reads objects, constraints, forces and controllers of every kind, and adds them.
class ThingReader : protected FieldReader {
 protected:
  /// The things of one sort in the list `list`; then(at, id) is called for each, with an id that is
  /// none if it was refused.
  template <class IdType>
  using Then = std::function<void(const At&, IdType)>;
  void read_objects(const At& list, ThingSink& sink, const Then<ObjectId>& then = {});
  void read_constraints(const At& list, ThingSink& sink, const Then<ConstraintId>& then = {});
  void read_forces(const At& list, ThingSink& sink, const Then<ForceId>& then = {});
  void read_controllers(const At& list, ThingSink& sink, const Then<ControllerId>& then = {});
  ConstraintId read_constraint(const At& at, ThingSink& sink);
  ForceId read_force(const At& at, ThingSink& sink);

 private:
  template <class IdType, class Read>
  void read_list(const At& list, Read&& read_one, const Then<IdType>& then);
  template <class K, class Options>
  auto read_thing(const At& at, ThingSink& sink);
  template <class K>
  void read_controller_names(const At& at, K& kind, ControllerOptions& options);
  template <class K>
  std::optional<MassSource> read_mass(const At& at, K& kind);
  Solid read_solid(const At& at);
  MassCloud read_cloud(const At& at);
  Looks read_looks(const At& at);
  /// Numbers of the thing `owner` at `base` that follow the time get a controller each.
  void add_drives(const std::string& base, const std::string& owner, ThingSink& sink);
};

}  // namespace holon
