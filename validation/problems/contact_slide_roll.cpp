// SPDX-License-Identifier: Apache-2.0
#include "validation/contact_parts.h"

/// Ball, disk and hoop thrown along a floor: they slide, then roll.
namespace holon::validation::contact_slide_roll {
namespace {

constexpr double kMass = 1.0, kRadius = 0.1, kMu = 0.2, kV0 = 7.0;

struct Throw {
  std::string name;
  double k;     ///< inertia in m r²
  double spin;  ///< at the start, as in rolling [rad/s]
  AnyCollisionShape shape;
  Quat orientation = Quat::Identity();
};

struct Alley {
  World world;
  ObjectId body;
  explicit Alley(const Throw& thrown) {
    const SurfacePair surface{.friction = kMu};
    world.add(Gravity{.g = down_z});
    add_floor(world, surface);
    RigidBody b = round_body(
        kMass, thrown.k * kMass * kRadius * kRadius, {0.0, 0.0, kRadius}, {kV0, 0.0, 0.0});
    b.orientation = thrown.orientation;
    b.angular_velocity = {0.0, thrown.spin, 0.0};
    body = world.add(b, {.collision = Collision::of(thrown.shape, surface)});
  }
  double slip() const {
    const Placement at = world.placement(body);
    return at.velocity.x() - kRadius * at.angular_velocity.y();
  }
};

/// The step in which it changes ends anywhere (h) or there (a whole number of steps).
void check(Validation& v, Reference& r, const Throw& thrown, double h, bool ends_there) {
  const std::string behind = " " + thrown.name;
  const Known& t_s = r.at("t_s" + behind);
  if (ends_there) h = t_s.value / std::round(t_s.value / h);
  Alley a(thrown);
  const double energy = a.world.kinetic_energy();
  const std::string method = step_of(h);
  double slip = a.slip(), t = 0.0;
  while (std::abs(slip) > 1e-8 && a.world.time() < 10.0) {
    // the slip falls by (1 + 1/k) μ g
    t = a.world.time() + slip / ((1.0 + 1.0 / thrown.k) * kMu * g0);
    if (!a.world.step(h).ok) return v.fail(a.world.report().brief());
    slip = a.slip();
  }
  if (!run_on(v, a.world, 1.0, h)) return;
  const Placement at = a.world.placement(a.body);
  const double v_f = r.at("v_f" + behind).value;
  v.compare(r, method, "t_s" + behind, t, 1e-8, "the slip falls steadily; solved to 1e-9 m/s");
  v.compare(r,
            method,
            "v_f" + behind,
            at.velocity.x(),
            1e-8,
            "angular momentum about the point of contact, solved to 1e-9 m/s in each step");
  // x = s + v_f (t − t_s) ever after; friction that ends within a step counts as if it had ended
  // at one of its halves
  const double late = ends_there ? 1e-8 : 0.5 * kMu * g0 * h * h;
  v.compare(
      r,
      method,
      "sliding distance" + behind,
      at.position.x() - v_f * (a.world.time() - t_s.value),
      late / r.at("sliding distance" + behind).scale,
      ends_there ? "a step ends where it begins to roll" : "half a step of μ g, within one step");
  v.compare(r,
            method,
            "energy lost" + behind,
            energy - a.world.kinetic_energy(),
            1e-8,
            "follows from the velocities");
  v.bound(method,
          "friction while it rolls" + behind,
          "N",
          contact_force(a.world, a.body).head<2>().norm(),
          1e-6,
          "1e-9 m/s of a step, times its mass over half a step");
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("08d_ball_slide_then_roll");
  const Quat lies(Eigen::AngleAxisd(0.5 * pi, Vec3::UnitX()));  // z becomes −y
  const Throw throws[] = {
      {"sphere w0=0", 0.4, 0.0, Sphere{kRadius}},
      {"hoop w0=0", 1.0, 0.0, Cylinder{kRadius, 0.1}, lies},
      {"disk w0=0", 0.5, 0.0, Cylinder{kRadius, 0.1}, lies},
      {"sphere backspin w0=-100", 0.4, -100.0, Sphere{kRadius}},
      {"sphere strong backspin w0=-200 (comes back)", 0.4, -200.0, Sphere{kRadius}}};
  for (const double h : {1.0 / 240.0, 1e-3})
    for (const Throw& thrown : throws)
      for (const bool ends_there : {false, true}) check(v, r, thrown, h, ends_there);
}

}  // namespace holon::validation::contact_slide_roll
