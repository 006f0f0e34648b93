// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "holon/studio/compose.h"
#include "holon/studio/drives.h"
#include "holon/studio/removal.h"
#include "holon/studio/springs.h"

namespace holon::studio {
namespace {

std::optional<double> optional_number(const Json& command, const char* key) {
  if (optional_member(command, key) == nullptr) return std::nullopt;
  return number_in(command, key);
}

// ---- motors ----

Json motor_of(const Joint& joint,
              const std::string& name,
              double speed,
              std::optional<double> torque) {
  Json motor = {{"kind", "prescribed_velocity"},
                {"name", name},
                {"quantity", quantity_of(joint)},
                {"velocity", speed}};
  if (torque) motor["max_force"] = *torque;
  return {{"connect", std::move(motor)}};
}

Composed take_away(const SceneRun& run, const std::string& name, std::string label) {
  return {{removing(run, {name})}, {}, std::move(label)};
}

}  // namespace

Composed compose_motor(const SceneRun& run, const Json& command) {
  const Joint joint = joint_named(run, text_in(command, "joint"));
  const std::optional<double> speed = optional_number(command, "speed"),
                              torque = optional_number(command, "torque");
  const std::optional<Drive> old = find_drive(run, joint);
  if (!speed && !old) throw UsageError("'" + joint.name + "' has no motor");
  if (!speed) return take_away(run, old->name, "Remove motor");
  if (std::abs(*speed) > 1e6) throw UsageError("speed: must be below a million");
  if (torque && !(*torque > 0.0)) throw UsageError("torque: must be positive");
  if (old && old->speed && old->torque == torque)
    return {{Json{{"set", {{old->speed_field(), *speed}}}}}, {old->name}, "Set motor"};
  const std::string name =
      old ? old->name : NewNames(run.world().model()).like(joint.name + "_motor");
  Composed out{{}, {name}, old ? "Set motor" : "Add motor"};
  if (old) out.edits.push_back({{"remove", name}});
  out.edits.push_back(motor_of(joint, name, *speed, torque));
  return out;
}

// ---- end stops ----

Composed compose_limit(const SceneRun& run, const Json& command) {
  const Joint joint = joint_named(run, text_in(command, "joint"));
  const std::optional<double> min = optional_number(command, "min"),
                              max = optional_number(command, "max");
  const std::optional<Stops> old = find_stops(run, joint);
  if (!min && !max && !old) throw UsageError("'" + joint.name + "' has no end stops");
  if (!min && !max) return take_away(run, old->name, "Remove end stops");
  if (min && max && !(*min < *max)) throw UsageError("min: must be below max");
  const std::string name =
      old ? old->name : NewNames(run.world().model()).like(joint.name + "_limit");
  Composed out{{}, {name}, old ? "Set end stops" : "Add end stops"};
  if (old && std::isfinite(old->lower) == min.has_value()
      && std::isfinite(old->upper) == max.has_value()) {
    // the same stop, so that it goes on counting turns
    Json numbers = Json::object();
    if (min) numbers[name + ".lower"] = *min;
    if (max) numbers[name + ".upper"] = *max;
    out.edits.push_back({{"set", std::move(numbers)}});
    return out;
  }
  Json stops = {{"kind", "limit"}, {"name", name}, {"quantity", quantity_of(joint)}};
  if (min) stops["lower"] = *min;
  if (max) stops["upper"] = *max;
  if (old) out.edits.push_back({{"remove", name}});
  out.edits.push_back({{"connect", std::move(stops)}});
  return out;
}

}  // namespace holon::studio
