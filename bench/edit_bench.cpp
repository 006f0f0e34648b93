// SPDX-License-Identifier: Apache-2.0
//
// The cost of an edit: a bar is added and removed again, and after each edit the world brings its
// islands up to date. In a small island this must not depend on what else is in the world; in a
// large one it may cost what that island costs.
#include <benchmark/benchmark.h>

#include "holon_scene.h"

namespace {

constexpr int small_chain = 5;

/// A chain of five bodies and another of n, which have nothing to do with each other.
struct TwoChains {
  explicit TwoChains(int n) {
    world.add(holon::Gravity{});
    little = peers::add_scene(world, peers::make_scene("chain", small_chain));
    large = peers::add_scene(world, peers::make_scene("chain", n));
    world.step(0.001);
  }
  holon::World world;
  std::vector<holon::ObjectId> little, large;
};

/// Adds a bar from a body to a nail below it, and takes it away again.
void edit(benchmark::State& state, holon::World& world, holon::ObjectId body) {
  const holon::Vec3 at = world.placement(body).position - holon::Vec3::UnitZ();
  for (auto _ : state) {
    const holon::ConstraintId bar = world.add(
        holon::Distance{.a = holon::Nail{at}, .b = holon::PointOn{.object = body}, .length = 1.0});
    benchmark::DoNotOptimize(world.islands());
    world.remove(bar);
    benchmark::DoNotOptimize(world.islands());
  }
}

void in_small_island(benchmark::State& state) {
  TwoChains chains(static_cast<int>(state.range(0)));
  edit(state, chains.world, chains.little.back());
}
void in_large_island(benchmark::State& state) {
  TwoChains chains(static_cast<int>(state.range(0)));
  edit(state, chains.world, chains.large.back());
  state.counters["per_body"] = benchmark::Counter(
      static_cast<double>(state.range(0)),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK(in_small_island)
    ->Name("edit/small_island")
    ->RangeMultiplier(10)
    ->Range(10, 10000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(in_large_island)
    ->Name("edit/large_island")
    ->RangeMultiplier(10)
    ->Range(10, 10000)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
