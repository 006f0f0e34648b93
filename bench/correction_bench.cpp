// SPDX-License-Identifier: Apache-2.0
//
// ∂C/∂R of `correction` by formula and by test forces, in the five configurations that
// [Barenbrug00, sec. 3.4.5] gives speed-ups for. Those are of the matrix alone; the whole step is
// measured beside it.
#include <benchmark/benchmark.h>

#include <ctime>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>

#include "equations.h"
#include "holon/holon.h"
#include "holon/step/look_ahead.h"

namespace {

using holon::Sensitivity;
using holon::Vec3;

constexpr double h = 0.02;  // s

/// What one configuration adds to a world, and the speed-up that the thesis found.
struct Configuration {
  const char* name;
  double thesis;
  std::function<void(holon::World&)> add;
};

const Vec3 corner(1, 1, 1);

/// n cubes from corner to corner, the first to `before` if there is one.
void add_chain(holon::World& world, int n, std::optional<holon::PointRef> before) {
  for (int i = 0; i < n; ++i) {
    const holon::ObjectId cube = world.add(holon::RigidBody{.position = -(2.0 * i + 1.0) * corner});
    if (before) world.add(holon::PointToPoint{*before, holon::PointOn{cube, corner}});
    before = holon::PointOn{cube, -corner};
  }
}

/// A cube at x with one corner, or two opposite ones, on circles about the y axis of the world.
void add_on_circles(holon::World& world, const Vec3& x, int corners) {
  const holon::ObjectId cube = world.add(holon::RigidBody{.position = x});
  for (const double side : {1.0, -1.0}) {
    if (corners-- == 0) break;
    const Vec3 at = x + side * corner;
    world.add(holon::PointToCurve{.point = holon::PointOn{cube, side * corner},
                                  .curve = {holon::WorldFrame{},
                                            holon::Circle{.radius = std::hypot(at.x(), at.z()),
                                                          .center = Vec3(0, at.y(), 0),
                                                          .orientation = holon::rotation_exp(Vec3(
                                                              -std::numbers::pi / 2, 0, 0))}}});
  }
}

const Configuration configurations[] = {
    {"point_to_point", 10.0, [](holon::World& world) { add_chain(world, 1, holon::Nail{}); }},
    {"point_to_curve",
     7.5,
     [](holon::World& world) {
       add_on_circles(world, {3, 0, 0}, 1);
     }},
    {"point_to_surface",
     5.0,
     [](holon::World& world) {
       const holon::ObjectId cube = world.add(holon::RigidBody{.position = {3, 0, 0}});
       world.add(holon::PointToSurface{
           .point = holon::PointOn{cube, corner},
           .surface = {holon::WorldFrame{},
                       holon::SphereSurface{.radius = (Vec3(3, 0, 0) + corner).norm()}}});
     }},
    {"three_point_to_point_on_four_bodies",
     6.0,
     [](holon::World& world) { add_chain(world, 4, {}); }},
    {"two_pairs_of_point_to_curve",
     4.5,
     [](holon::World& world) {
       add_on_circles(world, {3, 0, 0}, 2);
       add_on_circles(world, {7, 0, 0}, 2);
     }},
};

/// Each step makes one iteration, whatever its error, so that it always needs the matrix.
holon::World make_world(const Configuration& configuration, Sensitivity sensitivity) {
  holon::World world(
      {.stepper = "correction",
       .settings = {
           .correction = {.sensitivity = sensitivity, .max_error = -1.0, .max_iterations = 1}}});
  world.add(holon::Gravity{.g = {0, -1, 0}});
  configuration.add(world);
  world.step(h);  // builds the island
  return world;
}

/// ∂C/∂R of a configuration, found as often as one likes.
class Matrix {
 public:
  explicit Matrix(const Configuration& configuration)
      : equations_(make_world(configuration, Sensitivity::analytic)),
        ahead_({.sensitivity = Sensitivity::empirical}),
        start_{h, h, equations_.q, equations_.v} {
    // as the step does: the ends of a closed curve hold nothing
    for (const int row : system().one_sided()) system().kkt().mask_row(row, true);
    formula_.prepare(system());
    ahead_.prepare(system());
    ahead_.ahead = 0.5 * h;
    trial_.prepare(system());
    tests_.setZero(system().rows(), system().rows());
  }
  const holon::MatX& by_formula() {
    ahead_.formula(system(), start_, formula_);
    return formula_.matrix();
  }
  const holon::MatX& by_tests() {
    ahead_.test_forces(system(), start_, trial_, tests_);
    return tests_;
  }
  /// By how much both differ, over their size: a sign that they are of the same thing.
  double difference() { return (by_formula() - by_tests()).norm() / by_tests().norm(); }

 private:
  holon::System& system() { return equations_.system(); }

  Equations equations_;
  holon::LookAhead ahead_;
  holon::StepStart start_;
  holon::Mobility formula_;
  holon::Trial trial_;
  holon::MatX tests_;
};

double cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The shortest CPU time of something, of all the times it was measured.
class Shortest {
 public:
  template <class Work>
  void measure(Work&& work) {
    constexpr int repeats = 100;
    const double begin = cpu_time();
    for (int i = 0; i < repeats; ++i) work();
    time_ = std::min(time_, (cpu_time() - begin) / repeats);
  }
  double time() const { return time_; }

 private:
  double time_ = std::numeric_limits<double>::infinity();
};

/// Both ways in turns, so that what else the machine does meets both.
void speed_up(benchmark::State& state, const Configuration& configuration) {
  Matrix matrix(configuration);
  holon::World analytic = make_world(configuration, Sensitivity::analytic);
  holon::World empirical = make_world(configuration, Sensitivity::empirical);
  Shortest formula, tests, step_by_formula, step_by_tests;
  for (auto _ : state) {
    formula.measure([&] { benchmark::DoNotOptimize(matrix.by_formula().data()); });
    tests.measure([&] { benchmark::DoNotOptimize(matrix.by_tests().data()); });
    step_by_formula.measure([&] { analytic.step(h); });
    step_by_tests.measure([&] { empirical.step(h); });
  }
  for (const holon::World* world : {&analytic, &empirical})
    if (!world->report().ok) state.SkipWithError(world->report().brief().c_str());
  state.counters["thesis"] = configuration.thesis;
  state.counters["matrix"] = tests.time() / formula.time();
  state.counters["step"] = step_by_tests.time() / step_by_formula.time();
  state.counters["difference"] = matrix.difference();
}

const bool added = [] {
  for (const Configuration& configuration : configurations)
    benchmark::RegisterBenchmark(
        (std::string("correction/") + configuration.name).c_str(),
        [&configuration](benchmark::State& state) { speed_up(state, configuration); })
        ->Iterations(50)
        ->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
