// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace holon {

/// Letters to insert, remove, replace or swap with their neighbour to turn `a` into `b`.
/// Counts bytes; upper and lower case of ASCII letters are the same.
int edit_distance(std::string_view a, std::string_view b);

/// The ending of an error message: " (did you mean 'mass'?)" for the candidate nearest to `word`,
/// or nothing if all are further away than a third of the word's length.
/// Among equally near candidates the first wins.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

/// The same for any range of strings.
template <std::ranges::input_range Words>
std::string did_you_mean(std::string_view word, const Words& candidates) {
  return did_you_mean(word, std::vector<std::string_view>(candidates.begin(), candidates.end()));
}

}  // namespace holon
