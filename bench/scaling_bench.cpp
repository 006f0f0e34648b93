// SPDX-License-Identifier: Apache-2.0
//
// How the cost of a step, the size of the factors and the time to analyse a topology grow with the
// number of bodies, on graphs of many kinds. From the second size on each line tells the exponents
// fitted to all sizes so far: 1 is linear.
#include <benchmark/benchmark.h>

#include <cmath>
#include <ctime>
#include <map>

#include "equations.h"
#include "graph_scene.h"
#include "holon_scene.h"

namespace {

constexpr double h = 0.001;  // s

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// The shortest time of a few calls.
template <class F>
double shortest(int times, F&& f) {
  double least = 1e300;
  for (int i = 0; i < times; ++i) {
    const double start = cpu_seconds();
    f();
    least = std::min(least, cpu_seconds() - start);
  }
  return least;
}

/// What was measured at each number of bodies.
using Series = std::map<std::size_t, double>;

/// The slope of the straight line next to log y over log n.
double exponent(const Series& series) {
  double x_mean = 0.0, y_mean = 0.0;
  for (const auto& [n, y] : series) {
    x_mean += std::log(static_cast<double>(n)) / static_cast<double>(series.size());
    y_mean += std::log(y) / static_cast<double>(series.size());
  }
  double xx = 0.0, xy = 0.0;
  for (const auto& [n, y] : series) {
    const double x = std::log(static_cast<double>(n)) - x_mean;
    xx += x * x;
    xy += x * (std::log(y) - y_mean);
  }
  return xy / xx;
}

holon::World world_of(const std::string& scene, int n) {
  holon::World world;
  world.add(holon::Gravity{});
  peers::add_scene(world, graphs::make_scene(scene, n));
  return world;
}

void scaling(benchmark::State& state, const std::string& scene) {
  static std::map<std::string, Series> measured;
  const auto n = static_cast<int>(state.range(0));
  Equations equations(world_of(scene, n));
  const std::size_t bodies = equations.bodies();
  const auto note = [&](const std::string& name, double value) {
    Series& series = measured[scene + "/" + name];
    const auto [at, is_new] = series.insert({bodies, value});
    if (!is_new) at->second = std::min(at->second, value);
    if (series.size() > 1) state.counters["exponent_" + name] = exponent(series);
  };
  holon::Kkt& kkt = equations.system().kkt();
  const double order = shortest(5, [&] { kkt.analyse(); });
  note("order", order);
  note("factor_size", static_cast<double>(kkt.factor_size()));
  holon::World world = world_of(scene, n);
  bool ok = world.step(h).ok;  // builds the island
  double step = 1e300;
  for (auto _ : state) step = std::min(step, shortest(1, [&] { ok = world.step(h).ok && ok; }));
  if (!ok) state.SkipWithError(world.report().brief().c_str());
  note("step", step);
  const auto per_body = 1.0 / static_cast<double>(bodies);
  state.counters["step_per_body"] = step * per_body;
  state.counters["order_per_body"] = order * per_body;
  state.counters["factor_size_per_body"] = static_cast<double>(kkt.factor_size()) * per_body;
}

const bool added = [] {
  const auto add = [](const std::string& scene, const std::vector<std::int64_t>& sizes) {
    const auto run = [=](benchmark::State& state) { scaling(state, scene); };
    auto* made = benchmark::RegisterBenchmark(("scaling/" + scene).c_str(), run);
    for (const std::int64_t n : sizes) made->Arg(n);
    made->Iterations(10)->Unit(benchmark::kMicrosecond);
  };
  for (const char* scene : {"chain", "star", "tree", "ladder"})
    add(scene, {100, 1000, 10000, 100000});
  add("loops", {100, 1000, 10000, 100000});
  add("random", {100, 300, 1000, 3000, 10000});
  add("regular", {100, 300, 1000, 3000});
  add("net", {10, 20, 40, 80});
  add("solid", {4, 6, 8, 12});
  return true;
}();

}  // namespace
