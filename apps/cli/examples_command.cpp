// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/cli/commands.h"
#include "apps/cli/gallery.h"

namespace holon::cli {
namespace {

/// A text in lines of at most `width` bytes, each after so many spaces.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  std::istringstream words(text);
  std::string out, line, word;
  const auto end_line = [&] {
    if (!line.empty()) out += std::string(indent, ' ') + line + "\n";
    line.clear();
  };
  while (words >> word) {
    if (!line.empty() && indent + line.size() + 1 + word.size() > width) end_line();
    line += (line.empty() ? "" : " ") + word;
  }
  end_line();
  return out;
}

void list_examples(bool json) {
  std::size_t width = 0;
  for (std::string_view name : example_names()) width = std::max(width, name.size());
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (std::string_view example : example_names()) {
    const std::string name(example);
    const auto [title, note] = example_texts(example);
    if (json)
      out.push_back({{"name", name}, {"title", title}, {"note", note}});
    else
      std::cout << name << std::string(width + 2 - name.size(), ' ') << title << "\n"
                << wrapped(note, width + 2, 100);
  }
  if (json) std::cout << out.dump(1) << "\n";
}

}  // namespace

void declare_examples(CLI::App& app, int& code) {
  auto* command = app.add_subcommand("examples", "list the scenes of the gallery, or print one");
  command->group("Scenes");
  command->footer("holon examples four_bar > mine.json gives a scene of your own to change.");
  struct Options {
    std::string name;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  command->add_option("name", options->name, "print the scene of this one")->type_name("");
  command->add_flag("--json", options->json, "the list as JSON");
  command->callback([options, &code] {
    if (options->name.empty())
      list_examples(options->json);
    else
      std::cout << example_scene(options->name);
    code = ok;
  });
}

}  // namespace holon::cli
