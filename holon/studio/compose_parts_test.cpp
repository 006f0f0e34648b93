// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "holon/studio/workbench.h"

namespace holon::studio::compose_parts_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double pi = std::numbers::pi, wood = 500.0;

double mass(const Workbench& bench, const std::string& name) {
  return get<RigidBody>(bench.run.world().model().objects()[bench.object(name)].kind).mass;
}

// ---- bodies ----

TEST(StudioParts, ARodLiesBetweenItsEnds) {
  Workbench bench;
  const Vec3 from(0.2, 0.3, 1.0), to(1.0, -0.1, 0.4);
  const std::string rod = bench.rod(from, to);
  const double length = (to - from).norm();
  EXPECT_LT((bench.where(rod, Vec3(0, 0, -length / 2)) - from).norm(), 1e-14);
  EXPECT_LT((bench.where(rod, Vec3(0, 0, length / 2)) - to).norm(), 1e-14);
  EXPECT_NEAR(mass(bench, rod), wood * pi * std::pow(0.03 * length, 2) * length, 1e-9);
  EXPECT_EQ(bench.freedoms(), 6);
}

TEST(StudioParts, ARodOfAGivenRadiusWeighsWhatItsCylinderDoes) {
  Workbench bench;
  bench.make({{"kind", "rod"}, {"from", {0, 0, 0}}, {"to", {0, 0, 2}}, {"radius", 0.1}});
  EXPECT_NEAR(mass(bench, "rod"), wood * pi * 0.01 * 2, 1e-9);
}

TEST(StudioParts, InTheXZPlaneHaveTheirYAxisAcrossIt) {
  Workbench bench;
  const std::string rod = bench.rod(Vec3(0, 0, 0), Vec3(1, 0, -1));
  const Vec3 y = bench.run.world().direction(DirectionOn{bench.object(rod), Vec3::UnitY()}).x;
  EXPECT_LT((y - Vec3::UnitY()).norm(), 1e-14);
  const std::string upright = bench.rod(Vec3(0, 0, 0), Vec3(0, 1, 0));
  EXPECT_LT((bench.where(upright, Vec3(0, 0, 0.5)) - Vec3(0, 1, 0)).norm(), 1e-14)
      << "and one that lies along y has some axes, too";
}

TEST(StudioParts, GetReadableNamesOfTheirOwn) {
  Workbench bench;
  EXPECT_EQ(bench.rod(Vec3::Zero(), Vec3::UnitX()), "rod");
  EXPECT_EQ(bench.rod(Vec3::Zero(), Vec3::UnitX()), "rod2");
  const Json ball = {{"kind", "sphere"}, {"at", {0, 0, 0}}, {"radius", 0.1}, {"name", "rod3"}};
  EXPECT_THAT(bench.make(ball), ElementsAre("rod3"));
  EXPECT_EQ(bench.rod(Vec3::Zero(), Vec3::UnitX()), "rod4") << "whatever has the name";
  EXPECT_THAT(bench.complaint(compose_make, {{"part", ball}}), HasSubstr("'rod3' already"));
  Json hidden = ball;
  hidden["name"] = "~hand";
  EXPECT_THAT(bench.complaint(compose_make, {{"part", hidden}}),
              HasSubstr("must not begin with ~"));
}

TEST(StudioParts, OfAllKindsOfBodiesAreMadeAndFall) {
  Workbench bench;
  bench.make(
      {{"kind", "box"}, {"at", {0, 0, 1}}, {"size", {0.1, 0.2, 0.3}}, {"colour", "#5C7A98"}});
  bench.make({{"kind", "sphere"}, {"at", {1, 0, 1}}, {"radius", 0.1}});
  bench.make({{"kind", "wheel"},
              {"at", {2, 0, 1}},
              {"axis", {0, 1, 0}},
              {"radius", 0.3},
              {"width", 0.05}});
  bench.make({{"kind", "soft"}, {"at", {3, 0, 1}}, {"size", {0.3, 0.3, 0.3}}});
  bench.make({{"kind", "particle"}, {"at", {4, 0, 1}}, {"mass", 0.5}});
  EXPECT_EQ(bench.freedoms(), 6 + 6 + 6 + 12 + 3);
  EXPECT_NEAR(mass(bench, "box"), wood * 0.006, 1e-12);
  EXPECT_NEAR(mass(bench, "wheel"), wood * pi * 0.09 * 0.05, 1e-12);
  EXPECT_EQ(bench.run.scene().looks.at(bench.object("box").index).colour, "#5C7A98");
  bench.let_run(0.5);
  for (const char* name : {"box", "sphere", "wheel", "soft", "particle"})
    EXPECT_NEAR(bench.where(name).z(), 1.0 - 0.5 * 9.81 * 0.25, 1e-9) << name;
  const Vec3 axis =
      bench.run.world().direction(DirectionOn{bench.object("wheel"), Vec3::UnitZ()}).x;
  EXPECT_LT((axis - Vec3::UnitY()).norm(), 1e-12);
}

TEST(StudioParts, ASoftOneSagsByAboutATenthUnderItsOwnWeight) {
  Workbench bench;
  bench.make({{"kind", "soft"}, {"at", {0, 0, 1}}, {"size", {0.4, 0.4, 0.4}}});
  bench.pin("soft", {{"at", {0.2, 0.2, 0.2}}});
  bench.pin("soft", {{"at", {-0.2, 0.2, 0.2}}});
  bench.pin("soft", {{"at", {0.0, -0.2, 0.2}}});
  bench.let_run(4.0);
  EXPECT_LT(bench.worst_error(), met);
  const double height =
      bench.where("soft", Vec3(0, 0, 0.2)).z() - bench.where("soft", Vec3(0, 0, -0.2)).z();
  EXPECT_GT(height, 0.41) << "it gives way";
  EXPECT_LT(height, 0.48) << "but not much";
}

// ---- ropes and springs ----

TEST(StudioParts, ARopeIsAsLongAsItIsNowAndHoldsOnlyWhenTaut) {
  Workbench bench;
  bench.make({{"kind", "sphere"}, {"at", {0.3, 0, -0.4}}, {"radius", 0.05}});
  const auto names = bench.make({{"kind", "rope"},
                                 {"from", in_world(0, 0, 0)},
                                 {"to", {{"object", "sphere"}, {"at", {0, 0, 0}}}}});
  EXPECT_THAT(names, ElementsAre("rope"));
  EXPECT_EQ(bench.freedoms(), 5) << "taut";
  bench.let_run(1.0);
  EXPECT_LT(bench.worst_error(), met);
  EXPECT_NEAR(bench.signal("rope.distance"), 0.5, met);
  EXPECT_GT(bench.signal("rope.force"), 0.0);
}

TEST(StudioParts, ALongerRopeHangsThroughUntilItIsTaut) {
  Workbench bench;
  bench.make({{"kind", "particle"}, {"at", {0, 0, 0}}, {"mass", 1}});
  bench.make({{"kind", "rope"},
              {"from", in_world(0, 0, 0)},
              {"to", {{"object", "particle"}, {"at", {0, 0, 0}}}},
              {"length", 0.8}});
  EXPECT_EQ(bench.freedoms(), 3);
  bench.let_run(2.0);
  EXPECT_NEAR(bench.where("particle").z(), -0.8, 1e-6);
  EXPECT_NEAR(bench.signal("rope.force"), 9.81, 1e-3);
}

TEST(StudioParts, ASpringIsStretchedByATenthByWhatHangsOnIt) {
  Workbench bench;
  bench.make({{"kind", "sphere"}, {"at", {0, 0, -0.7}}, {"radius", 0.1}});
  bench.make({{"kind", "spring"}, {"from", in_world(0, 0, 0)}, {"to", {{"object", "sphere"}}}});
  EXPECT_EQ(bench.freedoms(), 6) << "it holds nothing";
  bench.let_run(1.0);
  EXPECT_GT(bench.signal("energy.kinetic"), 1e-4) << "it still swings";
  bench.let_run(20.0);
  EXPECT_NEAR(bench.where("sphere").z(), -0.77, 1e-3);
}

TEST(StudioParts, ASpringBetweenTwoFitsTheLighter) {
  Workbench bench;
  bench.make({{"kind", "sphere"}, {"at", {0, 0, 0}}, {"radius", 0.2}});
  bench.make({{"kind", "particle"}, {"at", {0, 0, -1}}, {"mass", 0.5}});
  bench.make(
      {{"kind", "spring"}, {"from", {{"object", "sphere"}}}, {"to", {{"object", "particle"}}}});
  EXPECT_NEAR(
      inspect(bench.run, "spring")["fields"][0]["value"].get<double>(), 0.5 * 9.81 / 0.1, 1e-9);
  bench.make({{"kind", "spring"},
              {"from", {{"object", "sphere"}}},
              {"to", {{"object", "particle"}}},
              {"stiffness", 7}});
  EXPECT_EQ(inspect(bench.run, "spring2")["fields"][0]["value"], 7);
}

// ---- rails and surfaces ----

Json wave() {
  Json points = Json::array();
  for (int i = 0; i <= 100; ++i) points.push_back({0.02 * i, 0, 1.0 + 0.3 * std::cos(0.06 * i)});
  return points;
}

TEST(StudioParts, ARailComesWithABeadThatSlidesDownIt) {
  Workbench bench;
  EXPECT_THAT(bench.make({{"kind", "rail"}, {"points", wave()}}), ElementsAre("rail", "bead"));
  EXPECT_LT(bench.worst_error(), 1e-12) << "it begins on the rail";
  EXPECT_EQ(bench.freedoms(), 1);
  const double height = bench.where("bead").z(), before = bench.signal("energy.total");
  bench.let_run(1.0);
  EXPECT_LT(bench.worst_error(), met);
  EXPECT_LT(bench.where("bead").z(), height);
  EXPECT_NEAR(bench.signal("energy.total"), before, 1e-4);
}

TEST(StudioParts, AClosedRailLeadsABeadRoundAndRound) {
  Workbench bench(R"({"format": "holon-scene", "version": 1})");
  Json points = Json::array();
  for (int i = 0; i < 60; ++i)
    points.push_back({std::cos(pi * i / 30), 0.0, std::sin(pi * i / 30)});
  bench.make({{"kind", "rail"}, {"points", points}, {"closed", true}, {"name", "ring"}});
  bench.run.edit(R"({"place": {"object": "bead", "velocity": [0, 0, 2]}})");
  bench.let_run(4.0);
  EXPECT_LT(bench.worst_error(), met);
  EXPECT_GT(bench.signal("ring.curve.length"), 7.0) << "once round is 6.28";
}

TEST(StudioParts, ARailTakesAPointOfWhatIsThere) {
  Workbench bench;
  bench.make({{"kind", "box"}, {"at", {1, 0, 0.9}}, {"size", {0.1, 0.1, 0.1}}});
  const Json hook = {{"object", "box"}, {"at", {0, 0, 0.05}}};
  EXPECT_THAT(bench.make({{"kind", "rail"}, {"points", wave()}, {"bead", hook}}),
              ElementsAre("rail"));
  EXPECT_EQ(bench.freedoms(), 4);
  bench.let_run(2.0);
  EXPECT_LT(bench.worst_error(), met) << "it was near, and came to it";
  EXPECT_THAT(bench.complaint(compose_make,
                              {{"part", {{"kind", "rail"}, {"points", wave()}, {"bead", false}}}}),
              HasSubstr("only there with something on it"));
}

TEST(StudioParts, MoreMayBePutOnARail) {
  Workbench bench;
  bench.make({{"kind", "rail"}, {"points", wave()}});
  bench.make({{"kind", "particle"}, {"at", {1, 0, 1}}, {"mass", 0.3}});
  const Json command = {{"a", {{"object", "particle"}}}, {"b", {{"on", "rail"}}}};
  EXPECT_THAT(bench.apply(compose_join, command), ElementsAre("rail2"));
  EXPECT_EQ(bench.freedoms(), 2);
  bench.let_run(2.0);
  EXPECT_LT(bench.worst_error(), met);
  EXPECT_THAT(
      bench.complaint(compose_join, {{"a", {{"object", "particle"}}}, {"b", {{"on", "bead"}}}}),
      HasSubstr("has no rail"));
}

TEST(StudioParts, SurfacesComeWithABeadToo) {
  Workbench bench;
  bench.make({{"kind", "surface"}, {"at", {0, 0, 1}}, {"normal", {0.3, 0, 1}}});
  bench.make({{"kind", "surface"}, {"at", {3, 0, 1}}, {"shape", "sphere"}, {"radius", 0.5}});
  bench.make({{"kind", "surface"},
              {"at", {6, 0, 1}},
              {"normal", {1, 0, 1}},
              {"shape", "cylinder"},
              {"radius", 0.4}});
  EXPECT_LT(bench.worst_error(), 1e-12);
  EXPECT_EQ(bench.freedoms(), 6);
  std::vector<double> heights;
  for (const char* bead : {"bead", "bead2", "bead3"}) heights.push_back(bench.where(bead).z());
  bench.let_run(1.0);
  EXPECT_LT(bench.worst_error(), met);
  for (int i = 0; i < 3; ++i)
    EXPECT_LT(bench.where(i == 0 ? "bead" : "bead" + std::to_string(i + 1)).z(), heights[i] - 0.05);
  EXPECT_THAT(
      bench.complaint(compose_make,
                      {{"part", {{"kind", "surface"}, {"at", {0, 0, 0}}, {"shape", "cube"}}}}),
      HasSubstr("plane, sphere or cylinder"));
}

// ---- chains ----

TEST(StudioParts, AChainHangsBetweenItsEnds) {
  Workbench bench;
  const auto names =
      bench.make({{"kind", "chain"}, {"from", {0, 0, 1}}, {"to", {1, 0, 1}}, {"links", 8}});
  EXPECT_EQ(names.size(), 8U + 7U);
  EXPECT_EQ(bench.freedoms(), 8 * 6 - 7 * 3);
  EXPECT_LT(bench.worst_error(), 1e-14);
  const auto end = [&](const std::string& link, int sign) {
    const auto& cylinder = std::get<Cylinder>(
        std::get<Solid>(bench.run.scene().solids.at(bench.object(link).index)).shape);
    return Json{{"at", {0, 0, sign * cylinder.length / 2}}};
  };
  bench.pin(names[0], end(names[0], -1));
  bench.pin(names[7], end(names[7], 1));
  EXPECT_LT((bench.where(names[0]) - Vec3(0, 0, 1)).norm(), 0.2);
  bench.let_run(3.0);
  EXPECT_LT(bench.worst_error(), met);
  EXPECT_EQ(bench.freedoms(), 8 * 6 - 9 * 3);
  EXPECT_LT(bench.signal("pin.force"), 20 * bench.signal("gravity.force"))
      << "it sags, so it can carry itself";
}

TEST(StudioParts, AChainThatIsDrawnDownwardsIsStraight) {
  Workbench bench;
  const auto names =
      bench.make({{"kind", "chain"}, {"from", {0, 0, 1}}, {"to", {0, 0, 0}}, {"links", 4}});
  for (int i = 0; i < 4; ++i)
    EXPECT_LT((bench.where(names[i]) - Vec3(0, 0, 0.875 - 0.25 * i)).norm(), 1e-14);
}

// ---- what cannot be ----

TEST(StudioParts, ThatMakeNoSenseAreRefusedWithTheNameOfTheField) {
  const Workbench bench;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto complaint = [&](const Json& part) {
    return bench.complaint(compose_make, {{"part", part}});
  };
  EXPECT_THAT(complaint({{"kind", "rodd"}}), HasSubstr("did you mean 'rod'"));
  EXPECT_THAT(complaint({{"kind", "rod"}, {"from", {0, 0, 0}}}), HasSubstr("to: is missing"));
  EXPECT_THAT(complaint({{"kind", "rod"}, {"from", {0, 0, 0}}, {"to", {0, 0, 0}}}),
              HasSubstr("to: must be"));
  EXPECT_THAT(complaint({{"kind", "rod"}, {"from", {0, nan, 0}}, {"to", {0, 0, 1}}}),
              HasSubstr("from: "));
  EXPECT_THAT(complaint({{"kind", "rod"}, {"from", {0, 0, 0}}, {"to", {0, 0, 1e300}}}),
              HasSubstr("to: "));
  EXPECT_THAT(complaint({{"kind", "box"}, {"at", {0, 0, 0}}, {"size", {1, 0, 1}}}),
              HasSubstr("size: "));
  EXPECT_THAT(complaint({{"kind", "sphere"}, {"at", {0, 0, 0}}, {"radius", -1}}),
              HasSubstr("radius: "));
  EXPECT_THAT(complaint({{"kind", "wheel"}, {"at", {0, 0, 0}}, {"radius", 1}, {"axis", {0, 0, 0}}}),
              HasSubstr("axis: "));
  EXPECT_THAT(complaint({{"kind", "particle"}, {"at", {0, 0, 0}}, {"mass", 0}}),
              HasSubstr("mass: "));
  EXPECT_THAT(complaint({{"kind", "rope"}, {"from", in_world(0, 0, 0)}, {"to", in_world(0, 0, 1)}}),
              HasSubstr("both ends are in the world"));
  EXPECT_THAT(
      complaint({{"kind", "rope"}, {"from", in_world(0, 0, 0)}, {"to", {{"object", "rod"}}}}),
      HasSubstr("to: there is no object 'rod'"));
  EXPECT_THAT(complaint({{"kind", "rail"}, {"points", {{0, 0, 0}}}}), HasSubstr("points: "));
  EXPECT_THAT(complaint({{"kind", "rail"}, {"points", {{0, 0, 0}, {1, nan, 0}}}}),
              HasSubstr("points: "));
  EXPECT_THAT(complaint({{"kind", "chain"}, {"from", {0, 0, 0}}, {"to", {1, 0, 0}}, {"links", 0}}),
              HasSubstr("links: "));
  EXPECT_THAT(bench.complaint(compose_make, {{"part", "rod"}}),
              HasSubstr("part: must be an object"));
}

}  // namespace holon::studio::compose_parts_test
