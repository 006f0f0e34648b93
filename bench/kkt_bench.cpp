// SPDX-License-Identifier: Apache-2.0
//
// What a step is made of: evaluation of the equations, and order, factors and solution of the KKT
// system, on the graphs of the peers' scenes. Every figure is also shown per body.
#include <benchmark/benchmark.h>

#include "holon_scene.h"

namespace {

/// The equations of a scene a little after its start, where nothing is straight any more.
class Equations {
 public:
  Equations(const std::string& scene, int n) {
    world_.add(holon::Gravity{});
    objects_ = peers::add_scene(world_, peers::make_scene(scene, n));
    for (int i = 0; i < 20; ++i) world_.step(0.001);
    std::vector<holon::ConstraintId> constraints;
    std::vector<holon::ForceId> forces;
    world_.model().constraints().for_each(
        [&](holon::ConstraintId id, const auto&) { constraints.push_back(id); });
    world_.model().forces().for_each([&](holon::ForceId id, const auto&) { forces.push_back(id); });
    system.build(world_.model(), objects_, constraints, forces);
    q.setZero(system.nq());
    v.setZero(system.nv());
    for (const holon::System::BodyView& body : system.bodies()) {
      std::ranges::copy(world_.state().q(body.id), q.data() + body.q);
      std::ranges::copy(world_.state().v(body.id), v.data() + body.v);
    }
    Q.setZero(system.nv());
    v_dot.setZero(system.nv());
    b.setZero(system.rows());
    lambda.setZero(system.rows());
    evaluate();
  }

  void evaluate() {
    system.place(world_.time(), q, v);
    system.evaluate_constraints();
    system.evaluate_mass();
    system.applied_forces(Q);
    system.add_bias(Q);
    system.closing_acceleration(b);
  }
  std::size_t bodies() const { return objects_.size(); }

  holon::System system;
  holon::VecX q, v, Q, v_dot, b, lambda;

 private:
  holon::World world_;
  std::vector<holon::ObjectId> objects_;
};

void count(benchmark::State& state, const Equations& equations) {
  state.counters["per_body"] = benchmark::Counter(
      static_cast<double>(equations.bodies()),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["factor_size"] = static_cast<double>(equations.system.kkt().factor_size());
}

void evaluate(benchmark::State& state, const std::string& scene) {
  Equations equations(scene, static_cast<int>(state.range(0)));
  for (auto _ : state) {
    equations.evaluate();
    benchmark::ClobberMemory();
  }
  count(state, equations);
}

/// Only the constraint errors, as every iteration of the projected stepper needs them.
void errors(benchmark::State& state, const std::string& scene) {
  Equations equations(scene, static_cast<int>(state.range(0)));
  for (auto _ : state) {
    equations.system.place(0.0, equations.q, equations.v);
    equations.system.evaluate_errors();
    benchmark::ClobberMemory();
  }
  count(state, equations);
}

void order(benchmark::State& state, const std::string& scene) {
  Equations equations(scene, static_cast<int>(state.range(0)));
  for (auto _ : state) equations.system.kkt().analyse();
  count(state, equations);
}

void factor(benchmark::State& state, const std::string& scene) {
  Equations equations(scene, static_cast<int>(state.range(0)));
  int dependent = 0;
  for (auto _ : state) dependent = equations.system.kkt().factor();
  count(state, equations);
  state.counters["dependent"] = dependent;
}

void solve(benchmark::State& state, const std::string& scene) {
  Equations equations(scene, static_cast<int>(state.range(0)));
  holon::Kkt& kkt = equations.system.kkt();
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
