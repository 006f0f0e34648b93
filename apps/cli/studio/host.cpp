// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/studio/host.h"

#include "apps/cli/embedded.h"
#include "apps/cli/gallery.h"
#include "apps/cli/stand_alone.h"
#include "holon/math/diagnostics.h"
#ifdef HOLON_WITH_IMPORT
#include "holon/import/import.h"
#endif

namespace holon::cli {

bool is_robot(const std::string& file) {
  return file.ends_with(".urdf") || file.ends_with(".xml");
}

std::vector<StudioHost::Example> ProgramHost::examples() {
  std::vector<Example> all;
  for (const std::string_view name : example_names()) {
    ExampleTexts texts = example_texts(name);
    all.push_back({std::string(name), std::move(texts.title), std::move(texts.note)});
  }
  return all;
}
std::string ProgramHost::example(const std::string& name) {
  return example_scene(name);
}
std::vector<std::string> ProgramHost::files() {
  return folder_.files();
}
std::string ProgramHost::read_file(const std::string& name) {
  const auto read = [&](const std::string& path) { return folder_.read(path); };
  return is_robot(name) ? read(name) : standing_alone(read(name), read);
}
void ProgramHost::write_file(const std::string& name, const std::string& text) {
  folder_.write(name, text);
}
std::string_view ProgramHost::player_page() {
  return cli::player_page;
}

#ifdef HOLON_WITH_IMPORT
namespace {

void add_notes(const std::vector<ImportNote>& notes,
               const std::string& what_became,
               std::vector<std::string>& report) {
  for (const ImportNote& note : notes)
    report.push_back(what_became + ", line " + std::to_string(note.line) + ": " + note.what);
}

}  // namespace

StudioHost::Imported ProgramHost::import(const std::string& name, const std::string& text) {
  try {
    const holon::Imported imported = import_text(text, folder_.place_of(name).string());
    Imported out{.scene = write_scene(imported.scene), .report = {}};
    add_notes(imported.report.ignored, "ignored", out.report);
    add_notes(imported.report.approximated, "approximated", out.report);
    add_notes(imported.report.used, "used", out.report);
    return out;
  } catch (const ImportError& e) {
    throw UsageError(e.what());
  }
}
#else
StudioHost::Imported ProgramHost::import(const std::string& name, const std::string& /*text*/) {
  throw UsageError("'" + name + "' is no scene, and this program was built without the importers");
}
#endif

}  // namespace holon::cli
