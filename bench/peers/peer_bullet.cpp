// SPDX-License-Identifier: Apache-2.0
//
// Bullet. Solvers in joint coordinates (btMultiBody, loops as constraints): mb, mbrk4. Solvers on
// free bodies: si (sequential impulse; --iters, default 10), nncg, dantzig (direct). Contact scenes
// are for free bodies; there --erp is that of contacts too. si-2 and nncg-2 rub along two
// directions, as robots in Bullet do; its own default is one, that of sliding.
#include <BulletDynamics/ConstraintSolver/btNNCGConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <BulletDynamics/Featherstone/btMultiBodyPoint2Point.h>
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <memory>

#include "peer.h"

namespace peers {
namespace {

btVector3 to_bullet(V3 v) {
  return {btScalar(v.x), btScalar(v.y), btScalar(v.z)};
}
V3 from_bullet(const btVector3& v) {
  return {v.x(), v.y(), v.z()};
}
btTransform unrotated(V3 at) {
  return btTransform(btQuaternion::getIdentity(), to_bullet(at));
}
btTransform start_of(const Body& body) {
  const Q4& q = body.orientation;
  return btTransform(btQuaternion(btScalar(q.x), btScalar(q.y), btScalar(q.z), btScalar(q.w)),
                     to_bullet(body.com));
}
btCollisionShape* make_shape(const Shape& shape) {
  if (shape.type == Shape::Type::box) return new btBoxShape(to_bullet(shape.half));
  return new btCapsuleShapeZ(btScalar(shape.radius), btScalar(2 * shape.half_length));
}

/// Bullet has no distance joint, so this is ours: | p_b - p_a | = length, from centre of mass to
/// centre of mass, or from a world point when a is the ground.
class Rod : public btTypedConstraint {
 public:
  Rod(btRigidBody& a, btRigidBody& b, const Joint& joint)
      : btTypedConstraint(D6_CONSTRAINT_TYPE, a, b),
        on_ground_(joint.a == ground),
        world_point_(to_bullet(joint.anchor_a)),
        length_(btScalar(joint.length)) {}

  void getInfo1(btConstraintInfo1* info) override {
    info->m_numConstraintRows = 1;
    info->nub = 0;
  }
  void getInfo2(btConstraintInfo2* info) override {
    const btVector3 from = on_ground_ ? world_point_ : m_rbA.getCenterOfMassPosition();
    const btVector3 along = m_rbB.getCenterOfMassPosition() - from;
    const btScalar distance = along.length();
    for (int k = 0; k < 3; ++k) {
      info->m_J1linearAxis[k] = -along[k] / distance;
      info->m_J2linearAxis[k] = along[k] / distance;
    }
    info->m_constraintError[0] = info->fps * info->erp * (length_ - distance);
    info->m_lowerLimit[0] = -BT_LARGE_FLOAT;
    info->m_upperLimit[0] = BT_LARGE_FLOAT;
  }
  void setParam(int, btScalar, int) override {}
  btScalar getParam(int, int) const override { return 0; }

 private:
  bool on_ground_;
  btVector3 world_point_;
  btScalar length_;
};

/// The objects below live as long as the program; Bullet's own ownership needs no tidying here.
class Bullet : public Engine {
 public:
  void step() override { world_->stepSimulation(btScalar(h_), 0); }

 protected:
  void make_world(btDiscreteDynamicsWorld* world, const Scene& scene, const Options& options) {
    world_ = world;
    h_ = options.h;
    world_->setGravity(to_bullet(scene.down));
    if (options.iters > 0) world_->getSolverInfo().m_numIterations = options.iters;
    if (options.erp > 0) {  // default 0.2
      world_->getSolverInfo().m_erp = btScalar(options.erp);
      world_->getSolverInfo().m_erp2 = btScalar(options.erp);
    }
  }
  static btCollisionDispatcher* make_dispatcher() {
    return new btCollisionDispatcher(new btDefaultCollisionConfiguration);
  }

  btDiscreteDynamicsWorld* world_ = nullptr;
  btSphereShape shape_{btScalar(0.05)};  // nothing collides
  double h_ = 0;
};

class FreeBodies : public Bullet {
 public:
  void build(const Scene& scene, const Options& options) override {
    auto* dispatcher = make_dispatcher();
    auto* world = new btDiscreteDynamicsWorld(dispatcher,
                                              new btDbvtBroadphase,
                                              make_solver(options.solver),
                                              dispatcher->getCollisionConfiguration());
    make_world(world, scene, options);
    if (options.solver == "dantzig") world->getSolverInfo().m_minimumSolverBatchSize = 1;
    if (options.solver.ends_with("-2"))
      world->getSolverInfo().m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
    friction_ = btScalar(std::sqrt(scene.friction));  // Bullet multiplies those of a pair
    if (scene.contact) add_floor();
    for (const Body& body : scene.bodies) add_body(body);
    for (const Joint& joint : scene.joints)
      world_->addConstraint(make_constraint(scene, joint), true);
  }

  void get(int body, State& state) override {
    const btRigidBody& b = *bodies_[body];
    const btQuaternion q = b.getWorldTransform().getRotation();
    state = {from_bullet(b.getWorldTransform().getOrigin()),
             {q.w(), q.x(), q.y(), q.z()},
             from_bullet(b.getLinearVelocity()),
             from_bullet(b.getAngularVelocity())};
  }

 private:
  static btConstraintSolver* make_solver(const std::string& name) {
    if (name == "si" || name == "si-2") return new btSequentialImpulseConstraintSolver;
    if (name == "nncg" || name == "nncg-2") return new btNNCGConstraintSolver;
    if (name == "dantzig") return new btMLCPSolver(new btDantzigSolver);
    no_solver(name, "mb, mbrk4, si, si-2, nncg, nncg-2, dantzig");
  }

  void add_floor() {
    auto* floor = new btRigidBody(0, nullptr, new btBoxShape({100, 100, 1}));
    floor->setWorldTransform(unrotated({0, 0, -1}));
    floor->setFriction(friction_);
    world_->addRigidBody(floor);
  }

  void add_body(const Body& body) {
    const bool touches = body.shape.type != Shape::Type::none;
    auto* shape = touches ? make_shape(body.shape) : &shape_;
    auto* b = new btRigidBody(btScalar(body.mass), nullptr, shape, to_bullet(body.inertia));
    b->setWorldTransform(start_of(body));
    b->setInterpolationWorldTransform(b->getWorldTransform());
    b->setLinearVelocity(to_bullet(body.velocity));
    b->setAngularVelocity(to_bullet(body.angular_velocity));
    b->setActivationState(DISABLE_DEACTIVATION);
    b->setFriction(friction_);
    if (touches)
      world_->addRigidBody(b);
    else
      world_->addRigidBody(b, 0, 0);
    bodies_.push_back(b);
  }

  btTypedConstraint* make_constraint(const Scene& scene, const Joint& j) {
    btRigidBody& a = j.a == ground ? btTypedConstraint::getFixedBody() : *bodies_[j.a];
    btRigidBody& b = *bodies_[j.b];
    const btVector3 at_a = to_bullet(j.anchor_a), at_b = to_bullet(j.anchor_b);
    const btVector3 axis_a = to_bullet(scene.axis_in_a(j)), axis_b = to_bullet(j.axis);
    if (j.type == JointType::ball) return new btPoint2PointConstraint(a, b, at_a, at_b);
    if (j.type == JointType::hinge) return new btHingeConstraint(a, b, at_a, at_b, axis_a, axis_b);
    return new Rod(a, b, j);
  }

  std::vector<btRigidBody*> bodies_;
  btScalar friction_ = 0;
};

class JointCoordinates : public Bullet {
 public:
  void build(const Scene& scene, const Options& options) override {
    if (scene.particles) cannot("btMultiBody has no distance constraint");
    if (scene.contact) cannot("contact scenes are for free bodies: si, nncg, dantzig");
    auto* dispatcher = make_dispatcher();
    world_of_trees_ = new btMultiBodyDynamicsWorld(dispatcher,
                                                   new btDbvtBroadphase,
                                                   new btMultiBodyConstraintSolver,
                                                   dispatcher->getCollisionConfiguration());
    make_world(world_of_trees_, scene, options);
    make_trees(scene, options.solver == "mbrk4");
    add_links(scene);
    set_speeds(scene);
    close_loops(scene);
  }

  void sync() override {
    for (Tree& tree : trees_) {
      tree.body->forwardKinematics(scratch_rotations_, scratch_vectors_);
      tree.body->compTreeLinkVelocities(&tree.w[0], &tree.v[0]);
    }
  }

  void get(int body, State& state) override {
    const auto [t, l] = links_[body];
    const Tree& tree = trees_[t];
    const btTransform& x = tree.body->getLink(l).m_cachedWorldTransform;
    const btQuaternion q = x.getRotation();
    state = {from_bullet(x.getOrigin()),
             {q.w(), q.x(), q.y(), q.z()},
             from_bullet(x.getBasis() * tree.v[l + 1]),
             from_bullet(x.getBasis() * tree.w[l + 1])};
  }

 private:
  struct Tree {
    int size = 0;
    btMultiBody* body = nullptr;
    btAlignedObjectArray<btVector3> w, v;  // of the base and of every link, in link axes
  };
  struct Link {
    int tree, index;
  };

  btMultiBody* tree_of(int body) { return trees_[links_[body].tree].body; }

  void make_trees(const Scene& scene, bool rk4) {
    const auto carrier = scene.carriers();
    for (const Joint* joint : carrier) {
      if (joint->a == ground) trees_.emplace_back();
      const int tree = joint->a == ground ? int(trees_.size()) - 1 : links_[joint->a].tree;
      links_.push_back({tree, trees_[tree].size++});
    }
    for (Tree& tree : trees_) {
      tree.body = new btMultiBody(tree.size, 0, btVector3(0, 0, 0), true, false);
      tree.body->setLinearDamping(0);
      tree.body->setAngularDamping(0);
      tree.body->setMaxCoordinateVelocity(btScalar(1e9));
      tree.body->useRK4Integration(rk4);
      tree.body->setHasSelfCollision(false);
      tree.w.resize(tree.size + 1);
      tree.v.resize(tree.size + 1);
    }
  }

  void add_links(const Scene& scene) {
    const auto carrier = scene.carriers();
    for (size_t i = 0; i < carrier.size(); ++i) add_link(scene.bodies[i], *carrier[i]);
    for (Tree& tree : trees_) {
      tree.body->finalizeMultiDof();
      world_of_trees_->addMultiBody(tree.body);
    }
  }

  void add_link(const Body& body, const Joint& j) {
    const int index = links_[j.b].index, parent = j.a == ground ? -1 : links_[j.a].index;
    const btVector3 inertia = to_bullet(body.inertia), axis = to_bullet(j.axis);
    const btVector3 before = to_bullet(j.anchor_a), after = -to_bullet(j.anchor_b);
    const btQuaternion straight = btQuaternion::getIdentity();
    const auto mass = btScalar(body.mass);
    btMultiBody& tree = *tree_of(j.b);
    if (j.type == JointType::ball)
      tree.setupSpherical(index, mass, inertia, parent, straight, before, after, true);
    else
      tree.setupRevolute(index, mass, inertia, parent, straight, axis, before, after, true);
  }

  void set_speeds(const Scene& scene) {
    for (const Joint* j : scene.carriers()) {
      const V3 spin = scene.joint_spin(*j);
      const btScalar ball[] = {btScalar(spin.x), btScalar(spin.y), btScalar(spin.z)};
      if (j->type == JointType::hinge)
        tree_of(j->b)->setJointVel(links_[j->b].index, btScalar(scene.hinge_speed(*j)));
      else
        tree_of(j->b)->setJointVelMultiDof(links_[j->b].index, ball);
    }
  }

  void close_loops(const Scene& scene) {
    const auto closes_loop = [](const Joint& j) { return j.closes_loop; };
    if (std::none_of(scene.joints.begin(), scene.joints.end(), closes_loop)) return;
    for (size_t i = 0; i < links_.size(); ++i) add_collider(int(i), scene.bodies[i].com);
    for (const Joint& j : scene.joints)
      if (j.closes_loop && scene.planar) {
        close_loop(j, {});
      } else if (j.closes_loop) {  // two points on the axis
        close_loop(j, -0.05 * j.axis);
        close_loop(j, 0.05 * j.axis);
      }
  }

  /// Bullet sorts loop constraints into islands by their colliders.
  void add_collider(int body, V3 at) {
    const int index = links_[body].index;
    auto* collider = new btMultiBodyLinkCollider(tree_of(body), index);
    collider->setCollisionShape(&shape_);
    collider->setWorldTransform(unrotated(at));
    collider->setActivationState(DISABLE_DEACTIVATION);
    world_->addCollisionObject(collider, 0, 0);
    tree_of(body)->getLink(index).m_collider = collider;
  }

  void close_loop(const Joint& j, V3 shift) {
    const btVector3 at_a = to_bullet(j.anchor_a + shift), at_b = to_bullet(j.anchor_b + shift);
    const int link = links_[j.b].index;
    btMultiBodyPoint2Point* point =
        j.a == ground ? new btMultiBodyPoint2Point(tree_of(j.b), link, nullptr, at_b, at_a)
                      : new btMultiBodyPoint2Point(
                          tree_of(j.a), links_[j.a].index, tree_of(j.b), link, at_a, at_b);
    point->setMaxAppliedImpulse(btScalar(1e18));
    world_of_trees_->addMultiBodyConstraint(point);
    point->finalizeMultiDof();
  }

  btMultiBodyDynamicsWorld* world_of_trees_ = nullptr;
  std::vector<Tree> trees_;
  std::vector<Link> links_;  // one for each body
  btAlignedObjectArray<btQuaternion> scratch_rotations_;
  btAlignedObjectArray<btVector3> scratch_vectors_;
};

/// Takes free bodies or joint coordinates, whichever the solver wants.
class EitherBullet : public Engine {
 public:
  void build(const Scene& scene, const Options& options) override {
    if (options.solver == "mb" || options.solver == "mbrk4")
      engine_ = std::make_unique<JointCoordinates>();
    else
      engine_ = std::make_unique<FreeBodies>();
    engine_->build(scene, options);
  }
  void step() override { engine_->step(); }
  void sync() override { engine_->sync(); }
  void get(int body, State& state) override { engine_->get(body, state); }

 private:
  std::unique_ptr<Bullet> engine_;
};

}  // namespace
}  // namespace peers

int main(int argc, char** argv) {
  peers::EitherBullet engine;
  const char* precision = sizeof(btScalar) == 8 ? "f64" : "f32";
  return peers::peer_main(
      argc, argv, {"bullet", PEER_VERSION, precision, "mb", "--iters --erp contact"}, engine);
}
