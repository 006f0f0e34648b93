// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace holon::cli {

/// A number of a whole run, made of one signal: "max(door.angle)", "first_time_above(door.angle,
/// 1)". Fed row by row. Rows in which there is nothing to read do not count.
class Measure {
 public:
  /// Throws a UsageError that says what is wrong with the text.
  explicit Measure(std::string_view text);

  /// As it was written, without spaces.
  const std::string& text() const { return text_; }
  const std::string& signal() const { return signal_; }
  void add(double time, double value);
  /// NaN if there is none: of no rows, or a time of what never happened.
  double value() const;
  /// Forgets all rows.
  void clear();

  /// The names of all functions, with what they do.
  static std::string help();

 private:
  struct Sums {
    long rows = 0;
    double first_time = 0, last_time = 0, first = 0, last = 0;
    double min = 0, max = 0, time_of_min = 0, time_of_max = 0;
    double integral = 0, integral_of_square = 0;
  };
  using Function = double (*)(const Sums&);
  struct Kind {
    std::string_view name, help;
    Function value;  // null for the time at which a level is passed
    int side;        // 1: above, −1: below
  };
  static const std::vector<Kind>& kinds();
  void look_for_level(double time, double value);

  std::string text_, signal_;
  const Kind* kind_ = nullptr;
  double level_ = 0.0;
  double passed_ = 0.0;
  Sums sums_;
};

}  // namespace holon::cli
