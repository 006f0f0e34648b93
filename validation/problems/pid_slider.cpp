// SPDX-License-Identifier: Apache-2.0
#include "validation/validation.h"

/// A slider of 2 kg that a controller brings to 1 m, level or against its weight, with and without
/// an integral. The controller holds its force over each step and takes its signals from the middle
/// of it: the motion is of second order. The force that is read is that of the last step, half a
/// step late: of first order.
namespace holon::validation::pid_slider {
namespace {

struct Slider {
  World world;
  ObjectId mass;
  ControllerId servo;

  Slider(const WorldOptions& o, double integral, double gravity) : world(o) {
    mass = world.add(Particle{.mass = 2.0});
    const TravelAlong x{Nail{}, PointOn{mass}, WorldDirection{{1, 0, 0}}};
    world.add(PointOnLine{.a = WorldFrame{Vec3::Zero(), Quat(frame_with_z(Vec3::UnitX()))},
                          .b = PointOn{mass}});
    servo = world.add(
        Pid{.input = QuantitySignal{x}, .reference = 1.0, .p = 50.0, .i = integral, .d = 12.0});
    world.add(Actuator{.quantity = x, .effort = servo});
    world.add(Gravity{.g = {-gravity, 0.0, 0.0}});
  }
};

struct Case {
  std::string name;
  double integral, gravity;
};

void compare_motion(Validation& v, Reference& r, const Case& c) {
  Study s;
  s.variant = c.name;
  s.times = r.times("x " + c.name);
  s.methods = {{"projected", 2, false, 0.005, 7}};
  s.build = [=](const WorldOptions& o) {
    Slider k(o, c.integral, c.gravity);
    return Scene{
        std::move(k.world), [=, mass = k.mass](const World& w, int) {
          const Placement p = w.placement(mass);
          return Readings{{"x " + c.name, p.position.x()}, {"v " + c.name, p.velocity.x()}};
        }};
  };
  // three terms of the series are taken away, and what is left is of h⁵ and of the first step, in
  // which nothing is known yet of the acceleration
  s.limit = 1e-8;
  s.limit_why = "the first step knows no acceleration yet";
  v.converge(r, s);
}

void compare_force(Validation& v, Reference& r, const Case& c) {
  Study s;
  s.variant = "force, " + c.name;
  s.times = r.times("x " + c.name);
  s.methods = {{"projected", 1, false, 0.005, 7}};
  s.limit = 1e-6;
  s.limit_why = "the first step knows no acceleration yet";
  s.build = [=](const WorldOptions& o) {
    Slider k(o, c.integral, c.gravity);
    return Scene{std::move(k.world), [=, servo = k.servo](const World& w, int) {
                   return Readings{{"actuator force " + c.name, w.output(servo)}};
                 }};
  };
  v.converge(r, s);
}

/// The largest x, between steps, and when: the parabola through the highest three.
void compare_peak(Validation& v, Reference& r) {
  constexpr double h = 1e-4;
  Slider k({}, 0.0, 0.0);
  std::vector<double> x = {0.0};
  while (k.world.time() < 1.0) {
    k.world.step(h);
    x.push_back(k.world.placement(k.mass).position.x());
  }
  const auto top = std::max_element(x.begin(), x.end());
  const double slope = 0.5 * (top[1] - top[-1]), bend = top[1] - 2.0 * top[0] + top[-1];
  const double late = -slope / bend;
  const std::string why = "second order at h = 1e-4 s";
  v.compare(r, "projected", "PD overshoot", top[0] + 0.5 * slope * late - 1.0, 1e-6, why);
  v.compare(
      r, "projected", "PD peak time", h * (static_cast<double>(top - x.begin()) + late), 1e-6, why);
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("09b_pid_slider");
  for (const Case& c :
       {Case{"PD", 0.0, 0.0}, {"PID", 30.0, 0.0}, {"PDG", 0.0, 9.81}, {"PIDG", 30.0, 9.81}}) {
    compare_motion(v, r, c);
    compare_force(v, r, c);
  }
  compare_peak(v, r);
  Slider loaded({}, 0.0, 9.81);
  loaded.world.run(20.0, 0.005);
  v.compare(r,
            "projected",
            "PDG steady error",
            1.0 - loaded.world.placement(loaded.mass).position.x(),
            1e-10,
            "at rest: rounding");
}

}  // namespace holon::validation::pid_slider
