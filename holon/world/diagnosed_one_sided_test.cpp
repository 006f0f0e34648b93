// SPDX-License-Identifier: Apache-2.0
#include "holon/world/diagnosed_models.h"

namespace holon::diagnosis_test {
namespace {

ConstraintId rope(World& world, const std::string& name, const Vec3& from, ObjectId to, double l) {
  return world.add(Rope{Nail{from}, PointOn{to}, l}, {.name = name});
}
/// A door with stops at these angles.
void door_with_stops(World& world, double lower, double upper) {
  const ObjectId door = body(world, "door", {0.4, 0, 0});
  hinge(world, "hinge", ground, door, {0, 0, 0});
  world.add(Limit{AngleBetween{WorldDirection{Vec3::UnitX()},
                               DirectionOn{door, Vec3::UnitX()},
                               WorldDirection{Vec3::UnitZ()}},
                  lower,
                  upper},
            {.name = "stops"});
}
CurveRef ring() {
  return {.curve = Circle{.radius = 1.0}};
}

}  // namespace

std::vector<KnownModel> known_one_sided_and_moving() {
  return {
      {.name = "SlackRope",
       .build =
           [](World& w) {
             rope(w, "rope", {0, 0, 0}, particle(w, "bob", {0, 0, -0.5}), 1.0);
           },
       .freedoms = 3,
       .slack = {"rope"}},
      {.name = "TautRope",
       .build =
           [](World& w) {
             rope(w, "rope", {0, 0, 0}, particle(w, "bob", {0, 0, -1}), 1.0);
           },
       .freedoms = 2,
       .motions = {"bob moves along x", "bob moves along y"},
       .taut = {"rope"}},
      {.name = "TwoTautRopesSideBySide",
       .build =
           [](World& w) {
             const ObjectId bob = particle(w, "bob", {0, 0, -1});
             rope(w, "one", {0, 0, 0}, bob, 1.0);
             rope(w, "other", {0, 0, 0.5}, bob, 1.5);
           },
       .freedoms = 2,
       .redundancies = {{{"one", "other"}}},
       .taut = {"one", "other"}},
      {.name = "ARopeBesideABar",
       .build =
           [](World& w) {
             const ObjectId bob = particle(w, "bob", {0, 0, -1});
             bar(w, "bar", Nail{}, PointOn{bob}, 1.0);
             rope(w, "rope", {0, 0, 0}, bob, 1.0);
           },
       .freedoms = 2,
       .redundancies = {{{"bar", "rope"}}},
       .taut = {"rope"}},
      {.name = "ARopeTooShortForItsBar",
       .build =
           [](World& w) {
             const ObjectId bob = particle(w, "bob", {0, 0, -0.9});
             bar(w, "bar", Nail{}, PointOn{bob}, 1.0);
             rope(w, "rope", {0, 0, 0}, bob, 0.8);
           },
       .freedoms = 2,
       .conflicts = {{{"bar", "rope"}}},
       .taut = {"rope"}},
      {.name = "DoorAtItsStop",
       .build = [](World& w) { door_with_stops(w, 0.0, 1.0); },
       .freedoms = 0,
       .taut = {"stops"}},
      {.name = "DoorBetweenItsStops",
       .build = [](World& w) { door_with_stops(w, -1.0, 1.0); },
       .freedoms = 1,
       .motions = {"door turns about hinge"},
       .slack = {"stops"}},
      {.name = "TwoVelocitiesTiedTwice",
       .build =
           [](World& w) {
             const ObjectId a = particle(w, "a", {0, 0, 0}), b = particle(w, "b", {1, 2, 0});
             for (const char* name : {"tie", "again"})
               w.add(VelocityToVelocity{PointOn{a}, PointOn{b}}, {.name = name});
           },
       .freedoms = 3,
       .redundancies = {{{"tie", "again"}, 3}}},
      {.name = "BodyHeldTwiceByAKinematicOne",
       .build =
           [](World& w) {
             const ObjectId host = w.add(RigidBody{}, {.name = "host", .kinematic = true});
             const ObjectId part = body(w, "part", {1, 0, 0});
             weld(w, "weld", host, part, {0.5, 0, 0});
             hinge(w, "hinge", host, part, {0.5, 0, 0});
           },
       .freedoms = 0,
       .redundancies = {{{"weld", "hinge"}, 5}}},
      {.name = "BeadOnAWire",
       .build =
           [](World& w) {
             w.add(PointToCurve{PointOn{particle(w, "bead", {1, 0, 0})}, ring()}, {.name = "wire"});
           },
       .freedoms = 1,
       .motions = {"bead slides along wire"}},
      {.name = "BeadOnTwoWires",
       .build =
           [](World& w) {
             const ObjectId bead = particle(w, "bead", {1, 0, 0});
             for (const char* name : {"wire", "same"})
               w.add(PointToCurve{PointOn{bead}, ring()}, {.name = name});
           },
       .freedoms = 1,
       .redundancies = {{{"wire", "same"}, 2}}},
      {.name = "BallThatRollsOnAFloor",
       .build =
           [](World& w) {
             const ObjectId ball = body(w, "ball", {0, 0, 0.1});
             w.add(
                 RollingSphere{
                     .ball = FrameOn{ball}, .surface = {.surface = Plane{}}, .radius = 0.1},
                 {.name = "floor"});
           },
       .freedoms = 3},
  };
}

}  // namespace holon::diagnosis_test
