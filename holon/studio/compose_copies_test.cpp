// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/workbench.h"

namespace holon::studio::compose_copies_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A double pendulum of two rods, the upper one driven, tied to a ball by a spring.
class Pendulum : public ::testing::Test {
 protected:
  Pendulum() {
    bench.make({{"kind", "rod"}, {"from", {0, 0, 0}}, {"to", {0, 0, -1}}, {"colour", "#112233"}});
    bench.rod(Vec3(0, 0, -1), Vec3(1, 0, -1));
    bench.make({{"kind", "sphere"}, {"at", {2, 0, 0}}, {"radius", 0.1}});
    bench.join(last_end("rod", 1), first_end("rod2", 1), "hinge");
    bench.pin("rod", {{"at", {0, 0, -0.5}}}, "hinge");
    bench.apply(compose_motor, {{"joint", "pin"}, {"speed", 2}});
    bench.join(last_end("rod2", 1), {{"object", "sphere"}}, "spring");
    bench.let_run(0.5);
  }
  Workbench bench;
};

TEST_F(Pendulum, IsCopiedWithWhatJoinsIt) {
  const int before = bench.freedoms();
  const Json command = {{"objects", {"rod", "rod2"}}, {"by", {0, 3, 0}}};
  EXPECT_THAT(bench.apply(compose_duplicate, command), ElementsAre("rod3", "rod4"));
  const Model& model = bench.run.world().model();
  EXPECT_EQ(model.constraints().size(), 6U) << "the hinge, the pin and the motor, twice";
  EXPECT_EQ(model.forces().size(), 2U) << "but not the spring, which goes to the ball";
  EXPECT_EQ(bench.freedoms(), before + 1);
  EXPECT_EQ(bench.run.scene().looks.at(bench.object("rod3").index).colour, "#112233");
  EXPECT_EQ(bench.run.scene().solids.count(bench.object("rod3").index), 1U);
  for (const auto& [old, copy] : {std::pair{"rod", "rod3"}, {"rod2", "rod4"}}) {
    EXPECT_LT((bench.where(copy) - bench.where(old) - Vec3(0, 3, 0)).norm(), 1e-14);
    EXPECT_EQ(bench.signal(std::string(copy) + ".wy"), bench.signal(std::string(old) + ".wy"))
        << "as fast as it";
  }
  bench.let_run(1.0);
  EXPECT_LT(bench.worst_error(), met);
  EXPECT_NEAR(bench.where("rod3").y(), 3.0, met) << "pinned beside";
  EXPECT_LT((bench.where("rod3") - bench.where("rod") - Vec3(0, 3, 0)).norm(), 1e-9)
      << "driven alike";
}

TEST_F(Pendulum, IsCopiedAsAWholeWithItsSpring) {
  bench.apply(compose_duplicate, {{"objects", {"rod", "rod2", "sphere"}}, {"by", {0, -2, 0}}});
  EXPECT_EQ(inspect(bench.run, "spring2").at("objects"), (Json{"rod4", "sphere2"}));
  bench.let_run(1.0);
  for (const auto& [old, copy] :
       {std::pair{"rod", "rod3"}, {"rod2", "rod4"}, {"sphere", "sphere2"}})
    EXPECT_LT((bench.where(copy) - bench.where(old) - Vec3(0, -2, 0)).norm(), 1e-9) << copy;
}

TEST_F(Pendulum, IsCopiedInPartsAndOnce) {
  EXPECT_THAT(bench.apply(compose_duplicate, {{"objects", {"rod2", "rod2"}}, {"by", {0, 1, 0}}}),
              ElementsAre("rod3"));
  EXPECT_EQ(bench.run.world().model().constraints().size(), 3U);
}

TEST_F(Pendulum, IsNotCopiedIfThatMakesNoSense) {
  EXPECT_THAT(bench.complaint(compose_duplicate, {{"objects", {"rodd"}}, {"by", {0, 0, 0}}}),
              HasSubstr("no object 'rodd'"));
  EXPECT_THAT(bench.complaint(compose_duplicate, {{"objects", Json::array()}, {"by", {0, 0, 0}}}),
              HasSubstr("nothing to copy"));
  EXPECT_THAT(bench.complaint(compose_duplicate, {{"objects", {"rod"}}}),
              HasSubstr("by: is missing"));
}

TEST(StudioCopies, OfWhatIsOnARailOrAPathAreBeside) {
  Workbench bench(R"scene({"format": "holon-scene", "version": 1,
    "objects": [
      {"kind": "particle", "name": "led", "mass": 1},
      {"kind": "particle", "name": "bead", "mass": 1, "position": [1, 0, 0]}],
    "constraints": [
      {"kind": "point_to_point", "name": "lead", "b": {"object": "led"}, "a": {"path": {
         "x": "0.2*sin(t)", "y": {"kind": "sine", "amplitude": 0.1},
         "z": {"kind": "keyframes", "times": [0, 1], "values": [0, 1]}}}},
      {"kind": "point_to_curve", "name": "ring", "point": {"object": "bead"},
       "curve": {"curve": {"kind": "circle", "radius": 1}}}],
    "forces": [{"kind": "drag", "name": "air", "objects": ["led", "bead"], "linear": 0.1}]})scene");
  bench.apply(compose_duplicate, {{"objects", {"led"}}, {"by", {1, 2, 3}}});
  bench.apply(compose_duplicate, {{"objects", {"bead"}}, {"by", {0, 0, 5}}});
  bench.run.edit(R"({"place": {"object": "bead2", "velocity": [0, 1, 0]}})");
  EXPECT_LT(bench.worst_error(), 1e-12);
  bench.let_run(2.0);
  EXPECT_LT(bench.worst_error(), met);
  EXPECT_LT((bench.where("led2") - bench.where("led") - Vec3(1, 2, 3)).norm(), 1e-12);
  EXPECT_NEAR(bench.where("bead2").z(), 5.0, met);
  EXPECT_NEAR(bench.where("bead2").head<2>().norm(), 1.0, met);
  EXPECT_EQ(inspect(bench.run, "air2").at("objects"), (Json{"led2"}))
      << "the drag on both acts on the copy";
}

TEST(StudioCopies, KeepWhatToolsPutInToThemselves) {
  Workbench bench;
  bench.rod(Vec3(0, 0, 0), Vec3(1, 0, 0));
  bench.run.edit(
      R"({"create": {"forces": [{"kind": "spring_damper", "name": "~hand", "a": {"nail": [0, 0, 1]}, "b": {"object": "rod"}, "stiffness": 1}]}})");
  bench.apply(compose_duplicate, {{"objects", {"rod"}}, {"by", {0, 1, 0}}});
  EXPECT_EQ(bench.run.world().model().forces().size(), 2U);
}

// ---- removal ----

TEST_F(Pendulum, LosesWhatHangsOnWhatIsRemoved) {
  bench.apply(compose_remove, {{"names", {"rod"}}});
  EXPECT_EQ(bench.run.world().model().constraints().size(), 0U);
  EXPECT_EQ(bench.run.world().model().objects().size(), 2U);
}

TEST_F(Pendulum, LosesTheMotorOfAJointThatIsRemoved) {
  bench.apply(compose_limit, {{"joint", "pin"}, {"max", 100}});
  bench.apply(compose_remove, {{"names", {"pin"}}});
  EXPECT_EQ(bench.run.world().model().constraints().size(), 1U) << "the hinge";
}

TEST_F(Pendulum, KeepsTheMotorOfASecondHingeOnTheSameAxis) {
  bench.join(in_world(0, 0.1, 0), {{"object", "rod"}, {"at", {0, 0.1, -0.5}}}, "hinge");
  bench.apply(compose_remove, {{"names", {"pin"}}});
  EXPECT_NO_THROW(inspect(bench.run, "pin_motor"));
}

TEST_F(Pendulum, IsRemovedAsAWholeWhateverTheOrder) {
  bench.apply(compose_remove,
              {{"names", {"spring", "pin_motor", "rod2", "hinge", "rod", "pin", "sphere", "rod"}}});
  const Model& model = bench.run.world().model();
  EXPECT_EQ(model.objects().size() + model.constraints().size(), 0U);
  EXPECT_EQ(model.forces().size(), 1U) << "gravity";
}

TEST(StudioRemoval, OfAControllerTakesWhatItCommands) {
  Workbench bench(R"scene({"format": "holon-scene", "version": 1,
    "objects": [{"kind": "particle", "name": "ball", "mass": 1}],
    "controllers": [{"kind": "input", "name": "knob", "value": 2}],
    "forces": [{"kind": "actuator", "name": "arm", "effort": {"controller": "knob"}, "quantity": {"distance": {"a": {"nail": [0, 0, 1]}, "b": {"object": "ball"}}}}]})scene");
  bench.apply(compose_remove, {{"names", {"knob"}}});
  EXPECT_EQ(bench.run.world().model().forces().size(), 0U);
  EXPECT_EQ(bench.run.world().model().controllers().size(), 0U);
}

TEST(StudioRemoval, RefusesWhatIsNotThere) {
  const Workbench bench;
  EXPECT_THAT(bench.complaint(compose_remove, {{"names", {"gravty"}}}),
              HasSubstr("did you mean 'gravity'"));
  EXPECT_THAT(bench.complaint(compose_remove, {{"names", Json::array()}}), HasSubstr("names: "));
  EXPECT_THAT(bench.complaint(compose_remove, {{"names", "gravity"}}), HasSubstr("names: "));
}

}  // namespace holon::studio::compose_copies_test
