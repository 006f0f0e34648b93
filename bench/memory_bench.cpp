// SPDX-License-Identifier: Apache-2.0
//
// What a link of a long chain of rigid bodies with ball joints takes in memory: what the heap has
// given for it, and what the process has grown by.
#include <benchmark/benchmark.h>

#include <fstream>
#include <optional>

#include "allocations.h"
#include "holon_scene.h"

#ifdef __GLIBC__
#include <malloc.h>
#include <unistd.h>
#endif

namespace {

constexpr double h = 0.001;  // s

/// The memory of this process that is in use; 0 where the system does not tell.
double resident_bytes() {
#ifdef __GLIBC__
  malloc_trim(0);  // what was freed before is not to be mistaken for what is needed now
  std::ifstream in("/proc/self/statm");
  double total = 0.0, resident = 0.0;
  if (in >> total >> resident) return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
#endif
  return 0.0;
}

/// What was in use at some moment, to be compared with later ones.
struct Use {
  double live = static_cast<double>(live_bytes());
  double resident = resident_bytes();
};

void memory(benchmark::State& state, const char* scene_name) {
  const auto n = static_cast<int>(state.range(0));
  const peers::Scene scene = peers::make_scene(scene_name, n);
  for (auto _ : state) {
    const Use before;
    forget_peak();
    std::optional<holon::World> world(std::in_place);
    world->add(holon::Gravity{});
    peers::add_scene(*world, scene);
    const Use built;
    bool ok = true;
    for (int i = 0; i < 3; ++i) ok = world->step(h).ok && ok;
    const Use stepped;
    if (!ok) state.SkipWithError("a step failed");
    const auto per_link = [&](double bytes) { return bytes / n; };
    state.counters["model_and_state"] = per_link(built.live - before.live);
    state.counters["world"] = per_link(stepped.live - before.live);
    state.counters["peak"] = per_link(static_cast<double>(peak_bytes()) - before.live);
    state.counters["resident"] = per_link(stepped.resident - before.resident);
    const holon::State copy = world->state();
    state.counters["state"] = per_link(static_cast<double>(live_bytes()) - stepped.live);
    benchmark::DoNotOptimize(copy);
    state.PauseTiming();
    world.reset();
    state.ResumeTiming();
  }
}

BENCHMARK_CAPTURE(memory, chain, "chain")
    ->Name("memory/chain")
    ->Arg(1000)
    ->Arg(10000)
    ->Arg(100000)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
