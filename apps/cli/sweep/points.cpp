// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/sweep/points.h"

#include <algorithm>
#include <cmath>

#include "apps/cli/results/csv.h"
#include "holon/math/diagnostics.h"

namespace holon::cli {
namespace {

constexpr std::uint64_t kMostPoints = 1'000'000'000;
constexpr double kMostOnAxis = 1e6;  // which the table lists

std::vector<std::string> split_at(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

[[noreturn]] void bad_axis(const std::string& text, const std::string& why) {
  throw UsageError("axis '" + text + "': " + why);
}

double number_in(const std::string& axis, const std::string& text) {
  double value = 0.0;
  if (text.empty() || !reads_number(text, value)) bad_axis(axis, "'" + text + "' is no number");
  return value;
}

/// share 0 … 1 of the way
double between(const Axis& axis, double share) {
  if (!axis.logarithmic) return axis.from + (axis.to - axis.from) * share;
  return axis.from * std::pow(axis.to / axis.from, share);
}

/// What both kinds of sweep have: name=from:to..., and the parts behind.
Axis read_range(const std::string& text, const std::string& name, std::vector<std::string>& parts) {
  Axis axis{.name = name};
  if (parts.back() == "log") {
    axis.logarithmic = true;
    parts.pop_back();
  }
  if (parts.size() < 2) bad_axis(text, "a range needs two ends, as in length=1:2:5");
  axis.from = number_in(text, parts[0]);
  axis.to = number_in(text, parts[1]);
  if (axis.logarithmic && !(axis.from > 0.0 && axis.to > 0.0))
    bad_axis(text, "the ends of a logarithmic axis are to be positive");
  return axis;
}

std::string name_in(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    bad_axis(text, "is not of the form name=from:to:number, as in length=1:2:5");
  return text.substr(0, equals);
}

Axis grid_axis(const std::string& text) {
  const std::string name = name_in(text), values = text.substr(name.size() + 1);
  std::vector<std::string> parts = split_at(values, ':');
  if (parts.size() == 1) {
    Axis axis{.name = name};
    for (const std::string& part : split_at(values, ','))
      axis.values.push_back(number_in(text, part));
    return axis;
  }
  Axis axis = read_range(text, name, parts);
  if (parts.size() != 3) bad_axis(text, "a grid needs the number of points, as in length=1:2:5");
  const double n = number_in(text, parts[2]);
  if (!(n >= 1.0 && n <= kMostOnAxis) || n != std::floor(n))
    bad_axis(text, "'" + parts[2] + "' is no number of points from 1 to 1e6");
  for (double i = 0.0; i < n; ++i)  // the last is the end itself, to the bit
    axis.values.push_back(i > 0.0 && i + 1.0 == n ? axis.to
                                                  : between(axis, n > 1.0 ? i / (n - 1.0) : 0.0));
  return axis;
}

Axis random_axis(const std::string& text) {
  const std::string name = name_in(text);
  std::vector<std::string> parts = split_at(text.substr(name.size() + 1), ':');
  Axis axis = read_range(text, name, parts);
  if (parts.size() != 2) bad_axis(text, "of a random sweep is a range only, as in length=1:2");
  return axis;
}

void refuse_twins(const std::vector<Axis>& axes) {
  if (axes.empty()) throw UsageError("a sweep needs an axis: --over name=from:to:number");
  for (auto a = axes.begin(); a != axes.end(); ++a)
    if (std::any_of(axes.begin(), a, [&](const Axis& b) { return a->name == b.name; }))
      throw UsageError("there are two axes '" + a->name + "'");
}

/// One round of splitmix64.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace

SweepPoints SweepPoints::grid(const std::vector<std::string>& axes) {
  SweepPoints points;
  for (const std::string& text : axes) {
    points.axes_.push_back(grid_axis(text));
    points.size_ *= points.axes_.back().values.size();
    if (points.size_ > kMostPoints) throw UsageError("a grid of more than 1e9 points is too large");
  }
  refuse_twins(points.axes_);
  return points;
}

SweepPoints SweepPoints::random(const std::vector<std::string>& axes,
                                std::uint64_t n,
                                std::uint64_t seed) {
  SweepPoints points;
  points.size_ = n;
  points.seed_ = seed;
  for (const std::string& text : axes) points.axes_.push_back(random_axis(text));
  refuse_twins(points.axes_);
  return points;
}

std::vector<double> SweepPoints::at(std::uint64_t point) const {
  std::vector<double> values(axes_.size());
  for (std::size_t i = axes_.size(); i-- > 0;) {
    const Axis& axis = axes_[i];
    if (seed_) {
      const std::uint64_t bits = mixed(mixed(mixed(*seed_) + point) + i);
      values[i] = between(axis, static_cast<double>(bits >> 11) * 0x1p-53);
    } else {
      values[i] = axis.values[point % axis.values.size()];
      point /= axis.values.size();
    }
  }
  return values;
}

nlohmann::ordered_json SweepPoints::description() const {
  nlohmann::ordered_json out, axes;
  for (const Axis& axis : axes_) {
    if (seed_)
      axes[axis.name] = {{"from", axis.from}, {"to", axis.to}, {"log", axis.logarithmic}};
    else
      axes[axis.name] = axis.values;
  }
  out["points"] = size_;
  out["random_seed"] = nullptr;
  if (seed_) out["random_seed"] = *seed_;
  out["over"] = axes;
  return out;
}

}  // namespace holon::cli
