// SPDX-License-Identifier: Apache-2.0
#include "holon/model/signals.h"
#include "holon/scene/edit.h"
#include "holon/scene/spelling.h"

/// Edits that are to be made later, tried beforehand.
namespace holon {
namespace {

/// A scene that stands for its world.
Draft rehearsal_of(const Scene& scene) {
  return {scene, std::make_shared<const Scene>(scene)};
}

SceneProblem unheard(const TimelineEntry& entry, const Model& model) {
  std::vector<std::string> names;
  for_each_signal(model, [&](const std::string& name, std::string_view, const Signal&) {
    names.push_back(name);
  });
  return {entry.place,
          "timeline",
          "listens to '" + entry.when->signal + "', which is not there"
              + did_you_mean(entry.when->signal, names)};
}

/// Makes edits one after the other; notes what is wrong with each.
void try_all(const std::vector<TimelineEdit>& edits,
             Draft& rehearsal,
             std::vector<SceneProblem>& problems) {
  for (const TimelineEdit& edit : edits) try {
      make_edit(edit, rehearsal);
    } catch (const SceneError& e) {
      problems.insert(problems.end(), e.problems().begin(), e.problems().end());
    }
}

void try_motion(const std::vector<ObjectMotion>& motion,
                Draft& rehearsal,
                std::vector<SceneProblem>& problems) {
  for (std::size_t i = 0; i < motion.size(); ++i) {
    const auto [object, q, v] = motion[i];
    const auto refuse = [&](const std::string& why) {
      problems.push_back({{}, element_path("start.motion", i), why});
    };
    const ObjectId id = rehearsal.model().find_object(object);
    if (id.is_none()) {
      refuse("no object is named '" + object + "'");
      continue;
    }
    try {
      rehearsal.place(id, q, v);
    } catch (const ModelError& e) {
      for (const std::string& error : e.errors()) refuse(error);
    }
  }
}

}  // namespace

void try_edits(const Scene& scene, std::vector<SceneProblem>& problems) {
  const SceneStart& start = scene.start;
  if (start.edits.empty() && start.motion.empty() && scene.timeline.empty()) return;
  Draft rehearsal = rehearsal_of(scene);
  try_all(start.edits, rehearsal, problems);
  try_motion(start.motion, rehearsal, problems);
  for (const TimelineEntry& entry : scene.timeline) {
    if (entry.when && !find_signal(rehearsal.model(), entry.when->signal))
      problems.push_back(unheard(entry, rehearsal.model()));
    try_all(entry.edits, rehearsal, problems);
  }
}

void for_each_later_model(const Scene& scene, const std::function<void(const Model&)>& f) {
  Draft rehearsal = rehearsal_of(scene);
  const auto make_all = [&](const std::vector<TimelineEdit>& edits) {
    for (const TimelineEdit& edit : edits) {
      make_edit(edit, rehearsal);
      f(rehearsal.model());
    }
  };
  make_all(scene.start.edits);
  for (const TimelineEntry& entry : scene.timeline) make_all(entry.edits);
}

}  // namespace holon
