// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// A hanging chain whose middle joint has a break limit. What the joint carries grows in a known
/// way, so that it is known when the joint breaks, and both halves go on as closed forms say.
namespace holon::validation::breaking_chain {
namespace {

constexpr int kLinks = 6, kWeak = 3;
constexpr double kMass = 0.5, kLength = 0.4, kBreaks = 0.5137, kEnd = 1.0;

/// The mass of the links from `first` to the one before `last`.
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
    [](int k, double t) { return k < kWeak ? mass_from(k, kWeak) * (g0 + kJerk * t) : 0.0; },
    0.0};

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

/// The largest differences from the closed forms: of the force that broke the joint, and at the end
/// of the places and velocities of all links and the tensions of all joints.
struct Errors {
  double force = 0.0, y = 0.0, v = 0.0, tension = 0.0;
};
struct Outcome {
  double t_break;
  Errors errors;
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

/// Runs a chain until a second is over. It must tell one event: its middle joint breaks.
std::optional<Outcome> break_it(Validation& v, const Case& c, const Method& m) {
  const double limit = c.whole(kWeak, kBreaks);
  Chain chain = c.build({.stepper = m.stepper}, limit);
  std::vector<Event> events;
  chain.world.on_event([&](const Event& e) { events.push_back(e); });
  if (!chain.world.run(kEnd, m.step).ok) {
    v.fail(c.name + ": " + chain.world.report().brief());
    return {};
  }
  if (events.size() != 1 || events[0].kind != EventKind::broken || events[0].limit != limit
      || events[0].constraint != chain.joints[kWeak]) {
    v.fail(c.name + ": not one event, that the middle joint breaks");
    return {};
  }
  const double t_break = events[0].time;
  Errors e = errors_at_end(c, chain, t_break);
  e.force = std::abs(events[0].value - c.whole(kWeak, t_break));
  return Outcome{t_break, e};
}

void check_errors(Validation& v,
                  const std::string& method,
                  const Errors& e,
                  const Errors& limit,
                  const std::string& why) {
  v.bound(method, "force that broke it - closed form", "N", e.force, limit.force, why);
  v.bound(method, "places of all links at 1 s - closed form", "m", e.y, limit.y, why);
  v.bound(method, "velocities of all links at 1 s - closed form", "m/s", e.v, limit.v, why);
  v.bound(
      method, "tensions of all joints at 1 s - closed form", "N", e.tension, limit.tension, why);
}

/// What rounding leaves, and tolerances of 1e-12, where a method follows the motion exactly.
constexpr Errors kExact{1e-8, 1e-9, 1e-9, 1e-8};

/// The motion is of the third degree in time. What is led or rests is followed exactly; in a flight
/// the acceleration is that of its start, which leaves out h³/6 times its rate in each step.
void check_projected(
    Validation& v, const std::string& method, const Case& c, double h, const Outcome& o) {
  Errors limit = kExact;
  limit.y += (1.0 + 1e-6) * c.third * h * h * (kEnd - o.t_break) / 6.0;
  check_errors(v,
               method,
               o.errors,
               limit,
               c.third == 0.0 ? "rounding: the method is exact for this motion"
                              : "h^3/6 times the rate of the acceleration in each step");
}

/// Exact without constraints; what is led is kept on its path by feedback, to fourth order: at half
/// the step 1/16 is left, and some allowance.
void check_rk4(Validation& v,
               const std::string& method,
               const Case& c,
               const Outcome& o,
               const std::optional<Outcome>& coarser) {
  if (c.third != 0.0)
    return check_errors(
        v, method, o.errors, kExact, "rounding: the method is exact for this motion");
  if (!coarser) return;
  Errors limit = coarser->errors;
  for (double* x : {&limit.force, &limit.y, &limit.v, &limit.tension}) *x /= 12.0;
  check_errors(v, method, o.errors, limit, "order 4: a twelfth of the error at twice the step");
}

void check(Validation& v, const Case& c, const std::string& stepper) {
  std::optional<Outcome> coarser;
  for (double h : {0.01, 0.005, 0.0025}) {
    char step[32];
    std::snprintf(step, sizeof step, ", step %g", h);
    const std::string method = c.name + ", " + stepper + step;
    const std::optional<Outcome> o = break_it(v, c, {.stepper = stepper, .step = h});
    if (!o) return;
    v.bound(method,
            "time of the event - first end of a step after the force meets its limit",
            "s",
            o->t_break - h * std::ceil(kBreaks / h),
            1e-12,
            "the sum of the steps");
    stepper == "rk4" ? check_rk4(v, method, c, *o, coarser) : check_projected(v, method, c, h, *o);
    coarser = o;
  }
}

}  // namespace

void run(Validation& v) {
  v.title = "A chain that breaks in the middle";
  for (const Case& c : {rods, particles})
    for (const char* stepper : {"projected", "rk4"}) check(v, c, stepper);
}

}  // namespace holon::validation::breaking_chain
