// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/recorder.h"

#include <limits>
#include <set>

#include "holon/scene/spelling.h"

namespace holon::cli {
namespace {

constexpr std::string_view kWorstError = "worst_error";

/// The parts of a pattern, between commas.
std::vector<std::string> parts_of(const std::string& pattern) {
  std::vector<std::string> parts(1);
  for (char c : pattern) {
    if (c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

}  // namespace

Recorder::Recorder(const World& world, const std::string& signals) : signals_(world, signals) {
  columns_.push_back({"time", "s"});
  std::set<std::string, std::less<>> names;
  for (std::size_t i = 0; i < signals_.list().size(); ++i) {
    const SignalInfo& signal = signals_.list()[i];
    if (!names.insert(signal.name).second) continue;  // two owners of one name: the first is meant
    columns_.push_back(signal);
    wanted_.push_back(i);
  }
  for (const std::string& part : parts_of(signals)) {
    if (part == kWorstError) worst_error_ = true;
    const bool found = part == kWorstError || part == "time"
                       || std::ranges::any_of(names, [&](const std::string& name) {
                            return matches_glob(part, name);
                          });
    if (found) continue;
    const Signals all(world);
    std::vector<std::string_view> known = {kWorstError};
    for (const SignalInfo& s : all.list()) known.push_back(s.name);
    throw UsageError("no signal matches '" + part + "'" + did_you_mean(part, known));
  }
  if (worst_error_) columns_.push_back({std::string(kWorstError), ""});
}

std::span<const double> Recorder::sample(const World& world) {
  signals_.sample(world, all_);
  row_.assign(1, world.time());
  for (std::size_t i : wanted_) row_.push_back(all_[i]);
  if (worst_error_)  // nothing is known of it before the first step
    row_.push_back(world.state().steps() > 0 ? world.report().worst_error
                                             : std::numeric_limits<double>::quiet_NaN());
  return row_;
}

}  // namespace holon::cli
