// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holon/model/model.h"

/// The numbers of a world under names: `time`; `object.x`, `object.vx`, `object.qw`, `object.wx`
/// (or `object.u0`, `object.u0_dot` of a parametric object); `constraint.error`,
/// `constraint.lambda0`, `constraint.force`, `constraint.fx` (on its last connector),
/// `constraint.torque`; `controller.output`; `energy.kinetic`, `energy.potential`, `energy.total`.
namespace holon {

/// A number of a world, by what it belongs to.
struct Signal {
  enum class Of { time, object, constraint, controller, energy };
  Of of = Of::time;
  ObjectId object = {};
  ConstraintId constraint = {};
  ControllerId controller = {};
  int component = 0;  ///< which of the numbers of its owner, in the order of their names
};

/// What the components of a constraint are: the last one and those after it are λ of each row.
struct ConstraintSignal {
  enum Component { error, force, torque, fx, fy, fz, lambda };
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
