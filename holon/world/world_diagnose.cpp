// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "holon/world/doctor.h"
#include "holon/world/island.h"

namespace holon {

/// Each island is examined with equations made for that, in the order of its first object.
Diagnosis World::diagnose(const DiagnosisOptions& options) const {
  refresh();
  Diagnosis out;
  out.objects = static_cast<int>(model_.objects().size());
  out.constraints = static_cast<int>(model_.constraints().size());
  std::vector<const Island*> islands;
  for (const auto& island : islands_)
    if (island) islands.push_back(island.get());
  std::ranges::sort(islands, {}, [](const Island* i) { return i->objects.front(); });
  for (const Island* island : islands) {
    std::vector<ConstraintId> constraints;
    for (const System::ConstraintView& view : island->system.constraints())
      constraints.push_back(view.id);
    const std::unique_ptr<Island> own = make_island(island->objects, constraints, {});
    own->stand(state_);
    own->meet_for_the_first_time(time());
    const int left = options.motions - static_cast<int>(out.motions.size());
    Doctor(*this, own->system, own->q).examine(std::max(0, left), out);
  }
  return out;
}

}  // namespace holon
