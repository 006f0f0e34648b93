// SPDX-License-Identifier: Apache-2.0
//
// ODE. Solvers: step (dWorldStep, direct), quick (dWorldQuickStep, iterative; --iters, default 20),
// and step-soft, quick-soft with a CFM of 1e-5, as redundant contacts may stop the direct solver.
// Contacts take the world's ERP and CFM; friction is a pyramid bounded by the normal force, of
// which one direction is that of sliding.
#include <ode/ode.h>

#include "peer.h"

namespace peers {
namespace {

class Ode : public Engine {
 public:
  void build(const Scene& scene, const Options& options) override {
    soft_ = options.solver.ends_with("-soft");
    const std::string method = options.solver.substr(0, options.solver.find("-soft"));
    if (method != "step" && method != "quick")
      no_solver(options.solver, "step, quick, step-soft, quick-soft");
    if (method == "step" && options.iters > 0) cannot("step is direct: it takes no --iters");
    h_ = options.h;
    quick_ = method == "quick";
    friction_ = scene.friction;
    make_world(scene, options);
    if (scene.contact) make_floor();
    for (const Body& body : scene.bodies) add_body(body);
    for (const Joint& joint : scene.joints) add_joint(scene, joint);
  }

  void step() override {
    if (space_) dSpaceCollide(space_, this, &touch);
    if (quick_)
      dWorldQuickStep(world_, h_);
    else
      dWorldStep(world_, h_);
    if (space_) dJointGroupEmpty(contacts_);
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
    dWorldSetCFM(world_, soft_ ? 1e-5 : 1e-10);  // the latter and 0.2 are ODE's own defaults
    dWorldSetERP(world_, options.erp > 0 ? options.erp : 0.2);
    if (quick_) dWorldSetQuickStepNumIterations(world_, options.iters > 0 ? options.iters : 20);
  }

  void make_floor() {
    space_ = dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ);
    contacts_ = dJointGroupCreate(0);
    dCreatePlane(space_, 0, 0, 1, 0);
  }

  /// Called by ODE for each pair that may touch.
  static void touch(void* self, dGeomID a, dGeomID b) { static_cast<Ode*>(self)->touch(a, b); }

  void touch(dGeomID a, dGeomID b) {
    const dBodyID body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
    if (body_a && body_b && dAreConnectedExcluding(body_a, body_b, dJointTypeContact)) return;
    constexpr int most = 16;
    dContact contacts[most];
    const int count = dCollide(a, b, most, &contacts[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) {
      contacts[i].surface.mode = dContactApprox1;
      contacts[i].surface.mu = friction_;
      align_friction(contacts[i], body_a, body_b);
      dJointAttach(dJointCreateContact(world_, contacts_, &contacts[i]), body_a, body_b);
    }
  }

  static V3 velocity_at(dBodyID body, const dReal* point) {
    dVector3 v = {};
    if (body) dBodyGetPointVel(body, point[0], point[1], point[2], v);
    return {v[0], v[1], v[2]};
  }

  /// Without this a pyramid brakes more across its corners.
  static void align_friction(dContact& contact, dBodyID a, dBodyID b) {
    const dReal *at = contact.geom.pos, *n = contact.geom.normal;
    const V3 normal{n[0], n[1], n[2]}, v = velocity_at(a, at) - velocity_at(b, at);
    const V3 sliding = v - dot(v, normal) * normal;
    const double speed = norm(sliding);
    if (speed < 1e-6) return;
    contact.surface.mode |= dContactFDir1;
    contact.fdir1[0] = sliding.x / speed;
    contact.fdir1[1] = sliding.y / speed;
    contact.fdir1[2] = sliding.z / speed;
  }

  void add_shape(const Shape& shape, dBodyID body) {
    const V3 edges = 2 * shape.half;
    const dGeomID geom = shape.type == Shape::Type::box
                             ? dCreateBox(space_, edges.x, edges.y, edges.z)
                             : dCreateCapsule(space_, shape.radius, 2 * shape.half_length);
    dGeomSetBody(geom, body);
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
    const dQuaternion q = {
        body.orientation.w, body.orientation.x, body.orientation.y, body.orientation.z};
    dBodySetQuaternion(id, q);
    dBodySetAutoDisableFlag(id, 0);
    if (space_) add_shape(body.shape, id);
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
      const V3 axis = scene.start_axis(joint);
      dJointSetHingeAxis(id, axis.x, axis.y, axis.z);
    } else {
      const dJointID id = dJointCreateDBall(world_, nullptr);
      dJointAttach(id, b, a);
      dJointSetDBallAnchor1(id, at_b.x, at_b.y, at_b.z);
      dJointSetDBallAnchor2(id, at_a.x, at_a.y, at_a.z);
      dJointSetDBallDistance(id, joint.length);
    }
  }

  dWorldID world_ = nullptr;
  dSpaceID space_ = nullptr;  // of the shapes, where they touch
  dJointGroupID contacts_ = nullptr;
  double friction_ = 0;
  std::vector<dBodyID> bodies_;
  double h_ = 0;
  bool quick_ = false, soft_ = false;
};

}  // namespace
}  // namespace peers

int main(int argc, char** argv) {
  peers::Ode engine;
  return peers::peer_main(
      argc, argv, {"ode", PEER_VERSION, "f64", "step", "--iters --erp contact"}, engine);
}
