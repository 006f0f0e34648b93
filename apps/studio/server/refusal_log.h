// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <iosfwd>
#include <string_view>

namespace holon::server {

/// Says in one line each what was refused: a few at once, then one a second with the number of
/// those left out, so that nobody can fill a disk with knocking.
class RefusalLog {
 public:
  using Clock = std::chrono::steady_clock;

  explicit RefusalLog(std::ostream& out) : out_(out) {}

  void refused(std::string_view why, Clock::time_point now = Clock::now());
  /// Tells how many were left out since the last line.
  void finish();

 private:
  static constexpr int kAtOnce = 10;

  std::ostream& out_;
  double lines_ = kAtOnce;  ///< that may be written now
  Clock::time_point last_{};
  int left_out_ = 0;
};

}  // namespace holon::server
