// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "holon/scene/hidden.h"
#include "holon/studio/compose.h"

namespace holon::studio {
namespace {

// More are no help.
constexpr std::size_t most_cures = 3;

Json names_of_members(const std::vector<Diagnosis::Rows>& members, const Model& model) {
  Json names = Json::array();
  for (const Diagnosis::Rows& rows : members) names.push_back(model.name_of(rows.constraint));
  return names;
}

Json told(const Diagnosis::Redundancy& set, const Model& model) {
  return {{"text", text_of(set, model)},
          {"names", names_of_members(set.members, model)},
          {"advice", advice(set, model)}};
}

/// Those that may go without setting anything else free, or else any of those that disagree; what
/// was made last comes first, as it is likely to be the mistake.
std::vector<ConstraintId> culprits(const Diagnosis::Redundancy& conflict, const SceneRun& run) {
  std::vector<ConstraintId> ids = conflict.removable;
  if (ids.empty())
    for (const Diagnosis::Rows& rows : conflict.members) ids.push_back(rows.constraint);
  const std::vector<ConstraintId>& made = run.connected();
  // a constraint of the scene itself is older than any that was made since
  const auto youth = [&](ConstraintId id) {
    const auto it = std::ranges::find(made, id);
    return std::pair(it == made.end() ? 0 : it - made.begin() + 1, id);
  };
  std::ranges::sort(ids, std::greater(), youth);
  if (ids.size() > most_cures) ids.resize(most_cures);
  return ids;
}

Json cures_of(const Diagnosis::Redundancy& conflict, const SceneRun& run) {
  const Model& model = run.world().model();
  Json cures = Json::array();
  const std::vector<ConstraintId> ids = culprits(conflict, run);
  for (const auto& [verb, edit] : {std::pair{"Remove ", "remove"}, {"Deactivate ", "deactivate"}})
    for (const ConstraintId id : ids) {
      const std::string name = model.name_of(id);
      cures.push_back({{"label", verb + name}, {"edit", {{edit, name}}}});
    }
  return cures;
}

}  // namespace

Json diagnose(const SceneRun& run) {
  const Model& model = run.world().model();
  Diagnosis found = run.world().diagnose();
  std::ranges::stable_sort(found.conflicts, std::greater(), &Diagnosis::Redundancy::gap);
  Json out = {{"freedoms", found.freedoms},
              {"lasting", found.lasting},
              {"objects", found.objects},
              {"constraints", found.constraints},
              {"rows", found.rows},
              {"redundant", found.redundant_rows()}};
  for (const char* list : {"motions", "redundancies", "conflicts", "nearly"})
    out[list] = Json::array();
  for (const Diagnosis::Freedom& motion : found.motions)
    out["motions"].push_back(
        {{"text", text_of(motion, model)},
         {"object", motion.object.is_none() ? Json() : Json(model.name_of(motion.object))}});
  for (const Diagnosis::Redundancy& set : found.redundancies)
    out["redundancies"].push_back(told(set, model));
  for (const Diagnosis::Redundancy& set : found.conflicts) {
    out["conflicts"].push_back(told(set, model));
    out["conflicts"].back()["gap"] = set.gap;
    out["conflicts"].back()["cures"] = cures_of(set, run);
  }
  for (const Diagnosis::Near& near : found.nearly)
    out["nearly"].push_back(
        {{"text", text_of(near, model)}, {"names", names_of_members(near.members, model)}});
  return out;
}

Json wiggle(const SceneRun& run, int motion) {
  const Model& model = run.world().model();
  const Diagnosis found = run.world().diagnose();
  const int known = static_cast<int>(found.motions.size());
  if (known == 0) throw UsageError("nothing is left free");
  if (motion < 0 || motion >= known)
    throw UsageError("motion: there are only " + std::to_string(known) + ", counted from 0");
  const Diagnosis::Freedom& freedom = found.motions[static_cast<std::size_t>(motion)];
  Json velocities = Json::array();
  for (const Diagnosis::Freedom::Moving& m : freedom.moving)
    if (!is_hidden(model.name_of(m.object)))
      velocities.push_back({{"object", model.name_of(m.object)},
                            {"v", numbers(m.velocity)},
                            {"w", numbers(m.angular_velocity)}});
  return {{"text", text_of(freedom, model)}, {"velocities", std::move(velocities)}};
}

}  // namespace holon::studio
