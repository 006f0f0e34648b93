// SPDX-License-Identifier: Apache-2.0
#include "holon/model/formulas.h"

#include <array>

namespace holon {
namespace {

class FormulaCollector {
 public:
  std::string text;

  void operator()(std::string_view field, const Motion& motion, std::string_view /*text*/) {
    if (const auto* formula = std::get_if<TimeFormula>(&motion.kind())) add(field, formula->text());
  }
  void operator()(std::string_view field, const Command& command, std::string_view text_of_field) {
    if (const Motion* motion = command.motion()) (*this)(field, *motion, text_of_field);
  }
  void operator()(std::string_view field, const Path& path, std::string_view text_of_field) {
    for (const auto& [axis, motion] : {std::pair(".x", &path.x), {".y", &path.y}, {".z", &path.z}})
      (*this)(std::string(field) + axis, *motion, text_of_field);
  }
  void operator()(std::string_view field, const PointRef& point, std::string_view text_of_field) {
    if (const auto* path = std::get_if<Path>(&point)) (*this)(field, *path, text_of_field);
  }
  void operator()(std::string_view field, const SurfaceRef& ref, std::string_view /*text*/) {
    if (const auto* f = std::get_if<Implicit>(&ref.surface.kind())) add(field, f->formula);
  }
  void operator()(std::string_view field, const std::string& formula, std::string_view /*text*/) {
    if (!formula.empty()) add(field, formula);
  }
  void operator()(std::string_view field,
                  const std::array<std::string, 3>& formulas,
                  std::string_view text_of_field) {
    for (const std::string& formula : formulas) (*this)(field, formula, text_of_field);
  }
  template <class T>
  void operator()(std::string_view /*field*/, const T& /*value*/, std::string_view /*text*/) {}

 private:
  void add(std::string_view field, std::string_view formula) {
    if (!text.empty()) text += ", ";
    text += std::string(field) + ": " + std::string(formula);
  }
};

template <class Kind>
std::string collected(const Kind& kind) {
  FormulaCollector collect;
  visit([&]<class K>(const K& k) { K::fields(k, collect); }, kind);
  return collect.text;
}

}  // namespace

std::string formulas_in(const Constraint& kind) {
  return collected(kind);
}
std::string formulas_in(const Force& kind) {
  return collected(kind);
}

}  // namespace holon
