// SPDX-License-Identifier: Apache-2.0
#include "holon/step/position_solver.h"

#include <gmock/gmock.h>

#include "holon/checks/object_checks.h"

namespace holon::position_solver_test {

using Result = PositionSolver::Result;

// A model compiled into one system, at the state in which its objects start.
struct Compiled {
  Model model;
  std::vector<ObjectId> objects;
  std::vector<ConstraintId> constraints;
  System system;
  VecX q, v;

  ObjectId add(const Object& kind) { return objects.emplace_back(model.add(kind)); }
  void add(const Constraint& kind, const ConstraintOptions& options = {}) {
    constraints.push_back(model.add(kind, options));
  }
  void build() {
    system.build(model, objects, constraints, {});
    q.setZero(system.nq());
    v.setZero(system.nv());
    for (std::size_t i = 0; i < objects.size(); ++i) {
      const System::BodyView& body = system.bodies()[i];
      visit([&](const auto& k) { k.start(q.data() + body.q, v.data() + body.v); },
            model.objects()[objects[i]].kind);
    }
    system.place(0.0, q, v);
    system.evaluate_constraints();
  }
  Vec3 position(int i) const { return q.segment<3>(system.bodies()[i].q); }
  // Solves for c = target, starting from q.
  Result solve(const VecX& target, const StepperOptions& options = {}) {
    PositionSolver solver(options);
    solver.prepare(system);
    moved.setZero(system.nv());
    const Result result = solver.solve(system, 0.0, target, q, moved, stats);
    system.place(0.0, q, v);
    system.evaluate_errors();
    return result;
  }
  Result solve() { return solve(VecX::Zero(system.rows())); }
  VecX moved;
  StepStats stats;
};

// ---- the way of an unmet constraint ----

// D̈ + (2/τ) Ḋ + D/τ² = 0: the targets of steps of any size lie on one solution of it.
TEST(ClosingTargets, LieOnTheCriticallyDampedWay) {
  Compiled m;
  const ObjectId id = m.add(Particle{.position = {0.3, -0.2, 0.1}, .velocity = {1.0, 2.0, -3.0}});
  m.add(PointToPoint{Nail{}, PointOn{id}}, {.tau = 0.1});
  m.build();
  const auto target = [&](double h) -> VecX {
    VecX c1(3), c_dot1(3), both(6);
    closing_targets(m.system, m.system.c(), m.system.c_dot(), h, 0.0, c1, c_dot1);
    both << c1, c_dot1;
    return both;
  };
  EXPECT_LT((target(0.0).head(3) - m.system.c()).norm(), 1e-15);
  EXPECT_LT((target(0.0).tail(3) - m.system.c_dot()).norm(), 1e-15);
  for (const double h : {0.01, 0.1, 0.4}) {
    const VecX rate =
        checks::first_difference([&](double t) -> VecX { return target(h + t); }, 1e-4);
    const VecX D = target(h).head(3), D_dot = target(h).tail(3);
    EXPECT_LT((rate.head(3) - D_dot).norm(), 1e-8);
    EXPECT_LT((rate.tail(3) + 2.0 / 0.1 * D_dot + D / 0.01).norm(), 1e-6);
  }
  EXPECT_LT(target(5.0).norm(), 1e-15);
}

// An error of velocities decays as E e^{−h/τ}; its target is what it adds up to.
TEST(ClosingTargets, OfVelocitiesAreTheirIntegral) {
  Compiled m;
  const ObjectId id = m.add(Particle{.velocity = {1.0, 0.0, 0.0}});
  m.add(VelocityToVelocity{Nail{}, PointOn{id}}, {.tau = 0.2});
  m.build();
  VecX c1(3), c_dot1(3);
  closing_targets(m.system, m.system.c(), m.system.c_dot(), 0.1, 1e-10, c1, c_dot1);
  EXPECT_NEAR(c_dot1[0], std::exp(-0.5), 1e-15);
  EXPECT_NEAR(c1[0], 0.2 * (1.0 - std::exp(-0.5)), 1e-15);
}

TEST(ClosingTargets, OfMetConstraintsAreZero) {
  Compiled m;
  const ObjectId id = m.add(Particle{.position = {1e-12, 0, 0}, .velocity = {1e-12, 0, 0}});
  m.add(PointToPoint{Nail{}, PointOn{id}});
  m.build();
  VecX c1(3), c_dot1(3);
  closing_targets(m.system, m.system.c(), m.system.c_dot(), 0.01, 1e-10, c1, c_dot1);
  EXPECT_EQ(c1, VecX::Zero(3));
  EXPECT_EQ(c_dot1, VecX::Zero(3));
}

// ---- where constraints can be met ----

TEST(PositionSolver, PutsAPointWhereItBelongs) {
  Compiled m;
  const ObjectId id = m.add(Particle{.position = {0.3, -0.2, 0.1}});
  m.add(PointToPoint{Nail{{1, 2, 3}}, PointOn{id}});
  m.build();
  EXPECT_EQ(m.solve(), Result::met);
  EXPECT_LT((m.position(0) - Vec3(1, 2, 3)).norm(), 1e-11);
  EXPECT_LT((m.moved - VecX(Vec3(0.7, 2.2, 2.9))).norm(), 1e-11);
}

TEST(PositionSolver, DoesNothingWhereNothingIsToDo) {
  Compiled m;
  const ObjectId id = m.add(Particle{.position = {1, 2, 3}});
  m.add(PointToPoint{Nail{{1, 2, 3}}, PointOn{id}});
  m.build();
  const VecX before = m.q;
  EXPECT_EQ(m.solve(), Result::met);
  EXPECT_EQ(m.q, before);
  EXPECT_EQ(m.stats.iterations, 0);
}

// Two particles on a bar that is too short: each gives way by the inverse of its mass.
TEST(PositionSolver, GoesTheShortestWayInTheMetricOfTheMasses) {
  Compiled m;
  const ObjectId light = m.add(Particle{.mass = 1.0});
  const ObjectId heavy = m.add(Particle{.mass = 3.0, .position = {2, 0, 0}});
  m.add(Distance{PointOn{light}, PointOn{heavy}, 1.0});
  m.build();
  EXPECT_EQ(m.solve(), Result::met);
  EXPECT_LT((m.position(0) - Vec3(0.75, 0, 0)).norm(), 1e-11);
  EXPECT_LT((m.position(1) - Vec3(1.75, 0, 0)).norm(), 1e-11);
}

TEST(PositionSolver, ReachesAnyValueAskedFor) {
  Compiled m;
  const ObjectId id = m.add(RigidBody{});
  m.add(Orientation{WorldFrame{}, FrameOn{id}});
  m.add(Distance{Nail{{0, 0, 1}}, PointOn{id, {0.3, 0.2, 0.1}}, 2.0});
  m.build();
  const VecX target = (VecX(4) << 0.4, -0.2, 0.5, 0.3).finished();
  EXPECT_EQ(m.solve(target), Result::met);
  EXPECT_LT((m.system.c() - target).norm(), 1e-11);
}

// Bars to two nails, the particle off their line: from near the singular position between the
// nails it finds the corner of the triangle.
TEST(PositionSolver, LeavesTheNeighbourhoodOfASingularPosition) {
  Compiled m;
  const ObjectId id = m.add(Particle{.position = {0, 1e-4, 0}});
  for (const double x : {-0.9, 0.9}) m.add(Distance{Nail{{x, 0, 0}}, PointOn{id}, 1.0});
  m.build();
  EXPECT_EQ(m.solve(), Result::met);
  EXPECT_NEAR(m.position(0).y(), std::sqrt(1.0 - 0.81), 1e-10);
  EXPECT_NEAR(m.position(0).x(), 0.0, 1e-10);
}

// A chain stretched out straight to a nail it just reaches: J loses rank at the very solution.
TEST(PositionSolver, ReachesASingularPosition) {
  Compiled m;
  ObjectId last;
  for (int i = 1; i <= 3; ++i) {
    const ObjectId id = m.add(Particle{.position = {0.9 * i, 0.3 * (i % 2), 0.1}});
    m.add(Distance{i == 1 ? PointRef(Nail{}) : PointRef(PointOn{last}), PointOn{id}, 1.0});
    last = id;
  }
  m.add(Distance{PointOn{last}, Nail{{4, 0, 0}}, 1.0});
  m.build();
  m.solve();
  // near a double root errors of 1e-12 leave positions free by their square root
  EXPECT_LT(m.system.c().cwiseAbs().maxCoeff(), 1e-9);
  for (int i = 0; i < 3; ++i) EXPECT_LT((m.position(i) - Vec3(i + 1, 0, 0)).norm(), 1e-4) << i;
}

// ---- where they cannot ----

// Two nails pull with weights 1 and 4: the least Σ w |c|² is at their weighted mean.
TEST(PositionSolver, ComesClosestInTheSenseOfWeightedLeastSquares) {
  Compiled m;
  const ObjectId id = m.add(Particle{.position = {0.3, 0.5, 0}});
  m.add(PointToPoint{Nail{{-1, 0, 0}}, PointOn{id}}, {.weight = 1.0});
  m.add(PointToPoint{Nail{{1, 0, 0}}, PointOn{id}}, {.weight = 4.0});
  m.build();
  EXPECT_EQ(m.solve(), Result::closest);
  EXPECT_LT((m.position(0) - Vec3(0.6, 0, 0)).norm(), 1e-8);
}

// Two bars of 1 m between nails 3 m apart are both half a metre short.
TEST(PositionSolver, SharesWhatIsMissingAmongBarsTooShort) {
  Compiled m;
  const ObjectId id = m.add(Particle{.position = {0.4, 0.3, 0}});
  m.add(Distance{Nail{{0, 0, 0}}, PointOn{id}, 1.0});
  m.add(Distance{Nail{{3, 0, 0}}, PointOn{id}, 1.0});
  m.build();
  EXPECT_EQ(m.solve(), Result::closest);
  EXPECT_NEAR(m.position(0).x(), 1.5, 1e-6);
  EXPECT_NEAR(m.system.c()[0], 0.5, 1e-6);
  EXPECT_NEAR(m.system.c()[1], 0.5, 1e-6);
}

TEST(PositionSolver, SaysSoWhenThereIsNoNumberToReach) {
  Compiled m;
  const ObjectId id = m.add(Particle{});
  m.add(PointToPoint{Nail{}, PointOn{id}});
  m.build();
  EXPECT_EQ(m.solve(VecX::Constant(3, std::nan(""))), Result::failed);
}

}  // namespace holon::position_solver_test
