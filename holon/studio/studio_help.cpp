// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/completion.h"
#include "holon/scene/hidden.h"
#include "holon/scene/kind_fields.h"
#include "holon/studio/compose.h"

namespace holon::studio {

static Json fields_of(const KindFields& kind) {
  Json fields = Json::array();
  for (const KindField& field : kind.fields)
    fields.push_back({{"name", field.name}, {"text", field.text}});
  return fields;
}

Json help() {
  Json commands = Json::array(), kinds = Json::array();
  for (const CommandHelp& command : builder_commands())
    commands.push_back({{"name", command.name}, {"form", command.form}, {"text", command.text}});
  for (const KindFields& shape : kinds_of_shapes())
    kinds.push_back({{"name", shape.name}, {"list", "shapes"}, {"fields", fields_of(shape)}});
  for (const KindFields& kind : kinds_of_things())
    kinds.push_back({{"name", kind.name}, {"list", kind.list}, {"fields", fields_of(kind)}});
  return {{"commands", std::move(commands)}, {"kinds", std::move(kinds)}};
}

Json complete(const SceneRun& run, const std::string& line, std::size_t at) {
  Completion found =
      complete_command(std::string_view(line).substr(0, std::min(at, line.size())), run);
  std::erase_if(found.words, [](const std::string& word) { return is_hidden(word); });
  return {{"from", found.begin}, {"words", found.words}};
}

}  // namespace holon::studio
