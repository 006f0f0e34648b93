// SPDX-License-Identifier: Apache-2.0
//
// Simbody. Solvers: euler (semi-explicit), verlet, rk3, rkm (Runge-Kutta-Merson), at the fixed step
// h. With --tol, all but euler control their error, and h is only the interval between reports.
#include <Simbody.h>

#include <algorithm>
#include <memory>

#include "peer.h"

namespace peers {
namespace {

using SimTK::MobilizedBody;
using SimTK::Transform;
using SimTK::Vec3;

Vec3 to_simbody(V3 v) {
  return {v.x, v.y, v.z};
}
V3 from_simbody(const Vec3& v) {
  return {v[0], v[1], v[2]};
}

class Simbody : public Engine {
 public:
  void build(const Scene& scene, const Options& options) override {
    h_ = options.h;
    fixed_step_ = !(options.tol > 0);
    if (!fixed_step_ && options.solver == "euler") cannot("euler takes no --tol");
    SimTK::Force::UniformGravity(forces_, matter_, to_simbody(scene.down));
    add_bodies(scene);
    close_loops(scene);
    make_integrator(options);
    integrator_->initialize(start_state(scene));
  }

  void step() override {
    ++steps_;
    try {
      if (fixed_step_)
        while (integrator_->stepTo(SimTK::Infinity) != SimTK::Integrator::TimeHasAdvanced) {
        }
      else
        while (integrator_->stepTo(double(steps_) * h_) != SimTK::Integrator::ReachedReportTime) {
        }
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
      cannot("Simbody's integrator gave up");
    }
  }

  void sync() override { system_.realize(integrator_->getState(), SimTK::Stage::Velocity); }

  void get(int body, State& out) override {
    const SimTK::State& state = integrator_->getState();
    const MobilizedBody& b = bodies_[body];
    const SimTK::Quaternion q = b.getBodyRotation(state).convertRotationToQuaternion();
    out = {from_simbody(b.getBodyOriginLocation(state)),
           {q[0], q[1], q[2], q[3]},
           from_simbody(b.getBodyOriginVelocity(state)),
           from_simbody(b.getBodyAngularVelocity(state))};
  }

  long inner_steps() override { return fixed_step_ ? -1 : integrator_->getNumStepsTaken(); }

 private:
  MobilizedBody& body_or_ground(int index) {
    return index == ground ? matter_.updGround() : bodies_[index];
  }

  void add_bodies(const Scene& scene) {
    const auto carrier = scene.carriers();
    for (size_t i = 0; i < carrier.size(); ++i)
      bodies_.push_back(make_body(scene.bodies[i], carrier[i]));
  }

  MobilizedBody make_body(const Body& body, const Joint* carrier) {
    const V3& I = body.inertia;
    const SimTK::Body::Rigid rigid(
        SimTK::MassProperties(body.mass, Vec3(0), SimTK::Inertia(I.x, I.y, I.z)));
    if (!carrier)
      return MobilizedBody::Translation(
          matter_.updGround(), Transform(to_simbody(body.com)), rigid, Transform());
    MobilizedBody& parent = body_or_ground(carrier->a);
    const Vec3 at_a = to_simbody(carrier->anchor_a), at_b = to_simbody(carrier->anchor_b);
    if (carrier->type == JointType::ball)
      return MobilizedBody::Ball(parent, Transform(at_a), rigid, Transform(at_b));
    const SimTK::UnitVec3 axis(to_simbody(carrier->axis));
    const SimTK::Rotation z_to_axis(axis, SimTK::ZAxis);  // a Pin turns about z
    return MobilizedBody::Pin(
        parent, Transform(z_to_axis, at_a), rigid, Transform(z_to_axis, at_b));
  }

  void close_loops(const Scene& scene) {
    for (const Joint& j : scene.joints) {
      if (!j.closes_loop) continue;
      MobilizedBody &a = body_or_ground(j.a), &b = bodies_[j.b];
      const Vec3 at_b = to_simbody(j.anchor_b);
      if (j.type == JointType::distance) {
        SimTK::Constraint::Rod(a, to_simbody(j.anchor_a), b, at_b, j.length);
      } else if (!scene.planar) {
        close_in_space(a, b, j);
      } else {  // a planar loop needs two equations: the point lies in two planes of body a
        using PointInPlane = SimTK::Constraint::PointInPlane;
        PointInPlane(a, SimTK::UnitVec3(1, 0, 0), j.anchor_a.x, b, at_b);
        PointInPlane(a, SimTK::UnitVec3(0, 0, 1), j.anchor_a.z, b, at_b);
      }
    }
  }

  /// Of the five equations of a hinge one is redundant in Bricard's mechanism, and is left out.
  static void close_in_space(MobilizedBody& a, MobilizedBody& b, const Joint& j) {
    SimTK::Constraint::Ball(a, to_simbody(j.anchor_a), b, to_simbody(j.anchor_b));
    const SimTK::UnitVec3 axis(to_simbody(j.axis));
    SimTK::Constraint::ConstantAngle(a, axis.perp(), b, axis, SimTK::Pi / 2);
  }

  SimTK::State start_state(const Scene& scene) {
    SimTK::State state = system_.realizeTopology();
    for (const Joint* j : scene.carriers()) {
      if (j && j->type == JointType::hinge) bodies_[j->b].setOneU(state, 0, scene.hinge_speed(*j));
      if (j && j->type == JointType::ball)
        bodies_[j->b].setUToFitAngularVelocity(state, to_simbody(scene.joint_spin(*j)));
    }
    return state;
  }

  void make_integrator(const Options& options) {
    if (options.solver == "euler")
      integrator_ = std::make_unique<SimTK::SemiExplicitEulerIntegrator>(system_, h_);
    else if (options.solver == "verlet")
      integrator_ = std::make_unique<SimTK::VerletIntegrator>(system_);
    else if (options.solver == "rk3")
      integrator_ = std::make_unique<SimTK::RungeKutta3Integrator>(system_);
    else if (options.solver == "rkm")
      integrator_ = std::make_unique<SimTK::RungeKuttaMersonIntegrator>(system_);
    else
      no_solver(options.solver, "euler, verlet, rk3, rkm");
    if (fixed_step_) {
      integrator_->setFixedStepSize(h_);
      integrator_->setReturnEveryInternalStep(true);
      integrator_->setConstraintTolerance(1e-6);
    } else {
      integrator_->setAccuracy(options.tol);
      integrator_->setConstraintTolerance(std::max(1e-12, options.tol / 10));
    }
  }

  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_{system_};
  SimTK::GeneralForceSubsystem forces_{system_};
  std::unique_ptr<SimTK::Integrator> integrator_;
  std::vector<MobilizedBody> bodies_;
  double h_ = 0;
  bool fixed_step_ = true;
  long steps_ = 0;
};

}  // namespace
}  // namespace peers

int main(int argc, char** argv) {
  peers::Simbody engine;
  return peers::peer_main(argc, argv, {"simbody", PEER_VERSION, "f64", "euler", "--tol"}, engine);
}
