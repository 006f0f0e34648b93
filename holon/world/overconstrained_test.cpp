// SPDX-License-Identifier: Apache-2.0
// More constraints than freedom: what conflicts is met in the sense of least squares, what is
// redundant shares its load with the smallest sum of squares. Closed forms throughout.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "holon/world/world.h"

namespace holon::overconstrained_test {

// Errors decay as e^{−t/τ}, τ = 0.05 s: after 3 s nothing of the start is left (60 τ).
constexpr double settled = 3.0, h = 0.01;
// Shares are found by iteration through factors shifted by 1e-8 of their size; so rounding leaves
// some 1e-16/1e-8 of the forces in them. Positions feel the same through their last step.
constexpr double tiny = 1e-8;

class OverConstrained : public ::testing::TestWithParam<std::string> {
 protected:
  World world{{.stepper = GetParam()}};

  ConstraintId nail(ObjectId object, const Vec3& at, double weight = 1.0) {
    return world.add(PointToPoint{Nail{at}, PointOn{object}}, {.weight = weight});
  }
  /// Keeps the object in the plane through `at` with the given normal.
  ConstraintId plane(ObjectId object, const Vec3& at, const Vec3& normal) {
    const Quat turn = Quat::FromTwoVectors(Vec3::UnitZ(), normal);
    return world.add(PointOnPlane{WorldFrame{at, turn}, PointOn{object}});
  }
  Vec3 position(ObjectId id) const { return world.placement(id).position; }
  Vec3 force_on_b(ConstraintId id) const { return world.loads(id).at(1).force; }
  void settle() { ASSERT_TRUE(world.run(settled, h).ok) << world.report().brief(); }
};
INSTANTIATE_TEST_SUITE_P(By,
                         OverConstrained,
                         ::testing::Values("projected", "rk4"),
                         [](const auto& chosen) { return chosen.param; });

TEST_P(OverConstrained, BetweenTwoNailsAParticleRestsHalfWay) {
  world.add(Gravity{.g = {0, -9.81, 0}});
  const ObjectId dot = world.add(Particle{.position = {0.3, 0.2, 0.1}});
  const ConstraintId left = nail(dot, {-1, 0, 0}), right = nail(dot, {1, 0, 0});
  settle();
  EXPECT_LT(position(dot).norm(), tiny);
  EXPECT_NEAR(world.error(left).at(0), 1.0, tiny);
  EXPECT_NEAR(world.error(right).at(0), -1.0, tiny);
  for (const ConstraintId id : {left, right})
    EXPECT_LT((force_on_b(id) - Vec3(0, 4.905, 0)).norm(), 10 * tiny) << force_on_b(id).transpose();
  EXPECT_EQ(world.report().dependent_rows, 3);
  EXPECT_NEAR(world.report().worst_error, 1.0, tiny);
  EXPECT_NEAR(world.report().conflict, 1.0, 1e-6) << "all of the error is beyond remedy";
}

TEST_P(OverConstrained, WithoutALoadConflictingNailsDoNotPull) {
  const ObjectId dot = world.add(Particle{.position = {0.3, 0.2, 0.1}});
  const ConstraintId left = nail(dot, {-1, 0, 0}), right = nail(dot, {1, 0, 0});
  settle();
  EXPECT_LT(position(dot).norm(), tiny);
  for (const ConstraintId id : {left, right}) EXPECT_LT(force_on_b(id).norm(), 10 * tiny);
}

// Σ w (x − xᵢ)² is smallest at x = (3·0 + 1·2)/4.
TEST_P(OverConstrained, TheHeavierWeightIsMetBetter) {
  const ObjectId dot = world.add(Particle{.position = {1.4, -0.2, 0.1}});
  nail(dot, {0, 0, 0}, 3.0);
  nail(dot, {2, 0, 0}, 1.0);
  settle();
  EXPECT_LT((position(dot) - Vec3(0.5, 0, 0)).norm(), tiny);
  EXPECT_NEAR(world.report().conflict, 1.5, 1e-6) << "in metres, whatever the weight";
}

TEST_P(OverConstrained, AmongThreeNailsAParticleRestsAtTheirCentroid) {
  const ObjectId dot = world.add(Particle{});
  for (const Vec3& at : {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(0, 3, 0)}) nail(dot, at);
  settle();
  EXPECT_LT((position(dot) - Vec3(2.0 / 3.0, 1, 0)).norm(), tiny);
}

// A rod of length 2 between nails 2.2 apart: in the middle, along their line, 0.1 short at each
// end.
TEST_P(OverConstrained, ARodTooShortForItsNailsLiesCentredBetweenThem) {
  const double angle = std::numbers::pi / 6.0;
  const Vec3 along(std::cos(angle), std::sin(angle), 0);
  const Vec3 start(std::cos(angle + 0.2), std::sin(angle + 0.2), 0);
  const Mat3 inertia = Vec3(0, 1.0 / 3.0, 1.0 / 3.0).asDiagonal();
  const ObjectId rod =
      world.add(RigidBody{.inertia = inertia,
                          .position = {1.0, 0.4, 0},
                          .orientation = Quat::FromTwoVectors(Vec3::UnitX(), start)});
  const ConstraintId a = world.add(PointToPoint{Nail{}, PointOn{rod, {-1, 0, 0}}});
  const ConstraintId b = world.add(PointToPoint{Nail{2.2 * along}, PointOn{rod, {1, 0, 0}}});
  settle();
  EXPECT_NEAR(position(rod).x(), 0.9526279441628825, tiny);
  EXPECT_NEAR(position(rod).y(), 0.55, tiny);
  const Vec3 x = world.direction(DirectionOn{rod, Vec3::UnitX()}).x;
  EXPECT_NEAR(std::atan2(x.y(), x.x()), angle, tiny);
  for (const ConstraintId id : {a, b}) {
    const std::vector<double> e = world.error(id);
    EXPECT_NEAR(Vec3(e[0], e[1], e[2]).norm(), 0.1, tiny);
  }
}

TEST_P(OverConstrained, BetweenTwoParallelPlanesAParticleStaysHalfWayAndSlides) {
  const ObjectId dot = world.add(Particle{.position = {0, 0.2, 0}, .velocity = {2, 0, 0}});
  plane(dot, {0, 0, 0}, Vec3::UnitY());
  plane(dot, {0, 1, 0}, Vec3::UnitY());
  settle();
  EXPECT_NEAR(position(dot).y(), 0.5, tiny);
  EXPECT_NEAR(position(dot).x(), 2.0 * settled, tiny) << "nothing holds it along the planes";
}

// x² + y² + (x + y − 1)²/2 is smallest at x = y = 1/4.
TEST_P(OverConstrained, ThreePlanesWithoutACommonLineAreMissedByLeastSquares) {
  const ObjectId dot = world.add(Particle{.position = {0.7, 0.1, 0}});
  plane(dot, {0, 0, 0}, Vec3::UnitX());
  plane(dot, {0, 0, 0}, Vec3::UnitY());
  plane(dot, {0.5, 0.5, 0}, Vec3(1, 1, 0).normalized());
  settle();
  EXPECT_LT((position(dot) - Vec3(0.25, 0.25, 0)).norm(), tiny);
}

TEST_P(OverConstrained, ThreeCopiesOfOnePinCarryAThirdEach) {
  world.add(Gravity{.g = {0, -9.81, 0}});
  const Mat3 inertia = Vec3(1.0 / 12.0, 0, 1.0 / 12.0).asDiagonal();
  const ObjectId rod = world.add(RigidBody{.inertia = inertia, .position = {0, -0.5, 0}});
  std::vector<ConstraintId> pins;
  for (int i = 0; i < 3; ++i)
    pins.push_back(world.add(PointToPoint{Nail{}, PointOn{rod, {0, 0.5, 0}}}));
  ASSERT_TRUE(world.run(0.5, h).ok);
  for (const ConstraintId id : pins)
    EXPECT_LT((force_on_b(id) - Vec3(0, 3.27, 0)).norm(), 10 * tiny) << force_on_b(id).transpose();
  EXPECT_EQ(world.report().dependent_rows, 6);
  EXPECT_LT(world.report().conflict, 1e-9) << "redundant, but in agreement";
}

// F = (W/4) (1 + xᵢ x₀/a² + yᵢ y₀/b²)
TEST_P(OverConstrained, FourLegsOfARigidTableShareItsLoad) {
  const double a = 0.5, b = 0.3;
  const ObjectId table = world.add(RigidBody{});
  std::vector<ConstraintId> legs;
  for (const Vec3& at : {Vec3(a, b, 0), Vec3(a, -b, 0), Vec3(-a, b, 0), Vec3(-a, -b, 0)})
    legs.push_back(world.add(PointOnPlane{WorldFrame{}, PointOn{table, at}}));
  world.add(AppliedForce{PointOn{table, {0.1, 0.06, 0}}, Path::constant({0, 0, -98.1})});
  ASSERT_TRUE(world.run(0.1, h).ok);
  const double expected[] = {34.335, 24.525, 24.525, 14.715};
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR(world.lambda(legs[i]).at(0), expected[i], 100 * tiny) << "leg " << i;
  EXPECT_EQ(world.report().dependent_rows, 1);
  EXPECT_LT(position(table).norm(), 1e-9);
}

// The hinges carry W/3 each and, against the moment M = 80 N m, M zᵢ/Σz².
TEST_P(OverConstrained, ThreeHingesOfADoorShareItsWeight) {
  world.add(Gravity{.g = {0, 0, -10}});
  const Mat3 inertia = Vec3(2, 3, 1.5).asDiagonal();
  const ObjectId door =
      world.add(RigidBody{.mass = 20.0, .inertia = inertia, .position = {0.4, 0, 0}});
  std::vector<ConstraintId> hinges;
  for (const double z : {0.8, 0.0, -0.8})
    hinges.push_back(world.add(PointToPoint{Nail{{0, 0, z}}, PointOn{door, {-0.4, 0, z}}}));
  ASSERT_TRUE(world.run(0.1, h).ok);
  const double pull[] = {-50.0, 0.0, 50.0};  // on the door: the top hinge holds it back
  for (int i = 0; i < 3; ++i)
    EXPECT_LT((force_on_b(hinges[i]) - Vec3(pull[i], 0, 200.0 / 3.0)).norm(), 100 * tiny)
        << "hinge " << i << ": " << force_on_b(hinges[i]).transpose();
  EXPECT_EQ(world.report().dependent_rows, 4) << "9 rows leave one freedom of six";
}

// θ'' = −κ sin θ from 60°, κ = (g/L)(3m/2 + M)/(m + M). The platform stays level with three cranks
// as with two; which crank carries how much is shared, the sum is not.
TEST_P(OverConstrained, APlatformOnThreeCranksSwingsAsOnTwo) {
  world.add(Gravity{.g = {0, -9.81, 0}});
  const double theta = std::numbers::pi / 3.0, length = 1.0;
  const Vec3 down(std::sin(theta), -std::cos(theta), 0);
  const Mat3 thin = Vec3(1.0 / 12.0, 0, 1.0 / 12.0).asDiagonal();
  const Mat3 flat = Vec3(0, 2.0 / 3.0, 2.0 / 3.0).asDiagonal();
  const ObjectId platform =
      world.add(RigidBody{.mass = 2.0, .inertia = flat, .position = Vec3(1, 0, 0) + length * down});
  std::vector<ConstraintId> feet;
  ObjectId crank;
  for (const double x : {0.0, 1.0, 2.0}) {
    crank = world.add(RigidBody{.inertia = thin,
                                .position = Vec3(x, 0, 0) + 0.5 * length * down,
                                .orientation = Quat::FromTwoVectors(-Vec3::UnitY(), down)});
    feet.push_back(world.add(PointToPoint{Nail{{x, 0, 0}}, PointOn{crank, {0, 0.5, 0}}}));
    world.add(PointToPoint{PointOn{crank, {0, -0.5, 0}}, PointOn{platform, {x - 1.0, 0, 0}}});
  }
  const double step = 1e-3;
  ASSERT_TRUE(world.run(1.0, step).ok);
  const Vec3 y = world.direction(DirectionOn{crank, -Vec3::UnitY()}).x;
  // Second order for projected: about κ^{3/2} h² of the angle in a second.
  const double allowed = GetParam() == "rk4" ? 1e-8 : 4e-5;
  EXPECT_NEAR(std::atan2(y.x(), -y.y()), -1.047139833990929, allowed);
  Vec3 ground = Vec3::Zero();
  for (const ConstraintId id : feet) ground += force_on_b(id);
  EXPECT_NEAR(ground.x(), 17.350030031059713, 100 * allowed);
  EXPECT_NEAR(ground.y(), 19.010879747044978, 100 * allowed);
  EXPECT_LT(world.report().conflict, 1e-6);
}

// ---- Conflicts at a dead point ----
// Sideways the bars are stretched to second order only, so their gradients become parallel just
// where the error is smallest. Explicit methods, which look at the gradients of the moment, are
// thrown off there; the projected one searches for the nearest point, if more slowly than e^{−t/τ}.

// Both bars are half a metre too short: the particle rests on their line, in the middle.
TEST(OverConstrainedAtADeadPoint, AParticleOnTwoShortBarsRestsInTheMiddle) {
  World world;
  const ObjectId dot = world.add(Particle{.position = {1.3, 0.4, 0}});
  const ConstraintId a = world.add(Distance{Nail{{0, 0, 0}}, PointOn{dot}, 1.0});
  const ConstraintId b = world.add(Distance{Nail{{3, 0, 0}}, PointOn{dot}, 1.0});
  ASSERT_TRUE(world.run(8.0, h).ok);
  const Vec3 x = world.placement(dot).position;
  EXPECT_NEAR(x.x(), 1.5, tiny);
  EXPECT_LT(std::hypot(x.y(), x.z()), 1e-5) << "y shows in a length as y²/3: not at all";
  for (const ConstraintId id : {a, b}) EXPECT_NEAR(world.error(id).at(0), 0.5, tiny);
}

// Bars of 1, 1 and 3 metres: a flat triangle with sides 4/3, 4/3 and 8/3, a third off each.
/// Windows in a row, of 2n + 1 thin bars of 1 m and 1 kg on hinges along y, whose upper bars start
/// at 1 m/s. Each has three rows too many, and all lie flat at once.
World four_bars(int n) {
  World world;
  world.add(Gravity{});
  const auto bar = [&](const Vec3& at, const Vec3& along, const Vec3& spin) {
    const Vec3 thin = Vec3::Constant(1.0 / 12.0) - (1.0 / 12.0 - 1e-4) * along;
    return world.add(RigidBody{.mass = 1.0,
                               .inertia = thin.asDiagonal(),
                               .position = at,
                               .velocity = {spin.y() > 0.0 ? 0.5 : 1.0, 0, 0},
                               .angular_velocity = spin});
  };
  const Quat along_y = Quat::FromTwoVectors(Vec3::UnitZ(), Vec3::UnitY());
  const auto hinge = [&](const FrameRef& a, ObjectId b, const Vec3& at) {
    world.add(LineHinge{.a = a, .b = FrameOn{b, at, along_y}});
  };
  std::vector<ObjectId> posts, beams;
  for (int i = 0; i <= n; ++i) {
    posts.push_back(bar({1.0 * i, 0, 0.5}, Vec3::UnitZ(), Vec3::UnitY()));
    if (i < n) beams.push_back(bar({i + 0.5, 0, 1}, Vec3::UnitX(), Vec3::Zero()));
  }
  for (int i = 0; i <= n; ++i) {
    const FrameOn top{posts[i], {0, 0, 0.5}, along_y};
    hinge(WorldFrame{{1.0 * i, 0, 0}, along_y}, posts[i], {0, 0, -0.5});
    if (i > 0) hinge(top, beams[i - 1], {0.5, 0, 0});
    if (i < n) hinge(top, beams[i], {-0.5, 0, 0});
  }
  return world;
}

// What the last window says is told by all others, with what they round.
TEST(OverConstrainedAtADeadPoint, FortyFourBarsInARowPassItTogether) {
  World world = four_bars(40);
  world.step(1e-3);
  const double energy = world.report().energy();
  for (int i = 0; i < 600; ++i) {
    ASSERT_TRUE(world.step(1e-3).ok);
    ASSERT_EQ(world.report().dependent_rows, 120) << "step " << i;
  }
  for (int i = 0; i < 400; ++i) {
    ASSERT_TRUE(world.step(1e-3).ok);
    ASSERT_LT(world.report().worst_error, 1e-10) << "step " << i;
  }
  // they fall by 1 m: second order leaves some 1e-6 of what that gives
  EXPECT_NEAR(world.report().energy(), energy, 1e-4 * energy);
}

TEST(OverConstrainedAtADeadPoint, ATriangleThatCannotCloseLiesFlat) {
  World world;
  const ObjectId a = world.add(Particle{}), b = world.add(Particle{.position = {1, 0, 0}}),
                 c = world.add(Particle{.position = {0.4, 0.5, 0}});
  world.add(Distance{PointOn{a}, PointOn{c}, 1.0});
  world.add(Distance{PointOn{b}, PointOn{c}, 1.0});
  world.add(Distance{PointOn{a}, PointOn{b}, 3.0});
  ASSERT_TRUE(world.run(8.0, h).ok);
  const auto length = [&](ObjectId p, ObjectId q) {
    return world.scalar(DistanceBetween{PointOn{p}, PointOn{q}}).x;
  };
  EXPECT_NEAR(length(a, c), 4.0 / 3.0, tiny);
  EXPECT_NEAR(length(b, c), 4.0 / 3.0, tiny);
  EXPECT_NEAR(length(a, b), 8.0 / 3.0, tiny);
}

}  // namespace holon::overconstrained_test
