// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// Force makes velocity: a particle on a circle dragged by a spring, without inertia. On a circle
/// by a bar to a nail, and by its coordinate.
namespace holon::validation::first_order_circle {
namespace {

constexpr double kMass = 2.0, kRadius = 1.5, kStiffness = 3.0, kReach = 2.5;

Method first_order(double step, int levels) {
  return {.stepper = "first_order", .order = 2, .even = false, .step = step, .levels = levels};
}

struct Bead {
  World world;
  std::function<double(const World&)> angle, push;  // push: reaction outward
};

Bead bead(const WorldOptions& o, bool parametric, double phi, const PointRef& target) {
  Bead b{World(o), {}, {}};
  ObjectId id;
  if (parametric) {
    id = b.world.add(Parametric{
        .map = CircleMap{.radius = kRadius}, .masses = {kMass}, .u = {phi}, .u_dot = {0.0}});
    // with inertia left out, what the circle does is minus the radial part of the spring
    b.push = [=](const World& w) {
      const Vec3 x = w.placement(id).position;
      return kStiffness * (x - w.point(target).x).dot(x) / kRadius;
    };
  } else {
    id = b.world.add(
        Particle{.mass = kMass, .position = kRadius * Vec3(std::cos(phi), std::sin(phi), 0.0)});
    const ConstraintId bar =
        b.world.add(Distance{.a = Nail{}, .b = PointOn{id}, .length = kRadius});
    b.push = [=](const World& w) { return w.lambda(bar)[0]; };
  }
  b.world.add(SpringDamper{.a = target, .b = PointOn{id}, .stiffness = kStiffness});
  b.angle = [=](const World& w) {
    const Vec3 x = w.placement(id).position;
    return std::atan2(x.y(), x.x());
  };
  return b;
}

PointRef moving_target() {
  return Path{Sine{.amplitude = kReach, .phase = 0.5 * pi}, Sine{.amplitude = kReach}, 0.0};
}

Study dragged(const Reference& r, bool parametric, bool moving) {
  const std::string which = moving ? "(2)" : "(1)";
  Study s;
  s.variant = std::string(parametric ? "parametric circle" : "distance to a nail")
              + (moving ? ", moving spring" : ", fixed spring");
  s.times = r.times(which + " phi");
  s.methods = {first_order(0.01, 6)};
  s.build = [=](const WorldOptions& o) {
    PointRef target = Nail{{kReach, 0.0, 0.0}};
    if (moving) target = moving_target();
    Bead b = bead(o, parametric, moving ? 0.0 : radians(150.0), target);
    return Scene{std::move(b.world), [=, angle = b.angle, push = b.push](const World& w, int) {
                   Readings out = {{which + " phi", angle(w)}};
                   // the parametric bead is not asked for a force: it has no λ
                   if (!parametric) out.push_back({which + " reaction outward", push(w)});
                   return out;
                 }};
  };
  return s;
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("14_first_order_circle");
  for (bool parametric : {false, true})
    for (bool moving : {false, true}) v.converge(r, dragged(r, parametric, moving));

  Study s;
  s.variant = "rate constant";
  s.times = {1.0};
  s.methods = {first_order(0.01, 6)};
  s.build = [](const WorldOptions& o) {
    Bead b = bead(o, false, radians(150.0), Nail{{kReach, 0.0, 0.0}});
    return Scene{std::move(b.world), [angle = b.angle](const World& w, int) {
                   const double ratio = std::tan(radians(75.0)) / std::tan(0.5 * angle(w));
                   return Readings{{"(1) rate constant k d/(m Rr)", std::log(ratio) / w.time()}};
                 }};
  };
  v.converge(r, s);

  s.variant = "locked to the moving spring";
  s.times = {15.0};
  s.build = [](const WorldOptions& o) {
    Bead b = bead(o, false, 0.0, moving_target());
    return Scene{std::move(b.world), [angle = b.angle](const World& w, int) {
                   return Readings{{"(2) locked lag", w.time() - angle(w)}};
                 }};
  };
  v.converge(r, s);

  s.variant = "free particle and spring";
  s.times = {1.0};
  s.build = [](const WorldOptions& o) {
    World w(o);
    const ObjectId id = w.add(Particle{.mass = kMass, .position = {0.6, 0.8, 0.0}});
    w.add(SpringDamper{.a = Nail{}, .b = PointOn{id}, .stiffness = kStiffness});
    return Scene{std::move(w), [=](const World& world, int) {
                   return Readings{{"(3) r/r0 at t=1", world.placement(id).position.norm()}};
                 }};
  };
  v.converge(r, s);

  // For the plot: how the bead creeps to its place.
  Bead b = bead({.stepper = "first_order"}, false, radians(150.0), Nail{{kReach, 0.0, 0.0}});
  std::vector<std::vector<double>> rows;
  for (int i = 0; i <= 150; ++i) {
    if (i > 0) b.world.step(0.02);
    const double t = b.world.time();
    const double exact = 2.0 * std::atan(std::tan(radians(75.0)) * std::exp(-2.5 * t));
    rows.push_back({t,
                    b.angle(b.world),
                    exact,
                    b.push(b.world),
                    kStiffness * (kRadius - kReach * std::cos(exact))});
  }
  v.csv("first_order.csv", {"t", "phi", "phi_exact", "force", "force_exact"}, rows);
  v.plot("first_order.png", "First-order bead on a circle: angle and force over time");
}

}  // namespace holon::validation::first_order_circle
