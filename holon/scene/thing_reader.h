// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "holon/scene/draft.h"
#include "holon/scene/field_reader.h"

namespace holon {

/// Reads objects, constraints, forces and controllers of every kind, and adds them to a draft.
class ThingReader : protected FieldReader {
 protected:
  /// The things of one sort in the list `list`; then(at, id) is called for each, with an id that is
  /// none if it was refused.
  template <class IdType>
  using Then = std::function<void(const At&, IdType)>;
  void read_objects(const At& list, Draft& draft, const Then<ObjectId>& then = {});
  void read_constraints(const At& list, Draft& draft, const Then<ConstraintId>& then = {});
  void read_forces(const At& list, Draft& draft, const Then<ForceId>& then = {});
  void read_controllers(const At& list, Draft& draft, const Then<ControllerId>& then = {});
  ConstraintId read_constraint(const At& at, Draft& draft);
  ForceId read_force(const At& at, Draft& draft);

 private:
  template <class IdType, class Read>
  void read_list(const At& list, Read&& read_one, const Then<IdType>& then);
  /// What is read of a thing before it is added.
  template <class K, class Options>
  struct Parts {
    K kind;
    Options options;
    std::optional<MassSource> mass;
    std::optional<Looks> looks;
  };
  template <class K, class Options>
  auto read_thing(const At& at, Draft& draft);
  template <class K, class Options>
  Parts<K, Options> read_parts(const At& at);
  template <class K, class Options>
  auto add(const At& at, Parts<K, Options> parts, Draft& draft);
  template <class K>
  void read_controller_names(const At& at, K& kind, ControllerOptions& options);
  void read_what_presses(const At& at, ConstraintOptions& options);
  template <class K>
  std::optional<MassSource> read_mass(const At& at, K& kind, bool must_weigh);
  Solid read_solid(const At& at, bool must_weigh);
  MassCloud read_cloud(const At& at);
  Looks read_looks(const At& at);
  // ---- reader_collision.cpp ----
  using CollisionPtr = std::shared_ptr<const Collision>;
  CollisionPtr read_collision(const At& object, const std::optional<MassSource>& mass);
  void read_only_shape(const At& object, const std::optional<MassSource>& mass, Collision& out);
  bool take_own_shape(const At& object, const std::optional<MassSource>& mass, CollisionPart& out);
  /// Numbers of the thing `owner` at `base` that follow the time get a controller each.
  void add_drives(const std::string& base, const std::string& owner, Draft& draft);
};

}  // namespace holon
