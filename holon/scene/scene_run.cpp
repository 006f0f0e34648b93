// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/scene_run.h"

#include <algorithm>
#include <cmath>

#include "holon/model/signals.h"
#include "holon/scene/builder.h"
#include "holon/scene/edit.h"
#include "holon/scene/hidden.h"

namespace holon {
namespace {

World described_world(const Scene& scene, int threads) {
  WorldOptions options;
  options.stepper = scene.settings.stepper;
  options.settings = scene.settings.settings;
  options.threads = threads;
  options.sleep_speed = scene.settings.sleep_speed;
  return World(scene.model, options);
}

/// Before all times: no force that acts for a while is over.
constexpr double never = -std::numeric_limits<double>::infinity();

}  // namespace

struct SceneRun::Snapshot::Parts {
  World::Snapshot world;
  Scene scene;
  std::shared_ptr<const Scene> described;
  std::vector<TimelineProgress> progress;
  std::vector<TimedForce> pushes;
  std::vector<ConstraintId> connected;
};

/// The world of a scene under the hands of its timeline.
class SceneRun::Target {
 public:
  Target(Scene scene, int threads)
      : scene_(std::move(scene)),
        world_(described_world(scene_, threads)),
        described_(std::make_shared<const Scene>(scene_)) {
    start();
    for (const TimelineEntry& entry : scene_.timeline)
      progress_.push_back({.next = entry.moment.from, .holds = entry.moment.held});
  }

  World& world() { return world_; }
  const Scene& scene() const { return scene_; }
  const Scene& described() const { return *described_; }
  const std::vector<TimelineProgress>& progress() const { return progress_; }
  const std::vector<TimedForce>& pushes() const { return pushes_; }
  const std::vector<ConstraintId>& connected() const { return connected_; }
  bool was_edited() const { return edited_; }

  void make_due_edits(double h);
  void make(const TimelineEdit& edit);
  void set_parameter(const std::string& name, double value);
  Snapshot::Parts parts() const;
  void restore(const Snapshot::Parts& parts);

 private:
  void start();
  bool is_due(const TimelineEntry& entry, TimelineProgress& progress, double now) const;
  Draft draft(double now);
  void carry_out(Draft draft);

  Scene scene_;
  World world_;
  std::shared_ptr<const Scene> described_;  // for the values that its parameters have
  std::vector<TimelineProgress> progress_;
  std::vector<TimedForce> pushes_;
  std::vector<ConstraintId> connected_;
  bool edited_ = false;
};

/// Goes to the moment that the scene goes on from.
void SceneRun::Target::start() {
  const SceneStart& start = scene_.start;
  if (!start.edits.empty()) {
    Draft tried = draft(never);
    for (const TimelineEdit& edit : start.edits) make_edit(edit, tried);
    carry_out(std::move(tried));
    edited_ = false;
  }
  if (start.time == 0.0 && start.motion.empty()) return;
  World::Snapshot now = world_.snapshot();
  now.state.tick(start.time);
  for (const ObjectMotion& motion : start.motion) {
    const ObjectId id = now.model.find_object(motion.object);
    std::ranges::copy(motion.q, now.state.q(id).begin());
    std::ranges::copy(motion.v, now.state.v(id).begin());
  }
  world_.restore(now);
}

// ---- edits ----

/// What is tried and then done as a whole. It has no copy of the model that the run started with.
Draft SceneRun::Target::draft(double now) {
  Model start = std::exchange(scene_.model, {});
  Draft draft(scene_, described_, &world_);
  scene_.model = std::move(start);
  draft.go_on_with(pushes_, now);
  return draft;
}

void SceneRun::Target::carry_out(Draft draft) {
  draft.carry_out(world_);
  draft.scene().model = std::move(scene_.model);
  scene_ = std::move(draft.scene());
  described_ = draft.described();
  pushes_ = draft.pushes();
  connected_.insert(connected_.end(), draft.connected().begin(), draft.connected().end());
  std::erase_if(connected_,
                [&](ConstraintId id) { return !world_.model().constraints().contains(id); });
  edited_ = true;
}

void SceneRun::Target::make(const TimelineEdit& edit) {
  Draft tried = draft(never);
  make_edit(edit, tried);
  carry_out(std::move(tried));
}

void SceneRun::Target::set_parameter(const std::string& name, double value) {
  Draft tried = draft(never);
  tried.set_parameter(name, value);
  carry_out(std::move(tried));
}

// ---- timeline ----

/// All that is due, or nothing of it.
void SceneRun::Target::make_due_edits(double h) {
  edited_ = false;
  // what is due within rounding of the clock is due
  const double now = world_.time() + 1e-9 * h;
  std::vector<TimelineProgress> progress = progress_;
  std::vector<const TimelineEdit*> due;
  for (std::size_t i = 0; i < progress.size(); ++i)
    if (is_due(scene_.timeline[i], progress[i], now))
      for (const TimelineEdit& edit : scene_.timeline[i].edits) due.push_back(&edit);
  const auto is_over = [&](const TimedForce& push) { return now >= push.until; };
  if (!due.empty() || std::ranges::any_of(pushes_, is_over)) {
    Draft tried = draft(now);
    for (const TimelineEdit* edit : due) make_edit(*edit, tried);
    carry_out(std::move(tried));
  }
  progress_ = std::move(progress);
}

bool SceneRun::Target::is_due(const TimelineEntry& entry,
                              TimelineProgress& progress,
                              double now) const {
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
  progress.holds = find_signal(world_.model(), entry.when->signal).has_value()
                   && entry.when->holds(world_.signal(entry.when->signal));
  if (held || !progress.holds) return false;
  progress.done = !moment.again;
  return true;
}

// ---- the run ----

World make_world(const Scene& scene, int threads) {
  SceneRun run(scene, threads);
  return std::move(run.world());
}

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
const Scene& SceneRun::described() const {
  return target_->described();
}
const std::vector<TimelineProgress>& SceneRun::progress() const {
  return target_->progress();
}
const std::vector<TimedForce>& SceneRun::pushes() const {
  return target_->pushes();
}
const std::vector<ConstraintId>& SceneRun::connected() const {
  return target_->connected();
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
  return {world_.snapshot(), scene_, described_, progress_, pushes_, connected_};
}

void SceneRun::Target::restore(const Snapshot::Parts& parts) {
  world_.set_stepper(parts.scene.settings.stepper, parts.scene.settings.settings);
  world_.restore(parts.world);
  scene_ = parts.scene;
  described_ = parts.described;
  progress_ = parts.progress;
  pushes_ = parts.pushes;
  connected_ = parts.connected;
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
  out.start = {};
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
