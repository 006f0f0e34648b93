// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/workbench.h"

namespace holon::studio::compose_drives_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A rod that hangs on a hinge in the world, or slides along a rail.
class DrivenRod : public ::testing::Test {
 protected:
  void hang() {
    bench.rod(Vec3(0, 0, 0), Vec3(0, 0, -1));
    bench.pin("rod", {{"at", {0, 0, -0.5}}}, "hinge");
  }
  void lay_on_slider() {
    bench.make({{"kind", "box"}, {"at", {0, 0, 0}}, {"size", {0.1, 0.1, 0.1}}});
    bench.join(in_world(0, 0, 0), {{"object", "box"}}, "slider");
  }
  Json motor(const std::string& joint) const { return inspect(bench.run, joint).at("motor"); }
  Workbench bench;
};

TEST_F(DrivenRod, TurnsAtTheSpeedOfItsMotor) {
  hang();
  EXPECT_TRUE(motor("pin").is_null());
  EXPECT_THAT(bench.apply(compose_motor, {{"joint", "pin"}, {"speed", 3}}),
              ElementsAre("pin_motor"));
  EXPECT_EQ(bench.freedoms(), 0);
  bench.let_run(2.0);
  EXPECT_NEAR(bench.signal("pin.angle_dot"), 3.0, met);
  EXPECT_LT(bench.worst_error(), met);
}

TEST_F(DrivenRod, ChangesItsSpeedLiveByTheFieldThatIsTold) {
  hang();
  bench.apply(compose_motor, {{"joint", "pin"}, {"speed", 3}});
  const Json told = motor("pin");
  EXPECT_EQ(told.at("name"), "pin_motor");
  EXPECT_EQ(told.at("speed"), 3);
  EXPECT_TRUE(told.at("torque").is_null());
  bench.let_run(0.5);
  bench.run.edit(Json{{"set", {{told.at("field").get<std::string>(), -2}}}}.dump());
  bench.let_run(2.0);
  EXPECT_NEAR(bench.signal("pin.angle_dot"), -2.0, met);
  EXPECT_EQ(motor("pin").at("speed"), -2);
  const Composed again = compose_motor(bench.run, {{"joint", "pin"}, {"speed", 5}});
  ASSERT_EQ(again.edits.size(), 1U);
  EXPECT_TRUE(again.edits[0].contains("set")) << "the same motor is set";
}

TEST_F(DrivenRod, GivesUpItsMotor) {
  hang();
  bench.apply(compose_motor, {{"joint", "pin"}, {"speed", 3}});
  EXPECT_THAT(bench.apply(compose_motor, {{"joint", "pin"}, {"speed", nullptr}}), IsEmpty());
  EXPECT_EQ(bench.freedoms(), 1);
  EXPECT_THAT(bench.complaint(compose_motor, {{"joint", "pin"}}), HasSubstr("has no motor"));
}

TEST_F(DrivenRod, StallsWhereItsMotorIsTooWeak) {
  hang();
  const double mass = bench.signal("gravity.force") / 9.81;
  const double needed = mass * 9.81 * 0.5;  // to hold it level
  bench.apply(compose_motor, {{"joint", "pin"}, {"speed", 2}, {"torque", 0.3 * needed}});
  EXPECT_EQ(bench.freedoms(), 1) << "it may give way";
  bench.let_run(10.0);
  EXPECT_LT(bench.signal("pin.angle"), 0.8);
  bench.apply(compose_motor, {{"joint", "pin"}, {"speed", 2}, {"torque", 3 * needed}});
  EXPECT_EQ(motor("pin").at("name"), "pin_motor") << "the same one, stronger";
  bench.let_run(5.0);
  EXPECT_NEAR(bench.signal("pin.angle_dot"), 2.0, met);
  bench.apply(compose_motor, {{"joint", "pin"}, {"speed", 2}});
  bench.let_run(2.0);
  EXPECT_NEAR(bench.signal("pin.angle_dot"), 2.0, met) << "as strong as need be";
}

// A four-bar of rods of one thickness, in steps of a new scene. Its motor is strong enough, so it
// holds its speed, whatever the load does.
TEST(StudioDrives, ALimitedMotorTurnsAFourBarAtItsSpeed) {
  Workbench bench(R"({"format": "holon-scene", "version": 1, "dt": 0.001,
      "forces": [{"kind": "gravity", "name": "gravity", "g": [0, 0, -9.81]}]})");
  const Vec3 corners[] = {{0, 0, 0}, {0, 0, 0.4}, {1, 0, 0.8}, {1, 0, 0}};
  for (int i = 0; i < 3; ++i)
    bench.make({{"kind", "rod"},
                {"from", numbers(corners[i])},
                {"to", numbers(corners[i + 1])},
                {"radius", 0.03}});
  const double coupler = std::hypot(1.0, 0.4);
  bench.join(last_end("rod", 0.4), first_end("rod2", coupler), "hinge");
  bench.join(last_end("rod2", coupler), first_end("rod3", 0.8), "hinge");
  bench.pin("rod", {{"at", {0, 0, -0.2}}}, "hinge");
  bench.pin("rod3", {{"at", {0, 0, 0.4}}}, "hinge");
  bench.apply(compose_motor, {{"joint", "pin"}, {"speed", 2}, {"torque", 40}});
  bench.let_run(1.0, 0.001);
  double slowest = 10.0, fastest = 0.0, turned = 0.0;
  for (int i = 0; i < 400; ++i) {
    bench.let_run(0.01, 0.001);
    const double speed = bench.signal("pin.angle_dot");
    slowest = std::min(slowest, speed);
    fastest = std::max(fastest, speed);
    turned += 0.01 * speed;
  }
  EXPECT_NEAR(slowest, 2.0, 1e-6);
  EXPECT_NEAR(fastest, 2.0, 1e-6);
  EXPECT_NEAR(turned, 8.0, 1e-5);
  EXPECT_LT(bench.worst_error(), met);
}

// A motor that was made for a heavy load does not chatter when that has gone.
TEST(StudioDrives, ALimitedMotorIsCalmWhenItsLoadHasGone) {
  Workbench bench;
  bench.rod(Vec3(0, 0, 0), Vec3(0, 0, -0.4));
  bench.make({{"kind", "box"}, {"at", {0, 0, -0.4}}, {"size", {0.3, 0.3, 0.3}}});
  bench.join(last_end("rod", 0.4), {{"object", "box"}}, "weld");
  bench.pin("rod", {{"at", {0, 0, -0.2}}}, "hinge");
  bench.apply(compose_motor, {{"joint", "pin"}, {"speed", 2}, {"torque", 500}});
  bench.let_run(0.5);
  bench.apply(compose_remove, {{"names", {"box"}}});
  bench.let_run(0.5);
  for (int i = 0; i < 100; ++i) {
    bench.let_run(0.002);
    EXPECT_NEAR(bench.signal("pin.angle_dot"), 2.0, 1e-3);
  }
}

TEST_F(DrivenRod, SlidesAtTheSpeedOfAMotorOnASlider) {
  lay_on_slider();
  bench.apply(compose_motor, {{"joint", "slider"}, {"speed", 0.5}});
  bench.let_run(2.0);
  EXPECT_NEAR(bench.signal("slider.travel_dot"), 0.5, met);
  EXPECT_LT(bench.worst_error(), met);
}

TEST_F(DrivenRod, IsStoppedAtBothEnds) {
  hang();
  EXPECT_THAT(bench.apply(compose_limit, {{"joint", "pin"}, {"min", -0.5}, {"max", 0.25}}),
              ElementsAre("pin_limit"));
  EXPECT_EQ(bench.freedoms(), 1) << "away from its stops";
  bench.apply(compose_motor, {{"joint", "pin"}, {"speed", 2}, {"torque", 50}});
  bench.let_run(1.0);
  EXPECT_NEAR(bench.signal("pin.angle"), 0.25, 1e-6);
  bench.apply(compose_motor, {{"joint", "pin"}, {"speed", -2}, {"torque", 50}});
  bench.let_run(1.0);
  EXPECT_NEAR(bench.signal("pin.angle"), -0.5, 1e-6);
  EXPECT_LT(bench.worst_error(), 1e-6);
  const Json limit = inspect(bench.run, "pin").at("limit");
  EXPECT_EQ(limit.at("min"), -0.5);
  EXPECT_EQ(limit.at("max"), 0.25);
}

TEST_F(DrivenRod, HasItsStopsMovedAndTakenAway) {
  hang();
  bench.apply(compose_limit, {{"joint", "pin"}, {"min", -0.5}, {"max", 0.25}});
  const Composed moved = compose_limit(bench.run, {{"joint", "pin"}, {"min", -1}, {"max", 1}});
  ASSERT_EQ(moved.edits.size(), 1U);
  EXPECT_TRUE(moved.edits[0].contains("set"));
  bench.apply(compose_limit, {{"joint", "pin"}, {"min", -1}, {"max", 1}});
  EXPECT_EQ(inspect(bench.run, "pin").at("limit").at("max"), 1);
  bench.apply(compose_limit, {{"joint", "pin"}, {"max", 2}});
  EXPECT_TRUE(inspect(bench.run, "pin").at("limit").at("min").is_null()) << "one stop only";
  EXPECT_THAT(bench.apply(compose_limit, {{"joint", "pin"}, {"min", nullptr}, {"max", nullptr}}),
              IsEmpty());
  EXPECT_TRUE(inspect(bench.run, "pin").at("limit").is_null());
}

TEST_F(DrivenRod, IsStoppedOnASlider) {
  lay_on_slider();
  bench.run.edit(R"({"set": {"gravity.g.x": 3}})");
  bench.apply(compose_limit, {{"joint", "slider"}, {"min", -0.2}, {"max", 0.3}});
  bench.let_run(2.0);
  EXPECT_NEAR(bench.signal("slider.travel"), 0.3, 1e-6);
}

TEST_F(DrivenRod, RefusesDrivesThatMakeNoSense) {
  hang();
  bench.rod(Vec3(0, 0, -1), Vec3(0, 0, -2));
  bench.join(last_end("rod", 1), first_end("rod2", 1), "ball");
  EXPECT_THAT(bench.complaint(compose_motor, {{"joint", "ball"}, {"speed", 1}}),
              HasSubstr("neither turns"));
  EXPECT_THAT(bench.complaint(compose_limit, {{"joint", "ball"}, {"min", 0}}),
              HasSubstr("neither turns"));
  EXPECT_THAT(bench.complaint(compose_motor, {{"joint", "nobody"}, {"speed", 1}}),
              HasSubstr("no thing 'nobody'"));
  EXPECT_THAT(bench.complaint(compose_motor, {{"joint", "rod"}, {"speed", 1}}),
              HasSubstr("does not join"));
  EXPECT_THAT(bench.complaint(compose_motor, {{"joint", "pin"}, {"speed", "fast"}}),
              HasSubstr("speed: "));
  EXPECT_THAT(bench.complaint(compose_motor, {{"joint", "pin"}, {"speed", 1e9}}),
              HasSubstr("speed: "));
  EXPECT_THAT(bench.complaint(compose_motor, {{"joint", "pin"}, {"speed", 1}, {"torque", 0}}),
              HasSubstr("torque: "));
  EXPECT_THAT(bench.complaint(compose_limit, {{"joint", "pin"}, {"min", 1}, {"max", 1}}),
              HasSubstr("min: "));
  EXPECT_THAT(bench.complaint(compose_limit, {{"joint", "pin"}}), HasSubstr("has no end stops"));
}

TEST(StudioDrives, OfOthersAreRecognised) {
  Workbench bench(R"scene({"format": "holon-scene", "version": 1,
    "objects": [{"kind": "rigid_body", "name": "wheel", "mass": 1, "inertia": [1, 1, 1]}],
    "constraints": [
      {"kind": "line_hinge", "name": "axle", "a": {"world": [0, 0, 0]}, "b": {"object": "wheel"}},
      {"kind": "prescribed_velocity", "name": "engine", "velocity": "sin(t)",
       "quantity": {"angle": {"a": {"world": [1, 0, 0]}, "axis": {"world": [0, 0, 1]},
                              "b": {"object": "wheel", "along": [1, 0, 0]}}}}]})scene");
  const Json motor = inspect(bench.run, "axle").at("motor");
  EXPECT_EQ(motor.at("name"), "engine");
  EXPECT_TRUE(motor.at("speed").is_null()) << "it is not one number";
  EXPECT_THAT(bench.apply(compose_motor, {{"joint", "axle"}, {"speed", 2}}), ElementsAre("engine"));
  bench.let_run(2.0);
  EXPECT_NEAR(bench.signal("axle.angle_dot"), 2.0, met);
}

}  // namespace holon::studio::compose_drives_test
