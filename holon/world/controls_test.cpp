// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <set>

#include "holon/checks/random_parts.h"
#include "holon/model/parameter.h"
#include "holon/world/signal_reader.h"

/// The graph of signals, whatever the kinds of controllers in it.
namespace holon::controls_test {

using ::testing::HasSubstr;

Computed twice(const std::string& signal) {
  return {.formula = "2*x", .inputs = {{"x", NamedSignal{signal}}}};
}

// Each is done after what it listens to, in the same step, whatever the order they were added in.
TEST(Controls, RunInTheOrderOfWhatTheyListenTo) {
  World world;
  const ControllerId first = world.add(Input{.value = 1.0}, {.name = "a"});
  const ControllerId c = world.add(twice("a.output"), {.name = "c"});
  const ControllerId b = world.add(twice("a.output"), {.name = "b"});
  world.set(c, twice("b.output"));
  world.step(0.1);
  EXPECT_EQ(world.output(first), 1.0);
  EXPECT_EQ(world.output(b), 2.0);
  EXPECT_EQ(world.output(c), 4.0);
}

TEST(Controls, ACircleIsReportedAndRefused) {
  World world;
  world.add(Input{}, {.name = "a"});
  world.add(twice("a.output"), {.name = "b"});
  const ControllerId c = world.add(twice("b.output"), {.name = "c"});
  world.add(twice("c.output"), {.name = "d"});
  try {
    world.set(c, twice("d.output"));
    FAIL() << "c listens to d, which listens to c";
  } catch (const ModelError& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("in a circle: c to d to c"));
  }
  EXPECT_TRUE(world.step(0.1).ok) << "nothing has changed";
}

TEST(Controls, ThoseThatListenToWhatIsGoneFallSilent) {
  World world;
  const ObjectId mass = world.add(Particle{.position = {3, 0, 0}}, {.name = "mass"});
  const ControllerId id = world.add(twice("mass.x"), {.name = "double"});
  world.step(0.1);
  EXPECT_EQ(world.output(id), 6.0);
  world.remove(mass);
  ASSERT_TRUE(world.step(0.1).ok);
  EXPECT_EQ(world.output(id), 0.0);
  ASSERT_EQ(world.report().events.size(), 1U);
  EXPECT_EQ(world.report().events[0].kind, EventKind::deactivated);
  EXPECT_EQ(world.report().events[0].controller, id);
  ASSERT_TRUE(world.step(0.1).ok);
  EXPECT_TRUE(world.report().events.empty()) << "told once";
}

TEST(Controls, OneInCommandIsNotRemoved) {
  World world;
  const ObjectId mass = world.add(Particle{});
  const ControllerId id = world.add(Input{.value = 1.0}, {.name = "lever"});
  const ForceId push =
      world.add(Actuator{.quantity = DistanceBetween{Nail{{1, 0, 0}}, PointOn{mass}}, .effort = id},
                {.name = "push"});
  try {
    world.remove(id);
    FAIL();
  } catch (const ModelError& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("is in command of 'push'"));
  }
  world.remove(push);
  world.remove(id);
  EXPECT_EQ(world.model().controllers().size(), 0U);
  EXPECT_THROW(world.output(id), UsageError);
}

// What a controller remembers is part of the state.
TEST(Controls, ASnapshotGoesOnAlike) {
  World world;
  const ObjectId mass = world.add(Particle{}, {.name = "mass"});
  const ControllerId servo = world.add(
      Pid{.input = NamedSignal{"mass.x"}, .reference = 1.0, .p = 9.0, .i = 3.0, .d = 2.0});
  world.add(
      Actuator{.quantity = DistanceBetween{Nail{{-1, 0, 0}}, PointOn{mass}}, .effort = servo});
  world.run(0.5, 0.01);
  const World::Snapshot middle = world.snapshot();
  world.run(0.5, 0.01);
  const auto hash = world.hash();
  world.restore(middle);
  EXPECT_NE(world.hash(), hash);
  world.run(0.5, 0.01);
  EXPECT_EQ(world.hash(), hash);
}

// A spring that grows stiffer: x'' = −(1 + t) x is Airy's equation, x(t) = α Ai(−1−t) + β Bi(−1−t).
// Its solution from x = 1, x' = 0 by a series of Taylor of the right side, to 1e-12, is the
// reference; the stiffness of each step is that of its start, so the error is of first order.
TEST(Controls, DriveAnyNumber) {
  const auto end_of = [](double h) {
    World world;
    const ObjectId mass = world.add(Particle{.position = {1, 0, 0}});
    world.add(SpringDamper{.a = Nail{}, .b = PointOn{mass}}, {.name = "spring"});
    world.add(Computed{.formula = "1 + t"}, {.name = "winder", .drives = "spring.stiffness"});
    world.run(1.0, h);
    EXPECT_NEAR(world.signal("winder.output"), 2.0 - h, 1e-9);
    return world.placement(mass).position.x();
  };
  // x = Σ c_n tⁿ with (n+2)(n+1) c_{n+2} = −c_n − c_{n−1}
  double c[60] = {1.0, 0.0}, exact = 1.0;
  for (int n = 0; n + 2 < 60; ++n) {
    c[n + 2] = -(c[n] + (n > 0 ? c[n - 1] : 0.0)) / ((n + 2) * (n + 1));
    exact += c[n + 2];
  }
  const double a = end_of(0.002) - exact, b = end_of(0.001) - exact;
  EXPECT_LT(std::abs(b), 1e-3);
  EXPECT_NEAR(2.0 * b - a, 0.0, 1e-6);
}

TEST(Controls, WhatIsDrivenMayRefuseAndNothingChanges) {
  World world;
  const ObjectId mass = world.add(Particle{.velocity = {1, 0, 0}}, {.name = "mass"});
  const ControllerId leak =
      world.add(Computed{.formula = "0.95 - t"}, {.name = "leak", .drives = "mass.mass"});
  world.run(1.0, 0.1);
  ASSERT_TRUE(world.report().ok) << "0.05 kg are left";
  const auto hash = world.hash();
  ASSERT_FALSE(world.step(0.1).ok);
  EXPECT_EQ(world.hash(), hash);
  EXPECT_EQ(world.report().events[0].controller, leak);
  EXPECT_NEAR(get<Particle>(world.model().objects()[mass].kind).mass, 0.05, 1e-12);
  EXPECT_THROW(world.add(Input{}, {.drives = "mass.colour"}), ModelError);
}

double stiffness_of(const World& world, std::string_view name) {
  return get<SpringDamper>(world.model().forces()[world.model().find_force(name)].kind).stiffness;
}

// Whatever is a number can be driven: of vectors, options, curves and surfaces, lists, controllers.
TEST(Controls, DriveNumbersOfAllSorts) {
  World world;
  const ObjectId bead = world.add(Particle{.position = {1, 0, 0}}, {.name = "bead"});
  const ForceId weight = world.add(Gravity{.g = {0, 0, -1}}, {.name = "weight"});
  const ConstraintId rail = world.add(
      PointToCurve{.point = PointOn{bead}, .curve = {WorldFrame{}, Curve(Circle{.radius = 1.0})}},
      {.name = "rail"});
  const ConstraintId bowl =
      world.add(PointToSurface{.point = PointOn{bead},
                               .surface = {WorldFrame{}, SphereSurface{.radius = 1.0}}},
                {.name = "bowl", .active = false});
  const ConstraintId mix =
      world.add(Coupler{.terms = {{DistanceBetween{Nail{}, PointOn{bead}}, 2.0}}, .motion = 2.0},
                {.name = "mix", .active = false});
  const ControllerId servo =
      world.add(Pid{.input = NamedSignal{"bead.x"}, .p = 1.0}, {.name = "servo"});
  for (const char* number : {"weight.g.z",
                             "rail.tau",
                             "rail.weight",
                             "rail.break_force",
                             "rail.curve.radius",
                             "bowl.surface.radius",
                             "mix.terms.0.gain",
                             "servo.p",
                             "bead.mass"})
    world.add(Computed{.formula = "3 + t"},
              {.name = "for " + std::string(number), .drives = number});
  ASSERT_TRUE(world.run(0.02, 0.01).ok);
  const double now = 3.01;
  const Model& model = world.model();
  EXPECT_DOUBLE_EQ(get<Gravity>(model.forces()[weight].kind).g.z(), now);
  const ConstraintRecord& wire = model.constraints()[rail];
  EXPECT_DOUBLE_EQ(wire.options.tau, now);
  EXPECT_DOUBLE_EQ(wire.options.weight, now);
  EXPECT_DOUBLE_EQ(wire.options.break_force, now);
  const Curve& circle = get<PointToCurve>(wire.kind).curve.curve;
  EXPECT_DOUBLE_EQ(std::get<Circle>(circle.kind()).radius, now);
  EXPECT_NEAR(circle.at(0.0).r.x(), now, 1e-14) << "and the curve is so";
  const Surface& sphere = get<PointToSurface>(model.constraints()[bowl].kind).surface.surface;
  EXPECT_DOUBLE_EQ(std::get<SphereSurface>(sphere.kind()).radius, now);
  EXPECT_DOUBLE_EQ(get<Coupler>(model.constraints()[mix].kind).terms[0].gain, now);
  EXPECT_DOUBLE_EQ(get<Pid>(model.controllers()[servo].kind).p, now);
  EXPECT_DOUBLE_EQ(get<Particle>(model.objects()[bead].kind).mass, now);
}

TEST(Controls, DriveACommandThatIsJustANumber) {
  World world;
  const ObjectId mass = world.add(Particle{.position = {1, 0, 0}}, {.name = "mass"});
  const DistanceBetween away{Nail{}, PointOn{mass}};
  world.add(PrescribedVelocity{.quantity = away, .velocity = 1.0}, {.name = "drive"});
  world.add(Motor{.quantity = away, .speed = TimeFormula("sin(t)")}, {.name = "other"});
  EXPECT_THROW(world.add(Input{}, {.drives = "other.speed"}), ModelError) << "a function of time";
  EXPECT_THROW(world.add(Input{}, {.drives = "drive.velocity.x"}), ModelError);
  world.add(Input{.value = 3.0}, {.drives = "drive.velocity"});
  ASSERT_TRUE(world.run(2.0, 0.01).ok);
  EXPECT_NEAR(world.signal("drive.quantity_dot"), 3.0, 1e-9);
}

TEST(Controls, DoNotDriveWhatIsNoNumber) {
  World world;
  const ObjectId mass = world.add(Particle{}, {.name = "mass"});
  world.add(Gravity{}, {.name = "weight"});
  world.add(Prescribed{.quantity = DistanceBetween{Nail{}, PointOn{mass}}, .motion = 1.0},
            {.name = "drive"});
  world.add(Input{}, {.name = "knob"});
  for (const char* none : {"mass.position.x",  // where it starts
                           "mass.name",
                           "weight.g",
                           "weight.g.w",
                           "weight.objects",
                           "drive.motion",  // a function of time
                           "drive.quantity",
                           "knob.active",
                           "nobody.mass",
                           "mass"})
    EXPECT_THROW(world.add(Input{}, {.drives = none}), ModelError) << none;
  EXPECT_EQ(world.model().controllers().size(), 1U);
}

// A weight hangs still on a bar until its controller lets go; then it falls.
TEST(Controls, SwitchAConstraintOnAndOff) {
  World world;
  world.add(Gravity{.g = {0, 0, -10}});
  const ObjectId mass = world.add(Particle{.position = {0, 0, -1}});
  const ConstraintId bar = world.add(Distance{Nail{}, PointOn{mass}, 1.0}, {.name = "bar"});
  const ControllerId hand =
      world.add(Computed{.formula = "step(0.095 - t)"}, {.name = "hand", .drives = "bar.active"});
  std::vector<Event> events;
  world.on_event([&](const Event& e) { events.push_back(e); });
  ASSERT_TRUE(world.run(0.1, 0.01).ok);
  EXPECT_TRUE(world.is_active(bar));
  ASSERT_TRUE(world.run(0.2, 0.01).ok);
  EXPECT_FALSE(world.is_active(bar));
  EXPECT_NEAR(world.placement(mass).position.z(), -1.0 - 0.5 * 10.0 * 0.04, 1e-12);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::deactivated);
  EXPECT_EQ(events[0].constraint, bar);
  EXPECT_EQ(events[0].controller, hand);
  EXPECT_EQ(text_of(events[0], world.model()), "bar deactivated: by controller hand");
}

TEST(Controls, AFailureTakesASwitchBack) {
  World world;
  world.add(Gravity{.g = {0, 0, -10}});
  const ObjectId mass = world.add(Particle{.position = {0, 0, -1}});
  const ConstraintId bar = world.add(Distance{Nail{}, PointOn{mass}, 1.0}, {.name = "bar"});
  world.add(Computed{.formula = "step(0.095 - t)"}, {.name = "hand", .drives = "bar.active"});
  world.add(
      AppliedForce{.point = PointOn{mass}, .force = {0.0, 0.0, TimeFormula("sqrt(0.105 - t)")}},
      {.name = "wind"});
  ASSERT_TRUE(world.run(0.1, 0.01).ok);
  const auto hash = world.hash();
  const double force = world.signal("bar.force");
  ASSERT_FALSE(world.step(0.01).ok);
  EXPECT_TRUE(world.is_active(bar));
  EXPECT_EQ(world.hash(), hash);
  EXPECT_EQ(world.signal("bar.force"), force);
  ASSERT_EQ(world.report().events.size(), 1U);
  EXPECT_EQ(text_of(world.report().events[0], world.model()),
            "wind failed: has no finite value (force.z: sqrt(0.105 - t))");
}

// The gain of one controller is the output of another.
TEST(Controls, AControllerIsTunedByAnother) {
  World world;
  world.add(Pid{.input = 0.0, .reference = 2.0, .half_step = false}, {.name = "servo"});
  world.add(Computed{.formula = "1 + 10*t"}, {.name = "tuner", .drives = "servo.p"});
  world.step(0.1);
  EXPECT_EQ(world.signal("servo.output"), 0.0) << "from the next output on";
  world.step(0.1);
  EXPECT_DOUBLE_EQ(world.signal("servo.output"), 2.0);
  world.step(0.1);
  EXPECT_DOUBLE_EQ(world.signal("servo.output"), 4.0);
}

TEST(Controls, NoNumberHasTwoDrivers) {
  World world;
  const ObjectId mass = world.add(Particle{}, {.name = "mass"});
  world.add(SpringDamper{.a = Nail{}, .b = PointOn{mass}}, {.name = "spring"});
  world.add(Input{.value = 2.0}, {.name = "left", .drives = "spring.stiffness"});
  world.add(Input{}, {.name = "other", .drives = "spring.damping"});
  try {
    world.add(Input{.value = 3.0}, {.name = "right", .drives = "spring.stiffness"});
    FAIL() << "two drivers";
  } catch (const ModelError& e) {
    EXPECT_THAT(e.what(), HasSubstr("'left' and 'right' both drive spring.stiffness"));
  }
  ASSERT_TRUE(world.step(0.01).ok);
  EXPECT_EQ(stiffness_of(world, "spring"), 2.0);
}

TEST(Controls, FailuresNameTheControllerAndWhatItDrives) {
  World world;
  const ObjectId mass = world.add(Particle{}, {.name = "mass"});
  world.add(SpringDamper{.a = Nail{}, .b = PointOn{mass}}, {.name = "spring"});
  const ControllerId winder =
      world.add(Computed{.formula = "-1 - t"}, {.name = "winder", .drives = "spring.stiffness"});
  const auto why = [&] {
    EXPECT_FALSE(world.step(0.01).ok);
    return text_of(world.report().events.at(0), world.model());
  };
  EXPECT_THAT(why(), HasSubstr("winder failed: drives spring.stiffness to -1.0"));
  EXPECT_THAT(why(), HasSubstr("stiffness: must be zero or positive, and finite"));
  world.set(winder, Computed{.formula = "log(t - 1)"});
  EXPECT_EQ(why(),
            "winder failed: its output, which drives spring.stiffness, is not a finite number");
  EXPECT_EQ(stiffness_of(world, "spring"), 1.0);
}

// The number that was driven in the steps before stays, whoever makes the next step fail.
TEST(Controls, AFailureGivesBackWhatTheLastStepHad) {
  World world;
  const ObjectId mass = world.add(Particle{.mass = 7.0}, {.name = "mass"});
  world.add(Computed{.formula = "1 + t"}, {.name = "filler", .drives = "mass.mass"});
  world.add(Computed{.formula = "log(0.25 - t)"}, {.name = "bad"});
  world.run(0.3, 0.1);
  ASSERT_TRUE(world.report().ok);
  ASSERT_FALSE(world.step(0.1).ok);
  EXPECT_NEAR(get<Particle>(world.model().objects()[mass].kind).mass, 1.2, 1e-12);
}

// Islands look at the outputs where they lie; adding controllers moves them.
TEST(Controls, ForcesAreReadRightAfterMoreControllersWereAdded) {
  World world;
  const ObjectId mass = world.add(Particle{});
  const ControllerId push = world.add(Input{.value = 3.0});
  const ForceId force = world.add(
      Actuator{.quantity = DistanceBetween{Nail{{-1, 0, 0}}, PointOn{mass}}, .effort = push});
  world.step(0.01);
  for (int i = 0; i < 100; ++i) world.add(Input{});
  const std::vector<ConnectorLoad> loads = world.loads(force);
  ASSERT_EQ(loads.size(), 2U);
  EXPECT_NEAR(loads[1].force.x(), 3.0, 1e-12);
}

TEST(Controls, NumbersAreReadByTheirNames) {
  World world;
  const ObjectId rod = world.add(
      RigidBody{.position = {1, 2, 3}, .velocity = {4, 5, 6}, .angular_velocity = {0, 0, 7}},
      {.name = "rod"});
  world.add(PointToPoint{.a = PointOn{rod}, .b = Nail{{1, 2, 3}}}, {.name = "pin"});
  EXPECT_EQ(world.signal("rod.y"), 2.0);
  EXPECT_EQ(world.signal("rod.vz"), 6.0);
  EXPECT_EQ(world.signal("rod.wz"), 7.0);
  EXPECT_EQ(world.signal("time"), 0.0);
  EXPECT_EQ(world.signal("energy.total"), world.kinetic_energy());
  EXPECT_EQ(world.signal("pin.lambda1"), world.lambda(world.model().find_constraint("pin"))[1]);
  EXPECT_THROW(world.signal("rod.vv"), UsageError);
}

/// A world with one of each kind of object, constraint, force and controller: each constraint and
/// force between two bodies of its own.
World world_of_all_kinds() {
  World world;
  checks::Random random(7);
  for_each_kind(ObjectKinds(), [&]<class K>() {
    world.add(checks::random_object<K>(random), {.name = "some_" + std::string(K::name)});
  });
  const auto fasten = [&]<class K>(std::string name) {
    const checks::Side a{checks::Side::Kind::object,
                         world.add(checks::random_object<RigidBody>(random))};
    const checks::Side b{checks::Side::Kind::object,
                         world.add(checks::random_object<RigidBody>(random))};
    world.add(checks::random_constraint<K>(random, a, b).value(), {.name = std::move(name)});
  };
  for_each_kind(ConstraintKinds(), [&]<class K>() { fasten.operator()<K>(std::string(K::name)); });
  for_each_kind(ForceKinds(), [&]<class K>() {
    if constexpr (ConnectorForce<K>)
      fasten.operator()<K>(std::string(K::name));
    else
      world.add(K{}, {.name = std::string(K::name)});
  });
  world.add(Pid{.input = NamedSignal{"some_particle.x"}}, {.name = "some_pid"});
  world.add(Computed{.formula = "t"}, {.name = "some_formula"});
  world.add(Input{.value = 3.0}, {.name = "some_input"});
  return world;
}

TEST(Controls, EveryNumberThatIsListedCanBeSet) {
  const World world = world_of_all_kinds();
  const Model& model = world.model();
  std::set<std::string> names;
  const auto list = [&](auto id, const auto& record) {
    for_each_number(record, [&](const std::string& field, double value, std::string_view text) {
      const std::string name = model.name_of(id) + "." + field;
      EXPECT_TRUE(names.insert(name).second) << name << " is there twice";
      EXPECT_FALSE(text.empty()) << name;
      const std::optional<Parameter> found = find_parameter(model, name);
      ASSERT_TRUE(found) << name;
      EXPECT_EQ(value_of(model, *found), value) << name;
      EXPECT_NO_THROW(with_number(record, field, value)) << name;
    });
  };
  model.objects().for_each(list);
  model.constraints().for_each(list);
  model.forces().for_each(list);
  model.controllers().for_each(list);
  for (const char* name : {"some_particle.mass",
                           "line_hinge.break_force",
                           "gravity.g.z",
                           "coupler.terms.1.gain",
                           "motor.gain",
                           "some_pid.p"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(Controls, EveryNumberHasAName) {
  const World world = world_of_all_kinds();
  std::set<std::string> names;
  SignalReader reader;
  for_each_signal(world.model(), [&](const std::string& name, std::string_view, const Signal& s) {
    EXPECT_TRUE(names.insert(name).second) << name << " is there twice";
    EXPECT_TRUE(std::isfinite(reader.read(world, s))) << name;
    const std::optional<Signal> found = find_signal(world.model(), name);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->component, s.component) << name;
  });
  for (const char* name : {"some_particle.vz",
                           "some_rigid_body.qw",
                           "some_affine_body.F12",
                           "some_affine_body.F20_dot",
                           "some_affine_body_2d.F01",
                           "some_parametric.u0_dot",
                           "some_parametric.part0.vx",
                           "point_to_curve.curve.u",
                           "point_to_curve.curve.length",
                           "point_to_curve.active",
                           "point_to_surface.surface.v",
                           "rolling_curves.b.length",
                           "distance.distance",
                           "line_hinge.angle",
                           "prism.travel_dot",
                           "cylinder_joint.angle_dot",
                           "cylinder_joint.travel",
                           "limit.quantity",
                           "limit.quantity_dot",
                           "gear.a",
                           "gear.b_dot",
                           "coupler.terms1",
                           "prescribed.motion",
                           "prescribed_velocity.velocity",
                           "prescribed_acceleration.acceleration",
                           "multirope.path_length",
                           "gravity.force",
                           "spring_damper.stretch",
                           "spring_damper.stretch_dot",
                           "spring_damper.fx",
                           "spring_damper.active",
                           "torsion_spring.angle",
                           "torsion_spring.torque",
                           "motor.quantity_dot",
                           "motor.speed",
                           "motor.force",
                           "actuator.effort",
                           "bushing.theta_z",
                           "some_pid.active",
                           "some_input.output"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(Controls, NumbersOfForcesAreWhatTheyDo) {
  World world;
  const ObjectId mass = world.add(
      Particle{.mass = 2.0, .position = {3, 0, 0}, .velocity = {1, 0, 0}}, {.name = "mass"});
  const DistanceBetween distance{Nail{}, PointOn{mass}};
  const ForceId spring = world.add(
      SpringDamper{
          .a = Nail{}, .b = PointOn{mass}, .stiffness = 5.0, .damping = 0.5, .length = 1.0},
      {.name = "spring"});
  world.add(Motor{.quantity = distance, .speed = 4.0, .gain = 2.0}, {.name = "motor"});
  world.add(Gravity{.g = {0, 0, -10}}, {.name = "weight"});
  EXPECT_EQ(world.signal("spring.stretch"), 2.0);
  EXPECT_EQ(world.signal("spring.stretch_dot"), 1.0);
  EXPECT_NEAR(world.signal("spring.force"), 10.5, 1e-12);
  EXPECT_NEAR(world.signal("spring.fx"), -10.5, 1e-12) << "on its last connector";
  EXPECT_EQ(world.signal("motor.speed"), 4.0);
  EXPECT_EQ(world.signal("motor.quantity"), 3.0);
  EXPECT_EQ(world.signal("motor.quantity_dot"), 1.0);
  EXPECT_NEAR(world.signal("motor.force"), 6.0, 1e-12);
  EXPECT_EQ(world.signal("motor.torque"), 0.0);
  EXPECT_NEAR(world.signal("weight.force"), 20.0, 1e-12);
  EXPECT_NEAR(world.signal("weight.fz"), -20.0, 1e-12);
  world.set_active(spring, false);
  EXPECT_EQ(world.signal("spring.active"), 0.0);
  EXPECT_EQ(world.signal("spring.force"), 0.0);
  EXPECT_EQ(world.signal("spring.stretch"), 0.0) << "what does not act has nothing to read";
  EXPECT_EQ(world.signal("weight.active"), 1.0);
  // and can be listened to
  world.add(Computed{.formula = "2*f", .inputs = {{"f", NamedSignal{"motor.force"}}}},
            {.name = "gauge"});
  world.step(1e-3);
  EXPECT_NEAR(world.signal("gauge.output"), 12.0, 1e-9);
}

TEST(Controls, NumbersOfObjectsAreTheirCoordinates) {
  World world;
  AffineBody jelly;
  jelly.deformation << 1.0, 0.1, 0.2, 0.3, 1.1, 0.4, 0.5, 0.6, 1.2;
  jelly.deformation_rate(1, 2) = 7.0;
  world.add(jelly, {.name = "jelly"});
  AffineBody2d sheet;
  sheet.deformation << 1.0, 0.1, 0.2, 1.1;
  world.add(sheet, {.name = "sheet"});
  const ObjectId chain = world.add(Parametric{.map = LinkageMap{.lengths = {1.0, 2.0}},
                                              .masses = {1.0, 1.0},
                                              .u = {0.3, 0.5},
                                              .u_dot = {1.0, 2.0}},
                                   {.name = "chain"});
  EXPECT_EQ(world.signal("jelly.F01"), 0.1);
  EXPECT_EQ(world.signal("jelly.F20"), 0.5);
  EXPECT_EQ(world.signal("jelly.F12_dot"), 7.0);
  EXPECT_EQ(world.signal("sheet.F10"), 0.2);
  const PointKin end = world.point(PointOn{chain, Vec3::Zero(), 1});
  EXPECT_EQ(world.signal("chain.part1.x"), end.x.x());
  EXPECT_EQ(world.signal("chain.part1.vy"), end.v.y());
  EXPECT_EQ(world.signal("chain.u1_dot"), 2.0);
}

TEST(Controls, FootOfABeadIsASignal) {
  World world;
  const ObjectId bead = world.add(Particle{.position = {0.5, 0, 0}, .velocity = {0, 1, 0}});
  world.add(
      PointToCurve{.point = PointOn{bead}, .curve = {WorldFrame{}, Curve(Circle{.radius = 0.5})}},
      {.name = "wire"});
  world.run(0.4, 0.01);
  EXPECT_NEAR(world.signal("wire.curve.length"), 0.4, 1e-4);
  EXPECT_NEAR(world.signal("wire.curve.u"), 0.8, 2e-4);
  EXPECT_EQ(world.signal("wire.active"), 1.0);
  world.set_active(world.model().find_constraint("wire"), false);
  EXPECT_EQ(world.signal("wire.active"), 0.0);
}

}  // namespace holon::controls_test
