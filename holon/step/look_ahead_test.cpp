// SPDX-License-Identifier: Apache-2.0
#include "holon/step/look_ahead.h"

#include <gtest/gtest.h>

#include <cmath>

#include "holon/step/stepper.h"

namespace holon::look_ahead_test {

/// Two bodies in a chain, one of them with a bead on a ring whose ends hold nothing: 9 rows, of
/// which one is masked.
struct Chain {
  System system;
  VecX q, v;
  Chain() {
    Model model;
    const ObjectId a = model.add(RigidBody{.mass = 2.0, .position = {1, 0, 0}});
    const ObjectId b =
        model.add(RigidBody{.inertia = Vec3(0.3, 0.4, 0.5).asDiagonal(), .position = {3, 0, 0}});
    const std::vector<ObjectId> bodies = {a, b};
    const std::vector<ConstraintId> joints = {
        model.add(PointToPoint{Nail{}, PointOn{a, {-1, 0, 0}}}),
        model.add(PointToPoint{PointOn{a, {1, 0, 0}}, PointOn{b, {-1, 0, 0}}}),
        model.add(PointToCurve{PointOn{b, {1, 0, 0}}, {WorldFrame{}, Circle{.radius = 4.0}}})};
    system.build(model, bodies, joints, {});
    q.setZero(system.nq());
    v.setZero(system.nv());
    for (const System::BodyView& body : system.bodies())
      visit([&](const auto& k) { k.start(q.data() + body.q, v.data() + body.v); },
            model.objects()[body.id].kind);
    for (const int row : system.one_sided()) system.kkt().mask_row(row, true);
  }
};

// From rest without forces, nothing turns: what one test force does differs from the formula by
// what its own motion turns, (r h²) of the whole.
TEST(LookAhead, TestForcesFindWhatTheFormulaSays) {
  Chain chain;
  for (const double terms : {0.0, 0.5})
    for (const Sensitivity way : {Sensitivity::empirical, Sensitivity::empirical_central}) {
      const double h = 1e-3;
      LookAhead look({.sensitivity = way, .test_force = 0.1});
      look.prepare(chain.system);
      look.ahead = terms * h;
      Trial rest;
      rest.prepare(chain.system);
      Mobility formula;
      formula.prepare(chain.system);
      MatX tests = MatX::Constant(9, 9, 7.0);
      const StepStart start{0.0, h, chain.q, chain.v};
      look.formula(chain.system, start, formula);
      const MatX expected = formula.matrix();
      look.test_forces(chain.system, start, rest, tests);
      EXPECT_LT((tests - expected).norm(), 1e-6 * expected.norm()) << terms;
      const int each = way == Sensitivity::empirical ? 1 : 2, without = 2 - each;
      EXPECT_EQ(look.evaluations(), 8 * each + without) << "none for the row that is masked";
    }
}

}  // namespace holon::look_ahead_test
