// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holon/model/model.h"

/// The numbers of a world under names: `time`; `object.x`, `object.vx`, `object.qw`, `object.wx`,
/// `object.F01`, `object.F01_dot` of what can be deformed (or `object.u0`, `object.u0_dot`,
/// `object.part2.x`, `object.part2.vx` of a parametric object); of one that touches others
/// `object.contact_force`, `object.contact_fx` (of all its contacts together) and
/// `object.contacts`, how many points they have; `constraint.error`,
/// `constraint.force`, `constraint.torque`, `constraint.fx` (on its last connector),
/// `constraint.lambda0`, `constraint.active`, and what its connectors have to read (readings.h);
/// the same of a force, but for errors and λ; `controller.output`, `controller.active`;
/// `energy.kinetic`, `energy.potential`, `energy.total`. What does not act has zeros to read.
namespace holon {

/// A number of a world, by what it belongs to.
struct Signal {
  enum class Of { time, object, contacts, constraint, force, controller, energy };
  Of of = Of::time;
  ObjectId object = {};
  ConstraintId constraint = {};
  ForceId force = {};
  ControllerId controller = {};
  int component = 0;  ///< which of the numbers of its owner, in the order of their names
};

/// The components of what touches an object.
struct ContactSignal {
  enum Component { force, fx, fy, fz, points };
};
/// The components of a force, beside those of its connectors, which are told from `readings` on.
struct ForceSignal {
  enum Component { force, torque, fx, fy, fz, active, readings };
};
/// Those of a constraint: the same, then its error, and λ of each row before the readings.
struct ConstraintSignal : ForceSignal {
  enum Component { error = ForceSignal::readings, lambda };
};

/// Calls f for every signal, those of one owner one after the other.
using SignalVisitor =
    std::function<void(const std::string& name, std::string_view unit, const Signal& signal)>;
void for_each_signal(const Model& model, const SignalVisitor& f);

std::optional<Signal> find_signal(const Model& model, std::string_view name);

/// What a controller listens to and cannot hear, as it is not there.
std::vector<std::string> missing_signals(const Model& model, const Controller& kind);

/// The controllers, each after all that it listens to. Throws a ModelError if some listen to each
/// other in a circle.
std::vector<ControllerId> controllers_in_order(const Model& model);
/// Throws a ModelError if a controller listens to what is not there, or some in a circle.
void check_controllers(const Model& model);

}  // namespace holon
