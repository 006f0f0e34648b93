// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "holon/world/doctor.h"
#include "holon/world/island.h"

namespace holon {

/// Each island is examined with equations made for that, in the order of its first object. What may
/// give way holds nothing for certain, and is left out.
Diagnosis World::diagnose(const DiagnosisOptions& options) const {
  Diagnosis out;
  out.objects = static_cast<int>(model_.objects().size());
  out.constraints = static_cast<int>(model_.constraints().size());
  std::vector<int> marks(model_.objects().capacity(), 0);
  model_.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    if (record.options.kinematic || marks[id.index] != 0) return;
    Reached island = reach(id, 1, marks);
    std::erase_if(island.constraints, [&](ConstraintId c) {
      if (!(model_.constraints()[c].options.max_force < no_limit)) return false;
      out.yielding.push_back(c);
      return true;
    });
    const std::unique_ptr<Island> own = make_island(island.objects, island.constraints, {});
    own->stand(state_);
    own->meet_for_the_first_time(time());
    const int left = options.motions - static_cast<int>(out.motions.size());
    Doctor(*this, own->system, own->q).examine(std::max(0, left), out);
  });
  return out;
}

}  // namespace holon
