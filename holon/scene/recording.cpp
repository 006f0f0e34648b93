// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/recording.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/scene/hidden.h"
#include "holon/world/happenings.h"

namespace holon {
namespace {

constexpr float absent = std::numeric_limits<float>::quiet_NaN();

template <class Kinds>
std::string kind_name(const Kinds& kind) {
  return visit([](const auto& k) { return std::string(std::decay_t<decltype(k)>::name); }, kind);
}
void append(std::vector<float>& list, const Vec3& v) {
  for (int i = 0; i < 3; ++i) list.push_back(static_cast<float>(v[i]));
}
void append(std::vector<float>& list, const Quat& q) {
  for (double x : {q.w(), q.x(), q.y(), q.z()}) list.push_back(static_cast<float>(x));
}

/// All signals that the plots ask for, in one pattern.
std::string patterns_of(const std::vector<ScenePlot>& plots) {
  std::string all;
  for (const ScenePlot& plot : plots)
    all += plot.signals + "," + (plot.x == "time" ? "" : plot.x + ",");
  return all;
}

/// 3 for points, 7 for rigid bodies, 12 for what is deformed by a linear map.
int pose_numbers(const Object& kind) {
  if (holds_alternative<Particle>(kind) || holds_alternative<Parametric>(kind)) return 3;
  return holds_alternative<RigidBody>(kind) ? 7 : 12;
}
void append_pose(const World& world, const Recording::Part& part, std::vector<float>& out) {
  const Vec3 x = world.point(PointOn{part.object, Vec3::Zero(), part.part}).x;
  append(out, x);
  if (part.numbers == 7) append(out, world.placement(part.object).orientation);
  if (part.numbers < 12) return;
  Mat3 A;
  for (int i = 0; i < 3; ++i) A.col(i) = world.point(PointOn{part.object, Vec3::Unit(i)}).x - x;
  if (A.col(2).norm() == 0.0) A.col(2) = Vec3::UnitZ();  // a plate
  for (int i = 0; i < 3; ++i) append(out, A.col(i));
}

}  // namespace

Recording::Recording(const Scene& scene, const World& world)
    : settings_(scene.settings),
      views_(scene.views),
      plots_(scene.plots),
      signals_(scene, world, patterns_of(scene.plots)),
      signal_values_(signals_.list().size()) {
  settings_.stepper = world.stepper();
  find_new(scene, world);
}

void Recording::find_new(const Scene& scene, const World& world) {
  const Model& model = world.model();
  const std::size_t known = parts_.size() + constraints_.size() + forces_.size();
  model.objects().for_each([&](ObjectId id, const ObjectRecord& /*record*/) {
    if (first_part_.try_emplace(id, static_cast<int>(parts_.size())).second)
      add_part(scene, world, id);
  });
  const auto add = [&](auto id, const auto& record, auto& index, std::vector<Holder>& list) {
    if (is_hidden(record.options.name)) return;
    if (!index.try_emplace(id, static_cast<int>(list.size())).second) return;
    list.push_back(holder_of(model.name_of(id), kind_name(record.kind), holding_of(record.kind)));
  };
  model.constraints().for_each([&](ConstraintId id, const ConstraintRecord& record) {
    add(id, record, constraint_index_, constraints_);
  });
  model.forces().for_each(
      [&](ForceId id, const ForceRecord& record) { add(id, record, force_index_, forces_); });
  const std::array<std::size_t, 4> counts = {model.objects().size(),
                                             model.constraints().size(),
                                             model.forces().size(),
                                             model.controllers().size()};
  if (counts != counts_ || known != parts_.size() + constraints_.size() + forces_.size())
    signals_.renew(world);
  counts_ = counts;
}

void Recording::add_part(const Scene& scene, const World& world, ObjectId id) {
  const Object& kind = world.model().objects()[id].kind;
  const auto* several = get_if<Parametric>(&kind);
  const int count = several != nullptr ? several->map.particles() : 1;
  for (int i = 0; i < count; ++i) {
    Part part{id, i};
    part.name = world.model().name_of(id) + (count > 1 ? "[" + std::to_string(i) + "]" : "");
    part.kind = kind_name(kind);
    part.looks = looks_of(scene, world.model(), id);
    if (const auto looks = scene.looks.find(id.index); looks != scene.looks.end())
      part.colour = looks->second.colour;
    part.numbers = pose_numbers(kind);
    part.poses.assign(times_.size() * static_cast<std::size_t>(part.numbers), absent);
    parts_.push_back(std::move(part));
  }
}

Recording::Holder Recording::holder_of(const std::string& name, std::string kind, Holding holding) {
  Holder holder{name, std::move(kind), std::move(holding)};
  for (const Track& track : holder.holding.tracks) holder.tracks.push_back(track_index(track));
  for (auto* list : {&holder.error, &holder.force, &holder.torque})
    list->assign(times_.size(), absent);
  for (const HeldEnd& end : all_ends(holder.holding))
    if (const Path* path = path_of(end))
      holder.paths.push_back({*path, std::vector<float>(3 * times_.size(), absent)});
  return holder;
}

int Recording::track_index(const Track& track) {
  const auto same = [&](const UsedTrack& t) {
    return !t.track.key.empty() && t.track.key == track.key;
  };
  auto found = std::find_if(tracks_.begin(), tracks_.end(), same);
  if (found == tracks_.end()) found = tracks_.insert(found, {track});
  return static_cast<int>(found - tracks_.begin());
}

void Recording::follow(const World& world) {
  for (Happening& happening : happenings(world))
    events_.push_back({happening.time, std::move(happening.text)});
  const std::vector<Blow>& blows = world.report().blows;
  blows_.insert(blows_.end(), blows.begin(), blows.end());
}

void Recording::sample(const Scene& scene, const World& world) {
  find_new(scene, world);
  sample_parts(world);
  sample_holders(world);
  sample_arrows(world);
  sample_signals(world);
  times_.push_back(world.time());
  kinetic_.push_back(world.kinetic_energy());
  potential_.push_back(world.potential_energy());
}

void Recording::sample_parts(const World& world) {
  for (Part& part : parts_) {
    if (world.model().objects().contains(part.object))
      append_pose(world, part, part.poses);
    else
      part.poses.insert(part.poses.end(), static_cast<std::size_t>(part.numbers), absent);
  }
}

void Recording::sample_holders(const World& world) {
  for (const auto& [id, i] : constraint_index_) {
    Holder& holder = constraints_[static_cast<std::size_t>(i)];
    const bool acts = world.model().constraints().contains(id) && world.is_active(id);
    double error = 0.0;
    if (acts)
      for (double e : world.error(id)) error = std::max(error, std::abs(e));
    const Effort effort = acts ? world.effort(id) : Effort{};
    holder.error.push_back(acts ? static_cast<float>(error) : absent);
    holder.force.push_back(acts ? static_cast<float>(effort.force) : absent);
    holder.torque.push_back(acts ? static_cast<float>(effort.torque) : absent);
    sample_paths(world.time(), holder);
  }
  for (Holder& holder : forces_) sample_paths(world.time(), holder);
}

void Recording::sample_paths(double time, Holder& holder) {
  for (UsedPath& used : holder.paths) append(used.points, used.path.at(time).x);
}

void Recording::sample_arrows(const World& world) {
  for (const Drawable& d : drawables(world, blows_)) {
    if (is_hidden(d.name)) continue;
    arrows_.owner.push_back(owner_of(d));
    arrows_.flags.push_back(static_cast<std::uint8_t>(
        static_cast<int>(d.kind) + (d.object.is_none() ? 0 : 4) + (d.reaction ? 8 : 0)));
    append(arrows_.numbers, d.point);
    append(arrows_.numbers, d.vector);
    for (int t : tracks_of(d)) {
      UsedTrack& used = tracks_[static_cast<std::size_t>(t)];
      const FrameKin frame = world.frame(used.track.frame);
      used.visited.push_back(frame.R.transpose() * (d.point - frame.x));
    }
  }
  arrows_.ends.push_back(static_cast<std::uint32_t>(arrows_.owner.size()));
  blows_.clear();
}

std::uint32_t Recording::owner_of(const Drawable& arrow) const {
  const auto marked = [](const auto& index, auto id, std::uint32_t mark) {
    return static_cast<std::uint32_t>(index.at(id)) | mark;
  };
  if (!arrow.constraint.is_none()) return marked(constraint_index_, arrow.constraint, 0);
  if (!arrow.force.is_none()) return marked(force_index_, arrow.force, of_forces);
  return arrow.object.is_none() ? of_contacts : marked(first_part_, arrow.object, of_contacts);
}

const std::vector<int>& Recording::tracks_of(const Drawable& arrow) const {
  static const std::vector<int> none;
  const auto of = [](const std::vector<Holder>& list, int i) -> const std::vector<int>& {
    return list[static_cast<std::size_t>(i)].tracks;
  };
  if (!arrow.constraint.is_none()) return of(constraints_, constraint_index_.at(arrow.constraint));
  return arrow.force.is_none() ? none : of(forces_, force_index_.at(arrow.force));
}

void Recording::sample_signals(const World& world) {
  std::vector<double> values;
  signals_.sample(world, values);
  for (std::size_t i = 0; i < values.size(); ++i)
    signal_values_[i].push_back(static_cast<float>(values[i]));
}

std::size_t Recording::most_samples() const {
  constexpr std::size_t page = 64'000'000, pictures = 3000;  // bytes; what is smooth to look at
  const std::size_t drawn = std::max<std::size_t>(1, times_.size());
  std::size_t bytes = 8;
  for (const Part& part : parts_) bytes += 4 * static_cast<std::size_t>(part.numbers);
  bytes += 12 * constraints_.size() + 4 * signal_values_.size() + 29 * arrows_.owner.size() / drawn;
  return std::clamp<std::size_t>(page / bytes, 2, pictures);
}

}  // namespace holon
