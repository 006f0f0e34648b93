// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/json_document.h"

#include <algorithm>
#include <utility>

#include "holon/math/diagnostics.h"
#include "holon/scene/json_text.h"

namespace holon {
namespace {

bool is_plain_word(std::string_view key) {
  return !key.empty() && std::ranges::all_of(key, json_text::is_word_character);
}

std::string joined(const std::vector<SceneProblem>& problems) {
  std::string text;
  for (const SceneProblem& problem : problems) {
    if (!text.empty()) text += '\n';
    text += describe(problem);
  }
  return text;
}

}  // namespace

std::string describe(JsonPlace place) {
  return "line " + std::to_string(place.line) + ", column " + std::to_string(place.column);
}

std::string describe(const SceneProblem& problem) {
  std::string text = problem.file;
  if (problem.place.line > 0) text += (text.empty() ? "" : ", ") + describe(problem.place);
  if (!text.empty()) text += ": ";
  if (!problem.path.empty()) text += problem.path + ": ";
  return text + problem.message;
}

std::string member_path(std::string_view path, std::string_view key) {
  std::string text(path);
  if (!is_plain_word(key)) return text + "[\"" + json_text::excerpt(key) + "\"]";
  if (!text.empty()) text += '.';
  return text + json_text::excerpt(key);
}

std::string element_path(std::string_view path, std::size_t index) {
  return std::string(path) + "[" + std::to_string(index) + "]";
}

SceneError::SceneError(std::vector<SceneProblem> problems)
    : std::runtime_error(joined(problems)), problems_(std::move(problems)) {}

JsonValue::JsonValue(JsonPlace place, Data data) : place_(place), data_(std::move(data)) {}
JsonValue::JsonValue(const JsonValue&) = default;
JsonValue::JsonValue(JsonValue&&) noexcept = default;
JsonValue& JsonValue::operator=(const JsonValue&) = default;
JsonValue& JsonValue::operator=(JsonValue&&) noexcept = default;
// Goes as deep as the tree, which JsonLimits::depth bounds.
JsonValue::~JsonValue() = default;

bool JsonValue::is_integer() const {
  const Number* number = std::get_if<Number>(&data_);
  return number != nullptr && number->integer;
}

const char* JsonValue::kind_name() const {
  constexpr const char* names[] = {
      "null", "a boolean", "a number", "a string", "a list", "an object"};
  static_assert(std::size(names) == std::variant_size_v<Data>);
  return names[data_.index()];
}

bool JsonValue::boolean() const {
  HOLON_EXPECT(is_boolean());
  return std::get<bool>(data_);
}

double JsonValue::number() const {
  HOLON_EXPECT(is_number());
  return std::get<Number>(data_).value;
}

const std::string& JsonValue::text() const {
  HOLON_EXPECT(is_string());
  return std::get<std::string>(data_);
}

const std::vector<JsonValue>& JsonValue::elements() const {
  HOLON_EXPECT(is_array());
  return std::get<std::vector<JsonValue>>(data_);
}

const std::vector<JsonMember>& JsonValue::members() const {
  HOLON_EXPECT(is_object());
  return std::get<std::vector<JsonMember>>(data_);
}

const JsonValue* JsonValue::find(std::string_view key) const {
  if (!is_object()) return nullptr;
  for (const JsonMember& member : members())
    if (member.key == key) return &member.value;
  return nullptr;
}

}  // namespace holon
