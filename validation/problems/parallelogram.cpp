// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// The parallelogram of the N-four-bar benchmark, N = 1. Twice per turn all bars lie in one line,
/// where the constraints lose rank and a second branch of motion opens.
namespace holon::validation::parallelogram {
namespace {

struct Parts {
  ObjectId cranks[2];
  ConstraintId ground[2], joints[2];
};
struct Mechanism : Parts {
  World world;

  explicit Mechanism(const WorldOptions& o) : world(o) {
    world.add(Gravity{.g = down_y});
    const Vec3 v(1.0, 0.0, 0.0), half(0.5, 0.0, 0.0);
    const Vec3 A[2] = {{0, 0, 0}, {1, 0, 0}}, B[2] = {{0, 1, 0}, {1, 1, 0}};
    const ObjectId coupler = world.add(moving_rod(1.0, B[0], B[1], v, v));
    for (int i = 0; i < 2; ++i) {
      cranks[i] = world.add(moving_rod(1.0, A[i], B[i], Vec3::Zero(), v));
      ground[i] = world.add(PointToPoint{.a = Nail{A[i]}, .b = PointOn{cranks[i], -half}});
      joints[i] = world.add(PointToPoint{.a = PointOn{coupler, i == 0 ? Vec3(-half) : half},
                                         .b = PointOn{cranks[i], half}});
    }
  }
};

/// Angle of a crank from the upward vertical, clockwise.
double theta(const World& w, ObjectId crank) {
  const Vec3 d = w.direction(DirectionOn{crank, Vec3::UnitX()}).x;
  return std::atan2(d.x(), d.y());
}

Study motion(const Reference& r) {
  Study s;
  s.variant = "three rods, four pins";
  s.times = r.times("theta");
  s.build = [](const WorldOptions& o) {
    Mechanism m(o);
    return Scene{std::move(m.world), [m = Parts(m)](const World& w, int) {
                   const Vec3 B0 = w.point(PointOn{m.cranks[0], {0.5, 0.0, 0.0}}).x;
                   Readings out = {{"theta", theta(w, m.cranks[0])},
                                   {"theta_dot", -plane_rate(w, m.cranks[0])},
                                   {"B0.x", B0.x()},
                                   {"B0.y", B0.y()}};
                   for (int i = 0; i < 2; ++i) {
                     const std::string k = std::to_string(i);
                     const Vec3 R = force_on_b(w, m.ground[i]), H = force_on_b(w, m.joints[i]);
                     out.push_back({"R" + k + ".x", R.x()});
                     out.push_back({"R" + k + ".y", R.y()});
                     out.push_back({"H" + k + ".x", H.x()});
                     out.push_back({"H" + k + ".y", H.y()});
                   }
                   return out;
                 }};
  };
  return s;
}

/// Times of events follow from what is left of the angle where they are expected.
Study events(const Reference& r) {
  const double turn = r.at("time of one revolution").value;
  const double flat = r.at("time of first singular (horizontal) position").value;
  Study s;
  s.variant = "one turn";
  s.times = {0.25, flat, 0.5 * turn, turn};
  s.build = [=](const WorldOptions& o) {
    Mechanism m(o);
    return Scene{std::move(m.world), [m = Parts(m)](const World& w, int i) -> Readings {
                   const double angle = theta(w, m.cranks[0]), rate = -plane_rate(w, m.cranks[0]);
                   if (i == 0) {
                     // turning of the crank about its pin: weight and the force of the coupler
                     const Vec3 B = w.point(PointOn{m.cranks[0], {0.5, 0.0, 0.0}}).x;
                     const Vec3 moment =
                         B.cross(force_on_b(w, m.joints[0])) + (0.5 * B).cross(down_y);
                     return {{"kappa", -3.0 * moment.z() / std::sin(angle)}};
                   }
                   if (i == 1)
                     return {{"time of first singular (horizontal) position",
                              w.time() - (angle - 0.5 * pi) / rate}};
                   if (i == 2) return {{"theta_dot at the bottom", rate}};
                   return {{"time of one revolution", w.time() - angle / rate}};
                 }};
  };
  return s;
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("04c_nfourbar_N1");
  for (Study s : {motion(r), events(r)}) {
    s.methods = {rk4(0.005, 5)};
    v.converge(r, s);
    s.methods = {projected(0.005, 5)};
    s.limit = 1e-6;
    s.limit_why =
        "a step that ends at a dead point may be made by another rule (the nearest configuration "
        "that meets the constraints), whose error of order h³ is in no series";
    v.converge(r, s);
  }
}

}  // namespace holon::validation::parallelogram
