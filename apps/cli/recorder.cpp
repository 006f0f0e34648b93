// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/recorder.h"

#include <algorithm>
#include <limits>

#include "holon/scene/spelling.h"

namespace holon::cli {
namespace {

constexpr const char* kWorstError = "worst_error";

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

Recorder::Recorder(const Simulation& simulation, const std::string& signals)
    : signals_(simulation.scene(), simulation.world(), signals), columns_{{"time", "s"}} {
  columns_.insert(columns_.end(), signals_.list().begin(), signals_.list().end());
  for (const std::string& part : parts_of(signals)) {
    if (part == kWorstError)
      worst_error_ = true;
    else
      check(simulation, part);
  }
  if (worst_error_) columns_.push_back({kWorstError, ""});
}

void Recorder::check(const Simulation& simulation, const std::string& pattern) const {
  const auto matches = [&](const SignalInfo& s) { return matches_glob(pattern, s.name); };
  if (std::ranges::any_of(columns_, matches)) return;
  const Signals all(simulation.scene(), simulation.world());
  std::vector<std::string_view> known = {kWorstError};
  for (const SignalInfo& s : all.list()) known.push_back(s.name);
  throw UsageError("no signal matches '" + pattern + "'" + did_you_mean(pattern, known));
}

std::span<const double> Recorder::sample(const Simulation& simulation) {
  const World& world = simulation.world();
  if (simulation.edits() != edits_) signals_.renew(world);
  edits_ = simulation.edits();
  signals_.sample(world, values_);
  row_.assign(1, world.time());
  row_.insert(row_.end(), values_.begin(), values_.end());
  if (worst_error_)  // nothing is known of it before the first step
    row_.push_back(world.state().steps() > 0 ? world.report().worst_error
                                             : std::numeric_limits<double>::quiet_NaN());
  return row_;
}

}  // namespace holon::cli
