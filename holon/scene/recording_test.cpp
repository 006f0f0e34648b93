// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/recording.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "holon/scene/blob.h"

namespace holon::recording_test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

std::string decoded(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  int have = 0;
  for (char c : text) {
    if (c == '=') break;
    bits = bits << 6U | static_cast<unsigned>(digits.find(c));
    have += 6;
    if (have >= 8) {
      have -= 8;
      out += static_cast<char>(bits >> static_cast<unsigned>(have) & 255U);
    }
  }
  return out;
}
template <class T>
std::vector<T> numbers(const json& text) {
  const std::string bytes = decoded(text);
  std::vector<T> list(bytes.size() / sizeof(T));
  std::memcpy(list.data(), bytes.data(), list.size() * sizeof(T));
  return list;
}

std::string scene_text(const std::string& lists) {
  return R"({"format": "holon-scene", "version": 1, "title": "A </script> title", )" + lists + "}";
}
const std::string pendulum = scene_text(R"(
  "objects": [{"kind": "rigid_body", "name": "rod", "shape": {"kind": "rod", "length": 1}, "mass": 1,
               "position": [0.5, 0, 0], "orientation": [0.7071067811865476, 0, 0.7071067811865476, 0]},
              {"kind": "particle", "name": "bob", "mass": 2, "position": [0, 3, 0]}],
  "constraints": [{"kind": "point_to_point", "name": "nail", "a": {"nail": [0, 0, 0]},
                   "b": {"object": "rod", "at": [0, 0, -0.5]}},
                  {"kind": "rope", "name": "rope", "a": {"nail": [0, 3, 1]}, "b": {"object": "bob"}, "length": 1.5}],
  "forces": [{"kind": "gravity", "g": [0, 0, -9.81]}])");

/// A run of so many steps of 0.01 s, recorded at each.
json record(const std::string& text, int steps, const std::function<void(World&, int)>& edit = {}) {
  const Scene scene = read_scene(text);
  World world = make_world(scene);
  Recording recording(scene, world);
  recording.sample(scene, world);
  for (int i = 1; i <= steps; ++i) {
    if (edit) edit(world, i);
    world.step(0.01);
    recording.follow(world);
    recording.sample(scene, world);
  }
  return json::parse(recording.to_json(world.report()));
}

TEST(Blob, IsBase64AsInRfc4648) {
  const auto text = [](std::string_view s) { return base64(std::as_bytes(std::span(s))); };
  EXPECT_EQ(text(""), "");
  EXPECT_EQ(text("f"), "Zg==");
  EXPECT_EQ(text("fo"), "Zm8=");
  EXPECT_EQ(text("foo"), "Zm9v");
  EXPECT_EQ(text("foobar"), "Zm9vYmFy");
}

TEST(Recording, HoldsPosesLooksAndConnectors) {
  const json r = record(pendulum, 5);
  EXPECT_EQ(r["times"].size(), 6U);
  const json& rod = r["objects"][0];
  EXPECT_EQ(rod["looks"][0]["kind"], "rod");
  EXPECT_EQ(rod["looks"][0]["length"], 1.0);
  const auto poses = numbers<float>(rod["poses"]);
  ASSERT_EQ(poses.size(), 6U * 7U);
  EXPECT_FLOAT_EQ(poses[0], 0.5F);
  EXPECT_FLOAT_EQ(poses[3], 0.70710678F);  // w of the quaternion
  EXPECT_FLOAT_EQ(poses[5], 0.70710678F);  // y
  EXPECT_EQ(r["objects"][1]["numbers"], 3);
  EXPECT_EQ(r["constraints"][0]["ends"][0], json::parse(R"({"at": [0.0, 0.0, 0.0]})"));
  EXPECT_EQ(r["constraints"][0]["ends"][1],
            json::parse(R"({"object": 0, "at": [0.0, 0.0, -0.5]})"));
  EXPECT_EQ(r["constraints"][1]["numbers"]["length"], 1.5);
}

// A rod held at one end and let go level: of its weight the nail bears a quarter at first.
TEST(Recording, HoldsArrowsOfForcesWithTheirOwners) {
  const json r = record(pendulum, 1);
  const auto ends = numbers<std::uint32_t>(r["arrows"]["ends"]);
  const auto owner = numbers<std::uint32_t>(r["arrows"]["owner"]);
  const auto flags = numbers<std::uint8_t>(r["arrows"]["flags"]);
  const auto vectors = numbers<float>(r["arrows"]["numbers"]);
  ASSERT_EQ(ends.size(), 2U);
  ASSERT_EQ(owner.size(), ends.back());
  ASSERT_EQ(vectors.size(), 6U * owner.size());
  bool found = false;
  for (std::size_t i = ends[0]; i < ends[1]; ++i)
    if (owner[i] == 0 && flags[i] == 4) {  // the nail's, a force, on an object, no reaction
      found = true;
      // within a step of 0.01 s the rod turns by some 1e-3 rad
      EXPECT_NEAR(vectors[6 * i + 5], 9.81 / 4, 0.02);
    }
  EXPECT_TRUE(found);
  EXPECT_NEAR(numbers<float>(r["constraints"][0]["force"])[1], 9.81 / 4, 0.02);
  EXPECT_EQ(*std::max_element(owner.begin(), owner.end()), 2U) << "gravity, behind two constraints";
}

TEST(Recording, FollowsWhatComesAndGoes) {
  const json r = record(pendulum, 4, [](World& world, int step) {
    if (step == 2) world.add(Particle{.mass = 1.0, .position = {5, 0, 0}}, {.name = "late"});
    if (step == 3) world.remove(world.model().find_object("bob"));
  });
  const auto late = numbers<float>(r["objects"][2]["poses"]);
  ASSERT_EQ(late.size(), 15U);
  EXPECT_TRUE(std::isnan(late[0]) && std::isnan(late[3])) << "not there yet";
  EXPECT_FLOAT_EQ(late[6], 5.0F);
  const auto bob = numbers<float>(r["objects"][1]["poses"]);
  EXPECT_FLOAT_EQ(bob[6 + 1], 3.0F);
  EXPECT_TRUE(std::isnan(bob[9])) << "gone";
  const auto rope = numbers<float>(r["constraints"][1]["force"]);
  EXPECT_FALSE(std::isnan(rope[2]));
  EXPECT_TRUE(std::isnan(rope[3])) << "went with what it held";
}

TEST(Recording, DrawsCurvesAndSurfacesOnceHoweverManyUseThem) {
  const std::string bead = R"({"kind": "point_to_curve", "point": {"object": "X"},
    "curve": {"curve": {"kind": "circle", "radius": 2}}})";
  const std::string on_plane = R"({"kind": "point_to_surface", "point": {"object": "X"},
    "surface": {"surface": {"kind": "plane"}}})";
  const auto of = [](std::string text, const std::string& name) {
    return text.replace(text.find('X'), 1, name);
  };
  const json r = record(scene_text(R"(
    "objects": [{"kind": "particle", "name": "a", "mass": 1, "position": [2, 0, 0]},
                {"kind": "particle", "name": "b", "mass": 1, "position": [0, 2, 0]},
                {"kind": "particle", "name": "c", "mass": 1, "position": [0, 1, 0]}],
    "constraints": [)" + of(bead, "a")
                                   + ", " + of(bead, "b") + ", " + of(on_plane, "c") + "]"),
                        2);
  ASSERT_EQ(r["tracks"].size(), 2U);
  EXPECT_EQ(r["constraints"][0]["tracks"], json::array({0}));
  EXPECT_EQ(r["constraints"][1]["tracks"], json::array({0}));
  EXPECT_EQ(r["constraints"][2]["tracks"], json::array({1}));
  const auto line = numbers<float>(r["tracks"][0]["line"]);
  ASSERT_GT(line.size(), 3U * 40U) << "round enough";
  for (std::size_t i = 0; i < line.size(); i += 3)
    EXPECT_NEAR(std::hypot(line[i], line[i + 1]), 2.0, 1e-6);
  const auto points = numbers<float>(r["tracks"][1]["points"]);
  EXPECT_EQ(points.size(), 12U);
  for (std::size_t i = 2; i < points.size(); i += 3) EXPECT_EQ(points[i], 0.0F);
}

TEST(Recording, HoldsViewsPlotsAndLooksOfTheScene) {
  const json r = record(scene_text(R"(
    "objects": [{"kind": "particle", "name": "bob", "mass": 1, "velocity": [2, 0, 0],
                 "looks": {"colour": "#5C7A98", "shape": {"kind": "sphere", "radius": 0.3}}}],
    "views": [{"name": "side", "from": [0, -5, 1], "to": [0, 0, 1], "height": 3},
              {"name": "along", "from": [0, -5, 1], "to": [0, 0, 1], "follow": "bob"}],
    "plots": [{"title": "Way", "signals": "bob.x,bob.vx"}, {"signals": "bob.z", "x": "bob.x"}])"),
                        2);
  EXPECT_EQ(r["objects"][0]["colour"], "#5C7A98");
  EXPECT_EQ(r["objects"][0]["looks"][0]["radius"], 0.3);
  EXPECT_EQ(r["views"][0]["name"], "side");
  EXPECT_EQ(r["views"][0]["height"], 3.0);
  EXPECT_FALSE(r["views"][0].contains("follow"));
  EXPECT_EQ(r["views"][1]["follow"], 0);
  EXPECT_EQ(r["plots"][0]["signals"], json::array({"bob.x", "bob.vx"}));
  EXPECT_EQ(r["plots"][1]["x"], "bob.x");
  for (const json& signal : r["signals"])
    if (signal["name"] == "bob.x") {
      EXPECT_EQ(signal["unit"], "m");
      EXPECT_NEAR(numbers<float>(signal["values"])[2], 0.04, 1e-6);  // 2 m/s for 0.02 s
    }
}

TEST(Recording, MakesAPageThatItsTextCannotEnd) {
  const Scene scene = read_scene(pendulum);
  const World world = make_world(scene);
  Recording recording(scene, world);
  recording.sample(scene, world);
  const std::string page = recording.to_page("<p>/*RECORDING*/</p>", world.report());
  EXPECT_THAT(page, HasSubstr("A <\\/script> title"));
  EXPECT_EQ(page.find("</"), page.size() - 4);
  EXPECT_THROW(recording.to_page("<p></p>", world.report()), UsageError);
}

TEST(Recording, LimitsItsSizeByWhatThereIsToSee) {
  const auto most = [](int bodies) {
    Model model;
    for (int i = 0; i < bodies; ++i) model.add(RigidBody{}, {.name = "b" + std::to_string(i)});
    const Scene scene{.settings = {}, .model = model, .solids = {}};
    const World world = make_world(scene);
    Recording recording(scene, world);
    recording.sample(scene, world);
    return recording.most_samples();
  };
  EXPECT_EQ(most(10), 3000U);
  EXPECT_NEAR(static_cast<double>(most(10000)) * 10000 * 28, 64e6, 4e6);
}

}  // namespace
}  // namespace holon::recording_test
