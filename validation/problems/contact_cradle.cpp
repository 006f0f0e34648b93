// SPDX-License-Identifier: Apache-2.0
#include "validation/contact_parts.h"

/// Central blows: two balls in free space, and Newton's cradle.
namespace holon::validation::contact_cradle {
namespace {

constexpr double kRadius = 0.05;

std::string restitution(double e) {
  char text[16];
  std::snprintf(text, sizeof text, " e=%.1f", e);
  return text;
}

ObjectId add_ball(World& w, double mass, const Vec3& at, const Vec3& velocity, double e) {
  return w.add(Particle{.mass = mass, .position = at, .velocity = velocity},
               {.collision = Collision::of(Sphere{kRadius}, {.friction = 0.0, .restitution = e})});
}

// ---- two balls ----

void check_two(Validation& v, Reference& r, double e, double h) {
  World w;
  const ObjectId a = add_ball(w, 1.0, {-1.0, 0, 0}, {3.0, 0, 0}, e);
  const ObjectId b = add_ball(w, 2.0, {0.5, 0, 0}, {-1.0, 0, 0}, e);
  const double energy = w.kinetic_energy();
  double impulse = 0.0;
  for (int i = 0; i < static_cast<int>(1.0 / h); ++i) {
    if (!w.step(h).ok) return v.fail(w.report().brief());
    impulse += contact_impulse(w, b).x();
  }
  const std::string method = step_of(h), behind = restitution(e);
  const std::string why = "nothing but the blow acts: solved to 1e-9 m/s";
  v.compare(r, method, "two-body v1'" + behind, w.placement(a).velocity.x(), 1e-8, why);
  v.compare(r, method, "two-body v2'" + behind, w.placement(b).velocity.x(), 1e-8, why);
  v.compare(r, method, "two-body impulse" + behind, impulse, 1e-8, why);
  v.compare(r, method, "two-body energy loss" + behind, energy - w.kinetic_energy(), 1e-7, why);
}

// ---- the cradle ----

constexpr int kBalls = 5;
const double kAngle = radians(30.0);

struct Cradle {
  World world;
  std::vector<ObjectId> balls;
  std::vector<ConstraintId> strings;
  Cradle(int raised, double e) {
    world.add(Gravity{.g = down_z});
    for (int i = 0; i < kBalls; ++i) {
      const Vec3 nail(2.0 * kRadius * i, 0.0, 0.0);
      const double angle = i < raised ? -kAngle : 0.0;
      const Vec3 at = nail + Vec3(std::sin(angle), 0.0, -std::cos(angle));
      balls.push_back(add_ball(world, 1.0, at, Vec3::Zero(), e));
      strings.push_back(
          world.add(Distance{.a = Nail{nail}, .b = PointOn{balls.back()}, .length = 1.0}));
    }
  }
  double speed(int i) const { return world.placement(balls[i]).velocity.x(); }
  double angle(int i) const {
    const Vec3 x = world.placement(balls[i]).position - Vec3(2.0 * kRadius * i, 0.0, 0.0);
    return std::atan2(x.x(), -x.z());
  }
  /// How far it will swing, by its energy.
  double swing(int i) const {
    const Vec3 u = world.placement(balls[i]).velocity;
    return std::acos(std::cos(angle(i)) - u.squaredNorm() / (2.0 * g0));
  }
  double momentum() const {
    double sum = 0.0;
    for (int i = 0; i < kBalls; ++i) sum += speed(i);
    return sum;
  }
};

/// Steps until the first blow has been passed on; returns the speed of arrival by energy.
bool run_to_blow(Validation& v, Cradle& c, double h) {
  while (c.speed(kBalls - 1) < 0.1) {
    if (!c.world.step(h).ok || c.world.time() > 2.0) {
      v.fail("no blow: " + c.world.report().brief());
      return false;
    }
  }
  return true;
}

/// Up to a step late, at the bottom where nothing but the string acts: of order h², from the
/// period of the pendulum as the method sees it and from the way that is left in the last step.
double order2(double h) {
  return 4.0 * g0 * h * h;
}
const std::string kOrder2 = "of second order in the step: 4 g/L h^2";

void check_one(Validation& v, Reference& r, double e, double h) {
  Cradle c(1, e);
  const double start = c.world.potential_energy();
  if (!run_to_blow(v, c, h)) return;
  const std::string method = step_of(h), behind = restitution(e);
  const double arrival = r.at("cradle arrival speed").value;
  if (e == 1.0) {
    v.compare(r, method, "cradle arrival speed", c.momentum(), order2(h), kOrder2);
    for (int i = 0; i < kBalls - 1; ++i)
      v.compare(r,
                method,
                "cradle v_" + std::to_string(i + 1) + "'" + behind,
                c.speed(i),
                order2(h),
                kOrder2);
    v.bound(method,
            "energy after the blow - at the start, one ball" + behind,
            "J",
            c.world.report().energy() - start,
            order2(h) * arrival * arrival,
            kOrder2);
  }
  const std::string last = std::to_string(kBalls);
  v.compare(r, method, "cradle v_" + last + "'" + behind, c.speed(kBalls - 1), order2(h), kOrder2);
  v.compare(
      r, method, "cradle last ball max angle" + behind, c.swing(kBalls - 1), order2(h), kOrder2);
  v.bound(method,
          "momentum after the blow - before" + behind,
          "N s",
          c.momentum() - arrival,
          order2(h) * arrival,
          kOrder2);
  double worst = 0.0;
  for (const ConstraintId s : c.strings) worst = std::max(worst, std::abs(c.world.error(s)[0]));
  v.bound(method, "length of strings" + behind, "m", worst, 1e-9, "they are position constraints");
}

/// As many balls leave as have come, and the strings carry m (g + v²/L) in between.
void check_raised(Validation& v, int raised, double h) {
  Cradle c(raised, 1.0);
  const std::string method = step_of(h), with = ", " + std::to_string(raised) + " balls";
  const double arrival = std::sqrt(2.0 * g0 * (1.0 - std::cos(kAngle)));
  if (!run_to_blow(v, c, h)) return;
  for (int i = 0; i < kBalls; ++i) {
    const double expected = i < kBalls - raised ? 0.0 : arrival;
    v.bound(method,
            "v_" + std::to_string(i + 1) + "' - closed form" + with,
            "m/s",
            c.speed(i) - expected,
            order2(h) * arrival,
            kOrder2);
    v.bound(method,
            "tension of string " + std::to_string(i + 1) + " - closed form" + with,
            "N",
            tension(c.world, c.strings[i]) - (g0 + expected * expected),
            0.02 * g0,
            "read at the end of the step of the blow, when it may be a step old");
  }
  // swings out and back, twice: the same balls are up where they began
  const double half = 0.5 * 4.0 * 1.0 / std::sqrt(g0) * std::comp_ellint_1(std::sin(0.5 * kAngle));
  if (!run_on(v, c.world, 0.5 * half, h)) return;
  double highest = 0.0;
  for (int i = kBalls - raised; i < kBalls; ++i)
    highest = std::max(highest, std::abs(c.angle(i) - kAngle));
  v.bound(method,
          "angle of the last balls a quarter of a period later - 30 deg" + with,
          "rad",
          highest,
          order2(h) + 0.5 * g0 * kAngle * h * h,
          kOrder2);
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("08b_collisions_cradle");
  for (const char* e : {"0.9", "0.5"})
    for (int i = 1; i < kBalls; ++i)
      r.skip("cradle v_" + std::to_string(i) + "' e=" + e,
             "between the blows of one pass; more follow until nothing approaches any more");
  for (const double h : {1.0 / 60.0, 1e-3}) {
    for (const double e : {1.0, 0.5, 0.0}) check_two(v, r, e, h);
  }
  for (const double h : {1.0 / 240.0, 1e-3, 1e-4}) {
    for (const double e : {1.0, 0.9, 0.5}) check_one(v, r, e, h);
    for (const int raised : {1, 2, 3}) check_raised(v, raised, h);
  }
}

}  // namespace holon::validation::contact_cradle
