// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "holon/constraint/point_to_surface.h"
#include "holon/world/world.h"

/// What the edges of surfaces do to a point that comes there.
namespace holon::point_to_surface_edges_test {

constexpr double g = 9.81, m = 2.0;
constexpr double pi = std::numbers::pi;

/// A flat piece between a corner and the two sides that leave it.
BezierPatch flat(const Vec3& corner, const Vec3& along_u, const Vec3& along_v) {
  BezierPatch patch;
  for (int i = 0; i < 4; ++i) {
    patch.control_points.emplace_back();
    for (int j = 0; j < 4; ++j)
      patch.control_points.back().push_back(corner + along_u * (i / 3.0) + along_v * (j / 3.0));
  }
  return patch;
}

/// A plane inclined by 30° with axes in it: down the slope, to its left, and its normal.
const double kSine = 0.5, kCosine = std::sqrt(0.75);
const Vec3 kDown(kCosine, 0.0, -kSine), kLeft(0.0, 1.0, 0.0), kNormal(kSine, 0.0, kCosine);

struct Slide {
  World world;
  ObjectId bead;
  ConstraintId on;
  std::vector<Event> events;

  Slide(const Surface& surface,
        const Vec3& x,
        const Vec3& v,
        TrackEnds edges,
        const char* stepper = "projected",
        const ConstraintOptions& options = {})
      : world({.stepper = stepper}) {
    world.add(Gravity{.g = {0.0, 0.0, -g}});
    bead = world.add(Particle{.mass = m, .position = x, .velocity = v});
    on = world.add(
        PointToSurface{.point = PointOn{bead}, .surface = {WorldFrame{}, surface}, .edges = edges},
        options);
    world.on_event([this](const Event& e) { events.push_back(e); });
  }
  Slide(const Slide&) = delete;
  Vec3 x() const { return world.placement(bead).position; }
  Vec3 v() const { return world.placement(bead).velocity; }
  int arrivals() const {
    return static_cast<int>(std::ranges::count(events, EventKind::end_reached, &Event::kind));
  }
};

/// What is left of the error half a second, ten time constants, after a hit: of those that meet
/// positions by feedback rk2 comes off worst, at the end of a curve too.
struct Method {
  const char* stepper;
  double place, force;
};
const Method kMethods[] = {{"projected", 1e-10, 1e-7},
                           {"rk4", 1e-9, 1e-7},
                           {"rk2", 1e-5, 1e-6},
                           {"double_euler", 1e-9, 1e-7},
                           {"euler", 1e-9, 1e-7},
                           {"adams", 1e-9, 1e-6},
                           {"bdf", 1e-9, 1e-6}};

// Down the slope by 0.9 m: ½ (g/2) t² = 0.9.
TEST(SurfaceEdges, StopWhatSlidesDown) {
  for (const Method& method : kMethods) {
    SCOPED_TRACE(method.stepper);
    Slide s(flat(-kLeft, kDown, 2.0 * kLeft),
            0.1 * kDown,
            Vec3::Zero(),
            TrackEnds::stop,
            method.stepper);
    const double fall = std::sqrt(2.0 * 0.9 / (kSine * g));
    ASSERT_TRUE(s.world.run(fall - 0.01, 1e-3).ok);
    EXPECT_EQ(s.arrivals(), 0);
    EXPECT_EQ(s.world.lambda(s.on)[1], 0.0) << "nothing is in the way yet";
    ASSERT_TRUE(s.world.run(0.5, 1e-3).ok);
    EXPECT_EQ(s.arrivals(), 1);
    EXPECT_LT((s.x() - kDown).norm(), method.place);
    EXPECT_LT(s.v().norm(), 10.0 * method.place);
    EXPECT_NEAR(s.world.lambda(s.on)[0], m * g * kCosine, method.force) << "the surface";
    EXPECT_NEAR(s.world.lambda(s.on)[1], m * g * kSine, method.force) << "its edge";
    EXPECT_EQ(s.world.lambda(s.on)[2], 0.0) << "no corner";
    EXPECT_LT((s.world.loads(s.on)[0].force - Vec3(0.0, 0.0, m * g)).norm(), method.force);
  }
}

/// A patch turned in the slope: its lower edge leads down to a corner at an angle.
struct Turned {
  double angle = 0.3;
  Vec3 across = std::cos(angle) * kDown + std::sin(angle) * kLeft;  // to the lower edge
  Vec3 along = -std::sin(angle) * kDown + std::cos(angle) * kLeft;  // along it, up
  BezierPatch patch = flat(Vec3::Zero(), across, along);
};

// Along the edge it gains g sin 30° sin β; the edge carries what is at right angles to it.
TEST(SurfaceEdges, LeadAlong) {
  const Turned t;
  for (const char* stepper : {"projected", "rk4"}) {
    SCOPED_TRACE(stepper);
    Slide s(t.patch, t.across + 0.9 * t.along, Vec3::Zero(), TrackEnds::stop, stepper);
    ASSERT_TRUE(s.world.run(0.5, 1e-3).ok);
    const double a = g * kSine * std::sin(t.angle);
    EXPECT_LT((s.x() - t.across - (0.9 - 0.5 * a * 0.25) * t.along).norm(), 1e-9);
    EXPECT_LT((s.v() + 0.5 * a * t.along).norm(), 1e-9);
    EXPECT_NEAR(s.world.lambda(s.on)[1], m * g * kSine * std::cos(t.angle), 1e-7);
    EXPECT_EQ(s.arrivals(), 0) << "it was there from the start";
  }
}

TEST(SurfaceEdges, HoldInACorner) {
  const Turned t;
  for (const Method& method : kMethods) {
    SCOPED_TRACE(method.stepper);
    Slide s(t.patch, t.across + 0.3 * t.along, Vec3::Zero(), TrackEnds::stop, method.stepper);
    ASSERT_TRUE(s.world.run(1.5, 1e-3).ok);
    EXPECT_LT((s.x() - t.across).norm(), method.place);
    EXPECT_LT(s.v().norm(), 10.0 * method.place);
    EXPECT_NEAR(s.world.lambda(s.on)[1], m * g * kSine * std::cos(t.angle), method.force);
    EXPECT_NEAR(s.world.lambda(s.on)[2], m * g * kSine * std::sin(t.angle), method.force);
  }
}

// Edges that are not at right angles: f₁ b₁ + f₂ b₂ carries the weight.
TEST(SurfaceEdges, HoldInASkewCorner) {
  const Vec3 u = kDown + 0.5 * kLeft, v = kLeft - 0.4 * kDown;
  Slide s(flat(Vec3::Zero(), u, v), u + 0.2 * v, Vec3::Zero(), TrackEnds::stop);
  ASSERT_TRUE(s.world.run(1.5, 1e-3).ok);
  EXPECT_LT((s.x() - u).norm(), 1e-10);
  const Vec3 b1 = kNormal.cross(v).normalized(), b2 = u.cross(-kNormal).normalized();
  const auto lambda = s.world.lambda(s.on);
  const Vec3 push = lambda[1] * b1 + lambda[2] * b2;
  EXPECT_LT((push + m * g * kSine * kDown).norm(), 1e-7) << lambda[1] << " " << lambda[2];
}

TEST(SurfaceEdges, StopInTheStepHoweverFast) {
  for (const double speed : {1.0, 5.0, 50.0}) {
    Slide s(flat(-kLeft, kDown, 2.0 * kLeft), 0.5 * kDown, speed * kDown, TrackEnds::stop);
    while (s.arrivals() == 0) ASSERT_TRUE(s.world.step(0.1).ok);
    EXPECT_LT((s.x() - kDown).norm(), 1e-10);
    EXPECT_LT(s.v().norm(), 1e-9);
  }
}

// A trough z = y²/2 with an edge at x = 1, against which it is pushed by 3 N: down along it from
// y = −1 with v² = 2 g (½ − y²/2), through the lowest point, where the trough carries m g + m v²
// (its radius of curvature there is 1).
TEST(SurfaceEdges, LeadRoundABend) {
  BezierPatch trough;
  const double y[] = {-1.5, -0.5, 0.5, 1.5}, z[] = {1.125, -0.375, -0.375, 1.125};
  for (int i = 0; i < 4; ++i) {
    trough.control_points.emplace_back();
    for (int j = 0; j < 4; ++j) trough.control_points.back().emplace_back(i / 3.0, y[j], z[j]);
  }
  for (const char* stepper : {"projected", "rk4"}) {
    SCOPED_TRACE(stepper);
    Slide s(trough, {1.0, -1.0, 0.5}, Vec3::Zero(), TrackEnds::stop, stepper);
    s.world.add(AppliedForce{.point = PointOn{s.bead}, .force = Path::constant({3.0, 0.0, 0.0})});
    const double h = 1e-3;
    while (s.x().y() < 0.0) ASSERT_TRUE(s.world.step(h).ok);
    EXPECT_NEAR(s.x().x(), 1.0, 1e-9);
    EXPECT_NEAR(s.v().norm(), std::sqrt(g), 1e-4);
    EXPECT_NEAR(s.world.lambda(s.on)[0], 2.0 * m * g, 1e-3 * m * g);
    EXPECT_NEAR(s.world.lambda(s.on)[1], 3.0, 1e-6);
  }
}

// Thrown askew on a flat ring it comes to the rim, keeps what it has along it, and goes round: the
// rim carries m v²/R.
TEST(SurfaceEdges, ARimCarriesWhatGoesRound) {
  const double R = 1.2, speed = 2.0;
  for (const char* stepper : {"projected", "rk4"}) {
    SCOPED_TRACE(stepper);
    const SurfaceOfRevolution ring{.profile = {{R, 0.0}, {0.7, 0.0}, {0.2, 0.0}}};
    Slide s(ring, {0.6, 0.0, 0.0}, {0.0, speed, 0.0}, TrackEnds::stop, stepper);
    ASSERT_TRUE(s.world.run(3.0, 1e-3).ok);
    const double left = speed * 0.6 / R;  // its moment of momentum stays
    EXPECT_NEAR(s.x().norm(), R, 1e-7);
    const double v = s.v().norm();
    EXPECT_NEAR(v, left, 1e-3) << "the rim turns by h v/R in the step of the hit";
    EXPECT_NEAR(s.world.lambda(s.on)[1], m * v * v / R, 1e-5);
    EXPECT_EQ(s.arrivals(), 1);
  }
}

// On a patch that turns evenly the edge carries m ω² r.
TEST(SurfaceEdges, CarryWhatATurntableThrowsOut) {
  const double w = 3.0, r = 0.8;
  World world;
  const ObjectId table =
      world.add(RigidBody{.angular_velocity = {0.0, 0.0, w}}, {.kinematic = true});
  const ObjectId bead =
      world.add(Particle{.mass = m, .position = {r, 0.0, 0.0}, .velocity = {0.0, w * r, 0.0}});
  const ConstraintId on = world.add(PointToSurface{
      .point = PointOn{bead},
      .surface = {FrameOn{table}, flat({-r, -1.0, 0.0}, {2.0 * r, 0.0, 0.0}, {0.0, 2.0, 0.0})},
      .edges = TrackEnds::stop});
  ASSERT_TRUE(world.run(0.5, 1e-3).ok);
  EXPECT_NEAR(world.placement(bead).position.norm(), r, 1e-6);
  EXPECT_NEAR(world.lambda(on)[1], m * w * w * r, 1e-3);
}

// ---- other surfaces with edges ----

/// Squares of side `size` by two triangles each, for those of a grid that are wanted.
template <class F>
MeshSurface squares(int n, double size, F&& wanted) {
  MeshSurface mesh;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) mesh.vertices.emplace_back(size * i, size * j, 0.0);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      if (!wanted(i, j)) continue;
      const int a = j * (n + 1) + i, b = a + 1, c = b + n, d = c + 1;  // c above a, d above b
      mesh.triangles.push_back({a, b, d});
      mesh.triangles.push_back({a, d, c});
    }
  return mesh;
}

/// A level table over [0, 1]², of either kind.
std::vector<Surface> tables() {
  return {HeightField{.heights = std::vector<std::vector<double>>(4, std::vector<double>(4, 0.0)),
                      .spacing = {1.0 / 3.0, 1.0 / 3.0}},
          squares(4, 0.25, [](int, int) { return true; })};
}

// Pushed by (3, 1) N it comes to the side x = 1, slides along it to the corner (1, 1), and stays.
TEST(SurfaceEdges, OfATableLeadToItsCorner) {
  for (const Surface& table : tables())
    for (const char* stepper : {"projected", "rk4"}) {
      SCOPED_TRACE(stepper);
      Slide s(table, {0.4, 0.1, 0.0}, Vec3::Zero(), TrackEnds::stop, stepper);
      s.world.add(AppliedForce{.point = PointOn{s.bead}, .force = Path::constant({3.0, 1.0, 0.0})});
      ASSERT_TRUE(s.world.run(1.5, 2e-3).ok);
      // ½ (1/m) t² along the side, of which it feels nothing else
      EXPECT_LT((s.x() - Vec3(1.0, 0.1 + 0.5 * 2.25 / m, 0.0)).norm(), 1e-8) << s.x().transpose();
      const auto along = s.world.lambda(s.on);
      EXPECT_NEAR(along[1] + along[2], 3.0, 1e-6);
      ASSERT_TRUE(s.world.run(1.0, 2e-3).ok);
      EXPECT_LT((s.x() - Vec3(1.0, 1.0, 0.0)).norm(), 1e-8);
      EXPECT_LT((s.world.loads(s.on)[0].force - Vec3(-3.0, -1.0, m * g)).norm(), 1e-5);
      EXPECT_EQ(s.arrivals(), 1);
    }
}

// An L of three squares: along the side of one square to the corner that points inwards, past it,
// and on into the next.
TEST(SurfaceEdges, LetGoAtACornerThatPointsInwards) {
  const MeshSurface L = squares(4, 0.5, [](int i, int j) { return i < 2 || j < 2; });
  for (const char* stepper : {"projected", "rk4"}) {
    SCOPED_TRACE(stepper);
    Slide s(L, {0.9, 1.7, 0.0}, {0.0, -1.0, 0.0}, TrackEnds::stop, stepper);
    s.world.add(AppliedForce{.point = PointOn{s.bead}, .force = Path::constant({1.0, 0.0, 0.0})});
    ASSERT_TRUE(s.world.run(0.68, 2e-3).ok);
    EXPECT_LT((s.x() - Vec3(1.0, 1.02, 0.0)).norm(), 1e-8) << "on the side";
    ASSERT_TRUE(s.world.run(0.52, 2e-3).ok);
    EXPECT_LT((s.x() - Vec3(1.0 + 0.25 * 0.5 * 0.5, 0.5, 0.0)).norm(), 1e-3) << "free again";
    EXPECT_EQ(s.world.lambda(s.on)[1] + s.world.lambda(s.on)[2], 0.0);
  }
}

// Over the pole of a dome, where the profile ends on the axis and the surface does not, and down to
// its rim.
TEST(SurfaceEdges, OfADomeAreAtTheRimOnly) {
  SurfaceOfRevolution dome;
  for (int i = 0; i <= 12; ++i)
    dome.profile.emplace_back(std::sin(pi * i / 36.0), std::cos(pi * i / 36.0));
  dome.profile.front()[0] = 0.0;
  Slide s(dome, {-0.1, 0.0, std::sqrt(0.99)}, {1.0, 0.0, 0.0}, TrackEnds::stop);
  ASSERT_TRUE(s.world.run(4.0, 2e-3).ok);
  EXPECT_LT((s.x() - Vec3(std::sin(pi / 3.0), 0.0, 0.5)).norm(), 1e-9);
  EXPECT_LT(s.v().norm(), 1e-9);
  EXPECT_EQ(s.arrivals(), 1);
  // at 60° of a sphere, but for the end of the spline, which is not curved
  EXPECT_NEAR(s.world.lambda(s.on)[1], m * g * std::sin(pi / 3.0), 0.02 * m * g);
}

// Down a cone of 45° to its rim.
TEST(SurfaceEdges, OfAConeCarryWhatSlidesDown) {
  const SurfaceOfRevolution cone{.profile = {{1.0, 0.0}, {0.6, 0.4}, {0.2, 0.8}}};
  for (const Method& method : kMethods) {
    SCOPED_TRACE(method.stepper);
    Slide s(cone, {0.24, 0.32, 0.6}, Vec3::Zero(), TrackEnds::stop, method.stepper);
    ASSERT_TRUE(s.world.run(1.5, 2e-3).ok);
    EXPECT_LT((s.x() - Vec3(0.6, 0.8, 0.0)).norm(), method.place);
    EXPECT_NEAR(s.world.lambda(s.on)[1], m * g * std::sqrt(0.5), method.force);
  }
}

// ---- hold ----

/// Down a slope it comes to the edge askew.
std::unique_ptr<Slide> thrown(const char* stepper, const ConstraintOptions& options = {}) {
  return std::make_unique<Slide>(flat(-kLeft, kDown, 2.0 * kLeft),
                                 0.5 * kDown,
                                 2.0 * kDown + 0.7 * kLeft,
                                 TrackEnds::hold,
                                 stepper,
                                 options);
}

// ½ (g/2) t² + 2 t = ½
TEST(SurfaceEdges, HoldWhatComesThere) {
  const double a = kSine * g, t = (std::sqrt(4.0 + a) - 2.0) / a, h = 1e-3;
  for (const Method& method : kMethods) {
    SCOPED_TRACE(method.stepper);
    const auto s = thrown(method.stepper);
    while (s->arrivals() == 0) ASSERT_TRUE(s->world.step(h).ok);
    EXPECT_NEAR(s->world.time(), t, 1.001 * h);
    const Vec3 there = s->x();
    EXPECT_LT((there - kDown - 0.7 * t * kLeft).norm(), 2.0 * h) << "where it came to the edge";
    EXPECT_LT(s->v().norm(), 1e-10) << "at once";
    EXPECT_LT((s->world.loads(s->on)[0].force - Vec3(0.0, 0.0, m * g)).norm(), method.force);
    s->world.add(
        AppliedForce{.point = PointOn{s->bead}, .force = Path::constant(-20.0 * kDown + kLeft)});
    ASSERT_TRUE(s->world.run(0.5, h).ok);
    EXPECT_EQ(s->arrivals(), 1);
    EXPECT_LT((s->x() - there).norm(), method.place);
    EXPECT_NEAR(s->world.lambda(s->on)[0], m * g * kCosine, method.force);
    EXPECT_NEAR(s->world.lambda(s->on)[1], m * g * kSine - 20.0, method.force) << "pulled back";
    EXPECT_NEAR(std::abs(s->world.lambda(s->on)[2]), 1.0, method.force) << "along the edge";
  }
}

TEST(SurfaceEdges, HoldUntilTheyBreakOrAreSwitchedOff) {
  const auto s = thrown("projected", {.name = "ledge", .break_force = 30.0});
  ASSERT_TRUE(s->world.run(0.6, 1e-2).ok);
  EXPECT_EQ(s->world.state().held(s->on), 1);
  EXPECT_NEAR(s->world.signal("ledge.force"), m * g, 1e-7);
  const Vec3 there = s->x();
  const World::Snapshot held = s->world.snapshot();
  const auto hash = s->world.hash();
  const auto pull = [&](double newtons) {
    return AppliedForce{.point = PointOn{s->bead}, .force = Path::constant(-newtons * kLeft)};
  };
  const ForceId by = s->world.add(pull(20.0));
  ASSERT_TRUE(s->world.run(0.1, 1e-2).ok);
  EXPECT_LT((s->x() - there).norm(), 1e-10);
  s->world.set(by, pull(25.0));
  ASSERT_TRUE(s->world.run(0.1, 1e-2).ok);
  EXPECT_FALSE(s->world.is_active(s->on)) << "√(25² + 19.6²) N are more than it takes";
  s->world.restore(held);
  EXPECT_EQ(s->world.hash(), hash);
  ASSERT_TRUE(s->world.run(0.1, 1e-2).ok);
  EXPECT_LT((s->x() - there).norm(), 1e-10) << "held as before";
  // switched off and on again it holds nothing, and only stops
  s->world.set_active(s->on, false);
  s->world.set_active(s->on, true);
  s->world.add(pull(1.0));
  ASSERT_TRUE(s->world.run(0.1, 1e-2).ok);
  EXPECT_EQ(s->world.state().held(s->on), 0);
  EXPECT_LT((s->x() - there + 0.5 * 0.01 / m * kLeft).norm(), 1e-9) << "along the edge";
}

TEST(SurfaceEdges, HoldNothingThatIsPutElsewhere) {
  const auto s = thrown("projected");
  ASSERT_TRUE(s->world.run(0.6, 1e-2).ok);
  ASSERT_EQ(s->world.state().held(s->on), 1);
  s->world.place(s->bead, Placement{.position = 0.2 * kDown});
  EXPECT_EQ(s->world.state().held(s->on), 0);
  ASSERT_TRUE(s->world.step(1e-2).ok);
  EXPECT_NEAR(s->v().norm(), 1e-2 * kSine * g, 1e-9);
}

// Stopped in the middle and taken up again, all is as if it had not been: to the last bit.
TEST(SurfaceEdges, GoOnFromASnapshot) {
  const Turned t;
  for (const TrackEnds edges : {TrackEnds::stop, TrackEnds::hold}) {
    const auto start = [&] {
      return std::make_unique<Slide>(t.patch, 0.4 * t.across + 0.8 * t.along, Vec3::Zero(), edges);
    };
    const auto whole = start(), parts = start();
    const auto run = [](Slide& s, double time) { return s.world.run(time, 1e-3).ok; };
    ASSERT_TRUE(run(*whole, 1.5));
    for (int i = 0; i < 15; ++i) {
      ASSERT_TRUE(run(*parts, 0.1));
      const World::Snapshot snapshot = parts->world.snapshot();
      ASSERT_TRUE(run(*parts, 0.05));
      parts->world.restore(snapshot);
    }
    EXPECT_EQ(parts->world.hash(), whole->world.hash());
  }
}

TEST(SurfaceEdges, HoldOnOtherSurfaces) {
  std::vector<Surface> surfaces = tables();
  surfaces.emplace_back(SurfaceOfRevolution{.profile = {{1.0, 0.0}, {0.6, 0.0}, {0.2, 0.0}}});
  for (const Surface& surface : surfaces) {
    Slide s(surface, {0.5, 0.5, 0.0}, {2.0, 0.4, 0.0}, TrackEnds::hold);
    while (s.arrivals() == 0) ASSERT_TRUE(s.world.step(1e-3).ok);
    const Vec3 there = s.x();
    ASSERT_TRUE(s.world.run(0.2, 1e-3).ok);
    EXPECT_LT((s.x() - there).norm(), 1e-9);
    EXPECT_LT(s.v().norm(), 1e-9);
    EXPECT_EQ(s.arrivals(), 1);
  }
}

// At a height above the surface the walls stand upright on its edges.
TEST(SurfaceEdges, StopAboveTheSurfaceToo) {
  Slide s(
      flat(-kLeft, kDown, 2.0 * kLeft), 0.4 * kDown + 0.2 * kNormal, Vec3::Zero(), TrackEnds::stop);
  s.world.set(s.on,
              PointToSurface{.point = PointOn{s.bead},
                             .surface = {WorldFrame{}, flat(-kLeft, kDown, 2.0 * kLeft)},
                             .height = 0.2,
                             .edges = TrackEnds::stop});
  ASSERT_TRUE(s.world.run(1.0, 1e-3).ok);
  EXPECT_LT((s.x() - kDown - 0.2 * kNormal).norm(), 1e-10);
  EXPECT_NEAR(s.world.lambda(s.on)[1], m * g * kSine, 1e-7);
}

TEST(SurfaceEdges, ThatDoNothingLetItGoOn) {
  Slide s(flat(-kLeft, kDown, 2.0 * kLeft), 0.9 * kDown, kDown, TrackEnds::nothing);
  ASSERT_TRUE(s.world.run(0.2, 1e-3).ok);
  EXPECT_EQ(s.arrivals(), 1);
  EXPECT_NEAR(s.x().dot(kDown), 0.9 + 0.2 + 0.5 * kSine * g * 0.04, 1e-6);
  EXPECT_TRUE(s.world.is_active(s.on));
}

}  // namespace holon::point_to_surface_edges_test
