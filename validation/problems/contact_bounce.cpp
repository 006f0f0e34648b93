// SPDX-License-Identifier: Apache-2.0
#include "validation/contact_parts.h"

/// A ball falls on a floor and bounces, with several coefficients of restitution.
namespace holon::validation::contact_bounce {
namespace {

constexpr double kRadius = 0.1, kHeight = 1.0;
constexpr int kBounces = 5;

struct Bouncing {
  World world;
  ObjectId ball;
  Bouncing(double e, double height) {
    const SurfacePair surface{.friction = 0.0, .restitution = e};
    world.add(Gravity{.g = down_z});
    add_floor(world, surface);
    const Vec3 at(0.0, 0.0, kRadius + height), along(1.0, 0.0, 0.0);
    ball = world.add(round_body(1.0, 0.4 * kRadius * kRadius, at, along),
                     {.collision = Collision::of(Sphere{kRadius}, surface)});
  }
  double speed() const { return world.placement(ball).velocity.z(); }
  /// How high it rises from here.
  double top() const {
    return world.placement(ball).position.z() - kRadius + speed() * speed() / (2.0 * g0);
  }
};

std::string number(double e) {
  char text[16];
  std::snprintf(text, sizeof text, "%.1f", e);
  return text;
}

struct Blow {
  double time, impulse, top;
};

/// What is slower does not bounce (see SurfacePair), so that it rises no higher than this.
constexpr double kBounceSpeed = 0.01, kNoBounce = 0.1 * kBounceSpeed * kBounceSpeed / (2.0 * g0);

/// All blows until it rests.
std::vector<Blow> bounce(Validation& v, Bouncing& b, double h, double duration) {
  std::vector<Blow> blows;
  while (b.world.time() < duration) {
    const double before = b.speed();
    if (!b.world.step(h).ok) {
      v.fail(b.world.report().brief());
      break;
    }
    const double impulse = contact_impulse(b.world, b.ball).z();
    if (before < 0.0 && b.speed() > 0.0 && b.top() > kNoBounce)
      blows.push_back({b.world.time(), impulse, b.top()});
  }
  return blows;
}

const std::string kStepLate = "what arrives within a step does so at its end: up to h for each";
const std::string kWeight = "the weight acts for up to the step of the blow: m g h";

void check_series(Validation& v, Reference& r, double e, double h) {
  Bouncing b(e, kHeight);
  const std::vector<Blow> blows = bounce(v, b, h, 6.0);
  const std::string method = step_of(h), behind = " e=" + number(e);
  for (int n = 0; n < kBounces; ++n) {
    if (n >= static_cast<int>(blows.size())) return v.fail("too few bounces" + behind);
    const std::string i = "_" + std::to_string(n + 1) + behind;
    const double late = (n + 1) * h;
    v.compare(r, method, "t" + i, blows[n].time, late / r.at("t" + i).value, kStepLate);
    v.compare(
        r, method, "impulse" + i, blows[n].impulse, g0 * h / r.at("impulse" + i).value, kWeight);
    v.compare(r, method, "h" + i, blows[n].top, 1e-9, "exact but for rounding");
  }
  if (e == 1.0) {
    const std::string period = "bounce period e=1";
    const double found = blows[1].time - blows[0].time;
    v.compare(r, method, period, found, h / r.at(period).value, kStepLate);
  } else {
    // the last bounce, and how often it may have been late
    const std::string end = "t_inf" + behind;
    const double late = (static_cast<double>(blows.size()) + 1.0) * h;
    v.compare(r, method, end, blows.back().time, late / r.at(end).value, kStepLate);
    v.bound(method, "speed in the end" + behind, "m/s", b.speed(), 1e-9, "it rests");
    v.bound(method,
            "force of the floor in the end - weight" + behind,
            "N",
            contact_force(b.world, b.ball).z() - g0,
            1e-8,
            "it rests");
  }
  v.bound(method,
          "horizontal velocity - that at the start" + behind,
          "m/s",
          b.world.placement(b.ball).velocity.x() - 1.0,
          1e-12,
          "there is no friction");
}

void check_dead(Validation& v, Reference& r, double h) {
  Bouncing b(0.0, kHeight);
  const std::string method = step_of(h), sum = "e=0: impulse of the only impact";
  double blow = 0.0;
  while (b.world.time() < 1.0 && blow == 0.0) {
    if (!b.world.step(h).ok) return v.fail(b.world.report().brief());
    blow = contact_impulse(b.world, b.ball).z();
  }
  v.compare(r, method, sum, blow, g0 * h / r.at(sum).value, kWeight);
  run_on(v, b.world, 0.5, h);
  v.compare(r,
            method,
            "e=0: contact force afterwards",
            contact_force(b.world, b.ball).z(),
            1e-9,
            "it rests");
  v.bound(method, "height in the end, e=0", "m", b.top(), 1e-9, "it rests on the floor");
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("08a_bouncing_ball");
  for (const double h : {1.0 / 60.0, 1.0 / 240.0, 1e-3}) {
    for (const double e : {1.0, 0.8, 0.5}) check_series(v, r, e, h);
    check_dead(v, r, h);
  }
}

}  // namespace holon::validation::contact_bounce
