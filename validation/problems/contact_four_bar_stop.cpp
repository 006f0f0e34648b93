// SPDX-License-Identifier: Apache-2.0
#include "validation/contact_parts.h"

/// A four-bar linkage whose rocker runs against a stop.
///
/// It has one degree of freedom, φ, with T = ½ I(φ) φ̇². Where nothing else acts, an impulse J along
/// the normal at a point that moves with u = (∂x/∂φ) φ̇ along it changes the momentum I φ̇ by
/// J ∂x/∂φ. With restitution e, φ̇ becomes −e φ̇, hence
///     J u = (1 + e) I φ̇² = 2 (1 + e) T,    T' = e² T.                                    (1)
namespace holon::validation::contact_four_bar_stop {
namespace {

constexpr double kA = 0.5, kB = 1.5, kC = 1.2, kD = 1.4, kStop = 0.05;

struct Linkage {
  World world;
  ObjectId crank, coupler, rocker, stop;
  std::vector<ConstraintId> pins;

  /// Just where the rocker touches the stop, and moving with φ̇ = rate.
  Linkage(double e, double rate) {
    const double phi = 0.5 * pi;
    const Vec3 A(kA * std::cos(phi), kA * std::sin(phi), 0.0), D(kD, 0.0, 0.0);
    const Vec3 AD = D - A;
    const double size = AD.norm(), along = (kB * kB - kC * kC + size * size) / (2.0 * size);
    const Vec3 n = AD / size, up(-n.y(), n.x(), 0.0);
    const Vec3 B = A + along * n + std::sqrt(kB * kB - along * along) * up;
    // ω₂ × AB − ω₃ × DB = −v_A
    const Vec3 AB = B - A, DB = B - D, v_A = rate * Vec3(-A.y(), A.x(), 0.0);
    Mat2 M;
    M << -AB.y(), DB.y(), AB.x(), -DB.x();
    const Vec2 w23 = M.inverse() * Vec2(-v_A.x(), -v_A.y());
    const Vec3 v_B = w23[1] * Vec3(-DB.y(), DB.x(), 0.0);

    // the stop is a ball beside the rocker, on the side that it moves to
    const SurfacePair surface{.friction = 0.0, .restitution = e};
    const auto touched = [&](AnyCollisionShape shape, const Quat& turned) {
      Collision c;
      c.shapes.push_back({.shape = std::move(shape), .orientation = turned});
      c.surface = surface;
      return std::make_shared<const Collision>(c);
    };
    const Quat z_to_x = Quat::FromTwoVectors(Vec3::UnitZ(), Vec3::UnitX());
    crank = world.add(moving_rod(0.5, Vec3::Zero(), A, Vec3::Zero(), v_A));
    coupler = world.add(moving_rod(1.5, A, B, v_A, v_B));
    rocker = world.add(moving_rod(1.2, D, B, Vec3::Zero(), v_B),
                       {.collision = touched(Capsule{kStop, kC - 0.2}, z_to_x)});
    const Vec3 side = (v_B - v_B.dot(DB) * DB / DB.squaredNorm()).normalized();
    stop = world.add(RigidBody{.position = D + 0.7 * DB + 2.0 * kStop * side},
                     {.kinematic = true, .collision = touched(Sphere{kStop}, Quat::Identity())});
    const Vec3 a(0.5 * kA, 0, 0), b(0.5 * kB, 0, 0), c(0.5 * kC, 0, 0);
    pins = {world.add(PointToPoint{.a = Nail{}, .b = PointOn{crank, -a}}),
            world.add(PointToPoint{.a = PointOn{crank, a}, .b = PointOn{coupler, -b}}),
            world.add(PointToPoint{.a = PointOn{coupler, b}, .b = PointOn{rocker, c}}),
            world.add(PointToPoint{.a = Nail{D}, .b = PointOn{rocker, -c}})};
  }
  double approach() const {
    const Vec3 x = world.placement(stop).position, d = x - world.point(PointOn{rocker}).x;
    const Vec3 along = world.direction(DirectionOn{rocker, Vec3::UnitX()}).x;
    const Vec3 across = (d - d.dot(along) * along).normalized();
    const Placement at = world.placement(rocker);
    const Vec3 touch = x - kStop * across;
    return (at.velocity + at.angular_velocity.cross(touch - at.position)).dot(across);
  }
  void reverse() {
    for (const ObjectId id : {crank, coupler, rocker}) {
      Placement at = world.placement(id);
      at.velocity = -at.velocity;
      at.angular_velocity = -at.angular_velocity;
      world.place(id, at);
    }
  }
  double gap() const {
    double largest = 0.0;
    for (const ConstraintId pin : pins)
      for (const double x : world.error(pin)) largest = std::max(largest, std::abs(x));
    return largest;
  }
};

/// Moves away from the stop for a while, is turned round, and comes back: as the method is
/// symmetric in time, just at the end of a step; or with a part of a step more on the way, within
/// one.
void check(Validation& v, double e, double h, double part) {
  const double rate = 4.0;
  Linkage l(e, rate);
  const double u = l.approach(), energy = l.world.kinetic_energy();
  char text[64];
  std::snprintf(text, sizeof text, ", e=%.1f, arrives %.1f of a step early", e, part);
  const std::string method = step_of(h) + text;
  l.reverse();
  if (!run_on(v, l.world, 20.0 * h, h)) return;
  if (part > 0.0) l.world.step(part * h);
  l.reverse();
  const double before = l.world.kinetic_energy();
  Vec3 impulse = Vec3::Zero();
  double gap = 0.0, after = before;
  for (int i = 0; i < 30; ++i) {
    if (!l.world.step(h).ok) return v.fail(l.world.report().brief());
    const Vec3 J = contact_impulse(l.world, l.rocker);
    if (J.norm() > 0.0 && impulse.isZero(0.0)) {
      impulse = J;
      after = l.world.kinetic_energy();
    }
    gap = std::max(gap, l.gap());
    if (!impulse.isZero(0.0) && e > 0.0) break;
  }
  v.bound(
      method, "T before the blow - at the start", "J", before - energy, 1e-2 * energy, "order h^2");
  const std::string why = part == 0.0 ? "(1); T and u vary by order h^2 on the way"
                                      : "(1), with I(φ) of up to a step before: order h";
  const double limit = part == 0.0 ? 1e-3 : 10.0 * rate * h;
  v.bound(method,
          "J u / 2(1+e)T - 1",
          "",
          impulse.norm() * u / (2.0 * (1.0 + e) * energy) - 1.0,
          limit,
          why);
  v.bound(method, "T'/T - e^2", "", after / before - e * e, limit, why);
  v.bound(method, "opening of the pins", "m", gap, 1e-9, "they are position constraints");
  v.bound(method, "overlap with the stop", "m", deepest_overlap(l.world), 1e-9, "it is a stop");
}

}  // namespace

void run(Validation& v) {
  v.title = "A four-bar linkage runs against a stop";
  for (const double h : {1e-3, 2.5e-4})
    for (const double e : {1.0, 0.6, 0.0})
      for (const double part : {0.0, 0.5}) check(v, e, h, part);
}

}  // namespace holon::validation::contact_four_bar_stop
