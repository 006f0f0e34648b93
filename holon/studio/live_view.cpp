// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/live_view.h"

#include <algorithm>
#include <cstring>

#include "holon/math/hash.h"
#include "holon/scene/hidden.h"
#include "holon/scene/named_points.h"

namespace holon::studio {
namespace {

constexpr std::uint32_t magic = 0x464C4F48;  // "HOLF"
constexpr std::uint32_t is_running = 1, is_rewound = 2, has_hand = 4;
constexpr std::size_t flags_at = 48, hand_bytes = 6 * sizeof(float);

/// Differs when something comes or goes.
std::uint64_t hash_of_things(const Model& model) {
  Hash hash;
  const auto add = [&](const auto& map) {
    hash.add(std::uint64_t{0});  // where the next list begins
    map.for_each([&](auto id, const auto& record) {
      if (is_hidden(record.options.name)) return;
      hash.add(std::uint64_t{id.index});
      hash.add(std::uint64_t{id.generation});
    });
  };
  add(model.objects());
  add(model.constraints());
  add(model.forces());
  add(model.controllers());
  return hash.value();
}

Json points_of(const SceneRun& run, const Recording::Part& part) {
  Json list = Json::array();
  const Model& model = run.world().model();
  if (get_if<Parametric>(&model.objects()[part.object].kind) != nullptr)
    return list;  // each particle is a point by itself
  for (const NamedPoint& point : named_points(run.scene(), model, part.object))
    list.push_back({{"name", point.name}, {"at", numbers(point.at)}});
  return list;
}

Json parameters_of(const Scene& scene) {
  Json list = Json::array();
  for (const SceneParameter& p : scene.parameters) {
    Json entry = {{"name", p.name}, {"value", p.value}, {"unit", p.unit}};
    if (std::isfinite(p.min)) entry["min"] = p.min;
    if (std::isfinite(p.max)) entry["max"] = p.max;
    entry["note"] = p.note;
    list.push_back(std::move(entry));
  }
  return list;
}

Json controllers_of(const Model& model) {
  Json list = Json::array();
  model.controllers().for_each([&](ControllerId id, const ControllerRecord& record) {
    const auto kind =
        visit([](const auto& k) { return std::decay_t<decltype(k)>::name; }, record.kind);
    list.push_back({{"name", model.name_of(id)}, {"kind", kind}});
  });
  return list;
}

bool has_gravity(const Model& model) {
  bool found = false;
  model.forces().for_each([&](ForceId /*id*/, const ForceRecord& record) {
    found = found || (get_if<Gravity>(&record.kind) != nullptr && record.options.active);
  });
  return found;
}

std::string scene_message(const SceneRun& run,
                          const Recording& recording,
                          std::uint32_t revision,
                          const std::string& file) {
  const Model& model = run.world().model();
  Json points = Json::array(), fixed = Json::array();
  for (const Recording::Part& part : recording.parts()) {
    points.push_back(points_of(run, part));
    fixed.push_back(model.objects()[part.object].options.kinematic);
  }
  const Json rest = {{"type", "scene"},
                     {"revision", revision},
                     {"file", file},
                     {"points", std::move(points)},
                     {"fixed", std::move(fixed)},
                     {"parameters", parameters_of(run.scene())},
                     {"controllers", controllers_of(model)},
                     {"gravity", has_gravity(model)}};
  // the recording is text already
  std::string text = rest.dump();
  text.pop_back();
  return text + R"(,"recording":)" + recording.to_json(run.world().report()) + "}";
}

}  // namespace

bool LiveView::look(const SceneRun& run, const std::string& file) {
  if (recording_ && hash_of_things(run.world().model()) == things_) return false;
  describe(run, file);
  return true;
}

void LiveView::describe(const SceneRun& run, const std::string& file) {
  things_ = hash_of_things(run.world().model());
  ++revision_;
  recording_ = std::make_unique<Recording>(run.scene(), run.world());
  recording_->sample(run.scene(), run.world());
  message_ = std::make_shared<const std::string>(scene_message(run, *recording_, revision_, file));
}

Bytes LiveView::frame(const SceneRun& run, const FrameFacts& facts) {
  const World& world = run.world();
  recording_->forget_samples();
  recording_->sample(run.scene(), world);
  Bytes out;
  append(out, magic);
  append(out, revision_);
  append(out, world.time());
  append(out, world.kinetic_energy());
  append(out, world.potential_energy());
  append(out, world.report().worst_error);
  append(out, static_cast<float>(facts.rate));
  append(out, static_cast<float>(facts.cost));
  append(out, (facts.running ? is_running : 0U) | (facts.held ? has_hand : 0U));
  recording_->append_frame(out);
  if (facts.held)
    for (const Vec3& x : {facts.held->point, facts.held->to})
      for (int i = 0; i < 3; ++i) append(out, static_cast<float>(x[i]));
  return out;
}

void Film::add(Picture picture) {
  bytes_ += picture.frame.size();
  pictures_.push_back(std::move(picture));
  while (bytes_ > most_bytes && pictures_.size() > 1) {
    bytes_ -= pictures_.front().frame.size();
    pictures_.pop_front();
  }
}

void Film::cut(Tape::Position to) {
  while (!pictures_.empty() && pictures_.back().at > to) {
    bytes_ -= pictures_.back().frame.size();
    pictures_.pop_back();
  }
}

void Film::clear() {
  pictures_.clear();
  bytes_ = 0;
}

const Film::Picture& Film::at(double time) const {
  const auto is_before = [](double t, const Picture& picture) { return t < picture.time; };
  // what is meant within rounding of the clock is meant
  const auto later = std::upper_bound(pictures_.begin(), pictures_.end(), time + 1e-9, is_before);
  return later == pictures_.begin() ? *later : *std::prev(later);
}

void mark_as_past(Bytes& frame) {
  std::uint32_t flags = 0;
  std::memcpy(&flags, frame.data() + flags_at, sizeof flags);
  if ((flags & has_hand) != 0U) frame.resize(frame.size() - hand_bytes);
  flags = (flags & ~(is_running | has_hand)) | is_rewound;
  std::memcpy(frame.data() + flags_at, &flags, sizeof flags);
}

}  // namespace holon::studio
