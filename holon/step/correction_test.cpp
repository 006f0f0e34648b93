// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>

#include "holon/holon.h"
#include "holon/step/stepper.h"
#include "holon/step/tableau.h"

/// The stepper `correction` [Barenbrug00, sec. 3.4, app. B and C].
namespace holon::correction_test {

using ::testing::ElementsAre;

const Vec3 g(0.0, -9.81, 0.0);

WorldOptions by(const CorrectionOptions& correction) {
  return {.stepper = "correction", .settings = {.correction = correction}};
}

constexpr MotionIntegrator kIntegrators[] = {MotionIntegrator::euler,
                                             MotionIntegrator::double_euler,
                                             MotionIntegrator::rk2,
                                             MotionIntegrator::rk4};
constexpr int kStages[] = {1, 2, 2, 4};

/// Cubes of side 2 in a row from corner to corner, the first held at a corner, let go askew.
struct Chain {
  World world;
  std::vector<ObjectId> cubes;
  std::vector<ConstraintId> joints;
  Chain(int n, const WorldOptions& options, const Vec3& gravity = g) : world(options) {
    world.add(Gravity{.g = gravity});
    for (int i = 0; i < n; ++i) {
      RigidBody cube;
      cube.inertia = Vec3(2.0 / 3, 2.0 / 3, 2.0 / 3).asDiagonal();
      cube.position = -(2.0 * i + 1.0) * Vec3(1, 1, 1);
      cubes.push_back(world.add(cube));
      PointRef before = Nail{};
      if (i > 0) before = PointOn{cubes[i - 1], {-1, -1, -1}};
      joints.push_back(world.add(PointToPoint{before, PointOn{cubes[i], {1, 1, 1}}}));
    }
  }
};

// ---- the motion integrators ----

// [Barenbrug00, app. B] chooses ρ so that a constant force moves a thing by ½ (F/m) h².
TEST(Correction, EveryIntegratorFallsOnAParabola) {
  for (const MotionIntegrator integrator : kIntegrators) {
    World world(by({.integrator = integrator}));
    world.add(Gravity{.g = g});
    const ObjectId dot = world.add(Particle{.velocity = {1, 2, 3}});
    world.run(1.0, 0.1);
    EXPECT_LT((world.placement(dot).position - (Vec3(1, 2, 3) + 0.5 * g)).norm(), 1e-13);
    EXPECT_EQ(world.report().evaluations, kStages[static_cast<int>(integrator)]);
  }
}

// Weights of the stages: Heun's positions see the forces of the start only, Kutta's those of the
// first three stages.
TEST(Tableau, KnowsWhenAConstantForceActsInTheMean) {
  EXPECT_EQ(kEuler.pushes_at(), 0.0);
  EXPECT_EQ(kDoubleEuler.pushes_at(), 0.125);
  EXPECT_EQ(kHeun.pushes_at(), 0.0);
  EXPECT_NEAR(kClassic.pushes_at(), 1.0 / 3, 1e-15);
  EXPECT_EQ(kEuler.speeds_up_at(), 0.0);
  EXPECT_EQ(kDoubleEuler.speeds_up_at(), 0.25);
  EXPECT_EQ(kHeun.speeds_up_at(), 0.5);
  EXPECT_NEAR(kClassic.speeds_up_at(), 0.5, 1e-15);
}

// Two cubes with three different moments of inertia, against rk4 of the equations of motion at a
// step of 1/8000 s, which is good to 3e-13. The orders of rk4 are found by measurement; velocity
// terms cost it one.
TEST(Correction, ConvergesByTheOrderOfItsIntegrator) {
  const auto tip = [](const WorldOptions& options, double h) {
    Chain chain(2, options);
    for (const ObjectId id : chain.cubes) {
      RigidBody cube = get<RigidBody>(chain.world.model().objects()[id].kind);
      cube.inertia = Vec3(0.5, 0.7, 0.9).asDiagonal();
      chain.world.set(id, cube);
    }
    chain.world.run(1.0, h);
    return chain.world.placement(chain.cubes[1]).position;
  };
  const Vec3 exact = tip({.stepper = "rk4"}, 1.0 / 8000);
  const double orders[2][4] = {{1, 1, 2, 4}, {1, 1, 2, 3}};
  for (const int every : {0, 1})
    for (const MotionIntegrator integrator : kIntegrators) {
      const WorldOptions o = by({.integrator = integrator, .velocity_terms_every = every});
      const double e1 = (tip(o, 0.01) - exact).norm(), e2 = (tip(o, 0.005) - exact).norm();
      const auto i = static_cast<int>(integrator);
      EXPECT_NEAR(std::log2(e1 / e2), orders[every][i], 0.15) << i << " " << every;
      EXPECT_LT(e2, 0.01) << i << " " << every;
    }
}

// ---- the correction ----

TEST(Correction, MeetsPositionsOrPositionsAndVelocitiesTogether) {
  const double h = 0.01;
  for (const int every : {0, 1}) {
    Chain chain(3, by({.velocity_terms_every = every}));
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(chain.world.step(h).ok);
      const Vec3 gap = chain.world.point(PointOn{chain.cubes[0], {-1, -1, -1}}).x
                       - chain.world.point(PointOn{chain.cubes[1], {1, 1, 1}}).x;
      const Vec3 rate = chain.world.point(PointOn{chain.cubes[0], {-1, -1, -1}}).v
                        - chain.world.point(PointOn{chain.cubes[1], {1, 1, 1}}).v;
      const double a = every == 0 ? 0.0 : 0.5;
      ASSERT_LT((gap + a * h * rate).norm(), 1e-12) << i << ": max_error";
      EXPECT_EQ(chain.world.report().solver, "lu");
    }
  }
}

// At rest a force held over a step is the force at its end.
TEST(Correction, HoldsALampByItsWeight) {
  World world(by({}));
  world.add(Gravity{.g = g});
  const ObjectId lamp = world.add(Particle{.mass = 2.0, .position = {0, -1, 0}});
  const ConstraintId cord = world.add(Distance{Nail{}, PointOn{lamp}, 1.0});
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  EXPECT_NEAR(world.lambda(cord)[0], -2.0 * 9.81, 1e-7) << "max_error / h²";
  EXPECT_NEAR(world.placement(lamp).position.y(), -1.0, 1e-11);
}

// λ is the force held from t to t + h: that of the middle, to second order in h.
TEST(Correction, ForcesAreThoseOfTheMiddleOfTheStep) {
  const auto force = [](const WorldOptions& options, double until, double h) {
    Chain chain(2, options);
    chain.world.run(until, h);
    return chain.world.loads(chain.joints[0])[1].force;
  };
  double error[2];
  for (int i = 0; i < 2; ++i) {
    const double h = 0.01 / (1 << i);
    const Vec3 middle = force({.stepper = "rk4"}, 0.5 - 0.5 * h, 1e-3);
    error[i] = (force(by({.integrator = MotionIntegrator::rk4}), 0.5, h) - middle).norm();
  }
  EXPECT_LT(error[1], 0.05);
  EXPECT_GT(std::log2(error[0] / error[1]), 0.85) << error[0] << " " << error[1];
}

// On a point the problem is linear: each iteration leaves 1 − s of the error. It would fall by
// ½ g h², and by ½ h · g h more in the velocity term.
TEST(Correction, StiffnessIsThePartOfTheErrorThatAnIterationCorrects) {
  const double h = 0.01, s = 0.3;
  for (const int n : {0, 1, 4}) {
    World world(by({.max_iterations = n, .stiffness = s, .velocity_terms_every = 0}));
    world.add(Gravity{.g = g});
    const ObjectId dot = world.add(Particle{.mass = 3.0});
    const ConstraintId nail = world.add(PointToPoint{Nail{}, PointOn{dot}});
    const StepReport& report = world.step(h);
    EXPECT_TRUE(report.ok);
    EXPECT_EQ(report.iterations, n);
    EXPECT_NEAR(world.error(nail)[1], 0.5 * g.y() * h * h * std::pow(1.0 - s, n), 1e-16);
    EXPECT_NEAR(world.lambda(nail)[1], -3.0 * g.y() * (1.0 - std::pow(1.0 - s, n)), 1e-10);
  }
}

TEST(Correction, StopsAtTheErrorThatIsAllowedOrIteratesAsOftenAsItIsTold) {
  Chain loose(3, by({.max_error = 1e-3})), strict(3, by({.max_error = 1e-10})),
      counted(3, by({.max_error = -1.0, .max_iterations = 2}));
  int loose_iterations = 0, strict_iterations = 0;
  for (int i = 0; i < 50; ++i) {
    loose_iterations += loose.world.step(0.02).iterations;
    strict_iterations += strict.world.step(0.02).iterations;
    EXPECT_EQ(counted.world.step(0.02).iterations, 2);
  }
  EXPECT_LT(loose_iterations, strict_iterations / 2);
  EXPECT_GT(loose.world.report().worst_error, strict.world.report().worst_error);
}

TEST(Correction, AFirstGuessOnALineSavesIterations) {
  int iterations[2] = {0, 0};
  for (const FirstGuess guess : {FirstGuess::constant, FirstGuess::linear}) {
    Chain chain(3, by({.max_error = 1e-7, .first_guess = guess}));
    for (int i = 0; i < 100; ++i)
      iterations[static_cast<int>(guess)] += chain.world.step(0.005).iterations;
  }
  EXPECT_LT(iterations[1], iterations[0]);
  EXPECT_GT(iterations[1], 0);
}

// ---- ∂C/∂R ----

TEST(Correction, IsTheSameWhereverItsMatrixComesFrom) {
  Chain analytic(3, by({}));
  analytic.world.run(1.0, 0.01);
  for (const Sensitivity way : {Sensitivity::empirical, Sensitivity::empirical_central})
    for (const MotionIntegrator test : kIntegrators) {
      Chain chain(3, by({.sensitivity = way, .test_integrator = test}));
      ASSERT_TRUE(chain.world.run(1.0, 0.01).ok);
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_LT((chain.world.placement(chain.cubes[i]).position
                   - analytic.world.placement(analytic.cubes[i]).position)
                      .norm(),
                  1e-8)
            << "100 steps, each to 1e-12, which a chain magnifies";
    }
}

// Evaluations of the equations of motion: k for each test and l for each trial, one more than
// iterations [Barenbrug00, app. B].
TEST(Correction, TestForcesCostWhatTheThesisCounts) {
  const int rows = 9;
  for (const int k : {0, 3})
    for (const Sensitivity way :
         {Sensitivity::analytic, Sensitivity::empirical, Sensitivity::empirical_central}) {
      const MotionIntegrator test = kIntegrators[k];
      Chain chain(
          3,
          by({.integrator = MotionIntegrator::rk4, .sensitivity = way, .test_integrator = test}));
      const StepReport& report = chain.world.step(0.01);
      const int trials = 4 * (report.iterations + 1);
      int tests = 0;
      if (way == Sensitivity::empirical) tests = kStages[k] * (k == 3 ? rows : rows + 1);
      if (way == Sensitivity::empirical_central) tests = kStages[k] * 2 * rows;
      EXPECT_GT(report.iterations, 0);
      EXPECT_EQ(report.evaluations, trials + tests);
    }
}

// ---- velocity terms ----

/// The chain of [Barenbrug00, fig. 3.13 and 3.14]: ten cubes, a swing of about 400 steps.
struct Swing {
  Chain chain;
  static constexpr double h = 0.075;
  explicit Swing(int velocity_terms_every)
      : chain(10,
              by({.max_error = 1e-9, .velocity_terms_every = velocity_terms_every}),
              Vec3(0, -1, 0)) {}
  /// The part of the force on the nail that changes sign from step to step, in the next ten steps:
  /// a quarter of the second difference, which a smooth force leaves at order h².
  double alternation() {
    double last = 0.0, before = 0.0, largest = 0.0;
    for (int i = 0; i < 12; ++i) {
      chain.world.step(h);
      const double now = chain.world.loads(chain.joints[0])[1].force.y();
      if (i >= 2) largest = std::max(largest, 0.25 * std::abs(now - 2.0 * last + before));
      before = last;
      last = now;
    }
    return largest;
  }
};

TEST(Correction, VelocityTermsTakeTheOscillationOutOfTheForces) {
  Swing with(1), without(0);
  with.chain.world.run(20 * Swing::h, Swing::h);
  without.chain.world.run(20 * Swing::h, Swing::h);
  const double early = without.alternation();
  with.alternation();
  with.chain.world.run(30 * Swing::h, Swing::h);
  without.chain.world.run(30 * Swing::h, Swing::h);
  const double rough = without.alternation(), smooth = with.alternation();
  EXPECT_GT(rough, 10.0 * early) << "it grows by itself";
  EXPECT_GT(rough, 10.0 * smooth);
  EXPECT_LT(smooth, 0.03) << "(h ω)²/4 of a force of 10, with ω = 1 or so";
}

// The force jumps wherever the terms come and go, but nothing grows.
TEST(Correction, VelocityTermsNowAndThenKeepAChainTogether) {
  Swing now_and_then(4), never(0);
  const double duration = 130 * Swing::h;
  const double energy =
      now_and_then.chain.world.kinetic_energy() + now_and_then.chain.world.potential_energy();
  now_and_then.chain.world.run(duration, Swing::h);
  never.chain.world.run(duration, Swing::h);
  EXPECT_NEAR(now_and_then.chain.world.report().energy(), energy, 0.01 * std::abs(energy));
  EXPECT_GT(never.chain.world.report().energy(), 1e3) << "broken up";
}

// ---- where the force of a wheel acts ----

/// A disk that rolls straight on, upright: what its spin has become after so many steps.
double spin_after(const CorrectionOptions& options, int steps, double h, double spin) {
  constexpr double r = 0.5;
  World world(by(options));
  world.add(Gravity{.g = {0.0, 0.0, -9.81}});
  const ObjectId disk =
      world.add(RigidBody{.inertia = Vec3(0.25, 0.25, 0.5).asDiagonal() * r * r,
                          .position = {0.0, 0.0, r},
                          .orientation = rotation_exp(Vec3(-0.5 * std::acos(-1.0), 0.0, 0.0)),
                          .velocity = {spin * r, 0.0, 0.0},
                          .angular_velocity = {0.0, spin, 0.0}});
  world.add(Wheel{.wheel = FrameOn{disk}, .surface = {WorldFrame{}, Plane{}}, .radius = r});
  for (int i = 0; i < steps; ++i) EXPECT_TRUE(world.step(h).ok);
  return world.placement(disk).angular_velocity.y();
}

// Fastened to the point that touches at the start, the weight pushes at a lever r sin(f ω h) in the
// mean, f h being when the integrator looks: (I + m r²) ω̇ = m g r f ω h. Fastened to the point that
// touches then, it does not [Barenbrug00, sec. 4.1.13], but for what is of order (ω h)².
TEST(Correction, FastenedForcesDriveAWheelUnlessTheyActInTheMean) {
  constexpr double h = 0.02, spin = 6.0;
  constexpr int steps = 100;
  const double late[] = {0.0, 0.25, 0.5, 0.5};
  for (const int every : {0, 1})
    for (const MotionIntegrator integrator : kIntegrators) {
      const auto grown = [&](ForcePoint point) {
        const CorrectionOptions o{
            .integrator = integrator, .velocity_terms_every = every, .force_point = point};
        return std::log(spin_after(o, steps, h, spin) / spin) / (steps * h);
      };
      const double rate = late[static_cast<int>(integrator)] * 9.81 * h / (1.5 * 0.5);
      const std::string which =
          std::to_string(static_cast<int>(integrator)) + " " + std::to_string(every);
      EXPECT_NEAR(grown(ForcePoint::moving), 0.0, 1e-12) << which;
      EXPECT_NEAR(grown(ForcePoint::at_start), rate, 0.02 * rate + 1e-12) << which;
      EXPECT_NEAR(grown(ForcePoint::at_mean), 0.0, 0.02 * rate + 1e-12) << which;
    }
}

// ---- the ladder of solvers ----

struct Bench {
  System system;
  std::unique_ptr<Stepper> stepper;
  VecX q, v, lambda;
  Bench(const Model& model, const CorrectionOptions& options) {
    std::vector<ObjectId> objects;
    std::vector<ConstraintId> constraints;
    std::vector<ForceId> forces;
    model.objects().for_each([&](ObjectId id, const ObjectRecord&) { objects.push_back(id); });
    model.constraints().for_each(
        [&](ConstraintId id, const ConstraintRecord&) { constraints.push_back(id); });
    model.forces().for_each([&](ForceId id, const ForceRecord&) { forces.push_back(id); });
    system.build(model, objects, constraints, forces);
    stepper = make_stepper("correction", {.correction = options});
    stepper->prepare(system);
    q.setZero(system.nq());
    v.setZero(system.nv());
    lambda.setZero(system.rows());
  }
  std::string_view solver(double t) { return stepper->step(system, t, 0.01, q, v, lambda).solver; }
};
Model dot_on(const std::vector<Vec3>& nails) {
  Model model;
  model.add(Gravity{.g = g});
  const ObjectId dot = model.add(Particle{});
  for (const Vec3& x : nails) model.add(PointToPoint{Nail{x}, PointOn{dot}});
  return model;
}

TEST(Correction, TakesTheFastestSolverThatCopes) {
  EXPECT_EQ(Bench(dot_on({{0, 0, 0}}), {}).solver(0.0), "lu");
  EXPECT_EQ(Bench(dot_on({{0, 0, 0}, {0, 0, 0}}), {}).solver(0.0), "cg") << "redundant";
  EXPECT_EQ(Bench(dot_on({{1, 0, 0}, {-1, 0, 0}}), {}).solver(0.0), "svd") << "in conflict";
  EXPECT_EQ(Bench(dot_on({{0, 0, 0}}), {.min_solver = LinearSolver::cg}).solver(0.0), "cg");
  EXPECT_EQ(Bench(dot_on({{0, 0, 0}}), {.min_solver = LinearSolver::svd}).solver(0.0), "svd");
}

TEST(Correction, ComesBackToTheFasterSolverAfterTenStepsOfCalm) {
  Bench bench(dot_on({{0, 0, 0}}), {});
  // as if the steps before had been hard: before, step, solver, calm, positions only, left
  for (int row = 0; row < 3; ++row) bench.stepper->history()[6 * row + 2] = 2.0;
  for (int i = 0; i < 10; ++i) EXPECT_EQ(bench.solver(0.01 * i), "svd") << i;
  EXPECT_EQ(bench.solver(0.1), "lu");
}

// ---- other constraints and bad input ----

// A constraint that is not met closes by its time constant: D(t) = (1 + t/τ) e^{−t/τ}.
TEST(Correction, ClosesAnOpenConstraintOnItsCourse) {
  World world(by({}));
  const ObjectId dot = world.add(Particle{.position = {1, 0, 0}});
  const double tau = 0.1, t = 0.3;
  const ConstraintId nail = world.add(PointToPoint{Nail{}, PointOn{dot}}, {.tau = tau});
  ASSERT_TRUE(world.run(t, 0.01).ok);
  // one force a step for a position and a velocity: off the course by a part of (h/τ)²
  EXPECT_NEAR(world.error(nail)[0], (1.0 + t / tau) * std::exp(-t / tau), 0.01);
  ASSERT_TRUE(world.run(4.0, 0.01).ok);
  EXPECT_NEAR(world.error(nail)[0], 0.0, 1e-12);
}

TEST(Correction, LeadsAPointByItsVelocity) {
  World world(by({}));
  world.add(Gravity{.g = g});
  const ObjectId dot = world.add(Particle{.mass = 2.0, .velocity = {1, 0, 0}});
  const ConstraintId rail = world.add(
      VelocityToVelocity{Path{.x = Polynomial{{0.0, 1.0}}, .y = 0.0, .z = 0.0}, PointOn{dot}});
  ASSERT_TRUE(world.run(1.0, 0.01).ok);
  EXPECT_LT((world.placement(dot).position - Vec3(1, 0, 0)).norm(), 1e-9);
  EXPECT_NEAR(world.lambda(rail)[1], 2.0 * 9.81, 1e-6);
}

TEST(Correction, NamesTheSettingThatMakesNoSense) {
  try {
    make_stepper("correction",
                 {.correction = {.test_force = 0.0,
                                 .max_error = std::nan(""),
                                 .max_iterations = -1,
                                 .stiffness = 1.5,
                                 .velocity_terms_every = -1,
                                 .calm_steps = 0,
                                 .cg_tolerance = std::nan("")}});
    FAIL() << "nonsense was accepted";
  } catch (const ModelError& e) {
    EXPECT_THAT(e.errors(),
                ElementsAre("correction.test_force: must be finite and not zero",
                            "correction.max_error: must be finite",
                            "correction.max_iterations: must not be negative",
                            "correction.stiffness: must be more than 0 and at most 1",
                            "correction.velocity_terms_every: must not be negative (0: no velocity "
                            "terms)",
                            "correction.calm_steps: must be at least 1",
                            "correction.cg_tolerance: must lie between 0 and 1"));
  }
  EXPECT_THROW(World(by({.stiffness = 0.0})), ModelError) << "at once, not at the first step";
}

}  // namespace holon::correction_test
