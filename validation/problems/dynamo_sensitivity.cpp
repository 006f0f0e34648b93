// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// ∂C/∂R by formula or by test forces [Barenbrug00, sec. 3.4.5]: what each costs in evaluations of
/// the equations of motion. Times, beside those of the thesis, are in bench/README.md.
namespace holon::validation::dynamo_sensitivity {
namespace {

struct Cost {
  double evaluations = 0.0, iterations = 0.0;  // per frame
  Vec3 tip;
};

Cost cost(int cubes, Sensitivity sensitivity) {
  CubeChain chain(
      cubes,
      correction(
          {.sensitivity = sensitivity, .max_error = 1e-6, .first_guess = FirstGuess::linear}));
  constexpr int kFrames = 200;
  Cost out;
  for (int i = 0; i < kFrames; ++i) {
    const StepReport& report = chain.world.step(0.02);
    out.evaluations += static_cast<double>(report.evaluations) / kFrames;
    out.iterations += static_cast<double>(report.iterations) / kFrames;
  }
  out.tip = chain.world.placement(chain.cubes.back()).position;
  return out;
}

}  // namespace

void run(Validation& v) {
  v.title = "∂C/∂R by formula and by test forces: evaluations of the equations of motion";
  v.note(
      "The thesis gives speed-ups of the matrix alone, from 4.5 to 10 [Barenbrug00, sec. 3.4.5]; "
      "bench/README.md has them beside ours, for the same five configurations.");
  for (const int cubes : {1, 3, 10}) {
    const Cost analytic = cost(cubes, Sensitivity::analytic);
    const Cost empirical = cost(cubes, Sensitivity::empirical);
    const std::string model = std::to_string(cubes) + (cubes == 1 ? " cube" : " cubes");
    v.note(model + ": " + std::to_string(analytic.evaluations) + " evaluations and "
           + std::to_string(analytic.iterations) + " iterations a frame by formula, "
           + std::to_string(empirical.evaluations) + " and " + std::to_string(empirical.iterations)
           + " by test forces: " + std::to_string(empirical.evaluations / analytic.evaluations)
           + " times as many.");
    // l = 2 evaluations of rk2 for each trial; each frame that iterates at all has a test with
    // Euler for each of 3 rows a cube, and one without test force
    v.bound("correction, " + model,
            "evaluations by formula − l (iterations + 1)",
            "",
            analytic.evaluations - 2.0 * (analytic.iterations + 1.0),
            1e-9,
            "the formula costs no evaluation");
    v.bound(
        "correction, " + model,
        "evaluations by test forces − l (iterations + 1) − (rows + 1)",
        "",
        std::max(0.0,
                 empirical.evaluations - 2.0 * (empirical.iterations + 1.0) - (3.0 * cubes + 1.0)),
        1e-9,
        "at most one test of Euler for each row, and one without");
    v.bound("correction, " + model,
            "evaluations by formula over those by test forces",
            "",
            analytic.evaluations / empirical.evaluations,
            1.0,
            "the formula is the cheaper one");
    v.bound("correction, " + model,
            "distance of the tip between both",
            "",
            (analytic.tip - empirical.tip).norm(),
            1e-3,
            "200 frames, each to 1e-6, at most of one sign in the velocity: 1e-6 · 200²/2 · 0.05");
  }
}

}  // namespace holon::validation::dynamo_sensitivity
