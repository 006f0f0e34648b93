// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// JSON in which every value knows where it stands, so that a mistake in a scene can be pointed at.
namespace holon {

/// Both count from 1; a place of zeros is unknown. A column is a character (a code point): a tab
/// and an umlaut count one each. Lines end with LF, CR LF or CR.
struct JsonPlace {
  int line = 0;
  int column = 0;
  bool operator==(const JsonPlace&) const = default;
};

/// "line 3, column 7"
std::string describe(JsonPlace place);

struct SceneProblem {
  JsonPlace place;
  std::string path;  ///< of the value at fault, like "constraints[2].a.object"; empty for the root
  std::string message;
  std::string file = {};  ///< that the scene includes; empty for the scene itself
};

/// "wheels.json, line 3, column 7: constraints[2].a: message", without the parts that are unknown
/// or empty.
std::string describe(const SceneProblem& problem);

/// The path of a part of the value at `path`: "a.b", or a["odd key"] if the key is no plain word.
std::string member_path(std::string_view path, std::string_view key);
std::string element_path(std::string_view path, std::size_t index);

/// Thrown when a scene cannot be read; what() has one line for each problem.
class SceneError : public std::runtime_error {
 public:
  explicit SceneError(std::vector<SceneProblem> problems);
  const std::vector<SceneProblem>& problems() const { return problems_; }

 private:
  std::vector<SceneProblem> problems_;
};

struct JsonMember;

/// A value of a document, with all it contains. Asking for another kind than it is of is a
/// UsageError: look before with is_number() and the like.
class JsonValue {
 public:
  struct Number {
    double value = 0;
    bool integer = false;
  };
  using Data = std::variant<std::nullptr_t,
                            bool,
                            Number,
                            std::string,
                            std::vector<JsonValue>,
                            std::vector<JsonMember>>;

  JsonValue(JsonPlace place, Data data);
  JsonValue(const JsonValue&);
  JsonValue(JsonValue&&) noexcept;
  JsonValue& operator=(const JsonValue&);
  JsonValue& operator=(JsonValue&&) noexcept;
  ~JsonValue();

  bool is_null() const { return std::holds_alternative<std::nullptr_t>(data_); }
  bool is_boolean() const { return std::holds_alternative<bool>(data_); }
  bool is_number() const { return std::holds_alternative<Number>(data_); }
  /// A number written without point and exponent. Beyond 2^53 number() is the nearest double.
  bool is_integer() const;
  bool is_string() const { return std::holds_alternative<std::string>(data_); }
  bool is_array() const { return std::holds_alternative<std::vector<JsonValue>>(data_); }
  bool is_object() const { return std::holds_alternative<std::vector<JsonMember>>(data_); }
  /// For messages: "null", "a boolean", "a number", "a string", "a list" or "an object".
  const char* kind_name() const;

  bool boolean() const;
  double number() const;
  const std::string& text() const;
  const std::vector<JsonValue>& elements() const;
  /// In the order of the document. No key occurs twice.
  const std::vector<JsonMember>& members() const;
  /// The member of this key; nullptr if there is none or this is no object. Looks at one member
  /// after the other: better walk over members() when there are many.
  const JsonValue* find(std::string_view key) const;

  /// Of the first character of the value: its bracket, quote, digit, sign or letter.
  JsonPlace place() const { return place_; }

 private:
  JsonPlace place_;
  Data data_;
};

struct JsonMember {
  std::string key;
  JsonPlace key_place;
  JsonValue value;
};

/// What parse_json() refuses, so that no file can exhaust the reader.
struct JsonLimits {
  static constexpr std::size_t text_bytes = std::size_t{256} << 20;
  static constexpr std::size_t string_bytes = std::size_t{1} << 20;  ///< as written, with escapes
  static constexpr std::size_t number_characters = 400;
  static constexpr std::size_t depth = 64;  ///< lists and objects inside each other
};

/// Reads strict JSON in UTF-8 (RFC 8259; a byte order mark is skipped) plus comments like // and
/// /* */. Numbers too small for a double become 0, numbers too large are refused.
/// Throws SceneError with the first problem found.
JsonValue parse_json(std::string_view text);

}  // namespace holon
