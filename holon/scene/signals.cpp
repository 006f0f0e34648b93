// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/signals.h"

namespace holon {
namespace {

bool matches_one(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

bool matches_glob(std::string_view pattern, std::string_view text) {
  while (true) {
    const std::size_t comma = pattern.find(',');
    if (matches_one(pattern.substr(0, comma), text)) return true;
    if (comma == std::string_view::npos) return false;
    pattern.remove_prefix(comma + 1);
  }
}

Signals::Signals(const World& world, std::string_view glob) {
  for_each_signal(world.model(),
                  [&](const std::string& name, std::string_view unit, const Signal& signal) {
                    if (signal.of == Signal::Of::time || !matches_glob(glob, name)) return;
                    wanted_.push_back({name, std::string(unit)});
                    signals_.push_back(signal);
                  });
}

void Signals::sample(const World& world, std::vector<double>& out) const {
  reader_.begin();
  out.clear();
  for (const Signal& signal : signals_) out.push_back(reader_.read(world, signal));
}

}  // namespace holon
