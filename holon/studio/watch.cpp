// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/watch.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace holon::studio {
namespace {

/// In as few digits as tell it from its neighbours; what is no number is null.
template <class Number>
void append_list(std::string& text, std::span<const Number> numbers) {
  std::array<char, 32> digits{};
  text += '[';
  for (const Number x : numbers) {
    if (text.back() != '[') text += ',';
    if (std::isfinite(x))
      text.append(digits.data(), std::to_chars(digits.begin(), digits.end(), x).ptr);
    else
      text += "null";
  }
  text += ']';
}

}  // namespace

std::vector<std::string> Watch::want(int client,
                                     const std::vector<std::string>& names,
                                     const World& world) {
  wanted_[client] = names;
  choose(world);
  std::vector<std::string> there;
  for (const std::string& name : names)
    if (std::ranges::find(list(), name, &SignalInfo::name) != list().end()) there.push_back(name);
  return there;
}

void Watch::forget(int client, const World& world) {
  if (wanted_.erase(client) > 0) choose(world);
}

void Watch::refresh(const World& world) {
  if (signals_) signals_->renew(world);
}

void Watch::renew(const World& world) {
  if (!wanted_.empty()) choose(world);
}

void Watch::choose(const World& world) {
  std::string all;
  for (const auto& [client, names] : wanted_)
    for (const std::string& name : names) all += (all.empty() ? "" : ",") + name;
  signals_ = all.empty() ? nullptr : std::make_unique<Signals>(world, all);
  clear();
}

const std::vector<SignalInfo>& Watch::list() const {
  static const std::vector<SignalInfo> none;
  return signals_ ? signals_->list() : none;
}

void Watch::note(const World& world) {
  if (!signals_ || times_.size() >= most_times) return;
  signals_->sample(world, sample_);
  times_.push_back(world.time());
  for (double x : sample_) values_.push_back(static_cast<float>(x));
}

std::string Watch::take_samples() {
  if (times_.empty()) return {};
  std::string text = R"({"type":"samples","times":)";
  append_list<double>(text, times_);
  text += R"(,"values":)";
  append_list<float>(text, values_);
  text += '}';
  clear();
  return text;
}

void Watch::clear() {
  times_.clear();
  values_.clear();
}

}  // namespace holon::studio
