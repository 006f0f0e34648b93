// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "holon/scene/json_document.h"
#include "holon/scene/json_text.h"
#include "holon/scene/spelling.h"

namespace holon {
namespace {

using namespace json_text;

// A list or an object whose end has not been read yet.
struct Container {
  bool object = false;
  JsonPlace place;
  bool filling = false;  // a value is being read: for `key`, or the next element
  std::string key;
  JsonPlace key_place;
  std::vector<JsonValue> elements;
  std::vector<JsonMember> members;
  std::map<std::string, JsonPlace> keys;  // where each key was seen first

  char end() const { return object ? '}' : ']'; }
  std::string describe_end() const { return object ? "'}'" : "']'"; }
  std::string described() const {
    return (object ? "the object opened at " : "the list opened at ") + describe(place);
  }
};

/// Finds the tokens and their places itself, and leaves the conversion of numbers and strings to
/// nlohmann's parser. Containers are kept on a stack of its own, there is no recursion.
class JsonParser {
 public:
  explicit JsonParser(std::string_view text) : cursor_(text) {}
  JsonValue parse();

 private:
  // A value and its surroundings
  std::optional<JsonValue> begin_value();
  void store(JsonValue value);
  std::optional<JsonValue> end_value();
  void open_container();
  JsonValue close_container();
  void read_key();
  void expect_end_of_text();

  // Tokens
  void skip_space();
  void skip_block_comment();
  JsonValue read_scalar();
  std::string read_string();
  void read_escape();
  std::optional<unsigned> peek_unicode_escape() const;
  JsonValue::Number read_number();
  JsonValue::Data read_word();

  // Problems
  std::string path() const;
  [[noreturn]] void fail(JsonPlace place, std::string message) const;
  [[noreturn]] void fail_unexpected(std::string_view expected) const;

  TextCursor cursor_;
  std::vector<Container> open_;
};

JsonValue JsonParser::parse() {
  for (;;) {
    std::optional<JsonValue> done = begin_value();
    // A finished value may finish the list or object around it, and so on.
    while (done) {
      if (open_.empty()) {
        expect_end_of_text();
        return std::move(*done);
      }
      store(std::move(*done));
      done = end_value();
    }
  }
}

// Reads a scalar or an empty container; of any other container only the beginning.
std::optional<JsonValue> JsonParser::begin_value() {
  skip_space();
  if (cursor_.peek() != '[' && cursor_.peek() != '{') return read_scalar();
  open_container();
  skip_space();
  if (cursor_.peek() == open_.back().end()) return close_container();
  if (open_.back().object) read_key();
  open_.back().filling = true;
  return std::nullopt;
}

void JsonParser::store(JsonValue value) {
  Container& container = open_.back();
  container.filling = false;
  if (container.object) {
    container.members.push_back({std::move(container.key), container.key_place, std::move(value)});
  } else {
    container.elements.push_back(std::move(value));
  }
}

// Reads what follows a value: the comma before the next one, or the end of the container.
std::optional<JsonValue> JsonParser::end_value() {
  skip_space();
  Container& container = open_.back();
  if (cursor_.peek() == container.end()) return close_container();
  if (cursor_.peek() != ',') fail_unexpected("a ',' or " + container.describe_end());
  const JsonPlace comma = cursor_.place();
  cursor_.advance();
  skip_space();
  if (cursor_.peek() == container.end())
    fail(comma, "nothing follows this ',' before the " + container.describe_end() + " (remove it)");
  if (container.object) read_key();
  container.filling = true;
  return std::nullopt;
}

void JsonParser::open_container() {
  if (open_.size() == JsonLimits::depth)
    fail(cursor_.place(),
         "more than " + std::to_string(JsonLimits::depth) + " lists and objects inside each other");
  Container container;
  container.object = cursor_.peek() == '{';
  container.place = cursor_.place();
  open_.push_back(std::move(container));
  cursor_.advance();
}

JsonValue JsonParser::close_container() {
  cursor_.advance();
  Container container = std::move(open_.back());
  open_.pop_back();
  if (container.object) return JsonValue(container.place, std::move(container.members));
  return JsonValue(container.place, std::move(container.elements));
}

void JsonParser::read_key() {
  Container& container = open_.back();
  const JsonPlace place = cursor_.place();
  if (cursor_.peek() != '"') {
    const std::string_view word = cursor_.take_while(is_word_character);
    if (word.empty()) fail_unexpected("a key in double quotes");
    fail(place, "the key '" + excerpt(word) + "' should stand in double quotes");
  }
  std::string key = read_string();
  const auto [first, added] = container.keys.emplace(key, place);
  if (!added)
    fail(place,
         "the key '" + excerpt(key) + "' stands here again (it stands at " + describe(first->second)
             + " already)");
  skip_space();
  if (cursor_.peek() != ':') fail_unexpected("a ':' after the key '" + excerpt(key) + "'");
  cursor_.advance();
  container.key = std::move(key);
  container.key_place = place;
}

void JsonParser::expect_end_of_text() {
  skip_space();
  if (!cursor_.at_end())
    fail(cursor_.place(),
         "unexpected " + cursor_.describe_character() + " after the end of the document");
}

void JsonParser::skip_space() {
  for (;;) {
    cursor_.take_while([](char c) { return c == ' ' || c == '\t' || is_line_end(c); });
    if (cursor_.starts_with("//")) {
      cursor_.take_while([](char c) { return !is_line_end(c); });
    } else if (cursor_.starts_with("/*")) {
      skip_block_comment();
    } else if (cursor_.peek() == '/' || cursor_.peek() == '#') {
      fail(cursor_.place(),
           "unexpected " + cursor_.describe_character() + " (a comment begins with // or /*)");
    } else {
      return;
    }
  }
}

void JsonParser::skip_block_comment() {
  const JsonPlace start = cursor_.place();
  cursor_.advance(2);
  while (!cursor_.starts_with("*/")) {
    if (cursor_.at_end()) fail(start, "this comment is not closed ('*/' is missing)");
    cursor_.advance();
  }
  cursor_.advance(2);
}

JsonValue JsonParser::read_scalar() {
  const JsonPlace place = cursor_.place();
  const char c = cursor_.peek();
  if (c == '"') return JsonValue(place, read_string());
  if (is_digit(c) || c == '-' || c == '+' || c == '.') return JsonValue(place, read_number());
  if (is_word_character(c)) return JsonValue(place, read_word());
  if (open_.empty() && cursor_.at_end())
    fail(place, "the text is empty (a value should stand here)");
  const bool quote = c == '\'' || cursor_.starts_with("\u201C") || cursor_.starts_with("\u201D");
  fail_unexpected(quote ? "a string in plain double quotes" : "a value");
}

std::string JsonParser::read_string() {
  const JsonPlace start = cursor_.place();
  const std::size_t begin = cursor_.offset();
  bool escapes = false;
  cursor_.advance();
  while (cursor_.peek() != '"') {
    const char c = cursor_.peek();
    if (cursor_.at_end() || is_line_end(c))
      fail(start, "this string is not closed on its line ('\"' is missing)");
    if (cursor_.offset() - begin > JsonLimits::string_bytes)
      fail(start, "a string longer than " + std::to_string(JsonLimits::string_bytes) + " bytes");
    if (static_cast<unsigned char>(c) < 0x20U)
      fail(cursor_.place(),
           "the control character " + cursor_.describe_character() + " in a string (write "
               + (c == '\t' ? "\\t" : hexadecimal("\\u", static_cast<unsigned char>(c), 4))
               + " instead)");
    escapes = escapes || c == '\\';
    if (c == '\\') {
      read_escape();
    } else {
      cursor_.advance();
    }
  }
  cursor_.advance();
  const std::string_view token = cursor_.since(begin);
  if (!escapes) return std::string(token.substr(1, token.size() - 2));
  return nlohmann::json::parse(token).get<std::string>();
}

// Goes over an escape after checking it.
void JsonParser::read_escape() {
  const JsonPlace place = cursor_.place();
  if (std::string_view("\"\\/bfnrt").find(cursor_.peek(1)) != std::string_view::npos)
    return cursor_.advance(2);
  if (cursor_.peek(1) != 'u') {
    cursor_.advance();
    if (cursor_.at_end() || is_line_end(cursor_.peek())) return;  // the string is not closed
    fail(place,
         "unknown escape: \\ before " + cursor_.describe_character()
             + " (a backslash itself is written \\\\)");
  }
  const std::optional<unsigned> first = peek_unicode_escape();
  if (!first) fail(place, "four hexadecimal digits should follow \\u");
  cursor_.advance(6);
  if (*first < 0xD800U || *first > 0xDFFFU) return;
  // Characters beyond U+FFFF are written as two escapes, a high and a low half.
  const std::optional<unsigned> second = peek_unicode_escape();
  if (*first > 0xDBFFU || !second || *second < 0xDC00U || *second > 0xDFFFU)
    fail(place, hexadecimal("\\u", *first, 4) + " is half a character, its other half is missing");
  cursor_.advance(6);
}

std::optional<unsigned> JsonParser::peek_unicode_escape() const {
  if (!cursor_.starts_with("\\u")) return std::nullopt;
  unsigned value = 0;
  for (std::size_t i = 2; i < 6; ++i) {
    const char c = cursor_.peek(i);
    const std::size_t digit = std::string_view("0123456789abcdefABCDEF").find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    value = value * 16 + static_cast<unsigned>(digit < 16 ? digit : digit - 6);
  }
  return value;
}

// What keeps `token` from being a JSON number; empty if nothing does.
std::string number_fault(std::string_view token) {
  std::size_t i = 0;
  const auto at = [&](std::size_t k) { return k < token.size() ? token[k] : '\0'; };
  const auto skip_digits = [&] {
    const std::size_t begin = i;
    while (is_digit(at(i))) ++i;
    return i > begin;
  };
  if (at(i) == '+') return "a number does not begin with '+'";
  if (at(i) == '-') ++i;
  if (at(i) == '0' && is_digit(at(i + 1))) return "remove the leading 0";
  if (!skip_digits()) return i > 0 ? "a digit should follow the '-'" : "write 0 before the '.'";
  if (at(i) == '.') {
    ++i;
    if (!skip_digits()) return "a digit should follow the '.'";
  }
  if (at(i) == 'e' || at(i) == 'E') {
    ++i;
    if (at(i) == '+' || at(i) == '-') ++i;
    if (!skip_digits()) return "the exponent has no digits";
  }
  if (i == token.size()) return {};
  return "'" + std::string(1, at(i)) + "' does not belong there";
}

bool means_not_finite(std::string_view token) {
  if (token.starts_with('-') || token.starts_with('+')) token.remove_prefix(1);
  std::string word(token);
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return word == "nan" || word == "inf" || word == "infinity";
}

JsonValue::Number JsonParser::read_number() {
  const JsonPlace place = cursor_.place();
  const std::string_view token = cursor_.take_while(
      [](char c) { return is_word_character(c) || c == '.' || c == '+' || c == '-'; });
  if (token.size() > JsonLimits::number_characters)
    fail(place,
         "a number of " + std::to_string(token.size()) + " digits (at most "
             + std::to_string(JsonLimits::number_characters) + " are read)");
  if (means_not_finite(token))
    fail(place, "'" + std::string(token) + "' is not a JSON number (numbers are finite)");
  if (const std::string fault = number_fault(token); !fault.empty())
    fail(place, "'" + excerpt(token) + "' is not a JSON number (" + fault + ")");
  const nlohmann::json number = nlohmann::json::parse(token, nullptr, false);
  if (number.is_discarded()) fail(place, "the number " + excerpt(token) + " is too large");
  // As an integer, -0 would lose its sign.
  const double value = std::copysign(number.get<double>(), token[0] == '-' ? -1.0 : 1.0);
  return {value, token.find_first_of(".eE") == std::string_view::npos};
}

JsonValue::Data JsonParser::read_word() {
  const JsonPlace place = cursor_.place();
  const std::string_view word = cursor_.take_while(is_word_character);
  if (word == "true") return true;
  if (word == "false") return false;
  if (word == "null") return nullptr;
  if (means_not_finite(word))
    fail(place, "'" + std::string(word) + "' is not a JSON number (numbers are finite)");
  std::string hint = did_you_mean(word, {"true", "false", "null"});
  if (hint.empty()) hint = " (a string stands in double quotes)";
  fail(place, "unknown word '" + excerpt(word) + "'" + hint);
}

std::string JsonParser::path() const {
  std::string path;
  for (const Container& container : open_) {
    if (!container.filling) break;
    path = container.object ? member_path(path, container.key)
                            : element_path(path, container.elements.size());
  }
  return path;
}

void JsonParser::fail(JsonPlace place, std::string message) const {
  throw SceneError({{place, path(), std::move(message)}});
}

void JsonParser::fail_unexpected(std::string_view expected) const {
  if (cursor_.at_end() && !open_.empty())
    fail(cursor_.place(),
         "the text ends inside " + open_.back().described() + " (" + open_.back().describe_end()
             + " is missing)");
  const bool wrong_end = cursor_.peek() == ']' || cursor_.peek() == '}';
  std::string around;
  if (wrong_end && !open_.empty() && cursor_.peek() != open_.back().end())
    around = "; " + open_.back().described() + " ends with " + open_.back().describe_end();
  fail(cursor_.place(),
       "unexpected " + cursor_.describe_character() + " (" + std::string(expected)
           + " should stand here" + around + ")");
}

}  // namespace

JsonValue parse_json(std::string_view text) {
  if (text.size() > JsonLimits::text_bytes)
    throw SceneError({{{},
                       "",
                       "a text of " + std::to_string(text.size()) + " bytes is too large (at most "
                           + std::to_string(JsonLimits::text_bytes >> 20) + " MiB are read)"}});
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (const std::size_t offset = find_invalid_utf8(text); offset != std::string_view::npos) {
    TextCursor cursor(text);
    cursor.advance(offset);
    const auto byte = static_cast<unsigned char>(text[offset]);
    throw SceneError({{cursor.place(),
                       "",
                       "the byte " + hexadecimal("0x", byte, 2)
                           + " is not valid UTF-8 (save the file as UTF-8)"}});
  }
  return JsonParser(text).parse();
}

}  // namespace holon
