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

/// Makes the edits of its start and of its timeline one after the other as they stand there, on a
/// scene that stands for its world. Adds whatever is wrong with them to `problems`: what one speaks
/// of, another before it must have made, and what it listens to must be there.
void try_edits(const Scene& scene, std::vector<SceneProblem>& problems);
/// Calls f with what exists after each edit of start and timeline, as far as can be told
/// beforehand.
void for_each_later_model(const Scene& scene, const std::function<void(const Model&)>& f);

}  // namespace holon
