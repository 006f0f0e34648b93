// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "apps/cli/commands.h"
#include "holon/scene/kind_fields.h"
#include "holon/scene/scene.h"
#include "holon/scene/spelling.h"

namespace holon::cli {
namespace {

struct Field {
  std::string_view name, text;
};
/// What a constraint takes away, or an object has: rows or degrees of freedom, by name.
using Counts = std::vector<std::pair<std::string_view, int>>;
struct Kind {
  std::string_view group, name, summary;
  std::vector<Field> fields;
  Counts counts = {};
};

template <class K>
Counts counts_of() {
  if constexpr (ConstraintKind<K>) {
    return {{"position_rows", position_rows<K> - one_sided_rows<K>},
            {"one_sided_rows", one_sided_rows<K>},
            {"velocity_rows", velocity_rows<K>}};
  } else if constexpr (requires { K::max_parameters; }) {
    return {{"min_degrees_of_freedom", 1}, {"degrees_of_freedom", K::max_parameters}};
  } else if constexpr (requires { typename K::Runtime(K{}).nv(); }) {
    return {{"degrees_of_freedom", typename K::Runtime(K{}).nv()}};
  }
  return {};
}

template <class T>
std::vector<Field> fields_of() {
  std::vector<Field> out;
  T self{};
  T::fields(self, [&](std::string_view name, const auto& /*field*/, std::string_view text) {
    out.push_back({name, text});
  });
  return out;
}

std::vector<Kind> all_kinds() {
  std::vector<Kind> out;
  const auto add = [&](std::string_view group, auto list) {
    for_each_kind(list, [&]<class K>() {
      out.push_back({group, K::name, K::summary, fields_of<K>(), counts_of<K>()});
    });
  };
  add("object", ObjectKinds());
  add("constraint", ConstraintKinds());
  add("force", ForceKinds());
  add("controller", ControllerKinds());
  add("quantity", ScalarKinds());
  add("curve", CurveKinds());
  add("surface", SurfaceKinds());
  for_each_kind(ShapeKinds(), [&]<class K>() {
    out.push_back({"shape", K::name, "", fields_of<K>()});
  });
  for_each_kind(CollisionShapeKinds(), [&]<class K>() {
    if constexpr (!std::is_constructible_v<Shape, K>)
      out.push_back({"collision_shape", K::name, "", fields_of<K>()});
  });
  for (const StepperKind& s : stepper_kinds()) out.push_back({"stepper", s.name, s.summary, {}});
  out.push_back({"every", "object", "fields of all objects", fields_of<ObjectOptions>()});
  out.back().fields.push_back({"collision", collision_text});
  out.push_back({"every", "collision", "fields of all that touches", fields_of<Collision>()});
  out.push_back({"every", "collision_part", "fields of 'shapes'", fields_of<CollisionPart>()});
  out.push_back({"every", "material_pair", "what two materials do", fields_of<MaterialPair>()});
  out.push_back(
      {"every", "constraint", "fields of all constraints", fields_of<ConstraintOptions>()});
  out.push_back({"every", "force", "fields of all forces", fields_of<ForceOptions>()});
  out.push_back(
      {"every", "controller", "fields of all controllers", fields_of<ControllerOptions>()});
  out.push_back({"every", "curve", "fields of all curves", fields_of<CurveOptions>()});
  return out;
}

void print_json(const std::vector<Kind>& kinds) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const Kind& k : kinds) {
    nlohmann::ordered_json fields = nlohmann::ordered_json::array();
    for (const Field& f : k.fields) fields.push_back({{"name", f.name}, {"description", f.text}});
    nlohmann::ordered_json kind = {
        {"group", k.group}, {"name", k.name}, {"summary", k.summary}, {"fields", fields}};
    for (const auto& [what, count] : k.counts) kind[std::string(what)] = count;
    out.push_back(std::move(kind));
  }
  std::cout << out.dump(1) << "\n";
}

void print_text(const std::vector<Kind>& kinds) {
  for (const Kind& k : kinds) {
    std::cout << k.group << " " << k.name << (k.summary.empty() ? "" : ": ") << k.summary << "\n";
    for (const Field& f : k.fields)
      std::printf("    %-18.*s %.*s\n",
                  static_cast<int>(f.name.size()),
                  f.name.data(),
                  static_cast<int>(f.text.size()),
                  f.text.data());
    std::fflush(stdout);
  }
}

int kinds(const std::string& name, bool json) {
  std::vector<Kind> all = all_kinds();
  if (!name.empty()) {
    std::vector<std::string_view> names;
    for (const Kind& k : all) names.push_back(k.name);
    std::erase_if(all, [&](const Kind& k) { return k.name != name; });
    if (all.empty()) {
      std::cerr << "holon: no kind '" << name << "'" << did_you_mean(name, names) << "\n";
      return usage_error;
    }
  }
  json ? print_json(all) : print_text(all);
  return ok;
}

}  // namespace

void declare_kinds(CLI::App& app, int& code) {
  auto* command = app.add_subcommand("kinds", "list every kind of thing and its fields");
  command->group("Scenes");
  struct Options {
    std::string kind;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  command->add_option("name", options->kind, "only this kind")->type_name("");
  command->add_flag("--json", options->json, "as JSON");
  command->callback([options, &code] { code = kinds(options->kind, options->json); });
}

void declare_schema(CLI::App& app, int& code) {
  auto* command =
      app.add_subcommand("schema", "print the JSON Schema of scenes, for completion in editors");
  command->group("Scenes");
  command->callback([&code] {
    std::cout << scene_schema();
    code = ok;
  });
}

}  // namespace holon::cli
