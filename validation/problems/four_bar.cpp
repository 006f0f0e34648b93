// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// A crank-rocker of three rods, free under gravity.
namespace holon::validation::four_bar {
namespace {

constexpr double kA = 0.5, kB = 1.5, kC = 1.2, kD = 1.4;

Scene mechanism(const WorldOptions& o) {
  const double phi = 0.5 * pi, rate = 8.0;
  const Vec3 A(kA * std::cos(phi), kA * std::sin(phi), 0.0), D(kD, 0.0, 0.0);
  // B: distance b from A and c from D, above the line AD
  const Vec3 AD = D - A;
  const double size = AD.norm(), along = (kB * kB - kC * kC + size * size) / (2.0 * size);
  const Vec3 n = AD / size, up(-n.y(), n.x(), 0.0);
  const Vec3 B = A + along * n + std::sqrt(kB * kB - along * along) * up;
  // ω₂ × AB − ω₃ × DB = −v_A
  const Vec3 AB = B - A, DB = B - D, v_A = rate * Vec3(-A.y(), A.x(), 0.0);
  Mat2 M;
  M << -AB.y(), DB.y(), AB.x(), -DB.x();
  const Vec2 w23 = M.inverse() * Vec2(-v_A.x(), -v_A.y());
  const Vec3 v_B = w23[1] * Vec3(-DB.y(), DB.x(), 0.0);

  World w(o);
  w.add(Gravity{.g = down_y});
  const ObjectId crank = w.add(moving_rod(0.5, Vec3::Zero(), A, Vec3::Zero(), v_A));
  const ObjectId coupler = w.add(moving_rod(1.5, A, B, v_A, v_B));
  const ObjectId rocker = w.add(moving_rod(1.2, D, B, Vec3::Zero(), v_B));
  const Vec3 a(0.5 * kA, 0, 0), b(0.5 * kB, 0, 0), c(0.5 * kC, 0, 0);
  const ConstraintId at_O = w.add(PointToPoint{.a = Nail{}, .b = PointOn{crank, -a}});
  const ConstraintId at_A = w.add(PointToPoint{.a = PointOn{crank, a}, .b = PointOn{coupler, -b}});
  const ConstraintId at_B = w.add(PointToPoint{.a = PointOn{coupler, b}, .b = PointOn{rocker, c}});
  const ConstraintId at_D = w.add(PointToPoint{.a = Nail{D}, .b = PointOn{rocker, -c}});
  return {std::move(w), [=](const World& world, int) {
            Readings out = {{"phi", plane_angle(world, crank)},
                            {"phi_dot", plane_rate(world, crank)},
                            {"th2", plane_angle(world, coupler)},
                            {"th3", plane_angle(world, rocker)}};
            const std::pair<std::string, ConstraintId> pins[] = {
                {"FO", at_O}, {"FA", at_A}, {"FB", at_B}, {"FD", at_D}};
            for (const auto& [name, pin] : pins) {
              const Vec3 F = force_on_b(world, pin);
              out.push_back({name + ".x", F.x()});
              out.push_back({name + ".y", F.y()});
            }
            return out;
          }};
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("04b_fourbar");
  Study s;
  s.variant = "three rods, four pins";
  s.times = r.times("phi");
  s.times.insert(s.times.begin(), 0.0);
  s.methods = {projected(0.005, 5), rk4(0.005, 5)};
  s.build = mechanism;
  v.converge(r, s);
}

}  // namespace holon::validation::four_bar
