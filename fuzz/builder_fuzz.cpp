// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "holon/scene/scene_run.h"

/// Lines of commands on a running scene, with a step now and then: whatever they are, they are done
/// or refused with a place, and a refused one changes nothing.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 2000) return 0;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  holon::SceneRun run{holon::Scene()};
  run.edit("make rod upper");
  run.edit("connect upper.end2 nail(0 0 0.5) name=hook");
  for (int line = 1; !text.empty() && line <= 20; ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::uint64_t before = run.world().hash();
    try {
      run.edit(text.substr(0, end), {line, 1});
    } catch (const holon::SceneError&) {
      if (run.world().hash() != before) std::abort();
    } catch (const holon::UsageError&) {
      if (run.world().hash() != before) std::abort();
    }
    text.remove_prefix(std::min(end + 1, text.size()));
    if (run.world().model().objects().size() > 20) return 0;
  }
  for (int i = 0; i < 2; ++i) run.step(1e-3);
  return 0;
}
