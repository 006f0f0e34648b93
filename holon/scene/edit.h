// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "holon/scene/draft.h"

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
///     [{"remove": "hook"}, ...]              several, one after the other
namespace holon {

/// Makes an edit. Throws a SceneError that says all that is wrong with it; then part of it may have
/// been done to the draft, which is to be thrown away.
void make_edit(const TimelineEdit& edit, Draft& draft);

/// Throws a SceneError if the edits of its start and of its timeline cannot be made one after the
/// other as they stand there (what one speaks of, another before it must have made), or listen to
/// what is not there.
void try_edits(const Scene& scene);
/// Calls f with what exists after each edit of start and timeline, as far as can be told
/// beforehand.
void for_each_later_model(const Scene& scene, const std::function<void(const Model&)>& f);

}  // namespace holon
