// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/json_text.h"

#include "holon/math/diagnostics.h"

namespace holon::json_text {
namespace {

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20U || c == 0x7F;
}

struct CodePoint {
  std::size_t bytes = 0;  // 0: invalid
  unsigned value = 0;
};

// Decodes the first character of `text`, which is not empty.
CodePoint decode(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80U) return {1, first};
  const std::size_t bytes = first >= 0xF0U ? 4 : first >= 0xE0U ? 3 : 2;
  if (first < 0xC0U || first > 0xF7U || text.size() < bytes) return {};
  unsigned value = first & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if (!is_continuation(text[i])) return {};
    value = (value << 6U) | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  // Neither longer than needed, nor half of a surrogate pair, nor beyond the last code point.
  constexpr unsigned smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800U && value <= 0xDFFFU;
  if (value < smallest[bytes] || surrogate || value > 0x10FFFFU) return {};
  return {bytes, value};
}

}  // namespace

void TextCursor::advance(std::size_t bytes) {
  for (; bytes > 0 && !at_end(); --bytes, ++offset_) {
    const char c = text_[offset_];
    const bool inside_crlf = c == '\r' && peek(1) == '\n';
    if (is_line_end(c) && !inside_crlf) {
      place_ = {place_.line + 1, 1};
    } else if (!is_continuation(c)) {
      ++place_.column;
    }
  }
}

std::string TextCursor::describe_character() const {
  HOLON_EXPECT(!at_end());
  const std::string_view rest = text_.substr(offset_);
  const CodePoint c = decode(rest);
  std::string shown = "'" + std::string(rest.substr(0, c.bytes)) + "'";
  if (c.value >= 0x20U && c.value < 0x7FU) return shown;
  const std::string name = hexadecimal("U+", c.value, 4);
  return c.value < 0xA0U ? name : name + " " + shown;
}

std::size_t find_invalid_utf8(std::string_view text) {
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t bytes = decode(text.substr(offset)).bytes;
    if (bytes == 0) return offset;
    offset += bytes;
  }
  return std::string_view::npos;
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::size_t size = text.size();
  if (size > longest) {
    size = longest;
    while (size > 0 && is_continuation(text[size])) --size;
  }
  std::string shown(text.substr(0, size));
  for (char& c : shown)
    if (is_control(c)) c = ' ';
  return size < text.size() ? shown + "..." : shown;
}

std::string hexadecimal(std::string_view prefix, unsigned value, int digits) {
  std::string number;
  for (; value > 0 || static_cast<int>(number.size()) < digits; value /= 16)
    number.insert(number.begin(), "0123456789ABCDEF"[value % 16]);
  return std::string(prefix) + number;
}

}  // namespace holon::json_text
