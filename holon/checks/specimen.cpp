// SPDX-License-Identifier: Apache-2.0
#include "holon/checks/specimen.h"

#include "holon/step/position_solver.h"

namespace holon::checks {
namespace {

template <class K>
Side add_object(Model& model, Random& random, bool kinematic) {
  Side side;
  side.kind = Side::Kind::object;
  K kind = random_object<K>(random);
  if constexpr (requires { kind.map; }) side.parts = kind.map.particles();
  side.oriented = K::Runtime::has_orientation;
  side.object = model.add(Object(std::move(kind)), {.name = {}, .kinematic = kinematic});
  return side;
}

}  // namespace

std::vector<SideKind> side_kinds() {
  std::vector<SideKind> kinds;
  for_each_kind(ObjectKinds{}, [&]<class K>() {
    kinds.push_back(
        {std::string(K::name), [](Model& m, Random& r) { return add_object<K>(m, r, false); }});
  });
  kinds.push_back(
      {"moved by the host", [](Model& m, Random& r) { return add_object<RigidBody>(m, r, true); }});
  kinds.push_back({"the world", [](Model&, Random&) { return Side{}; }});
  kinds.push_back({"a path", [](Model&, Random&) {
                     Side side;
                     side.kind = Side::Kind::path;
                     return side;
                   }});
  return kinds;
}

// ---- specimens ----

void Specimen::build(double time) {
  std::vector<ObjectId> dynamic;
  model.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    if (!record.options.kinematic) dynamic.push_back(id);
  });
  std::vector<ConstraintId> constraints;
  std::vector<ForceId> forces;
  if (!constraint.is_none()) constraints.push_back(constraint);
  if (!force.is_none()) forces.push_back(force);
  system.build(model, dynamic, constraints, forces);
  t = time;
  q.setZero(system.nq());
  v.setZero(system.nv());
  for (const System::BodyView& b : system.bodies())
    visit([&](const auto& kind) { kind.start(q.data() + b.q, v.data() + b.v); },
          model.objects()[b.id].kind);
  const auto& moved = system.kinematic_objects();
  for (std::size_t k = 0; k < moved.size(); ++k) {
    visit(
        [&](const auto& kind) {
          const typename std::decay_t<decltype(kind)>::Runtime runtime(kind);
          VecX q0(runtime.nq()), v0(runtime.nv());
          kind.start(q0.data(), v0.data());
          // the same even motion on either side of t
          VecX before = q0, after = q0;
          runtime.advance(q0.data(), v0.data(), -1.0, before.data());
          runtime.advance(q0.data(), v0.data(), 1.0, after.data());
          system.set_kinematic(static_cast<int>(k),
                               t - 1.0,
                               as_span(before),
                               as_span(v0),
                               t + 1.0,
                               as_span(after),
                               as_span(v0));
        },
        model.objects()[moved[k]].kind);
  }
}

void Specimen::place_at_random(Random& random) {
  VecX q1 = q;
  system.advance(q, random.vector_of(system.nv(), 0.3), 1.0, q1);
  q = q1;
  v = random.vector_of(system.nv());
  find_feet();
}

void Specimen::find_feet() {
  if (constraint.is_none() || !Model::is_on_track(model.constraints()[constraint].kind)) return;
  for (const System::MemoryView& view : system.memories()) view.memory->last = {};
  system.begin_step(t, {});
  system.place(t, q, v);
  system.evaluate_errors();
  for (const System::MemoryView& view : system.memories()) view.memory->last = view.memory->now;
}

bool Specimen::place_where_met() {
  PositionSolver solver({});
  solver.prepare(system);
  VecX moved = VecX::Zero(system.nv()), there = q;
  StepStats stats;
  const PositionSolver::Result result =
      solver.solve(system, t, VecX::Zero(system.rows()), there, moved, stats);
  if (result != PositionSolver::Result::met
      || (moved.size() > 0 && moved.lpNorm<Eigen::Infinity>() > 2.0))
    return false;
  q = there;
  find_feet();
  return true;
}

std::optional<Specimen> random_specimen(Random& random,
                                        const SideKind& a,
                                        const SideKind& b,
                                        Fasten fasten) {
  Specimen s;
  const Side side_a = a.add(s.model, random);
  const Side side_b = b.add ? b.add(s.model, random) : side_a;
  bool gives_way = false;
  s.model.objects().for_each([&](ObjectId /*id*/, const ObjectRecord& record) {
    gives_way = gives_way || !record.options.kinematic;
  });
  if (!gives_way) return std::nullopt;
  if (!fasten(s, random, side_a, side_b)) return std::nullopt;
  s.build(random.uniform(-1.0, 1.0));
  return s;
}

World make_world_of_objects(const Specimen& s, WorldOptions options) {
  World world(std::move(options));
  s.model.objects().for_each([&](ObjectId id, const ObjectRecord& record) {
    const ObjectId added = world.add(record.kind, record.options);
    HOLON_EXPECT(added == id);  // the first things of a new model have the same ids in every model
  });
  for (const System::BodyView& b : s.system.bodies())
    world.place(
        b.id,
        as_span(s.q).subspan(static_cast<std::size_t>(b.q), static_cast<std::size_t>(b.nq)),
        as_span(s.v).subspan(static_cast<std::size_t>(b.v), static_cast<std::size_t>(b.nv)));
  return world;
}

World make_world(const Specimen& s, ConstraintOptions options, WorldOptions world_options) {
  World world = make_world_of_objects(s, std::move(world_options));
  const ConstraintId added =
      world.add(s.model.constraints()[s.constraint].kind, std::move(options));
  HOLON_EXPECT(added == s.constraint);
  return world;
}

}  // namespace holon::checks
