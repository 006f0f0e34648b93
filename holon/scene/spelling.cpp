// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/spelling.h"

#include <algorithm>
#include <cstddef>

namespace holon {
namespace {

// Nobody misspells a longer word by accident, and the distance costs the product of both lengths.
constexpr std::size_t longest_word = 64;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same(char a, char b) {
  return lower(a) == lower(b);
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  // Row i holds the distances from the first i letters of a to the first j letters of b.
  std::vector<int> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(row);
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = last[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({replaced, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates) {
  if (word.size() > longest_word) return {};
  const int allowed = static_cast<int>(word.size() / 3);
  int best = allowed + 1;
  std::string_view found;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > word.size() + static_cast<std::size_t>(allowed)) continue;
    const int distance = edit_distance(word, candidate);
    if (distance >= best) continue;
    best = distance;
    found = candidate;
  }
  if (best > allowed) return {};
  return " (did you mean '" + std::string(found) + "'?)";
}

}  // namespace holon
