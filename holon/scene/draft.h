// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "holon/model/parameter.h"
#include "holon/scene/scene.h"

namespace holon {

/// A force that acts for a while.
struct TimedForce {
  ForceId id;
  double until = 0.0;
};

/// What exists while a scene is read, or edited. Every change is checked as it would be in a world,
/// and throws a ModelError, SceneError or UsageError if it cannot be. A world that runs is not
/// touched before carry_out(): so edits, however many, are made all or not at all.
class Draft {
 public:
  /// A scene that is being read: controllers may speak of what is yet to come.
  Draft() = default;
  /// A scene that stands for its world, or, with one, the scene of that world, which outlives the
  /// draft and stays as it is. `described` is what the scene says for the values that its
  /// parameters have.
  Draft(Scene scene, std::shared_ptr<const Scene> described, const World* world = nullptr)
      : scene_(std::move(scene)),
        described_(std::move(described)),
        world_(world),
        is_running_(true) {
    if (world_ != nullptr) scene_.model = world_->model();
  }

  const Model& model() const { return scene_.model; }
  const Scene& scene() const { return scene_; }
  Scene& scene() { return scene_; }
  const std::shared_ptr<const Scene>& described() const { return described_; }
  const std::vector<TimedForce>& pushes() const { return pushes_; }
  /// Constraints that were added, one after the other.
  const std::vector<ConstraintId>& connected() const { return connected_; }

  template <class Kind, class Options>
  auto add(Kind kind, Options options);
  /// What the mass of an object comes from, and how it is shown.
  void note(ObjectId id, MassSource source) { scene_.solids[id.index] = std::move(source); }
  void note(ObjectId id, Looks looks) { scene_.looks[id.index] = std::move(looks); }
  /// Does nothing if it has gone already, with something that it hung on.
  void remove(ObjectId id);
  void remove(ConstraintId id);
  void remove(ForceId id);
  void remove(ControllerId id);
  void set_active(ConstraintId id, bool active);
  void set_active(ForceId id, bool active);
  void set_active(ControllerId id, bool active);
  using AnyId = decltype(Parameter::of);
  using Numbers = std::vector<std::pair<std::string, double>>;
  /// Numbers of one thing, by their fields (holon/model/parameter.h), all at once.
  void set_numbers(const AnyId& id, const Numbers& numbers);
  /// The scene is read again with that value, and what has changed in it is set.
  void set_parameter(const std::string& name, double value);
  Placement placement(ObjectId id) const;
  void place(ObjectId id, const Placement& placement);
  /// The same in the object's own coordinates.
  void place(ObjectId id, const std::vector<double>& q, const std::vector<double>& v);
  void set_stepper(const std::string& name, const StepperOptions& settings);
  /// Takes a force away again when it has acted for so long.
  void remove_later(ForceId id, double seconds);
  /// Forces that act for a while, of before; those that are over at this time are taken away.
  void go_on_with(std::vector<TimedForce> pushes, double now);

  /// Does to a world what was done here. It is the one that the draft began with, as it was then.
  void carry_out(World& world) const;

 private:
  using Deed = std::function<void(World&)>;
  void later(Deed deed) {
    if (world_ != nullptr) deeds_.push_back(std::move(deed));
  }
  void check_controller(ControllerId id);
  void set(ObjectId id, const Object& kind);
  void set(ObjectId id, const std::shared_ptr<const Collision>& collision);
  void set(const MaterialPair& pair);
  void set(ConstraintId id, const ConstraintRecord& record);
  void set(ForceId id, const Force& kind);
  void set(ControllerId id, const Controller& kind);
  void take_over(const Scene& now);
  void take_over_touching(const Model& before, const Model& now);

  struct Coordinates {
    std::vector<double> q, v;
  };
  Coordinates start_of(ObjectId id) const;

  Scene scene_;
  std::shared_ptr<const Scene> described_;
  const World* world_ = nullptr;
  bool is_running_ = false;
  std::map<ObjectId, Coordinates> placed_;
  std::vector<TimedForce> pushes_;
  std::vector<ConstraintId> connected_;
  std::vector<Deed> deeds_;
};

/// A world made the same edits gives the same ids.
void require_same_id(bool same);

template <class Kind, class Options>
auto Draft::add(Kind kind, Options options) {
  const auto id = scene_.model.add(kind, options);
  if constexpr (std::is_same_v<Options, ControllerOptions>) check_controller(id);
  if constexpr (std::is_same_v<Options, ConstraintOptions>)
    if (is_running_) connected_.push_back(id);
  later([kind = std::move(kind), options = std::move(options), id](World& world) {
    require_same_id(world.add(kind, options) == id);
  });
  return id;
}

}  // namespace holon
