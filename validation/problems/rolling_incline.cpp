// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// Hoop, disk and balls, solid and hollow, roll down a slope without slipping.
namespace holon::validation::rolling_incline {
namespace {

constexpr double kRadius = 0.5, kMass = 1.0;
const double kSlope = radians(30.0);

/// Down the slope, and the axle across it.
const Vec3 kDown(std::cos(kSlope), 0.0, -std::sin(kSlope));
const Vec3 kNormal(std::sin(kSlope), 0.0, std::cos(kSlope));

struct Shape {
  std::string name;
  double inertia;  ///< about the axle, in m r²
  bool is_ball;
};

struct Roller {
  World world;
  ObjectId body;
  ConstraintId slope;
  Roller(const WorldOptions& o, const Shape& shape) : world(o) {
    world.add(Gravity{.g = down_z});
    const double along = shape.inertia * kMass * kRadius * kRadius;
    const double across = shape.is_ball ? along : 0.5 * along;
    RigidBody b;
    b.mass = kMass;
    b.inertia = Vec3(across, across, along).asDiagonal();
    b.position = kRadius * kNormal;
    b.orientation = Quat(Eigen::AngleAxisd(-0.5 * pi, Vec3::UnitX()));  // z becomes y
    body = world.add(b);
    const SurfaceRef plane{WorldFrame{}, Plane{.normal = kNormal}};
    slope =
        shape.is_ball
            ? world.add(RollingSphere{.ball = FrameOn{body}, .surface = plane, .radius = kRadius})
            : world.add(Wheel{.wheel = FrameOn{body}, .surface = plane, .radius = kRadius});
  }
};

Study rolls_down(const Shape& shape) {
  Study s;
  s.variant = shape.name;
  s.times = {1.0};
  s.methods = {projected(0.02, 5), rk4(0.02, 4)};
  s.build = [shape](const WorldOptions& o) {
    Roller r(o, shape);
    return Scene{std::move(r.world),
                 [name = ", " + shape.name, body = r.body, slope = r.slope](const World& w, int) {
                   const Placement at = w.placement(body);
                   const Vec3 force = w.loads(slope)[0].force;
                   const double friction = -force.dot(kDown), normal = w.lambda(slope)[0];
                   return Readings{{"acceleration" + name, at.velocity.dot(kDown) / w.time()},
                                   {"distance at t=1" + name, at.position.dot(kDown)},
                                   {"omega at t=1" + name, at.angular_velocity.y()},
                                   {"friction force" + name, friction},
                                   {"normal force" + name, normal},
                                   {"minimum mu" + name, friction / normal}};
                 }};
  };
  return s;
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("05c_rolling_down_incline");
  v.converge(r, rolls_down({"hoop", 1.0, false}));
  v.converge(r, rolls_down({"disk", 0.5, false}));
  v.converge(r, rolls_down({"solid sphere", 0.4, true}));
  v.converge(r, rolls_down({"hollow sphere", 2.0 / 3.0, true}));
}

}  // namespace holon::validation::rolling_incline
