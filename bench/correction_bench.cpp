// SPDX-License-Identifier: Apache-2.0
//
// A step of `correction` with ∂C/∂R found in both ways. One and three cubes have the matrices of 3
// × 3 and 9 × 9 that [Barenbrug00, sec. 3.4.5] gives speed-ups for; those are of the matrix alone,
// these times are of the whole step.
#include <benchmark/benchmark.h>

#include "holon/holon.h"

namespace {

using holon::Sensitivity;

/// n cubes from corner to corner, the first on a nail. Each step makes one iteration, whatever its
/// error, so that it always needs the matrix.
holon::World chain(int n, Sensitivity sensitivity) {
  holon::World world(
      {.stepper = "correction",
       .settings = {
           .correction = {.sensitivity = sensitivity, .max_error = -1.0, .max_iterations = 1}}});
  world.add(holon::Gravity{.g = {0, -1, 0}});
  const holon::Vec3 corner(1, 1, 1);
  holon::PointRef before = holon::Nail{};
  for (int i = 0; i < n; ++i) {
    const holon::ObjectId cube = world.add(holon::RigidBody{.position = -(2.0 * i + 1.0) * corner});
    world.add(holon::PointToPoint{before, holon::PointOn{cube, corner}});
    before = holon::PointOn{cube, -corner};
  }
  return world;
}

void step(benchmark::State& state, Sensitivity sensitivity) {
  holon::World world = chain(static_cast<int>(state.range(0)), sensitivity);
  constexpr double h = 0.02;
  world.step(h);  // builds the island
  double evaluations = 0;
  for (auto _ : state) evaluations += world.step(h).evaluations;
  if (!world.report().ok) state.SkipWithError(world.report().brief().c_str());
  state.counters["evaluations"] = evaluations / static_cast<double>(state.iterations());
}

void analytic(benchmark::State& state) {
  step(state, Sensitivity::analytic);
}
void empirical(benchmark::State& state) {
  step(state, Sensitivity::empirical);
}
BENCHMARK(analytic)->Name("correction/analytic")->Arg(1)->Arg(3)->Arg(10)->Iterations(500);
BENCHMARK(empirical)->Name("correction/empirical")->Arg(1)->Arg(3)->Arg(10)->Iterations(500);

}  // namespace
