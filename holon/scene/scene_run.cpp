// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/scene_run.h"

#include <algorithm>
#include <cmath>

#include "holon/model/signals.h"
#include "holon/scene/builder.h"
#include "holon/scene/edit.h"
#include "holon/scene/hidden.h"
#include "holon/scene/thing_writer.h"

namespace holon {
namespace {

/// What is known of an entry of the timeline on the way.
struct Progress {
  double next = 0.0;   // when an entry is due that is done every so often
  bool done = false;   // for good
  bool holds = false;  // its condition did at the last look
};

/// Calls f(id, record before, record after) for things of one sort that differ in two models of
/// which both have the same things; false if they have not.
template <class Map, class F>
bool for_each_change(const Map& before, const Map& after, const Model& a, const Model& b, F&& f) {
  if (before.size() != after.size()) return false;
  bool same_things = true;
  before.for_each([&](auto id, const auto& record) {
    same_things = same_things && after.contains(id) && after[id].kind.index() == record.kind.index()
                  && after[id].options.name == record.options.name;
    if (same_things && text_of(a, id) != text_of(b, id)) f(id, after[id]);
  });
  return same_things;
}

/// A force that acts for a while.
struct TimedForce {
  ForceId id;
  double until;
};

}  // namespace

struct SceneRun::Snapshot::Parts {
  World::Snapshot world;
  Scene scene;
  Model base;
  std::vector<Progress> progress;
  std::vector<TimedForce> pushes;
};

/// The world of a scene under the hands of its timeline.
class SceneRun::Target : public EditTarget {
 public:
  Target(Scene scene, int threads)
      : scene_(std::move(scene)), world_(make_world(scene_, threads)), base_(scene_.model) {
    for (const TimelineEntry& entry : scene_.timeline)
      progress_.push_back({.next = entry.moment.from});
  }

  World& world() { return world_; }
  const Scene& scene() const { return scene_; }
  bool was_edited() const { return edited_; }

  void make_due_edits(double h);
  void make(const TimelineEdit& edit) {
    edited_ = true;
    make_edit(edit, *this);
  }
  Snapshot::Parts parts() const;
  void restore(const Snapshot::Parts& parts);

  const Model& model() const override { return world_.model(); }
  ObjectId add(Object kind, ObjectOptions options) override {
    return world_.add(std::move(kind), std::move(options));
  }
  ConstraintId add(Constraint kind, ConstraintOptions options) override {
    return world_.add(std::move(kind), std::move(options));
  }
  ForceId add(Force kind, ForceOptions options) override {
    return world_.add(std::move(kind), std::move(options));
  }
  ControllerId add(Controller kind, ControllerOptions options) override {
    return world_.add(std::move(kind), std::move(options));
  }
  void note(ObjectId id, MassSource source) override {
    scene_.solids[id.index] = std::move(source);
  }
  void note(ObjectId id, Looks looks) override { scene_.looks[id.index] = std::move(looks); }
  void remove(ObjectId id) override {
    world_.remove(id);
    scene_.solids.erase(id.index);
    scene_.looks.erase(id.index);
  }
  void remove(ConstraintId id) override { world_.remove(id); }
  void remove(ForceId id) override { world_.remove(id); }
  void remove(ControllerId id) override { world_.remove(id); }
  void set_active(ConstraintId id, bool active) override { world_.set_active(id, active); }
  void set_active(ForceId id, bool active) override { world_.set_active(id, active); }
  void set_active(ControllerId id, bool active) override { world_.set_active(id, active); }
  void set_number(const Parameter& parameter, double value) override;
  const std::vector<SceneParameter>& parameters() const override { return scene_.parameters; }
  void set_parameter(const std::string& name, double value) override;
  const std::map<std::uint32_t, MassSource>& solids() const override { return scene_.solids; }
  Placement placement(ObjectId id) const override { return world_.placement(id); }
  void place(ObjectId id, const Placement& placement) override { world_.place(id, placement); }
  void set_stepper(const std::string& name, const StepperOptions& settings) override {
    world_.set_stepper(name, settings);
    scene_.settings.stepper = name;
    scene_.settings.settings = settings;
  }
  void remove_later(ForceId id, double seconds) override {
    pushes_.push_back({id, world_.time() + seconds});
  }

 private:
  bool is_due(const TimelineEntry& entry, Progress& progress, double now) const;
  void end_pushes(double now);
  void take_over(const Model& now);

  Scene scene_;
  World world_;
  Model base_;  // what the scene says exists, for the values that its parameters have
  std::vector<Progress> progress_;
  std::vector<TimedForce> pushes_;
  bool edited_ = false;
};

// ---- timeline ----

void SceneRun::Target::make_due_edits(double h) {
  edited_ = false;
  // what is due within rounding of the clock is due
  const double now = world_.time() + 1e-9 * h;
  end_pushes(now);
  for (std::size_t i = 0; i < progress_.size(); ++i)
    if (is_due(scene_.timeline[i], progress_[i], now))
      for (const TimelineEdit& edit : scene_.timeline[i].edits) make(edit);
}

bool SceneRun::Target::is_due(const TimelineEntry& entry, Progress& progress, double now) const {
  const Moment& moment = entry.moment;
  if (progress.done || now < moment.from) return false;
  if (world_.time() > moment.until) return false;
  if (std::isfinite(moment.at)) return progress.done = now >= moment.at;
  if (std::isfinite(moment.every)) {
    if (now < progress.next) return false;
    while (progress.next <= now) progress.next += moment.every;
    return true;
  }
  const bool held = progress.holds;
  progress.holds = find_signal(model(), entry.when->signal).has_value()
                   && entry.when->holds(world_.signal(entry.when->signal));
  if (held || !progress.holds) return false;
  progress.done = !moment.again;
  return true;
}

void SceneRun::Target::end_pushes(double now) {
  const auto is_over = [&](const TimedForce& push) {
    if (now < push.until) return false;
    if (model().forces().contains(push.id)) world_.remove(push.id);
    return edited_ = true;
  };
  std::erase_if(pushes_, is_over);
}

// ---- numbers ----

void SceneRun::Target::set_number(const Parameter& parameter, double value) {
  const auto changed = [&](const auto& map, auto id) {
    return with_number(map[id], parameter.field, value);
  };
  if (const auto* id = std::get_if<ConstraintId>(&parameter.of)) {
    if (is_switch(parameter)) return world_.set_active(*id, value > 0.5);
    ConstraintRecord record = changed(model().constraints(), *id);
    world_.set(*id, std::move(record.kind), std::move(record.options));
  } else if (const auto* force = std::get_if<ForceId>(&parameter.of)) {
    if (is_switch(parameter)) return world_.set_active(*force, value > 0.5);
    world_.set(*force, changed(model().forces(), *force).kind);
  } else if (const auto* object = std::get_if<ObjectId>(&parameter.of)) {
    world_.set(*object, changed(model().objects(), *object).kind);
  } else {
    const auto controller = std::get<ControllerId>(parameter.of);
    world_.set(controller, changed(model().controllers(), controller).kind);
  }
}

/// The scene is read again with the new value, and what has changed in it is set.
void SceneRun::Target::set_parameter(const std::string& name, double value) {
  SceneSource source = scene_.source;
  source.set[name] = value;
  Scene again = read_scene(source);
  take_over(again.model);
  scene_.parameters = std::move(again.parameters);
  scene_.source = std::move(source);
}

void SceneRun::Target::take_over(const Model& now) {
  const Model before = base_;
  std::vector<std::function<void()>> edits;
  const auto changes = [&](const auto& a, const auto& b, auto&& set) {
    const bool same = for_each_change(a, b, before, now, [&](auto id, const auto& record) {
      edits.push_back([&set, id, &record] { set(id, record); });
    });
    if (!same)
      throw UsageError("that changes what exists, and so can only be set before the start");
  };
  const auto set_object = [&](ObjectId id, const ObjectRecord& r) {
    if (model().objects().contains(id)) world_.set(id, r.kind);
  };
  const auto set_constraint = [&](ConstraintId id, const ConstraintRecord& r) {
    if (model().constraints().contains(id)) world_.set(id, r.kind, r.options);
  };
  const auto set_force = [&](ForceId id, const ForceRecord& r) {
    if (model().forces().contains(id)) world_.set(id, r.kind);
  };
  const auto set_controller = [&](ControllerId id, const ControllerRecord& r) {
    if (model().controllers().contains(id)) world_.set(id, r.kind);
  };
  changes(before.objects(), now.objects(), set_object);
  changes(before.controllers(), now.controllers(), set_controller);
  changes(before.constraints(), now.constraints(), set_constraint);
  changes(before.forces(), now.forces(), set_force);
  for (const auto& edit : edits) edit();
  base_ = now;
}

// ---- the run ----

SceneRun::SceneRun(Scene scene, int threads)
    : target_(std::make_unique<Target>(std::move(scene), threads)) {}
SceneRun::~SceneRun() = default;
SceneRun::SceneRun(SceneRun&&) noexcept = default;
SceneRun& SceneRun::operator=(SceneRun&&) noexcept = default;

World& SceneRun::world() {
  return target_->world();
}
const World& SceneRun::world() const {
  return target_->world();
}
const Scene& SceneRun::scene() const {
  return target_->scene();
}
bool SceneRun::was_edited() const {
  return target_->was_edited();
}

const StepReport& SceneRun::step(double h) {
  target_->make_due_edits(h);
  return target_->world().step(h);
}

void SceneRun::set_parameter(const std::string& name, double value) {
  target_->set_parameter(name, value);
}

void SceneRun::edit(std::string_view text, JsonPlace place) {
  target_->make({edit_from_command(CommandWord{text, place}, context_of(world().model())), ""});
}

// ---- going back, and going on elsewhere ----

SceneRun::Snapshot::Parts SceneRun::Target::parts() const {
  return {world_.snapshot(), scene_, base_, progress_, pushes_};
}

void SceneRun::Target::restore(const Snapshot::Parts& parts) {
  world_.set_stepper(parts.scene.settings.stepper, parts.scene.settings.settings);
  world_.restore(parts.world);
  scene_ = parts.scene;
  base_ = parts.base;
  progress_ = parts.progress;
  pushes_ = parts.pushes;
  edited_ = true;
}

SceneRun::Snapshot SceneRun::snapshot() const {
  Snapshot out;
  out.parts_ = std::make_shared<const Snapshot::Parts>(target_->parts());
  return out;
}

void SceneRun::restore(const Snapshot& snapshot) {
  target_->restore(*snapshot.parts_);
}

/// Gives a description of an object the start (q, v): the inverse of its start().
template <class K>
static void start_from(K& kind, const Placement& now, const double* q, const double* v) {
  if constexpr (requires { kind.u_dot; }) {
    std::copy_n(q, kind.u.size(), kind.u.begin());
    kind.u_dot.assign(v, v + kind.u.size());
  } else {
    constexpr int dim = decltype(kind.position)::SizeAtCompileTime;
    kind.position = now.position.template head<dim>();
    kind.velocity = now.velocity.template head<dim>();
    if constexpr (requires { kind.orientation; }) {
      kind.orientation = now.orientation;
      kind.angular_velocity = now.angular_velocity;
    }
    if constexpr (requires { kind.deformation; }) {
      kind.deformation = view<decltype(kind.deformation)>(q + dim);
      kind.deformation_rate = view<decltype(kind.deformation_rate)>(v + dim);
    }
  }
}

/// An object whose mass was set no longer weighs what its solid does: that is left to its looks.
static void drop_stale_solid(Scene& scene, ObjectId id) {
  const auto it = scene.solids.find(id.index);
  const Solid* solid = it == scene.solids.end() ? nullptr : std::get_if<Solid>(&it->second);
  if (solid == nullptr) return;
  const double weighs = mass_properties(solid->shape, solid->density).mass;
  const double mass = visit(
      [&](const auto& kind) {
        if constexpr (requires { kind.mass; })
          return kind.mass;
        else
          return weighs;
      },
      scene.model.objects()[id].kind);
  if (std::abs(mass - weighs) <= 1e-12 * weighs) return;
  Looks& looks = scene.looks[id.index];
  if (!looks.shape) looks.shape = solid->shape;
  scene.solids.erase(it);
}

Scene SceneRun::scene_now() const {
  Scene out = scene();
  out.timeline.clear();
  out.parameters.clear();
  out.source = {};
  const Model& model = world().model();
  out.model = model;
  model.forces().for_each([&](ForceId id, const ForceRecord& record) {
    if (is_hidden(record.options.name)) out.model.remove(id);
  });
  model.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    Object kind = record.kind;
    const State& state = world().state();
    visit(
        [&](auto& k) {
          start_from(k, world().placement(id), state.q(id).data(), state.v(id).data());
        },
        kind);
    out.model.set(id, std::move(kind));
    drop_stale_solid(out, id);
  });
  model.constraints().for_each([&](ConstraintId id, const ConstraintRecord& record) {
    ConstraintOptions options = record.options;
    options.active = world().is_active(id);
    out.model.set(id, record.kind, options);
  });
  return out;
}

}  // namespace holon
