// SPDX-License-Identifier: Apache-2.0
#include "validation/contact_parts.h"

/// A block on a slope: it holds up to the critical angle, slides beyond it, and stops.
namespace holon::validation::contact_incline {
namespace {

constexpr double kMass = 2.0, kV0 = 5.0, kMu = 0.3;
const Vec3 kSize(0.4, 0.4, 0.1);

/// The slope is the floor, and gravity is turned: x is down the slope.
struct Slope {
  World world;
  ObjectId block;
  Slope(double beta, double mu, double speed) {
    const SurfacePair surface{.friction = mu};
    world.add(Gravity{.g = g0 * Vec3(std::sin(beta), 0.0, -std::cos(beta))});
    add_floor(world, surface);
    RigidBody body = RigidBody::from(mass_properties(Box{kSize}, kMass / kSize.prod()));
    body.position = {0.0, 0.0, 0.5 * kSize.z()};
    body.velocity = {speed, 0.0, 0.0};
    block = world.add(body, {.collision = Collision::of(Box{kSize}, surface)});
  }
  double x() const { return world.placement(block).position.x(); }
  double speed() const { return world.placement(block).velocity.x(); }
  Vec3 force() const { return contact_force(world, block); }
};

double slides_with(double beta, double mu) {
  return g0 * (std::sin(beta) - mu * std::cos(beta));
}

const std::string kExact =
    "constant acceleration is followed exactly; the solver stops at 1e-9 m/s";

void check_sliding(Validation& v, Reference& r, double h) {
  Slope s(radians(30.0), kMu, 0.0);
  if (!run_on(v, s.world, 1.0, h)) return;
  const std::string method = step_of(h);
  v.compare(r, method, "(1) acceleration", s.speed(), 1e-8, kExact);
  v.compare(r, method, "(1) distance at t=1", s.x(), 1e-8, kExact, 1.0);
  v.compare(r, method, "(1) normal force", s.force().z(), 1e-8, kExact);
  v.compare(r, method, "(1) friction force", -s.force().x(), 1e-8, kExact);
}

/// Up the slope, to a stop, and back. Steps end where it stops and where it is back.
void check_turning(Validation& v, Reference& r, int steps) {
  const double t_stop = r.at("(2) stop time").value,
               t_back = r.at("(2) time back at the start").value;
  Slope s(radians(30.0), kMu, -kV0);
  const double h = t_stop / steps, h_back = (t_back - t_stop) / steps;
  if (!run_on(v, s.world, t_stop, h)) return;
  const std::string method = step_of(h), why = "a step ends where it stops: " + kExact;
  const double slowing = g0 * (std::sin(radians(30.0)) + kMu * std::cos(radians(30.0)));
  v.compare(r, method, "(2) stop time", t_stop - s.speed() / slowing, 1e-8, why);
  v.compare(r, method, "(2) stop distance", -s.x(), 1e-8, why);
  if (!run_on(v, s.world, t_back - t_stop, h_back)) return;
  v.compare(r, method, "(2) speed back at the start", s.speed(), 1e-8, why);
  v.compare(r, method, "(2) time back at the start", t_back - s.x() / s.speed(), 1e-8, why);
}

void check_sticking(Validation& v, Reference& r, double h) {
  Slope s(radians(30.0), 0.7, 0.0);
  if (!run_on(v, s.world, 1.0, h)) return;
  v.compare(r, step_of(h), "(3) sticking friction force", -s.force().x(), 1e-9, "it rests");
  v.bound(step_of(h), "(3) creep in 1 s", "m", s.x(), 1e-9, "it rests");
}

/// Slides down until it stops. Where a step does not end there, friction has to hold for a part of
/// it only: up to half a step is missed or too much of the way back from speed a h.
void check_stopping(Validation& v,
                    Reference& r,
                    const std::string& name,
                    double beta,
                    double h,
                    const std::string& why,
                    double tolerance) {
  Slope s(beta, kMu, kV0);
  const double slowing = -slides_with(beta, kMu);
  double t = 0.0;
  while (s.speed() > 1e-8 && s.world.time() < 10.0) {
    t = s.world.time() + s.speed() / slowing;
    if (!s.world.step(h).ok) return v.fail(s.world.report().brief());
  }
  run_on(v, s.world, 1.0, h);
  const double distance = r.at(name + " stop distance").value;
  v.compare(r, step_of(h), name + " stop time", t, 1e-8, kExact);
  v.compare(r, step_of(h), name + " stop distance", s.x(), tolerance / distance, why);
  v.bound(
      step_of(h), name + " speed a second after it has stopped", "m/s", s.speed(), 1e-9, "rest");
}

/// The angle at which it begins to slide, by bisection.
double critical_angle(double mu) {
  double holds = 0.5 * std::atan(mu), slides = 1.5 * std::atan(mu);
  while (slides - holds > 1e-7) {
    const double beta = 0.5 * (holds + slides);
    Slope s(beta, mu, 0.0);
    s.world.run(0.2, 0.02);
    (s.speed() > 5e-6 ? slides : holds) = beta;
  }
  return slides;
}

void check_off_critical(Validation& v, double mu, double off, double h) {
  const double beta = std::atan(mu) + radians(off), t = 2.0;
  Slope s(beta, mu, 0.0);
  if (!run_on(v, s.world, t, h)) return;
  const double distance = 0.5 * std::max(0.0, slides_with(beta, mu)) * t * t;
  char name[96];
  std::snprintf(name, sizeof name, "way in 2 s %+.1f deg off the critical angle, mu=%.1f", off, mu);
  v.bound(step_of(h), name + std::string(" - closed form"), "m", s.x() - distance, 1e-8, kExact);
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("08c_block_incline_friction");
  for (const double h : {1.0 / 60.0, 1e-3}) {
    check_sliding(v, r, h);
    check_sticking(v, r, h);
    const double late = 0.5 * g0 * h * h;
    check_stopping(v, r, "(4)", 0.0, h, "friction holds for a part of the last step", late);
    check_stopping(
        v, r, "(5)", radians(10.0), h, "friction holds for a part of the last step", late);
    for (const double mu : {0.3, 0.7})
      for (const double off : {-0.1, 0.1}) check_off_critical(v, mu, off, h);
  }
  for (const int steps : {40, 160}) check_turning(v, r, steps);
  for (const double mu : {0.3, 0.7})
    v.compare(r,
              "projected, bisection",
              "critical angle for mu=" + std::string(mu == 0.3 ? "0.3" : "0.7"),
              critical_angle(mu),
              2e-5,
              "beyond it by δ it has g δ 0.2 s after 0.2 s; it may creep with some 1e-7 m/s below");
}

}  // namespace holon::validation::contact_incline
