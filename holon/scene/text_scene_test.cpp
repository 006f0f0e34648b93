// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/text_scene.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "holon/scene/scene_run.h"
#include "holon/scene/thing_writer.h"

namespace holon::text_scene_test {
namespace {

using testing::HasSubstr;

/// The double pendulum of seed 000, section 2.4.
constexpr const char* as_text = R"(# two rods hang from a nail
title Double pendulum
dt 0.002
parameter length=1 unit=m min=0.5 max=2

make rod upper length=length at=(length/2 0 0) orientation=(0.7071067811865476 0 -0.7071067811865476 0)
make rod lower length=length at=(1.5*length 0 0) orientation=(0.7071067811865476 0 -0.7071067811865476 0)
connect nail(0 0 0) upper.end2 name=nail
connect upper.end1 lower.end2 name=elbow
gravity on
)";
constexpr const char* as_json = R"({
  "format": "holon-scene", "version": 1, "title": "Double pendulum", "dt": 0.002,
  "parameters": [{"name": "length", "value": 1, "unit": "m", "min": 0.5, "max": 2}],
  "objects": [
    {"kind": "rigid_body", "name": "upper", "shape": {"kind": "rod", "length": "length"}, "mass": 1,
     "position": ["length/2", 0, 0], "orientation": [0.7071067811865476, 0, -0.7071067811865476, 0]},
    {"kind": "rigid_body", "name": "lower", "shape": {"kind": "rod", "length": "length"}, "mass": 1,
     "position": ["1.5*length", 0, 0], "orientation": [0.7071067811865476, 0, -0.7071067811865476, 0]}],
  "constraints": [
    {"kind": "point_to_point", "name": "nail", "a": {"nail": [0, 0, 0]},
     "b": {"object": "upper", "at": [0, 0, "length/2"]}},
    {"kind": "point_to_point", "name": "elbow", "a": {"object": "upper", "at": [0, 0, "-length/2"]},
     "b": {"object": "lower", "at": [0, 0, "length/2"]}}],
  "forces": [{"kind": "gravity", "name": "gravity", "g": [0, 0, -9.81]}]
})";

std::uint64_t hash_after_a_second(SceneSource source) {
  SceneRun run(read_scene(std::move(source)));
  for (int i = 0; i < 500; ++i) EXPECT_TRUE(run.step(0.002).ok);
  return run.world().hash();
}

std::string complaint(std::string_view text) {
  try {
    read_scene(text);
  } catch (const SceneError& e) {
    return e.what();
  }
  return "";
}

TEST(TextScene, IsTheSameAsTheJsonScene) {
  EXPECT_EQ(hash_after_a_second({as_text, "", {}}), hash_after_a_second({as_json, "", {}}));
  EXPECT_EQ(hash_after_a_second({as_text, "", {{"length", 1.5}}}),
            hash_after_a_second({as_json, "", {{"length", 1.5}}}));
  EXPECT_NE(hash_after_a_second({as_text, "", {{"length", 1.5}}}),
            hash_after_a_second({as_json, "", {}}));
}

TEST(TextScene, StartsMetAndSwings) {
  SceneRun run(read_scene(as_text));
  const World& world = run.world();
  const double before = world.kinetic_energy() + world.potential_energy();
  for (const char* name : {"nail", "elbow"})
    for (double error : world.error(world.model().find_constraint(name)))
      EXPECT_NEAR(error, 0.0, 1e-15) << name;
  for (int i = 0; i < 500; ++i) ASSERT_TRUE(run.step(0.002).ok);
  EXPECT_LT(world.placement(world.model().find_object("upper")).position.z(), -0.1);
  // of the second order of the step: (ω dt)² of some J
  EXPECT_NEAR(world.kinetic_energy() + world.potential_energy(), before, 1e-2);
}

TEST(TextScene, CanBeWrittenAndFormattedAsAnyScene) {
  const std::string formatted = format_scene(as_text);
  EXPECT_EQ(format_scene(formatted), formatted);
  EXPECT_EQ(hash_after_a_second({formatted, "", {}}), hash_after_a_second({as_text, "", {}}));
  EXPECT_EQ(scene_hash(read_scene(as_text)), scene_hash(read_scene(formatted)));
  const std::string written = write_scene(read_scene(as_text));
  EXPECT_EQ(write_scene(read_scene(written)), written);
}

TEST(TextScene, HasSettingsViewsPlotsAndATimeline) {
  const Scene scene = read_scene(R"(title A ball # and no comment
note It hangs,
note then it falls: see (the) "plot"
duration 6
stepper rk4 tolerance=1e-9
make particle ball mass=2
connect nail(0 0 0) ball name=hook
parameter stiffness=50
spring nail(0 0 0) ball stiffness=stiffness length=0 name=band
gravity on
at 1 note="it falls": disconnect hook
when ball.z < -0.3: set stiffness=100
every 1 from=3 until=5: push ball (5 0 0) for=0.1
at 5: gravity off
deactivate band
view side from=(0 -8 2) to=(0 0 1) height=3 follow=ball
plot ball.z,hook.force title="Fall and pull"
)");
  EXPECT_EQ(scene.settings.title, "A ball # and no comment");
  EXPECT_EQ(scene.settings.note, "It hangs,\nthen it falls: see (the) \"plot\"");
  EXPECT_EQ(scene.settings.duration, 6.0);
  EXPECT_EQ(scene.settings.stepper, "rk4");
  EXPECT_EQ(scene.settings.settings.tolerance, 1e-9);
  ASSERT_EQ(scene.timeline.size(), 5u);
  EXPECT_EQ(scene.timeline[0].moment.at, 1.0);
  EXPECT_EQ(scene.timeline[0].moment.note, "it falls");
  EXPECT_EQ(text_of(scene.timeline[0].edits[0].value), R"({"disconnect":"hook"})");
  EXPECT_EQ(scene.timeline[1].when->signal, "ball.z");
  EXPECT_EQ(scene.timeline[1].when->below, -0.3);
  EXPECT_EQ(scene.timeline[2].moment.every, 1.0);
  EXPECT_EQ(scene.timeline[2].moment.until, 5.0);
  EXPECT_EQ(text_of(scene.timeline[3].edits[0].value), R"({"deactivate":["gravity"]})");
  EXPECT_EQ(scene.timeline[4].moment.at, 0.0);
  EXPECT_EQ(scene.views[0].height, 3.0);
  EXPECT_EQ(scene.model.name_of(scene.views[0].follow), "ball");
  EXPECT_EQ(scene.plots[0].signals, "ball.z,hook.force");
  EXPECT_EQ(scene.plots[0].title, "Fall and pull");
}

TEST(TextScene, TellsAllMistakesWithTheirLines) {
  const std::string all = complaint("make rod upper\nmak rod lower\n\nconnect upper.end1 = b\n");
  EXPECT_THAT(all, HasSubstr("line 2, column 1: 'mak': no such command (did you mean 'make'?)"));
  EXPECT_THAT(all, HasSubstr("line 4, column 20: '=': "));
  EXPECT_THAT(complaint("make rod upper\nconnect upper.end7 nail(0 0 1)\nmake rod b mass=x\n"),
              testing::AllOf(HasSubstr("line 2, column 15: constraints[0].a.at: no point of it"),
                             HasSubstr("line 3, column 17: objects[1].mass: ")));
  EXPECT_THAT(complaint("at 2: disconnect hook"), HasSubstr("line 1, column 18: "));
  EXPECT_THAT(complaint("at 2 disconnect hook"), HasSubstr("column 21: 'at' needs a colon"));
  EXPECT_THAT(complaint("when ball.z = 0: gravity on"),
              HasSubstr("column 13: '=': must be < or >"));
  EXPECT_THAT(complaint("dt 0"), HasSubstr("line 1, column 4: dt: must be positive"));
  EXPECT_THAT(complaint("dt 1\ndt 2"), HasSubstr("line 2, column 1: 'dt': is given twice"));
  EXPECT_THAT(complaint("parameter length"), HasSubstr("column 11: 'length': must be a name and"));
  EXPECT_THAT(complaint("title"), HasSubstr("line 1, column 6: a text is missing here"));
  EXPECT_THAT(complaint("gravity on\r\nfoo\r\n"), HasSubstr("line 2, column 1: 'foo'"));
}

TEST(TextScene, MayBeAFileAndIncludeOthers) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "holon_text_scene";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "parts.json") << R"({"format": "holon-scene", "version": 1,
    "groups": [{"name": "pendulum", "parameters": [{"name": "length", "value": 1}],
      "objects": [{"kind": "particle", "name": "bob", "mass": 1, "position": ["length", 0, 0]}]}]})";
  std::ofstream(folder / "all.holon")
      << "include parts.json\ninstance pendulum row count=3 at=(0 i 0) length=1+i\n";
  const Scene scene = read_scene_file((folder / "all.holon").string());
  ASSERT_EQ(scene.model.objects().size(), 3u);
  const World world = make_world(scene);
  EXPECT_EQ(world.placement(scene.model.find_object("row2/bob")).position, Vec3(3, 2, 0));
  std::filesystem::remove_all(folder);
}

TEST(TextScene, CommandsMayStandInATimelineOfJson) {
  const std::string text = R"({"format": "holon-scene", "version": 1,
    "objects": [{"kind": "rigid_body", "name": "rod", "shape": {"kind": "rod"}, "mass": 1}],
    "timeline": [
      {"at": 0, "do": ["connect rod.end2 nail(0 0 0.5) name=hook", "gravity on"]},
      {"at": 0.1, "do": ["disconnect hook"]}]})";
  const Scene scene = read_scene(text);
  SceneRun run(scene);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(run.step(0.001).ok);
  EXPECT_EQ(run.world().model().constraints().size(), 1u);
  ASSERT_TRUE(run.step(0.001).ok);
  EXPECT_EQ(run.world().model().constraints().size(), 0u);
  EXPECT_THAT(write_scene(scene), HasSubstr(R"("connect rod.end2 nail(0 0 0.5) name=hook")"));
  EXPECT_THAT(complaint(R"({"format": "holon-scene", "version": 1,
    "timeline": [{"at": 0, "do": ["gravty on"]}]})"),
              HasSubstr("line 2, column 36: 'gravty': no such command"));
}

}  // namespace
}  // namespace holon::text_scene_test
