// SPDX-License-Identifier: Apache-2.0
//
// A step of `correction` with ∂C/∂R found in both ways, on the models that [Barenbrug00,
// sec. 3.4.5] gives the speed-up for: one cube on a nail, and a chain of bodies with a joint
// between each two.
#include <benchmark/benchmark.h>

#include "holon/holon.h"

namespace {

using holon::Sensitivity;

/// n cubes from corner to corner; the first hangs on a nail, or is free.
holon::World chain(int n, bool on_nail, Sensitivity sensitivity) {
  holon::World world({.stepper = "correction",
                      .settings = {.correction = {.sensitivity = sensitivity, .max_error = 1e-4}}});
  world.add(holon::Gravity{.g = {0, -1, 0}});
  holon::ObjectId last;
  for (int i = 0; i < n; ++i) {
    const holon::ObjectId cube =
        world.add(holon::RigidBody{.position = -(2.0 * i + 1.0) * holon::Vec3(1, 1, 1)});
    const holon::PointOn corner{cube, {1, 1, 1}};
    if (i > 0) world.add(holon::PointToPoint{holon::PointOn{last, {-1, -1, -1}}, corner});
    if (i == 0 && on_nail) world.add(holon::PointToPoint{holon::Nail{}, corner});
    last = cube;
  }
  return world;
}

void step(benchmark::State& state, Sensitivity sensitivity, bool on_nail) {
  holon::World world = chain(static_cast<int>(state.range(0)), on_nail, sensitivity);
  constexpr double h = 0.02;
  world.step(h);  // builds the island
  double evaluations = 0;
  for (auto _ : state) evaluations += world.step(h).evaluations;
  if (!world.report().ok) state.SkipWithError(world.report().brief().c_str());
  state.counters["evaluations"] = evaluations / static_cast<double>(state.iterations());
}

void analytic_nail(benchmark::State& state) {
  step(state, Sensitivity::analytic, true);
}
void empirical_nail(benchmark::State& state) {
  step(state, Sensitivity::empirical, true);
}
void analytic_chain(benchmark::State& state) {
  step(state, Sensitivity::analytic, false);
}
void empirical_chain(benchmark::State& state) {
  step(state, Sensitivity::empirical, false);
}
BENCHMARK(analytic_nail)->Name("correction/nail/analytic")->Arg(1)->Iterations(5000);
BENCHMARK(empirical_nail)->Name("correction/nail/empirical")->Arg(1)->Iterations(5000);
BENCHMARK(analytic_chain)->Name("correction/chain/analytic")->Arg(4)->Iterations(2000);
BENCHMARK(empirical_chain)->Name("correction/chain/empirical")->Arg(4)->Iterations(2000);
BENCHMARK(analytic_chain)->Name("correction/chain/analytic")->Arg(20)->Iterations(200);
BENCHMARK(empirical_chain)->Name("correction/chain/empirical")->Arg(20)->Iterations(200);

}  // namespace
