// SPDX-License-Identifier: Apache-2.0
//
// What it costs to find who touches whom, and where.
#include <benchmark/benchmark.h>

#include <cmath>

#include "holon/collide/broad_phase.h"
#include "holon/collide/collide.h"
#include "holon/collide/specimens.h"

namespace {

using namespace holon;

/// One pair of kinds in places where they touch, or nearly so.
void touch(benchmark::State& state, const CollisionShape& a, const CollisionShape& b, double deep) {
  checks::Random random(1);
  std::vector<Place> places;
  for (int i = 0; i < 64; ++i) {
    Place B = checks::random_place(random, 0.0);
    const Vec3 d = random.direction();
    // out along a direction until the boxes of both just overlap
    B.x = (a.bounds({}).half().norm() + b.bounds({}).half().norm()) * deep * d;
    places.push_back(B);
  }
  std::size_t i = 0;
  Manifold m;
  int points = 0;
  for (auto _ : state) {
    collide(a, {}, b, places[i++ % places.size()], 0.05, m);
    points += m.size;
    benchmark::DoNotOptimize(m);
  }
  state.counters["points"] = static_cast<double>(points) / static_cast<double>(state.iterations());
}

void resting(benchmark::State& state, const CollisionShape& a, const CollisionShape& b, double z) {
  const Place B{Eigen::AngleAxisd(0.3, Vec3::UnitZ()).toRotationMatrix(), {0.1, 0.2, z}};
  Manifold m;
  for (auto _ : state) {
    collide(a, {}, b, B, 0.05, m);
    benchmark::DoNotOptimize(m);
  }
  state.counters["points"] = m.size;
}

/// Boxes that lie in a block and tremble; every tenth is on its way through the others.
void broad_phase(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const int side = static_cast<int>(std::ceil(std::cbrt(n)));
  BroadPhase phase;
  const auto box = [](const Vec3& x) { return Bounds{x.array() - 0.5, x.array() + 0.5}; };
  const auto place = [&](int i, double t) -> Vec3 {
    const double shift = i % 10 == 0 ? t : 0.01 * std::sin(t + i);
    return {1.01 * (i % side) + shift, 1.01 * (i / side % side), 1.01 * (i / side / side)};
  };
  for (int i = 0; i < n; ++i) phase.insert(box(place(i, 0.0)));
  double t = 0.0;
  std::size_t pairs = 0;
  for (auto _ : state) {
    t = std::fmod(t + 0.02, 5.0);
    for (int i = 0; i < n; ++i) phase.move(i, box(place(i, t)));
    pairs = phase.pairs().size();
  }
  state.counters["pairs"] = static_cast<double>(pairs);
}
BENCHMARK(broad_phase)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMicrosecond);

const bool registered = [] {
  const auto all = checks::convex_specimens();
  for (const auto& a : all) {
    for (const auto& b : all) {
      const auto name = a.name + "/" + b.name;
      for (const double deep : {0.85, 0.3}) {
        benchmark::RegisterBenchmark(
            ((deep < 0.5 ? "overlap/" : "near/") + name).c_str(),
            [=](benchmark::State& s) { touch(s, a.shape, b.shape, deep); });
      }
    }
  }
  const CollisionShape box = Shape(Box{}), cylinder = Shape(Cylinder{}), floor = HalfSpace{};
  benchmark::RegisterBenchmark("resting/box/box",
                               [=](benchmark::State& s) { resting(s, box, box, 0.9999); });
  benchmark::RegisterBenchmark("resting/box/cylinder",
                               [=](benchmark::State& s) { resting(s, box, cylinder, 0.9999); });
  benchmark::RegisterBenchmark("resting/floor/box",
                               [=](benchmark::State& s) { resting(s, floor, box, 0.4999); });
  return true;
}();

}  // namespace
