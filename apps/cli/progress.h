// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace holon::cli {

/// Whether what is written to this file is seen by a person who takes colours (see no-color.org).
bool takes_colour(int file_descriptor);

/// "[######      ]  50 %, 3 min 20 s left", of what has taken so many seconds to come so far.
std::string progress_line(double fraction, double seconds, const std::string& note = "");

/// A bar with the time left on the standard error, on terminals only, of what takes longer than a
/// second.
class Progress {
 public:
  explicit Progress(bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// The time is counted from `done`, what was there before.
  void begin_at(double done) { begin_ = done; }
  void at(double fraction, const std::string& note = "");
  /// Takes the bar away, before something else is written.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_, drawn_ = false;
  double begin_ = 0.0;
  Clock::time_point start_ = Clock::now(), last_ = {};
};

}  // namespace holon::cli
