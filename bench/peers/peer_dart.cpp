// SPDX-License-Identifier: Apache-2.0
//
// DART. Solver: aba (trees in joint coordinates, semi-implicit Euler; loops by DART's own direct
// solver, with its iterative one to fall back on).
#include <dart/dart.hpp>

#include "peer.h"

namespace peers {
namespace {

using dart::constraint::DynamicJointConstraint;
using dart::dynamics::BodyNode;
using dart::dynamics::SkeletonPtr;
using Eigen::Vector3d;

Vector3d to_dart(V3 v) {
  return {v.x, v.y, v.z};
}
V3 from_dart(const Vector3d& v) {
  return {v[0], v[1], v[2]};
}
Eigen::Isometry3d shifted(V3 by) {
  return Eigen::Isometry3d(Eigen::Translation3d(to_dart(by)));
}

/// DART has no distance joint, so this is ours: | p_b - p_a | = length, from centre of mass to
/// centre of mass of bodies on translational joints, or from a world point when a is null.
class Rod : public dart::constraint::ConstraintBase {
 public:
  Rod(BodyNode* a, BodyNode* b, const Vector3d& world_point, double length)
      : a_(a), b_(b), world_point_(world_point), length_(length) {
    mDim = 1;
  }

  void update() override {
    along_ = b_->getCOM() - (a_ ? a_->getCOM() : world_point_);
    const double distance = along_.norm();
    along_ /= distance;
    error_ = distance - length_;
  }

  void getInformation(dart::constraint::ConstraintInfo* info) override {
    double speed = along_.dot(b_->getCOMLinearVelocity());
    if (a_) speed -= along_.dot(a_->getCOMLinearVelocity());
    const double erp = DynamicJointConstraint::getErrorReductionParameter();
    info->x[0] = 0;
    info->lo[0] = -1e18;
    info->hi[0] = 1e18;
    info->findex[0] = -1;
    info->w[0] = 0;
    info->b[0] = -speed - erp * error_ * info->invTimeStep;
  }

  void applyUnitImpulse(std::size_t) override {
    for_each_end([&](BodyNode* body, double sign) {
      const SkeletonPtr skeleton = body->getSkeleton();
      skeleton->clearConstraintImpulses();
      skeleton->updateBiasImpulse(body, impulse(body, sign));
      skeleton->updateVelocityChange();
    });
  }

  void getVelocityChange(double* change, bool with_cfm) override {
    change[0] = 0;
    for_each_end([&](BodyNode* body, double sign) {
      if (!body->getSkeleton()->isImpulseApplied()) return;
      const Vector3d dv = body->getBodyVelocityChange().tail<3>();
      change[0] += sign * along_.dot(body->getTransform().linear() * dv);
    });
    if (with_cfm) change[0] *= 1 + DynamicJointConstraint::getConstraintForceMixing();
  }

  void excite() override { set_excited(true); }
  void unexcite() override { set_excited(false); }

  void applyImpulse(double* lambda) override {
    for_each_end([&](BodyNode* body, double sign) {
      body->addConstraintImpulse(impulse(body, sign * lambda[0]));
    });
  }

  bool isActive() const override { return true; }
  SkeletonPtr getRootSkeleton() const override {
    return ConstraintBase::getRootSkeleton(b_->getSkeleton());
  }
  void uniteSkeletons() override {
    if (!a_) return;
    const auto root_a = compressPath(a_->getSkeleton()), root_b = compressPath(b_->getSkeleton());
    if (root_a == root_b) return;
    root_a->mUnionRootSkeleton = root_b;
    root_b->mUnionSize += root_a->mUnionSize;
  }

 private:
  template <class Action>
  void for_each_end(Action action) {
    if (a_) action(a_, -1.0);
    action(b_, 1.0);
  }

  void set_excited(bool excited) {
    for_each_end([&](BodyNode* body, double) { body->getSkeleton()->setImpulseApplied(excited); });
  }

  /// Translational joints need only the linear part, at the centre of mass, in body axes.
  Eigen::Vector6d impulse(BodyNode* body, double size) const {
    Eigen::Vector6d spatial;
    spatial << Vector3d::Zero(), body->getTransform().linear().transpose() * (size * along_);
    return spatial;
  }

  BodyNode *a_, *b_;
  Vector3d world_point_, along_;
  double length_, error_ = 0;
};

class Dart : public Engine {
 public:
  void build(const Scene& scene, const Options& options) override {
    if (options.solver != "aba") no_solver(options.solver, "aba");
    world_->setTimeStep(options.h);
    world_->setGravity(to_dart(scene.down));
    // DART's default of 0.01 already fails with ten windows.
    DynamicJointConstraint::setErrorReductionParameter(options.erp > 0 ? options.erp : 0.2);
    DynamicJointConstraint::setConstraintForceMixing(1e-5);
    DynamicJointConstraint::setMaxErrorReductionVelocity(1e3);
    add_bodies(scene);
    close_loops(scene);
  }

  void step() override { world_->step(); }

  void get(int body, State& state) override {
    const BodyNode& b = *bodies_[body];
    const Eigen::Quaterniond q(b.getTransform().linear());
    state = {from_dart(b.getCOM()),
             {q.w(), q.x(), q.y(), q.z()},
             from_dart(b.getCOMLinearVelocity()),
             from_dart(b.getAngularVelocity())};
  }

 private:
  void add_bodies(const Scene& scene) {
    std::vector<SkeletonPtr> skeletons;
    const auto carrier = scene.carriers();
    for (size_t i = 0; i < scene.bodies.size(); ++i) {
      BodyNode* parent = carrier[i] && carrier[i]->a != ground ? bodies_[carrier[i]->a] : nullptr;
      if (!parent) skeletons.push_back(dart::dynamics::Skeleton::create(std::to_string(i)));
      const SkeletonPtr skeleton = parent ? parent->getSkeleton() : skeletons.back();
      bodies_.push_back(add_body(scene, int(i), carrier[i], skeleton, parent));
    }
    for (const SkeletonPtr& skeleton : skeletons) world_->addSkeleton(skeleton);
  }

  static BodyNode* add_body(const Scene& scene,
                            int index,
                            const Joint* carrier,
                            const SkeletonPtr& skeleton,
                            BodyNode* parent) {
    const Body& body = scene.bodies[index];
    const std::string name = "body" + std::to_string(index);
    const BodyNode::AspectProperties node(
        name, {body.mass, Vector3d::Zero(), to_dart(body.inertia).asDiagonal()});
    if (!carrier) {
      dart::dynamics::TranslationalJoint::Properties joint;
      joint.mName = name + "_joint";
      joint.mT_ParentBodyToJoint = shifted(body.com);
      return add_pair<dart::dynamics::TranslationalJoint>(skeleton, parent, joint, node);
    }
    if (carrier->type == JointType::ball) {
      dart::dynamics::BallJoint::Properties joint;
      joint.mName = name + "_joint";
      joint.mT_ParentBodyToJoint = shifted(carrier->anchor_a);
      joint.mT_ChildBodyToJoint = shifted(carrier->anchor_b);
      BodyNode* added = add_pair<dart::dynamics::BallJoint>(skeleton, parent, joint, node);
      added->getParentJoint()->setVelocities(to_dart(scene.joint_spin(*carrier)));
      return added;
    }
    dart::dynamics::RevoluteJoint::Properties joint;
    joint.mName = name + "_joint";
    joint.mT_ParentBodyToJoint = shifted(carrier->anchor_a);
    joint.mT_ChildBodyToJoint = shifted(carrier->anchor_b);
    joint.mAxis = to_dart(carrier->axis);
    BodyNode* added = add_pair<dart::dynamics::RevoluteJoint>(skeleton, parent, joint, node);
    added->getParentJoint()->setVelocity(0, scene.hinge_speed(*carrier));
    return added;
  }

  template <class JointKind, class Properties>
  static BodyNode* add_pair(const SkeletonPtr& skeleton,
                            BodyNode* parent,
                            const Properties& joint,
                            const BodyNode::AspectProperties& node) {
    return skeleton->createJointAndBodyNodePair<JointKind>(parent, joint, node).second;
  }

  void close_loops(const Scene& scene) {
    auto* solver = world_->getConstraintSolver();
    for (const Joint& j : scene.joints) {
      if (!j.closes_loop) continue;
      BodyNode *a = j.a == ground ? nullptr : bodies_[j.a], *b = bodies_[j.b];
      if (j.type == JointType::distance)
        solver->addConstraint(std::make_shared<Rod>(a, b, to_dart(j.anchor_a), j.length));
      else  // two points on the axis, if one does not do
        for (double along : scene.planar ? std::vector{0.0} : std::vector{-0.05, 0.05})
          add_ball(a, b, scene.start_anchor_b(j) + along * j.axis);
    }
  }

  void add_ball(BodyNode* a, BodyNode* b, V3 at) {
    using Ball = dart::constraint::BallJointConstraint;
    world_->getConstraintSolver()->addConstraint(a ? std::make_shared<Ball>(a, b, to_dart(at))
                                                   : std::make_shared<Ball>(b, to_dart(at)));
  }

  dart::simulation::WorldPtr world_ = dart::simulation::World::create();
  std::vector<BodyNode*> bodies_;
};

}  // namespace
}  // namespace peers

int main(int argc, char** argv) {
  peers::Dart engine;
  return peers::peer_main(argc, argv, {"dart", PEER_VERSION, "f64", "aba", "--erp"}, engine);
}
