// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "holon/scene/json_document.h"

/// The words of commands that people type, and the values they stand for. Everything knows where it
/// stands; what is wrong is thrown as a SceneError that names the word.
namespace holon {

/// A word is what spaces separate; brackets and quotes keep together what is inside. A # where a
/// word would begin makes the rest of the line a comment.
struct CommandWord {
  std::string_view text;
  JsonPlace place;
};
std::vector<CommandWord> split_words(const CommandWord& line);
/// The parts of "(1 2*(a + b) 3)" without its brackets; commas separate as spaces do.
std::vector<CommandWord> split_list(const CommandWord& list);
/// The part of a word, or of a line, from `begin` on.
CommandWord part_of(const CommandWord& word,
                    std::size_t begin,
                    std::size_t count = std::string_view::npos);
/// Where the character stands outside all brackets and quotes, if `wanted` (given its offset)
/// takes it; npos if nowhere.
template <class Wanted>
std::size_t find_outside(std::string_view text, char character, Wanted&& wanted);

/// "mass=2" taken apart. `is_option` looks only.
bool is_option(const CommandWord& word);
std::pair<std::string_view, CommandWord> option_of(const CommandWord& word);
/// Whether it is brackets around a list of at least two.
bool is_list(const CommandWord& word);

/// A value: a number, true or false, a list (1 2 3), JSON in {}, [] or "", or else a text, which
/// may be an expression.
JsonValue value_of(const CommandWord& word);
/// A name, in quotes if there are spaces or dots in it.
JsonValue text_value(const CommandWord& word);
/// An object of JSON. `place` is where it begins.
JsonValue json_object(JsonPlace place, std::vector<std::pair<std::string, JsonValue>> members);

/// A point: rod.end1, rod(0 0 0.5), nail(0 0 1) or (0 0 1), just rod, or {JSON}.
JsonValue point_value(const CommandWord& word);
/// The same as the origin of a frame whose z axis points along `axis` in the world.
JsonValue frame_value(const CommandWord& word, const JsonValue& axis);
/// A direction: (0 0 1) in the world, rod(0 0 1) of an object, or {JSON}.
JsonValue direction_value(const CommandWord& word);

[[noreturn]] void refuse(const CommandWord& word, const std::string& message);
/// "'word': message"
[[noreturn]] void refuse_word(const CommandWord& word, const std::string& message);

// ---- implementation ----

template <class Wanted>
std::size_t find_outside(std::string_view text, char character, Wanted&& wanted) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
      continue;
    }
    if (c == character && depth == 0 && wanted(i)) return i;
    if (c == '"') quoted = true;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
  }
  return std::string_view::npos;
}

}  // namespace holon
