// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/command_words.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "holon/scene/json_text.h"

namespace holon {

using json_text::TextCursor;

void refuse(const CommandWord& word, const std::string& message) {
  throw SceneError({{word.place, "", message}});
}
void refuse_word(const CommandWord& word, const std::string& message) {
  refuse(word, "'" + json_text::excerpt(word.text) + "': " + message);
}

// ---- words ----

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || json_text::is_line_end(c);
}

/// The place of something in a text that itself begins at `start`.
JsonPlace shifted(JsonPlace start, JsonPlace inside) {
  if (inside.line == 1) return {start.line, start.column + inside.column - 1};
  return {start.line + inside.line - 1, inside.column};
}

constexpr std::size_t deepest = JsonLimits::depth;

/// Takes one word, up to a separator outside all brackets and quotes.
template <class IsEnd>
CommandWord take_word(const CommandWord& line, TextCursor& cursor, IsEnd&& is_end) {
  const JsonPlace place = shifted(line.place, cursor.place());
  const std::size_t begin = cursor.offset();
  std::vector<CommandWord> open;  // brackets
  while (!cursor.at_end()) {
    const char c = cursor.peek();
    const CommandWord here{line.text.substr(cursor.offset(), 1),
                           shifted(line.place, cursor.place())};
    if (open.empty() && is_end(c)) break;
    cursor.advance();
    if (c == '"') {
      for (; !cursor.at_end() && cursor.peek() != '"'; cursor.advance())
        if (cursor.peek() == '\\') cursor.advance();
      if (cursor.at_end()) refuse_word(here, "this quote is never closed");
      cursor.advance();
    } else if (c == '(' || c == '[' || c == '{') {
      open.push_back(here);
      if (open.size() > deepest) refuse_word(here, "too many brackets inside each other");
    } else if (c == ')' || c == ']' || c == '}') {
      const char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
      if (open.empty()) refuse_word(here, "no bracket is open here");
      if (open.back().text[0] != wanted)
        refuse_word(here, "closes the bracket '" + std::string(open.back().text) + "'");
      open.pop_back();
    }
  }
  if (!open.empty()) refuse_word(open.back(), "this bracket is never closed");
  return {cursor.since(begin), place};
}

template <class IsEnd>
std::vector<CommandWord> split(const CommandWord& line, bool comments, IsEnd&& is_end) {
  if (const std::size_t bad = json_text::find_invalid_utf8(line.text); bad != std::string::npos)
    refuse(line, "is not valid UTF-8");
  std::vector<CommandWord> words;
  TextCursor cursor(line.text);
  for (;;) {
    cursor.take_while(is_end);
    if (cursor.at_end() || (comments && cursor.peek() == '#')) return words;
    words.push_back(take_word(line, cursor, is_end));
  }
}

}  // namespace

std::vector<CommandWord> split_words(const CommandWord& line) {
  return split(line, true, is_space);
}

CommandWord part_of(const CommandWord& word, std::size_t begin, std::size_t count) {
  TextCursor cursor(word.text);
  cursor.advance(begin);
  return {word.text.substr(begin, count), shifted(word.place, cursor.place())};
}

std::vector<CommandWord> split_list(const CommandWord& list) {
  return split(part_of(list, 1, list.text.size() - 2), false, [](char c) {
    return is_space(c) || c == ',';
  });
}

static std::size_t equals_in(std::string_view text) {
  return find_outside(text, '=', [&](std::size_t i) { return i > 0; });
}
bool is_option(const CommandWord& word) {
  return equals_in(word.text) != std::string_view::npos;
}
std::pair<std::string_view, CommandWord> option_of(const CommandWord& word) {
  const std::size_t equals = equals_in(word.text);
  if (equals + 1 == word.text.size()) refuse_word(word, "a value is missing after the =");
  return {word.text.substr(0, equals), part_of(word, equals + 1)};
}

/// Whether one pair of brackets is around all of it.
static bool is_in_brackets(std::string_view text) {
  if (text.size() < 2 || text.front() != '(') return false;
  // where the first bracket is closed, a closing one stands outside of all that come after it
  const std::size_t end = find_outside(text.substr(1), ')', [](std::size_t /*i*/) { return true; });
  return end + 2 == text.size();
}
bool is_list(const CommandWord& word) {
  return is_in_brackets(word.text) && split_list(word).size() > 1;
}

// ---- values ----

/// The same with the places it has in a text that begins at `start`.
static JsonValue moved(const JsonValue& value, JsonPlace start) {
  const JsonPlace place = shifted(start, value.place());
  if (value.is_null()) return {place, nullptr};
  if (value.is_boolean()) return {place, value.boolean()};
  if (value.is_number()) return {place, JsonValue::Number{value.number(), value.is_integer()}};
  if (value.is_string()) return {place, value.text()};
  if (value.is_array()) {
    std::vector<JsonValue> elements;
    for (const JsonValue& e : value.elements()) elements.push_back(moved(e, start));
    return {place, std::move(elements)};
  }
  std::vector<JsonMember> members;
  for (const JsonMember& m : value.members())
    members.push_back({m.key, shifted(start, m.key_place), moved(m.value, start)});
  return {place, std::move(members)};
}

static JsonValue parse_word(const CommandWord& word) {
  try {
    return moved(parse_json(word.text), word.place);
  } catch (const SceneError& e) {
    std::vector<SceneProblem> problems = e.problems();
    for (SceneProblem& p : problems) p.place = shifted(word.place, p.place);
    throw SceneError(std::move(problems));
  }
}

static std::optional<JsonValue::Number> number_of(std::string_view text) {
  if (text.starts_with('+') && text.size() > 1 && json_text::is_digit(text[1]))
    text.remove_prefix(1);
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
    return std::nullopt;
  const auto is_part = [](char c) { return json_text::is_digit(c) || c == '-'; };
  return JsonValue::Number{number, std::ranges::all_of(text, is_part)};
}

JsonValue value_of(const CommandWord& word) {
  const std::string_view text = word.text;
  if (text.empty()) refuse(word, "a value is missing");
  if (text[0] == '{' || text[0] == '[' || text[0] == '"') return parse_word(word);
  if (is_in_brackets(text)) {
    const std::vector<CommandWord> parts = split_list(word);
    if (parts.empty()) refuse_word(word, "must have something in the brackets, as (1 0 0)");
    if (parts.size() > 1) {
      std::vector<JsonValue> elements;
      for (const CommandWord& part : parts) elements.push_back(value_of(part));
      return {word.place, std::move(elements)};
    }
  }
  if (const auto number = number_of(text)) return {word.place, *number};
  if (text == "true" || text == "false") return {word.place, text == "true"};
  return {word.place, std::string(text)};
}

JsonValue text_value(const CommandWord& word) {
  if (word.text.starts_with('"')) return parse_word(word);
  return {word.place, std::string(word.text)};
}

JsonValue json_object(JsonPlace place, std::vector<std::pair<std::string, JsonValue>> members) {
  std::vector<JsonMember> out;
  for (auto& [key, value] : members) {
    const JsonPlace key_place = value.place();
    if (std::ranges::find(out, key, &JsonMember::key) != out.end())
      throw SceneError({{key_place, "", "'" + key + "' is given twice"}});
    out.push_back({std::move(key), key_place, std::move(value)});
  }
  return {place, std::move(out)};
}

// ---- connectors ----

namespace {

/// "rod.end1" and "rod(0 0 1)" taken apart.
struct Owned {
  CommandWord owner;
  CommandWord bracket = {};  // with what is inside
  CommandWord point = {};    // behind the dot
};

Owned take_apart_owned(const CommandWord& word) {
  const std::string_view text = word.text;
  const std::size_t bracket = find_outside(text, '(', [](std::size_t /*i*/) { return true; });
  if (bracket != std::string_view::npos) {
    const Owned out{part_of(word, 0, bracket), part_of(word, bracket), {}};
    if (!is_in_brackets(out.bracket.text))
      refuse_word(word, "must be a point, as rod.end1, rod(0 0 0.5), nail(0 0 1) or rod");
    return out;
  }
  std::size_t dot = std::string_view::npos;
  find_outside(text, '.', [&](std::size_t i) {
    dot = i;
    return false;
  });
  if (dot == std::string_view::npos || dot == 0) return {word};
  if (dot + 1 == text.size()) refuse_word(word, "the name of a point is missing after the dot");
  return {part_of(word, 0, dot), {}, part_of(word, dot + 1)};
}

/// A list of three in brackets.
JsonValue coordinates(const CommandWord& word) {
  JsonValue value = value_of(word);
  if (!value.is_array()) refuse_word(word, "must be three coordinates, as (0 0 1)");
  return value;
}

bool is_of_world(const Owned& owned) {
  return !owned.bracket.text.empty() && (owned.owner.text.empty() || owned.owner.text == "nail");
}

/// {"object": name, "at": point}
std::vector<std::pair<std::string, JsonValue>> on_object(const Owned& owned, const char* where) {
  std::vector<std::pair<std::string, JsonValue>> members;
  members.emplace_back("object", text_value(owned.owner));
  if (!owned.bracket.text.empty()) members.emplace_back(where, coordinates(owned.bracket));
  if (!owned.point.text.empty()) members.emplace_back(where, text_value(owned.point));
  return members;
}

}  // namespace

JsonValue point_value(const CommandWord& word) {
  if (word.text.starts_with('{')) return value_of(word);
  const Owned owned = take_apart_owned(word);
  if (is_of_world(owned)) return json_object(word.place, {{"nail", coordinates(owned.bracket)}});
  return json_object(word.place, on_object(owned, "at"));
}

JsonValue frame_value(const CommandWord& word, const JsonValue& axis) {
  if (word.text.starts_with('{')) return value_of(word);
  const Owned owned = take_apart_owned(word);
  if (is_of_world(owned))
    return json_object(word.place, {{"world", coordinates(owned.bracket)}, {"axis", axis}});
  auto members = on_object(owned, "at");
  members.emplace_back("axis", axis);
  return json_object(word.place, std::move(members));
}

JsonValue direction_value(const CommandWord& word) {
  if (word.text.starts_with('{')) return value_of(word);
  const Owned owned = take_apart_owned(word);
  if (owned.bracket.text.empty())
    refuse_word(word, "must be a direction, as (0 0 1) in the world or rod(0 0 1)");
  if (owned.owner.text.empty())
    return json_object(word.place, {{"world", coordinates(owned.bracket)}});
  return json_object(word.place, on_object(owned, "along"));
}

}  // namespace holon
