// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/history.h"

#include <algorithm>
#include <utility>

namespace holon::studio {

void History::begin(std::string label) {
  if (depth_++ > 0) return;
  label_ = std::move(label);
  from_ = tape_.position();
}

void History::end() {
  if (depth_ == 0) throw UsageError("no gesture has begun");
  if (--depth_ > 0 || tape_.position().deeds == from_.deeds) return;
  past_.push_back({label_, from_});
  future_.clear();
}

void History::cancel() {
  if (depth_ == 0) throw UsageError("no gesture has begun");
  depth_ = 0;
  if (tape_.position().deeds > from_.deeds) tape_.cut(from_);
}

void History::jump(Tape::Position to, std::string label) {
  require_closed();
  if (to == tape_.position()) return;
  Gesture entry{std::move(label), to, true};
  entry.end = tape_.position().step;
  const auto is_later = [&](const Gesture& g) { return g.from >= to; };
  const auto first = std::find_if(past_.begin(), past_.end(), is_later);
  std::move(first, past_.end(), std::back_inserter(entry.gestures));
  past_.erase(first, past_.end());
  entry.deeds = tape_.cut(to);
  past_.push_back(std::move(entry));
  future_.clear();
}

std::optional<std::string> History::undo_label() const {
  return past_.empty() ? std::nullopt : std::optional(past_.back().label);
}
std::optional<std::string> History::redo_label() const {
  return future_.empty() ? std::nullopt : std::optional(future_.back().label);
}

void History::undo() {
  require_closed();
  if (past_.empty()) throw UsageError("there is nothing to undo");
  Gesture entry = std::move(past_.back());
  past_.pop_back();
  std::vector<Deed> deeds = tape_.cut(entry.from);
  if (entry.is_jump) {
    tape_.extend(entry.deeds, entry.end);
    std::ranges::move(entry.gestures, std::back_inserter(past_));
  } else {
    entry.deeds = std::move(deeds);
  }
  future_.push_back(std::move(entry));
}

void History::redo() {
  require_closed();
  if (future_.empty()) throw UsageError("there is nothing to redo");
  Gesture entry = std::move(future_.back());
  future_.pop_back();
  if (entry.is_jump) {
    std::vector<Gesture> later = std::exchange(future_, {});
    if (tape_.position().step < entry.end) tape_.extend({}, entry.end);
    jump(entry.from, entry.label);
    future_ = std::move(later);
    return;
  }
  if (tape_.position() > entry.from) tape_.cut(entry.from);
  tape_.extend(entry.deeds, entry.deeds.back().step);
  past_.push_back({entry.label, entry.from});
}

void History::require_closed() const {
  if (depth_ > 0) throw UsageError("a gesture is still being made");
}

}  // namespace holon::studio
