// SPDX-License-Identifier: Apache-2.0
//
// A step of 1 ms of the peers' scenes. Every run makes the same number of steps from the same
// start, so that two runs do the same work.
#include <benchmark/benchmark.h>

#include "allocations.h"
#include "holon_scene.h"

namespace {

constexpr double h = 0.001;  // s

/// What a step costs per body, shown beside the time of the whole step.
benchmark::Counter per_body(std::size_t bodies) {
  return {static_cast<double>(bodies),
          benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert};
}

void step(benchmark::State& state, const std::string& stepper, const std::string& scene) {
  holon::World world({.stepper = stepper});
  world.add(holon::Gravity{});
  const auto n = static_cast<int>(state.range(0));
  const std::size_t bodies = peers::add_scene(world, peers::make_scene(scene, n)).size();
  // the first step builds the island
  bool ok = world.step(h).ok;
  double iterations = 0, factorisations = 0;
  const std::size_t allocated = allocations();
  for (auto _ : state) {
    const holon::StepReport& report = world.step(h);
    ok = ok && report.ok;
    iterations += report.iterations;
    factorisations += report.factorisations;
  }
  const std::size_t newly_allocated = allocations() - allocated;
  if (!ok) state.SkipWithError(world.report().brief().c_str());
  const auto steps = static_cast<double>(state.iterations());
  state.counters["per_body"] = per_body(bodies);
  state.counters["iterations"] = iterations / steps;
  state.counters["factorisations"] = factorisations / steps;
  state.counters["allocations"] = static_cast<double>(newly_allocated) / steps;
}

struct Size {
  int n, steps;
};

void add(const std::string& scene, std::string_view stepper, Size size) {
  const std::string name = "step/" + scene + "/" + std::string(stepper);
  const auto run = [=, stepper = std::string(stepper)](benchmark::State& state) {
    step(state, stepper, scene);
  };
  benchmark::RegisterBenchmark(name.c_str(), run)
      ->Arg(size.n)
      ->Iterations(size.steps)
      ->Unit(benchmark::kMicrosecond);
}

const bool added = [] {
  for (const holon::StepperKind& kind : holon::stepper_kinds())
    for (const Size size : {Size{10, 2000}, Size{100, 200}, Size{1000, 20}, Size{10000, 3}}) {
      // should it need its slower solvers, they are dense: 30000 rows are 7 GB
      if (kind.name == "correction" && size.n > 1000) continue;
      add("chain", kind.name, size);
    }
  for (const Size size : {Size{1, 1000}, Size{10, 200}, Size{40, 50}})
    add("fourbar", "projected", size);
  for (const Size size : {Size{5, 500}, Size{10, 100}, Size{20, 20}, Size{40, 5}})
    add("net", "projected", size);
  return true;
}();

}  // namespace
