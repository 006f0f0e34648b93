// SPDX-License-Identifier: Apache-2.0
#include "holon/object/affine_body.h"

#include <gmock/gmock.h>

#include <Eigen/Eigenvalues>
#include <numbers>

#include "holon/checks/object_checks.h"
#include "holon/holon.h"

namespace holon::affine_body_test {

using checks::Placed;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Vec3 g(0.0, -9.81, 0.0);

// Mass points about their centre of mass.
std::vector<MassPoint> cloud() {
  std::vector<MassPoint> points = {{1.0, {0.3, 0.1, -0.2}},
                                   {0.5, {-0.4, 0.6, 0.1}},
                                   {2.0, {0.2, -0.3, 0.5}},
                                   {0.8, {0.5, 0.4, 0.3}}};
  const Vec3 com = from_points(points).com;
  for (MassPoint& p : points) p.position -= com;
  return points;
}
AffineBody cloud_body() {
  AffineBody body = AffineBody::from(from_points(cloud()));
  body.volume = 0.7;
  body.young = 3.0;
  body.poisson = 0.2;
  body.viscosity = 0.4;
  body.position = {0.4, -0.2, 0.7};
  body.deformation = rotation_exp({0.4, -0.2, 0.9}).toRotationMatrix();
  return body;
}
// The block of the published frequencies.
AffineBody block() {
  AffineBody body = AffineBody::from(mass_properties(Box{.size = {0.4, 0.3, 0.2}}, 1000.0));
  body.young = 1e6;
  body.poisson = 0.3;
  return body;
}

// ---- connectors and inertia ----

TEST(AffineBody, ConnectorsMatchFiniteDifferences) {
  std::mt19937 random(5);
  for (int i = 0; i < 10; ++i) {
    Placed<AffineBody> body(cloud_body());
    body.shake(random, 0.2);  // not so far that the deformation becomes singular
    checks::expect_point_derivatives(body, {ObjectId{}, checks::random_vec3(random)});
    checks::expect_direction_derivatives(body,
                                         {ObjectId{}, checks::random_vec3(random).normalized()});
    const Quat axes = rotation_exp(checks::random_vec3(random));
    checks::expect_frame_derivatives(body, {ObjectId{}, checks::random_vec3(random), axes});
    checks::expect_way_and_back(body);
    checks::expect_reversible_flight(body, 0.3);
  }
}

TEST(AffineBody, InertiaIsThatOfItsMassPoints) {
  std::mt19937 random(6);
  std::vector<checks::Marker> markers;
  for (const MassPoint& p : cloud()) markers.push_back({p.mass, {ObjectId{}, p.position}});
  for (int i = 0; i < 10; ++i) {
    Placed<AffineBody> body(cloud_body());
    body.shake(random);
    checks::expect_inertia_of(body, markers);
  }
}

// Under shear x += s z the z axis of a frame leans over with the material, and x stays at a right
// angle to it; in the plane of both it is as near to the material's x as it gets.
TEST(AffineBody, FrameFollowsTheMaterialWithItsZAxis) {
  AffineBody description = block();
  description.deformation(0, 2) = 0.5;
  const Placed<AffineBody> body(description);
  const FrameKin f = body.runtime.frame({});
  EXPECT_LT((f.R.col(2) - Vec3(0.5, 0, 1).normalized()).norm(), 1e-15);
  EXPECT_LT((f.R.col(0) - Vec3(1, 0, -0.5).normalized()).norm(), 1e-15);
  EXPECT_LT((f.R.col(1) - Vec3(0, 1, 0)).norm(), 1e-15);
}

// ---- elasticity ----

TEST(AffineBody, ElasticForceIsTheGradientOfItsEnergy) {
  std::mt19937 random(7);
  Placed<AffineBody> body(cloud_body());
  body.shake(random);
  body.v.setZero();  // no viscous part
  body.place();
  VecX Q = VecX::Zero(12);
  body.runtime.add_internal_force(Q.data());
  EXPECT_GT(Q.norm(), 0.1);
  for (int k = 0; k < 12; ++k) {
    const auto energy = [&](double t) {
      return Eigen::Matrix<double, 1, 1>(body.after(t, VecX::Unit(12, k)).internal_energy());
    };
    EXPECT_NEAR(Q[k], -checks::first_difference(energy)[0], checks::first_tolerance);
  }
}

TEST(AffineBody, RotationCostsNoEnergyAndMeetsNoResistance) {
  AffineBody description = cloud_body();
  const Vec3 w(1.0, -2.0, 0.5);
  description.deformation_rate = skew(w) * description.deformation;
  const Placed<AffineBody> body(description);
  VecX Q = VecX::Zero(12);
  body.runtime.add_internal_force(Q.data());
  EXPECT_LT(body.runtime.internal_energy(), 1e-30);
  EXPECT_LT(Q.norm(), 1e-14);
  EXPECT_LT((body.runtime.frame({}).w - w).norm(), 1e-14);
}

// Stress η Ė on top of the elastic one takes power V η Ė:Ė out of the motion.
TEST(AffineBody, ViscosityTakesThePowerOfTheStrainRate) {
  std::mt19937 random(8);
  const AffineBody thick = cloud_body();
  AffineBody dry = thick;
  dry.viscosity = 0.0;
  Placed<AffineBody> body(thick);
  body.shake(random);
  Placed<AffineBody> same(dry);
  same.q = body.q;
  same.v = body.v;
  same.place();
  VecX Q = VecX::Zero(12), Q_dry = VecX::Zero(12);
  body.runtime.add_internal_force(Q.data());
  same.runtime.add_internal_force(Q_dry.data());
  const Mat3 A = view<Mat3>(body.q.data() + 3), Ad = view<Mat3>(body.v.data() + 3);
  const Mat3 rate = 0.5 * (A.transpose() * Ad + Ad.transpose() * A);
  EXPECT_NEAR(body.v.dot(Q - Q_dry), -thick.volume * thick.viscosity * rate.squaredNorm(), 1e-14);
}

// Small vibrations about A = 1: shear in the plane ij with ω² = μ V (1/Jᵢ + 1/Jⱼ), and three
// stretches, the roots of det(V (λ + 2 μ δ) − ω² J) = 0. The other six modes are rigid.
TEST(AffineBody, VibratesAtItsSixFrequencies) {
  const Placed<AffineBody> body(block());
  MatX K(12, 12), M(12, 12);
  for (int k = 0; k < 12; ++k) {
    const auto force = [&](double t) -> VecX {
      VecX Q = VecX::Zero(12);
      body.after(t, VecX::Unit(12, k)).add_internal_force(Q.data());
      return Q;
    };
    K.col(k) = -checks::first_difference(force);
  }
  body.runtime.mass_matrix(M.data());
  const MatX symmetric = 0.5 * (K + K.transpose());
  const VecX w2 = Eigen::GeneralizedSelfAdjointEigenSolver<MatX>(symmetric, M).eigenvalues();
  EXPECT_LT(w2.head(6).cwiseAbs().maxCoeff(), 1e-6 * w2[11]) << "three shifts, three turns";
  const double mu = 1e6 / 2.6, V = 0.024;
  const Vec3 J(0.32, 0.18, 0.08);
  std::vector<double> expected = {283.06925853614894,
                                  std::sqrt(mu * V * (1 / J[0] + 1 / J[2])),
                                  std::sqrt(mu * V * (1 / J[1] + 1 / J[2])),
                                  260.4080184839658,
                                  369.1667179093965,
                                  692.9635416759892};
  std::sort(expected.begin(), expected.end());
  for (int i = 0; i < 6; ++i)
    EXPECT_NEAR(std::sqrt(w2[6 + i]), expected[i], 1e-8 * expected[i]) << "mode " << i;
}

// The same in time: a small shear swings back and forth; after a quarter more than five periods it
// passes through zero. The method advances the phase by (ωh)²/24 of it, 1e-5 of 33 rad.
TEST(AffineBody, ShearedAndLetGoSwingsAtItsFrequency) {
  const double w = 283.06925853614894, s = 1e-4, period = 2.0 * std::numbers::pi / w;
  AffineBody description = block();
  // the mode: A₁₂ and A₂₁ in the inverse ratio of J₂ and J₁, free of rotation
  description.deformation(0, 1) = s / 0.18;
  description.deformation(1, 0) = s / 0.32;
  World world;
  const ObjectId id = world.add(description);
  const double e0 = world.potential_energy();
  world.run(5.25 * period, period / 400.0);
  const Vec3 x = world.point(PointOn{id, {1, 0, 0}}).x, y = world.point(PointOn{id, {0, 1, 0}}).x;
  EXPECT_NEAR((x.y() + y.x()) / (s / 0.18 + s / 0.32), 0.0, 2e-3);
  EXPECT_NEAR(world.kinetic_energy() / e0, 1.0, 1e-4) << "all of it is motion now";
}

TEST(AffineBody, TumblingAndVibratingItKeepsItsAngularMomentum) {
  AffineBody description = block();
  description.velocity = {1, 2, 3};
  description.deformation_rate << 1, -4, 2, 5, -2, 0.5, 3, 1, -1;
  World world;
  world.add(description);
  world.step(1e-4);
  const Vec3 L = world.report().angular_momentum, p = world.report().momentum;
  const double e = world.report().energy();
  ASSERT_GT(L.norm(), 0.5);
  for (int i = 0; i < 2000; ++i) world.step(1e-4);
  EXPECT_LT((world.report().angular_momentum - L).norm(), 1e-12 * (1.0 + p.norm()));
  EXPECT_LT((world.report().momentum - p).norm(), 1e-12);
  // leapfrog: the energy swings by (ωh)²/8 = 6e-4 of that in the fastest mode
  EXPECT_NEAR(world.report().energy() / e, 1.0, 1e-3);
}

// Hung up by a corner, the block comes to rest below it. Seen from the corner its weight is as of a
// rigid one, and it has stretched by little.
TEST(AffineBody, HungByACornerCarriesItsWeight) {
  AffineBody description = block();
  description.viscosity = 2e3;
  World world;
  world.add(Gravity{.g = g});
  world.add(VelocityDamping{.factor = 1e-4});
  const ObjectId id = world.add(description);
  const Vec3 corner(0.2, 0.15, 0.1);
  const ConstraintId nail = world.add(PointToPoint{Nail{corner}, PointOn{id, corner}});
  world.run(4.0, 1e-3);
  EXPECT_LT((world.loads(nail)[1].force + description.mass * g).norm(), 1e-3);
  const Vec3 hang = world.placement(id).position - corner;
  EXPECT_LT(std::hypot(hang.x(), hang.z()), 1e-5);
  EXPECT_NEAR(-hang.y(), corner.norm(), 0.01);
}

TEST(AffineBody, OfAShapeHasItsMassProperties) {
  const AffineBody body = block();
  EXPECT_NEAR(body.mass, 24.0, 1e-13);
  EXPECT_NEAR(body.volume, 0.024, 1e-16);
  EXPECT_LT((body.second_moment - Mat3(Vec3(0.32, 0.18, 0.08).asDiagonal())).norm(), 1e-14);
}

// ---- moved by the host ----

TEST(AffineBody, KinematicOneStretchesAndCarriesWhatHangsOnIt) {
  AffineBody press = block();
  press.velocity = {0, 0, 1};
  press.deformation_rate = Vec3(0.5, 0, 0).asDiagonal();
  World world;
  world.add(Gravity{.g = g});
  const ObjectId id = world.add(press, {.kinematic = true});
  const ObjectId weight =
      world.add(Particle{.mass = 2.0, .position = {0.2, 0, 0}, .velocity = {0.1, 0, 1}});
  const ConstraintId glue = world.add(PointToPoint{PointOn{id, {0.2, 0, 0}}, PointOn{weight}});
  world.run(1.0, 0.01);
  EXPECT_LT((world.placement(weight).position - Vec3(0.3, 0, 1)).norm(), 1e-11);
  EXPECT_LT((world.loads(glue)[0].force - 2.0 * g).norm(), 1e-9);
  EXPECT_EQ(world.loads(glue)[0].object, id);
}

TEST(AffineBody, DrivenOneDrivesWhatHangsOnIt) {
  World world;
  const ObjectId id = world.add(block(), {.kinematic = true});
  const ObjectId weight = world.add(Particle{.mass = 2.0, .position = {0.2, 0, 0}});
  const ConstraintId glue = world.add(PointToPoint{PointOn{id, {0.2, 0, 0}}, PointOn{weight}});
  const double a = 3.0, h = 0.01;
  for (int i = 1; i <= 50; ++i) {
    const double t = i * h;
    world.drive(id, {.position = {0, 0.5 * a * t * t, 0}, .velocity = {0, a * t, 0}});
    ASSERT_TRUE(world.step(h).ok);
  }
  EXPECT_LT((world.placement(weight).position - Vec3(0.2, 0.375, 0)).norm(), 1e-11);
  EXPECT_LT((world.loads(glue)[1].force - Vec3(0, 2.0 * a, 0)).norm(), 1e-8);
}

// ---- what is refused ----

TEST(AffineBody, NamesTheFieldThatMakesNoSense) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  AffineBody bad;
  bad.mass = 0.0;
  bad.volume = -1.0;
  bad.young = nan;
  bad.poisson = 0.5;
  bad.viscosity = -1.0;
  bad.position.x() = nan;
  bad.velocity.x() = nan;
  bad.deformation_rate(0, 0) = nan;
  bad.deformation = -Mat3::Identity();
  bad.second_moment = Vec3(1, 1, 0).asDiagonal();
  Diagnostics d;
  bad.check(d);
  EXPECT_THAT(d.errors(),
              ElementsAre(HasSubstr("mass: "),
                          HasSubstr("volume: "),
                          HasSubstr("young: "),
                          "poisson: must lie between -1 and 0.5",
                          HasSubstr("viscosity: "),
                          HasSubstr("position: "),
                          HasSubstr("velocity: "),
                          HasSubstr("deformation_rate: "),
                          HasSubstr("deformation: must have a positive determinant"),
                          HasSubstr("second_moment: must be positive definite")));
  bad.second_moment(0, 1) = 0.5;
  Diagnostics lopsided;
  bad.check(lopsided);
  EXPECT_THAT(lopsided.errors(), Contains("second_moment: must be symmetric"));
}

}  // namespace holon::affine_body_test
