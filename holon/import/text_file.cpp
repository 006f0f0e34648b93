// SPDX-License-Identifier: Apache-2.0
#include "holon/import/text_file.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "holon/import/import.h"
#include "holon/scene/file_bytes.h"

namespace holon::importing {
namespace {

constexpr std::string_view white = " \t\r\n\f\v";

}  // namespace

std::string read_text_file(const std::string& path) {
  FileBytes file = read_bytes(path);
  if (!file.why.empty()) throw ImportError({{path, 0, 0, file.why}});
  return std::move(file.bytes);
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t end = 0;;) {
    const std::size_t begin = text.find_first_not_of(white, end);
    if (begin == std::string_view::npos) return words;
    end = std::min(text.find_first_of(white, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
  }
}

std::optional<double> parse_number(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double number = 0.0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (end != word.data() + word.size() || word.empty()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // too small is zero, too large is refused
    const std::string copy(word);
    number = std::strtod(copy.c_str(), nullptr);
  } else if (error != std::errc()) {
    return std::nullopt;
  }
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<std::vector<double>> parse_numbers(std::string_view text) {
  std::vector<double> numbers;
  for (std::string_view word : words_of(text)) {
    const std::optional<double> number = parse_number(word);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace holon::importing
