// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/compare/compare_results.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "apps/cli/errors.h"

namespace holon::cli {
namespace {

/// A column between its rows, for times that do not fall.
class Interpolation {
 public:
  Interpolation(const std::vector<double>& times, const std::vector<double>& values)
      : times_(times), values_(values) {}
  double at(double t) {
    while (next_ + 1 < times_.size() && times_[next_] < t) ++next_;
    if (times_[next_] == t || next_ == 0) return values_[next_];
    const double share = (t - times_[next_ - 1]) / (times_[next_] - times_[next_ - 1]);
    return values_[next_ - 1] + share * (values_[next_] - values_[next_ - 1]);
  }

 private:
  const std::vector<double>&times_, &values_;
  std::size_t next_ = 0;
};

double apart(double x, double y) {
  if (std::isnan(x) || std::isnan(y))
    return std::isnan(x) && std::isnan(y) ? 0.0 : std::numeric_limits<double>::infinity();
  return std::abs(x - y);
}

ResultDifference::Signal compare_columns(const std::vector<double>& times_a,
                                         const Column& a,
                                         const std::vector<double>& times_b,
                                         const Column& b,
                                         bool same_times) {
  ResultDifference::Signal out{.name = a.name, .unit = a.unit};
  Interpolation between(times_b, b.values);
  for (std::size_t i = 0; i < times_a.size(); ++i) {
    const double t = times_a[i];
    if (same_times && i >= times_b.size()) break;
    if (!same_times && (t < times_b.front() || t > times_b.back())) continue;
    const double d = apart(a.values[i], same_times ? b.values[i] : between.at(t));
    if (d > out.largest) {
      out.largest = d;
      out.time = t;
    }
  }
  return out;
}

}  // namespace

bool ResultDifference::within(double tolerance) const {
  return only_in_a.empty() && only_in_b.empty() && end_of_a == end_of_b
         && (signals.empty() || signals.front().largest <= tolerance);
}

ResultDifference compare_results(const Result& a, const Result& b) {
  if (a.rows() == 0 || b.rows() == 0) throw InputError("one of the results has no rows");
  const Column &time_a = a.columns.front(), &time_b = b.columns.front();
  if (time_a.name != time_b.name)
    throw InputError("the first columns, '" + time_a.name + "' and '" + time_b.name
                     + "', are not the same");
  ResultDifference out;
  out.end_of_a = time_a.values.back();
  out.end_of_b = time_b.values.back();
  const std::size_t both = std::min(a.rows(), b.rows());
  out.same_times = std::equal(time_a.values.begin(),
                              time_a.values.begin() + static_cast<std::ptrdiff_t>(both),
                              time_b.values.begin());
  for (const Column& column : a.columns) {
    const Column* other = b.find(column.name);
    if (other == nullptr)
      out.only_in_a.push_back(column.name);
    else if (&column != &time_a)
      out.signals.push_back(
          compare_columns(time_a.values, column, time_b.values, *other, out.same_times));
  }
  for (const Column& column : b.columns)
    if (a.find(column.name) == nullptr) out.only_in_b.push_back(column.name);
  std::ranges::stable_sort(out.signals, std::ranges::greater(), &ResultDifference::Signal::largest);
  return out;
}

}  // namespace holon::cli
