// SPDX-License-Identifier: Apache-2.0
//
// What a second thread gains, on many islands and on one: two worlds of the same scene step in
// turns, one on one thread and one on two, and the counter `speedup` is the ratio of the shortest
// times of a step. Their states have to be the same to the last bit.
#include <benchmark/benchmark.h>

#include <chrono>

#include "graph_scene.h"
#include "holon_scene.h"

namespace {

constexpr double h = 0.001;  // s

holon::World world_of(const std::string& scene, int n, int copies, int threads) {
  holon::World world({.threads = threads});
  world.add(holon::Gravity{});
  for (int i = 0; i < copies; ++i) peers::add_scene(world, graphs::make_scene(scene, n));
  return world;
}

double seconds_of_step(holon::World& world, bool& ok) {
  const auto start = std::chrono::steady_clock::now();
  ok = world.step(h).ok && ok;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void threads(benchmark::State& state, const std::string& scene, int copies) {
  const auto n = static_cast<int>(state.range(0));
  holon::World one = world_of(scene, n, copies, 1), two = world_of(scene, n, copies, 2);
  bool ok = one.step(h).ok && two.step(h).ok;  // builds the islands
  double alone = 1e300, together = 1e300;
  for (auto _ : state) {
    alone = std::min(alone, seconds_of_step(one, ok));
    together = std::min(together, seconds_of_step(two, ok));
  }
  if (!ok) state.SkipWithError(one.report().brief().c_str());
  if (one.hash() != two.hash()) state.SkipWithError("the threads changed the motion");
  state.counters["speedup"] = alone / together;
  state.counters["one_thread"] = alone;
}

const bool added = [] {
  const auto add = [](const std::string& name, const std::string& scene, int copies, int n) {
    const auto run = [=](benchmark::State& state) { threads(state, scene, copies); };
    auto* made = benchmark::RegisterBenchmark(("threads/" + name).c_str(), run);
    made->Arg(n)->Iterations(40)->UseRealTime()->Unit(benchmark::kMicrosecond);
  };
  add("islands", "chain", 100, 100);
  for (const char* scene : {"tree", "chain", "ladder"}) add(scene, scene, 1, 10000);
  add("net", "net", 1, 80);
  return true;
}();

}  // namespace
