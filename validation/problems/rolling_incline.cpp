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

void roll(Validation& v, Reference& r, const Shape& shape, const std::string& stepper) {
  World world({.stepper = stepper});
  world.add(Gravity{.g = down_z});
  const double along = shape.inertia * kMass * kRadius * kRadius;
  const double across = shape.is_ball ? along : 0.5 * along;
  RigidBody b;
  b.mass = kMass;
  b.inertia = Vec3(across, across, along).asDiagonal();
  b.position = kRadius * kNormal;
  b.orientation = Quat(Eigen::AngleAxisd(-0.5 * pi, Vec3::UnitX()));  // z becomes y
  const ObjectId id = world.add(b);
  const SurfaceRef slope{WorldFrame{}, Plane{.normal = kNormal}};
  const ConstraintId rolls =
      shape.is_ball
          ? world.add(RollingSphere{.ball = FrameOn{id}, .surface = slope, .radius = kRadius})
          : world.add(Wheel{.wheel = FrameOn{id}, .surface = slope, .radius = kRadius});
  if (!world.run(1.0, 0.01).ok) return v.fail(shape.name + ": " + world.report().brief());

  const Vec3 force = world.loads(rolls)[0].force;
  const Placement at = world.placement(id);
  const std::string method = stepper + ", h = 0.01";
  const auto compare = [&](const std::string& quantity, double value) {
    v.compare(r,
              method,
              quantity + ", " + shape.name,
              value,
              1e-11,
              "the acceleration is constant, and the method exact but for rounding");
  };
  compare("acceleration", at.velocity.dot(kDown));
  compare("distance at t=1", at.position.dot(kDown));
  compare("omega at t=1", at.angular_velocity.y());
  compare("friction force", -force.dot(kDown));
  compare("normal force", world.lambda(rolls)[0]);
  compare("minimum mu", -force.dot(kDown) / force.dot(kNormal));
}

}  // namespace

void run(Validation& v) {
  Reference& r = v.load("05c_rolling_down_incline");
  for (const std::string stepper : {"projected", "rk4"}) {
    roll(v, r, {"hoop", 1.0, false}, stepper);
    roll(v, r, {"disk", 0.5, false}, stepper);
    roll(v, r, {"solid sphere", 0.4, true}, stepper);
    roll(v, r, {"hollow sphere", 2.0 / 3.0, true}, stepper);
  }
}

}  // namespace holon::validation::rolling_incline
