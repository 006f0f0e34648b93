// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include "holon/import/import.h"

namespace holon {
namespace {

/// Notes that say the same of several lines of a file.
struct Group {
  std::string file, what;
  std::vector<int> lines;
};

std::vector<Group> grouped(const std::vector<ImportNote>& notes) {
  std::vector<Group> groups;
  std::map<std::pair<std::string, std::string>, std::size_t> index;
  for (const ImportNote& note : notes) {
    const auto [it, is_new] = index.try_emplace({note.file, note.what}, groups.size());
    if (is_new) groups.push_back({note.file, note.what, {}});
    std::vector<int>& lines = groups[it->second].lines;
    if (lines.empty() || lines.back() != note.line) lines.push_back(note.line);
  }
  return groups;
}

std::string text_of(const Group& group) {
  constexpr std::size_t most = 5;
  std::string text = "  " + group.file;
  for (std::size_t i = 0; i < std::min(group.lines.size(), most); ++i)
    text += (i == 0 ? ":" : ",") + std::to_string(group.lines[i]);
  if (group.lines.size() > most)
    text += " and " + std::to_string(group.lines.size() - most) + " more lines";
  return text + ": " + group.what + "\n";
}

std::string text_of(const std::string& title, const std::vector<ImportNote>& notes) {
  std::string text = title + " (" + std::to_string(notes.size()) + ")\n";
  for (const Group& group : grouped(notes)) text += text_of(group);
  return text;
}

nlohmann::ordered_json json_of(const std::vector<ImportNote>& notes) {
  auto list = nlohmann::ordered_json::array();
  for (const ImportNote& note : notes)
    list.push_back({{"file", note.file}, {"line", note.line}, {"what", note.what}});
  return list;
}

std::string text_of(const std::vector<ImportProblem>& problems) {
  std::string text;
  for (const ImportProblem& p : problems) text += (text.empty() ? "" : "\n") + describe(p);
  return text;
}

}  // namespace

std::string ImportReport::text() const {
  return text_of("used", used) + text_of("approximated", approximated)
         + text_of("ignored", ignored);
}

std::string ImportReport::json() const {
  const nlohmann::ordered_json all = {{"used", json_of(used)},
                                      {"approximated", json_of(approximated)},
                                      {"ignored", json_of(ignored)}};
  // names may hold bytes that are no UTF-8
  return all.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string describe(const ImportProblem& problem) {
  std::string place = problem.file;
  if (problem.line > 0) place += ":" + std::to_string(problem.line);
  if (problem.line > 0 && problem.column > 0) place += ":" + std::to_string(problem.column);
  return place.empty() ? problem.message : place + ": " + problem.message;
}

ImportError::ImportError(std::vector<ImportProblem> problems)
    : std::runtime_error(text_of(problems)), problems_(std::move(problems)) {}

}  // namespace holon
