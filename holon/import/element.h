// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "holon/import/import.h"
#include "holon/scene/spelling.h"

/// XML in which every element and attribute knows where it stands, and whether anyone has asked for
/// it.
namespace holon::importing {

/// What all parts of one import write to.
struct Findings {
  ImportReport report;
  std::vector<ImportProblem> problems;
};

/// One file, parsed.
class XmlFile {
 public:
  XmlFile(std::string name, std::string text, Findings& findings);
  XmlFile(const XmlFile&) = delete;
  XmlFile& operator=(const XmlFile&) = delete;

  const std::string& name() const { return name_; }
  /// The element that holds all others; null if the file is no XML.
  pugi::xml_node root() const { return document_.document_element(); }
  bool has(pugi::xml_node node) const { return node.root() == document_; }
  ImportProblem at(pugi::xml_node node, std::string message) const;
  ImportProblem at(pugi::xml_attribute attribute, std::string message) const;

 private:
  ImportProblem at(std::ptrdiff_t offset, std::string message) const;
  void refuse_depth(Findings& findings);

  std::string name_, text_, buffer_;
  std::vector<std::size_t> lines_ = {0};  // where they begin
  pugi::xml_document document_;
};

/// All files of an import.
class Sources {
 public:
  explicit Sources(Findings& findings) : findings_(findings) {}
  /// Adds a file; a null node if it cannot be read, and then there is a problem `at` that element.
  pugi::xml_node add_file(const std::string& path, pugi::xml_node at = {});
  pugi::xml_node add_text(std::string name, std::string text);
  bool has(const std::string& path) const;

  void problem(pugi::xml_node node, std::string message);
  void problem(pugi::xml_node node, pugi::xml_attribute attribute, std::string message);
  void used(pugi::xml_node node, std::string what);
  void approximated(pugi::xml_node node, std::string what);
  void ignored(pugi::xml_node node, std::string what);

  /// Somebody knows what this is.
  void ask(pugi::xml_node node) { asked_.insert(node.internal_object()); }
  void ask(pugi::xml_attribute attribute) { asked_.insert(attribute.internal_object()); }
  /// Adds to the ignored what nobody has asked for, in the order of the files.
  void ignore_the_rest();

 private:
  const XmlFile* file_of(pugi::xml_node node) const;
  ImportNote note(pugi::xml_node node, std::string what) const;
  void ignore_the_rest(pugi::xml_node node);

  Findings& findings_;
  std::vector<std::unique_ptr<XmlFile>> files_;
  std::unordered_set<const void*> asked_;
};

/// An element, and those that stand in for attributes that it has not (the default classes of
/// MJCF), nearest first. Asking for something marks it as known; a value that is wrong is a problem
/// and counts as absent.
class Element {
 public:
  Element() = default;
  Element(Sources& sources, pugi::xml_node node, std::vector<pugi::xml_node> defaults = {});

  explicit operator bool() const { return !node_.empty(); }
  pugi::xml_node node() const { return node_; }
  const std::vector<pugi::xml_node>& defaults() const { return defaults_; }
  Sources& sources() const { return *sources_; }
  std::string_view tag() const { return node_.name(); }
  /// "joint 'elbow'", or "joint" without a name
  std::string title() const;

  /// The first child of that tag, or a null element.
  Element child(const char* tag) const;
  std::vector<Element> children(const char* tag) const;

  bool has(const char* name) const { return !find(name).attribute.empty(); }
  std::string text(const char* name, std::string otherwise = "") const;
  /// A text that must be there and not empty.
  std::string required_text(const char* name) const;
  double number(const char* name, double otherwise) const;
  std::optional<double> number(const char* name) const;
  Vec3 vector(const char* name, const Vec3& otherwise) const;
  /// From `fewest` to `most` numbers; none if there is no such attribute.
  std::optional<std::vector<double>> numbers(const char* name,
                                             std::size_t fewest,
                                             std::size_t most) const;
  /// true, false or the other words given; the first of them if it is absent.
  std::string word(const char* name, const std::vector<std::string_view>& words) const;

  void problem(std::string message) const { sources_->problem(node_, std::move(message)); }
  void problem(const char* name, const std::string& message) const;
  void used(std::string what) const { sources_->used(node_, std::move(what)); }
  void approximated(std::string what) const { sources_->approximated(node_, std::move(what)); }
  void ignored(std::string what) const { sources_->ignored(node_, std::move(what)); }

 private:
  struct Found {
    pugi::xml_node node;
    pugi::xml_attribute attribute;
  };
  Found find(const char* name) const;
  void problem(const Found& found, const std::string& message) const;

  Sources* sources_ = nullptr;
  pugi::xml_node node_;
  std::vector<pugi::xml_node> defaults_;
};

/// 'name' in quotes, safe to show.
std::string in_quotes(std::string_view name);

/// What an attribute names; null, and a problem, if there is no such `what`.
template <class T>
const T* find_named(const Element& element,
                    const char* attribute,
                    const std::string& what,
                    const std::map<std::string, T>& all) {
  const std::string name = element.required_text(attribute);
  if (const auto it = all.find(name); it != all.end()) return &it->second;
  std::vector<std::string_view> names;
  for (const auto& [known, value] : all) names.push_back(known);
  if (!name.empty())
    element.problem(attribute,
                    "there is no " + what + " " + in_quotes(name) + did_you_mean(name, names));
  return nullptr;
}

/// Adds something under its name; false, and a problem, if another `what` has it already.
template <class T>
bool add_named(const Element& element,
               const std::string& what,
               const std::string& name,
               std::map<std::string, T>& all,
               T value) {
  const bool is_new = all.try_emplace(name, std::move(value)).second;
  if (!is_new)
    element.problem("name", "there are two " + what + " named " + in_quotes(name) + ": rename one");
  return is_new;
}

}  // namespace holon::importing
