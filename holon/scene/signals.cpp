// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/signals.h"

#include <limits>
#include <map>
#include <set>

#include "holon/scene/edit.h"

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

void Signals::add_from(const Model& model, std::string_view glob) {
  std::set<std::string, std::less<>> known;
  for (const SignalInfo& info : wanted_) known.insert(info.name);
  for_each_signal(model, [&](const std::string& name, std::string_view unit, const Signal& signal) {
    if (signal.of == Signal::Of::time || !matches_glob(glob, name)) return;
    if (known.insert(name).second) wanted_.push_back({name, std::string(unit)});
  });
}

Signals::Signals(const World& world, std::string_view glob) {
  add_from(world.model(), glob);
  renew(world);
}

Signals::Signals(const Scene& scene, const World& world, std::string_view glob) {
  add_from(world.model(), glob);
  for_each_later_model(scene, [&](const Model& model) { add_from(model, glob); });
  renew(world);
}

void Signals::renew(const World& world) {
  std::map<std::string, Signal, std::less<>> there;
  for_each_signal(world.model(),
                  [&](const std::string& name, std::string_view /*unit*/, const Signal& signal) {
                    there.emplace(name, signal);
                  });
  signals_.clear();
  for (const SignalInfo& info : wanted_) {
    const auto it = there.find(info.name);
    signals_.push_back(it == there.end() ? std::nullopt : std::optional(it->second));
  }
}

void Signals::sample(const World& world, std::vector<double>& out) const {
  reader_.begin();
  out.clear();
  for (const std::optional<Signal>& signal : signals_)
    out.push_back(signal ? reader_.read(world, *signal) : std::numeric_limits<double>::quiet_NaN());
}

}  // namespace holon
