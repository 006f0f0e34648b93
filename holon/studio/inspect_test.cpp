// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/workbench.h"

namespace holon::studio::inspect_test {

using ::testing::HasSubstr;

const Json& entry(const Json& list, const std::string& name) {
  for (const Json& each : list)
    if (each.at("name") == name) return each;
  ADD_FAILURE() << name << " is not in " << list;
  return list;
}

/// A rod that hangs at rest on a hinge.
class Hanging : public ::testing::Test {
 protected:
  Hanging() {
    bench.rod(Vec3(0, 0, 0), Vec3(0, 0, -1));
    bench.pin("rod", {{"at", {0, 0, -0.5}}}, "hinge");
    bench.let_run(0.1);
  }
  Workbench bench;
};

TEST_F(Hanging, TellsOfAJointWhatItIsAndWhatItMayBecome) {
  const Json pin = inspect(bench.run, "pin");
  EXPECT_EQ(pin.at("name"), "pin");
  EXPECT_EQ(pin.at("sort"), "constraint");
  EXPECT_EQ(pin.at("kind"), "line_hinge");
  EXPECT_THAT(pin.at("summary").get<std::string>(), HasSubstr("turn about it"));
  EXPECT_EQ(pin.at("active"), true);
  EXPECT_EQ(pin.at("objects"), Json{"rod"});
  EXPECT_EQ(pin.at("joint"), "hinge");
  EXPECT_EQ(pin.at("joints"),
            (Json{"ball", "hinge", "weld", "slider", "cylinder", "universal", "rope", "spring"}));
  EXPECT_EQ(pin.at("angle"), "pin.angle");
  EXPECT_TRUE(pin.at("motor").is_null());
  EXPECT_TRUE(pin.at("limit").is_null());
}

TEST_F(Hanging, TellsTheNumbersThatCanBeSet) {
  const Json fields = inspect(bench.run, "pin").at("fields");
  const Json& tau = entry(fields, "pin.tau");
  EXPECT_EQ(tau.at("value"), 0.05);
  EXPECT_EQ(tau.at("unit"), "s");
  EXPECT_TRUE(entry(fields, "pin.break_force").at("value").is_null()) << "there is no limit";
  for (const Json& field : fields) {
    const Json value = field.at("value").is_null() ? Json(1e6) : field.at("value");
    EXPECT_NO_THROW(
        bench.run.edit(Json{{"set", {{field.at("name").get<std::string>(), value}}}}.dump()))
        << field;
  }
  EXPECT_EQ(entry(inspect(bench.run, "pin").at("fields"), "pin.break_force").at("value"), 1e6);
  EXPECT_EQ(entry(inspect(bench.run, "rod").at("fields"), "rod.mass").at("unit"), "kg");
  EXPECT_EQ(entry(inspect(bench.run, "gravity").at("fields"), "gravity.g.z").at("value"), -9.81);
}

TEST_F(Hanging, TellsWhatAJointCarries) {
  const double weight = bench.signal("gravity.force");
  const Json pin = inspect(bench.run, "pin");
  EXPECT_NEAR(entry(pin.at("readings"), "pin.force").at("value").get<double>(), weight, 1e-9);
  EXPECT_EQ(entry(pin.at("readings"), "pin.force").at("unit"), "N");
  EXPECT_NEAR(entry(pin.at("readings"), "pin.angle").at("value").get<double>(), 0.0, 1e-9);
  ASSERT_EQ(pin.at("loads").size(), 2U);
  EXPECT_EQ(pin.at("loads")[0].at("on"), "the world");
  EXPECT_EQ(pin.at("loads")[1].at("on"), "rod");
  EXPECT_NEAR(pin.at("loads")[1].at("force")[2].get<double>(), weight, 1e-9);
}

TEST_F(Hanging, TellsOfAPartWhatHoldsOnToItAndWhatActsOnIt) {
  const Json rod = inspect(bench.run, "rod");
  EXPECT_EQ(rod.at("sort"), "object");
  ASSERT_EQ(rod.at("things").size(), 1U);
  EXPECT_EQ(rod.at("things")[0],
            (Json{{"name", "pin"}, {"sort", "constraint"}, {"kind", "line_hinge"}}));
  ASSERT_EQ(rod.at("loads").size(), 2U) << "the pin and its weight";
  EXPECT_EQ(rod.at("loads")[0].at("by"), "pin");
  EXPECT_EQ(rod.at("loads")[1].at("by"), "gravity");
  EXPECT_NEAR(entry(rod.at("readings"), "rod.z").at("value").get<double>(), -0.5, 1e-9);
  EXPECT_TRUE(rod.at("joint").is_null());
}

TEST_F(Hanging, TellsWhatIsSwitchedOff) {
  bench.run.edit("deactivate pin");
  const Json pin = inspect(bench.run, "pin");
  EXPECT_EQ(pin.at("active"), false);
  EXPECT_TRUE(pin.at("loads").empty());
}

TEST_F(Hanging, KeepsToItselfWhatAToolPutIn) {
  bench.run.edit(
      R"({"create": {"forces": [{"kind": "spring_damper", "name": "~hand", "a": {"nail": [0, 0, 1]}, "b": {"object": "rod"}, "stiffness": 1}]}})");
  const Json rod = inspect(bench.run, "rod");
  EXPECT_EQ(rod.at("things").size(), 1U);
  EXPECT_EQ(rod.at("loads").size(), 2U);
}

TEST(Inspect, TellsOfWhatLiesOnAnotherByWhatItIsPushed) {
  Workbench bench;
  bench.run.edit(R"({"create": {
    "objects": [
      {"kind": "rigid_body", "name": "table", "kinematic": true, "collision": {"shape": {"kind": "half_space"}}},
      {"kind": "rigid_body", "name": "crate", "shape": {"kind": "box", "size": [1, 1, 0.5]}, "mass": 2, "position": [3, 0, 0.25], "collision": true}]}})");
  for (int i = 0; i < 3; ++i) bench.run.step(0.002);
  const Json crate = inspect(bench.run, "crate"), table = inspect(bench.run, "table");
  const double weight = -crate.at("loads")[0].at("force")[2].get<double>();
  ASSERT_EQ(crate.at("loads").size(), 2U) << "its weight, and four corners together";
  EXPECT_EQ(crate.at("loads")[1].at("by"), "table");
  EXPECT_NEAR(crate.at("loads")[1].at("force")[2].get<double>(), weight, 1e-6 * weight);
  EXPECT_NEAR(crate.at("loads")[1].at("at")[0].get<double>(), 3.0, 1e-6);
  ASSERT_EQ(table.at("loads").size(), 1U);
  EXPECT_EQ(table.at("loads")[0].at("by"), "crate");
  EXPECT_NEAR(table.at("loads")[0].at("force")[2].get<double>(), -weight, 1e-6 * weight);
}

TEST(Inspect, OffersOnlyJointsThatHoldPointsToWhatHasNoOrientation) {
  Workbench bench;
  bench.make({{"kind", "particle"}, {"at", {0, 0, 0}}, {"mass", 1}});
  bench.pin("particle", {{"at", {0, 0, 0}}});
  EXPECT_EQ(inspect(bench.run, "pin").at("joints"), (Json{"ball", "rope", "spring"}));
}

TEST(Inspect, TellsTheMotionOfWhateverMoves) {
  Workbench bench;
  bench.make({{"kind", "rail"}, {"points", {{0, 0, 1}, {1, 0, 0.5}, {2, 0, 0.7}}}});
  EXPECT_EQ(inspect(bench.run, "rail").at("angle"), "rail.curve.length");
  EXPECT_TRUE(inspect(bench.run, "rail").at("joint").is_null());
  bench.make({{"kind", "spring"}, {"from", in_world(0, 0, 0)}, {"to", {{"object", "bead"}}}});
  EXPECT_EQ(inspect(bench.run, "spring").at("angle"), "spring.stretch");
  EXPECT_EQ(inspect(bench.run, "spring").at("joint"), "spring");
  EXPECT_TRUE(inspect(bench.run, "bead").at("angle").is_null());
}

TEST(Inspect, AnswersForEveryThingOfAScene) {
  Workbench bench(R"({"format": "holon-scene", "version": 1,
    "objects": [{"kind": "parametric", "name": "loop", "map": {"kind": "circle", "radius": 1}, "masses": [1], "u": [0.3]},
                {"kind": "particle", "mass": 1}],
    "controllers": [{"kind": "pid", "name": "servo", "input": {"signal": "loop.u0"}, "p": 3}]})");
  EXPECT_EQ(inspect(bench.run, "loop").at("kind"), "parametric");
  EXPECT_EQ(entry(inspect(bench.run, "servo").at("fields"), "servo.p").at("value"), 3);
  EXPECT_EQ(inspect(bench.run, "particle#1").at("name"), "particle#1")
      << "without a name, by the one shown";
}

TEST(Inspect, RefusesWhatIsNotThere) {
  const Workbench bench;
  EXPECT_THROW(inspect(bench.run, "nobody"), UsageError);
  EXPECT_THROW(inspect(bench.run, ""), UsageError);
}

}  // namespace holon::studio::inspect_test
