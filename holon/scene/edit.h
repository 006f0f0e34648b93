// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/model/parameter.h"
#include "holon/scene/thing_reader.h"

/// Edits told in a file or by a person, on what exists or runs:
///
///     {"create": {"objects": [...], "controllers": [...], "constraints": [...], "forces": [...]}}
///     {"connect": {a constraint}}            {"disconnect": name}
///     {"remove": name or [names]}            {"activate": ...}  {"deactivate": ...}
///     {"set": {"length": 2, "spring.stiffness": 30}}
///     {"push": {a force}, "for": seconds}
///     {"place": {"object": name, "position": [...], "velocity": [...], ...}}
///     {"stepper": name, "settings": {...}}
///     "disconnect hook"                      any command of builder.h
namespace holon {

/// What edits are made on: a world in motion, or a model that stands for it.
class EditTarget : public ThingSink {
 public:
  virtual void remove(ObjectId id) = 0;
  virtual void remove(ConstraintId id) = 0;
  virtual void remove(ForceId id) = 0;
  virtual void remove(ControllerId id) = 0;
  virtual void set_active(ConstraintId id, bool active) = 0;
  virtual void set_active(ForceId id, bool active) = 0;
  virtual void set_active(ControllerId id, bool active) = 0;
  virtual void set_number(const Parameter& parameter, double value) = 0;
  virtual const std::vector<SceneParameter>& parameters() const = 0;
  /// Throws a ModelError or a SceneError if the scene cannot be with that value.
  virtual void set_parameter(const std::string& name, double value) = 0;
  virtual const std::map<std::uint32_t, MassSource>& solids() const = 0;
  virtual Placement placement(ObjectId id) const = 0;
  virtual void place(ObjectId id, const Placement& placement) = 0;
  virtual void set_stepper(const std::string& name, const StepperOptions& settings) = 0;
  /// Takes a force away again when it has acted for so long.
  virtual void remove_later(ForceId id, double seconds) = 0;
};

/// Makes an edit. Throws a SceneError that says all that is wrong with it, and changes nothing
/// then.
void make_edit(const TimelineEdit& edit, EditTarget& target);

/// Throws a SceneError if edits of a timeline cannot be made one after the other as they stand
/// there (what one speaks of, another before it must have made), or listen to what is not there.
void try_timeline(const Scene& scene);
/// Calls f with what exists after each edit of the timeline that creates something, as far as can
/// be told beforehand.
void for_each_later_model(const Scene& scene, const std::function<void(const Model&)>& f);

}  // namespace holon
