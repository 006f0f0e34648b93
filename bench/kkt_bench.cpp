// SPDX-License-Identifier: Apache-2.0
//
// What a step is made of: evaluation of the equations, and order, factors and solution of the KKT
// system, on the graphs of the peers' scenes. Every figure is also shown per body.
#include <benchmark/benchmark.h>

#include "equations.h"
#include "holon_scene.h"

namespace {

/// The equations of a scene a little after its start, where nothing is straight any more.
Equations equations_of(const std::string& scene, const benchmark::State& state) {
  holon::World world;
  world.add(holon::Gravity{});
  peers::add_scene(world, peers::make_scene(scene, static_cast<int>(state.range(0))));
  for (int i = 0; i < 20; ++i) world.step(0.001);
  return Equations(std::move(world));
}

void count(benchmark::State& state, Equations& equations) {
  state.counters["per_body"] = benchmark::Counter(
      static_cast<double>(equations.bodies()),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["factor_size"] = static_cast<double>(equations.system().kkt().factor_size());
}

void evaluate(benchmark::State& state, const std::string& scene) {
  Equations equations = equations_of(scene, state);
  for (auto _ : state) {
    equations.evaluate();
    benchmark::ClobberMemory();
  }
  count(state, equations);
}

/// Only the constraint errors, as every iteration of the projected stepper needs them.
void errors(benchmark::State& state, const std::string& scene) {
  Equations equations = equations_of(scene, state);
  for (auto _ : state) {
    equations.system().place(0.0, equations.q, equations.v);
    equations.system().evaluate_errors();
    benchmark::ClobberMemory();
  }
  count(state, equations);
}

void order(benchmark::State& state, const std::string& scene) {
  Equations equations = equations_of(scene, state);
  for (auto _ : state) equations.system().kkt().analyse();
  count(state, equations);
}

void factor(benchmark::State& state, const std::string& scene) {
  Equations equations = equations_of(scene, state);
  int dependent = 0;
  for (auto _ : state) dependent = equations.system().kkt().factor();
  count(state, equations);
  state.counters["dependent"] = dependent;
}

void solve(benchmark::State& state, const std::string& scene) {
  Equations equations = equations_of(scene, state);
  holon::Kkt& kkt = equations.system().kkt();
  kkt.factor();
  int refinements = 0;
  for (auto _ : state)
    refinements = kkt.solve(holon::as_span(std::as_const(equations.Q)),
                            holon::as_span(std::as_const(equations.b)),
                            holon::as_span(equations.v_dot),
                            holon::as_span(equations.lambda))
                      .refinements;
  count(state, equations);
  state.counters["refinements"] = refinements;
}

struct Part {
  const char* name;
  void (*run)(benchmark::State&, const std::string& scene);
};

const bool added = [] {
  const auto add = [](const std::string& scene, const std::vector<std::int64_t>& sizes) {
    for (const Part part : {Part{"evaluate", evaluate},
                            Part{"errors", errors},
                            Part{"order", order},
                            Part{"factor", factor},
                            Part{"solve", solve}}) {
      auto* made =
          benchmark::RegisterBenchmark((std::string("kkt/") + scene + "/" + part.name).c_str(),
                                       [=](benchmark::State& state) { part.run(state, scene); });
      for (const std::int64_t n : sizes) made->Arg(n);
      made->Unit(benchmark::kMicrosecond);
    }
  };
  add("chain", {10, 100, 1000, 10000});
  add("fourbar", {1, 10, 40});
  add("net", {5, 10, 20, 40});
  return true;
}();

}  // namespace
