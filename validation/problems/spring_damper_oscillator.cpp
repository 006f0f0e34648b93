// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// A mass on a spring with a damper, from undamped to overdamped. The spring hangs on a small mass
/// that a nail holds, so that its force is read as the force of the nail.
namespace holon::validation::spring_damper_oscillator {
namespace {

constexpr double kStiffness = 100.0;

struct Oscillator {
  World world;
  ObjectId mass;
  ConstraintId nail;

  Oscillator(const WorldOptions& o, double x0, double damping, double gravity) : world(o) {
    mass = world.add(Particle{.position = {x0, 0.0, 0.0}});
    const ObjectId anchor = world.add(Particle{.mass = 0.1});
    nail = world.add(PointToPoint{.a = Nail{}, .b = PointOn{anchor}});
    world.add(SpringDamper{
        .a = PointOn{anchor}, .b = PointOn{mass}, .stiffness = kStiffness, .damping = damping});
    world.add(Gravity{.g = {gravity, 0.0, 0.0}, .objects = {mass}});
  }
};

/// Its velocities are found by a fixed number of iterations where forces depend on them, which
/// leaves a small odd term in the error.
Method projected_damped(double step, int levels) {
  Method m = projected(step, levels);
  m.even = false;
  return m;
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("09a_spring_damper");
  for (int c : {0, 2, 20, 50}) {
    const std::string which = " c=" + std::to_string(c);
    Study s;
    s.variant = "damping" + which;
    s.times = r.times("x" + which);
    s.methods = {projected_damped(0.002, 6), rk4(0.005, 6)};
    s.build = [=](const WorldOptions& o) {
      Oscillator k(o, 1.0, c, 0.0);
      return Scene{std::move(k.world), [=, mass = k.mass, nail = k.nail](const World& w, int) {
                     const Placement p = w.placement(mass);
                     return Readings{{"x" + which, p.position.x()},
                                     {"v" + which, p.velocity.x()},
                                     {"force" + which, force_on_b(w, nail).x()}};
                   }};
    };
    v.converge(r, s);
  }

  Study s;
  s.variant = "hanging, c=2";
  s.times = r.times("x (G)");
  s.methods = {projected_damped(0.002, 6), rk4(0.005, 6)};
  s.build = [](const WorldOptions& o) {
    Oscillator k(o, 0.0, 2.0, g0);
    return Scene{std::move(k.world), [mass = k.mass](const World& w, int) {
                   return Readings{{"x (G)", w.placement(mass).position.x()}};
                 }};
  };
  v.converge(r, s);

  // After one period the mass is at its next peak: v passes zero.
  const double period = r.at("damped period c=2").value;
  s.variant = "one period, c=2";
  s.times = {period};
  s.methods = {projected_damped(period / 256, 6), rk4(period / 128, 6)};
  s.build = [](const WorldOptions& o) {
    Oscillator k(o, 1.0, 2.0, 0.0);
    return Scene{std::move(k.world), [mass = k.mass, nail = k.nail](const World& w, int) {
                   const Placement p = w.placement(mass);
                   const double late = p.velocity.x() / force_on_b(w, nail).x();
                   const double peak = p.position.x() - 0.5 * late * p.velocity.x();
                   return Readings{{"damped period c=2", w.time() - late},
                                   {"log decrement c=2", -std::log(peak)}};
                 }};
  };
  v.converge(r, s);
}

}  // namespace holon::validation::spring_damper_oscillator
