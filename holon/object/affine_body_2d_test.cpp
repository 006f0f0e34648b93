// SPDX-License-Identifier: Apache-2.0
#include "holon/object/affine_body_2d.h"

#include <gmock/gmock.h>

#include <Eigen/Eigenvalues>

#include "holon/checks/object_checks.h"
#include "holon/holon.h"

namespace holon::affine_body_2d_test {

using checks::Placed;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Three mass points about their centre of mass, in the plane.
std::vector<MassPoint> cloud() {
  std::vector<MassPoint> points = {
      {1.0, {0.3, 0.1, 0}}, {0.5, {-0.4, 0.6, 0}}, {2.0, {0.2, -0.3, 0}}};
  const Vec3 com = from_points(points).com;
  for (MassPoint& p : points) p.position -= com;
  return points;
}
AffineBody2d plate() {
  AffineBody2d body;
  body.mu = 100.0;
  body.lambda = 50.0;
  body.height = 0.4;
  return body;
}

TEST(AffineBody2d, ConnectorsMatchFiniteDifferences) {
  std::mt19937 random(9);
  for (int i = 0; i < 10; ++i) {
    Placed<AffineBody2d> body(plate());
    body.shake(random, 0.3);
    checks::expect_point_derivatives(body, {ObjectId{}, checks::random_vec3(random)});
    checks::expect_direction_derivatives(body,
                                         {ObjectId{}, checks::random_vec3(random).normalized()});
    const Quat axes = rotation_exp(checks::random_vec3(random));
    checks::expect_frame_derivatives(body, {ObjectId{}, checks::random_vec3(random), axes});
    checks::expect_way_and_back(body);
    checks::expect_reversible_flight(body, 0.3);
  }
}

TEST(AffineBody2d, InertiaIsThatOfItsMassPoints) {
  std::mt19937 random(10);
  AffineBody2d description = plate();
  description.mass = 0.0;
  description.second_moment.setZero();
  std::vector<checks::Marker> markers;
  for (const MassPoint& p : cloud()) {
    markers.push_back({p.mass, {ObjectId{}, p.position}});
    const Vec2 X = p.position.head<2>();
    description.mass += p.mass;
    description.second_moment += p.mass * X * X.transpose();
  }
  Placed<AffineBody2d> body(description);
  for (int i = 0; i < 10; ++i) {
    body.shake(random);
    checks::expect_inertia_of(body, markers);
  }
}

TEST(AffineBody2d, ElasticForceIsTheGradientOfItsEnergy) {
  std::mt19937 random(11);
  Placed<AffineBody2d> body(plate());
  body.shake(random, 0.3);
  VecX Q = VecX::Zero(6);
  body.runtime.add_internal_force(Q.data());
  for (int k = 0; k < 6; ++k) {
    const auto energy = [&](double t) {
      return Eigen::Matrix<double, 1, 1>(body.after(t, VecX::Unit(6, k)).internal_energy());
    };
    EXPECT_NEAR(Q[k], -checks::first_difference(energy)[0], 1e3 * checks::first_tolerance);
  }
}

// The unit plate of mass 1, J = 1/12: shear and one stretch at ω² = 2 μ A/J, breathing at
// ω² = 2 (μ + λ) A/J; two shifts and a turn are free.
TEST(AffineBody2d, VibratesAtItsThreeFrequencies) {
  const Placed<AffineBody2d> body(plate());
  MatX K(6, 6), M(6, 6);
  for (int k = 0; k < 6; ++k) {
    const auto force = [&](double t) -> VecX {
      VecX Q = VecX::Zero(6);
      body.after(t, VecX::Unit(6, k)).add_internal_force(Q.data());
      return Q;
    };
    K.col(k) = -checks::first_difference(force);
  }
  body.runtime.mass_matrix(M.data());
  const MatX symmetric = 0.5 * (K + K.transpose());
  const VecX w2 = Eigen::GeneralizedSelfAdjointEigenSolver<MatX>(symmetric, M).eigenvalues();
  EXPECT_LT(w2.head(3).cwiseAbs().maxCoeff(), 1e-6 * w2[5]);
  EXPECT_NEAR(std::sqrt(w2[3]), 48.98979485566356, 1e-7);
  EXPECT_NEAR(std::sqrt(w2[4]), 48.98979485566356, 1e-7);
  EXPECT_NEAR(std::sqrt(w2[5]), 60.0, 1e-7);
}

TEST(AffineBody2d, RotationCostsNoEnergyAndMeetsNoResistance) {
  AffineBody2d description = plate();
  description.viscosity = 3.0;
  description.deformation = Eigen::Rotation2Dd(0.7).toRotationMatrix();
  description.deformation_rate << 0, -2, 2, 0;
  description.deformation_rate *= description.deformation;
  const Placed<AffineBody2d> body(description);
  VecX Q = VecX::Zero(6);
  body.runtime.add_internal_force(Q.data());
  EXPECT_LT(body.runtime.internal_energy(), 1e-28);
  EXPECT_LT(Q.norm(), 1e-12);
  EXPECT_LT((body.runtime.frame({}).w - Vec3(0, 0, 2)).norm(), 1e-14);
}

// ---- life in a plane ----

TEST(AffineBody2d, StaysInItsPlaneWhateverPullsAtIt) {
  World world;
  world.add(Gravity{.g = {0, -9.81, -50}});
  const ObjectId id = world.add(plate());
  world.add(AppliedForce{PointOn{id, {0.5, 0.5, 0}}, Path::constant({1, 0, 30})});
  world.add(SpringDamper{Nail{{0, 1, 3}}, PointOn{id, {0, 0.5, 0}}, 20.0, 1.0, 0.5});
  world.run(0.5, 0.005);
  const Placement p = world.placement(id);
  EXPECT_GT(p.position.head<2>().norm(), 0.1);
  EXPECT_EQ(p.position.z(), 0.4);
  EXPECT_EQ(p.velocity.z(), 0.0);
  EXPECT_EQ(world.direction(DirectionOn{id, Vec3::UnitZ()}).x, Vec3(0, 0, 1));
  EXPECT_EQ(p.angular_velocity.x(), 0.0);
  EXPECT_EQ(p.angular_velocity.y(), 0.0);
  EXPECT_EQ(world.degrees_of_freedom(), 6);
}

// The plane carries what is tied to the plate: a weight pulling out of the plane does not move it.
TEST(AffineBody2d, CarriesAWeightAcrossItsPlane) {
  World world;
  const Vec3 g(0, 0, -9.81);
  world.add(Gravity{.g = g});
  const ObjectId id = world.add(plate());
  const ObjectId weight = world.add(Particle{.mass = 0.5, .position = {0, 0, 0.4}});
  const ConstraintId knot = world.add(PointToPoint{PointOn{id}, PointOn{weight}});
  world.run(0.5, 0.01);
  EXPECT_LT((world.placement(weight).position - Vec3(0, 0, 0.4)).norm(), 1e-12);
  EXPECT_LT((world.loads(knot)[1].force + 0.5 * g).norm(), 1e-11);
}

// ---- moved by the host ----

TEST(AffineBody2d, KinematicOneDrivesWhatHangsOnIt) {
  AffineBody2d belt = plate();
  belt.velocity = {1.0, -0.5};
  World world;
  const Vec3 g(0, -9.81, 0);
  world.add(Gravity{.g = g});
  const ObjectId id = world.add(belt, {.kinematic = true});
  const ObjectId weight =
      world.add(Particle{.mass = 2.0, .position = {0.5, 0, 0.4}, .velocity = {1, -0.5, 0}});
  const ConstraintId glue = world.add(PointToPoint{PointOn{id, {0.5, 0, 0}}, PointOn{weight}});
  world.run(1.0, 0.01);  // by itself, at constant velocity
  EXPECT_LT((world.placement(weight).position - Vec3(1.5, -0.5, 0.4)).norm(), 1e-11);
  EXPECT_LT((world.loads(glue)[0].force - 2.0 * g).norm(), 1e-9);
  const double a = 2.0, h = 0.01;
  for (int i = 1; i <= 100; ++i) {  // then faster and faster along x
    const double t = i * h;
    world.drive(id,
                {.position = {1.0 + t + 0.5 * a * t * t, -0.5 - 0.5 * t, 0},
                 .velocity = {1.0 + a * t, -0.5, 0}});
    ASSERT_TRUE(world.step(h).ok);
  }
  EXPECT_LT((world.placement(weight).position - Vec3(3.5, -1.0, 0.4)).norm(), 1e-11);
  EXPECT_LT((world.loads(glue)[1].force - 2.0 * (Vec3(a, 0, 0) - g)).norm(), 1e-8);
}

// ---- what is refused ----

TEST(AffineBody2d, NamesTheFieldThatMakesNoSense) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  AffineBody2d bad;
  bad.mass = 0.0;
  bad.area = -1.0;
  bad.mu = -1.0;
  bad.lambda = nan;
  bad.viscosity = -1.0;
  bad.height = nan;
  bad.position.x() = nan;
  bad.velocity.x() = nan;
  bad.deformation_rate(0, 0) = nan;
  bad.deformation = Vec2(1, -1).asDiagonal();
  bad.second_moment = Vec2(1, 0).asDiagonal();
  Diagnostics d;
  bad.check(d);
  EXPECT_THAT(d.errors(),
              ElementsAre(HasSubstr("mass: "),
                          HasSubstr("area: "),
                          HasSubstr("mu: "),
                          HasSubstr("lambda: "),
                          HasSubstr("viscosity: "),
                          HasSubstr("height: "),
                          HasSubstr("position: "),
                          HasSubstr("velocity: "),
                          HasSubstr("deformation_rate: "),
                          HasSubstr("deformation: must have a positive determinant"),
                          "second_moment: must be symmetric and positive definite"));
}

}  // namespace holon::affine_body_2d_test
