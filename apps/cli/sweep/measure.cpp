// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/sweep/measure.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "apps/cli/results/csv.h"
#include "holon/math/diagnostics.h"
#include "holon/scene/spelling.h"

namespace holon::cli {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

const std::vector<Measure::Kind>& Measure::kinds() {
  // ∫ by the trapezoidal rule between rows; a run of one row has its value as mean
  static const std::vector<Kind> all = {
      {"min", "smallest value", [](const Sums& s) { return s.min; }, 0},
      {"max", "largest value", [](const Sums& s) { return s.max; }, 0},
      {"range", "largest minus smallest value", [](const Sums& s) { return s.max - s.min; }, 0},
      {"mean",
       "mean over time",
       [](const Sums& s) {
         return s.last_time > s.first_time ? s.integral / (s.last_time - s.first_time) : s.first;
       },
       0},
      {"rms",
       "root of the mean square over time",
       [](const Sums& s) {
         return s.last_time > s.first_time
                    ? std::sqrt(s.integral_of_square / (s.last_time - s.first_time))
                    : std::abs(s.first);
       },
       0},
      {"first", "value at the start", [](const Sums& s) { return s.first; }, 0},
      {"final", "value at the end", [](const Sums& s) { return s.last; }, 0},
      {"time_of_min", "when it was smallest", [](const Sums& s) { return s.time_of_min; }, 0},
      {"time_of_max", "when it was largest", [](const Sums& s) { return s.time_of_max; }, 0},
      {"first_time_above", "when it first passed a number: first_time_above(rod.x, 2)", nullptr, 1},
      {"first_time_below", "the same downwards", nullptr, -1},
  };
  return all;
}

std::string Measure::help() {
  std::string out;
  for (const Kind& kind : kinds()) {
    std::string line = "  " + std::string(kind.name);
    line.resize(std::max<std::size_t>(line.size() + 1, 20), ' ');
    out += line + std::string(kind.help) + "\n";
  }
  return out;
}

Measure::Measure(std::string_view text) {
  const std::string whole(text);
  std::ranges::copy_if(text, std::back_inserter(text_), [](char c) { return c != ' '; });
  const std::size_t open = text_.find('(');
  if (open == std::string::npos || !text_.ends_with(')'))
    throw UsageError("measure '" + whole
                     + "' is not of the form function(signal), as in max(rod.x)");
  const std::string name = text_.substr(0, open);
  std::string inside = text_.substr(open + 1, text_.size() - open - 2);
  const auto kind = std::ranges::find(kinds(), name, &Kind::name);
  if (kind == kinds().end()) {
    std::vector<std::string_view> names;
    for (const Kind& k : kinds()) names.push_back(k.name);
    throw UsageError("measure '" + whole + "': there is no function '" + name + "'"
                     + did_you_mean(name, names) + "; 'holon sweep --help' lists them");
  }
  kind_ = &*kind;
  if (kind_->side != 0) {
    const std::size_t comma = inside.rfind(',');
    if (comma == std::string::npos
        || !reads_number(std::string_view(inside).substr(comma + 1), level_) || std::isnan(level_))
      throw UsageError("measure '" + whole + "' needs a number, as in " + name + "(rod.x, 2)");
    inside.resize(comma);
  }
  if (inside.empty()) throw UsageError("measure '" + whole + "' names no signal");
  signal_ = inside;
  clear();
}

void Measure::clear() {
  sums_ = {};
  passed_ = kNothing;
}

/// The first time at the level, on the line between two rows.
void Measure::look_for_level(double time, double value) {
  const double beyond = (value - level_) * kind_->side;
  if (!std::isnan(passed_) || !(beyond > 0.0)) return;
  if (sums_.rows == 0) {
    passed_ = time;
    return;
  }
  const double before = (sums_.last - level_) * kind_->side;  // ≤ 0, or it would have passed
  passed_ = sums_.last_time + (time - sums_.last_time) * before / (before - beyond);
}

void Measure::add(double time, double value) {
  if (std::isnan(value)) return;
  if (kind_->side != 0) look_for_level(time, value);
  if (sums_.rows == 0) {
    sums_.first_time = sums_.time_of_min = sums_.time_of_max = time;
    sums_.first = sums_.min = sums_.max = value;
  } else {
    const double h = time - sums_.last_time;
    sums_.integral += 0.5 * h * (sums_.last + value);
    sums_.integral_of_square += 0.5 * h * (sums_.last * sums_.last + value * value);
  }
  if (value < sums_.min) {
    sums_.min = value;
    sums_.time_of_min = time;
  }
  if (value > sums_.max) {
    sums_.max = value;
    sums_.time_of_max = time;
  }
  sums_.last = value;
  sums_.last_time = time;
  ++sums_.rows;
}

double Measure::value() const {
  if (kind_->side != 0) return passed_;
  return sums_.rows == 0 ? kNothing : kind_->value(sums_);
}

}  // namespace holon::cli
