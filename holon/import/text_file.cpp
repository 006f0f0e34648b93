// SPDX-License-Identifier: Apache-2.0
#include "holon/import/text_file.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "holon/import/import.h"

namespace holon::importing {
namespace {

constexpr std::size_t most_bytes = std::size_t{256} << 20;
constexpr std::string_view white = " \t\r\n\f\v";

}  // namespace

std::string read_text_file(const std::string& path) {
  const auto refuse = [&](const std::string& why) -> ImportError {
    return ImportError({{path, 0, 0, why}});
  };
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) throw refuse("there is no such file");
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
  if (size < 0) throw refuse("the file cannot be opened");
  if (static_cast<std::size_t>(size) > most_bytes) throw refuse("the file is larger than 256 MiB");
  std::string text(static_cast<std::size_t>(size), '\0');
  file.seekg(0);
  file.read(text.data(), size);
  if (!file) throw refuse("the file cannot be read");
  return text;
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

std::string exact_text(double number) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, number);
  return {text, end};
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
