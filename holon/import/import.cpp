// SPDX-License-Identifier: Apache-2.0
#include "holon/import/import.h"

#include <algorithm>
#include <tuple>

#include "holon/import/readers.h"
#include "holon/import/text_file.h"

namespace holon {
namespace {

using namespace importing;

enum class Format { any, urdf, mjcf };

/// In the order of the text, that of the file itself before those that it includes.
template <class Notes>
void sort_by_place(Notes& notes, const std::string& path) {
  std::ranges::stable_sort(notes, {}, [&](const auto& note) {
    return std::tuple(note.file != path, note.file, note.line);
  });
}

Imported import_root(std::string_view text,
                     const std::string& path,
                     const ImportOptions& options,
                     Format format) {
  Findings findings;
  Sources sources(findings);
  Imported out;
  const pugi::xml_node node = sources.add_text(path, std::string(text));
  const std::string tag = node.name();
  const bool is_urdf = tag == "robot" && format != Format::mjcf;
  const bool is_mjcf = tag == "mujoco" && format != Format::urdf;
  if (is_urdf)
    out.scene = read_urdf(Element(sources, node), path, options);
  else if (is_mjcf)
    out.scene = read_mjcf(Element(sources, node), path, options);
  else if (node)
    sources.problem(
        node,
        "the root element is <" + tag + ">: URDF begins with <robot>, MJCF with " + "<mujoco>");
  else if (findings.problems.empty())
    findings.problems.push_back({path, 0, 0, "there is no element in this file"});
  sort_by_place(findings.problems, path);
  // what is read for more than one purpose is wrong only once
  const auto is_same = [](const ImportProblem& a, const ImportProblem& b) {
    return describe(a) == describe(b);
  };
  findings.problems.erase(std::unique(findings.problems.begin(), findings.problems.end(), is_same),
                          findings.problems.end());
  if (!findings.problems.empty()) throw ImportError(std::move(findings.problems));
  sources.ignore_the_rest();
  out.report = std::move(findings.report);
  for (auto* notes : {&out.report.used, &out.report.approximated, &out.report.ignored})
    sort_by_place(*notes, path);
  return out;
}

}  // namespace

Imported import_urdf(const std::string& path, const ImportOptions& options) {
  return import_root(read_text_file(path), path, options, Format::urdf);
}
Imported import_mjcf(const std::string& path, const ImportOptions& options) {
  return import_root(read_text_file(path), path, options, Format::mjcf);
}
Imported import_file(const std::string& path, const ImportOptions& options) {
  return import_root(read_text_file(path), path, options, Format::any);
}
Imported import_text(std::string_view text, const std::string& name, const ImportOptions& options) {
  return import_root(text, name, options, Format::any);
}

}  // namespace holon
