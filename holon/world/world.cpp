// SPDX-License-Identifier: Apache-2.0
#include "holon/world/world.h"

#include <algorithm>
#include <cmath>
#include <exception>

namespace holon {

/// Objects that act on each other through constraints and forces, with their equations and motion.
struct World::Island {
  System system;
  std::unique_ptr<Stepper> stepper;
  std::vector<ObjectId> objects;
  std::vector<int> limited;  // views of constraints with a break limit
  VecX q, v, v_dot, lambda, scratch_P, scratch_dv, scratch_mu;
  StepStats stats;
  std::exception_ptr thrown;  // by a function of the host
  bool fresh = false;         // the system stands at the current state, and lambda belongs to it

  void gather(const State& state) {
    for (const System::BodyView& b : system.bodies()) {
      std::ranges::copy(state.q(b.id), q.data() + b.q);
      std::ranges::copy(state.v(b.id), v.data() + b.v);
    }
    for (const System::ConstraintView& c : system.constraints())
      std::ranges::copy(state.lambda(c.id), lambda.data() + c.row);
  }
  void scatter(State& state) const {
    for (const System::BodyView& b : system.bodies()) {
      std::copy_n(q.data() + b.q, b.nq, state.q(b.id).begin());
      std::copy_n(v.data() + b.v, b.nv, state.v(b.id).begin());
    }
    for (const System::ConstraintView& c : system.constraints())
      std::copy_n(lambda.data() + c.row, c.rows, state.lambda(c.id).begin());
  }
  /// One step from `state`, kept here until scattered.
  void step(const State& state, double h) {
    const double t = state.time();
    gather(state);
    fresh = false;
    if (system.has_impulses())
      apply_due_impulses(system, t, h, q, v, scratch_P, scratch_dv, scratch_mu);
    stats = stepper->step(system, t, h, q, v, lambda);
    if (stats.ok && !(q.allFinite() && v.allFinite() && lambda.allFinite())) {
      stats.ok = false;
      stats.failure = "the motion is not finite";
    }
  }
};

namespace {
/// The name in the list of methods, which outlives every world.
std::string_view lasting_name(std::string_view stepper) {
  for (const StepperKind& kind : stepper_kinds())
    if (kind.name == stepper) return kind.name;
  return {};
}
}  // namespace

World::World(WorldOptions options)
    : options_(std::move(options)), workers_(std::make_unique<Workers>(options_.threads)) {
  make_stepper(options_.stepper, options_.settings);  // says at once if there is no such method
  report_.stepper = lasting_name(options_.stepper);
}
World::World(Model model, WorldOptions options) : World(std::move(options)) {
  model_ = std::move(model);
  model_.objects().for_each([&](ObjectId id, const ObjectRecord& /*record*/) { add_state(id); });
  model_.constraints().for_each(
      [&](ConstraintId id, const ConstraintRecord& /*record*/) { add_state(id); });
  forget_islands();
}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

void World::require(ObjectId id) const {
  if (!model_.objects().contains(id))
    throw UsageError("no such object: it was removed, or never there");
}
void World::require(ConstraintId id) const {
  if (!model_.constraints().contains(id))
    throw UsageError("no such constraint: it was removed, or never there");
}

template <class F>
auto World::with_runtime(ObjectId id, F&& f) const {
  return std::visit(
      [&](const auto& kind) {
        typename std::decay_t<decltype(kind)>::Runtime runtime(kind);
        runtime.place(state_.q(id).data(), state_.v(id).data());
        return f(runtime);
      },
      model_.objects()[id].kind);
}

// ---- edits ----

void World::add_state(ObjectId id) {
  std::visit(
      [&](const auto& kind) {
        const typename std::decay_t<decltype(kind)>::Runtime runtime(kind);
        state_.add(id, runtime.nq(), runtime.nv());
        kind.start(state_.q(id).data(), state_.v(id).data());
      },
      model_.objects()[id].kind);
}

void World::add_state(ConstraintId id) {
  const ConstraintRecord& record = model_.constraints()[id];
  const int rows =
      std::visit([](const auto& k) { return std::decay_t<decltype(k)>::rows; }, record.kind);
  state_.add(id, rows, record.options.active);
}

ObjectId World::add(Object kind, ObjectOptions options) {
  const ObjectId id = model_.add(std::move(kind), std::move(options));
  add_state(id);
  if (object_island_.size() <= id.index) object_island_.resize(id.index + 1);
  object_island_[id.index] = -1;
  if (model_.objects()[id].options.kinematic) kinematic_.push_back(id);
  touch(id);
  return id;
}

ConstraintId World::add(Constraint kind, ConstraintOptions options) {
  const ConstraintId id = model_.add(std::move(kind), std::move(options));
  add_state(id);
  if (constraint_where_.size() <= id.index) constraint_where_.resize(id.index + 1);
  constraint_where_[id.index] = {};
  touch_objects(Model::objects_of(model_.constraints()[id].kind));
  return id;
}

ForceId World::add(Force kind, ForceOptions options) {
  const ForceId id = model_.add(std::move(kind), std::move(options));
  const std::vector<ObjectId> objects = Model::objects_of(model_.forces()[id].kind);
  objects.empty() ? touch_all() : touch_objects(objects);
  return id;
}

void World::remove(ObjectId id) {
  require(id);
  touch(id);
  for (ConstraintId c : model_.objects()[id].constraints) {
    touch_objects(Model::objects_of(model_.constraints()[c].kind));
    state_.remove(c);
  }
  for (ForceId f : model_.objects()[id].forces) touch_others(f);
  model_.remove(id);
  state_.remove(id);
  std::erase(kinematic_, id);
  companions_.erase(id);
  driven_.erase(id);
}

void World::remove(ConstraintId id) {
  require(id);
  touch_objects(Model::objects_of(model_.constraints()[id].kind));
  model_.remove(id);
  state_.remove(id);
}

void World::remove(ForceId id) {
  HOLON_EXPECT(model_.forces().contains(id));
  const std::vector<ObjectId> objects = Model::objects_of(model_.forces()[id].kind);
  objects.empty() ? touch_all() : touch_objects(objects);
  model_.remove(id);
}

void World::set(ObjectId id, Object kind) {
  require(id);
  if (const auto* p = std::get_if<Parametric>(&kind)) {
    const auto* old = std::get_if<Parametric>(&model_.objects()[id].kind);
    HOLON_EXPECT(old != nullptr && p->u.size() == old->u.size());
  }
  model_.set(id, std::move(kind));
  touch(id);
}
void World::set(ConstraintId id, Constraint kind) {
  require(id);
  set(id, std::move(kind), model_.constraints()[id].options);
}
void World::set(ConstraintId id, Constraint kind, ConstraintOptions options) {
  require(id);
  const std::vector<ObjectId> before = Model::objects_of(model_.constraints()[id].kind);
  model_.set(id, std::move(kind), std::move(options));
  touch_objects(before);
  touch_objects(Model::objects_of(model_.constraints()[id].kind));
}
void World::set(ForceId id, Force kind) {
  HOLON_EXPECT(model_.forces().contains(id));
  const std::vector<ObjectId> before = Model::objects_of(model_.forces()[id].kind);
  model_.set(id, std::move(kind), model_.forces()[id].options);
  const std::vector<ObjectId> after = Model::objects_of(model_.forces()[id].kind);
  if (before.empty() || after.empty()) return touch_all();
  touch_objects(before);
  touch_objects(after);
}

void World::set_active(ConstraintId id, bool active) {
  require(id);
  if (state_.active(id) == active) return;
  state_.set_active(id, active);
  for (double& l : state_.lambda(id)) l = 0.0;
  touch_objects(Model::objects_of(model_.constraints()[id].kind));
  Event event;
  event.kind = active ? EventKind::activated : EventKind::deactivated;
  event.time = time();
  event.constraint = id;
  event.reason = "by the host";
  between_steps_.push_back(event);
}
void World::set_active(ForceId id, bool active) {
  HOLON_EXPECT(model_.forces().contains(id));
  ForceRecord record = model_.forces()[id];
  record.options.active = active;
  const std::vector<ObjectId> objects = Model::objects_of(record.kind);
  model_.set(id, std::move(record.kind), std::move(record.options));
  objects.empty() ? touch_all() : touch_objects(objects);
}

namespace {
/// The coordinates of an object of this kind at a placement: those it would start with there.
/// A copy of `kind` is placed; false for kinds that have no placement of their own.
template <class K>
bool start_at(K kind, const Placement& at, double* q, double* v) {
  if constexpr (std::is_same_v<K, Parametric>) {
    return false;
  } else if constexpr (std::is_same_v<K, AffineBody2d>) {
    const Mat3 R = at.orientation.normalized().toRotationMatrix();
    kind.position = at.position.head<2>();
    kind.velocity = at.velocity.head<2>();
    kind.deformation = R.topLeftCorner<2, 2>();
    kind.deformation_rate = (skew(at.angular_velocity) * R).topLeftCorner<2, 2>();
  } else {
    kind.position = at.position;
    kind.velocity = at.velocity;
    if constexpr (requires { kind.orientation; }) {
      kind.orientation = at.orientation;
      kind.angular_velocity = at.angular_velocity;
    }
    if constexpr (requires { kind.deformation; }) {
      kind.deformation = at.orientation.normalized().toRotationMatrix();
      kind.deformation_rate = skew(at.angular_velocity) * kind.deformation;
    }
  }
  Diagnostics d;
  kind.check(d);
  if (!d.ok()) throw ModelError("placement", d.errors());
  kind.start(q, v);
  return true;
}
}  // namespace

void World::place(ObjectId id, const Placement& placement) {
  require(id);
  std::visit(
      [&](const auto& kind) {
        if (!start_at(kind, placement, state_.q(id).data(), state_.v(id).data()))
          throw UsageError("a parametric object is placed by its parameters u");
      },
      model_.objects()[id].kind);
  touch(id);
}

void World::place(ObjectId id, std::span<const double> q, std::span<const double> v) {
  require(id);
  HOLON_EXPECT(q.size() == state_.q(id).size() && v.size() == state_.v(id).size());
  const auto finite = [](double x) { return std::isfinite(x); };
  HOLON_EXPECT(std::ranges::all_of(q, finite) && std::ranges::all_of(v, finite));
  if (std::holds_alternative<RigidBody>(model_.objects()[id].kind))
    HOLON_EXPECT(view<Quat>(q.data() + 3).norm() > 1e-12);
  std::ranges::copy(q, state_.q(id).begin());
  std::ranges::copy(v, state_.v(id).begin());
  with_runtime(id, [&](const auto& r) { r.normalize(state_.q(id).data()); });
  touch(id);
}

void World::drive(ObjectId id, const Placement& at_end) {
  require(id);
  HOLON_EXPECT(model_.objects()[id].options.kinematic);
  if (std::holds_alternative<Parametric>(model_.objects()[id].kind))
    throw UsageError("a parametric object is placed by its parameters u, and moves on by u_dot");
  HOLON_EXPECT(at_end.position.allFinite() && at_end.velocity.allFinite()
               && at_end.orientation.coeffs().allFinite() && at_end.angular_velocity.allFinite());
  HOLON_EXPECT(at_end.orientation.norm() > 1e-12);
  driven_[id] = at_end;
}

void World::set_stepper(std::string_view name, const StepperOptions& settings) {
  make_stepper(name, settings);
  options_.stepper = name;
  options_.settings = settings;
  report_.stepper = lasting_name(name);
  touch_all();
}

void World::attach(ObjectId id, Companion companion) {
  require(id);
  companions_[id] = std::move(companion);
}

void World::on_event(std::function<void(const Event&)> listener) {
  listeners_.push_back(std::move(listener));
}

// ---- islands ----

namespace {
bool acts_between(const Force& kind) {
  return std::visit([](const auto& k) { return ConnectorForce<std::decay_t<decltype(k)>>; }, kind);
}
}  // namespace

void World::touch(ObjectId id) {
  const ObjectRecord& record = model_.objects()[id];
  if (record.options.kinematic) {
    // what it is connected to must look at it anew
    for (ConstraintId c : record.constraints)
      for (ObjectId other : Model::objects_of(model_.constraints()[c].kind))
        if (!model_.objects()[other].options.kinematic) touch(other);
    for (ForceId f : record.forces) touch_others(f);
    return;
  }
  const int island = object_island_[id.index];
  if (island >= 0)
    dissolve(island);
  else
    pending_.push_back(id);
}

void World::touch_objects(const std::vector<ObjectId>& ids) {
  for (ObjectId id : ids)
    if (!model_.objects()[id].options.kinematic) touch(id);
}

/// A force on listed objects acts on each of them alone: what befalls one is nothing to the others.
void World::touch_others(ForceId id) {
  const Force& kind = model_.forces()[id].kind;
  if (acts_between(kind)) touch_objects(Model::objects_of(kind));
}

void World::touch_all() {
  for (std::size_t i = 0; i < islands_.size(); ++i)
    if (islands_[i]) dissolve(static_cast<int>(i));
}

void World::dissolve(int island) {
  Island& old = *islands_[island];
  for (const System::ConstraintView& c : old.system.constraints())
    constraint_where_[c.id.index] = {};
  for (ObjectId id : old.objects) {
    object_island_[id.index] = -1;
    pending_.push_back(id);
  }
  islands_[island].reset();
  free_islands_.push_back(island);
}

void World::refresh() const {
  if (pending_.empty()) return;
  for (ObjectId id : pending_)
    if (model_.objects().contains(id) && object_island_[id.index] < 0) build_island(id);
  pending_.clear();
}

void World::build_island(ObjectId seed) const {
  std::vector<ObjectId> objects = {seed};
  std::vector<ConstraintId> constraints;
  std::vector<ForceId> forces;
  int index = static_cast<int>(islands_.size());
  if (free_islands_.empty()) {
    islands_.emplace_back();
  } else {
    index = free_islands_.back();
    free_islands_.pop_back();
  }
  // everything that can be reached through active constraints and forces between objects
  object_island_[seed.index] = index;
  const auto reach = [&](const std::vector<ObjectId>& ids) {
    for (ObjectId id : ids)
      if (!model_.objects()[id].options.kinematic && object_island_[id.index] != index) {
        object_island_[id.index] = index;
        objects.push_back(id);
      }
  };
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const ObjectRecord& record = model_.objects()[objects[i]];
    for (ConstraintId c : record.constraints)
      if (state_.active(c)) {
        constraints.push_back(c);
        reach(Model::objects_of(model_.constraints()[c].kind));
      }
    for (ForceId f : record.forces)
      if (model_.forces()[f].options.active) {
        forces.push_back(f);
        const Force& kind = model_.forces()[f].kind;
        if (acts_between(kind)) reach(Model::objects_of(kind));
      }
  }
  model_.forces().for_each([&](ForceId f, const ForceRecord& record) {
    const bool everywhere = std::visit(
        [](const auto& k) {
          if constexpr (ObjectForce<std::decay_t<decltype(k)>>) return k.objects.empty();
          return false;
        },
        record.kind);
    if (everywhere && record.options.active) forces.push_back(f);
  });
  const auto tidy = [](auto& ids) {
    std::ranges::sort(ids);
    ids.erase(std::ranges::unique(ids).begin(), ids.end());
  };
  tidy(objects);
  tidy(constraints);
  tidy(forces);

  auto island = std::make_unique<Island>();
  island->objects = objects;
  island->system.build(model_, objects, constraints, forces);
  island->stepper = make_stepper(options_.stepper, options_.settings);
  island->stepper->prepare(island->system);
  const System& system = island->system;
  for (VecX* x : {&island->v, &island->v_dot, &island->scratch_P, &island->scratch_dv})
    x->setZero(system.nv());
  island->q.setZero(system.nq());
  for (VecX* x : {&island->lambda, &island->scratch_mu}) x->setZero(system.rows());
  for (std::size_t i = 0; i < system.constraints().size(); ++i) {
    const ConstraintId id = system.constraints()[i].id;
    constraint_where_[id.index] = {index, static_cast<int>(i)};
    const ConstraintOptions& o = model_.constraints()[id].options;
    if (o.break_force < no_limit || o.break_torque < no_limit)
      island->limited.push_back(static_cast<int>(i));
  }
  islands_[index] = std::move(island);
}

int World::islands() const {
  refresh();
  return static_cast<int>(
      std::ranges::count_if(islands_, [](const auto& i) { return i != nullptr; }));
}

// ---- time ----

/// Where a kinematic object will be after h, and how it will move there.
World::KinematicEnd World::kinematic_end(ObjectId id, double h) const {
  KinematicEnd end;
  const auto q0 = state_.q(id);
  const auto v0 = state_.v(id);
  std::ranges::copy(q0, end.q.begin());
  std::ranges::copy(v0, end.v.begin());
  const auto driven = driven_.find(id);
  with_runtime(id, [&](const auto& r) {
    if (driven == driven_.end()) return r.advance(q0.data(), v0.data(), h, end.q.data());
    std::visit(
        [&](const auto& kind) { start_at(kind, driven->second, end.q.data(), end.v.data()); },
        model_.objects()[id].kind);
  });
  return end;
}

/// Asks the host where its objects will be, and tells every island that sees them.
void World::set_kinematic_motion(double h) {
  if (kinematic_.empty()) return;
  const double t = time();
  for (ObjectId id : kinematic_) {
    const auto companion = companions_.find(id);
    if (companion != companions_.end() && companion->second.read)
      drive(id, companion->second.read(t + h));
  }
  for (auto& island : islands_) {
    if (!island) continue;
    const auto& ids = island->system.kinematic_objects();
    for (std::size_t k = 0; k < ids.size(); ++k) {
      const KinematicEnd end = kinematic_end(ids[k], h);
      const auto q0 = state_.q(ids[k]), v0 = state_.v(ids[k]);
      island->system.set_kinematic(static_cast<int>(k),
                                   t,
                                   q0,
                                   v0,
                                   t + h,
                                   std::span(end.q).first(q0.size()),
                                   std::span(end.v).first(v0.size()));
    }
  }
}

/// Moves the kinematic objects to where the step ended.
void World::move_kinematic(double h) {
  for (ObjectId id : kinematic_) {
    const KinematicEnd end = kinematic_end(id, h);
    std::copy_n(end.q.begin(), state_.q(id).size(), state_.q(id).begin());
    std::copy_n(end.v.begin(), state_.v(id).size(), state_.v(id).begin());
  }
  driven_.clear();
}

const StepReport& World::step(double h) {
  HOLON_EXPECT(std::isfinite(h) && h > 0.0);
  refresh();
  set_kinematic_motion(h);
  const double t = time();
  const auto work = [&](int i) {
    if (!islands_[i]) return;
    try {
      islands_[i]->step(state_, h);
    } catch (...) {
      islands_[i]->thrown = std::current_exception();
    }
  };
  // by reference, as a copy would be on the heap
  workers_->run(static_cast<int>(islands_.size()), std::ref(work));
  rethrow();

  report_.events.swap(between_steps_);
  between_steps_.clear();
  report_.ok = std::ranges::all_of(islands_, [](const auto& i) { return !i || i->stats.ok; });
  if (report_.ok) {
    for (auto& island : islands_) {
      if (!island) continue;
      island->scatter(state_);
      island->fresh = true;
    }
    move_kinematic(h);
    state_.tick(h);
    summarise(h);
    check_limits(time());
    for (const auto& [id, companion] : companions_)
      if (companion.write) companion.write(placement(id), time());
  } else {
    for (const auto& island : islands_) {
      if (!island || island->stats.ok) continue;
      Event event;
      event.time = t;
      event.reason = island->stats.failure;
      if (island->stats.culprit_row >= 0)
        event.constraint = island->system.constraint_of_row(island->stats.culprit_row);
      report_.events.push_back(event);
    }
    report_.time = t;
    report_.h = h;
  }
  notify();
  return report_;
}

/// Lets an exception of a function of the host out. Its island, left in the middle of something, is
/// made anew.
void World::rethrow() {
  std::exception_ptr first;
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    if (!islands_[i] || !islands_[i]->thrown) continue;
    if (!first) first = islands_[i]->thrown;
    dissolve(static_cast<int>(i));
  }
  if (first) std::rethrow_exception(first);
}

const StepReport& World::run(double duration, double h) {
  HOLON_EXPECT(std::isfinite(duration) && duration >= 0.0 && std::isfinite(h) && h > 0.0);
  const double start = time(), end = start + duration;
  // count steps instead of comparing sums, so that rounding adds no sliver of a step
  const auto whole = static_cast<std::uint64_t>(std::floor(duration / h * (1.0 + 1e-12)));
  for (std::uint64_t i = 0; i < whole; ++i)
    if (!step(h).ok) return report_;
  if (end - time() > 1e-9 * h) step(end - time());
  return report_;
}

StepReport& World::summarise(double h) {
  StepReport& r = report_;
  r.time = time();
  r.h = h;
  r.steps = state_.steps();
  r.islands = r.iterations = r.factorisations = r.dependent_rows = 0;
  r.substeps = 1;
  r.conflict = r.worst_error = r.kinetic_energy = r.potential_energy = 0.0;
  r.worst = {};
  r.momentum.setZero();
  r.angular_momentum.setZero();
  for (const auto& island : islands_) {
    if (!island) continue;
    const System& s = island->system;
    ++r.islands;
    r.iterations = std::max(r.iterations, island->stats.iterations);
    r.substeps = std::max(r.substeps, island->stats.substeps);
    r.factorisations += island->stats.factorisations;
    r.dependent_rows += island->stats.dependent_rows;
    r.conflict = std::max(r.conflict, island->stats.conflict);
    r.kinetic_energy += s.kinetic_energy();
    r.potential_energy += s.potential_energy();
    r.momentum += s.momentum();
    r.angular_momentum += s.angular_momentum();
    for (const System::ConstraintView& c : s.constraints())
      for (int i = c.row; i < c.row + c.rows; ++i) {
        const double e = std::abs(s.is_position_row(i) ? s.c()[i] : s.c_dot()[i]) / c.scale;
        if (e > r.worst_error) {
          r.worst_error = e;
          r.worst = c.id;
        }
      }
  }
  return r;
}

void World::check_limits(double t) {
  std::vector<Event> broken;
  for (const auto& island : islands_) {
    if (!island) continue;
    for (int i : island->limited) {
      const System::ConstraintView& view = island->system.constraints()[i];
      const ConstraintOptions& limits = model_.constraints()[view.id].options;
      island->system.constraint_loads(view, island->lambda, loads_);
      double force = 0.0, torque = 0.0;
      for (const ConnectorLoad& l : loads_) {
        force = std::max(force, l.force.norm());
        torque = std::max(torque, l.torque.norm());
      }
      Event event;
      event.kind = EventKind::broken;
      event.time = t;
      event.constraint = view.id;
      if (force > limits.break_force) {
        event.value = force;
        event.limit = limits.break_force;
        event.reason = "the force exceeds its limit";
        broken.push_back(event);
      } else if (torque > limits.break_torque) {
        event.value = torque;
        event.limit = limits.break_torque;
        event.reason = "the torque exceeds its limit";
        broken.push_back(event);
      }
    }
  }
  for (const Event& e : broken) {
    set_active(e.constraint, false);
    between_steps_.pop_back();  // told as broken, not as switched off by the host
    report_.events.push_back(e);
  }
}

void World::notify() {
  for (const auto& listener : listeners_)
    for (const Event& e : report_.events) listener(e);
}

// ---- reading ----

/// Brings every island to the current state, forces included.
void World::evaluate_all() const {
  refresh();
  for (auto& island : islands_) {
    if (!island || island->fresh) continue;
    island->gather(state_);
    for (std::size_t k = 0; k < island->system.kinematic_objects().size(); ++k) {
      const ObjectId id = island->system.kinematic_objects()[k];
      const auto q = state_.q(id);
      const auto v = state_.v(id);
      island->system.set_kinematic(static_cast<int>(k), time(), q, v, time(), q, v);
    }
    island->stats = island->stepper->evaluate(
        island->system, time(), island->q, island->v, island->v_dot, island->lambda);
    island->fresh = true;
  }
}

Placement World::placement(ObjectId id) const {
  require(id);
  return with_runtime(id, [](const auto& r) {
    Placement p;
    using R = std::decay_t<decltype(r)>;
    if constexpr (R::has_orientation) {
      const FrameKin f = r.frame({});
      p.position = f.x;
      p.velocity = f.v;
      p.orientation = Quat(f.R).normalized();
      p.angular_velocity = f.w;
    } else {
      p.position = r.com();
      p.velocity = r.momentum() / r.mass();
    }
    return p;
  });
}

PointKin World::point(const PointRef& ref) const {
  if (const auto* on = std::get_if<PointOn>(&ref)) {
    require(on->object);
    return with_runtime(on->object, [&](const auto& r) { return r.point(*on); });
  }
  if (const auto* nail = std::get_if<Nail>(&ref)) return {nail->at, Vec3::Zero(), Vec3::Zero()};
  const Path::Sample s = std::get<Path>(ref).at(time());
  return {s.x, s.v, s.a};
}

DirectionKin World::direction(const DirectionRef& ref) const {
  if (const auto* on = std::get_if<DirectionOn>(&ref)) {
    require(on->object);
    return with_runtime(on->object, [&](const auto& r) -> DirectionKin {
      if constexpr (std::decay_t<decltype(r)>::has_orientation) return r.direction(*on);
      throw UsageError("this object has no orientation");
    });
  }
  return {std::get<WorldDirection>(ref).along.normalized(), Vec3::Zero(), Vec3::Zero()};
}

FrameKin World::frame(const FrameRef& ref) const {
  if (const auto* on = std::get_if<FrameOn>(&ref)) {
    require(on->object);
    return with_runtime(on->object, [&](const auto& r) -> FrameKin {
      if constexpr (std::decay_t<decltype(r)>::has_orientation) return r.frame(*on);
      throw UsageError("this object has no orientation");
    });
  }
  FrameKin k;
  k.x = std::get<WorldFrame>(ref).at;
  k.R = std::get<WorldFrame>(ref).orientation.normalized().toRotationMatrix();
  return k;
}

ScalarKin World::scalar(const ScalarRef& ref) const {
  const Taylor s = std::visit(
      [&]<class T>(const T& q) {
        if constexpr (std::is_same_v<T, DistanceBetween>)
          return scalar_value<Taylor>(q,
                                      ConnectorTraits<PointRef>::taylor(point(q.a)),
                                      ConnectorTraits<PointRef>::taylor(point(q.b)));
        else
          return scalar_value<Taylor>(q,
                                      ConnectorTraits<DirectionRef>::taylor(direction(q.a)),
                                      ConnectorTraits<DirectionRef>::taylor(direction(q.b)),
                                      ConnectorTraits<DirectionRef>::taylor(direction(q.axis)));
      },
      ref);
  return {s.v, s.d, s.dd};
}

bool World::is_active(ConstraintId id) const {
  require(id);
  return state_.active(id);
}

World::Island& World::island_of(ConstraintId id) const {
  return *islands_[constraint_where_[id.index].island];
}

std::vector<double> World::error(ConstraintId id) const {
  require(id);
  evaluate_all();
  const Where where = constraint_where_[id.index];
  if (where.island < 0) return {};
  const System& s = island_of(id).system;
  const System::ConstraintView& view = s.constraints()[where.view];
  std::vector<double> out;
  for (int i = view.row; i < view.row + view.rows; ++i)
    out.push_back((s.is_position_row(i) ? s.c()[i] : s.c_dot()[i]) / view.scale);
  return out;
}

std::vector<double> World::lambda(ConstraintId id) const {
  require(id);
  evaluate_all();
  const Where where = constraint_where_[id.index];
  if (where.island < 0) return std::vector<double>(state_.lambda(id).size(), 0.0);
  const Island& island = island_of(id);
  const System::ConstraintView& view = island.system.constraints()[where.view];
  std::vector<double> out;
  for (int i = view.row; i < view.row + view.rows; ++i)
    out.push_back(view.scale * island.lambda[i]);
  return out;
}

std::vector<ConnectorLoad> World::loads(ConstraintId id) const {
  require(id);
  evaluate_all();
  std::vector<ConnectorLoad> out;
  const Where where = constraint_where_[id.index];
  if (where.island < 0) return out;
  const Island& island = island_of(id);
  island.system.constraint_loads(island.system.constraints()[where.view], island.lambda, out);
  return out;
}

std::vector<Vec3> World::parametric_forces(ObjectId id) const {
  require(id);
  HOLON_EXPECT(std::holds_alternative<Parametric>(model_.objects()[id].kind));
  if (model_.objects()[id].options.kinematic)
    throw UsageError("nothing but the host holds a kinematic object on its course");
  refresh();
  Island& island = *islands_[object_island_[id.index]];
  island.fresh = false;
  evaluate_all();
  // everything else that acts on the particles
  std::vector<ConnectorLoad> all, some;
  island.system.force_loads(all);
  for (const System::ConstraintView& view : island.system.constraints()) {
    island.system.constraint_loads(view, island.lambda, some);
    all.insert(all.end(), some.begin(), some.end());
  }
  const auto& bodies = island.system.bodies();
  const auto body = std::ranges::find(bodies, id, &System::BodyView::id) - bodies.begin();
  return island.system.visit_body(static_cast<int>(body), [&](const auto& r) {
    std::vector<Vec3> out;
    if constexpr (requires { r.mass_of(0); }) {
      for (int i = 0; i < r.particles(); ++i) {
        const double m = r.mass_of(i);
        Vec3 f = m * r.acceleration(i, island.v_dot.data() + bodies[body].v);
        f -= island.system.object_force_on_particle(
            static_cast<int>(body), m, r.point({id, Vec3::Zero(), i}).v);
        for (const ConnectorLoad& l : all)
          if (l.object == id && l.part == i) f -= l.force;
        out.push_back(f);
      }
    }
    return out;
  });
}

double World::kinetic_energy() const {
  evaluate_all();
  double sum = 0.0;
  for (const auto& island : islands_)
    if (island) sum += island->system.kinetic_energy();
  return sum;
}
double World::potential_energy() const {
  evaluate_all();
  double sum = 0.0;
  for (const auto& island : islands_)
    if (island) sum += island->system.potential_energy();
  return sum;
}
int World::degrees_of_freedom() const {
  int sum = 0;
  model_.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    if (!record.options.kinematic) sum += static_cast<int>(state_.v(id).size());
  });
  return sum;
}

void World::restore(const Snapshot& snapshot) {
  model_ = snapshot.model;
  state_ = snapshot.state;
  between_steps_.clear();
  driven_.clear();
  std::erase_if(companions_, [&](const auto& c) { return !model_.objects().contains(c.first); });
  forget_islands();
}

/// Islands are made anew from the model when they are needed.
void World::forget_islands() {
  islands_.clear();
  free_islands_.clear();
  pending_.clear();
  kinematic_.clear();
  object_island_.assign(model_.objects().capacity(), -1);
  constraint_where_.assign(model_.constraints().capacity(), {});
  model_.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    (record.options.kinematic ? kinematic_ : pending_).push_back(id);
  });
}

}  // namespace holon
