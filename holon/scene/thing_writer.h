// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/model/model.h"
#include "holon/scene/json_document.h"

/// One thing as it stands in a file, with every number worked out: equal texts, equal things.
namespace holon {

std::string text_of(const Model& model, ObjectId id);
std::string text_of(const Model& model, ConstraintId id);
std::string text_of(const Model& model, ForceId id);
std::string text_of(const Model& model, ControllerId id);
/// How something touches; null if it goes through everything.
std::string text_of(const std::shared_ptr<const Collision>& collision);
std::string text_of(const MaterialPair& pair);
/// A value as JSON on one line.
std::string text_of(const JsonValue& value);

}  // namespace holon
