// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// The chain of [Barenbrug00, app. I] with 200 cubes instead of 15, at its step of 0.02 and its
/// max_error of 0.0001, by the method of the thesis and by `projected`.
namespace holon::validation {
namespace {

constexpr int kCubes = 200, kSteps = 500;
constexpr double kStep = 0.02;

struct Run {
  double gap = 0.0;         // largest ever
  double energy = 0.0;      // largest departure from that of the start
  double iterations = 0.0;  // mean
  int other_solvers = 0;    // steps that did not end with LU
  Vec3 tip;
  Vec3 force;  // of the nail in the middle of the run, mean of ten steps
};

Run run(Validation& v, const WorldOptions& options) {
  CubeChain chain(kCubes, options);
  Run out;
  const double energy = chain.world.kinetic_energy() + chain.world.potential_energy();
  out.force.setZero();
  for (int i = 0; i < kSteps; ++i) {
    const StepReport& report = chain.world.step(kStep);
    if (!report.ok) {
      v.fail(report.brief());
      break;
    }
    out.gap = std::max(out.gap, chain.gap());
    out.energy = std::max(out.energy, std::abs(report.energy() - energy));
    out.iterations += static_cast<double>(report.iterations) / kSteps;
    out.other_solvers += !report.solver.empty() && report.solver != "lu";
    if (i >= kSteps / 2 && i < kSteps / 2 + 10)
      out.force += 0.1 * force_on_b(chain.world, chain.joints[0]);
  }
  out.tip = chain.world.placement(chain.cubes.back()).position;
  return out;
}

}  // namespace

void dynamo_chain(Validation& v) {
  v.title = "A chain of 200 cubes at a step of 0.02";
  const Run loose = run(v, correction({.max_error = 1e-4}));
  const Run strict = run(v, correction({.max_error = 1e-9}));
  const Run reference = run(v, {.stepper = "projected"});
  const double weight = kCubes, length = 2.0 * std::sqrt(3.0) * kCubes;
  const auto judge = [&](const std::string& method, const Run& r, double gap, double energy) {
    v.bound(method,
            "largest gap between two cubes / length of a link",
            "",
            r.gap / (2.0 * std::sqrt(3.0)),
            gap,
            "what it is told to hold, with velocity terms also the second order of the step");
    v.bound(method,
            "energy error / (weight × length)",
            "",
            r.energy / (weight * length),
            energy,
            "h² of a motion that has begun to swing");
    v.note(method + ": " + std::to_string(r.iterations) + " iterations a step, "
           + std::to_string(r.other_solvers) + " of " + std::to_string(kSteps)
           + " steps not by LU, force of the nail near t = 5: " + std::to_string(r.force.norm())
           + ".");
  };
  judge("correction, max_error 1e-4", loose, 1e-3, kStep * kStep);
  judge("correction, max_error 1e-9", strict, 1e-3, kStep * kStep);
  judge("projected", reference, 1e-10, kStep * kStep);
  v.bound("correction, max_error 1e-9",
          "distance of its tip from that of projected / length",
          "",
          (strict.tip - reference.tip).norm() / length,
          kStep * kStep,
          "both are of second order");
  v.bound("correction, max_error 1e-9",
          "force of the nail against that of projected",
          "",
          (strict.force - reference.force).norm() / reference.force.norm(),
          kStep,
          "forces held over a step are those of its middle");
}

}  // namespace holon::validation
