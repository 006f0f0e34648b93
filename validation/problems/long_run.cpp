// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// A million steps of a double pendulum of rods: a symplectic method neither gains nor loses energy
/// in the long run, and constraints stay met.
namespace holon::validation::long_run {

void run(Validation& v) {
  v.title = "A million steps of a double pendulum: energy and constraints in the long run";
  constexpr int kSteps = 1000000, kBin = 2000;
  constexpr double h = 1e-3;
  World w;
  w.add(Gravity{.g = down_y});
  const Vec3 half(0.5, 0.0, 0.0);
  const ObjectId a = w.add(rod(1.0, Vec3::Zero(), Vec3(1, 0, 0)));
  const ObjectId b = w.add(rod(1.0, Vec3(1, 0, 0), Vec3(2, 0, 0)));
  w.add(PointToPoint{.a = Nail{}, .b = PointOn{a, -half}});
  w.add(PointToPoint{.a = PointOn{a, half}, .b = PointOn{b, -half}});

  // Released from rest with all centres at height zero: the energy is zero.
  double fastest = 0.0, first = 0.0, last = 0.0, worst_constraint = 0.0, bin = 0.0,
         constraint_bin = 0.0;
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < kSteps; ++i) {
    const StepReport& report = w.step(h);
    if (!report.ok) {
      v.fail(report.brief());
      break;
    }
    const double e = std::abs(report.energy());
    if (i < kSteps / 10) first = std::max(first, e);
    if (i >= kSteps - kSteps / 10) last = std::max(last, e);
    if (i % 10 == 0)
      for (ObjectId id : {a, b}) fastest = std::max(fastest, std::abs(plane_rate(w, id)));
    worst_constraint = std::max(worst_constraint, report.worst_error);
    bin = std::max(bin, e);
    constraint_bin = std::max(constraint_bin, report.worst_error);
    if ((i + 1) % kBin == 0) {
      rows.push_back({report.time, bin, constraint_bin});
      bin = constraint_bin = 0.0;
    }
  }
  const double fall = 2.0 * g0 * 2.0;  // what the energy is measured against: weight times length
  v.bound("projected, h = 0.001",
          "energy error / (weight × length), first tenth",
          "",
          first / fall,
          h * h * fastest * fastest / 8.0,
          "(h ω)² / 8, as of a harmonic oscillator, ω the largest angular velocity in the run");
  v.bound(
      "projected, h = 0.001",
      "energy error of the last tenth / first tenth",
      "",
      last / first,
      2.0,
      "no drift: the largest error of a long piece depends on where the chaotic motion came by, "
      "not on when");
  v.bound("projected, h = 0.001",
          "constraint error / length",
          "",
          worst_constraint / 2.0,
          1e-9,
          "asked for; the tolerance of positions is 1e-12");
  v.csv("energy.csv", {"t", "energy_error", "constraint_error"}, rows);
  v.plot("energy.png", "Energy and constraint error over a million steps");
}

}  // namespace holon::validation::long_run
