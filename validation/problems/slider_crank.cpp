// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// Crank, connecting rod and slider: driven by a motor (whose λ is the torque), and free.
namespace holon::validation::slider_crank {
namespace {

constexpr double kCrank = 0.2, kRod = 0.5;

Scene mechanism(const WorldOptions& o, double phi, double rate, bool driven) {
  // Closed-form position and velocity of the pins.
  const Vec3 A(kCrank * std::cos(phi), kCrank * std::sin(phi), 0.0);
  const double lean = std::asin(-A.y() / kRod);
  const Vec3 B = A + kRod * Vec3(std::cos(lean), std::sin(lean), 0.0);
  const Vec3 v_A = rate * Vec3(-A.y(), A.x(), 0.0);
  const double rod_rate = -v_A.y() / (B.x() - A.x());
  const Vec3 v_B(v_A.x() - rod_rate * (B.y() - A.y()), 0.0, 0.0);

  World w(o);
  w.add(Gravity{.g = down_y});
  const ObjectId crank = w.add(moving_rod(1.0, Vec3::Zero(), A, Vec3::Zero(), v_A));
  const ObjectId link = w.add(moving_rod(2.0, A, B, v_A, v_B));
  const ObjectId slider = w.add(Particle{.mass = 3.0, .position = B, .velocity = v_B});
  const Vec3 half_crank(0.5 * kCrank, 0.0, 0.0), half_rod(0.5 * kRod, 0.0, 0.0);
  const ConstraintId at_O = w.add(PointToPoint{.a = Nail{}, .b = PointOn{crank, -half_crank}});
  const ConstraintId at_A =
      w.add(PointToPoint{.a = PointOn{crank, half_crank}, .b = PointOn{link, -half_rod}});
  const ConstraintId at_B = w.add(PointToPoint{.a = PointOn{slider}, .b = PointOn{link, half_rod}});
  const Quat z_to_x = Quat::FromTwoVectors(Vec3::UnitZ(), Vec3::UnitX());
  const ConstraintId guide =
      w.add(PointOnLine{.a = WorldFrame{.orientation = z_to_x}, .b = PointOn{slider}});
  ConstraintId motor;
  if (driven)
    motor = w.add(Prescribed{.quantity = AngleBetween{.a = WorldDirection{Vec3::UnitX()},
                                                      .b = DirectionOn{crank, Vec3::UnitX()},
                                                      .axis = WorldDirection{Vec3::UnitZ()}},
                             .motion = Polynomial{{phi, rate}}});
  const std::string which = driven ? " case D" : " case F";
  return {std::move(w), [=](const World& world, int) {
            const Vec3 FO = force_on_b(world, at_O), FA = force_on_b(world, at_A),
                       FB = force_on_b(world, at_B);
            const Placement s = world.placement(slider);
            Readings out = {{"phi", plane_angle(world, crank)},
                            {"phi_dot", plane_rate(world, crank)},
                            {"x_B", s.position.x()},
                            {"v_B", s.velocity.x()},
                            {"a_B", -FB.x() / 3.0},
                            {"FO.x", FO.x()},
                            {"FO.y", FO.y()},
                            {"FA.x", FA.x()},
                            {"FA.y", FA.y()},
                            {"FB.x", FB.x()},
                            {"FB.y", FB.y()},
                            {"N", force_on_b(world, guide).y()}};
            if (driven) out.push_back({"tau", world.lambda(motor)[0]});
            for (Reading& reading : out) reading.quantity += which;
            return out;
          }};
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("04a_slider_crank");
  for (bool driven : {true, false}) {
    Study s;
    s.variant = driven ? "driven by a motor" : "free";
    s.times = r.times(driven ? "phi case D" : "phi case F");
    s.times.insert(s.times.begin(), 0.0);
    s.methods = {projected(0.005, 5), rk4(0.005, 5)};
    s.build = [=](const WorldOptions& o) {
      return driven ? mechanism(o, 0.0, 10.0, true) : mechanism(o, radians(60.0), 5.0, false);
    };
    v.converge(r, s);
  }
}

}  // namespace holon::validation::slider_crank
