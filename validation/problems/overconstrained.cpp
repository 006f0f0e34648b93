// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// More constraints than motions: those that agree share the load with the smallest forces, those
/// that conflict are met in the sense of least squares.
namespace holon::validation::overconstrained {
namespace {

const std::string kWhy =
    "redundant rows are solved by a proximal iteration with ε = 1e-8, which leaves about that much";
constexpr double kTight = 1e-8;

struct Settled {
  Validation& v;
  Reference& r;
  std::string method;
  void check(const std::string& quantity, double value) const {
    v.compare(r, method + ", at rest", quantity, value, kTight, kWhy);
  }
};

void settle(World& w) {
  w.run(4.0, 0.01);
}
ObjectId particle_at(World& w, double x, double y) {
  return w.add(Particle{.position = {x, y, 0.0}});
}
ConstraintId nail(World& w, ObjectId id, double x, double y, double weight = 1.0) {
  return w.add(PointToPoint{.a = Nail{{x, y, 0.0}}, .b = PointOn{id}}, {.weight = weight});
}
/// A line in the x-y plane, as the plane that stands on it.
ConstraintId line(World& w, ObjectId id, const Vec3& at, const Vec3& normal) {
  return w.add(PointOnPlane{
      .a = WorldFrame{.at = at, .orientation = Quat::FromTwoVectors(Vec3::UnitZ(), normal)},
      .b = PointOn{id}});
}

void nails(const Settled& s, const WorldOptions& o) {
  {
    World w(o);
    w.add(Gravity{.g = down_y});
    const ObjectId p = particle_at(w, 0.3, 0.2);
    const ConstraintId left = nail(w, p, -1.0, 0.0), right = nail(w, p, 1.0, 0.0);
    settle(w);
    const Vec3 x = w.placement(p).position, l = force_on_b(w, left), r = force_on_b(w, right);
    s.check("(1) x", x.x());
    s.check("(1) y", x.y());
    s.check("(1) nail 1 force y with gravity", l.y());
    s.check("(1) nail 2 force y with gravity", r.y());
    s.check("(1) nail forces x with gravity (least squares)",
            std::max(std::abs(l.x()), std::abs(r.x())));
  }
  {
    World w(o);
    const ObjectId p = particle_at(w, 1.3, 0.4);
    nail(w, p, 0.0, 0.0, 3.0);
    nail(w, p, 2.0, 0.0, 1.0);
    settle(w);
    s.check("(2) x", w.placement(p).position.x());
  }
  {
    World w(o);
    const ObjectId p = particle_at(w, 1.3, 0.4);
    nail(w, p, 0.0, 0.0);
    nail(w, p, 2.0, 0.0);
    nail(w, p, 0.0, 3.0);
    settle(w);
    s.check("(3) x", w.placement(p).position.x());
    s.check("(3) y", w.placement(p).position.y());
  }
}

void stretched_rod(const Settled& s, const WorldOptions& o) {
  World w(o);
  const Vec3 far = 2.2 * Vec3(std::cos(radians(30.0)), std::sin(radians(30.0)), 0.0);
  const ObjectId body = w.add(rod(1.0, {0.2, 0.1, 0.0}, {2.2, 0.1, 0.0}));
  const ConstraintId a = w.add(PointToPoint{.a = Nail{}, .b = PointOn{body, {-1.0, 0.0, 0.0}}});
  const ConstraintId b = w.add(PointToPoint{.a = Nail{far}, .b = PointOn{body, {1.0, 0.0, 0.0}}});
  settle(w);
  const Vec3 x = w.placement(body).position;
  const auto open = [&](ConstraintId id) {
    const std::vector<double> e = w.error(id);
    return Vec3(e[0], e[1], e[2]).norm();
  };
  s.check("(4) centre x", x.x());
  s.check("(4) centre y", x.y());
  s.check("(4) angle", plane_angle(w, body));
  s.check("(4) residual at each end", 0.5 * (open(a) + open(b)));
}

void bars(const Settled& s, const WorldOptions& o) {
  {
    World w(o);
    const ObjectId p = particle_at(w, 1.2, 0.3);
    const ConstraintId a = w.add(Distance{.a = Nail{}, .b = PointOn{p}});
    w.add(Distance{.a = Nail{{3.0, 0.0, 0.0}}, .b = PointOn{p}});
    w.add(VelocityDamping{.factor = 1e-4});
    w.run(20.0, 0.01);
    const Vec3 x = w.placement(p).position;
    s.check("(5) distance along the segment", x.x());
    s.v.compare(
        s.r,
        s.method + ", at rest",
        "(5) off-axis",
        x.tail<2>().norm(),
        1e-5,
        "an offset y lengthens the bars by y²/2 only: what is met to 1e-10 leaves 1e-5 free");
    s.check("(5) residual each", w.error(a)[0]);
  }
  {
    World w(o);
    const ObjectId p[3] = {
        particle_at(w, 0.0, 0.0), particle_at(w, 1.0, 0.3), particle_at(w, 2.0, 0.0)};
    w.add(Distance{.a = PointOn{p[0]}, .b = PointOn{p[1]}, .length = 1.0});
    w.add(Distance{.a = PointOn{p[1]}, .b = PointOn{p[2]}, .length = 1.0});
    w.add(Distance{.a = PointOn{p[0]}, .b = PointOn{p[2]}, .length = 3.0});
    w.add(VelocityDamping{.factor = 1e-4});
    w.run(20.0, 0.01);
    const auto length = [&](int i, int j) {
      return (w.placement(p[i]).position - w.placement(p[j]).position).norm();
    };
    s.check("(6) short bar length", 0.5 * (length(0, 1) + length(1, 2)));
    s.check("(6) long bar length", length(0, 2));
  }
}

void lines(const Settled& s, const WorldOptions& o) {
  {
    World w(o);
    const ObjectId p = particle_at(w, 0.7, -0.2);
    line(w, p, Vec3::Zero(), Vec3::UnitY());
    line(w, p, Vec3::UnitY(), Vec3::UnitY());
    settle(w);
    s.check("(7) y", w.placement(p).position.y());
  }
  {
    World w(o);
    const ObjectId p = particle_at(w, 0.7, -0.2);
    line(w, p, Vec3::Zero(), Vec3::UnitX());
    line(w, p, Vec3::Zero(), Vec3::UnitY());
    line(w, p, Vec3::UnitX(), Vec3(1.0, 1.0, 0.0).normalized());
    settle(w);
    s.check("(8) x", w.placement(p).position.x());
    s.check("(8) y", w.placement(p).position.y());
  }
}

void shared_loads(const Settled& s, const WorldOptions& o) {
  {
    World w(o);
    w.add(Gravity{.g = down_y});
    const ObjectId body = w.add(rod(1.0, Vec3::Zero(), {0.0, -1.0, 0.0}));
    ConstraintId pins[3];
    for (ConstraintId& pin : pins)
      pin = w.add(PointToPoint{.a = Nail{}, .b = PointOn{body, {-0.5, 0.0, 0.0}}});
    w.run(0.5, 0.01);
    for (ConstraintId pin : pins)
      s.check("(9) vertical force of each copy", force_on_b(w, pin).y());
  }
  {
    // The table's centre of mass is where its load stands.
    World w(o);
    w.add(Gravity{.g = down_z});
    RigidBody table = plane_body(10.0, 1.0);
    table.com = {0.1, 0.06, 0.0};
    const ObjectId body = w.add(table);
    std::vector<std::pair<std::string, ConstraintId>> legs;
    for (double x : {0.5, -0.5})
      for (double y : {0.3, -0.3}) {
        char name[48];
        std::snprintf(name, sizeof name, "(10) leg force at (%.1f,%.1f)", x, y);
        legs.push_back(
            {name, w.add(PointOnPlane{.a = WorldFrame{}, .b = PointOn{body, {x, y, 0}}})});
      }
    w.run(0.5, 0.01);
    for (const auto& [name, leg] : legs) s.check(name, w.lambda(leg)[0]);
  }
  {
    World w(o);
    w.add(Gravity{.g = {0.0, 0.0, -10.0}});
    RigidBody door = plane_body(20.0, 1.0);
    door.com = {0.4, 0.0, 0.0};
    const ObjectId body = w.add(door);
    ConstraintId hinges[3];
    for (int i = 0; i < 3; ++i)
      hinges[i] = w.add(PointToPoint{.a = Nail{{0, 0, 0.8 * (i - 1)}},
                                     .b = PointOn{body, {0, 0, 0.8 * (i - 1)}}});
    w.run(0.5, 0.01);
    s.check("(11) horizontal force top hinge (magnitude)",
            force_on_b(w, hinges[2]).head<2>().norm());
    s.check("(11) horizontal force middle hinge", force_on_b(w, hinges[1]).head<2>().norm());
    for (ConstraintId hinge : hinges) s.check("(11) vertical each", force_on_b(w, hinge).z());
  }
}

/// A platform on three parallel cranks, one more than it needs.
struct Platform {
  World world;
  ObjectId crank;
  std::vector<ConstraintId> ground;
  ConstraintId joint;

  explicit Platform(const WorldOptions& o) : world(o) {
    world.add(Gravity{.g = down_y});
    const double a = radians(60.0);
    const Vec3 arm(std::sin(a), -std::cos(a), 0.0), half(0.5, 0.0, 0.0);
    const ObjectId deck = world.add(rod(2.0, arm, arm + Vec3(2.0, 0.0, 0.0)));
    for (int i = 0; i < 3; ++i) {
      const Vec3 top(i, 0.0, 0.0);
      const ObjectId c = world.add(rod(1.0, top, top + arm));
      ground.push_back(world.add(PointToPoint{.a = Nail{top}, .b = PointOn{c, -half}}));
      const ConstraintId j =
          world.add(PointToPoint{.a = PointOn{deck, {i - 1.0, 0.0, 0.0}}, .b = PointOn{c, half}});
      if (i == 0) crank = c, joint = j;
    }
  }
};

void platform(Validation& v, Reference& r) {
  Study s;
  s.variant = "(12) platform on three cranks";
  const double quarter = r.at("(12) period").value / 4.0;
  s.times = {0.0, quarter, 1.0};
  s.methods = {projected(0.005, 5), rk4(0.005, 5)};
  s.build = [](const WorldOptions& o) {
    Platform p(o);
    return Scene{
        std::move(p.world),
        [crank = p.crank, ground = p.ground, joint = p.joint](const World& w, int i) -> Readings {
          const Vec3 d = w.direction(DirectionOn{crank, Vec3::UnitX()}).x;
          const double theta = std::atan2(d.x(), -d.y());
          if (i == 0) {
            const double moment = (d.cross(force_on_b(w, joint)) + (0.5 * d).cross(down_y)).z();
            return {{"(12) kappa", -3.0 * moment / std::sin(theta)}};
          }
          if (i == 1) return {{"(12) period", 4.0 * (w.time() - theta / plane_rate(w, crank))}};
          Vec3 R = Vec3::Zero();
          for (ConstraintId id : ground) R += force_on_b(w, id);
          return {{"(12) theta at t=1", theta},
                  {"(12) total ground reaction x at t=1", R.x()},
                  {"(12) total ground reaction y at t=1", R.y()}};
        }};
  };
  v.converge(r, s);
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("12_overconstrained_least_squares");
  for (const char* stepper : {"projected", "rk4"}) {
    const WorldOptions o{.stepper = stepper};
    const Settled s{v, r, stepper};
    nails(s, o);
    stretched_rod(s, o);
    // Bars that pull past their dead point are met by positions, not by accelerations: rk4 follows
    // what they ask for (0.5 m / τ² along a direction that has almost vanished), and flies off.
    if (o.stepper == "projected") bars(s, o);
    lines(s, o);
    shared_loads(s, o);
  }
  platform(v, r);
}

}  // namespace holon::validation::overconstrained
