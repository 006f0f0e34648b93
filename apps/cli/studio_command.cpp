// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <system_error>
#include <thread>

#include "apps/cli/commands.h"
#include "apps/cli/embedded.h"
#include "apps/cli/errors.h"
#include "apps/cli/gallery.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/option_checks.h"
#include "apps/cli/scene_source.h"
#include "apps/cli/studio/host.h"
#include "apps/cli/studio/open_in_browser.h"
#include "apps/studio/server/server.h"
#ifdef HOLON_WITH_IMPORT
#include "holon/import/import.h"
#endif

namespace holon::cli {
namespace {

struct StudioOptions {
  std::string scene;
  std::string folder = ".";
  int port = 0;
  int threads = 1;
  bool no_open = false;
  bool fresh = false;
};

void open_robot(StudioSession& session, const std::string& path) {
#ifdef HOLON_WITH_IMPORT
  try {
    const Imported imported = import_file(path);
    std::cerr << imported.report.text();
    session.open(write_scene(imported.scene),
                 std::filesystem::path(path).stem().string() + ".json");
  } catch (const ImportError& e) {
    throw InputError(e.what());
  }
#else
  throw InputError("'" + path + "' is no scene, and this program was built without the importers");
#endif
}

void open_scene(StudioSession& session, const std::string& name) {
  if (is_robot(name)) return open_robot(session, name);
  const std::string file = name == "-" ? "" : std::filesystem::path(name).filename().string();
  session.open(scene_text(name), is_example(name) ? name + ".json" : file);
}

bool reopen(StudioSession& session, const server::Autosave& autosave) {
  const std::optional<std::string> last = autosave.last();
  if (!last) return false;
  try {
    session.reopen(*last);
    std::cerr << "What was open last is open again; --fresh begins anew.\n";
    return true;
  } catch (const std::exception& e) {
    std::cerr << "holon studio: what was open last cannot be opened: " << e.what() << "\n";
    return false;
  }
}

void open_first(StudioSession& session, server::Autosave& autosave, const StudioOptions& options) {
  if (!options.scene.empty())
    open_scene(session, options.scene);
  else if (options.fresh || !reopen(session, autosave))
    session.open(first_scene, "four_bar.json");
  else
    return;
  if (autosave.set_aside())
    std::cerr << "What was open last is kept in " << autosave.previous().string() << ".\n";
}

std::optional<std::string_view> picture_of(std::string_view example) {
  for (const EmbeddedFile& picture : example_pictures())
    if (picture.path == example) return picture.text;
  return std::nullopt;
}

int run_studio(const StudioOptions& options) {
  const server::Folder folder(options.folder);
  ProgramHost host(folder);
  StudioSession session(host, options.threads);
  server::Autosave autosave(folder.path());
  open_first(session, autosave, options);

  const Interrupt interrupt;
  server::StudioServer server(
      session, autosave, {.port = options.port, .page = studio_page, .picture = picture_of});
  std::cout << server.address() << std::endl;
  if (options.no_open || !open_in_browser(server.address_for_one_visit()))
    std::cerr << "Open the address in a browser. ";
  std::cerr << "Ctrl-C ends the studio and keeps what is open.\n";
  while (!Interrupt::asked() && !server.has_failed())
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  server.stop();
  return ok;
}

int studio(const StudioOptions& options) {
  try {
    return run_studio(options);
  } catch (const std::system_error& e) {
    throw SystemFailure(e.what());
  }
}

}  // namespace

void declare_studio(CLI::App& app, int& code) {
  auto* command = app.add_subcommand("studio", "build, drag, cut and measure in a browser");
  command->group("Run");
  command->footer(
      "Prints the address of the page, which only this machine can reach, and runs until Ctrl-C.");
  auto options = std::make_shared<StudioOptions>();
  command
      ->add_option(
          "scene",
          options->scene,
          "scene file, robot (.urdf, .xml), or name of an example; - is the standard input; "
          "left out: what was open last")
      ->type_name("");
  command->add_option("--port", options->port, "port to listen on; 0: any")
      ->check(within(0, 65535))
      ->type_name("N");
  command->add_flag("--no-open", options->no_open, "start no browser");
  command->add_option("--folder", options->folder, "where scenes are opened and saved; else here")
      ->type_name("DIR");
  command->add_option("--threads", options->threads, "threads")
      ->check(within(1, 256))
      ->type_name("N");
  command->add_flag("--fresh", options->fresh, "do not open again what was open last");
  command->callback([options, &code] { code = studio(*options); });
}

}  // namespace holon::cli
