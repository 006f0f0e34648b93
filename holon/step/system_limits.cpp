// SPDX-License-Identifier: Apache-2.0
// Constraints that may not pull harder than they are told.
#include <algorithm>
#include <limits>

#include "holon/step/stepper.h"
#include "holon/step/system.h"

namespace holon {
namespace {

constexpr double kNeedsNoClosing = 1e-6;  // errors up to this size need no closing [m, rad, …]
constexpr double kSlides = 1e-6;          // dry friction that gives way faster slides [m/s, rad/s]
constexpr double kFightingShare = 1e-3;   // in a conflict: what is left is so much of the largest

}  // namespace

/// Calls f(slot, rows, limit) for those that are limited as they are now.
template <class F>
void System::for_each_limited(F&& f) const {
  for (const ConstraintGroup* group : constraints_present_) {
    const int rows = group->rows();
    for (const ConstraintGroup::Slot& slot : group->slots()) {
      const double closing = std::min(slot.assembly_force, slot.max_force);
      if (!(closing < no_limit)) continue;
      const double open =
          values_.c.segment(slot.row, rows).norm() + values_.c_dot.segment(slot.row, rows).norm();
      if (const double limit = open < kNeedsNoClosing ? slot.max_force : closing; limit < no_limit)
        f(slot, rows, limit);
    }
  }
}

/// Calls f(view of it, slot, view of what presses or null) for all of dry friction.
template <class F>
void System::for_each_friction(F&& f) const {
  for (const ConstraintView& view : views_) {
    if (view.id.is_none()) continue;
    const ConstraintGroup::Slot& slot = constraints_[view.kind]->slots()[view.slot];
    if (slot.static_friction == 0.0) continue;
    const auto pressing = std::ranges::find(views_, slot.pressed_by, &ConstraintView::id);
    f(view, slot, pressing == views_.end() ? nullptr : &*pressing);
  }
}

void System::press(const VecX& lambda) {
  for_each_friction([&](const ConstraintView& view,
                        const ConstraintGroup::Slot& slot,
                        const ConstraintView* pressing) {
    const double force = pressing == nullptr ? 0.0 : effort(*pressing, lambda).force;
    const bool slides = values_.c_dot.segment(view.row, view.rows).norm() > kSlides;
    constraints_[view.kind]->set_max_force(view.slot,
                                           (slides ? slot.friction : slot.static_friction) * force);
  });
}

void System::press_without_limit() {
  for_each_friction(
      [&](const ConstraintView& view, const auto& /*slot*/, const auto* /*pressing*/) {
        constraints_[view.kind]->set_max_force(view.slot, std::numeric_limits<double>::max());
      });
}

bool System::knows_what_presses(const VecX& lambda) const {
  bool known = false;
  for_each_friction(
      [&](const ConstraintView& /*view*/, const auto& /*slot*/, const auto* pressing) {
        known =
            known
            || (pressing != nullptr && !lambda.segment(pressing->row, pressing->rows).isZero(0.0));
      });
  return known;
}

template <class Pull>
void System::put_aside(const ConstraintGroup::Slot& slot, const Pull& pull, double limit) {
  Saturated s{slot.vertex, slot.row, static_cast<int>(pull.size()), {}};
  const double size = slot.scale * pull.norm();
  for (int i = 0; i < s.rows; ++i)
    s.push[static_cast<std::size_t>(i)] = size > 0.0 ? pull[i] * limit / size : 0.0;
  saturated_.push_back(s);
  kkt_.mask(s.vertex, true);
}

bool System::saturate(const VecX& lambda, const Kkt::Outcome& outcome, double force) {
  if (outcome.conflict > 0.0 && saturate_weakest(kFightingShare * outcome.conflict)) return true;
  const std::size_t before = saturated_.size();
  for_each_limited([&](const ConstraintGroup::Slot& slot, int rows, double limit) {
    const auto pull = lambda.segment(slot.row, rows);
    if (slot.scale * force * pull.norm() > limit) put_aside(slot, pull, limit);
  });
  return saturated_.size() > before;
}

/// Of those that take part in a conflict, by more than `share`, the weakest gives way: it would
/// have to pull without end. Then the others may agree.
bool System::saturate_weakest(double share) {
  const auto gap_of = [&](const ConstraintGroup::Slot& slot, int rows) {
    return Eigen::Map<const VecX>(kkt_.conflict().data() + slot.row, rows);
  };
  const ConstraintGroup::Slot* weakest = nullptr;
  double least = no_limit;
  int its_rows = 0;
  for_each_limited([&](const ConstraintGroup::Slot& slot, int rows, double limit) {
    if (limit >= least || gap_of(slot, rows).lpNorm<Eigen::Infinity>() <= share) return;
    weakest = &slot;
    least = limit;
    its_rows = rows;
  });
  if (weakest == nullptr) return false;
  put_aside(*weakest, gap_of(*weakest, its_rows), least);
  return true;
}

void System::put_limited_aside() {
  for_each_limited([&](const ConstraintGroup::Slot& slot, int rows, double limit) {
    put_aside(slot, VecX::Zero(rows), limit);
  });
}

void System::release_saturated() {
  for (const Saturated& s : saturated_) kkt_.mask(s.vertex, false);
  saturated_.clear();
}

void System::add_saturated(VecX& Q, std::size_t first) const {
  for (std::size_t i = first; i < saturated_.size(); ++i)
    kkt_.add_block_transposed(
        saturated_[i].vertex, std::span(saturated_[i].push).first(saturated_[i].rows), as_span(Q));
}

void System::write_saturated(VecX& lambda) const {
  for (const Saturated& s : saturated_)
    for (int i = 0; i < s.rows; ++i) lambda[s.row + i] = s.push[static_cast<std::size_t>(i)];
}

bool System::is_saturated(int row) const {
  return std::ranges::any_of(
      saturated_, [&](const Saturated& s) { return row >= s.row && row < s.row + s.rows; });
}

}  // namespace holon
