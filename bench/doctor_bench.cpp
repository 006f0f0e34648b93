// SPDX-License-Identifier: Apache-2.0
//
// What the doctor takes to examine a model of about ten thousand constraints.
#include <benchmark/benchmark.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "graph_scene.h"
#include "holon_scene.h"

namespace {

using namespace holon;

ObjectId add_body(World& world, const Vec3& at) {
  return world.add(RigidBody{.inertia = Vec3(0.2, 0.3, 0.4).asDiagonal(), .position = at});
}
PointRef point_of(const World& world, ObjectId id, const Vec3& x) {
  if (id.is_none()) return Nail{x};
  return PointOn{id, x - world.placement(id).position};
}
void add_ball(World& world, ObjectId a, ObjectId b, const Vec3& x) {
  world.add(PointToPoint{point_of(world, a, x), point_of(world, b, x)});
}
/// About z.
void add_hinge(World& world, ObjectId a, ObjectId b, const Vec3& x) {
  const auto frame = [&](ObjectId id) -> FrameRef {
    if (id.is_none()) return WorldFrame{x};
    return FrameOn{id, x - world.placement(id).position};
  };
  world.add(LineHinge{frame(a), frame(b)});
}
void add_bar(World& world, ObjectId a, ObjectId b) {
  const double length = (world.placement(a).position - world.placement(b).position).norm();
  world.add(Distance{PointOn{a}, PointOn{b}, length});
}

/// n × n particles and bars to the neighbours; with braces, along both diagonals of each mesh, too.
/// `height` tells where each is, `hold` what else holds it.
void add_net(World& world,
             int n,
             bool braces,
             const std::function<double(int i, int j)>& height,
             const std::function<void(int i, int j, ObjectId)>& hold) {
  std::vector<ObjectId> knots;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      knots.push_back(world.add(Particle{.position = {0.8 * i, 0.8 * j, height(i, j)}}));
      hold(i, j, knots.back());
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const auto at = [&](int a, int b) { return knots[a * n + b]; };
      if (i + 1 < n) add_bar(world, at(i, j), at(i + 1, j));
      if (j + 1 < n) add_bar(world, at(i, j), at(i, j + 1));
      if (!braces || i + 1 == n || j + 1 == n) continue;
      add_bar(world, at(i, j), at(i + 1, j + 1));
      add_bar(world, at(i + 1, j), at(i, j + 1));
    }
}
/// An egg box whose corners are nailed.
void add_egg_box(World& world, int n, bool braces) {
  const auto height = [](int i, int j) { return (i + j) % 2 == 0 ? 0.3 : -0.3; };
  add_net(world, n, braces, height, [&](int i, int j, ObjectId knot) {
    if (i % (n - 1) == 0 && j % (n - 1) == 0)
      world.add(PointToPoint{Nail{world.placement(knot).position}, PointOn{knot}});
  });
}
/// A grid that is held in its plane.
void add_plane_grid(World& world, int n, bool braces) {
  add_net(
      world,
      n,
      braces,
      [](int, int) { return 0.0; },
      [&](int, int, ObjectId knot) {
        world.add(PointOnPlane{WorldFrame{}, PointOn{knot}});
      });
}
/// n square panels one beside the other, each with both its diagonals, in a plane.
void add_truss(World& world, int n) {
  std::vector<ObjectId> knots;
  for (int i = 0; i <= n; ++i) {
    for (const double y : {0.0, 1.0}) {
      knots.push_back(world.add(Particle{.position = {1.0 * i, y, 0.0}}));
      world.add(PointOnPlane{WorldFrame{}, PointOn{knots.back()}});
    }
    const std::size_t k = knots.size();
    add_bar(world, knots[k - 2], knots[k - 1]);
    if (i == 0) continue;
    for (const std::size_t left : {k - 4, k - 3})
      for (const std::size_t right : {k - 2, k - 1}) add_bar(world, knots[left], knots[right]);
  }
}
/// A chain of n bodies, each of its ball joints there `copies` times.
void add_chain(World& world, int n, int copies) {
  ObjectId last;
  for (int i = 0; i < n; ++i) {
    const ObjectId next = add_body(world, Vec3(i + 0.5, 0, 0));
    for (int k = 0; k < copies; ++k) add_ball(world, last, next, Vec3(i, 0, 0));
    last = next;
  }
}
/// n parallelograms in a row, of hinges that are all parallel: 3 rows too many in each loop.
void add_parallelograms(World& world, int n) {
  const Vec3 up(0.5, 0.8, 0);
  ObjectId last;
  for (int i = 0; i <= n; ++i) {
    const Vec3 foot(i, 0, 0);
    const ObjectId crank = add_body(world, foot + 0.5 * up);
    add_hinge(world, ObjectId(), crank, foot);
    if (i > 0) {
      const ObjectId coupler = add_body(world, foot + up - Vec3(0.5, 0, 0));
      add_hinge(world, last, coupler, foot + up - Vec3(1, 0, 0));
      add_hinge(world, coupler, crank, foot + up);
    }
    last = crank;
  }
}
/// A ladder of n rungs between two chains, hinged everywhere; its foot is hinged to the ground, or
/// it floats.
void add_ladder(World& world, int n, bool floats) {
  ObjectId below[2], rung;
  for (int i = 0; i < n; ++i) {
    rung = add_body(world, Vec3(0.5, i, 0));
    for (const int side : {0, 1}) {
      if (i > 0) add_hinge(world, below[side], rung, Vec3(side, i, 0));
      if (i == 0 && !floats) add_hinge(world, ObjectId(), rung, Vec3(side, i, 0));
      below[side] = add_body(world, Vec3(side, i + 0.5, 0));
      add_hinge(world, rung, below[side], Vec3(side, i, 0));
    }
  }
}

/// n bodies in a ring, hinged to each other.
void add_ring(World& world, int n) {
  const double step = 2.0 * std::acos(-1.0) / n, radius = 1.0 / step;
  const auto at = [&](double i) {
    const double angle = step * i;
    return Vec3(radius * std::cos(angle), radius * std::sin(angle), 0.0);
  };
  std::vector<ObjectId> links;
  for (int i = 0; i < n; ++i) links.push_back(add_body(world, at(i + 0.5)));
  for (int i = 0; i < n; ++i) add_hinge(world, links[(i + n - 1) % n], links[i], at(i));
}
/// n × n bodies, each welded to its neighbours.
void add_welded_grid(World& world, int n) {
  std::vector<ObjectId> bodies;
  for (int i = 0; i < n * n; ++i) {
    bodies.push_back(add_body(world, Vec3(i % n, i / n, 0)));
    const auto weld = [&](int other) {
      const Vec3 half =
          0.5 * (world.placement(bodies[i]).position - world.placement(bodies[other]).position);
      world.add(Connector{FrameOn{bodies[other], half}, FrameOn{bodies[i], -half}});
    };
    if (i % n > 0) weld(i - 1);
    if (i >= n) weld(i - n);
  }
}
/// n³ particles, bars to the neighbours and along the diagonals of all faces.
void add_braced_solid(World& world, int n) {
  std::vector<ObjectId> knots;
  for (int i = 0; i < n * n * n; ++i)
    knots.push_back(world.add(Particle{.position = Vec3(i % n + 0.1 * std::sin(1.0 * i),
                                                        i / n % n + 0.1 * std::sin(1.7 * i),
                                                        i / n / n + 0.1 * std::sin(2.3 * i))}));
  const auto in = [&](int a) { return a >= 0 && a < n; };
  for (int i = 0; i < n * n * n; ++i)
    for (int k = 0; k < 27; ++k) {
      const int dx = k % 3 - 1, dy = k / 3 % 3 - 1, dz = k / 9 - 1;
      const int squares = dx * dx + dy * dy + dz * dz, step = dx + n * (dy + n * dz);
      if (step <= 0 || squares > 2) continue;
      if (in(i % n + dx) && in(i / n % n + dy) && in(i / n / n + dz))
        add_bar(world, knots[i], knots[i + step]);
    }
}
struct Example {
  std::string name;
  std::function<void(World&, int n)> add;
  std::vector<std::int64_t> sizes;
};

const std::vector<Example>& examples() {
  const auto graph = [](const char* name) {
    return [name](World& w, int n) { peers::add_scene(w, graphs::make_scene(name, n)); };
  };
  static const std::vector<Example> all = {
      {"net", [](World& w, int n) { add_egg_box(w, n, false); }, {23, 71}},
      {"braced_net", [](World& w, int n) { add_egg_box(w, n, true); }, {16, 51}},
      {"plane_grid", [](World& w, int n) { add_plane_grid(w, n, false); }, {18, 58}},
      {"braced_grid", [](World& w, int n) { add_plane_grid(w, n, true); }, {14, 45}},
      {"truss", add_truss, {143, 1428}},
      {"chain", [](World& w, int n) { add_chain(w, n, 1); }, {1000, 10000}},
      {"doubled_chain", [](World& w, int n) { add_chain(w, n, 2); }, {500, 5000}},
      {"tripled_chain", [](World& w, int n) { add_chain(w, n, 3); }, {333, 3333}},
      {"parallelograms", add_parallelograms, {333, 3333}},
      {"ladder", [](World& w, int n) { add_ladder(w, n, false); }, {250, 2500}},
      {"floating_ladder", [](World& w, int n) { add_ladder(w, n, true); }, {250, 2500}},
      {"tree", graph("tree"), {1000, 10000}},
      {"star", graph("star"), {1000, 10000}},
      {"solid", graph("solid"), {7, 15}},
      {"ring", add_ring, {1000, 10000}},
      {"welded_grid", add_welded_grid, {22, 71}},
      {"braced_solid", add_braced_solid, {5, 11}},
      {"random", graph("random"), {1000, 9000}},
      {"regular", graph("regular"), {667, 6667}},
  };
  return all;
}

void diagnose(benchmark::State& state, const Example& example) {
  World world;
  example.add(world, static_cast<int>(state.range(0)));
  Diagnosis d;
  for (auto _ : state) d = world.diagnose();
  state.counters["constraints"] = d.constraints;
  state.counters["rows"] = d.rows;
  state.counters["redundant"] = d.redundant_rows();
  state.counters["sets"] = static_cast<double>(d.redundancies.size() + d.conflicts.size());
  state.counters["freedoms"] = d.freedoms;
}

const bool added = [] {
  for (const Example& example : examples()) {
    const auto run = [&](benchmark::State& state) { diagnose(state, example); };
    auto* made = benchmark::RegisterBenchmark(("doctor/" + example.name).c_str(), run);
    for (const std::int64_t n : example.sizes) made->Arg(n);
    made->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
