// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// A hanging chain whose middle joint has a break limit. What the joint carries grows in a known
/// way, so that it is known when the joint breaks, and both halves go on as closed forms say.
namespace holon::validation::breaking_chain {
namespace {

constexpr int kLinks = 6, kWeak = 3;
constexpr double kMass = 0.5, kLength = 0.4, kBreaks = 0.5137, kEnd = 1.0;

/// The mass of the links from `first` on, up to one that hangs on nothing.
constexpr double mass_from(int first, int last = kLinks) {
  return kMass * (last - first);
}

struct Chain {
  World world;
  std::vector<ObjectId> links;
  std::vector<ConstraintId> joints;  // joint k is above link k
  std::vector<double> start;         // y of each link
  void hang(ObjectId link, const Constraint& joint, double limit) {
    start.push_back(world.placement(link).position.y());
    joints.push_back(world.add(joint, {.break_force = joints.size() == kWeak ? limit : no_limit}));
    links.push_back(link);
  }
};

/// How far the links of one half have come since the start, and how fast they are.
struct Course {
  double y, v;
};

/// What should happen, in closed form.
struct Case {
  std::string name;
  Chain (*build)(const WorldOptions& options, double limit);
  Course (*upper)(double t);
  Course (*lower)(double t, double t_break);
  double (*whole)(int joint, double t);   // tension before
  double (*halves)(int joint, double t);  // and after
  double third;                           // derivative of the way of the lower half
};

// ---- rods led upwards: y = j t³/6, so that joint k carries M (g + j t), M below it ----

constexpr double kJerk = 12.0;

Chain led(const WorldOptions& options, double limit) {
  Chain c{World(options), {}, {}, {}};
  c.world.add(Gravity{.g = down_y});
  PointRef before = Path{0.0, Polynomial{{0.0, 0.0, 0.0, kJerk / 6.0}}, 0.0};
  for (int i = 0; i < kLinks; ++i) {
    const ObjectId link =
        c.world.add(rod(kMass, {0.0, -i * kLength, 0.0}, {0.0, -(i + 1) * kLength, 0.0}));
    const Vec3 half(0.5 * kLength, 0.0, 0.0);
    c.hang(link, PointToPoint{.a = before, .b = PointOn{link, -half}}, limit);
    before = PointOn{link, half};
  }
  return c;
}
Course lead(double t) {
  return {kJerk * t * t * t / 6.0, 0.5 * kJerk * t * t};
}
const Case rods{
    "rods led upwards",
    led,
    lead,
    [](double t, double t_break) {
      const Course at = lead(t_break);
      const double s = t - t_break;
      return Course{at.y + at.v * s - 0.5 * g0 * s * s, at.v - g0 * s};
    },
    [](int k, double t) { return mass_from(k) * (g0 + kJerk * t); },
    [](int k, double t) { return k < kWeak ? mass_from(k, kWeak) * (g0 + kJerk * t) : 0.0; }};

// ---- particles on bars, with a load that grows as q t at the end: joint k carries M g + q t ----

constexpr double kRate = 20.0;

Chain loaded(const WorldOptions& options, double limit) {
  Chain c{World(options), {}, {}, {}};
  c.world.add(Gravity{.g = down_y});
  PointRef before = Nail{};
  for (int i = 0; i < kLinks; ++i) {
    const ObjectId link =
        c.world.add(Particle{.mass = kMass, .position = {0.0, -(i + 1) * kLength, 0.0}});
    c.hang(link, Distance{.a = before, .b = PointOn{link}, .length = kLength}, limit);
    before = PointOn{link};
  }
  c.world.add(AppliedForce{before, Path{0.0, Polynomial{{0.0, -kRate}}, 0.0}});
  return c;
}
const Case particles{
    "particles under a growing load",
    loaded,
    [](double /*t*/) {
      return Course{0.0, 0.0};
    },
    // y'' = −g − q t / M
    [](double t, double t_break) {
      const double s = t - t_break, rate = kRate / mass_from(kWeak);
      const double a = g0 + rate * t_break;
      return Course{-0.5 * a * s * s - rate * s * s * s / 6.0, -a * s - 0.5 * rate * s * s};
    },
    [](int k, double t) { return mass_from(k) * g0 + kRate * t; },
    [](int k, double t) {
      return k < kWeak ? mass_from(k, kWeak) * g0
                       : kRate * t * (1.0 - mass_from(k) / mass_from(kWeak));
    },
    kRate / mass_from(kWeak)};

// ---- runs ----

/// The largest differences from the closed forms at the end of a run.
struct Errors {
  double y = 0.0, v = 0.0, tension = 0.0;
};
Errors errors_at_end(const Case& c, const Chain& chain, double t_break) {
  Errors e;
  for (int k = 0; k < kLinks; ++k) {
    const Course course = k < kWeak ? c.upper(kEnd) : c.lower(kEnd, t_break);
    const Placement at = chain.world.placement(chain.links[k]);
    e.y = std::max(e.y, std::abs(at.position.y() - chain.start[k] - course.y));
    e.v = std::max(e.v, std::abs(at.velocity.y() - course.v));
    if (k == kWeak) continue;
    const double tension = force_on_b(chain.world, chain.joints[k]).y();
    e.tension = std::max(e.tension, std::abs(tension - c.halves(k, kEnd)));
  }
  return e;
}

void check(Validation& v, const Case& c, const std::string& stepper, double h) {
  char step[32];
  std::snprintf(step, sizeof step, ", step %g", h);
  const std::string method = c.name + ", " + stepper + step;
  const double limit = c.whole(kWeak, kBreaks);
  Chain chain = c.build({.stepper = stepper}, limit);
  std::vector<Event> events;
  chain.world.on_event([&](const Event& e) { events.push_back(e); });
  if (!chain.world.run(kEnd, h).ok) return v.fail(method + ": " + chain.world.report().brief());
  const bool one = events.size() == 1 && events[0].kind == EventKind::broken
                   && events[0].constraint == chain.joints[kWeak] && events[0].limit == limit;
  if (!one) return v.fail(method + ": not one event, that the middle joint breaks");
  const double t_break = events[0].time;
  v.bound(method,
          "time of the event - first end of a step after the force meets its limit",
          "s",
          t_break - h * std::ceil(kBreaks / h),
          1e-12,
          "the sum of the steps");
  const std::string rounding =
      "the motion is a polynomial of the third degree in time, which the method follows exactly: "
      "rounding, and positions that are met to 1e-12";
  v.bound(method,
          "force that broke it - closed form",
          "N",
          events[0].value - c.whole(kWeak, t_break),
          1e-8,
          rounding);
  const Errors e = errors_at_end(c, chain, t_break);
  // a flight between two kicks knows the acceleration at its start only
  const bool misses = stepper == "projected" && c.third != 0.0;
  const double missed = misses ? c.third * h * h * (kEnd - t_break) / 6.0 : 0.0;
  v.bound(method,
          "places of all links at 1 s - closed form",
          "m",
          e.y,
          1e-9 + (1.0 + 1e-6) * missed,
          misses ? "h^3/6 times the third derivative in each step: a flight knows the acceleration "
                   "at its start"
                 : rounding);
  v.bound(method, "velocities of all links at 1 s - closed form", "m/s", e.v, 1e-9, rounding);
  v.bound(method, "tensions of all joints at 1 s - closed form", "N", e.tension, 1e-8, rounding);
}

}  // namespace

void run(Validation& v) {
  v.title = "A chain that breaks in the middle";
  for (const Case& c : {rods, particles})
    for (const char* stepper : {"projected", "rk4"})
      for (double h : {0.01, 0.005, 0.0025}) check(v, c, stepper, h);
}

}  // namespace holon::validation::breaking_chain
