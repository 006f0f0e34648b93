// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/scene_run.h"

#include <cmath>

#include "holon/model/signals.h"
#include "holon/scene/edit.h"
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

}  // namespace

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
  Placement placement(ObjectId id) const override { return world_.placement(id); }
  void place(ObjectId id, const Placement& placement) override { world_.place(id, placement); }
  void set_stepper(const std::string& name, const StepperOptions& settings) override {
    world_.set_stepper(name, settings);
  }
  void remove_later(ForceId id, double seconds) override {
    pushes_.push_back({id, world_.time() + seconds});
  }

 private:
  struct Push {
    ForceId id;
    double until;
  };
  bool is_due(const TimelineEntry& entry, Progress& progress, double now) const;
  void end_pushes(double now);
  void take_over(const Model& now);

  Scene scene_;
  World world_;
  Model base_;  // what the scene says exists, for the values that its parameters have
  std::vector<Progress> progress_;
  std::vector<Push> pushes_;
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
  const auto is_over = [&](const Push& push) {
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

void SceneRun::edit(std::string_view json) {
  target_->make({parse_json(json), ""});
}

}  // namespace holon
