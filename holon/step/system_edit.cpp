// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "holon/step/system.h"

/// Constraints that join and leave a system that has been analysed, and other forces for it.
namespace holon {

bool System::join(const Model& model, ConstraintId id, int held) {
  const Constraint& kind = model.constraints()[id].kind;
  std::vector<int> bodies;
  for (ObjectId object : Model::objects_of(kind)) {
    if (model.objects()[object].options.kinematic) continue;
    const int body = bodies_.index_of(object, model);
    if (std::ranges::find(bodies, body) == bodies.end()) bodies.push_back(body);
  }
  const int vertex = kkt_.join(constraint_group(kind.index()).rows(), bodies);
  if (vertex < 0) return false;
  ++evaluations_;
  bind_rows(model, id, held, vertex);
  set_tau(model, views_.back());
  expect_masks();
  return true;
}

void System::leave(int view) {
  ConstraintView& gone = views_[view];
  ConstraintGroup& group = *constraints_[gone.kind];
  const std::size_t last = group.slots().size() - 1;
  ++evaluations_;
  count(gone, -1);
  forget_rows(gone);
  kkt_.retire(group.slots()[gone.slot].vertex);
  group.remove(gone.slot);
  if (gone.slot != last) {
    const auto moved = std::ranges::find_if(views_, [&](const ConstraintView& v) {
      return v.kind == gone.kind && v.slot == last && !v.id.is_none();
    });
    moved->slot = gone.slot;
  }
  gone.id = {};
}

/// Rows of nobody are met, whatever happens.
void System::forget_rows(const ConstraintView& view) {
  const auto is_gone = [&](int row) { return row >= view.row && row < view.row + view.rows; };
  std::erase_if(one_sided_, is_gone);
  std::erase_if(held_, is_gone);
  owners_[constraints_[view.kind]->slots()[view.slot].vertex] = {};
  for (int row = view.row; row < view.row + view.rows; ++row) {
    position_row_[row] = integrable_row_[row] = true;
    one_sided_row_[row] = false;
    tau_[row] = 1.0;
    for (VecX* x : {&values_.c, &values_.c_dot, &values_.c_ddot}) (*x)[row] = 0.0;
  }
}

void System::bind_forces(const Model& model, std::span<const ForceId> forces) {
  forces_.clear();
  forces_present_.clear();
  force_views_.clear();
  depends_on_velocity_ = has_impulsive_forces_ = false;
  for (ForceId id : forces) bind_force(model, id);
}

void System::settle() {
  std::erase_if(views_, [](const ConstraintView& v) { return v.id.is_none(); });
  const auto sorted = std::ranges::is_sorted_until(views_, {}, &ConstraintView::id);
  std::ranges::sort(sorted, views_.end(), {}, &ConstraintView::id);
  std::ranges::inplace_merge(views_, sorted, {}, &ConstraintView::id);
  memories_.clear();
  list_memories();
}

}  // namespace holon
