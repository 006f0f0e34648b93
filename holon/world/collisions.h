// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "holon/collide/broad_phase.h"
#include "holon/collide/query.h"
#include "holon/step/contacts.h"
#include "holon/world/state.h"

namespace holon {

/// Where an object is, and how it moves: of its own axes, in the world.
struct ObjectMotion {
  Place place;
  Vec3 velocity = Vec3::Zero();
  Vec3 angular_velocity = Vec3::Zero();
};

/// Everything in a world that touches: its shapes, where they are, and who is near whom.
class Collisions {
 public:
  // ---- who there is ----
  void add(const Model& model, ObjectId id);
  void remove(ObjectId id);
  void clear();
  bool empty() const { return bodies_.empty(); }

  // ---- before a step ----
  /// Looks where all are, to be near whoever can be reached within h. `end` tells where an object
  /// that does not give way will be.
  void look(const Model& model,
            const State& state,
            double h,
            const std::function<ObjectMotion(ObjectId)>& end);
  /// Calls f(pair) for all shapes that are near each other and may touch, in the order of their
  /// keys; sides are those of objects that do not give way until somebody binds them.
  template <class F>
  void for_each_pair(const Model& model, const State& state, F&& f) {
    for (const BroadPhase::Pair& boxes : boxes_.pairs()) {
      const Box& a = shape_of_[static_cast<std::size_t>(boxes.a)];
      const Box& b = shape_of_[static_cast<std::size_t>(boxes.b)];
      if (may_touch(model, state, a, b)) f(a.id < b.id ? pair(model, a, b) : pair(model, b, a));
    }
  }
  /// Whether two shapes come nearer than h seconds.
  static bool is_near(const ContactPair& pair,
                      const ObjectMotion& a,
                      const ObjectMotion& b,
                      double h);
  /// How an object moves, at the start of the step.
  const ObjectMotion& motion(ObjectId id) const { return bodies_.at(id)->motion; }

  // ---- questions, where all were last looked at ----
  struct Hit {
    ObjectId object;
    RayHit at;
  };
  std::optional<Hit> cast_ray(const Vec3& from, const Vec3& direction, double length) const;
  std::optional<Nearest> nearest(ObjectId a, ObjectId b) const;

 private:
  struct Part {
    CollisionShape shape;
    Place at;
    double reach;  // from the object's origin
    int box;
  };
  struct Body {
    std::shared_ptr<const Collision> collision;
    bool gives_way = true;
    std::vector<Part> parts;
    ObjectMotion motion;
    GivenMotion given;
  };
  /// What a box of the broad phase is about.
  struct Box {
    ObjectId id;
    int part = 0;
    Body* body = nullptr;
  };

  static bool may_touch(const Model& model, const State& state, const Box& a, const Box& b);
  static ContactPair pair(const Model& model, const Box& a, const Box& b);
  static ContactSide side(const Box& box);
  void add_part(ObjectId id, Body& body, const CollisionPart& part);
  void move_boxes(Body& body, double h);

  std::map<ObjectId, std::unique_ptr<Body>> bodies_;
  BroadPhase boxes_;
  std::vector<Box> shape_of_;  // by box
};

/// Where an object of the model is in a state; only of those that can touch.
ObjectMotion motion_of(const Object& kind, std::span<const double> q, std::span<const double> v);

}  // namespace holon
