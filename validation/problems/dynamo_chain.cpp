// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// The chain of [Barenbrug00, app. I] with 200 cubes instead of 15 and without its damping, at its
/// step of 0.02: by the method of the thesis with its integrator and with a better one, and by
/// `projected`. The chain is lowest after about 1900 steps.
namespace holon::validation::dynamo_chain {
namespace {

constexpr int kCubes = 200, kSteps = 2200;
constexpr double kStep = 0.02;
const double kLink = 2.0 * std::sqrt(3.0), kLength = kLink * kCubes;

struct Run {
  int held = 0;          // steps until two cubes are a tenth of a link apart, or all
  double gap = 0.0;      // largest while it held
  double energy = 0.0;   // largest departure from that of the start while it held
  double fastest = 0.0;  // largest angular velocity
  double iterations = 0.0;
  int other_solvers = 0;  // steps that did not end with LU
  std::vector<Vec3> tip;  // after each step
};

Run run(const WorldOptions& options) {
  CubeChain chain(kCubes, options);
  Run out;
  const double energy = chain.world.kinetic_energy() + chain.world.potential_energy();
  while (out.held < kSteps) {
    const StepReport& report = chain.world.step(kStep);
    if (!report.ok || chain.gap() > 0.1 * kLink) break;
    ++out.held;
    out.gap = std::max(out.gap, chain.gap());
    out.energy = std::max(out.energy, std::abs(report.energy() - energy));
    if (out.held % 10 == 0)
      for (const ObjectId cube : chain.cubes)
        out.fastest = std::max(out.fastest, chain.world.placement(cube).angular_velocity.norm());
    out.iterations += report.iterations;
    out.other_solvers += !report.solver.empty() && report.solver != "lu";
    out.tip.push_back(chain.world.placement(chain.cubes.back()).position);
  }
  return out;
}

void tell(Validation& v, const std::string& method, const Run& r) {
  v.note(method + ": "
         + (r.held == kSteps ? "holds for all " + std::to_string(kSteps) + " steps"
                             : "breaks up after " + std::to_string(r.held) + " steps")
         + "; until then " + std::to_string(r.iterations / std::max(1, r.held))
         + " iterations a step, " + std::to_string(r.other_solvers)
         + " steps not by LU, largest gap " + std::to_string(r.gap) + ", energy off by "
         + std::to_string(r.energy) + " of " + std::to_string(kCubes * kLength) + ".");
}

/// How far two tips are apart after so many steps, over the length of the chain.
double apart(const Run& a, const Run& b, std::size_t steps) {
  return (a.tip.at(steps - 1) - b.tip.at(steps - 1)).norm() / kLength;
}

}  // namespace

void run(Validation& v) {
  v.title = "A chain of 200 cubes at a step of 0.02";
  const Run thesis = run(correction({.integrator = MotionIntegrator::rk2, .max_error = 1e-9}));
  const Run better = run(correction({.integrator = MotionIntegrator::rk4, .max_error = 1e-9}));
  const Run reference = run({.stepper = "projected"});
  tell(v, "correction, rk2", thesis);
  tell(v, "correction, rk4", better);
  tell(v, "projected", reference);

  const double slow = kStep * kStep / kLength;  // (h ω)², ω² = g / length
  v.bound("projected",
          "steps that it does not hold",
          "",
          kSteps - reference.held,
          0.0,
          "all of them are held");
  v.bound("projected",
          "largest gap / link",
          "",
          reference.gap / kLink,
          std::sqrt(3.0) * 1e-12 * kLength / kLink,
          "the tolerance of 1e-12 times the size of the model, in three directions");
  v.bound(
      "projected",
      "energy error / (weight × length)",
      "",
      reference.energy / (kCubes * kLength),
      kStep * kStep * reference.fastest * reference.fastest / 8.0,
      "(h ω)² / 8, as of a harmonic oscillator, ω the largest angular velocity in the run: that of "
      "the lower end where the chain is lowest");
  // Both are sound for the first 500 steps, long before the chain is lowest.
  v.bound("correction, rk2",
          "distance of its tip from that of projected after 500 steps / length",
          "",
          apart(thesis, reference, 500),
          slow,
          "(h ω)² of a chain that swings as a whole: both are of second order");
  v.bound("correction, rk4",
          "steps that it does not hold",
          "",
          kSteps - better.held,
          0.0,
          "all of them are held");
  v.bound("correction, rk4",
          "distance of its tip from that of projected after 500 steps / length",
          "",
          apart(better, reference, 500),
          slow,
          "(h ω)² of a chain that swings as a whole: both are of second order");
}

}  // namespace holon::validation::dynamo_chain
