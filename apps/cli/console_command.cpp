// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>
#include <memory>

#include "apps/cli/commands.h"
#include "apps/cli/console/line_editor.h"
#include "apps/cli/console/session.h"
#include "apps/cli/errors.h"
#include "apps/cli/scene_source.h"

namespace holon::cli {
namespace {

volatile std::sig_atomic_t ctrl_c = 0;

/// Does what a line says. What cannot be is complained of, and the exit code for it returned.
int attempt(Session& session, const CommandWord& line, bool with_line) {
  const std::string where =
      with_line ? "line " + std::to_string(line.place.line) + ": " : std::string();
  try {
    session.execute(line);
    return ok;
  } catch (const SceneError& e) {
    for (const SceneProblem& problem : e.problems())
      std::cerr << text_of(problem, with_line) << "\n";
  } catch (const StepFailure& e) {
    std::cerr << where << e.what() << "\n";
    return diverged;
  } catch (const ModelError& e) {
    std::cerr << where << e.what() << "\n";
  } catch (const InputError& e) {
    std::cerr << where << e.what() << "\n";
  } catch (const UsageError& e) {
    std::cerr << where << e.what() << "\n";
  }
  return invalid_scene;
}

/// Lines of the standard input, up to the first that fails.
int read_lines(Session& session) {
  std::string line;
  for (int number = 1; !session.is_over() && std::getline(std::cin, line); ++number)
    if (const int code = attempt(session, {line, {number, 1}}, true); code != ok) return code;
  return ok;
}

int talk(Session& session) {
  std::signal(SIGINT, [](int /*signal*/) { ctrl_c = 1; });
  std::cout << "holon " HOLON_VERSION "; 'help' lists the commands, tab completes, 'quit' ends\n";
  LineEditor editor("holon> ",
                    [&](std::string_view line) { return complete(line, session.run()); });
  while (!session.is_over()) {
    const std::optional<std::string> line = editor.next();
    if (!line) {
      std::cout << "\n";
      break;
    }
    ctrl_c = 0;
    attempt(session, {*line, {1, 1}}, false);
    std::cout << std::flush;
  }
  return ok;
}

int console(const std::string& name) {
  const auto stop_asked = [] { return ctrl_c != 0; };
  Session session(name.empty() ? Scene() : load_alone(name), std::cout, stop_asked);
  return isatty(STDIN_FILENO) == 1 ? talk(session) : read_lines(session);
}

}  // namespace

void declare_console(CLI::App& app, int& code) {
  auto* command =
      app.add_subcommand("console", "build and run a scene line by line, with results at once");
  command->group("Run");
  auto scene = std::make_shared<std::string>();
  command->add_option("scene", *scene, "scene file, or name of an example, to begin with")
      ->type_name("");
  command->callback([scene, &code] { code = console(*scene); });
}

}  // namespace holon::cli
