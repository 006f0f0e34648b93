// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdlib>

#include "holon/import/import.h"
#include "holon/import/mesh_file.h"

/// Whatever the bytes are, a reader refuses them or gives triangles whose corners are there.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (auto* read : {holon::read_obj, holon::read_stl, holon::read_gltf}) {
    try {
      const holon::Mesh mesh = read(bytes, "fuzz");
      for (const auto& triangle : mesh.triangles)
        for (int v : triangle)
          if (v < 0 || static_cast<std::size_t>(v) >= mesh.vertices.size()) std::abort();
      for (const holon::Vec3& x : mesh.vertices)
        if (!x.allFinite()) std::abort();
    } catch (const holon::ImportError&) {
    }
  }
  return 0;
}
