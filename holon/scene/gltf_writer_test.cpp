// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/gltf_writer.h"

#include <gmock/gmock.h>

#include <cstring>
#include <nlohmann/json.hpp>

namespace holon::gltf_writer_test {
namespace {

using nlohmann::json;

/// A binary glTF file taken apart.
struct File {
  json root;
  std::string bytes;

  explicit File(const std::string& text) {
    EXPECT_EQ(text.substr(0, 4), "glTF");
    EXPECT_EQ(number(text, 4), 2U);
    EXPECT_EQ(number(text, 8), text.size());
    const std::size_t length = number(text, 12);
    EXPECT_EQ(length % 4, 0U);
    EXPECT_EQ(text.substr(16, 4), "JSON");
    root = json::parse(text.substr(20, length));
    const std::size_t bin = 20 + length;
    EXPECT_EQ(text.substr(bin + 4, 4), std::string("BIN\0", 4));
    bytes = text.substr(bin + 8, number(text, bin));
    EXPECT_EQ(bytes.size(), root["buffers"][0]["byteLength"].get<std::size_t>());
    EXPECT_EQ(bin + 8 + bytes.size(), text.size());
  }
  static std::size_t number(const std::string& text, std::size_t at) {
    std::uint32_t n = 0;
    std::memcpy(&n, text.data() + at, 4);
    return n;
  }
  std::vector<float> floats(int accessor) const {
    const json& a = root["accessors"][static_cast<std::size_t>(accessor)];
    const json& view = root["bufferViews"][a["bufferView"].get<std::size_t>()];
    std::vector<float> list(view["byteLength"].get<std::size_t>() / 4);
    std::memcpy(list.data(), bytes.data() + view["byteOffset"].get<std::size_t>(), 4 * list.size());
    return list;
  }
  /// The keys of what moves a node.
  std::vector<float> keys(std::size_t node, const std::string& path) const {
    const json& motion = root["animations"][0];
    for (const json& channel : motion["channels"])
      if (channel["target"]["node"] == node && channel["target"]["path"] == path)
        return floats(motion["samplers"][channel["sampler"].get<std::size_t>()]["output"]);
    return {};
  }
  std::size_t node(const std::string& name) const {
    for (std::size_t i = 0; i < root["nodes"].size(); ++i)
      if (root["nodes"][i].value("name", "") == name) return i;
    ADD_FAILURE() << "no node " << name;
    return 0;
  }
};

const char* const text = R"({"format": "holon-scene", "version": 1, "title": "Two bodies",
  "objects": [{"kind": "rigid_body", "name": "top", "shape": {"kind": "cone", "radius": 0.2, "height": 0.4},
               "mass": 1, "position": [0, 0, 1], "velocity": [1, 0, 2], "angular_velocity": [0, 0.3, 9]},
              {"kind": "affine_body", "name": "jelly", "shape": {"kind": "box", "size": [0.4, 0.4, 0.4]},
               "density": 1000, "position": [2, 0, 0], "deformation": [[1.2, 0.1, 0], [0, 0.9, 0], [0, 0.2, 1]]},
              {"kind": "particle", "name": "bob", "mass": 1, "position": [0, 1, 0]}],
  "forces": [{"kind": "gravity", "g": [0, 0, -9.81]}]})";

Recording recorded(int steps) {
  const Scene scene = read_scene(text);
  World world = make_world(scene);
  Recording recording(scene, world);
  recording.sample(scene, world);
  for (int i = 0; i < steps; ++i) {
    world.step(0.01);
    recording.sample(scene, world);
  }
  return recording;
}
Quat quat(const std::vector<float>& list, std::size_t i) {
  return {list[4 * i + 3], list[4 * i], list[4 * i + 1], list[4 * i + 2]};
}
Vec3 vec(const std::vector<float>& list, std::size_t i) {
  return {list[3 * i], list[3 * i + 1], list[3 * i + 2]};
}

TEST(Gltf, IsAFileWhosePartsFitTogether) {
  const File file(to_glb(recorded(20)));
  const json& root = file.root;
  EXPECT_EQ(root["asset"]["version"], "2.0");
  std::size_t end = 0;
  for (const json& view : root["bufferViews"]) {
    EXPECT_EQ(view["byteOffset"], end) << "one after the other";
    EXPECT_EQ(end % 4, 0U);
    end += view["byteLength"].get<std::size_t>();
  }
  EXPECT_EQ(end, file.bytes.size());
  for (const json& mesh : root["meshes"]) {
    const json& primitive = mesh["primitives"][0];
    const int at = primitive["attributes"]["POSITION"];
    const json& positions = root["accessors"][static_cast<std::size_t>(at)];
    const auto points = file.floats(at);
    EXPECT_EQ(points.size(), 3 * positions["count"].get<std::size_t>());
    for (std::size_t k = 0; k < 3; ++k) {
      float low = points[k], high = points[k];
      for (std::size_t i = k; i < points.size(); i += 3) {
        low = std::min(low, points[i]);
        high = std::max(high, points[i]);
      }
      EXPECT_EQ(positions["min"][k].get<float>(), low);
      EXPECT_EQ(positions["max"][k].get<float>(), high);
    }
  }
}

TEST(Gltf, KeysAreThePosesOfTheRun) {
  const Recording recording = recorded(20);
  const File file(to_glb(recording));
  const std::size_t top = file.node("top");
  const auto position = file.keys(top, "translation"), turn = file.keys(top, "rotation");
  const auto& poses = recording.parts()[0].poses;
  ASSERT_EQ(position.size(), 3U * 21U);
  ASSERT_EQ(turn.size(), 4U * 21U);
  for (std::size_t i = 0; i < 21; ++i) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(position[3 * i + k], poses[7 * i + k]);
    const Quat q(poses[7 * i + 3], poses[7 * i + 4], poses[7 * i + 5], poses[7 * i + 6]);
    EXPECT_NEAR(quat(turn, i).angularDistance(q), 0.0, 1e-6);
    EXPECT_NEAR(quat(turn, i).norm(), 1.0, 1e-6);
    if (i > 0) EXPECT_GT(quat(turn, i).dot(quat(turn, i - 1)), 0.0) << "the short way round";
  }
  const json& sampler = file.root["animations"][0]["samplers"][0];
  const auto times = file.floats(sampler["input"]);
  for (std::size_t i = 0; i < 21; ++i) EXPECT_NEAR(times[i], 0.01 * static_cast<double>(i), 1e-6);
}

// Three turns and stretches one inside the other make the linear map of the body again.
TEST(Gltf, NestedNodesMakeTheMapOfAnAffineBody) {
  const Recording recording = recorded(20);
  const File file(to_glb(recording));
  const std::size_t outer = file.node("jelly"), inner = file.node("jelly axes");
  const auto turn = file.keys(outer, "rotation"), scale = file.keys(outer, "scale"),
             inside = file.keys(inner, "rotation");
  const auto& poses = recording.parts()[1].poses;
  for (std::size_t i = 0; i < 21; ++i) {
    Mat3 A;
    for (Eigen::Index c = 0; c < 3; ++c)
      for (Eigen::Index r = 0; r < 3; ++r)
        A(r, c) = poses[12 * i + 3 + 3 * static_cast<std::size_t>(c) + static_cast<std::size_t>(r)];
    const Mat3 made = quat(turn, i).toRotationMatrix() * vec(scale, i).asDiagonal()
                      * quat(inside, i).toRotationMatrix();
    EXPECT_TRUE(made.isApprox(A, 1e-5)) << made << "\n\n" << A;
  }
}

TEST(Gltf, OfAMomentHasNoAnimation) {
  const File file(to_glb(recorded(0)));
  EXPECT_FALSE(file.root.contains("animations"));
  EXPECT_EQ(file.root["nodes"][0]["children"].size(), 3U);
}

}  // namespace
}  // namespace holon::gltf_writer_test
