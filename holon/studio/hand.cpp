// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/hand.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "holon/studio/springs.h"

namespace holon::studio {
namespace {

constexpr double quickness = 25.0;  // ω [rad/s]: a tenth of a second, and the part has followed

constexpr double longest_share = 0.3;

ObjectId object_in(const World& world, const std::string& name) {
  const ObjectId id = world.model().find_object(name);
  if (id.is_none()) throw UsageError("there is no object '" + name + "'");
  return id;
}

ForceId hand_of(const World& world) {
  const ForceId id = world.model().find_force(name_of_hand);
  if (id.is_none()) throw UsageError("no hand holds anything");
  return id;
}

/// How far from a point its object is, and all that is joined to it.
double reach_of(const World& world, const PointOn& point) {
  const Vec3 x = world.point(point).x;
  double reach = 0.0;
  for (ObjectId id : joined_to(world.model(), point.object))
    reach = std::max(reach, (world.placement(id).position - x).norm());
  return reach;
}

/// The largest eigenvalue of the mobility of a point.
double easiest_way(const World& world, const PointOn& point) {
  const Eigen::SelfAdjointEigenSolver<Mat3> axes(world.mobility(point), Eigen::EigenvaluesOnly);
  return axes.eigenvalues().maxCoeff();
}

/// A world of one object, as it is in another world.
World alone(const World& world, ObjectId id) {
  World out;
  const ObjectId copy = out.add(world.model().objects()[id].kind);
  out.place(copy, world.state().q(id), world.state().v(id));
  return out;
}

}  // namespace

std::set<ObjectId> joined_to(const Model& model, ObjectId object) {
  std::vector<ObjectId> found = {object};
  std::set<ObjectId> known = {object};
  for (std::size_t i = 0; i < found.size(); ++i)
    for (ConstraintId c : model.objects()[found[i]].constraints)
      for (ObjectId other : Model::objects_of(model.constraints()[c].kind))
        if (known.insert(other).second) found.push_back(other);
  return known;
}

Grasp grasp_of(const World& world, const PointOn& point) {
  const double easiest = easiest_way(world, point), reach = reach_of(world, point);
  Grasp grasp{.free_inertia =
                  1.0 / easiest_way(alone(world, point.object), {{0, 0}, point.at, point.part})};
  if (!(easiest > 1e-9)) return grasp;  // it cannot move now
  // at a lever r from what it turns about, W = r²/I: near there, a short way is a large angle
  const double lever = std::sqrt(easiest * mass_of(world.model(), point.object));
  grasp.inertia = 1.0 / easiest;
  grasp.length = (reach > 0.0 ? reach : 1.0) * std::min(1.0, lever);
  return grasp;
}

Json grab_deed(const World& world, const PointOn& held, const Vec3& to, double dt) {
  // slower where steps are long: the spring has to be stable in them
  const double omega = std::min(quickness, 0.2 / dt);
  const Grasp grasp = grasp_of(world, held);
  // wherever the joints lead, the point has at least the inertia of its object alone: with that,
  // the damper has to be stable
  const double m = std::min(grasp.inertia, grasp.free_inertia / (2.0 * omega * dt));
  return {{"grab",
           {{"object", world.model().name_of(held.object)},
            {"at", numbers(held.at)},
            {"part", held.part},
            {"to", numbers(to)},
            {"stiffness", omega * omega * m},
            {"damping", 2.0 * omega * m},
            {"max_force", omega * omega * m * longest_share * grasp.length}}}};
}

Json move_deed(const Vec3& to) {
  return {{"move", numbers(to)}};
}

void grab(World& world, const Json& value) {
  if (!world.model().find_force(name_of_hand).is_none())
    throw UsageError("the hand holds something already");
  const PointOn held{object_in(world, text_in(value, "object")),
                     vector_in(value, "at"),
                     index_in(value, "part", 0)};
  world.add(SpringDamper{.a = held,
                         .b = Nail{vector_in(value, "to")},
                         .stiffness = number_in(value, "stiffness"),
                         .damping = number_in(value, "damping"),
                         .max_force = number_in(value, "max_force")},
            {.name = name_of_hand});
}

void move_hand(World& world, const Json& to) {
  const ForceId id = hand_of(world);
  SpringDamper spring = get<SpringDamper>(world.model().forces()[id].kind);
  spring.b = Nail{vector_of(to, "move")};
  world.set(id, std::move(spring));
}

void release_hand(World& world) {
  world.remove(hand_of(world));
}

void pose(World& world, const Json& value) {
  if (!value.is_object()) throw UsageError("pose: must be an object");
  struct Place {
    ObjectId id;
    std::vector<double> q, v;
  };
  std::vector<Place> places;
  for (const auto& [name, q] : value.items()) {
    const ObjectId id = object_in(world, name);
    const State& state = world.state();
    std::vector<double> at = numbers_of(q, state.q(id).size(), "pose." + name);
    places.push_back({id, std::move(at), std::vector<double>(state.v(id).size(), 0.0)});
  }
  for (const Place& place : places) world.place(place.id, place.q, place.v);
}

std::optional<Held> held(const World& world) {
  const ForceId id = world.model().find_force(name_of_hand);
  if (id.is_none()) return std::nullopt;
  const auto& spring = get<SpringDamper>(world.model().forces()[id].kind);
  return Held{std::get<PointOn>(spring.a), world.point(spring.a).x, std::get<Nail>(spring.b).at};
}

}  // namespace holon::studio
