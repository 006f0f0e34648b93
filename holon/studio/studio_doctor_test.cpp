// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/workbench.h"

namespace holon::studio::studio_doctor_test {

using ::testing::HasSubstr;

Vec3 vector(const Json& list) {
  return vector_of(list, "vector");
}

TEST(StudioDoctor, CountsWhatIsFreeAndNamesIt) {
  Workbench bench;
  bench.rod(Vec3(0, 0, 0), Vec3(0, 0, -1));
  bench.pin("rod", {{"at", {0, 0, -0.5}}}, "hinge");
  const Json found = diagnose(bench.run);
  EXPECT_EQ(found.at("freedoms"), 1);
  EXPECT_EQ(found.at("lasting"), 1);
  EXPECT_EQ(found.at("objects"), 1);
  EXPECT_EQ(found.at("constraints"), 1);
  EXPECT_EQ(found.at("rows"), 5);
  EXPECT_EQ(found.at("redundant"), 0);
  ASSERT_EQ(found.at("motions").size(), 1U);
  EXPECT_EQ(found.at("motions")[0].at("text"), "rod turns about pin");
  EXPECT_EQ(found.at("motions")[0].at("object"), "rod");
  EXPECT_TRUE(found.at("conflicts").empty());
}

TEST(StudioDoctor, TellsRedundanciesWithAdvice) {
  Workbench bench;
  bench.rod(Vec3(0, 0, 0), Vec3(0, 0, -1));
  bench.pin("rod", {{"at", {0, 0, -0.5}}}, "hinge");
  bench.join(in_world(0, 0.1, 0), {{"object", "rod"}, {"at", {0, 0.1, -0.5}}}, "hinge");
  const Json found = diagnose(bench.run);
  EXPECT_EQ(found.at("redundant"), 5);
  ASSERT_EQ(found.at("redundancies").size(), 1U);
  EXPECT_EQ(found.at("redundancies")[0].at("names"), (Json{"pin", "hinge"}));
  EXPECT_THAT(found.at("redundancies")[0].at("text").get<std::string>(),
              HasSubstr("5 rows too many"));
  EXPECT_THAT(found.at("redundancies")[0].at("advice").get<std::string>(),
              HasSubstr("remove any one"));
}

/// A rod of 1 m whose ends are both nailed, one of them where it cannot be.
class Conflict : public ::testing::Test {
 protected:
  Conflict() {
    bench.rod(Vec3(0, 0, 0), Vec3(1, 0, 0));
    bench.pin("rod", {{"at", {0, 0, -0.5}}});
    bench.join(in_world(1.2, 0, 0), last_end("rod", 1), "ball");
  }
  Workbench bench;
};

TEST_F(Conflict, WhatWasMadeLastIsTheFirstCureWhereverItIsKept) {
  const auto first_cure = [&] {
    return diagnose(bench.run).at("conflicts").at(0).at("cures").at(0).at("label");
  };
  EXPECT_EQ(first_cure(), "Remove ball");
  bench.run.edit("remove pin");
  bench.pin("rod", {{"at", {0, 0, -0.5}}});  // in the place of the one that has gone
  EXPECT_EQ(first_cure(), "Remove pin");
  SceneRun::Snapshot then = bench.run.snapshot();
  bench.run.edit("remove ball");
  bench.run.restore(then);
  EXPECT_EQ(first_cure(), "Remove pin");
}

TEST_F(Conflict, IsToldWithItsCulpritsAndCures) {
  const Json found = diagnose(bench.run);
  ASSERT_EQ(found.at("conflicts").size(), 1U);
  const Json& conflict = found.at("conflicts")[0];
  EXPECT_EQ(conflict.at("names"), (Json{"pin", "ball"}));
  EXPECT_THAT(conflict.at("text").get<std::string>(), HasSubstr("cannot all be met"));
  EXPECT_GT(conflict.at("gap").get<double>(), 0.0);
  ASSERT_EQ(conflict.at("cures").size(), 4U);
  EXPECT_EQ(conflict.at("cures")[0].at("label"), "Remove ball") << "what came last comes first";
  EXPECT_EQ(conflict.at("cures")[0].at("edit"), (Json{{"remove", "ball"}}));
  EXPECT_EQ(conflict.at("cures")[2].at("label"), "Deactivate ball");
}

TEST_F(Conflict, OfSeveralTheWorstComesFirst) {
  bench.rod(Vec3(0, 0, 3), Vec3(1, 0, 3));
  bench.pin("rod2", {{"at", {0, 0, -0.5}}});
  bench.join(in_world(1.5, 0, 3), last_end("rod2", 1), "ball");
  const Json conflicts = diagnose(bench.run).at("conflicts");
  ASSERT_EQ(conflicts.size(), 2U);
  EXPECT_EQ(conflicts[0].at("names"), (Json{"pin2", "ball2"}));
  EXPECT_GT(conflicts[0].at("gap"), conflicts[1].at("gap"));
}

TEST_F(Conflict, IsCuredByAnyOfTheCures) {
  const SceneRun::Snapshot before = bench.run.snapshot();
  for (const Json& cure : diagnose(bench.run).at("conflicts")[0].at("cures")) {
    bench.run.restore(before);
    bench.run.edit(cure.at("edit").dump());
    EXPECT_TRUE(diagnose(bench.run).at("conflicts").empty()) << cure;
    bench.let_run(2.0);
    EXPECT_LT(bench.worst_error(), met) << cure;
  }
}

TEST(StudioWiggle, MovesThePartsOfAFourBarAsTheyCan) {
  Workbench bench;
  bench.rod(Vec3(0, 0, 0), Vec3(0, 0, 0.4));
  bench.rod(Vec3(0, 0, 0.4), Vec3(1, 0, 0.8));
  bench.rod(Vec3(1, 0, 0.8), Vec3(1, 0, 0));
  const double coupler = std::hypot(1.0, 0.4);
  bench.join(last_end("rod", 0.4), first_end("rod2", coupler), "hinge");
  bench.join(last_end("rod2", coupler), first_end("rod3", 0.8), "hinge");
  bench.pin("rod", {{"at", {0, 0, -0.2}}}, "hinge");
  bench.pin("rod3", {{"at", {0, 0, 0.4}}}, "hinge");
  const Json found = wiggle(bench.run, 0);
  ASSERT_EQ(found.at("velocities").size(), 3U);
  Vec3 at_crank = Vec3::Zero(), at_coupler = Vec3::Zero();
  for (const Json& moving : found.at("velocities")) {
    const std::string name = moving.at("object");
    const Vec3 v = vector(moving.at("v")), w = vector(moving.at("w"));
    EXPECT_LT(Vec3(w.x(), v.y(), w.z()).norm(), 1e-9) << "in the plane";
    const Vec3 joint(0, 0, 0.4), velocity = v + w.cross(joint - bench.where(name));
    if (name == "rod") at_crank = velocity;
    if (name == "rod2") at_coupler = velocity;
  }
  EXPECT_GT(at_crank.norm(), 0.01);
  EXPECT_LT((at_crank - at_coupler).norm(), 1e-9) << "they stay together";
}

TEST(StudioWiggle, RefusesMotionsThatAreNotThere) {
  Workbench bench;
  EXPECT_THROW(wiggle(bench.run, 0), UsageError);
  bench.make({{"kind", "particle"}, {"at", {0, 0, 0}}, {"mass", 1}});
  EXPECT_NO_THROW(wiggle(bench.run, 2));
  EXPECT_THROW(wiggle(bench.run, 3), UsageError);
  EXPECT_THROW(wiggle(bench.run, -1), UsageError);
}

}  // namespace holon::studio::studio_doctor_test
