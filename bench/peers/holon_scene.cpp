// SPDX-License-Identifier: Apache-2.0
#include "holon_scene.h"

namespace peers {
namespace {

holon::Vec3 vec(V3 v) {
  return {v.x, v.y, v.z};
}

class SceneBuilder {
 public:
  explicit SceneBuilder(holon::World& world) : world_(world) {}

  std::vector<holon::ObjectId> add(const Scene& scene) {
    for (const Body& body : scene.bodies)
      bodies_.push_back(scene.particles ? add_particle(body) : add_body(body));
    for (const Joint& joint : scene.joints) add_joint(joint);
    return std::move(bodies_);
  }

 private:
  holon::ObjectId add_particle(const Body& body) {
    return world_.add(holon::Particle{
        .mass = body.mass, .position = vec(body.com), .velocity = vec(body.velocity)});
  }

  holon::ObjectId add_body(const Body& body) {
    holon::RigidBody rigid;
    rigid.mass = body.mass;
    rigid.inertia = vec(body.inertia).asDiagonal();
    rigid.position = vec(body.com);
    rigid.velocity = vec(body.velocity);
    rigid.angular_velocity = vec(body.angular_velocity);
    return world_.add(rigid);
  }

  holon::PointRef point(int body, V3 anchor) const {
    if (body == ground) return holon::Nail{vec(anchor)};
    return holon::PointOn{.object = bodies_[body], .at = vec(anchor)};
  }

  void add_joint(const Joint& joint) {
    const holon::PointRef a = point(joint.a, joint.anchor_a), b = point(joint.b, joint.anchor_b);
    if (joint.type == JointType::distance) {
      world_.add(holon::Distance{.a = a, .b = b, .length = joint.length});
      return;
    }
    if (joint.type == JointType::hinge)
      world_.add(holon::LineHinge{.a = frame(joint.a, joint.anchor_a, joint.axis),
                                  .b = frame(joint.b, joint.anchor_b, joint.axis)});
    else
      world_.add(holon::PointToPoint{.a = a, .b = b});
  }

  /// With its z axis along `axis`.
  holon::FrameRef frame(int body, V3 anchor, V3 axis) const {
    const auto turned = holon::Quat::FromTwoVectors(holon::Vec3::UnitZ(), vec(axis));
    if (body == ground) return holon::WorldFrame{.at = vec(anchor), .orientation = turned};
    return holon::FrameOn{.object = bodies_[body], .at = vec(anchor), .orientation = turned};
  }

  holon::World& world_;
  std::vector<holon::ObjectId> bodies_;
};

}  // namespace

std::vector<holon::ObjectId> add_scene(holon::World& world, const Scene& scene) {
  return SceneBuilder(world).add(scene);
}

}  // namespace peers
