// SPDX-License-Identifier: Apache-2.0
#include "holon_scene.h"

namespace peers {
namespace {

holon::Vec3 vec(V3 v) {
  return {v.x, v.y, v.z};
}

std::shared_ptr<const holon::Collision> collision(const Shape& shape, double friction) {
  const holon::SurfacePair surface{.friction = friction};
  switch (shape.type) {
    case Shape::Type::box:
      return holon::Collision::of(holon::Box{vec(2 * shape.half)}, surface);
    case Shape::Type::capsule:
      return holon::Collision::of(holon::Capsule{shape.radius, 2 * shape.half_length}, surface);
    case Shape::Type::none:
      break;
  }
  return nullptr;
}

class SceneBuilder {
 public:
  SceneBuilder(holon::World& world, const Scene& scene) : world_(world), scene_(scene) {}

  std::vector<holon::ObjectId> add() {
    if (scene_.contact) add_floor();
    for (const Body& body : scene_.bodies)
      bodies_.push_back(scene_.particles ? add_particle(body) : add_body(body));
    for (const Joint& joint : scene_.joints) add_joint(joint);
    return std::move(bodies_);
  }

 private:
  void add_floor() {
    world_.add(
        holon::RigidBody{},
        {.kinematic = true,
         .collision = holon::Collision::of(holon::HalfSpace{}, {.friction = scene_.friction})});
  }

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
    const Q4& q = body.orientation;
    rigid.orientation = holon::Quat(q.w, q.x, q.y, q.z);
    if (!scene_.contact) return world_.add(rigid);
    return world_.add(rigid, {.collision = collision(body.shape, scene_.friction)});
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
      world_.add(holon::LineHinge{.a = frame(joint.a, joint.anchor_a, scene_.axis_in_a(joint)),
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
  const Scene& scene_;
  std::vector<holon::ObjectId> bodies_;
};

}  // namespace

std::vector<holon::ObjectId> add_scene(holon::World& world, const Scene& scene) {
  return SceneBuilder(world, scene).add();
}

}  // namespace peers
