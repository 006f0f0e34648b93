// SPDX-License-Identifier: Apache-2.0
#include "holon/step/system.h"

#include <gmock/gmock.h>

#include "holon/checks/object_checks.h"
#include "holon/step/stepper.h"

namespace holon::system_test {

using checks::first_difference;

Quat turned(const Vec3& by) {
  return rotation_exp(by);
}

// One of every object, held together by one of every constraint, with forces of all sorts, one of
// the objects being moved by the host.
struct Menagerie {
  Model model;
  std::vector<ObjectId> objects;
  std::vector<ConstraintId> constraints;
  std::vector<ForceId> forces;
  ObjectId rigid, other, jelly, sheet, point, chain, led;
  System system;
  VecX q, v;

  Menagerie() {
    RigidBody body;
    body.mass = 2.0;
    body.inertia = Vec3(0.3, 0.4, 0.5).asDiagonal();
    body.com = {0.1, -0.2, 0.05};
    body.orientation = turned({0.3, -0.5, 0.2});
    rigid = add(body);
    body.position = {1, 0.5, -0.3};
    other = add(body);
    AffineBody block;
    block.young = 20.0;
    block.position = {0, 2, 0};
    jelly = add(block);
    AffineBody2d plate;
    plate.mu = plate.lambda = 10.0;
    plate.position = {2, 0};
    sheet = add(plate);
    point = add(Particle{.mass = 0.7, .position = {0.5, 1, 0.5}});
    chain = add(Parametric{.map = LinkageMap{.lengths = {0.5, 0.8}, .pivot = {0, 3, 0}},
                           .masses = {1, 2},
                           .u = {0.3, 0.9},
                           .u_dot = {0, 0}});
    led = model.add(body, {.kinematic = true});
    add_constraints();
    add_forces();
    system.build(model, objects, constraints, forces);
    q.setZero(system.nq());
    v.setZero(system.nv());
    for (std::size_t i = 0; i < objects.size(); ++i) {
      const System::BodyView& b = system.bodies()[i];
      visit([&](const auto& k) { k.start(q.data() + b.q, v.data() + b.v); },
            model.objects()[objects[i]].kind);
    }
    std::mt19937 random(41);
    v = checks::random_vector(system.nv(), random);
    lead();
  }
  ObjectId add(const Object& kind) { return objects.emplace_back(model.add(kind)); }
  void add(const Constraint& kind) { constraints.push_back(model.add(kind)); }
  void add(const Force& kind) { forces.push_back(model.add(kind)); }

  void add_constraints() {
    const Path path{.x = Sine{.amplitude = 0.4, .rate = 2.0}, .y = Polynomial{{1, 0.5, 0.25}}};
    const AngleBetween angle{DirectionOn{rigid, {1, 0, 0}},
                             DirectionOn{other, {0, 1, 0}},
                             DirectionOn{jelly, {0, 0, 1}}};
    add(PointToPoint{PointOn{rigid, {0.2, 0.1, 0}}, PointOn{jelly, {0.5, 0.5, 0.5}}});
    add(PointToPoint{path, PointOn{sheet, {0.5, 0, 0}}});
    add(Distance{PointOn{point}, PointOn{chain, Vec3::Zero(), 1}, 0.8});
    add(Orientation{FrameOn{rigid}, FrameOn{jelly, Vec3::Zero(), turned({0.1, 0.2, 0.3})}});
    add(AxisToAxis{FrameOn{led}, DirectionOn{other, {0, 0.6, 0.8}}});
    add(PointOnLine{FrameOn{led, {0.3, 0, 0}}, PointOn{point}});
    add(PointOnPlane{FrameOn{sheet, {0, 0.2, 0}}, PointOn{rigid, {0, 0, 1}}});
    add(Prescribed{angle, Sine{.offset = 0.3, .amplitude = 0.2, .rate = 3.0}});
    add(Prescribed{DistanceBetween{PointOn{led, {0, 0, 1}}, PointOn{jelly}}, 1.0});
    add(VelocityToVelocity{path, PointOn{chain}});
  }
  void add_forces() {
    add(Gravity{.g = {0, -9.81, 1}});
    add(SpringDamper{PointOn{rigid, {0, 0, 0.3}}, PointOn{jelly, {0.1, 0, 0}}, 5.0, 0.0, 0.4});
    add(SpringDamper{PointOn{led}, PointOn{sheet, {0, 0.5, 0}}, 3.0, 0.0, 0.0});
    add(TorsionSpring{AngleBetween{DirectionOn{rigid, {1, 0, 0}},
                                   DirectionOn{other, {1, 0, 0}},
                                   WorldDirection{{0, 0, 1}}},
                      2.0,
                      0.0,
                      0.3});
  }
  // The host's object moves on at constant velocity for ten seconds.
  void lead() {
    RigidBody::Runtime r(get<RigidBody>(model.objects()[led].kind));
    VecX q0(7), v0(6), q1(7);
    get<RigidBody>(model.objects()[led].kind).start(q0.data(), v0.data());
    v0 << 0.3, -0.2, 0.1, 0.5, -0.4, 0.2;
    r.advance(q0.data(), v0.data(), -5.0, q1.data());
    const VecX start = q1;
    r.advance(start.data(), v0.data(), 10.0, q1.data());
    system.set_kinematic(0, -5.0, as_span(start), as_span(v0), 5.0, as_span(q1), as_span(v0));
  }
  // Goes on from (0, q, v) at the constant velocity `way` for t, and looks.
  void place(double t, const VecX& way, const VecX& rate) {
    VecX there = q;
    system.advance(q, way, t, there);
    system.place(t, there, rate);
    system.evaluate_constraints();
  }
  MatX jacobian() {
    MatX J(system.rows(), system.nv());
    for (int k = 0; k < system.nv(); ++k) {
      const VecX unit = VecX::Unit(system.nv(), k);
      VecX column(system.rows());
      system.kkt().times_jacobian(as_span(unit), as_span(column));
      J.col(k) = column;
    }
    return J;
  }
};

// ---- constraints ----

TEST(System, RatesOfConstraintsMatchFiniteDifferences) {
  Menagerie m;
  m.place(0.0, m.v, m.v);
  const VecX c_dot = m.system.c_dot(), c_ddot = m.system.c_ddot();
  const auto c = [&](double t) -> VecX {
    m.place(t, m.v, m.v);
    return m.system.c();
  };
  const auto rate = [&](double t) -> VecX {
    m.place(t, m.v, m.v);
    return m.system.c_dot();
  };
  const VecX c_difference = first_difference(c), rate_difference = first_difference(rate);
  for (int i = 0; i < m.system.rows(); ++i) {
    if (m.system.is_position_row(i)) {
      EXPECT_NEAR(c_difference[i], c_dot[i], checks::first_tolerance) << "row " << i;
    }
    EXPECT_NEAR(rate_difference[i], c_ddot[i], 10.0 * checks::first_tolerance) << "row " << i;
  }
  EXPECT_GT(c_ddot.norm(), 1.0);
}

// ċ is linear in v with slope J, and J v is what is left of it when time stands still.
TEST(System, JacobianIsTheSlopeOfTheRates) {
  Menagerie m;
  const VecX none = VecX::Zero(m.system.nv());
  m.place(0.0, none, none);
  const VecX still = m.system.c_dot();
  const MatX J = m.jacobian();
  for (int k = 0; k < m.system.nv(); ++k) {
    m.system.place(0.0, m.q, VecX::Unit(m.system.nv(), k));
    m.system.evaluate_constraints();
    EXPECT_LT((m.system.c_dot() - still - J.col(k)).norm(), 1e-12) << "column " << k;
  }
}

// Only errors, and all of them: what evaluate_constraints says as well.
TEST(System, ErrorsAloneAreTheSameErrors) {
  Menagerie m;
  m.place(0.1, m.v, m.v);
  const VecX c = m.system.c(), c_dot = m.system.c_dot();
  m.place(0.2, m.v, m.v);  // elsewhere
  VecX there = m.q;
  m.system.advance(m.q, m.v, 0.1, there);
  m.system.place(0.1, there, m.v);
  m.system.evaluate_errors();
  for (int i = 0; i < m.system.rows(); ++i) {
    if (m.system.is_position_row(i))
      EXPECT_NEAR(m.system.c()[i], c[i], 1e-14);
    else
      EXPECT_NEAR(m.system.c_dot()[i], c_dot[i], 1e-14);
  }
}

TEST(System, ClosingAccelerationIsCriticallyDamped) {
  Menagerie m;
  m.place(0.0, m.v, m.v);
  VecX b(m.system.rows());
  m.system.closing_acceleration(b);
  for (int i = 0; i < b.size(); ++i) {
    const double c = m.system.c()[i], d = m.system.c_dot()[i], dd = m.system.c_ddot()[i];
    const double tau = 0.05;
    EXPECT_EQ(m.system.tau()[i], tau);
    EXPECT_NEAR(b[i],
                m.system.is_position_row(i) ? -dd - 2.0 / tau * d - c / (tau * tau) : -dd - d / tau,
                1e-12 * std::abs(b[i]))
        << i;
  }
}

// ---- forces ----

TEST(System, AppliedForcesAreTheGradientOfThePotential) {
  Menagerie m;
  const VecX none = VecX::Zero(m.system.nv());
  VecX Q(m.system.nv()), scratch(m.system.nv());
  m.system.place(0.0, m.q, none);
  m.system.applied_forces(Q);
  for (int k = 0; k < m.system.nv(); ++k) {
    const auto energy = [&](double t) {
      VecX there = m.q;
      m.system.advance(m.q, VecX::Unit(m.system.nv(), k), t, there);
      m.system.place(0.0, there, none);
      m.system.applied_forces(scratch);
      return Eigen::Matrix<double, 1, 1>(m.system.potential_energy());
    };
    EXPECT_NEAR(Q[k], -first_difference(energy)[0], 100.0 * checks::first_tolerance) << k;
  }
}

// Between two bodies, the power of what the connectors of any constraint feel is λ·ċ: what they
// feel is complete, and in the right place. And it is action and reaction.
TEST(System, LoadsOfConstraintsDoTheWorkOfTheirMultipliers) {
  Model model;
  RigidBody body;
  body.com = {0.1, -0.2, 0.05};
  body.orientation = turned({0.3, -0.5, 0.2});
  const ObjectId a = model.add(body);
  body.position = {0.5, 1.0, -0.3};
  const ObjectId b = model.add(body);
  const ObjectId ids[] = {a, b};
  const AngleBetween angle{
      DirectionOn{a, {1, 0, 0}}, DirectionOn{b, {0, 1, 0}}, DirectionOn{a, {0, 0, 1}}};
  const PointOn on_a{a, {0.2, 0.1, 0.4}}, on_b{b, {-0.3, 0.2, 0.1}};
  const ConstraintId constraints[] = {
      model.add(PointToPoint{on_a, on_b}),
      model.add(Distance{on_a, on_b, 0.7}),
      model.add(Orientation{FrameOn{a}, FrameOn{b, Vec3::Zero(), turned({0.5, 0, 0})}}),
      model.add(AxisToAxis{FrameOn{a}, DirectionOn{b, {0, 0.6, 0.8}}}),
      model.add(PointOnLine{FrameOn{a, {0.1, 0, 0}}, on_b}),
      model.add(PointOnPlane{FrameOn{a, {0.1, 0, 0}}, on_b}),
      model.add(Prescribed{angle, 0.4}),
      model.add(Prescribed{DistanceBetween{on_a, on_b}, 1.0}),
      model.add(VelocityToVelocity{on_a, on_b})};
  System system;
  system.build(model, ids, constraints, {});
  std::mt19937 random(42);
  VecX q(14);
  const VecX v = checks::random_vector(12, random);
  const VecX lambda = checks::random_vector(system.rows(), random);
  RigidBody::Runtime at[2] = {RigidBody::Runtime(body), RigidBody::Runtime(body)};
  for (int i = 0; i < 2; ++i) {
    VecX rest(6);
    get<RigidBody>(model.objects()[ids[i]].kind).start(q.data() + 7 * i, rest.data());
    at[i].place(q.data() + 7 * i, v.data() + 6 * i);
  }
  system.place(0.0, q, v);
  system.evaluate_constraints();
  std::vector<ConnectorLoad> loads;
  for (const System::ConstraintView& view : system.constraints()) {
    SCOPED_TRACE(model.name_of(view.id));
    system.constraint_loads(view, lambda, loads);
    double power = 0.0;
    Vec3 sum = Vec3::Zero();
    for (const ConnectorLoad& load : loads) {
      const RigidBody::Runtime& r = at[load.object == a ? 0 : 1];
      const Vec3 rate = r.momentum() / r.mass() + r.angular_velocity().cross(load.point - r.com());
      power += load.force.dot(rate) + load.torque.dot(r.angular_velocity());
      sum += load.force;
    }
    EXPECT_NEAR(
        power,
        lambda.segment(view.row, view.rows).dot(system.c_dot().segment(view.row, view.rows)),
        1e-13);
    EXPECT_LT(sum.norm(), 1e-14);
  }
}

// ---- what the host moves ----

// Between two moments it goes with constant acceleration, and has the velocities given at both.
TEST(System, DrivenObjectPassesThroughWhatTheHostSays) {
  Model model;
  const ObjectId led = model.add(Particle{}, {.kinematic = true});
  const ObjectId free = model.add(Particle{});
  const ConstraintId knot = model.add(PointToPoint{PointOn{led}, PointOn{free}});
  System system;
  system.build(model, {&free, 1}, {&knot, 1}, {});
  ASSERT_EQ(system.kinematic_objects(), std::vector<ObjectId>{led});
  // x = 1 + t + t² from t = 1 to 3
  const auto x = [](double t) { return Vec3(1 + t + t * t, 0, 0); };
  const auto rate = [](double t) { return Vec3(1 + 2 * t, 0, 0); };
  const auto numbers = [](const Vec3& p) { return std::vector<double>{p.x(), p.y(), p.z()}; };
  system.set_kinematic(
      0, 1.0, numbers(x(1)), numbers(rate(1)), 3.0, numbers(x(3)), numbers(rate(3)));
  for (const double t : {1.0, 1.3, 2.0, 2.9, 3.0}) {
    system.place(t, VecX::Zero(3), VecX::Zero(3));
    system.evaluate_constraints();
    EXPECT_LT((system.c() + VecX(x(t))).norm(), 1e-13) << t;
    EXPECT_LT((system.c_dot() + VecX(rate(t))).norm(), 1e-13) << t;
    EXPECT_NEAR(system.c_ddot()[0], -2.0, 1e-13) << t;
  }
}

// ---- small things ----

TEST(System, ExtentIsTheLargestCoordinate) {
  Model model;
  const ObjectId ids[] = {model.add(Particle{.position = {1, 2, -7}}),
                          model.add(Particle{.position = {3, 2, 1}})};
  System system;
  system.build(model, ids, {}, {});
  const VecX q = (VecX(6) << 1, 2, -7, 3, 2, 1).finished();
  system.place(0.0, q, VecX::Zero(6));
  EXPECT_EQ(system.extent(), 7.0);
  EXPECT_EQ(system.rows(), 0);
  EXPECT_EQ(system.nv(), 6);
}

TEST(System, KnowsWhichConstraintOwnsARow) {
  const Menagerie m;
  int row = 0;
  for (const System::ConstraintView& view : m.system.constraints()) {
    EXPECT_EQ(view.row, row);
    for (int i = 0; i < view.rows; ++i) EXPECT_EQ(m.system.constraint_of_row(row + i), view.id);
    row += view.rows;
  }
  EXPECT_EQ(row, m.system.rows());
}

// A wheel and a ball on a sphere that turns, too. Where they are fastened to what they touch,
// forces are what they are without; they stay with the points of the objects, so that a turn takes
// the levers along; and once released they are back where things touch.
TEST(System, FastenedForcesStayWithThePointsThatTouched) {
  Model model;
  RigidBody body;
  const ObjectId globe = model.add(body);
  body.position = {0.2, 0.1, 1.4};
  body.orientation = turned({1.4, 0.3, 0.2});
  const ObjectId disk = model.add(body);
  body.position = {1.2, 0.3, -0.2};
  const ObjectId ball = model.add(body);
  const SurfaceRef ground{FrameOn{.object = globe, .orientation = turned({0.1, 0.2, 0.3})},
                          SphereSurface{1.0}};
  const ConstraintId rolls[] = {
      model.add(Wheel{.wheel = FrameOn{disk}, .surface = ground, .radius = 0.4}),
      model.add(RollingSphere{.ball = FrameOn{ball}, .surface = ground, .radius = 0.3})};
  const ObjectId objects[] = {globe, disk, ball};
  System system;
  system.build(model, objects, rolls, {});
  VecX q = VecX::Zero(system.nq()), turn = VecX::Zero(system.nv()), moved(system.nq());
  for (int i = 0; i < 3; ++i) {
    const System::BodyView& b = system.bodies()[i];
    visit([&](const auto& k) { k.start(q.data() + b.q, turn.data() + b.v); },
          model.objects()[objects[i]].kind);
  }
  turn.segment<3>(system.bodies()[1].v + 3) = Vec3(0.2, -0.1, 0.3);
  system.advance(q, turn, 1.0, moved);
  const auto force = [&](const VecX& at) {
    // of the ball, nothing at the edges that a sphere does not have
    const VecX lambda = (VecX(8) << 1.0, -0.5, 0.3, 0.7, 0.0, 0.0, 0.2, -0.4).finished();
    EXPECT_EQ(lambda.size(), system.rows());
    VecX Q = VecX::Zero(system.nv());
    system.place(0.0, at, VecX::Zero(system.nv()));
    system.evaluate_constraints();
    system.kkt().add_jacobian_transposed(as_span(lambda), as_span(Q));
    return Q;
  };
  const VecX here = force(q), there = force(moved);
  force(q);
  system.fasten_forces();
  EXPECT_LT((force(q) - here).norm(), 1e-13);
  const VecX fastened = force(moved);
  EXPECT_GT((fastened - there).norm(), 0.01);
  const int v = system.bodies()[1].v;
  const Vec3 push = fastened.segment<3>(v);
  EXPECT_LT((push - there.segment<3>(v)).norm(), 1e-13) << "only levers are held";
  // in the axes of the disk the lever is what it was, while the push has turned
  const Mat3 R = turned({1.4, 0.3, 0.2}).toRotationMatrix();
  const Vec3 center(0.2, 0.1, 1.4);
  const Vec3 x = get<Wheel>(model.constraints()[rolls[0]].kind)
                     .acts_at({.x = center, .R = R},
                              {.frame = {.R = turned({0.1, 0.2, 0.3}).toRotationMatrix()},
                               .surface = &ground.surface});
  const Vec3 lever_B = R.transpose() * (x - center);
  const Vec3 push_B = (R * turned({0.2, -0.1, 0.3})).transpose() * push;
  EXPECT_LT((fastened.segment<3>(v + 3) - lever_B.cross(push_B)).norm(), 1e-12);
  system.release_forces();
  EXPECT_LT((force(moved) - there).norm(), 1e-15);
}

// A heavy row counts √weight times in J, c and λ; what is read of it does not change.
TEST(System, WeightScalesTheRowsAndNothingElse) {
  Model model;
  const ObjectId id = model.add(Particle{.position = {0.1, 0.2, 0.3}});
  const ConstraintId knot = model.add(PointToPoint{Nail{}, PointOn{id}}, {.weight = 9.0});
  System system;
  system.build(model, {&id, 1}, {&knot, 1}, {});
  system.place(0.0, VecX(Vec3(0.1, 0.2, 0.3)), VecX::Zero(3));
  system.evaluate_constraints();
  EXPECT_LT((system.c() - VecX(3.0 * Vec3(0.1, 0.2, 0.3))).norm(), 1e-15);
  std::vector<ConnectorLoad> loads;
  system.constraint_loads(system.constraints()[0], VecX(Vec3(1, 0, 0)), loads);
  EXPECT_LT((loads[1].force - Vec3(3, 0, 0)).norm(), 1e-15) << "Jᵀ λ, with J three times as long";
  EXPECT_LT((loads[0].force + loads[1].force).norm(), 1e-15);
}

}  // namespace holon::system_test
