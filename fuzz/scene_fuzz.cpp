// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "holon/scene/scene.h"

/// Scenes, of JSON or of lines of text, with their timelines: they are refused with the place of
/// each mistake, or read; and what was read is written so that it reads as the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (size > 4000 || text.find("include") != std::string::npos) return 0;  // no files
  try {
    const holon::Scene scene = holon::read_scene(text);
    if (scene.model.objects().size() > 1000) return 0;
    const std::string formatted = holon::format_scene(text);
    if (holon::format_scene(formatted) != formatted) std::abort();
    const std::string written = holon::write_scene(scene);
    if (holon::write_scene(holon::read_scene(written)) != written) std::abort();
  } catch (const holon::SceneError&) {
    return 0;
  } catch (const holon::UsageError&) {
    return 0;  // its timeline sets parameters, so that it cannot be written
  }
  return 0;
}
