// SPDX-License-Identifier: Apache-2.0
#include "holon/world/diagnosed_models.h"

namespace holon::diagnosis_test {
namespace {

PointRef on(ObjectId id) {
  return PointOn{id};
}
ConstraintId nail(World& world, const std::string& name, ObjectId id, const Vec3& at) {
  return world.add(PointToPoint{Nail{at}, PointOn{id}}, {.name = name});
}
/// Keeps a point in the plane through `at` with the given normal.
ConstraintId plane(World& world,
                   const std::string& name,
                   const PointRef& point,
                   const Vec3& at,
                   const Vec3& normal = Vec3::UnitZ()) {
  const Quat turn = Quat::FromTwoVectors(Vec3::UnitZ(), normal);
  return world.add(PointOnPlane{WorldFrame{at, turn}, point}, {.name = name});
}

/// Four particles at the corners of a square, and bars along all sides and diagonals.
std::vector<ObjectId> braced_square(World& world) {
  const Vec3 at[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  std::vector<ObjectId> corners;
  for (int i = 0; i < 4; ++i) corners.push_back(particle(world, "p" + std::to_string(i), at[i]));
  for (int i = 0; i < 4; ++i)
    for (int j = i + 1; j < 4; ++j)
      bar(world, "bar" + std::to_string(i) + std::to_string(j), on(corners[i]), on(corners[j]));
  return corners;
}
const KnownSet all_bars = {{"bar01", "bar02", "bar03", "bar12", "bar13", "bar23"}};

/// A particle between two nails at (±1, 0, 0), on bars, and y aside.
void toggle(World& world, double y, double length) {
  const ObjectId dot = particle(world, "dot", {0, y, 0});
  bar(world, "left", Nail{{-1, 0, 0}}, on(dot), length);
  bar(world, "right", on(dot), Nail{{1, 0, 0}}, length);
}

/// A net of bars with n × n knots in the x-y plane.
void net(World& world, int n) {
  std::vector<ObjectId> knots;
  for (int i = 0; i < n * n; ++i)
    knots.push_back(particle(world, "k" + std::to_string(i), {1.0 * (i % n), 1.0 * (i / n), 0}));
  for (int i = 0; i < n * n; ++i) {
    if (i % n + 1 < n) bar(world, "row" + std::to_string(i), on(knots[i]), on(knots[i + 1]));
    if (i + n < n * n) bar(world, "column" + std::to_string(i), on(knots[i]), on(knots[i + n]));
  }
}

/// Crank pin and slider, particles, with the slider driven: singular where the crank is stretched.
void driven_slider(World& world, double angle) {
  const ObjectId crank = particle(world, "pin", {std::cos(angle), std::sin(angle), 0});
  const double reach = std::cos(angle) + std::sqrt(4.0 - std::pow(std::sin(angle), 2));
  const ObjectId slider = particle(world, "slider", {reach, 0, 0});
  bar(world, "crank", Nail{}, on(crank), 1.0);
  bar(world, "rod", on(crank), on(slider), 2.0);
  plane(world, "flat", on(crank), Vec3::Zero());
  world.add(
      PointOnLine{WorldFrame{Vec3::Zero(), Quat::FromTwoVectors(Vec3::UnitZ(), Vec3::UnitX())},
                  on(slider)},
      {.name = "rail"});
  world.add(
      Prescribed{TravelAlong{Nail{}, on(slider), WorldDirection{Vec3::UnitX()}}, Motion(reach)},
      {.name = "drive"});
}

}  // namespace

std::vector<KnownModel> known_frames() {
  return {
      {.name = "FreeBody",
       .build =
           [](World& w) {
             body(w, "brick", {0, 0, 0});
           },
       .freedoms = 6,
       .motions = {"brick moves along x",
                   "brick moves along y",
                   "brick moves along z",
                   "brick turns about x",
                   "brick turns about y",
                   "brick turns about z"}},
      {.name = "DoubledWeld",
       .build =
           [](World& w) {
             const ObjectId a = body(w, "a", {0, 0, 0}), b = body(w, "b", {1, 0, 0});
             weld(w, "weld1", a, b, {0.5, 0, 0});
             weld(w, "weld2", a, b, {0.5, 0.2, 0});
             weld(w, "base", ground, a, {0, 0, 0});
           },
       .freedoms = 0,
       .redundancies = {{{"weld1", "weld2"}, 6}}},
      {.name = "ThreeCopiesOfAWeld",
       .build =
           [](World& w) {
             const ObjectId a = body(w, "a", {0, 0, 0}), b = body(w, "b", {1, 0, 0});
             for (const char* name : {"weld1", "weld2", "weld3"}) weld(w, name, a, b, {0.5, 0, 0});
             weld(w, "base", ground, a, {0, 0, 0});
           },
       .freedoms = 0,
       .redundancies = {{{"weld1", "weld2", "weld3"}, 12}}},
      {.name = "FourCopiesOfABarInATriangle",
       .build =
           [](World& w) {
             const ObjectId a = particle(w, "a", {0, 0, 0}), b = particle(w, "b", {1, 0, 0}),
                            c = particle(w, "c", {0, 1, 0});
             bar(w, "bc", on(b), on(c));
             for (const char* name : {"ab1", "ab2", "ab3", "ab4"}) bar(w, name, on(a), on(b));
             bar(w, "ac", on(a), on(c));
           },
       .freedoms = 6,
       .redundancies = {{{"ab1", "ab2", "ab3", "ab4"}, 3}}},
      {.name = "BracedSquareInAPlane",
       .build =
           [](World& w) {
             for (const ObjectId id : braced_square(w))
               plane(w, "flat" + w.model().name_of(id), on(id), Vec3::Zero());
           },
       .freedoms = 3,
       .redundancies = {all_bars}},
      {.name = "BracedSquareInSpace",
       .build = [](World& w) { braced_square(w); },
       .freedoms = 7,
       .redundancies = {all_bars},
       .not_lasting = 1},
      {.name = "TwoNailsApart",
       .build =
           [](World& w) {
             const ObjectId dot = particle(w, "dot", {0, 0, 0});
             nail(w, "left", dot, {-1, 0, 0});
             nail(w, "right", dot, {1, 0, 0});
           },
       .freedoms = 0,
       .redundancies = {{{"left", "right"}, 2}},
       .conflicts = {{{"left", "right"}}}},
      {.name = "TwoNailsInOnePlace",
       .build =
           [](World& w) {
             const ObjectId dot = particle(w, "dot", {1, 2, 3});
             nail(w, "one", dot, {1, 2, 3});
             nail(w, "other", dot, {1, 2, 3});
           },
       .freedoms = 0,
       .redundancies = {{{"one", "other"}, 3}}},
      {.name = "ThreeNailsOneApart",
       .build =
           [](World& w) {
             const ObjectId dot = particle(w, "dot", {0, 0, 0.2});
             nail(w, "one", dot, {0, 0, 0});
             nail(w, "same", dot, {0, 0, 0});
             nail(w, "apart", dot, {0, 0, 0.6});
           },
       .freedoms = 0,
       .redundancies = {{{"one", "same", "apart"}, 5}},
       .conflicts = {{{"one", "same", "apart"}}}},
      {.name = "ThreeDistancesThatContradict",
       .build =
           [](World& w) {
             const ObjectId dot = particle(w, "dot", {2, 0, 0});
             bar(w, "short", Nail{}, on(dot), 1.0);
             bar(w, "middle", Nail{}, on(dot), 2.0);
             bar(w, "long", Nail{}, on(dot), 3.0);
           },
       .freedoms = 2,
       .conflicts = {{{"short", "middle", "long"}, 2}}},
      {.name = "TwoPairsOfNailsOneApart",
       .build =
           [](World& w) {
             const ObjectId a = particle(w, "a", {0, 0, 0}), b = particle(w, "b", {5, 0, 0.5});
             nail(w, "a1", a, {0, 0, 0});
             nail(w, "a2", a, {0, 0, 0});
             nail(w, "b1", b, {5, 0, 0});
             nail(w, "b2", b, {5, 0, 1});
           },
       .freedoms = 0,
       .redundancies = {{{"a1", "a2"}, 3}, {{"b1", "b2"}, 2}},
       .conflicts = {{{"b1", "b2"}}}},
      {.name = "TwoDistancesThatContradict",
       .build =
           [](World& w) {
             const ObjectId dot = particle(w, "dot", {1.5, 0, 0});
             bar(w, "short", Nail{}, on(dot), 1.0);
             bar(w, "long", Nail{}, on(dot), 2.0);
           },
       .freedoms = 2,
       .conflicts = {{{"short", "long"}}}},
      {.name = "TwoConflictsInOneIsland",
       .build =
           [](World& w) {
             const ObjectId a = particle(w, "a", {1.5, 0, 0}), b = particle(w, "b", {1.5, 3, 0});
             bar(w, "a_short", Nail{}, on(a), 1.0);
             bar(w, "a_long", Nail{}, on(a), 2.0);
             bar(w, "b_short", Nail{{0, 3, 0}}, on(b), 1.0);
             bar(w, "b_long", Nail{{0, 3, 0}}, on(b), 2.0);
             bar(w, "link", on(a), on(b));
           },
       .freedoms = 3,
       .conflicts = {{{"a_short", "a_long"}}, {{"b_short", "b_long"}}}},
      {.name = "TwoBarsTooShortToMeet",
       .build = [](World& w) { toggle(w, 0.0, 0.8); },
       .freedoms = 2,
       .conflicts = {{{"left", "right"}}},
       .not_lasting = 2},
      {.name = "TwoBarsJustLongEnough",
       .build = [](World& w) { toggle(w, 0.0, 1.0); },
       .freedoms = 2,
       .redundancies = {{{"left", "right"}}},
       .not_lasting = 2},
      {.name = "ToggleThatIsAlmostStretched",
       .build = [](World& w) { toggle(w, 2e-4, std::hypot(1.0, 2e-4)); },
       .freedoms = 1,
       .near = {{"left", "right"}}},
      {.name = "DrivenSliderNearItsDeadPoint",
       .build = [](World& w) { driven_slider(w, 3e-4); },
       .freedoms = 0,
       .near = {{"crank", "rod", "rail", "drive"}}},
      {.name = "DrivenSliderFarFromIt",
       .build = [](World& w) { driven_slider(w, 0.8); },
       .freedoms = 0},
      {.name = "TriangleThatCannotClose",
       .build =
           [](World& w) {
             const ObjectId a = particle(w, "a", {0, 0, 0}), b = particle(w, "b", {8.0 / 3, 0, 0}),
                            c = particle(w, "c", {4.0 / 3, 0, 0});
             bar(w, "ac", on(a), on(c), 1.0);
             bar(w, "bc", on(b), on(c), 1.0);
             bar(w, "ab", on(a), on(b), 3.0);
           },
       .freedoms = 7,
       .conflicts = {{{"ac", "bc", "ab"}}},
       .not_lasting = 2},
      {.name = "ThreePlanesWithoutACommonLine",
       .build =
           [](World& w) {
             const ObjectId dot = particle(w, "dot", {0.25, 0.25, 0});
             plane(w, "x", on(dot), {0, 0, 0}, Vec3::UnitX());
             plane(w, "y", on(dot), {0, 0, 0}, Vec3::UnitY());
             plane(w, "slanted", on(dot), {0.5, 0.5, 0}, Vec3(1, 1, 0).normalized());
           },
       .freedoms = 1,
       .conflicts = {{{"x", "y", "slanted"}}},
       .motions = {"dot slides at x, along z"}},
      {.name = "TableOnFourLegs",
       .build =
           [](World& w) {
             const ObjectId table = body(w, "table", {0, 0, 1});
             int i = 0;
             for (const Vec3& at : {Vec3(1, 1, 0), Vec3(1, -1, 0), Vec3(-1, 1, 0), Vec3(-1, -1, 0)})
               plane(w, "leg" + std::to_string(++i), point(w, table, at), Vec3::Zero());
           },
       .freedoms = 3,
       .redundancies = {{{"leg1", "leg2", "leg3", "leg4"}}}},
      {.name = "Net", .build = [](World& w) { net(w, 3); }, .freedoms = 27 - 12},
      {.name = "NetWithADoubledBar",
       .build =
           [](World& w) {
             net(w, 3);
             bar(w, "again", on(w.model().find_object("k4")), on(w.model().find_object("k5")));
           },
       .freedoms = 27 - 12,
       .redundancies = {{{"row4", "again"}}}},
      {.name = "RingOfFourLinksOnBallJoints",
       .build =
           [](World& w) {
             const Vec3 at[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0.3}, {0, 1, 0}};
             std::vector<ObjectId> links;
             for (int i = 0; i < 4; ++i)
               links.push_back(
                   body(w, "link" + std::to_string(i), 0.5 * (at[i] + at[(i + 1) % 4])));
             for (int i = 0; i < 4; ++i)
               pin(w, "ball" + std::to_string(i), links[(i + 3) % 4], links[i], at[i]);
           },
       .freedoms = 12},
      {.name = "RodWithoutInertiaAboutItsAxisBetweenTwoPins",
       .build =
           [](World& w) {
             const ObjectId rod = w.add(
                 RigidBody{.inertia = Vec3(0, 1.0 / 3, 1.0 / 3).asDiagonal()}, {.name = "rod"});
             pin(w, "left", ground, rod, {-1, 0, 0});
             pin(w, "right", ground, rod, {1, 0, 0});
           },
       .freedoms = 0,
       .redundancies = {{{"left", "right"}}}},
      {.name = "OrientationOfARodThatHasNone",
       .build =
           [](World& w) {
             const ObjectId rod = w.add(
                 RigidBody{.inertia = Vec3(0, 1.0 / 3, 1.0 / 3).asDiagonal()}, {.name = "rod"});
             w.add(Orientation{WorldFrame{}, FrameOn{rod}}, {.name = "level"});
           },
       .freedoms = 3,
       .redundancies = {{{"level"}}}},
  };
}

}  // namespace holon::diagnosis_test
