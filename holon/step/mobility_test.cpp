// SPDX-License-Identifier: Apache-2.0
#include "holon/step/mobility.h"

#include <gtest/gtest.h>

#include <cmath>

namespace holon::mobility_test {

/// Bodies in a row, each joined to the one before by a ball joint, the first to the world.
struct Row {
  System system;
  VecX q, v;
  Mobility mobility;
  explicit Row(int n, int joints_each = 1) {
    Model model;
    std::vector<ObjectId> bodies;
    std::vector<ConstraintId> joints;
    for (int i = 0; i < n; ++i) {
      bodies.push_back(model.add(RigidBody{.mass = 1.0 + i,
                                           .inertia = Vec3(0.3, 0.4, 0.5).asDiagonal(),
                                           .position = {1.0 * i, 0.1 * i * i, 0.0}}));
      PointRef before = Nail{{-0.5, 0.0, 0.0}};
      if (i > 0) before = PointOn{bodies[i - 1], {0.5, 0.0, 0.0}};
      for (int k = 0; k < joints_each; ++k)
        joints.push_back(model.add(PointToPoint{before, PointOn{bodies.back(), {-0.5, 0.2, 0.1}}}));
    }
    system.build(model, bodies, joints, {});
    q.setZero(system.nq());
    v.setZero(system.nv());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const System::BodyView& b = system.bodies()[i];
      visit([&](const auto& k) { k.start(q.data() + b.q, v.data() + b.v); },
            model.objects()[bodies[i]].kind);
    }
    mobility.prepare(system);
    mobility.set(system, 0.0, q, v, 0.25);
  }
};
VecX wave(int n) {
  VecX b(n);
  for (int i = 0; i < n; ++i) b[i] = std::sin(1.0 + i);
  return b;
}

// A body on a nail: M⁻¹ for forces at the centre, and what turning adds for those beside it.
TEST(Mobility, IsHowFarAForceMovesAPointOfABody) {
  Row row(1);
  const Vec3 lever(-0.5, 0.2, 0.1);
  Mat3 expected = Mat3::Identity();
  for (int i = 0; i < 3; ++i)
    expected.col(i) +=
        Vec3(Vec3(1 / 0.3, 1 / 0.4, 1 / 0.5).cwiseProduct(lever.cross(Vec3::Unit(i)))).cross(lever);
  EXPECT_LT((row.mobility.matrix() - 0.25 * expected).norm(), 1e-14);
}

TEST(Mobility, IsSolvedByFactorsOfTheWholeSystemWhateverComesBetween) {
  Row row(6);
  const VecX b = wave(18);
  VecX x(18);
  ASSERT_TRUE(row.mobility.factor());
  row.q[1] += 0.3;  // others place the system elsewhere meanwhile
  row.system.place(1.0, row.q, row.v);
  row.system.evaluate_constraints();
  row.mobility.solve(b, x);
  EXPECT_LT((row.mobility.matrix() * x - b).norm(), 1e-12);
}

TEST(Mobility, LeavesOutRowsThatAreMasked) {
  Row row(3);
  row.system.kkt().mask_row(4, true);
  VecX x(9);
  ASSERT_TRUE(row.mobility.factor());
  VecX b = wave(9);
  row.mobility.solve(b, x);
  EXPECT_EQ(x[4], 0.0);
  b[4] = 0.0;
  EXPECT_LT((row.mobility.matrix() * x - b).norm(), 1e-12);
  EXPECT_GT(row.mobility.matrix()(4, 4), 0.0) << "it can be inverted all the same";
}

TEST(Mobility, SaysSoWhereRowsDependOnEachOther) {
  EXPECT_FALSE(Row(2, 2).mobility.factor());
}

}  // namespace holon::mobility_test
