// SPDX-License-Identifier: Apache-2.0
#include "holon/world/diagnosed_models.h"

namespace holon::diagnosis_test {
namespace {

/// A closed chain of bodies in the x-y plane, hinged at the given points; the first and the last
/// hinge are on the ground.
void planar_loop(World& world, const std::vector<Vec3>& at, const std::vector<std::string>& names) {
  std::vector<ObjectId> links = {ground};
  for (std::size_t i = 0; i + 1 < at.size(); ++i)
    links.push_back(body(world, names[i], 0.5 * (at[i] + at[i + 1])));
  links.push_back(ground);
  for (std::size_t i = 0; i < at.size(); ++i)
    hinge(world, "h" + std::to_string(i + 1), links[i], links[i + 1], at[i]);
}
void four_bar(World& world, const std::vector<Vec3>& at) {
  planar_loop(world, at, {"crank", "coupler", "rocker"});
}

/// Cranks side by side, their tops joined by couplers: a chain of parallelograms.
void parallelograms(World& world, int n, double angle) {
  const Vec3 up(std::cos(angle), std::sin(angle), 0.0);
  std::vector<ObjectId> cranks;
  for (int i = 0; i <= n; ++i) {
    cranks.push_back(body(world, "crank" + std::to_string(i), Vec3(1.0 * i, 0, 0) + 0.5 * up));
    hinge(world, "ground" + std::to_string(i), ground, cranks.back(), {1.0 * i, 0, 0});
  }
  for (int i = 0; i < n; ++i) {
    const ObjectId coupler = body(world, "coupler" + std::to_string(i), Vec3(i + 0.5, 0, 0) + up);
    hinge(world, "left" + std::to_string(i), cranks[i], coupler, Vec3(1.0 * i, 0, 0) + up);
    hinge(world, "right" + std::to_string(i), coupler, cranks[i + 1], Vec3(i + 1.0, 0, 0) + up);
  }
}
std::vector<KnownSet> loops_of_parallelograms(int n) {
  std::vector<KnownSet> sets;
  for (int i = 0; i < n; ++i) {
    const std::string k = std::to_string(i);
    sets.push_back({{"ground" + k, "ground" + std::to_string(i + 1), "left" + k, "right" + k}, 3});
  }
  return sets;
}

/// Six rods of equal length along edges of a cube, each hinge across both of its rods. Grübler
/// counts no freedom; it has one [Bricard97].
void bricard(World& world) {
  const Vec3 at[] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  const Vec3 axis[] = {
      Vec3::UnitY(), Vec3::UnitZ(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ(), Vec3::UnitX()};
  ObjectId last = ground;
  for (int i = 0; i < 6; ++i) {
    const std::string k = std::to_string(i + 1);
    const ObjectId next = i < 5 ? body(world, "rod" + k, 0.5 * (at[i] + at[i + 1])) : ground;
    hinge(world, "h" + k, last, next, at[i], axis[i]);
    last = next;
  }
}

void door(World& world, int hinges, const Vec3& lift = Vec3::Zero()) {
  const ObjectId id = body(world, "door", {0.4, 0, 0});
  for (int i = 0; i < hinges; ++i)
    hinge(world, "hinge" + std::to_string(i + 1), ground, id, {0, 0, 0.5 * i});
  world.place(id, {.position = Vec3(0.4, 0, 0) + lift, .orientation = rotation_exp(2.0 * lift)});
}

/// Wheels on axles along z, in line, and the angle of each.
ScalarRef wheel_on_axle(World& world, const std::string& name, double x) {
  const ObjectId id = body(world, name, {x, 0, 0});
  hinge(world, "axle_" + name, ground, id, {x, 0, 0});
  return AngleBetween{.a = WorldDirection{Vec3::UnitX()},
                      .b = DirectionOn{id, Vec3::UnitX()},
                      .axis = WorldDirection{Vec3::UnitZ()}};
}

}  // namespace

std::vector<KnownModel> known_linkages() {
  const double slant = 1.1;
  const Vec3 up(std::cos(slant), std::sin(slant), 0);
  const std::vector<Vec3> square = {{0, 0, 0}, up, Vec3(1, 0, 0) + up, {1, 0, 0}};
  return {
      {.name = "Door",
       .build = [](World& w) { door(w, 1); },
       .freedoms = 1,
       .motions = {"door turns about hinge1"}},
      {.name = "ParallelDoubleHinge",
       .build = [](World& w) { door(w, 2); },
       .freedoms = 1,
       .redundancies = {{{"hinge1", "hinge2"}, 5}}},
      {.name = "DoubleHingeThatIsStillAssembling",
       .build =
           [](World& w) {
             door(w, 2, {0.05, 0.02, 0.1});
           },
       .freedoms = 1,
       .redundancies = {{{"hinge1", "hinge2"}, 5}},
       .at_rest = false},
      {.name = "DoorOnTwoPins",
       .build =
           [](World& w) {
             const ObjectId id = body(w, "door", {0.4, 0, 0});
             pin(w, "lower", ground, id, {0, 0, 0});
             pin(w, "upper", ground, id, {0, 0, 1});
           },
       .freedoms = 1,
       .redundancies = {{{"lower", "upper"}}}},
      {.name = "FourBarInSpace",
       .build =
           [](World& w) {
             four_bar(w, {{0, 0, 0}, {0.2, 0.6, 0}, {1.3, 0.9, 0}, {1.5, 0, 0}});
           },
       .freedoms = 1,
       .redundancies = {{{"h1", "h2", "h3", "h4"}, 3}},
       .motions = {"crank turns about h1; with it coupler, rocker"}},
      {.name = "FiveBarInSpace",
       .build =
           [](World& w) {
             planar_loop(w,
                         {{0, 0, 0}, {-0.2, 0.7, 0}, {0.6, 1.2, 0}, {1.4, 0.8, 0}, {1.2, 0, 0}},
                         {"a", "b", "c", "d"});
           },
       .freedoms = 2,
       .redundancies = {{{"h1", "h2", "h3", "h4", "h5"}, 3}},
       .motions = {"a turns about h1; with it b, c", "d turns about h5; with it b, c"}},
      {.name = "Bricard",
       .build = bricard,
       .freedoms = 1,
       .redundancies = {{{"h1", "h2", "h3", "h4", "h5", "h6"}, 1}}},
      {.name = "Parallelogram",
       .build = [square](World& w) { four_bar(w, square); },
       .freedoms = 1,
       .redundancies = {{{"h1", "h2", "h3", "h4"}, 3}}},
      {.name = "ParallelogramAtItsDeadPoint",
       .build =
           [](World& w) {
             four_bar(w, {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {1, 0, 0}});
           },
       .freedoms = 2,
       .redundancies = {{{"h1", "h2", "h3", "h4"}, 4}},
       .not_lasting = 1},
      {.name = "ThreeParallelograms",
       .build = [](World& w) { parallelograms(w, 3, 1.2); },
       .freedoms = 1,
       .redundancies = loops_of_parallelograms(3)},
      {.name = "EightParallelograms",
       .build = [](World& w) { parallelograms(w, 8, 0.9); },
       .freedoms = 1,
       .redundancies = loops_of_parallelograms(8)},
      {.name = "SliderOnPrismAndCylinder",
       .build =
           [](World& w) {
             const ObjectId id = body(w, "slider", {0, 0, 0.3});
             const FrameRef a = frame(w, ground, {0, 0, 0}, Vec3::UnitZ());
             w.add(Prism{a, frame(w, id, {0, 0, 0.3}, Vec3::UnitZ())}, {.name = "rail"});
             w.add(CylinderJoint{a, frame(w, id, {0, 0, 0.3}, Vec3::UnitZ())}, {.name = "bush"});
           },
       .freedoms = 1,
       .redundancies = {{{"rail", "bush"}, 4}},
       .motions = {"slider slides along rail"}},
      {.name = "GearTrainClosedByARing",
       .build =
           [](World& w) {
             const ScalarRef a = wheel_on_axle(w, "a", 0), b = wheel_on_axle(w, "b", 1),
                             c = wheel_on_axle(w, "c", 2);
             w.add(Gear{.a = a, .b = b, .teeth_a = 10, .teeth_b = 20}, {.name = "ab"});
             w.add(Gear{.a = b, .b = c, .teeth_a = 20, .teeth_b = 30}, {.name = "bc"});
             w.add(Gear{.a = a, .b = c, .teeth_a = 10, .teeth_b = 30, .inside = true},
                   {.name = "ac"});
           },
       .freedoms = 1,
       .redundancies = {{{"ab", "bc", "ac"}}},
       .motions = {"a turns about axle_a; with it b, c"}},
      {.name = "ThreeGearsThatLock",
       .build =
           [](World& w) {
             const ScalarRef a = wheel_on_axle(w, "a", 0), b = wheel_on_axle(w, "b", 1),
                             c = wheel_on_axle(w, "c", 2);
             w.add(Gear{.a = a, .b = b}, {.name = "ab"});
             w.add(Gear{.a = b, .b = c}, {.name = "bc"});
             w.add(Gear{.a = a, .b = c}, {.name = "ac"});
           },
       .freedoms = 0},
      {.name = "TwoMotorsThatDisagree",
       .build =
           [](World& w) {
             const ScalarRef angle = wheel_on_axle(w, "shaft", 0);
             w.add(PrescribedVelocity{angle, Motion(1.0)}, {.name = "slow"});
             w.add(PrescribedVelocity{angle, Motion(3.0)}, {.name = "fast"});
           },
       .freedoms = 0,
       .conflicts = {{{"slow", "fast"}}}},
      {.name = "TwoMotorsThatAgree",
       .build =
           [](World& w) {
             const ScalarRef angle = wheel_on_axle(w, "shaft", 0);
             w.add(PrescribedVelocity{angle, Motion(3.0)}, {.name = "one"});
             w.add(PrescribedVelocity{angle, Motion(3.0)}, {.name = "other"});
           },
       .freedoms = 0,
       .redundancies = {{{"one", "other"}}}},
      {.name = "ShaftHeldAtTwoAngles",
       .build =
           [](World& w) {
             const ScalarRef angle = wheel_on_axle(w, "shaft", 0);
             w.add(Prescribed{angle, Motion(0.2)}, {.name = "here"});
             w.add(Prescribed{angle, Motion(-0.2)}, {.name = "there"});
           },
       .freedoms = 0,
       .conflicts = {{{"here", "there"}}}},
      {.name = "TwoIslandsWithARedundancyEach",
       .build =
           [](World& w) {
             for (const std::string k : {"a", "b"}) {
               const double x = k == "a" ? 0.0 : 5.0;
               const ObjectId id = body(w, "door_" + k, {x + 0.4, 0, 0});
               hinge(w, k + "1", ground, id, {x, 0, 0});
               hinge(w, k + "2", ground, id, {x, 0, 1});
             }
           },
       .freedoms = 2,
       .redundancies = {{{"a1", "a2"}, 5}, {{"b1", "b2"}, 5}},
       .motions = {"door_a turns about a1", "door_b turns about b1"}},
      {.name = "OpenChain",
       .build =
           [](World& w) {
             const ObjectId a = body(w, "upper", {0.5, 0, 0}), b = body(w, "lower", {1.5, 0, 0});
             hinge(w, "shoulder", ground, a, {0, 0, 0});
             hinge(w, "elbow", a, b, {1, 0, 0}, Vec3::UnitY());
           },
       .freedoms = 2,
       .motions = {"upper turns about shoulder; with it lower", "lower turns about elbow"}},
  };
}

}  // namespace holon::diagnosis_test
