// SPDX-License-Identifier: Apache-2.0
//
// ODE. Solvers: step (dWorldStep, direct), quick (dWorldQuickStep, iterative; --iters, default 20).
#include <ode/ode.h>

#include "peer.h"

namespace peers {
namespace {

class Ode : public Engine {
 public:
  void build(const Scene& scene, const Options& options) override {
    if (options.solver != "step" && options.solver != "quick")
      no_solver(options.solver, "step, quick");
    if (options.solver == "step" && options.iters > 0)
      cannot("step is direct: it takes no --iters");
    h_ = options.h;
    quick_ = options.solver == "quick";
    make_world(scene, options);
    for (const Body& body : scene.bodies) add_body(body);
    for (const Joint& joint : scene.joints) add_joint(scene, joint);
  }

  void step() override {
    if (quick_)
      dWorldQuickStep(world_, h_);
    else
      dWorldStep(world_, h_);
  }

  void get(int body, State& state) override {
    const dReal* p = dBodyGetPosition(bodies_[body]);
    const dReal* q = dBodyGetQuaternion(bodies_[body]);
    const dReal* v = dBodyGetLinearVel(bodies_[body]);
    const dReal* w = dBodyGetAngularVel(bodies_[body]);
    state = {{p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}, {v[0], v[1], v[2]}, {w[0], w[1], w[2]}};
  }

 private:
  void make_world(const Scene& scene, const Options& options) {
    dInitODE2(0);
    dAllocateODEDataForThread(dAllocateMaskAll);
    world_ = dWorldCreate();
    dWorldSetGravity(world_, scene.down.x, scene.down.y, scene.down.z);
    dWorldSetCFM(world_, 1e-10);  // this and 0.2 are ODE's own defaults
    dWorldSetERP(world_, options.erp > 0 ? options.erp : 0.2);
    if (quick_) dWorldSetQuickStepNumIterations(world_, options.iters > 0 ? options.iters : 20);
  }

  void add_body(const Body& body) {
    const dBodyID id = dBodyCreate(world_);
    const V3& I = body.inertia;
    dMass mass;
    dMassSetParameters(&mass, body.mass, 0, 0, 0, I.x, I.y, I.z, 0, 0, 0);
    dBodySetMass(id, &mass);
    dBodySetPosition(id, body.com.x, body.com.y, body.com.z);
    dBodySetLinearVel(id, body.velocity.x, body.velocity.y, body.velocity.z);
    const V3& w = body.angular_velocity;
    dBodySetAngularVel(id, w.x, w.y, w.z);
    dBodySetAutoDisableFlag(id, 0);
    bodies_.push_back(id);
  }

  void add_joint(const Scene& scene, const Joint& joint) {
    const dBodyID a = joint.a == ground ? nullptr : bodies_[joint.a], b = bodies_[joint.b];
    const V3 at_a = scene.start_anchor_a(joint), at_b = scene.start_anchor_b(joint);
    if (joint.type == JointType::ball) {
      const dJointID id = dJointCreateBall(world_, nullptr);
      dJointAttach(id, b, a);
      dJointSetBallAnchor(id, at_b.x, at_b.y, at_b.z);
    } else if (joint.type == JointType::hinge) {
      const dJointID id = dJointCreateHinge(world_, nullptr);
      dJointAttach(id, b, a);
      dJointSetHingeAnchor(id, at_b.x, at_b.y, at_b.z);
      dJointSetHingeAxis(id, joint.axis.x, joint.axis.y, joint.axis.z);
    } else {
      const dJointID id = dJointCreateDBall(world_, nullptr);
      dJointAttach(id, b, a);
      dJointSetDBallAnchor1(id, at_b.x, at_b.y, at_b.z);
      dJointSetDBallAnchor2(id, at_a.x, at_a.y, at_a.z);
      dJointSetDBallDistance(id, joint.length);
    }
  }

  dWorldID world_ = nullptr;
  std::vector<dBodyID> bodies_;
  double h_ = 0;
  bool quick_ = false;
};

}  // namespace
}  // namespace peers

int main(int argc, char** argv) {
  peers::Ode engine;
  return peers::peer_main(
      argc, argv, {"ode", PEER_VERSION, "f64", "step", "--iters --erp"}, engine);
}
