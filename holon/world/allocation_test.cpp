// SPDX-License-Identifier: Apache-2.0
// A step asks for no memory.
#include <gtest/gtest.h>

#include "holon/checks/count_allocations.h"
#include "holon/collide/collide.h"
#include "holon/geometry/shape.h"
#include "holon/world/world.h"

#ifdef HOLON_COUNTS_MALLOC
#include <malloc.h>
#endif

namespace holon::allocation_test {

using checks::allocated_bytes;
using checks::allocations;
using checks::counts_allocations;

constexpr double h = 0.005;

/// Allocations of that many steps.
std::size_t allocations_of(World& world, int steps) {
  const std::size_t before = allocations;
  for (int i = 0; i < steps; ++i) {
    if (!world.step(h).ok) ADD_FAILURE() << world.report().brief();
  }
  return allocations - before;
}

void add_chain(World& world, int n, double x) {
  ObjectId last;
  for (int i = 0; i < n; ++i) {
    const ObjectId body = world.add(RigidBody{.position = {x + 1.0 * i, 0, 0}});
    const PointOn end{body, {-0.5, 0, 0}};
    i > 0 ? world.add(PointToPoint{PointOn{last, {0.5, 0, 0}}, end})
          : world.add(PointToPoint{Nail{{x - 0.5, 0, 0}}, end});
    last = body;
  }
}

class Allocation : public ::testing::TestWithParam<std::string> {
 protected:
  World world{{.stepper = GetParam()}};
  void SetUp() override {
    if (!counts_allocations) GTEST_SKIP();
    world.add(Gravity{});
  }
  void expect_none() {
    allocations_of(world, 3);  // builds the islands and their scratch memory
    EXPECT_EQ(allocations_of(world, 50), 0u);
  }
};
INSTANTIATE_TEST_SUITE_P(
    By,
    Allocation,
    ::testing::Values("projected", "euler", "rk4", "dormand_prince", "correction", "first_order"),
    [](const auto& chosen) { return chosen.param; });

TEST(AllocationCounter, CountsWhateverItComesFrom) {
  if (!counts_allocations) GTEST_SKIP();
  const std::size_t before = allocations;
  const std::vector<double> some(10);
  const VecX other = VecX::Zero(10);
  EXPECT_EQ(allocations - before, 2u) << some[0] + other[0];
}

TEST_P(Allocation, NoneForAPendulum) {
  add_chain(world, 1, 0.0);
  expect_none();
}

TEST_P(Allocation, NoneAfterAConstraintHasJoinedOrLeftALargeIsland) {
  add_chain(world, 100, 0.0);
  allocations_of(world, 3);
  const ObjectId body = world.model().objects().id_at(50);
  const Vec3 above = world.placement(body).position + Vec3(0, 0, 1);
  const ConstraintId bar = world.add(Distance{Nail{above}, PointOn{body}, 1.0});
  world.lambda(bar);  // brings the island up to date
  EXPECT_EQ(allocations_of(world, 5), 0u);
  world.remove(bar);
  world.kinetic_energy();
  EXPECT_EQ(allocations_of(world, 5), 0u);
}

TEST_P(Allocation, NoneForAChainOfFifty) {
  add_chain(world, 50, 0.0);
  expect_none();
}

TEST_P(Allocation, NoneForRedundantConstraints) {
  const ObjectId door = world.add(RigidBody{.position = {0.4, 0, 0}});
  for (const double z : {0.8, 0.0, -0.8})
    world.add(PointToPoint{Nail{{0, 0, z}}, PointOn{door, {-0.4, 0, z}}});
  expect_none();
  EXPECT_GT(world.report().dependent_rows, 0);
}

TEST_P(Allocation, NoneForConflictingConstraints) {
  if (GetParam() == "correction")
    GTEST_SKIP() << "a singular value decomposition of Eigen allocates";
  const ObjectId dot = world.add(Particle{});
  world.add(PointToPoint{Nail{{1, 0, 0}}, PointOn{dot}});
  world.add(PointToPoint{Nail{{-1, 0, 0}}, PointOn{dot}});
  expect_none();
}

TEST_P(Allocation, NoneForTwoIslands) {
  add_chain(world, 2, 0.0);
  add_chain(world, 3, 100.0);
  EXPECT_EQ(world.islands(), 2);
  expect_none();
}

TEST_P(Allocation, NoneForEveryKindOfObject) {
  world.add(RigidBody{});
  world.add(Particle{});
  world.add(AffineBody{});
  world.add(AffineBody2d{});
  world.add(Parametric{});
  expect_none();
}

TEST_P(Allocation, NoneForLimits) {
  const ObjectId body = world.add(RigidBody{.position = {1, 0, 0}});
  world.add(PointToPoint{Nail{{0, 0, 1}}, PointOn{body, {-1, 0, 0}}},
            {.assembly_force = 20.0, .break_force = 1e6, .break_torque = 1e6});
  expect_none();
}

TEST_P(Allocation, NoneForForcesAndMotors) {
  const ObjectId body = world.add(RigidBody{});
  world.add(PointToPoint{Nail{}, PointOn{body}});
  world.add(AxisToAxis{WorldFrame{}, DirectionOn{body}});
  world.add(Prescribed{
      AngleBetween{
          WorldDirection{Vec3::UnitX()}, DirectionOn{body, Vec3::UnitX()}, WorldDirection{}},
      Polynomial{{0.0, 1.0}}});
  world.add(SpringDamper{.a = Nail{{1, 1, 1}}, .b = PointOn{body, {1, 0, 0}}, .damping = 1.0});
  world.add(Drag{.linear = 0.1, .angular = 0.1});
  expect_none();
}

TEST_P(Allocation, NoneForKicks) {
  const ObjectId body = world.add(RigidBody{.position = {0, 0, -1}});
  world.add(PointToPoint{Nail{}, PointOn{body, {0, 0, 1}}});
  const AngleBetween angle{
      WorldDirection{{0, 0, 1}}, DirectionOn{body, {0, 0, 1}}, WorldDirection{{1, 0, 0}}};
  world.add(Limit{.quantity = angle, .lower = 0.0});
  world.add(Kick{.quantity = angle, .momentum = TimeFormula("0.01*sin(9*t)")});
  expect_none();
  EXPECT_FALSE(world.report().blows.empty());
}

TEST_P(Allocation, NoneForFormulasTablesAndBushings) {
  const ObjectId body = world.add(RigidBody{}), dot = world.add(Particle{.position = {1, 0, 0}});
  const PointOn corner{body, {0.5, 0, 0}};
  const DistanceBetween gap{corner, PointOn{dot}};
  world.add(Bushing{.a = WorldFrame{},
                    .b = FrameOn{body},
                    .stiffness = {9, 9, 9},
                    .angular_stiffness = {9, 9, 9}});
  world.add(NonlinearSpring{.quantity = gap, .force = ForceLaw("2*s + s^3")});
  world.add(NonlinearSpring{.quantity = gap, .force = ForceTable{{-1, 0, 2}, {-3, 0, 3}}});
  world.add(Motor{.quantity = gap, .speed = TimeFormula("0.1*sin(t)"), .limit = 1.0});
  world.add(MediumDrag{.point = corner, .linear = 0.1, .quadratic = 0.1});
  world.add(Attraction{.a = corner, .b = PointOn{dot}, .softening = 0.1});
  world.add(
      ForceField{.point = PointOn{dot}, .force = {"-x", "-vy", "sin(t)"}, .potential = "z^2"});
  expect_none();
}

TEST_P(Allocation, NoneForAnObjectTheHostMoves) {
  const ObjectId cart = world.add(RigidBody{.velocity = {1, 0, 0}}, {.kinematic = true});
  const ObjectId bob = world.add(Particle{.position = {0, 0, -1}, .velocity = {1, 0, 0}});
  world.add(Distance{PointOn{cart}, PointOn{bob}, 1.0});
  expect_none();
}

TEST_P(Allocation, NoneForThingsThatRoll) {
  const RigidBody body{.orientation = Quat(std::sqrt(0.5), -std::sqrt(0.5), 0, 0)};
  const ObjectId wheel = world.add(body), ball = world.add(body), cam = world.add(body);
  const Surface sheet =
      HeightField{.heights = std::vector<std::vector<double>>(5, std::vector<double>(5, -0.3)),
                  .corner = {-1.0, -1.0},
                  .spacing = {0.5, 0.5}};
  world.add(Wheel{.wheel = FrameOn{wheel}, .surface = {WorldFrame{}, sheet}, .radius = 0.3});
  world.add(RollingSphere{.ball = FrameOn{ball}, .surface = {WorldFrame{}, sheet}, .radius = 0.3});
  const Quat upright = body.orientation;
  world.add(PlaneJoint{.a = WorldFrame{.orientation = upright}, .b = FrameOn{cam}});
  world.add(RollingCurves{.a = {WorldFrame{.orientation = upright}, Line{.point = {0.0, 0.3, 0.0}}},
                          .b = {FrameOn{cam}, Ellipse{.radii = {0.5, 0.3}}}});
  expect_none();
}

// A tower that stands, a box that slides, a ball that rolls and a pendulum that lies on the floor.
TEST(ContactAllocation, NoneForThingsThatTouch) {
  if (!counts_allocations) GTEST_SKIP();
  World world;
  world.add(Gravity{});
  const auto add = [&](const auto& solid, const Vec3& at, const Vec3& velocity) {
    RigidBody body = RigidBody::from(mass_properties(solid, 1000.0));
    body.position = at;
    body.velocity = velocity;
    return world.add(body, {.collision = Collision::of(solid, {.friction = 0.1})});
  };
  world.add(RigidBody{}, {.kinematic = true, .collision = Collision::of(HalfSpace{})});
  for (int i = 0; i < 5; ++i) add(Box{{1, 1, 1}}, {0, 0, 0.5 + i}, Vec3::Zero());
  add(Box{{1, 1, 1}}, {3, 0, 0.5}, {5, 0, 0});
  add(Sphere{0.5}, {0, 3, 0.5}, {3, 0, 0});
  const ObjectId rod = add(Capsule{0.1, 1.0}, {0, -3, 0.1}, Vec3::Zero());
  world.add(PointToPoint{Nail{{0, -3, 0.6}}, PointOn{rod, {0, 0, 0.5}}});
  // In every 16th step it is looked who has come apart, which takes some memory for a moment.
  allocations_of(world, 16 * 13 + 1);
  EXPECT_EQ(allocations_of(world, 15), 0u);
}

// Bytes that a copy of the state takes: all it holds.
std::size_t size_of(const State& state) {
  const std::size_t before = allocated_bytes;
  const State copy = state;
  return allocated_bytes - before;
}

TEST_P(Allocation, NoneForControllers) {
  const ObjectId bob = world.add(RigidBody{.position = {0, 0, -1}}, {.name = "bob"});
  world.add(PointToPoint{Nail{}, PointOn{bob, {0, 0, 1}}}, {.name = "pin"});
  const AngleBetween angle{
      WorldDirection{{0, 0, 1}}, DirectionOn{bob, {0, 0, 1}}, WorldDirection{{1, 0, 0}}};
  world.add(Computed{.formula = "x/1000 + t", .inputs = {{"x", NamedSignal{"pin.force"}}}},
            {.name = "wish"});
  const ControllerId servo = world.add(Pid{.input = QuantitySignal{angle},
                                           .reference = NamedSignal{"wish.output"},
                                           .p = 2.0,
                                           .i = 0.5,
                                           .d = 1.0});
  world.add(Actuator{.quantity = angle, .effort = servo});
  expect_none();
}

// 96 bytes of a ball joint and 80 of its options, 208 of a body and 96 of its name and of what
// hangs on it, 128 of their coordinates and forces, 168 of the forces of earlier steps; indices are
// the rest.
TEST(ModelMemory, ALinkOfALongChainTakesLessThan900Bytes) {
  if (!counts_allocations) GTEST_SKIP();
  World world;
  world.add(Gravity{});
  add_chain(world, 2000, 0.0);
  world.step(h);
  const std::size_t before = allocated_bytes;
  const World::Snapshot copy = world.snapshot();
  const std::size_t bytes = allocated_bytes - before;
  EXPECT_LE(bytes / 2000, 900u);
  EXPECT_GE(bytes / 2000, 700u) << "or it is not all there";
  EXPECT_EQ(copy.model.objects().size(), 2000u);
}

/// Bytes of the heap that are in use.
std::size_t bytes_in_use() {
#ifdef HOLON_COUNTS_MALLOC
  const struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
#else
  return 0;
#endif
}

// Beside model and state, of each link: 350 bytes of the body at work, 290 of its blocks of J, 220
// of what the joint is bound to, 150 of the factors and 90 of the products that fill them; the
// vectors of stepper and solver are most of the rest.
TEST(WorldMemory, ALinkOfALongChainInMotionTakesLessThan4000Bytes) {
  if (!counts_allocations) GTEST_SKIP();
  const std::size_t before = bytes_in_use();
  World world;
  world.add(Gravity{});
  add_chain(world, 2000, 0.0);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(world.step(h).ok);
  const std::size_t bytes = bytes_in_use() - before;
  EXPECT_LT(bytes / 2000, 4000u);
  EXPECT_GE(bytes / 2000, 2000u) << "or it is not all there";
}

TEST(StateMemory, DoesNotGrowWithEdits) {
  if (!counts_allocations) GTEST_SKIP();
  World world;
  world.add(Gravity{});
  add_chain(world, 3, 0.0);
  std::vector<std::size_t> sizes;
  for (int i = 0; i < 1000; ++i) {
    const ObjectId body = world.add(RigidBody{.position = {0, 0, 5}});
    const ObjectId dot = world.add(Particle{.position = {0, 0, 6}});
    world.add(Distance{PointOn{body}, PointOn{dot}, 1.0});
    world.step(h);
    sizes.push_back(size_of(world.state()));
    world.remove(i % 2 == 0 ? body : dot);
    world.remove(i % 2 == 0 ? dot : body);
  }
  EXPECT_GT(sizes.front(), 0u);
  EXPECT_EQ(sizes.back(), sizes.front());
}

}  // namespace holon::allocation_test
