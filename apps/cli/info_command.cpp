// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "apps/cli/commands.h"
#include "apps/cli/results/csv.h"
#include "apps/cli/run_plan.h"
#include "apps/cli/scene_source.h"

namespace holon::cli {
namespace {

using Json = nlohmann::ordered_json;

template <class List, class F>
Json list_of(const List& list, F&& f) {
  Json out = Json::array();
  for (const auto& item : list) out.push_back(f(item));
  return out;
}

/// A diagnosis for programs, with the names of things.
class DiagnosisJson {
 public:
  DiagnosisJson(const Diagnosis& diagnosis, const Model& model) : d_(diagnosis), model_(model) {}

  Json all() const {
    return {
        {"objects", d_.objects},
        {"constraints", d_.constraints},
        {"rows", d_.rows},
        {"rank", d_.rank},
        {"redundant_rows", d_.redundant_rows()},
        {"degrees_of_freedom", d_.freedoms},
        {"lasting_degrees_of_freedom", d_.lasting},
        {"motions", list_of(d_.motions, [&](const auto& m) { return motion(m); })},
        {"redundancies", list_of(d_.redundancies, [&](const auto& s) { return set(s, false); })},
        {"conflicts", list_of(d_.conflicts, [&](const auto& s) { return set(s, true); })},
        {"forces_not_unique", list_of(d_.shiftable, [&](const auto& r) { return rows(r); })},
        {"near_singular", list_of(d_.nearly, [&](const auto& n) { return near(n); })},
        {"taut", names(d_.taut)},
        {"slack", names(d_.slack)},
        {"yielding", names(d_.yielding)},
        {"islands", list_of(d_.islands, [&](const auto& i) { return island(i); })}};
  }

 private:
  template <class Ids>
  Json names(const Ids& ids) const {
    return list_of(ids, [&](auto id) { return model_.name_of(id); });
  }
  Json row(ConstraintId id, int i) const { return row_name(model_.constraints()[id].kind, i); }
  Json rows(const Diagnosis::Rows& r) const {
    return {{"constraint", model_.name_of(r.constraint)},
            {"rows", list_of(r.rows, [&](int i) { return row(r.constraint, i); })}};
  }
  Json part(const Diagnosis::Part& p) const {
    return {{"constraint", model_.name_of(p.constraint)},
            {"row", row(p.constraint, p.row)},
            {"share", p.share}};
  }
  Json set(const Diagnosis::Redundancy& s, bool conflict) const {
    const auto parts = [&](const auto& one) {
      return list_of(one, [&](const auto& p) { return part(p); });
    };
    Json out{{"island", s.island},
             {"count", s.count},
             {"members", list_of(s.members, [&](const auto& r) { return rows(r); })},
             {"minimal_sets", list_of(s.sets, parts)},
             {"at_this_position_only", s.only_here},
             {"copies", s.copies},
             {"removable", names(s.removable)},
             {"spare", list_of(s.spare, [&](const auto& r) { return rows(r); })},
             {"advice", advice(s, model_)}};
    if (!conflict) return out;
    constexpr const char* levels[] = {"position", "velocity", "acceleration"};
    out["gap"] = s.gap;
    out["level"] = levels[static_cast<int>(s.level)];
    return out;
  }
  Json motion(const Diagnosis::Freedom& m) const {
    Json out{{"text", text_of(m, model_)}, {"island", m.island}};
    if (!m.object.is_none()) out["object"] = model_.name_of(m.object);
    if (!m.joint.is_none()) out["joint"] = model_.name_of(m.joint);
    out["axis"] = {m.axis.x(), m.axis.y(), m.axis.z()};
    out["first_order_only"] = m.first_order;
    out["with_it"] = names(m.along);
    return out;
  }
  Json near(const Diagnosis::Near& n) const {
    return {{"island", n.island},
            {"members", list_of(n.members, [&](const auto& r) { return rows(r); })},
            {"distance", n.distance},
            {"nearly_free", motion(n.nearly_free)}};
  }
  Json island(const Diagnosis::Island& i) const {
    Json out{{"objects", names(i.objects)},
             {"constraints", i.constraints},
             {"rows", i.rows},
             {"slack_rows", i.slack_rows},
             {"rank", i.rank},
             {"degrees_of_freedom", i.freedoms},
             {"lasting_degrees_of_freedom", i.lasting},
             {"lasting_tested", i.tested},
             {"error_now", i.off},
             {"error_at_rest", i.unmet}};
    if (!i.undefined.is_none()) out["undefined"] = model_.name_of(i.undefined);
    return out;
  }

  const Diagnosis& d_;
  const Model& model_;
};

Json parameters_json(const Scene& scene) {
  Json out = Json::array();
  for (const SceneParameter& p : scene.parameters) {
    Json one{{"name", p.name}, {"value", p.value}, {"unit", p.unit}, {"note", p.note}};
    if (std::isfinite(p.min)) one["min"] = p.min;
    if (std::isfinite(p.max)) one["max"] = p.max;
    out.push_back(std::move(one));
  }
  return out;
}

/// "length = 1.2 m, from 0.5 to 2: of each rod"
std::string parameters_text(const Scene& scene) {
  std::string out;
  for (const SceneParameter& p : scene.parameters) {
    out += "  " + p.name + " = " + shortest(p.value) + (p.unit.empty() ? "" : " " + p.unit);
    if (std::isfinite(p.min)) out += ", from " + shortest(p.min);
    if (std::isfinite(p.max)) out += (std::isfinite(p.min) ? " to " : ", up to ") + shortest(p.max);
    out += (p.note.empty() ? "" : ": " + p.note) + "\n";
  }
  return out.empty() ? "" : "parameters, for --set and sweeps:\n" + out;
}

int info(const SceneOptions& options) {
  const Scene scene = load_scene(options.scene, options.set);
  const World world = make_world(scene);
  const Diagnosis diagnosis = world.diagnose();
  if (options.json) {
    Json out = DiagnosisJson(diagnosis, world.model()).all();
    out["parameters"] = parameters_json(scene);
    std::cout << out.dump(1) << "\n";
  } else {
    std::cout << text_of(diagnosis, world.model()) << parameters_text(scene);
  }
  return ok;
}

}  // namespace

void declare_info(CLI::App& app, int& code) {
  auto* command = app.add_subcommand(
      "info", "what the constraints of a scene leave free, which are too many, and what to do");
  command->group("Scenes");
  auto options = std::make_shared<SceneOptions>();
  add_scene_options(*command, *options);
  command->callback([options, &code] { code = info(*options); });
}

}  // namespace holon::cli
