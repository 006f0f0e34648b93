// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "apps/cli/commands.h"
#include "apps/cli/run_plan.h"
#include "apps/cli/scene_source.h"

namespace holon::cli {
namespace {

nlohmann::ordered_json problems_json(const SceneError& error) {
  nlohmann::ordered_json problems = nlohmann::ordered_json::array();
  for (const SceneProblem& p : error.problems())
    problems.push_back({{"file", p.file},
                        {"line", p.place.line},
                        {"column", p.place.column},
                        {"path", p.path},
                        {"message", p.message}});
  return {{"ok", false}, {"problems", problems}};
}

void tell_sizes(const Scene& scene, bool json) {
  const World world = make_world(scene);
  const auto objects = scene.model.objects().size(), constraints = scene.model.constraints().size(),
             forces = scene.model.forces().size();
  const int freedoms = world.degrees_of_freedom();
  if (json)
    std::cout << nlohmann::ordered_json{{"ok", true},
                                        {"objects", objects},
                                        {"constraints", constraints},
                                        {"forces", forces},
                                        {"degrees_of_freedom", freedoms}}
                     .dump()
              << "\n";
  else
    std::cout << "ok: " << objects << " objects with " << freedoms << " degrees of freedom, "
              << constraints << " constraints, " << forces << " forces\n";
}

int check(const SceneOptions& options) {
  try {
    tell_sizes(load_scene(options.scene, options.set), options.json);
    return ok;
  } catch (const SceneError& error) {
    if (!options.json) throw;
    std::cout << problems_json(error).dump(1) << "\n";
    return invalid_scene;
  }
}

}  // namespace

void declare_check(CLI::App& app, int& code) {
  auto* command = app.add_subcommand("check", "say everything that is wrong with a scene");
  command->group("Scenes");
  auto options = std::make_shared<SceneOptions>();
  add_scene_options(*command, *options);
  command->callback([options, &code] { code = check(*options); });
}

}  // namespace holon::cli
