// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "holon/world/controls.h"
#include "holon/world/island.h"
#include "holon/world/runtime_placement.h"

/// What can be read in a world at any moment.
namespace holon {

/// Brings every island to the current state, forces included.
void World::evaluate_all() const {
  refresh();
  for (auto& island : islands_) {
    if (!island || island->fresh) continue;
    island->stand(state_);
    if (island->v_dot.size() == 0) island->v_dot.setZero(island->system.nv());
    island->stats = island->stepper->evaluate(
        island->system, time(), island->q, island->v, island->v_dot, island->lambda);
    island->sound = island->lambda.allFinite() && island->system.undefined_row() < 0;
    if (!island->sound) island->lambda.setZero();
    island->fresh = true;
    island->is_shortest = false;
  }
}

Placement World::placement(ObjectId id) const {
  require(id);
  return with_runtime(id, [](const auto& r) { return placement_of(r); });
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
  return scalar(ref, std::numeric_limits<double>::quiet_NaN());
}
ScalarKin World::scalar(const ScalarRef& ref, double last) const {
  Remembered memory;
  memory.last = memory_of(ref, last);
  const auto at = [&]<class R>(const R& inner, std::size_t /*i*/) {
    if constexpr (std::is_same_v<R, PointRef>)
      return ConnectorTraits<R>::taylor(point(inner));
    else if constexpr (std::is_same_v<R, DirectionRef>)
      return ConnectorTraits<R>::taylor(direction(inner));
    else if constexpr (std::is_same_v<R, CurveRef>)
      return ConnectorTraits<R>::taylor({frame(inner.frame), &inner.curve, &memory});
    else
      return ConnectorTraits<R>::taylor(frame(inner));
  };
  const Taylor s = value_next_to(ref, memory, at);
  return {s.v, s.d, s.dd};
}

bool World::is_active(ConstraintId id) const {
  require(id);
  return state_.active(id);
}

World::Island& World::island_of(ConstraintId id) const {
  return *islands_[constraint_where_[id.index].island];
}

double World::output(ControllerId id) const {
  require(id);
  return state_.controllers()[id.index].output;
}

double World::signal(std::string_view name) const {
  const auto found = find_signal(model_, name);
  if (!found) throw UsageError("no signal '" + std::string(name) + "' in this world");
  return SignalReader().read(*this, *found);
}

void World::error(ConstraintId id, std::vector<double>& out) const {
  require(id);
  evaluate_all();
  out.clear();
  const Where where = constraint_where_[id.index];
  if (where.island < 0) return;
  const System& s = island_of(id).system;
  const System::ConstraintView& view = s.constraints()[where.view];
  for (int i = view.row; i < view.row + view.rows; ++i) {
    const double error = s.error(i) / view.scale;
    out.push_back(std::isnan(error) ? std::numeric_limits<double>::infinity() : error);
  }
}

void World::lambda(ConstraintId id, std::vector<double>& out) const {
  require(id);
  evaluate_all();
  const Where where = constraint_where_[id.index];
  out.assign(state_.lambda(id).size(), 0.0);
  if (where.island < 0) return;
  Island& island = island_of(id);
  const System::ConstraintView& view = island.system.constraints()[where.view];
  for (int i = 0; i < view.rows; ++i)
    out[static_cast<std::size_t>(i)] = view.scale * island.forces()[view.row + i];
}

void World::loads(ConstraintId id, std::vector<ConnectorLoad>& out) const {
  require(id);
  evaluate_all();
  out.clear();
  const Where where = constraint_where_[id.index];
  if (where.island < 0) return;
  Island& island = island_of(id);
  if (!island.sound) return;
  island.system.constraint_loads(island.system.constraints()[where.view], island.forces(), out);
}

std::vector<double> World::error(ConstraintId id) const {
  std::vector<double> out;
  error(id, out);
  return out;
}
std::vector<double> World::lambda(ConstraintId id) const {
  std::vector<double> out;
  lambda(id, out);
  return out;
}
std::vector<ConnectorLoad> World::loads(ConstraintId id) const {
  std::vector<ConnectorLoad> out;
  loads(id, out);
  return out;
}

Effort World::effort(ConstraintId id) const {
  require(id);
  evaluate_all();
  const Where where = constraint_where_[id.index];
  if (where.island < 0) return {};
  Island& island = island_of(id);
  if (!island.sound) return {};
  return island.system.effort(island.system.constraints()[where.view], island.forces());
}

void World::readings(ConstraintId id, std::vector<double>& out) const {
  require(id);
  evaluate_all();
  out.clear();
  const Where where = constraint_where_[id.index];
  if (where.island < 0) return;
  const System& system = island_of(id).system;
  system.add_readings(system.constraints()[where.view], out);
}

/// f(system, view) wherever a force acts; islands list their forces in the order of their ids.
template <class F>
void World::for_each_view(ForceId id, F&& f) const {
  require(id);
  evaluate_all();
  for (const auto& island : islands_) {
    if (!island) continue;
    const auto& views = island->system.forces();
    const auto found = std::ranges::lower_bound(views, id, {}, &System::ForceView::id);
    if (found != views.end() && found->id == id) f(island->system, *found);
  }
}

std::vector<ConnectorLoad> World::loads(ForceId id) const {
  std::vector<ConnectorLoad> out;
  loads(id, out);
  return out;
}
void World::loads(ForceId id, std::vector<ConnectorLoad>& out) const {
  out.clear();
  for_each_view(id, [&](const System& s, const auto& view) { s.add_force_loads(view, out); });
}
Effort World::effort(ForceId id) const {
  Effort most;
  for_each_view(id,
                [&](const System& s, const auto& view) { most = stronger(most, s.effort(view)); });
  return most;
}
void World::readings(ForceId id, std::vector<double>& out) const {
  out.clear();
  for_each_view(id, [&](const System& s, const auto& view) { s.add_readings(view, out); });
}

std::vector<Vec3> World::parametric_forces(ObjectId id) const {
  require(id);
  HOLON_EXPECT(holds_alternative<Parametric>(model_.objects()[id].kind));
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
    island.system.constraint_loads(view, island.forces(), some);
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
        for (const ConnectorLoad& l : all)
          if (l.object == id && l.part == i) f -= l.force;
        out.push_back(f);
      }
    }
    return out;
  });
}

System::Totals World::totals() const {
  evaluate_all();
  System::Totals sum;
  for (const auto& island : islands_) {
    if (!island) continue;
    const System::Totals part = island->system.totals();
    sum.kinetic_energy += part.kinetic_energy;
    sum.momentum += part.momentum;
    sum.angular_momentum += part.angular_momentum;
  }
  return sum;
}
double World::kinetic_energy() const {
  return totals().kinetic_energy;
}
Vec3 World::momentum() const {
  return totals().momentum;
}
Vec3 World::angular_momentum() const {
  return totals().angular_momentum;
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

World::Snapshot World::snapshot() const {
  part_islands();
  for (std::size_t i = 0; i < islands_.size(); ++i)
    if (islands_[i] && islands_[i]->changes > 0) dissolve(static_cast<int>(i));
  for (auto& island : islands_)
    if (island && island->touched) island->stepper->renew(island->system);
  return {model_, state_};
}

void World::restore(const Snapshot& snapshot) {
  model_ = snapshot.model;
  state_ = snapshot.state;
  report_.blows.clear();
  between_steps_.clear();
  driven_.clear();
  controls_.reset();
  std::erase_if(companions_, [&](const auto& c) { return !model_.objects().contains(c.first); });
  forget_islands();
}

}  // namespace holon
