// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/recording.h"

namespace holon {

static std::span<const float> last(const std::vector<float>& list, int n) {
  return std::span(list).last(static_cast<std::size_t>(n));
}

void Recording::append_frame(Bytes& out) const {
  if (times_.empty()) throw UsageError("nothing was sampled yet");
  std::size_t poses = 0, paths = 0;
  for (const Part& part : parts_) poses += static_cast<std::size_t>(part.numbers);
  append_count(out, poses);
  for (const Part& part : parts_) append(out, last(part.poses, part.numbers));

  append_count(out, constraints_.size());
  for (auto list : {&Holder::error, &Holder::force, &Holder::torque})
    for (const Holder& holder : constraints_) append(out, (holder.*list).back());

  for (const auto* holders : {&constraints_, &forces_})
    for (const Holder& holder : *holders) paths += holder.paths.size();
  append_count(out, paths);
  for (const auto* holders : {&constraints_, &forces_})
    for (const Holder& holder : *holders)
      for (const UsedPath& path : holder.paths) append(out, last(path.points, 3));

  append_last_arrows(out);
}

void Recording::append_last_arrows(Bytes& out) const {
  const std::size_t begin = arrows_.ends.size() > 1 ? arrows_.ends[arrows_.ends.size() - 2] : 0;
  const std::size_t count = arrows_.owner.size() - begin;
  append_count(out, count);
  for (std::size_t i = begin; i < arrows_.owner.size(); ++i)
    append(out, owner_text(arrows_.owner[i]));
  append(out, std::span(arrows_.numbers).last(6 * count));
  append(out, std::span(arrows_.flags).last(count));
  align(out);
}

void Recording::forget_samples() {
  times_.clear();
  kinetic_.clear();
  potential_.clear();
  events_.clear();
  for (auto& values : signal_values_) values.clear();
  for (Part& part : parts_) part.poses.clear();
  for (auto* holders : {&constraints_, &forces_})
    for (Holder& holder : *holders) {
      for (auto* list : {&holder.error, &holder.force, &holder.torque}) list->clear();
      for (UsedPath& path : holder.paths) path.points.clear();
    }
  for (UsedTrack& track : tracks_) track.visited.clear();
  arrows_ = {};
}

}  // namespace holon
