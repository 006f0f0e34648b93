// SPDX-License-Identifier: Apache-2.0
#include "holon/import/mesh_file.h"

#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "holon/import/import_testing.h"
#include "holon/scene/blob.h"

namespace holon::mesh_file_test {

using namespace import_testing;
using ::testing::HasSubstr;

template <class T>
void append(std::string& bytes, T value) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  bytes.append(raw, sizeof value);
}

/// A tetrahedron with corners at the origin and on the axes: V = 1/6, centre (¼, ¼, ¼).
void expect_tetrahedron(const Mesh& mesh, double scale = 1.0) {
  EXPECT_EQ(mesh.vertices.size(), 4U);
  EXPECT_EQ(mesh.triangles.size(), 4U);
  const MassProperties mass = mass_properties(mesh, 1.0);
  EXPECT_NEAR(mass.mass, scale * scale * scale / 6, 1e-12);
  EXPECT_TRUE(mass.com.isApprox(Vec3::Constant(scale / 4), 1e-9));
}
const float kCorners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const std::uint16_t kFaces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

std::string binary_stl() {
  std::string bytes(80, ' ');
  append(bytes, std::uint32_t{4});
  for (const auto& face : kFaces) {
    bytes.append(12, '\0');
    for (std::uint16_t corner : face)
      for (float x : kCorners[corner]) append(bytes, x);
    bytes.append(2, '\0');
  }
  return bytes;
}

TEST(MeshFile, ObjOfQuadsIsACube) {
  const Mesh mesh = read_mesh_file(kFolder + "cube.obj");
  EXPECT_EQ(mesh.vertices.size(), 8U);
  EXPECT_EQ(mesh.triangles.size(), 12U);
  const MassProperties mass = mass_properties(mesh, 3.0);
  EXPECT_NEAR(mass.mass, 24.0, 1e-12);
  EXPECT_TRUE(mass.com.isApprox(Vec3(1, 1, 1), 1e-12));
  EXPECT_NEAR(mass.inertia(0, 0), 24.0 / 12 * 8, 1e-12);
}

TEST(MeshFile, StlIsReadAsTextAndAsBytes) {
  expect_tetrahedron(read_mesh_file(kFolder + "tetrahedron.stl"));
  expect_tetrahedron(read_stl(binary_stl(), "a.stl"));
}

// One that calls itself "solid" is told by its size.
TEST(MeshFile, BinaryStlMayBeginLikeText) {
  std::string bytes = binary_stl();
  bytes.replace(0, 5, "solid");
  expect_tetrahedron(read_stl(bytes, "a.stl"));
}

std::string gltf_bytes() {
  std::string bytes;
  for (const auto& corner : kCorners)
    for (float x : corner) append(bytes, x);
  for (const auto& face : kFaces)
    for (std::uint16_t i : face) append(bytes, i);
  return bytes;
}
std::string gltf_json(const std::string& uri) {
  return R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
    "nodes": [{"children": [1], "scale": [2, 2, 2]}, {"mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
                  {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}],
    "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
    "buffers": [{)"
         + uri + R"("byteLength": 72}]})";
}
std::string data_uri() {
  const std::string bytes = gltf_bytes();
  return "\"uri\": \"data:application/octet-stream;base64,"
         + base64(std::as_bytes(std::span(bytes))) + "\", ";
}
std::string glb(std::string json, const std::string& binary) {
  json.resize((json.size() + 3) / 4 * 4, ' ');
  std::string bytes = "glTF";
  append(bytes, std::uint32_t{2});
  append(bytes, static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + binary.size()));
  append(bytes, static_cast<std::uint32_t>(json.size()));
  bytes += "JSON" + json;
  append(bytes, static_cast<std::uint32_t>(binary.size()));
  return bytes + std::string("BIN\0", 4) + binary;
}

TEST(MeshFile, GltfIsReadWithItsNodes) {
  expect_tetrahedron(read_gltf(gltf_json(data_uri()), "a.gltf"), 2.0);
  expect_tetrahedron(read_gltf(glb(gltf_json(""), gltf_bytes()), "a.glb"), 2.0);
}

// The standard has triangles of a mirrored node run the other way round.
TEST(MeshFile, MirroredNodesOfGltfStayRightSideOut) {
  std::string json = gltf_json(data_uri());
  json.replace(json.find("[2, 2, 2]"), 9, "[-2, 2, 2]");
  const MassProperties mass = mass_properties(read_gltf(json, "a.gltf"), 1.0);
  EXPECT_NEAR(mass.mass, 8.0 / 6, 1e-12);
  EXPECT_TRUE(mass.com.isApprox(Vec3(-0.5, 0.5, 0.5), 1e-12));
}

TEST(MeshFile, BuffersOfGltfAreFilesWithEscapesInTheirNames) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("holon_gltf_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "two words.bin", std::ios::binary) << gltf_bytes();
  const std::string json = gltf_json("\"uri\": \"two%20words.bin\", ");
  expect_tetrahedron(read_gltf(json, (folder / "a.gltf").string()), 2.0);
  std::filesystem::remove_all(folder);
}

// Twice as many in every generation would be 2^60 of them.
TEST(MeshFile, NodesOfGltfStandInOnePlace) {
  std::string json = gltf_json(data_uri());
  std::string nodes = R"("nodes": [)";
  for (int i = 1; i <= 60; ++i) {
    const std::string next = std::to_string(i);
    nodes += R"({"children": [)" + next + ", " + next + "]}, ";
  }
  const std::size_t at = json.find(R"("nodes": [{"children")");
  json.replace(at, json.find('\n', at) - at, nodes + R"({"mesh": 0}],)");
  EXPECT_THAT(problems_of([&] { read_gltf(json, "a.gltf"); }),
              HasSubstr("stands in two places, or in itself"));
}

TEST(MeshFile, MistakesAreToldWithTheirPlace) {
  EXPECT_EQ(problems_of([] { read_obj("v 0 0 0\nv 1 0\n", "a.obj"); }),
            "a.obj:2: a vertex is three finite numbers");
  EXPECT_EQ(problems_of([] { read_obj("v 0 0 0\nf 1 1 2\n", "a.obj"); }),
            "a.obj:2: a face names vertex 2 of 1 so far");
  EXPECT_EQ(problems_of([] { read_obj("v 0 0 0\nf 1 1\n", "a.obj"); }),
            "a.obj:2: a face has three corners at least");
  EXPECT_EQ(problems_of(
                [] { read_stl("solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n", "a.stl"); }),
            "a.stl:4: a vertex is three finite numbers");
  EXPECT_EQ(problems_of([] { read_stl(binary_stl().substr(0, 200), "a.stl"); }),
            "a.stl: ends after 2 of 4 triangles");
  EXPECT_EQ(problems_of([] { read_gltf(glb(gltf_json(""), gltf_bytes().substr(0, 60)), "a.glb"); }),
            "a.glb: bufferViews[1]: reaches beyond its buffer");
  EXPECT_EQ(problems_of([] { read_gltf(gltf_json(R"("uri": "data:;base64,AA!A", )"), "a.gltf"); }),
            "a.gltf: buffers[0].uri: is not written in base 64");
  EXPECT_THAT(problems_of([] { read_gltf("{", "a.gltf"); }),
              HasSubstr("a.gltf: this is no glTF: "));
  EXPECT_EQ(problems_of([] { read_mesh_file("a.dae"); }),
            "a.dae: meshes are read from .obj, .stl, .gltf and .glb: convert it to one of these");
}

Imported with_mesh(const std::string& file, const std::string& scale) {
  return import_text("<robot name=\"r\"><link name=\"a\"><collision><geometry><mesh filename=\""
                         + file + "\" scale=\"" + scale
                         + "\"/></geometry></collision></link></robot>",
                     kFolder + "r.urdf");
}
TEST(MeshFile, ScaleAndMirrorImageWeighWhatTheyShould) {
  EXPECT_NEAR(body(with_mesh("cube.obj", "1 2 0.5").scene, "a").mass, 8000.0, 1e-9);
  const Scene mirrored = with_mesh("cube.obj", "-1 1 1").scene;
  EXPECT_NEAR(body(mirrored, "a").mass, 8000.0, 1e-9);
  EXPECT_TRUE(body(mirrored, "a").com.isApprox(Vec3(-1, 1, 1), 1e-12));
}

TEST(MeshFile, OpenMeshWeighsAsItsBoundingBoxAndThatIsSaid) {
  const Imported imported = import_text(
      "<mujoco><asset><mesh name=\"sheet\" vertex=\"0 0 0  2 0 0  0 1 0  0 0 1\" face=\"0 2 1 0 1 "
      "3 0 3 2 0 2 1\"/></asset>"
      "<worldbody><body name=\"a\"><freejoint/><geom type=\"mesh\" mesh=\"sheet\" "
      "density=\"3\"/></body></worldbody></mujoco>",
      "t.xml");
  EXPECT_NEAR(body(imported.scene, "a").mass, 6.0, 1e-12);
  EXPECT_TRUE(body(imported.scene, "a").com.isApprox(Vec3(1, 0.5, 0.5), 1e-12));
  EXPECT_THAT(imported.report.approximated,
              says("a mesh is not closed, and weighs as its bounding box"));
}

}  // namespace holon::mesh_file_test
