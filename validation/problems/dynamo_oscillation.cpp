// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// [Barenbrug00, figures 3.12 to 3.14]: a chain of ten cubes, held by positions alone, has a
/// reaction force that alternates from frame to frame and grows until the chain breaks up shortly
/// after frame
/// 70. With velocity terms there is nothing of the kind.
namespace holon::validation::dynamo_oscillation {
namespace {

// One swing takes about 400 frames, as in the thesis: 2π √(2/3 · 20√3) = 30.
constexpr double kFrame = 0.075;

/// The force of the nail along the chain, frame by frame.
std::vector<double> nail_force(int velocity_terms_every, int frames, double* gap) {
  CubeChain chain(10,
                  correction({.max_error = 1e-9, .velocity_terms_every = velocity_terms_every}));
  std::vector<double> out;
  for (int i = 0; i < frames && chain.world.step(kFrame).ok; ++i) {
    const Vec3 along = chain.world.placement(chain.cubes[0]).position.normalized();
    out.push_back(-force_on_b(chain.world, chain.joints[0]).dot(along));
  }
  *gap = chain.gap();
  return out;
}

/// The alternating part: a quarter of the second difference, which a smooth force leaves at order
/// h². Its largest value in ten frames.
double alternation(const std::vector<double>& f, std::size_t from) {
  double largest = 0.0;
  for (std::size_t i = from; i < from + 10; ++i)
    largest = std::max(largest, 0.25 * std::abs(f.at(i) - 2.0 * f.at(i - 1) + f.at(i - 2)));
  return largest;
}

}  // namespace

void run(Validation& v) {
  v.title = "Oscillating reaction force of a chain of ten cubes, without and with velocity terms";
  constexpr int kFrames = 130;
  double gap_without = 0.0, gap_with = 0.0;
  const std::vector<double> without = nail_force(0, kFrames, &gap_without);
  const std::vector<double> with = nail_force(1, kFrames, &gap_with);

  // in the first frames both come from no force at all
  v.bound("correction, positions only",
          "alternating part in frames 18 to 28 over that in frames 58 to 68",
          "",
          alternation(without, 18) / alternation(without, 58),
          0.1,
          "it grows exponentially (figure 3.13), by a factor of more than 10 in 40 frames");
  v.bound("correction, positions only",
          "length of the chain over the largest gap after 130 frames",
          "",
          20.0 * std::sqrt(3.0) / gap_without,
          1.0,
          "the chain has broken up (sec. 3.4.7)");
  v.bound("correction, velocity terms",
          "alternating part in frames 58 to 68 over the force",
          "",
          alternation(with, 58) / with.at(68),
          2e-3,
          "a smooth force leaves (h ω)²/4, ω = 1 rad/s being that of the lowest links");
  v.bound("correction, velocity terms",
          "largest gap after 130 frames",
          "",
          gap_with,
          kFrame * kFrame,
          "positions are met to second order in the step");

  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < 75; ++i)
    rows.push_back({static_cast<double>(i + 1), without.at(i), with.at(i)});
  v.csv("oscillation.csv", {"frame", "positions_only", "velocity_terms"}, rows);
  v.plot("oscillation.png",
         "Force along the chain on its nail, without and with velocity terms (figures 3.13, 3.14)");
}

}  // namespace holon::validation::dynamo_oscillation
