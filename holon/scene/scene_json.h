// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "holon/scene/scene.h"

/// Parts of scenes as JSON, for those who write files. Numbers are worked out.
namespace holon {

using SceneJson = nlohmann::ordered_json;

/// What is in a document, as it stands.
SceneJson json_of(const JsonValue& value);
SceneJson json_of(const Scene& scene, ObjectId id);
SceneJson json_of(const Scene& scene, ConstraintId id);
SceneJson json_of(const Scene& scene, ForceId id);
SceneJson json_of(const Scene& scene, ControllerId id);
SceneJson json_of(const StepperOptions& settings);
SceneJson json_of(const ObjectMotion& motion);

/// As scenes are laid out: indented, with lists of numbers and small objects on one line.
std::string laid_out(const SceneJson& json);

}  // namespace holon
