// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdlib>

#include "holon/import/import.h"

/// Any text either is refused with problems that have a place in words, or becomes a scene that can
/// be written, read again, and written to the same bytes; so too with what touches.
static void try_import(std::string_view text, bool collisions) {
  holon::Imported imported;
  try {
    imported = holon::import_text(text, "fuzz.xml", {.collisions = collisions});
  } catch (const holon::ImportError& e) {
    if (e.problems().empty() || std::string(e.what()).empty()) std::abort();
    return;
  }
  if (imported.report.json().empty() || imported.report.text().empty()) std::abort();
  const std::string written = holon::write_scene(imported.scene);
  if (holon::write_scene(holon::read_scene(written)) != written) std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try_import(text, false);
  try_import(text, true);
  return 0;
}
