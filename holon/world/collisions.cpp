// SPDX-License-Identifier: Apache-2.0
#include "holon/world/collisions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holon {
namespace {

CollisionShape made_ready(const AnyCollisionShape& shape) {
  return std::visit(
      []<class K>(const K& kind) {
        if constexpr (std::is_constructible_v<Shape, K>)
          return CollisionShape(Shape(kind));
        else
          return CollisionShape(kind);
      },
      shape);
}

/// How far a shape gets from the origin of its object; of a half-space, without end.
double reach_of(const CollisionShape& shape, const Place& at) {
  if (shape.half_space() != nullptr) return std::numeric_limits<double>::infinity();
  const Bounds box = shape.bounds(at);
  return box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).norm();
}

CollisionFilter filter_of(const Collision& collision) {
  CollisionFilter filter;
  filter.layer = 1U << static_cast<unsigned>(collision.layer);
  for (int layer : collision.ignores) filter.mask &= ~(1U << static_cast<unsigned>(layer));
  return filter;
}

/// Whether an active constraint looks at both.
bool are_joined(const Model& model, const State& state, ObjectId a, ObjectId b) {
  const auto& of_a = model.objects()[a].constraints;
  const auto& of_b = model.objects()[b].constraints;
  const auto& few = of_a.size() < of_b.size() ? of_a : of_b;
  const auto& many = of_a.size() < of_b.size() ? of_b : of_a;
  return std::ranges::any_of(few, [&](ConstraintId id) {
    return state.active(id) && std::ranges::find(many, id) != many.end();
  });
}

}  // namespace

ObjectMotion motion_of(const Object& kind, std::span<const double> q, std::span<const double> v) {
  ObjectMotion motion;
  motion.place.x = view<Vec3>(q.data());
  motion.velocity = view<Vec3>(v.data());
  if (const auto* body = get_if<RigidBody>(&kind)) {
    motion.place.R = view<Quat>(q.data() + 3).toRotationMatrix();
    motion.angular_velocity = motion.place.R * view<Vec3>(v.data() + 3);
    const Vec3 com = motion.place.R * body->com;
    motion.place.x -= com;
    motion.velocity -= motion.angular_velocity.cross(com);
  }
  return motion;
}

// ---- who there is ----

void Collisions::add(const Model& model, ObjectId id) {
  const ObjectOptions& options = model.objects()[id].options;
  if (!options.collision) return;
  auto body = std::make_unique<Body>();
  body->collision = options.collision;
  body->gives_way = !options.kinematic;
  body->parts.reserve(options.collision->shapes.size());  // others point at them
  for (const CollisionPart& part : options.collision->shapes) add_part(id, *body, part);
  bodies_[id] = std::move(body);
}

void Collisions::add_part(ObjectId id, Body& body, const CollisionPart& part) {
  const Place at{part.orientation.normalized().toRotationMatrix(), part.at};
  const CollisionShape shape = made_ready(part.shape);
  const int box = boxes_.insert(shape.bounds(at), filter_of(*body.collision));
  const auto index = static_cast<std::size_t>(box);
  if (shape_of_.size() <= index) shape_of_.resize(index + 1);
  shape_of_[index] = {id, static_cast<int>(body.parts.size()), &body};
  body.parts.push_back({shape, at, reach_of(shape, at), box});
}

void Collisions::remove(ObjectId id) {
  const auto found = bodies_.find(id);
  if (found == bodies_.end()) return;
  for (const Part& part : found->second->parts) boxes_.remove(part.box);
  bodies_.erase(found);
}

void Collisions::clear() {
  bodies_.clear();
  boxes_ = BroadPhase();
  shape_of_.clear();
}

// ---- before a step ----

void Collisions::look(const Model& model,
                      const State& state,
                      double h,
                      const std::function<ObjectMotion(ObjectId)>& end) {
  for (auto& [id, body] : bodies_) {
    body->motion = motion_of(model.objects()[id].kind, state.q(id), state.v(id));
    if (!body->gives_way) {
      const ObjectMotion at_end = end(id);
      body->given = {body->motion.place, at_end.place, at_end.velocity, at_end.angular_velocity};
    }
    move_boxes(*body, h);
  }
}

/// To where they may be at the end, too.
void Collisions::move_boxes(Body& body, double h) {
  const ObjectMotion& m = body.motion;
  for (const Part& part : body.parts) {
    Bounds box = part.shape.bounds(m.place * part.at);
    if (part.shape.half_space() == nullptr) {
      const Vec3 way = h * m.velocity;
      const double turning = h * m.angular_velocity.norm() * part.reach;
      Bounds at_end{box.low + way, box.high + way};
      box.add(at_end.grown(turning));
      if (!body.gives_way) box.add(part.shape.bounds(body.given.end * part.at));
    }
    if (box.low.allFinite() && box.high.allFinite()) boxes_.move(part.box, box);
  }
}

bool Collisions::may_touch(const Model& model, const State& state, const Box& a, const Box& b) {
  if (a.id == b.id || !(a.body->gives_way || b.body->gives_way)) return false;
  return a.body->collision->joined || b.body->collision->joined
         || !are_joined(model, state, a.id, b.id);
}

ContactSide Collisions::side(const Box& box) {
  const Part& part = box.body->parts[static_cast<std::size_t>(box.part)];
  return {.object = -1,
          .given = &box.body->given,
          .shape = &part.shape,
          .at = part.at,
          .reach = part.reach};
}

ContactPair Collisions::pair(const Model& model, const Box& a, const Box& b) {
  return {.key = {a.id, b.id, a.part, b.part},
          .a = side(a),
          .b = side(b),
          .surface = model.surface_between(*a.body->collision, *b.body->collision)};
}

bool Collisions::is_near(const ContactPair& pair,
                         const ObjectMotion& a,
                         const ObjectMotion& b,
                         double h) {
  const auto turning = [](const ContactSide& side, const ObjectMotion& m) {
    return std::isfinite(side.reach) ? m.angular_velocity.norm() * side.reach : 0.0;
  };
  const double size = std::min(pair.a.reach, pair.b.reach);
  const double margin =
      2e-3 * size
      + h * ((b.velocity - a.velocity).norm() + turning(pair.a, a) + turning(pair.b, b));
  static thread_local std::vector<Manifold> found;
  found.clear();
  collide(*pair.a.shape, a.place * pair.a.at, *pair.b.shape, b.place * pair.b.at, margin, found);
  return !found.empty();
}

// ---- questions ----

std::optional<Collisions::Hit> Collisions::cast_ray(const Vec3& from,
                                                    const Vec3& direction,
                                                    double length) const {
  std::optional<Hit> first;
  const Vec3 along = direction.normalized();
  const auto is_on_the_way = [&](const Bounds& box) {
    const double least = first ? first->at.distance : length;
    double low = 0.0, high = least;
    for (int i = 0; i < 3; ++i) {
      const double one = (box.low[i] - from[i]) / along[i],
                   other = (box.high[i] - from[i]) / along[i];
      if (along[i] == 0.0) {
        if (from[i] < box.low[i] || from[i] > box.high[i]) return false;
        continue;
      }
      low = std::max(low, std::min(one, other));
      high = std::min(high, std::max(one, other));
    }
    return low <= high;
  };
  boxes_.descend(is_on_the_way, [&](int box) {
    const Box& b = shape_of_[static_cast<std::size_t>(box)];
    const Part& part = b.body->parts[static_cast<std::size_t>(b.part)];
    const std::optional<RayHit> hit =
        holon::cast_ray(part.shape, b.body->motion.place * part.at, from, along, length);
    if (hit && (!first || hit->distance < first->at.distance)) first = Hit{b.id, *hit};
  });
  return first;
}

std::optional<Nearest> Collisions::nearest(ObjectId a, ObjectId b) const {
  const auto of_a = bodies_.find(a), of_b = bodies_.find(b);
  if (of_a == bodies_.end() || of_b == bodies_.end()) return std::nullopt;
  std::optional<Nearest> least;
  for (const Part& p : of_a->second->parts)
    for (const Part& q : of_b->second->parts) {
      const std::optional<Nearest> n = nearest_points(
          p.shape, of_a->second->motion.place * p.at, q.shape, of_b->second->motion.place * q.at);
      if (n && (!least || n->gap < least->gap)) least = n;
    }
  return least;
}

}  // namespace holon
