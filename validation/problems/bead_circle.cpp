// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// A bead on a vertical circle, held in two ways: by a bar to a nail, and by its coordinate.
namespace holon::validation::bead_circle {
namespace {

struct State {
  Vec3 x, v;
  double force;  // towards the centre
};
struct Bead {
  World world;
  std::function<State(const World&)> state;
};

Bead by_distance(const WorldOptions& o, double amplitude) {
  Bead b{World(o), {}};
  b.world.add(Gravity{.g = down_y});
  const ObjectId bead =
      b.world.add(Particle{.position = {std::sin(amplitude), -std::cos(amplitude), 0.0}});
  const ConstraintId bar = b.world.add(Distance{.a = Nail{}, .b = PointOn{bead}});
  b.state = [=](const World& w) {
    const Placement p = w.placement(bead);
    return State{p.position, p.velocity, tension(w, bar)};
  };
  return b;
}

Bead by_coordinate(const WorldOptions& o, double amplitude) {
  Bead b{World(o), {}};
  b.world.add(Gravity{.g = down_y});
  // the angle of the map is from +x
  const ObjectId bead =
      b.world.add(Parametric{.map = CircleMap{}, .u = {amplitude - 0.5 * pi}, .u_dot = {0.0}});
  b.state = [=](const World& w) {
    const Placement p = w.placement(bead);
    return State{p.position, p.velocity, -w.parametric_forces(bead)[0].dot(p.position)};
  };
  return b;
}

using Build = Bead (*)(const WorldOptions&, double);

Study swing(const std::string& name,
            Build build,
            double degrees,
            const std::vector<double>& times) {
  const std::string which = ", A=" + std::to_string(static_cast<int>(degrees)) + " deg";
  Study s;
  s.variant = name + ", from " + std::to_string(static_cast<int>(degrees)) + "°";
  s.times = times;
  s.methods = {projected(0.01, 5), rk4(0.01, 5)};
  s.build = [=](const WorldOptions& o) {
    Bead b = build(o, radians(degrees));
    return Scene{std::move(b.world), [=, state = b.state](const World& w, int) {
                   const State now = state(w);
                   return Readings{{"x" + which, now.x.x()},
                                   {"y" + which, now.x.y()},
                                   {"N (towards centre)" + which, now.force}};
                 }};
  };
  return s;
}

Study quarter(const Reference& r, const std::string& name, Build build, double degrees) {
  const std::string which = ", A=" + std::to_string(static_cast<int>(degrees)) + " deg";
  const double expected = r.at("period T" + which).value / 4.0;
  Study s;
  s.variant = name + ", from " + std::to_string(static_cast<int>(degrees)) + "°, lowest point";
  s.times = {expected};
  s.methods = {projected(expected / 50), rk4(expected / 50)};
  s.build = [=](const WorldOptions& o) {
    Bead b = build(o, radians(degrees));
    return Scene{std::move(b.world), [=, state = b.state](const World& w, int) {
                   const State now = state(w);
                   return Readings{{"period T" + which, 4.0 * (expected - now.x.x() / now.v.x())},
                                   {"N at lowest point" + which, now.force}};
                 }};
  };
  return s;
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("01b_bead_circle");
  const std::pair<std::string, Build> models[] = {{"distance to a nail", by_distance},
                                                  {"parametric circle", by_coordinate}};
  for (const auto& [name, build] : models) {
    for (double degrees : {30.0, 90.0, 120.0, 170.0})
      v.converge(r, quarter(r, name, build, degrees));
    v.converge(r, swing(name, build, 90.0, r.times("A=90 deg")));
    Study s = swing(name, build, 170.0, r.times("A=170 deg"));
    if (build == by_coordinate) {
      s.limit = 1e-8;
      s.limit_why =
          "a flight of a parametric object divides differences of positions by h, whose rounding "
          "the start near the upright position magnifies a hundred times";
    }
    v.converge(r, s);
  }
}

}  // namespace holon::validation::bead_circle
