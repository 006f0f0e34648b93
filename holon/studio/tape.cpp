// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/tape.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "holon/studio/hand.h"

namespace holon::studio {
namespace {

void set_dt(const Json& deed, double& dt) {
  const double h = number_in(deed, "dt");
  if (!(h > 0.0)) throw UsageError("dt: must be positive");
  dt = h;
}

/// What is no edit of a scene: hands, and the length of a step. False if it is none of these.
bool perform_special(const Json& deed, World& world, double& dt) {
  if (!deed.is_object() || deed.size() != 1) return false;
  const std::string& key = deed.begin().key();
  const Json& value = deed.begin().value();
  if (key == "grab")
    grab(world, value);
  else if (key == "move")
    move_hand(world, value);
  else if (key == "release")
    release_hand(world);
  else if (key == "pose")
    pose(world, value);
  else if (key == "dt")
    set_dt(deed, dt);
  else
    return false;
  return true;
}

void perform(const std::string& text, SceneRun& run, double& dt) {
  const Json deed = text.starts_with('{') ? Json::parse(text, nullptr, false) : Json();
  if (!perform_special(deed, run.world(), dt)) run.edit(text);
}

}  // namespace

Tape::Tape(Scene start, int threads)
    : start_(std::move(start)), threads_(threads), run_(start_, threads), dt_(start_.settings.dt) {
  keep();
}

void Tape::apply(std::string text) {
  try {
    perform(text, run_, dt_);
  } catch (...) {
    // what was refused may have come and gone, and where it was in memory shows in the last bits
    cut(position());
    throw;
  }
  deeds_.push_back({step_, std::move(text)});
  ++made_;
}

const StepReport& Tape::step() {
  // the timeline may have made edits before what fails: then all is as before them again
  try {
    if (!go_on()) cut(position());
  } catch (...) {
    cut(position());
    throw;
  }
  return report_;
}

bool Tape::go_on() {
  report_ = run_.step(dt_);
  if (!report_.ok) return false;
  if (++step_ % stride == 0) keep();
  return true;
}

void Tape::keep() {
  keyframes_.insert_or_assign(step_, Keyframe{run_.snapshot(), made_, dt_});
  thin_out();
}

/// The longer ago, the fewer: going back costs a share of the way, and memory grows with the
/// logarithm of time.
void Tape::thin_out() {
  constexpr std::uint64_t dense = 16;
  const std::uint64_t now = step_ / stride;
  std::erase_if(keyframes_, [&](const auto& entry) {
    const std::uint64_t n = entry.first / stride;
    return n % std::bit_ceil((now - n) / dense + 1) != 0;
  });
}

std::vector<Deed> Tape::cut(Position to) {
  const bool was_there = to.step <= step_ && to.deeds <= deeds_.size()
                         && (to.deeds == 0 || deeds_[to.deeds - 1].step <= to.step)
                         && (to.deeds == deeds_.size() || deeds_[to.deeds].step >= to.step);
  if (!was_there) throw UsageError("a tape cannot be cut where it has not been");
  const auto is_later = [&](const auto& entry) {
    return entry.first > to.step || entry.second.deeds > to.deeds;
  };
  std::erase_if(keyframes_, is_later);
  const auto& [step, keyframe] = *std::prev(keyframes_.end());
  std::vector<Deed> later(deeds_.begin() + static_cast<std::ptrdiff_t>(to.deeds), deeds_.end());
  deeds_.resize(to.deeds);
  run_.restore(keyframe.snapshot);
  step_ = step;
  dt_ = keyframe.dt;
  made_ = keyframe.deeds;
  replay(to);
  return later;
}

/// Makes the deeds that are still to be made, and the steps between them. All of it went well
/// before.
void Tape::replay(Position to) {
  while (true) {
    for (; made_ < to.deeds && deeds_[made_].step == step_; ++made_)
      perform(deeds_[made_].text, run_, dt_);
    if (step_ == to.step) return;
    if (!go_on()) throw std::logic_error("a step that was made once cannot be made again");
  }
}

void Tape::extend(const std::vector<Deed>& deeds, std::uint64_t end) {
  deeds_.insert(deeds_.end(), deeds.begin(), deeds.end());
  replay({end, deeds_.size()});
}

std::uint64_t Tape::replayed_hash() const {
  Tape again(start_, threads_);
  again.extend(deeds_, step_);
  return again.hash();
}

Tape::Copy Tape::copy_at(Position moment) const {
  auto it = std::prev(keyframes_.end());
  while (it->first > moment.step || it->second.deeds > moment.deeds) --it;
  Copy copy{SceneRun(start_, threads_), it->second.dt};
  copy.run.restore(it->second.snapshot);
  std::size_t next = it->second.deeds;
  for (std::uint64_t step = it->first;; ++step) {
    for (; next < moment.deeds && deeds_[next].step == step; ++next)
      perform(deeds_[next].text, copy.run, copy.dt);
    if (step == moment.step) return copy;
    go_on(copy, step);
  }
}

/// Makes the step after so many, which was made once.
void Tape::go_on(Copy& copy, std::uint64_t step) {
  if (!copy.run.step(copy.dt).ok)
    throw std::logic_error("a step that was made once cannot be made again");
  if ((step + 1) % stride == 0) copy.run.snapshot();
}

void Tape::review(Position from, const std::function<void(const SceneRun&)>& f) const {
  const auto later = std::ranges::upper_bound(deeds_, from.step, {}, &Deed::step);
  auto next = static_cast<std::size_t>(later - deeds_.begin());
  Copy copy = copy_at({from.step, next});
  f(copy.run);
  for (std::uint64_t step = from.step; step < step_;) {
    go_on(copy, step++);
    for (; next < deeds_.size() && deeds_[next].step == step; ++next)
      perform(deeds_[next].text, copy.run, copy.dt);
    f(copy.run);
  }
}

}  // namespace holon::studio
