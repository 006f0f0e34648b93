// SPDX-License-Identifier: Apache-2.0
#include "validation/contact_parts.h"

/// A rod that slides on a rough floor, leaning back as a piece of chalk that is pushed over a
/// board, so that friction presses it on the floor [Genot99]. With half length l, inertia m l²/3
/// and angle θ to the floor, while the lower end slides away from the side that the rod leans to,
///
///     z̈ of the lower end = b + p N / m,
///     b = l θ̇² sin θ − g,   p = 1 + 3 cos θ (cos θ − μ sin θ)                          (1)
///
/// so that N = −m b / p where p > 0. For μ > 4/3 there are angles with p < 0, where with b < 0 no
/// finite force will do: Painlevé's paradox. The rod is stopped at once instead, by an impulse
/// without a collision.
namespace holon::validation::contact_sliding_rod {
namespace {

constexpr double kHalf = 0.5, kMass = 1.0;

double p_of(double angle, double mu) {
  return 1.0 + 3.0 * std::cos(angle) * (std::cos(angle) - mu * std::sin(angle));
}
double b_of(double angle, double rate) {
  return kHalf * rate * rate * std::sin(angle) - g0;
}

/// Lower end at the origin, leaning towards +x and sliding along −x, in the x-z plane.
struct Sliding {
  World world;
  ObjectId rod;
  Sliding(double angle, double mu, double speed) {
    const SurfacePair rough{.friction = mu};
    world.add(Gravity{.g = down_z});
    add_floor(world, rough);
    RigidBody body = RigidBody::from(mass_properties(Rod{2.0 * kHalf}, kMass / (2.0 * kHalf)));
    body.position = kHalf * Vec3(std::cos(angle), 0.0, std::sin(angle));
    body.orientation = Quat(Eigen::AngleAxisd(0.5 * pi - angle, Vec3::UnitY()));
    body.velocity = {-speed, 0.0, 0.0};
    rod = world.add(body, {.collision = Collision::of(Rod{2.0 * kHalf}, rough)});
  }
  double angle() const {
    const Vec3 up = world.direction(DirectionOn{rod, Vec3::UnitZ()}).x;
    return std::atan2(up.z(), up.x());
  }
  double rate() const { return -world.placement(rod).angular_velocity.y(); }
  double slip() const { return world.point(PointOn{rod, {0.0, 0.0, -kHalf}}).v.x(); }
};

std::string name_of_case(double degrees, double mu) {
  char text[64];
  std::snprintf(text, sizeof text, " at %.0f deg, mu=%.1f", degrees, mu);
  return text;
}

// ---- outside of the paradox ----

/// The motion while it slides in minimal coordinates, by the classical method of order 4.
struct Course {
  double angle, rate, x, speed;  // x of the centre
};
Course rate_of(const Course& c, double mu) {
  const double N = -kMass * b_of(c.angle, c.rate) / p_of(c.angle, mu);
  // about the centre, with the arm −l (cos θ, sin θ) of the force (μ N, N)
  const double turning = -N * kHalf * std::cos(c.angle) + mu * N * kHalf * std::sin(c.angle);
  return {c.rate, turning / (kMass * kHalf * kHalf / 3.0), c.speed, mu * N / kMass};
}
Course plus(const Course& a, const Course& b, double h) {
  return {a.angle + h * b.angle, a.rate + h * b.rate, a.x + h * b.x, a.speed + h * b.speed};
}
Course integrate(Course c, double mu, double duration, int steps) {
  const double h = duration / steps;
  for (int i = 0; i < steps; ++i) {
    const Course k1 = rate_of(c, mu), k2 = rate_of(plus(c, k1, 0.5 * h), mu);
    const Course k3 = rate_of(plus(c, k2, 0.5 * h), mu), k4 = rate_of(plus(c, k3, h), mu);
    c = plus(plus(plus(plus(c, k1, h / 6.0), k2, h / 3.0), k3, h / 3.0), k4, h / 6.0);
  }
  return c;
}

void check_sliding(Validation& v, double degrees, double mu, double h) {
  const double start = radians(degrees), speed = 6.0, duration = 0.2;
  Sliding s(start, mu, speed);
  const std::string method = step_of(h), at = name_of_case(degrees, mu);
  s.world.step(1e-6);
  const double N = -kMass * b_of(start, 0.0) / p_of(start, mu);
  const Vec3 force = contact_force(s.world, s.rod);
  v.bound(method,
          "N at the start / closed form - 1" + at,
          "",
          force.z() / N - 1.0,
          1e-4,
          "1e-6 s later");
  v.bound(
      method, "friction / mu N - 1" + at, "", force.x() / (mu * force.z()) - 1.0, 1e-8, "Coulomb");
  Sliding t(start, mu, speed);
  if (!run_on(v, t.world, duration, h)) return;
  const Course begin{start, 0.0, kHalf * std::cos(start), -speed};
  const Course c = integrate(begin, mu, duration, 2000);
  const Course before = integrate(begin, mu, duration - h, 2000);
  if (t.slip() > -0.1) return v.fail("it does not slide any more" + at);
  const auto push = [&](const Course& at) {
    return -kMass * b_of(at.angle, at.rate) / p_of(at.angle, mu);
  };
  const double scale = 40.0 * h * h, last = push(c);
  const std::string why = "of second order in the step";
  v.bound(method, "angle after 0.2 s - integrated" + at, "rad", t.angle() - c.angle, scale, why);
  v.bound(
      method, "rate after 0.2 s - integrated" + at, "rad/s", t.rate() - c.rate, 10.0 * scale, why);
  v.bound(method,
          "x after 0.2 s - integrated" + at,
          "m",
          t.world.placement(t.rod).position.x() - c.x,
          scale,
          why);
  v.bound(method,
          "N after 0.2 s / closed form - 1" + at,
          "",
          contact_force(t.world, t.rod).z() / last - 1.0,
          2.0 * std::abs(push(before) / last - 1.0),
          "read from half a step, so of first order: twice what N changes by in a step");
}

// ---- inside ----

/// Impact without collision: the lower end stops within the first step, for all steps by the same
/// impulse. With the lower end held, v and ω after it follow from the jump u of the slip: the
/// impulse has to lead the sliding to its end along the edge of the cone and then holds, which is
/// the plastic law Λ = −W⁻¹ u₀, if that is inside of the cone.
void check_paradox(Validation& v, double degrees, double mu, double h) {
  const double start = radians(degrees), speed = 3.0;
  Sliding s(start, mu, speed);
  const std::string method = step_of(h), at = name_of_case(degrees, mu);
  if (p_of(start, mu) >= 0.0) return v.fail("no paradox" + at);
  double energy = s.world.kinetic_energy() + s.world.potential_energy(), grows = 0.0;
  if (!s.world.step(h).ok) return v.fail(s.world.report().brief());
  const Vec3 impulse = contact_impulse(s.world, s.rod);
  // W of the lower end: 1/m + l²/I (…): in units of 1/m, with l²m/I = 3
  const double sn = std::sin(start), cs = std::cos(start);
  Mat2 W;  // x, z
  W << 1.0 + 3.0 * sn * sn, -3.0 * sn * cs, -3.0 * sn * cs, 1.0 + 3.0 * cs * cs;
  const Vec2 plastic = kMass * W.inverse() * Vec2(speed, 0.0);
  // it turns about the lower end then: ω = 3/4 v sin θ / l
  const double turning = 0.75 * speed * sn / kHalf;
  v.bound(method,
          "slip after the first step" + at,
          "m/s",
          s.slip(),
          kHalf * turning * turning * h,
          "it is stopped at once; what turning adds to that in a step, l ω² h, in the next");
  v.bound(method,
          "impulse / that of a plastic blow - 1" + at,
          "",
          (Vec2(impulse.x(), impulse.z()) - plastic).norm() / plastic.norm(),
          20.0 * h,
          "order h: the weight acts too");
  for (int i = 0; i < static_cast<int>(1.0 / h); ++i) {
    if (!s.world.step(h).ok) return v.fail(s.world.report().brief());
    const double now = s.world.report().energy();
    grows = std::max(grows, now - energy);
    energy = now;
  }
  v.bound(method,
          "largest growth of energy in a step" + at,
          "J",
          std::max(0.0, grows),
          1e-3 * kMass * g0 * kHalf,
          "what the curvature of its way sinks in is lifted: order h^2");
}

}  // namespace

void run(Validation& v) {
  v.title = "A rod on a rough floor, and Painlevé's paradox";
  for (const double h : {1e-3, 2.5e-4}) {
    check_sliding(v, 60.0, 0.3, h);
    check_sliding(v, 80.0, 0.5, h);
    check_sliding(v, 50.0, 1.0, h);
    for (const double degrees : {55.0, 65.0}) check_paradox(v, degrees, 2.0, h);
  }
}

}  // namespace holon::validation::contact_sliding_rod
