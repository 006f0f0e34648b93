// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <Eigen/QR>

#include "holon/holon.h"

/// Constraints that repeat or contradict each other, on every stepper there is.
namespace holon::redundancy_test {

const Vec3 g(0.0, -9.81, 0.0);

class Redundancy : public ::testing::TestWithParam<std::string> {
 protected:
  World world() const { return World(WorldOptions{.stepper = GetParam()}); }
  bool first_order() const { return GetParam() == "first_order"; }
};
std::vector<std::string> all_steppers() {
  std::vector<std::string> names;
  for (const StepperKind& kind : stepper_kinds()) names.emplace_back(kind.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(OnEveryStepper,
                         Redundancy,
                         ::testing::ValuesIn(all_steppers()),
                         [](const auto& i) { return i.param; });

// Tied to two nails at once, a particle goes half way between them and hangs there by both alike.
TEST_P(Redundancy, ParticleTiedToTwoNailsSettlesInTheMiddle) {
  World w = world();
  w.add(Gravity{.g = g});
  const ObjectId id = w.add(Particle{.mass = 2.0, .position = {0.3, 0.2, 0.1}});
  const ConstraintId left = w.add(PointToPoint{Nail{{-1, 0, 0}}, PointOn{id}});
  const ConstraintId right = w.add(PointToPoint{Nail{{1, 0, 0}}, PointOn{id}});
  // e^{−t/τ} of the way is left: nothing after 3 s with τ = 0.05 s
  ASSERT_TRUE(w.run(3.0, 0.01).ok);
  EXPECT_LT(w.placement(id).position.norm(), 1e-8);
  EXPECT_LT(w.placement(id).velocity.norm(), 1e-7);
  for (const ConstraintId knot : {left, right})
    EXPECT_LT((w.loads(knot)[1].force + g).norm(), 1e-6) << "half the weight, m g / 2";
  EXPECT_EQ(w.report().dependent_rows, 3);
}

// A body off its centre of mass, on an axis along z through the given points of it.
struct Hinged {
  ObjectId id;
  std::vector<ConstraintId> knots;
};
Hinged hinged(World& world, const std::vector<double>& at) {
  RigidBody body;
  body.mass = 2.0;
  body.inertia = Vec3(0.3, 0.4, 0.5).asDiagonal();
  body.com = {0.3, -0.4, 0.1};
  Hinged h;
  world.add(Gravity{.g = g + Vec3(0, 0, 2.0)});  // not across the axis, to load it lengthwise too
  h.id = world.add(body);
  for (const double z : at)
    h.knots.push_back(world.add(PointToPoint{Nail{{0, 0, z}}, PointOn{h.id, {0, 0, z}}}));
  return h;
}
const std::vector<double> kTen = {-0.5, -0.4, -0.3, -0.2, 0.0, 0.1, 0.25, 0.3, 0.4, 0.45};

TEST_P(Redundancy, BodyHeldByTenNailsMovesAsByTwo) {
  World many = world(), few = world();
  const Hinged ten = hinged(many, kTen), two = hinged(few, {-0.5, 0.45});
  ASSERT_TRUE(many.run(0.5, 0.002).ok);
  ASSERT_TRUE(few.run(0.5, 0.002).ok);
  const Placement a = many.placement(ten.id), b = few.placement(two.id);
  EXPECT_GT(a.orientation.angularDistance(Quat::Identity()), 0.1);
  // Methods that hold by feedback drift off a little; how it is taken back differs by the square of
  // that, about (1e-3)² for euler.
  EXPECT_LT(a.orientation.angularDistance(b.orientation), 1e-5);
  EXPECT_LT((a.position - b.position).norm(), 1e-5);
  EXPECT_EQ(many.report().dependent_rows, 25);
  EXPECT_EQ(few.report().dependent_rows, 1) << "both hold it along the axis";
}

// Of all forces that do the same the shortest are taken: λ = (J M⁻¹ Jᵀ)⁺ (b − J M⁻¹ Q), here by a
// dense rank-revealing decomposition.
TEST_P(Redundancy, ForcesAreTheShortestThatDoIt) {
  World w = world();
  const Hinged ten = hinged(w, kTen);
  ASSERT_TRUE(w.run(0.5, 0.002).ok);
  System system;
  std::vector<ForceId> forces;
  w.model().forces().for_each([&](ForceId id, const ForceRecord&) { forces.push_back(id); });
  system.build(w.model(), {&ten.id, 1}, ten.knots, forces);
  VecX q(7), v(6), Q(6), b(30);
  std::ranges::copy(w.state().q(ten.id), q.data());
  std::ranges::copy(w.state().v(ten.id), v.data());
  if (first_order()) v.setZero();
  system.place(w.time(), q, v);
  system.evaluate_constraints();
  system.evaluate_mass();
  system.applied_forces(Q);
  if (first_order()) {
    b = -system.c_dot() - system.c().cwiseQuotient(system.tau());  // J v = b makes the velocity
  } else {
    system.add_bias(Q);
    system.closing_acceleration(b);
  }
  MatX J(30, 6), M(6, 6);
  for (int k = 0; k < 6; ++k) {
    const VecX unit = VecX::Unit(6, k);
    VecX rows(30), column(6);
    system.kkt().times_jacobian(as_span(unit), as_span(rows));
    system.kkt().times_mass(as_span(unit), as_span(column));
    J.col(k) = rows;
    M.col(k) = column;
  }
  const MatX W = M.inverse();
  Eigen::CompleteOrthogonalDecomposition<MatX> A(30, 30);
  A.setThreshold(1e-10);
  A.compute(J * W * J.transpose());
  ASSERT_EQ(A.rank(), 5);
  const VecX expected = A.solve(b - J * W * Q);
  ASSERT_GT(expected.norm(), 1.0);
  // explicit methods see the forces from the nearest state without the drift that is here
  double tolerance = (1e-8 + 50.0 * w.report().worst_error) * expected.norm();
  EXPECT_LT(tolerance, 1e-2);
  // those of `correction` belong to the middle of the step, 1 ms ago, and turn by some rad/s
  if (GetParam() == "correction") tolerance = 5e-3 * expected.norm();
  for (std::size_t i = 0; i < ten.knots.size(); ++i) {
    const std::vector<double> lambda = w.lambda(ten.knots[i]);
    for (int r = 0; r < 3; ++r)
      EXPECT_NEAR(lambda[r], expected[3 * static_cast<int>(i) + r], tolerance)
          << "nail " << i << " row " << r;
  }
}

}  // namespace holon::redundancy_test
