// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/compare/compare_scenes.h"

#include <algorithm>
#include <map>

namespace holon::cli {
namespace {

using Tree = nlohmann::ordered_json;

const Tree& not_given() {
  static const Tree none(Tree::value_t::discarded);
  return none;
}

bool is_list_of_things(const Tree& list) {
  return list.is_array() && !list.empty()
         && std::ranges::all_of(list, [](const Tree& item) { return item.is_object(); });
}

/// The things of a list by what they are called: their name, or their kind and number.
std::vector<std::pair<std::string, const Tree*>> called(const Tree& list) {
  std::vector<std::pair<std::string, const Tree*>> out;
  std::map<std::string, int> count;
  if (!list.is_array()) return out;
  for (const Tree& item : list) {
    std::string name;
    if (item.contains("name") && item["name"].is_string()) {
      name = item["name"].get<std::string>();
    } else {
      const std::string kind =
          item.contains("kind") && item["kind"].is_string() ? item["kind"].get<std::string>() : "";
      name = kind + "#" + std::to_string(++count[kind]);
    }
    out.emplace_back(std::move(name), &item);
  }
  return out;
}

class Comparison {
 public:
  std::vector<SceneDifference> differences;

  void values(const std::string& where, const Tree& a, const Tree& b) {
    if (a.is_object() && b.is_object())
      members(where, a, b);
    else if ((is_list_of_things(a) || is_list_of_things(b)) && can_hold_things(a)
             && can_hold_things(b))
      things(where, a, b);
    else if (a.is_discarded() != b.is_discarded() || (!a.is_discarded() && a != b))
      differences.push_back({where, a, b});
  }

 private:
  static bool can_hold_things(const Tree& x) {
    return x.is_discarded() || is_list_of_things(x) || (x.is_array() && x.empty());
  }
  void members(const std::string& where, const Tree& a, const Tree& b) {
    const auto path = [&](const std::string& key) {
      return where.empty() ? key : where + "." + key;
    };
    for (const auto& [key, value] : a.items())
      values(path(key), value, b.contains(key) ? b[key] : not_given());
    for (const auto& [key, value] : b.items())
      if (!a.contains(key)) values(path(key), not_given(), value);
  }
  void things(const std::string& where, const Tree& a, const Tree& b) {
    const auto in_a = called(a), in_b = called(b);
    const auto find = [](const auto& list, const std::string& name) -> const Tree& {
      const auto found = std::ranges::find(list, name, [](const auto& pair) { return pair.first; });
      return found == list.end() ? not_given() : *found->second;
    };
    for (const auto& [name, item] : in_a) values(where + " " + name, *item, find(in_b, name));
    for (const auto& [name, item] : in_b)
      if (find(in_a, name).is_discarded()) values(where + " " + name, not_given(), *item);
  }
};

}  // namespace

std::vector<SceneDifference> compare_scenes(std::string_view a, std::string_view b) {
  Comparison comparison;
  comparison.values("", Tree::parse(a, nullptr, true, true), Tree::parse(b, nullptr, true, true));
  return std::move(comparison.differences);
}

}  // namespace holon::cli
