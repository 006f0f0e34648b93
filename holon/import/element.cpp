// SPDX-License-Identifier: Apache-2.0
#include "holon/import/element.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "holon/import/text_file.h"
#include "holon/scene/json_text.h"

namespace holon::importing {
namespace {

constexpr int deepest = 256;  // elements in each other

}  // namespace

std::string in_quotes(std::string_view name) {
  return "'" + json_text::excerpt(name) + "'";
}

// ---- files ----

XmlFile::XmlFile(std::string name, std::string text, Findings& findings)
    : name_(std::move(name)), text_(std::move(text)), buffer_(text_) {
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const bool pair = text_[i] == '\r' && i + 1 < text_.size() && text_[i + 1] == '\n';
    if (json_text::is_line_end(text_[i]) && !pair) lines_.push_back(i + 1);
  }
  if (const std::size_t bad = json_text::find_invalid_utf8(text_); bad != std::string::npos) {
    findings.problems.push_back(
        at(static_cast<std::ptrdiff_t>(bad), "this is no UTF-8: save the file as UTF-8"));
    return;
  }
  const pugi::xml_parse_result result = document_.load_buffer_inplace(
      buffer_.data(), buffer_.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!result)
    findings.problems.push_back(
        at(result.offset, std::string("this is no XML: ") + result.description()));
  else
    refuse_depth(findings);
  if (!result) document_.reset();
}

/// What is read by recursion must end.
void XmlFile::refuse_depth(Findings& findings) {
  int depth = 0;
  for (pugi::xml_node node = document_.document_element(); node;) {
    if (depth > deepest) {
      findings.problems.push_back(
          at(node, "more than " + std::to_string(deepest) + " elements in each other"));
      document_.reset();
      return;
    }
    if (node.first_child()) {
      node = node.first_child();
      ++depth;
      continue;
    }
    while (depth > 0 && !node.next_sibling()) {
      node = node.parent();
      --depth;
    }
    node = depth > 0 ? node.next_sibling() : pugi::xml_node();
  }
}

ImportProblem XmlFile::at(std::ptrdiff_t offset, std::string message) const {
  const auto where = static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(offset, 0, static_cast<std::ptrdiff_t>(text_.size())));
  const auto line = std::prev(std::ranges::upper_bound(lines_, where));
  // a column is a character: bytes that go on with one do not count
  const auto is_first = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  const auto column =
      std::ranges::count_if(std::string_view(text_).substr(*line, where - *line), is_first);
  return {name_,
          static_cast<int>(line - lines_.begin()) + 1,
          static_cast<int>(column) + 1,
          std::move(message)};
}

ImportProblem XmlFile::at(pugi::xml_node node, std::string message) const {
  return at(node.offset_debug() - 1, std::move(message));  // of the bracket before the tag
}

ImportProblem XmlFile::at(pugi::xml_attribute attribute, std::string message) const {
  return at(attribute.name() - buffer_.data(), std::move(message));  // names stay where they are
}

pugi::xml_node Sources::add_file(const std::string& path, pugi::xml_node at) {
  try {
    return add_text(path, read_text_file(path));
  } catch (const ImportError& e) {
    if (!at) throw;
    for (const ImportProblem& p : e.problems()) problem(at, describe(p));
    return {};
  }
}

pugi::xml_node Sources::add_text(std::string name, std::string text) {
  files_.push_back(std::make_unique<XmlFile>(std::move(name), std::move(text), findings_));
  return files_.back()->root();
}

bool Sources::has(const std::string& path) const {
  const auto normal = [](const std::string& name) {
    return std::filesystem::path(name).lexically_normal();
  };
  return std::ranges::any_of(
      files_, [&](const auto& file) { return normal(file->name()) == normal(path); });
}

const XmlFile* Sources::file_of(pugi::xml_node node) const {
  for (const auto& file : files_)
    if (file->has(node)) return file.get();
  return nullptr;
}

void Sources::problem(pugi::xml_node node, std::string message) {
  const XmlFile* file = file_of(node);
  findings_.problems.push_back(file != nullptr ? file->at(node, std::move(message))
                                               : ImportProblem{"", 0, 0, std::move(message)});
}

void Sources::problem(pugi::xml_node node, pugi::xml_attribute attribute, std::string message) {
  findings_.problems.push_back(file_of(node)->at(attribute, std::move(message)));
}

ImportNote Sources::note(pugi::xml_node node, std::string what) const {
  const XmlFile* file = file_of(node);
  if (file == nullptr) return {"", 0, std::move(what)};
  return {file->name(), file->at(node, "").line, std::move(what)};
}

void Sources::used(pugi::xml_node node, std::string what) {
  findings_.report.used.push_back(note(node, std::move(what)));
}
void Sources::approximated(pugi::xml_node node, std::string what) {
  findings_.report.approximated.push_back(note(node, std::move(what)));
}
void Sources::ignored(pugi::xml_node node, std::string what) {
  findings_.report.ignored.push_back(note(node, std::move(what)));
}

void Sources::ignore_the_rest() {
  for (const auto& file : files_) ignore_the_rest(file->root());
}

void Sources::ignore_the_rest(pugi::xml_node node) {
  if (node.type() != pugi::node_element) return;
  const std::string tag = "<" + json_text::excerpt(node.name()) + ">";
  if (!asked_.contains(node.internal_object())) return ignored(node, tag);
  for (pugi::xml_attribute attribute : node.attributes())
    if (!asked_.contains(attribute.internal_object()))
      ignored(node, json_text::excerpt(attribute.name()) + " of " + tag);
  for (pugi::xml_node child : node.children()) ignore_the_rest(child);
}

// ---- elements ----

Element::Element(Sources& sources, pugi::xml_node node, std::vector<pugi::xml_node> defaults)
    : sources_(&sources), node_(node), defaults_(std::move(defaults)) {
  sources.ask(node);
}

std::string Element::title() const {
  const std::string tag(node_.name());
  const char* name = node_.attribute("name").value();
  return *name == '\0' ? tag : tag + " " + in_quotes(name);
}

Element Element::child(const char* tag) const {
  const pugi::xml_node found = node_.child(tag);
  return found ? Element(*sources_, found) : Element();
}

std::vector<Element> Element::children(const char* tag) const {
  std::vector<Element> out;
  for (pugi::xml_node found : node_.children(tag)) out.emplace_back(*sources_, found);
  return out;
}

/// Marks what stands behind it too: it is overruled, not unknown.
Element::Found Element::find(const char* name) const {
  Found found{node_, node_.attribute(name)};
  if (found.attribute) sources_->ask(found.attribute);
  for (pugi::xml_node defaults : defaults_) {
    const pugi::xml_attribute attribute = defaults.attribute(name);
    if (!attribute) continue;
    sources_->ask(attribute);
    if (!found.attribute) found = {defaults, attribute};
  }
  return found;
}

void Element::problem(const Found& found, const std::string& message) const {
  sources_->problem(found.node, found.attribute, message);
}

void Element::problem(const char* name, const std::string& message) const {
  const Found found = find(name);
  if (found.attribute)
    problem(found, message);
  else
    problem(message);
}

std::string Element::text(const char* name, std::string otherwise) const {
  const Found found = find(name);
  return found.attribute ? found.attribute.value() : std::move(otherwise);
}

std::string Element::required_text(const char* name) const {
  const Found found = find(name);
  if (!found.attribute)
    problem("<" + std::string(tag()) + "> needs the attribute '" + name + "'");
  else if (*found.attribute.value() == '\0')
    problem(found, "'" + std::string(name) + "' must not be empty");
  return found.attribute.value();
}

std::optional<std::vector<double>> Element::numbers(const char* name,
                                                    std::size_t fewest,
                                                    std::size_t most) const {
  const Found found = find(name);
  if (!found.attribute) return std::nullopt;
  const std::string_view text = found.attribute.value();
  const std::optional<std::vector<double>> list = parse_numbers(text);
  if (!list || list->size() < fewest || list->size() > most) {
    const std::string count = fewest == most
                                  ? std::to_string(fewest)
                                  : std::to_string(fewest) + " to " + std::to_string(most);
    std::string message = "'" + std::string(name) + "' must be "
                          + (most == 1 ? "a finite number" : count + " finite numbers") + ", not "
                          + in_quotes(text);
    if (text.find("${") != std::string_view::npos || text.find("$(") != std::string_view::npos)
      message += ": expand the file with xacro first";
    problem(found, message);
    return std::nullopt;
  }
  return list;
}

std::optional<double> Element::number(const char* name) const {
  const auto list = numbers(name, 1, 1);
  return list ? std::optional(list->front()) : std::nullopt;
}
double Element::number(const char* name, double otherwise) const {
  return number(name).value_or(otherwise);
}
Vec3 Element::vector(const char* name, const Vec3& otherwise) const {
  const auto list = numbers(name, 3, 3);
  return list ? Vec3((*list)[0], (*list)[1], (*list)[2]) : otherwise;
}

std::string Element::word(const char* name, const std::vector<std::string_view>& words) const {
  const Found found = find(name);
  if (!found.attribute) return std::string(words.front());
  const std::string_view value = found.attribute.value();
  if (std::ranges::find(words, value) != words.end()) return std::string(value);
  std::string message = "'" + std::string(name) + "' must be one of";
  for (std::string_view word : words)
    message += (word == words.front() ? " " : ", ") + std::string(word);
  problem(found, message + ", not " + in_quotes(value) + did_you_mean(value, words));
  return std::string(words.front());
}

}  // namespace holon::importing
