// SPDX-License-Identifier: Apache-2.0
//
// The cost of an edit. In a small island it must not depend on what else is in the world. In a
// large one, the step after one constraint has joined or left is held against a normal step.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <limits>
#include <string>

#include "holon_scene.h"

namespace {

constexpr int small_chain = 5;
constexpr double h = 0.001;

/// A chain of five bodies and another of n, which have nothing to do with each other. A bar from a
/// body of the small one to a nail is added and removed again.
void in_small_island(benchmark::State& state) {
  holon::World world;
  world.add(holon::Gravity{});
  const holon::ObjectId body =
      peers::add_scene(world, peers::make_scene("chain", small_chain)).back();
  peers::add_scene(world, peers::make_scene("chain", static_cast<int>(state.range(0))));
  world.step(h);
  const holon::Vec3 at = world.placement(body).position - holon::Vec3::UnitZ();
  for (auto _ : state) {
    const holon::ConstraintId bar = world.add(
        holon::Distance{.a = holon::Nail{at}, .b = holon::PointOn{.object = body}, .length = 1.0});
    benchmark::DoNotOptimize(world.islands());
    world.remove(bar);
    benchmark::DoNotOptimize(world.islands());
  }
}

/// A tree of n bodies: two hang from each by ball joints half way between them.
void add_tree(holon::World& world, int n) {
  std::vector<holon::ObjectId> bodies;
  for (int i = 0; i < n; ++i) {
    if (i == 0) {
      bodies.push_back(world.add(holon::RigidBody{}));
      world.add(
          holon::PointToPoint{holon::Nail{{0, 0, 0.5}}, holon::PointOn{bodies[0], {0, 0, 0.5}}});
      continue;
    }
    const holon::ObjectId parent = bodies[(i - 1) / 2];
    const double aside = (i % 2 == 0 ? 1.0 : -1.0) * std::pow(0.8, std::log2(i + 1));
    const holon::Vec3 half = 0.5 * holon::Vec3(aside, 0.1 * aside, -1.0);
    bodies.push_back(
        world.add(holon::RigidBody{.position = world.placement(parent).position + 2.0 * half}));
    world.add(
        holon::PointToPoint{holon::PointOn{parent, half}, holon::PointOn{bodies.back(), -half}});
  }
}

holon::World make_world(const std::string& scene, int n) {
  holon::World world;
  world.add(holon::Gravity{});
  if (scene == "tree")
    add_tree(world, n);
  else
    peers::add_scene(world,
                     peers::make_scene(scene, scene == "net" ? std::lround(std::sqrt(n)) : n));
  return world;
}

/// The one in the middle of those there are.
template <class Slots>
auto middle(const Slots& slots) {
  return slots.id_at(slots.capacity() / 2);
}

holon::Distance bar_between(const holon::World& world, holon::ObjectId a, holon::ObjectId b) {
  const double length = (world.placement(a).position - world.placement(b).position).norm();
  return {.a = holon::PointOn{a}, .b = holon::PointOn{b}, .length = length};
}

/// Body i of n.
holon::ObjectId body(const holon::World& world, std::size_t i) {
  return world.model().objects().id_at(i);
}

using Edit = std::function<void(holon::World&)>;

/// A bar between two bodies not far from each other in the middle.
void add_bar(holon::World& world) {
  const std::size_t n = world.model().objects().size() / 2;
  world.add(bar_between(world, body(world, n), body(world, n + 7)));
}
/// Three rows: the centre of a body is fastened to another body, where it is. (A particle, which
/// carries nothing beside itself, is nailed.)
void add_joint(holon::World& world) {
  const std::size_t n = world.model().objects().size() / 2;
  const holon::ObjectId a = body(world, n), b = body(world, n + 7);
  const holon::Vec3 at = world.placement(a).position;
  const holon::Placement other = world.placement(b);
  if (holds_alternative<holon::Particle>(world.model().objects()[b].kind))
    world.add(holon::PointToPoint{holon::Nail{at}, holon::PointOn{a}});
  else
    world.add(holon::PointToPoint{
        holon::PointOn{a},
        holon::PointOn{b, other.orientation.conjugate() * (at - other.position)}});
}
/// A body in motion is nailed where it is: it has to be brought to rest, over many steps.
void catch_body(holon::World& world) {
  const holon::ObjectId caught = body(world, world.model().objects().size() / 3);
  world.add(
      holon::PointToPoint{holon::Nail{world.placement(caught).position}, holon::PointOn{caught}});
}
void remove_constraint(holon::World& world) {
  world.remove(middle(world.model().constraints()));
}
void switch_off(holon::World& world) {
  world.set_active(middle(world.model().constraints()), false);
}
/// New parameters, which say what the old ones did.
void set_constraint(holon::World& world) {
  const holon::ConstraintId id = middle(world.model().constraints());
  world.set(id, world.model().constraints()[id].kind);
}
void add_force(holon::World& world) {
  world.add(holon::AppliedForce{holon::PointOn{middle(world.model().objects())},
                                holon::Path::constant({0, 0, 1e-3})});
}

/// CPU time, in which others who use the machine show less.
double seconds(const std::function<void()>& f) {
  const std::clock_t start = std::clock();
  f();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Each time from the same state: a few normal steps, then an edit and the step after it. The
/// shortest of each are compared.
void in_large_island(benchmark::State& state, const std::string& scene, const Edit& edit) {
  holon::World world = make_world(scene, static_cast<int>(state.range(0)));
  const holon::World::Snapshot start = world.snapshot();
  double normal = std::numeric_limits<double>::infinity(), edited = normal, after = normal;
  for (auto _ : state) {
    world.restore(start);
    for (int i = 0; i < 6; ++i) world.step(h);
    for (int i = 0; i < 6; ++i) normal = std::min(normal, seconds([&] { world.step(h); }));
    const double time = seconds([&] {
      edit(world);
      world.step(h);
    });
    for (int i = 0; i < 6; ++i) world.step(h);
    for (int i = 0; i < 6; ++i) after = std::min(after, seconds([&] { world.step(h); }));
    edited = std::min(edited, time);
    state.SetIterationTime(time);
  }
  state.counters["step_us"] = 1e6 * normal;
  state.counters["edit_and_step_us"] = 1e6 * edited;
  state.counters["ratio"] = edited / normal;
  state.counters["later_steps"] = after / normal;
}

BENCHMARK(in_small_island)
    ->Name("edit/small_island")
    ->RangeMultiplier(10)
    ->Range(10, 10000)
    ->Unit(benchmark::kMicrosecond);

const int registered = [] {
  const std::pair<const char*, Edit> edits[] = {{"add_bar", add_bar},
                                                {"add_joint", add_joint},
                                                {"catch", catch_body},
                                                {"remove", remove_constraint},
                                                {"switch_off", switch_off},
                                                {"set", set_constraint},
                                                {"add_force", add_force}};
  for (const std::string scene : {"chain", "net", "tree"})
    for (const auto& [name, edit] : edits)
      benchmark::RegisterBenchmark(
          ("edit/large_island/" + scene + "/" + name).c_str(),
          [scene, edit = edit](benchmark::State& s) { in_large_island(s, scene, edit); })
          ->Arg(10000)
          ->Iterations(8)
          ->UseManualTime()
          ->Unit(benchmark::kMicrosecond);
  return 0;
}();

}  // namespace
