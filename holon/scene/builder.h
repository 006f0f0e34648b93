// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holon/model/model.h"
#include "holon/scene/command_words.h"

/// Commands for people who type. Each becomes one edit (edit.h), in which every value stands where
/// its word does:
///
///     make rod upper length=2 at=(0 0 1)      make KIND NAME: a shape, which becomes a rigid body,
///                                             or any kind of object, force, constraint, controller
///     connect upper.end1 nail(0 0 2)          a point_to_point; `as KIND` for another constraint
///     spring upper.end2 lower stiffness=50    a spring_damper; `as KIND` for another force
///     push upper.end2 (5 0 0) for=0.2
///     gravity on | off | (0 0 -1.62)
///     set length=2 spring.stiffness=30
///     place upper at=(0 0 1) velocity=(1 0 0)
///     disconnect | remove | activate | deactivate NAME ...
///     stepper NAME tolerance=1e-12
///     {"remove": "upper"}                     an edit as it is
namespace holon {

/// What commands depend on beside their words.
struct BuilderContext {
  std::vector<std::string> gravities = {};  ///< names of those that are there
};
BuilderContext context_of(const Model& model);

/// The edit of a command. Throws a SceneError that names the word and its place.
JsonValue edit_from_command(const CommandWord& line, const BuilderContext& context);
JsonValue edit_from_command(std::string_view line, const BuilderContext& context = {});

/// An edit as it may stand in a timeline: JSON as it is, or the edit of a command in quotes.
JsonValue edit_of(const JsonValue& value, const Model& model);

struct CommandHelp {
  std::string_view name, form, text;
};
/// All commands, for help and completion.
std::span<const CommandHelp> builder_commands();

}  // namespace holon
