// SPDX-License-Identifier: Apache-2.0
#include "validation/parts.h"
#include "validation/validation.h"

/// [Barenbrug00, figures 4.13 and 4.14]: the energy of a wheel that rolls freely. There the
/// reaction force is fastened to a point of the wheel for a step. If that is the one that touches
/// when the step begins, it turns away from under the axle and the force drives the wheel on,
/// unless the integrator looks at the force only then (euler). It has to be the one that touches
/// when the integrator looks in the mean: half a step later for rk2 and rk4, a quarter for
/// double_euler. Here the force of such a wheel is put in by hand, which shows what the thesis
/// found; the constraint `wheel` finds the point of touch wherever the equations are evaluated, and
/// there is nothing to correct.
namespace holon::validation::dynamo_wheel {
namespace {

constexpr double kRadius = 0.5, kSpin = 6.0, kFrame = 0.02, kTime = 2.0;
constexpr int kFrames = static_cast<int>(kTime / kFrame + 0.5);

/// A uniform disk of 1 kg with its axle along y.
RigidBody disk() {
  RigidBody b;
  b.inertia = Vec3(0.25, 0.5, 0.25).asDiagonal() * kRadius * kRadius;
  b.position = {0.0, 0.0, kRadius};
  b.velocity = {kSpin * kRadius, 0.0, 0.0};
  b.angular_velocity = {0.0, kSpin, 0.0};
  return b;
}

/// The spin, frame by frame, of a wheel whose weight is carried at the point of its rim that is
/// lowest a part `late` of a step after the step begins.
std::vector<double> spin_if_fastened(const std::string& integrator, double late) {
  World world({.stepper = integrator});
  world.add(Gravity{.g = down_z});
  const ObjectId id = world.add(disk());
  const ForceId floor = world.add(AppliedForce{PointOn{id}, Path::constant(-down_z)});
  std::vector<double> out;
  for (int i = 0; i < kFrames; ++i) {
    const Placement at = world.placement(id);
    const double ahead = late * kFrame * at.angular_velocity.y();
    const Vec3 touching = kRadius * Vec3(std::sin(ahead), 0.0, -std::cos(ahead));
    world.set(
        floor,
        AppliedForce{PointOn{id, at.orientation.conjugate() * touching}, Path::constant(-down_z)});
    world.step(kFrame);
    out.push_back(world.placement(id).angular_velocity.y());
  }
  return out;
}

/// The largest part of its energy that a wheel by the constraint has won or lost.
double energy_error(const WorldOptions& options, double lean) {
  World world(options);
  world.add(Gravity{.g = down_z});
  RigidBody b = disk();
  b.orientation = Quat(Eigen::AngleAxisd(lean, Vec3::UnitX()));
  b.position.z() *= std::cos(lean);
  b.angular_velocity = b.orientation * b.angular_velocity;
  const ObjectId id = world.add(b);
  world.add(Wheel{
      .wheel =
          FrameOn{.object = id, .orientation = Quat(Eigen::AngleAxisd(-0.5 * pi, Vec3::UnitX()))},
      .surface = {WorldFrame{}, Plane{}},
      .radius = kRadius});
  const double first = world.kinetic_energy() + world.potential_energy();
  double largest = 0.0;
  for (int i = 0; i < 5 * kFrames; ++i) {
    if (!world.step(kFrame).ok) return NAN;
    largest = std::max(largest, std::abs(world.report().energy() / first - 1.0));
  }
  return largest;
}

}  // namespace

void run(Validation& v) {
  v.title = "Energy of a free-rolling wheel, with the reaction force fastened to it or not";
  struct Integrator {
    std::string name;
    MotionIntegrator kind;
    double late;  ///< when it looks at forces in the mean
  };
  const Integrator all[] = {{"euler", MotionIntegrator::euler, 0.0},
                            {"double_euler", MotionIntegrator::double_euler, 0.25},
                            {"rk2", MotionIntegrator::rk2, 0.5},
                            {"rk4", MotionIntegrator::rk4, 0.5}};
  std::vector<std::string> columns = {"time"};
  std::vector<std::vector<double>> rows(kFrames);
  for (int i = 0; i < kFrames; ++i) rows[i] = {kFrame * (i + 1)};
  for (const Integrator& integrator : all) {
    const std::vector<double> without = spin_if_fastened(integrator.name, 0.0);
    const std::vector<double> with = spin_if_fastened(integrator.name, integrator.late);
    columns.insert(columns.end(), {integrator.name + "_without", integrator.name + "_with"});
    for (int i = 0; i < kFrames; ++i) {
      rows[i].push_back(std::pow(without[i] / kSpin, 2));
      rows[i].push_back(std::pow(with[i] / kSpin, 2));
    }
    // I ω̇ = m g r sin(late ω h): the spin grows as exp(k t), k = late m g r h / I
    const double rate = integrator.late * g0 * kFrame / (0.5 * kRadius);
    const double grown = std::log(without.back() / kSpin) / kTime;
    v.bound(integrator.name + ", force at the start's point of touch",
            "rate at which the spin grows, against that of figure 4.13a",
            "1/s",
            grown - rate,
            0.03 * rate + 1e-12,
            "the mean torque of the force, m g r sin(late ω h), in the limit of small angles");
    v.bound(integrator.name + ", force at the mean point of touch",
            "rate at which the spin grows",
            "1/s",
            std::log(with.back() / kSpin) / kTime,
            std::pow(kSpin * kFrame, 2) * g0 * kFrame / (0.5 * kRadius) + 1e-12,
            "cancels to first order (figure 4.14b); what is left is smaller by (ω h)²");
    v.bound("wheel, correction with " + integrator.name,
            "energy won or lost in 10 s, upright",
            "1",
            energy_error(correction({.integrator = integrator.kind}), 0.0),
            1e-10,
            "weight and reaction act on one line in every stage");
    const double leaning = energy_error(correction({.integrator = integrator.kind}), 0.3);
    if (integrator.late == 0.5)
      v.bound("wheel, correction with " + integrator.name,
              "energy won or lost in 10 s, leaning by 0.3 rad",
              "1",
              leaning,
              std::pow(kSpin * kFrame, 2),
              "(ω h)², the error of a method of second order");
    else
      v.note("Leaning by 0.3 rad, " + integrator.name + " wins or loses "
             + std::to_string(100.0 * leaning) + " % of the energy in 10 s: it is of first order.");
  }
  v.csv("wheel_energy.csv", columns, rows);
  v.plot("wheel_energy.png",
         "Energy of a wheel whose reaction force is fastened to it for a step (figure 4.14)");
}

}  // namespace holon::validation::dynamo_wheel
