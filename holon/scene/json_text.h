// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "holon/scene/json_document.h"

/// Helpers of the JSON parser.
namespace holon::json_text {

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
inline bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
/// Of a name, like "point_2".
inline bool is_word_character(char c) {
  return is_letter(c) || is_digit(c) || c == '_';
}
inline bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

/// Walks through a text and keeps count of lines and columns.
class TextCursor {
 public:
  explicit TextCursor(std::string_view text) : text_(text) {}

  bool at_end() const { return offset_ >= text_.size(); }
  std::size_t offset() const { return offset_; }
  JsonPlace place() const { return place_; }
  /// The byte `ahead` of here; 0 behind the end.
  char peek(std::size_t ahead = 0) const {
    return offset_ + ahead < text_.size() ? text_[offset_ + ahead] : '\0';
  }
  bool starts_with(std::string_view word) const { return text_.substr(offset_).starts_with(word); }
  /// The text from `begin` up to here.
  std::string_view since(std::size_t begin) const { return text_.substr(begin, offset_ - begin); }

  /// Goes on by so many bytes.
  void advance(std::size_t bytes = 1);
  /// Goes on over the bytes that `wanted` accepts and returns them.
  template <class Wanted>
  std::string_view take_while(Wanted wanted) {
    const std::size_t begin = offset_;
    while (!at_end() && wanted(peek())) advance();
    return since(begin);
  }

  /// The character here for a message: 'a', U+00E4 'ä' or U+0007. Not at the end.
  std::string describe_character() const;

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  JsonPlace place_{1, 1};
};

/// The offset of the first byte that is not part of valid UTF-8; npos if there is none.
std::size_t find_invalid_utf8(std::string_view text);

/// The beginning of `text`, fit for one line of a message.
std::string excerpt(std::string_view text);

/// "U+00E4" or "0xE4", with at least `digits` digits.
std::string hexadecimal(std::string_view prefix, unsigned value, int digits);

}  // namespace holon::json_text
