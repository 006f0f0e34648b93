// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace holon::importing {

/// The bytes of a file; an ImportError says why there are none.
std::string read_text_file(const std::string& path);

/// Finite numbers with white space between; nothing if there is anything else.
std::optional<std::vector<double>> parse_numbers(std::string_view text);
/// One finite number and nothing else.
std::optional<double> parse_number(std::string_view word);

/// The words of a text, which white space divides.
std::vector<std::string_view> words_of(std::string_view text);

}  // namespace holon::importing
