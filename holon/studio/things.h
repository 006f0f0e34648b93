// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <variant>

#include "holon/model/model.h"

/// The things of a model under the names that people know them by.
namespace holon::studio {

using ThingId = std::variant<ConstraintId, ForceId, ObjectId, ControllerId>;

/// Throw a UsageError, with the name that was perhaps meant, if there is none. Where things of
/// several sorts have the name, a constraint comes before a force, an object and a controller.
ThingId thing_named(const Model& model, const std::string& name);
ObjectId object_named(const Model& model, const std::string& name);

std::string name_of(const Model& model, const ThingId& id);
/// "constraint", "force", "object" or "controller"
std::string_view sort_of(const ThingId& id);
std::string_view kind_of(const Model& model, const ThingId& id);
/// What all such things are, in a line.
std::string_view summary_of(const Model& model, const ThingId& id);

/// Names for things that are about to be made.
class NewNames {
 public:
  explicit NewNames(const Model& model) : model_(model) {}
  /// "rod", or "rod2" if there is one already, and so on.
  std::string like(std::string_view base);
  /// The name that was asked for; one like `base` if it is empty. Throws a UsageError if something
  /// has it, or if it is one that a tool would give.
  std::string given(const std::string& wanted, std::string_view base);

 private:
  bool is_free(const std::string& name) const;

  const Model& model_;
  std::set<std::string, std::less<>> taken_;
};

}  // namespace holon::studio
