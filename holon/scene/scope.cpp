// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/scope.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "holon/math/expression.h"
#include "holon/scene/json_text.h"

namespace holon {
namespace {

using json_text::is_digit;
using json_text::is_letter;
using json_text::is_word_character;

bool starts_name(char c) {
  return is_letter(c) || c == '_';
}

/// Calls f(begin, name) for each name in a formula; the letters of a number like 1e5 are none.
template <class F>
void for_each_name(std::string_view text, F&& f) {
  for (std::size_t i = 0; i < text.size();) {
    if (is_digit(text[i]) || text[i] == '.') {
      double number = 0.0;
      const char* end = std::from_chars(text.data() + i, text.data() + text.size(), number).ptr;
      i = std::max(i + 1, static_cast<std::size_t>(end - text.data()));
    } else if (starts_name(text[i])) {
      std::size_t end = i;
      while (end < text.size() && is_word_character(text[end])) ++end;
      f(i, text.substr(i, end - i));
      i = end;
    } else {
      ++i;
    }
  }
}

/// Whether a formula gives the name a meaning of its own: a constant or a function.
bool is_known_to_formulas(std::string_view name) {
  try {
    const Expression constant(name, {});
    return true;
  } catch (const ExpressionError& e) {
    return std::string_view(e.what()).find("unknown name") == std::string_view::npos;
  }
}

}  // namespace

std::string Scope::why_no_name(std::string_view name) {
  if (name.empty() || !starts_name(name[0]) || !std::ranges::all_of(name, is_word_character))
    return "must be a word of letters, digits and _";
  constexpr std::array<std::string_view, 11> variables = {
      "t", "s", "u", "v", "x", "y", "z", "vx", "vy", "vz", "i"};
  if (std::ranges::find(variables, name) != variables.end() || is_known_to_formulas(name))
    return "'" + std::string(name) + "' has a meaning in formulas already: take a longer name";
  return {};
}

void Scope::define(std::string_view name, double value) {
  const auto it = std::ranges::find(names_, name);
  if (it != names_.end()) {
    values_[static_cast<std::size_t>(it - names_.begin())] = value;
    return;
  }
  names_.emplace_back(name);
  values_.push_back(value);
}

std::optional<double> Scope::find(std::string_view name) const {
  const auto it = std::ranges::find(names_, name);
  if (it == names_.end()) return std::nullopt;
  return values_[static_cast<std::size_t>(it - names_.begin())];
}

Scope::Value Scope::evaluate(std::string_view text) const {
  Value value;
  for_each_name(text, [&](std::size_t /*begin*/, std::string_view name) {
    value.depends_on_time = value.depends_on_time || name == "t";
  });
  std::vector<std::string_view> variables(names_.begin(), names_.end());
  variables.emplace_back("t");
  std::vector<double> numbers = values_;
  numbers.push_back(0.0);
  value.number = Expression(text, variables)(std::span<const double>(numbers));
  return value;
}

std::string Scope::with_values(std::string_view formula) const {
  std::string out;
  std::size_t done = 0;
  for_each_name(formula, [&](std::size_t begin, std::string_view name) {
    const std::optional<double> value = find(name);
    if (!value) return;
    out += formula.substr(done, begin - done);
    out += "(" + shortest_text(*value) + ")";
    done = begin + name.size();
  });
  return out.append(formula.substr(done));
}

std::string shortest_text(double x) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x).ptr;
  return {buffer.data(), end};
}

}  // namespace holon
