// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "holon/studio/joint_axes.h"
#include "holon/studio/workbench.h"

namespace holon::studio::compose_joints_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Two rods in the x-z plane that meet at (1, 0, 0), the first pinned at the origin by a hinge.
class TwoRods : public ::testing::Test {
 protected:
  TwoRods() {
    bench.rod(Vec3(0, 0, 0), Vec3(1, 0, 0));
    bench.rod(Vec3(1, 0, 0), Vec3(1.6, 0, -0.8));
    bench.pin("rod", {{"at", {0, 0, -0.5}}}, "hinge");
  }
  std::string join(const std::string& kind) {
    return bench.join(last_end("rod", 1), first_end("rod2", 1), kind);
  }
  /// Turns the second rod a bit in space, so that nothing is along an axis of the world.
  void turn_second() {
    const Quat turn = rotation_exp(Vec3(0.3, -0.2, 0.5));
    Placement p = bench.run.world().placement(bench.object("rod2"));
    p.position = Vec3(1, 0, 0) + turn * (p.position - Vec3(1, 0, 0));
    p.orientation = turn * p.orientation;
    bench.run.world().place(bench.object("rod2"), p);
  }
  Vec3 second_in_first() const {
    const World& w = bench.run.world();
    const Quat q = w.placement(bench.object("rod")).orientation.conjugate()
                   * w.placement(bench.object("rod2")).orientation;
    return rotation_log(q);
  }
  Workbench bench;
};

struct Known {
  const char* kind;
  int rows;
};

TEST_F(TwoRods, AreJoinedByEveryKindAsTheyStandAndLoseThatManyFreedoms) {
  turn_second();
  const int before = bench.freedoms();
  const SceneRun::Snapshot start = bench.run.snapshot();
  for (const Known& known : {Known{"ball", 3},
                             {"hinge", 5},
                             {"weld", 6},
                             {"slider", 5},
                             {"cylinder", 4},
                             {"universal", 4},
                             {"constant_velocity_joint", 4},
                             {"plane_joint", 3},
                             {"point_to_point", 3},
                             {"line_hinge", 5}}) {
    bench.run.restore(start);
    join(known.kind);
    EXPECT_LT(bench.worst_error(), 1e-12) << known.kind;
    EXPECT_EQ(bench.freedoms(), before - known.rows) << known.kind;
    bench.let_run(0.5);
    EXPECT_LT(bench.worst_error(), met) << known.kind;
  }
}

TEST_F(TwoRods, AreNamedAfterTheWordOfTheirJoint) {
  EXPECT_EQ(join("hinge"), "hinge");
  EXPECT_EQ(join("hinge"), "hinge2");
  EXPECT_EQ(join("line_hinge"), "hinge3");
  EXPECT_EQ(join("plane_joint"), "plane_joint");
  const Json named = {{"a", last_end("rod", 1)}, {"b", first_end("rod2", 1)}, {"name", "knee"}};
  EXPECT_THAT(bench.apply(compose_join, named), ElementsAre("knee"));
  EXPECT_THAT(bench.complaint(compose_join, named), HasSubstr("there is a 'knee' already"));
}

TEST_F(TwoRods, AreDrawnTogetherIfTheyAreApart) {
  World& world = bench.run.world();
  Placement p = world.placement(bench.object("rod2"));
  p.position += Vec3(0.05, 0.02, -0.03);
  world.place(bench.object("rod2"), p);
  const Vec3 between = second_in_first();
  join("weld");
  EXPECT_NEAR(bench.worst_error(), 0.05, 1e-12) << "only the points are apart";
  bench.let_run(2.0);
  EXPECT_LT(bench.worst_error(), met);
  EXPECT_LT((second_in_first() - between).norm(), met) << "they stand to each other as they did";
}

TEST_F(TwoRods, KeepTheirAngleWhereAHingeIsPutBetweenThem) {
  join("hinge");
  EXPECT_NEAR(bench.signal("hinge.angle"), 0.0, 1e-12) << "counted from where they were joined";
  bench.let_run(0.2);
  EXPECT_GT(std::abs(bench.signal("hinge.angle")), 1e-3);
  EXPECT_NEAR(bench.where("rod2").y(), 0.0, 1e-12) << "in the plane";
}

TEST_F(TwoRods, TurnAboutTheAxisThatIsGiven) {
  const Json command = {{"a", last_end("rod", 1)},
                        {"b", first_end("rod2", 1)},
                        {"kind", "hinge"},
                        {"axis", {0, 0, 2}}};
  bench.apply(compose_join, command);
  const Json motions = diagnose(bench.run).at("motions");
  EXPECT_EQ(motions.size(), 2U);
  bench.let_run(0.5);
  EXPECT_LT(bench.worst_error(), met);
}

TEST_F(TwoRods, AreTiedByRopesAndSpringsAsLongAsTheyAre) {
  bench.join(first_end("rod", 1), last_end("rod2", 1), "rope");
  EXPECT_NEAR(bench.signal("rope.distance"), std::hypot(1.6, 0.8), 1e-12);
  bench.join(first_end("rod", 1), last_end("rod2", 1), "spring");
  EXPECT_NEAR(bench.signal("spring.stretch"), 0.0, 1e-12);
  bench.join(first_end("rod", 1), last_end("rod2", 1), "distance");
  EXPECT_LT(bench.worst_error(), 1e-12);
  EXPECT_THAT(
      bench.complaint(compose_join,
                      {{"a", last_end("rod", 1)}, {"b", first_end("rod2", 1)}, {"kind", "rope"}}),
      HasSubstr("must be apart"));
}

TEST_F(TwoRods, AreNotJoinedWhereThatMakesNoSense) {
  const Json a = last_end("rod", 1), b = first_end("rod2", 1);
  const auto complaint = [&](Json command) {
    if (!command.contains("a")) command["a"] = a;
    if (!command.contains("b")) command["b"] = b;
    return bench.complaint(compose_join, command);
  };
  EXPECT_THAT(complaint({{"b", first_end("rod", 1)}}), HasSubstr("both ends are on rod"));
  EXPECT_THAT(complaint({{"a", in_world(0, 0, 0)}, {"b", in_world(0, 0, 1)}}),
              HasSubstr("both ends are in the world"));
  EXPECT_THAT(complaint({{"b", first_end("rod22", 1)}}),
              HasSubstr("b: there is no object 'rod22' (did you mean"));
  EXPECT_THAT(complaint({{"b", {{"object", "rod2"}, {"at", {0, nan, 0}}}}}), HasSubstr("b: at: "));
  EXPECT_THAT(complaint({{"b", {{"object", "rod2"}, {"at", {0, 1e9, 0}}}}}), HasSubstr("b: at: "));
  EXPECT_THAT(complaint({{"b", {{"object", "rod2"}, {"part", 3}}}}), HasSubstr("b: part: "));
  EXPECT_THAT(complaint({{"b", 7}}), HasSubstr("b: must be"));
  EXPECT_THAT(complaint({{"kind", "hinges"}}), HasSubstr("did you mean 'hinge'"));
  EXPECT_THAT(complaint({{"kind", "gear"}}), HasSubstr("not between two points or frames"));
  EXPECT_THAT(complaint({{"kind", "hinge"}, {"axis", {0, 0, 0}}}), HasSubstr("axis: "));
  EXPECT_THAT(complaint({{"fields", 3}}), HasSubstr("fields: "));
  EXPECT_EQ(bench.run.world().model().constraints().size(), 1U) << "nothing has changed";
}

TEST(StudioJoints, ParticlesHaveNoHinges) {
  Workbench bench;
  bench.rod(Vec3(0, 0, 0), Vec3(1, 0, 0));
  bench.make({{"kind", "particle"}, {"at", {1, 0, 0}}, {"mass", 1}});
  const Json command = {
      {"a", last_end("rod", 1)}, {"b", {{"object", "particle"}}}, {"kind", "hinge"}};
  EXPECT_THAT(bench.complaint(compose_join, command), HasSubstr("particle has no orientation"));
  bench.join(command["a"], command["b"], "ball");
  EXPECT_EQ(bench.freedoms(), 6);
}

TEST(StudioJoints, ASoftBodyIsJoinedAsItIsBent) {
  Workbench bench;
  bench.make({{"kind", "soft"}, {"at", {0, 0, 0}}, {"size", {0.4, 0.4, 0.4}}});
  bench.pin("soft", {{"at", {-0.2, 0.2, 0.2}}});
  bench.pin("soft", {{"at", {-0.2, -0.2, 0.2}}});
  bench.let_run(0.3);
  const Vec3 corner = bench.where("soft", Vec3(0.2, 0, -0.2));
  bench.rod(corner, corner + Vec3(0.5, 0.1, -0.3));
  const double length = std::sqrt(0.35);
  bench.join({{"object", "soft"}, {"at", {0.2, 0, -0.2}}}, first_end("rod", length), "weld");
  EXPECT_LT(bench.worst_error(), 1e-12) << "sheared as it is";
  bench.let_run(2.0);
  EXPECT_LT(bench.worst_error(), met);
}

// ---- axes ----

class Axes : public ::testing::Test {
 protected:
  End on(const std::string& name, const Vec3& at) {
    const PointOn point{bench.object(name), at};
    return {point.object, at, 0, bench.run.world().point(point).x, {}};
  }
  Workbench bench;
};

TEST_F(Axes, OfAHingeIsAcrossThePlaneOfTwoRods) {
  bench.rod(Vec3(0, 0, 0), Vec3(1, 0, 0));
  bench.rod(Vec3(1, 0, 0), Vec3(1, 0, 1));
  bench.rod(Vec3(1, 0, 0), Vec3(1, 1, 0));
  EXPECT_EQ(hinge_axis(bench.run, on("rod", {0, 0, 0.5}), on("rod2", {0, 0, -0.5})), Vec3::UnitY());
  EXPECT_EQ(hinge_axis(bench.run, on("rod2", {0, 0, -0.5}), on("rod", {0, 0, 0.5})), Vec3::UnitY())
      << "whichever comes first";
  EXPECT_EQ(hinge_axis(bench.run, on("rod", {0, 0, 0.5}), on("rod3", {0, 0, -0.5})), Vec3::UnitZ());
  EXPECT_EQ(hinge_axis(bench.run, on("rod2", {0, 0, -0.5}), on("rod3", {0, 0, -0.5})),
            Vec3::UnitX());
}

TEST_F(Axes, OfAHingeOnOneRodIsAcrossItAsNearToYAsCanBe) {
  bench.rod(Vec3(0, 0, 0), Vec3(1, 0, -1));
  bench.rod(Vec3(0, 0, 0), Vec3(0, 1, 0));
  bench.make({{"kind", "box"}, {"at", {0, 0, 0}}, {"size", {0.2, 0.2, 0.2}}});
  EXPECT_EQ(hinge_axis(bench.run, on("rod", {0, 0, 0}), end_in_world(Vec3::Zero())), Vec3::UnitY());
  EXPECT_EQ(hinge_axis(bench.run, end_in_world(Vec3::Zero()), on("rod2", {0, 0, 0})),
            Vec3::UnitX());
  EXPECT_EQ(hinge_axis(bench.run, end_in_world(Vec3::Zero()), on("box", {0, 0, 0})), Vec3::UnitY());
}

TEST_F(Axes, OfAHingeInTheHubOfAWheelIsItsAxle) {
  bench.make({{"kind", "wheel"},
              {"at", {0, 0, 0}},
              {"axis", {1, 0, 0}},
              {"radius", 0.3},
              {"width", 0.05}});
  bench.rod(Vec3(0, 0, 0), Vec3(0, 0, 1));
  const auto near = [](const Vec3& a, const Vec3& b) { return (a - b).norm() < 1e-12; };
  EXPECT_TRUE(near(hinge_axis(bench.run, on("rod", {0, 0, -0.5}), on("wheel", {0, 0, 0.02})),
                   Vec3::UnitX()));
  EXPECT_TRUE(
      near(hinge_axis(bench.run, on("rod", {0, 0, -0.5}), on("wheel", {0.2, 0, 0})), Vec3::UnitY()))
      << "but not on its rim";
}

TEST_F(Axes, OfASliderIsAlongTheRod) {
  bench.rod(Vec3(0, 0, 0), Vec3(3, 0, 4));
  bench.make({{"kind", "box"}, {"at", {1.5, 0, 2}}, {"size", {0.2, 0.2, 0.2}}});
  const Vec3 along = slide_axis(bench.run, on("box", {0, 0, 0}), on("rod", {0, 0, 0}));
  EXPECT_LT((along - Vec3(0.6, 0, 0.8)).norm(), 1e-12);
  EXPECT_EQ(slide_axis(bench.run, on("box", {0, 0, 0}), end_in_world(Vec3::Zero())), Vec3::UnitX());
  bench.join({{"object", "rod"}}, {{"object", "box"}}, "slider");
  EXPECT_EQ(bench.freedoms(), 7);
  bench.let_run(0.5);
  EXPECT_LT(bench.worst_error(), met);
}

// ---- the four-bar ----

TEST(StudioJoints, FourBarIsBuiltOfThreeRodsTwoHingesAndTwoPins) {
  Workbench bench;
  bench.rod(Vec3(0, 0, 0), Vec3(0, 0, 0.4));
  bench.rod(Vec3(0, 0, 0.4), Vec3(1, 0, 0.8));
  bench.rod(Vec3(1, 0, 0.8), Vec3(1, 0, 0));
  const double coupler = std::hypot(1.0, 0.4);
  bench.join(last_end("rod", 0.4), first_end("rod2", coupler), "hinge");
  bench.join(last_end("rod2", coupler), first_end("rod3", 0.8), "hinge");
  bench.pin("rod", {{"at", {0, 0, -0.2}}}, "hinge");
  bench.pin("rod3", {{"at", {0, 0, 0.4}}}, "hinge");
  EXPECT_LT(bench.worst_error(), 1e-12);
  EXPECT_EQ(bench.freedoms(), 1);
  bench.apply(compose_motor, {{"joint", "pin"}, {"speed", 6}});
  EXPECT_EQ(bench.freedoms(), 0);
  bench.let_run(5.0);
  EXPECT_LT(bench.worst_error(), met);
  EXPECT_NEAR(bench.signal("pin.angle_dot"), 6.0, met);
}

TEST(StudioJoints, SliderCrankIsBuiltOfABoxWhosePinBecomesASlider) {
  Workbench bench;
  bench.rod(Vec3(0, 0, 0), Vec3(0, 0, 0.3));
  bench.rod(Vec3(0, 0, 0.3), Vec3(1, 0, 0));
  bench.make({{"kind", "box"}, {"at", {1, 0, 0}}, {"size", {0.2, 0.2, 0.2}}});
  const double length = std::hypot(1.0, 0.3);
  bench.join(last_end("rod", 0.3), first_end("rod2", length), "hinge");
  bench.join(last_end("rod2", length), {{"object", "box"}}, "hinge");
  bench.pin("rod", {{"at", {0, 0, -0.15}}}, "hinge");
  bench.pin("box", {{"at", {0, 0, 0}}}, "hinge");
  bench.apply(compose_change_joint, {{"name", "pin2"}, {"kind", "slider"}});
  EXPECT_EQ(bench.freedoms(), 1) << "it slides in the plane, not along the axis of its pin";
  bench.apply(compose_motor, {{"joint", "pin"}, {"speed", 6}});
  bench.let_run(5.0);
  EXPECT_LT(bench.worst_error(), met);
  EXPECT_NEAR(bench.signal("pin.angle_dot"), 6.0, met);
}

// ---- joints changed in place ----

TEST_F(TwoRods, ChangeTheirJointWhileTheyMoveAndKeepItsName) {
  turn_second();
  join("ball");
  const int freedoms = bench.freedoms() + 3;
  bench.run.edit(R"({"set": {"ball.break_force": 1e5}})");
  for (const Known& known : {Known{"hinge", 5},
                             {"weld", 6},
                             {"universal", 4},
                             {"hinge", 5},
                             {"ball", 3},
                             {"cylinder", 4},
                             {"slider", 5}}) {
    bench.let_run(0.1);
    const Vec3 before = bench.where("rod2");
    EXPECT_THAT(bench.apply(compose_change_joint, {{"name", "ball"}, {"kind", known.kind}}),
                ElementsAre("ball"));
    EXPECT_EQ(inspect(bench.run, "ball").at("joint"), known.kind);
    EXPECT_EQ(bench.freedoms(), freedoms - known.rows) << known.kind;
    EXPECT_EQ(bench.where("rod2"), before);
    EXPECT_LT(bench.worst_error(), 1e-9) << known.kind << " is met as things stand";
  }
  bench.let_run(2.0);
  EXPECT_LT(bench.worst_error(), met);
  const auto& options = bench.run.world()
                            .model()
                            .constraints()[bench.run.world().model().find_constraint("ball")]
                            .options;
  EXPECT_EQ(options.break_force, 1e5) << "its limits are kept";
}

TEST_F(TwoRods, GoOnCountingTheAngleOfAHingeThatBecomesACylinder) {
  join("hinge");
  bench.let_run(0.3);
  const double angle = bench.signal("hinge.angle");
  ASSERT_GT(std::abs(angle), 1e-3);
  bench.apply(compose_limit, {{"joint", "hinge"}, {"min", -3}, {"max", 3}});
  bench.apply(compose_change_joint, {{"name", "hinge"}, {"kind", "cylinder"}});
  EXPECT_NEAR(bench.signal("hinge.angle"), angle, 1e-9);
  EXPECT_FALSE(inspect(bench.run, "hinge").at("limit").is_null()) << "and keep its stops";
  bench.apply(compose_change_joint, {{"name", "hinge"}, {"kind", "weld"}});
  EXPECT_TRUE(inspect(bench.run, "hinge").at("limit").is_null());
  EXPECT_THROW(inspect(bench.run, "hinge_limit"), UsageError) << "which a weld has none of";
}

TEST_F(TwoRods, ChangeBetweenAConstraintAndASpring) {
  bench.join(first_end("rod", 1), last_end("rod2", 1), "rope");
  bench.apply(compose_change_joint, {{"name", "rope"}, {"kind", "spring"}});
  EXPECT_EQ(inspect(bench.run, "rope").at("sort"), "force");
  bench.apply(compose_change_joint, {{"name", "rope"}, {"kind", "rope"}});
  EXPECT_EQ(inspect(bench.run, "rope").at("kind"), "rope");
  bench.let_run(0.5);
  EXPECT_LT(bench.worst_error(), met);
}

TEST_F(TwoRods, DoNotChangeWhatIsNoJoint) {
  EXPECT_THAT(bench.complaint(compose_change_joint, {{"name", "rod"}, {"kind", "ball"}}),
              HasSubstr("does not join two points"));
  EXPECT_THAT(bench.complaint(compose_change_joint, {{"name", "gravity"}, {"kind", "ball"}}),
              HasSubstr("does not join"));
  EXPECT_THAT(bench.complaint(compose_change_joint, {{"name", "pim"}, {"kind", "ball"}}),
              HasSubstr("did you mean 'pin'"));
}

TEST(StudioJoints, WhatFollowsAPathKeepsIt) {
  Workbench bench(R"scene({"format": "holon-scene", "version": 1,
    "objects": [{"kind": "rigid_body", "name": "arm", "mass": 1, "inertia": [1, 1, 1]}],
    "constraints": [{"kind": "point_to_point", "name": "lead", "b": {"object": "arm"},
                     "a": {"path": {"x": "0.1*sin(t)", "y": 0, "z": 0}}}]})scene");
  EXPECT_THAT(bench.complaint(compose_change_joint, {{"name", "lead"}, {"kind", "hinge"}}),
              HasSubstr("what follows a path"));
  bench.apply(compose_change_joint, {{"name", "lead"}, {"kind", "point_to_point"}});
  bench.let_run(1.0);
  EXPECT_NEAR(bench.where("arm").x(), 0.1 * std::sin(1.0), met);
}

// ---- pins ----

std::string kind_of_pin(const Workbench& bench, const std::string& name) {
  return inspect(bench.run, name).at("kind");
}

TEST(Pin, IsAHingeInAMechanismThatMovesInAPlane) {
  Workbench bench;
  bench.rod(Vec3(0, 0, 0), Vec3(1, 0, 0));
  bench.rod(Vec3(1, 0, 0), Vec3(1, 0, -1));
  bench.join(last_end("rod", 1), first_end("rod2", 1), "hinge");
  const std::string pin =
      bench.apply(compose_pin, {{"object", "rod"}, {"at", {0, 0, -0.5}}}).front();
  EXPECT_EQ(kind_of_pin(bench, pin), "line_hinge");
  EXPECT_EQ(bench.freedoms(), 2);
  bench.let_run(0.5);
  EXPECT_LT(bench.worst_error(), met);
  EXPECT_NEAR(bench.where("rod2").y(), 0.0, met) << "it stays in the plane";
}

TEST(Pin, IsABallWhereNothingSaysHowItTurns) {
  Workbench bench;
  bench.rod(Vec3(0, 0, 0), Vec3(1, 0, 0));
  EXPECT_EQ(kind_of_pin(
                bench, bench.apply(compose_pin, {{"object", "rod"}, {"at", {0, 0, -0.5}}}).front()),
            "point_to_point");
}

TEST(Pin, IsABallInAMechanismThatMovesInSpace) {
  Workbench bench;
  for (const double x : {0.0, 1.0, 2.0}) bench.rod(Vec3(x, 0, 0), Vec3(x + 1, 0, 0));
  const auto hinge = [&](const char* a, const char* b, const Json& axis) {
    bench.apply(compose_join,
                {{"a", last_end(a, 1)}, {"b", first_end(b, 1)}, {"kind", "hinge"}, {"axis", axis}});
  };
  hinge("rod", "rod2", {0, 1, 0});
  hinge("rod2", "rod3", {0, 0, 1});
  EXPECT_EQ(kind_of_pin(
                bench, bench.apply(compose_pin, {{"object", "rod"}, {"at", {0, 0, -0.5}}}).front()),
            "point_to_point");
}

TEST(StudioPins, HoldAPointAndLetItGoAgain) {
  Workbench bench;
  bench.rod(Vec3(0, 0, 0), Vec3(1, 0, 0));
  const Json end = {{"object", "rod"}, {"at", {0, 0, -0.5}}};
  EXPECT_THAT(bench.apply(compose_pin, end), ElementsAre("pin"));
  EXPECT_EQ(bench.freedoms(), 3);
  bench.let_run(0.5);
  EXPECT_LT(bench.worst_error(), met);
  EXPECT_LT(bench.where("rod", Vec3(0, 0, -0.5)).norm(), met);
  const Json other = {{"object", "rod"}, {"at", {0, 0, 0.5}}};
  EXPECT_THAT(bench.apply(compose_pin, other), ElementsAre("pin2")) << "another point";
  EXPECT_THAT(bench.apply(compose_pin, end), IsEmpty());
  EXPECT_EQ(bench.freedoms(), 3);
  EXPECT_THAT(bench.apply(compose_pin, other), IsEmpty());
  EXPECT_EQ(bench.freedoms(), 6);
}

TEST(StudioPins, LetGoWithTheMotorThatDrovesThem) {
  Workbench bench;
  bench.rod(Vec3(0, 0, 0), Vec3(1, 0, 0));
  bench.pin("rod", {{"at", {0, 0, -0.5}}}, "hinge");
  bench.apply(compose_motor, {{"joint", "pin"}, {"speed", 1}});
  EXPECT_THAT(bench.apply(compose_pin, {{"object", "rod"}, {"at", {0, 0, -0.5}}}), IsEmpty());
  EXPECT_EQ(bench.run.world().model().constraints().size(), 0U);
}

TEST(StudioPins, RefuseWhatIsNotThere) {
  const Workbench bench;
  EXPECT_THAT(bench.complaint(compose_pin, {{"object", "rod"}}),
              HasSubstr("there is no object 'rod'"));
  EXPECT_THAT(bench.complaint(compose_pin, {{"at", {0, 0, 0}}}), HasSubstr("must be"));
}

}  // namespace holon::studio::compose_joints_test
