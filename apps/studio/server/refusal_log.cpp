// SPDX-License-Identifier: Apache-2.0
#include "apps/studio/server/refusal_log.h"

#include <algorithm>
#include <ostream>

namespace holon::server {

void RefusalLog::refused(std::string_view why, Clock::time_point now) {
  const double since = std::chrono::duration<double>(now - last_).count();
  last_ = now;
  lines_ = std::min<double>(kAtOnce, lines_ + since);
  if (lines_ < 1) {
    ++left_out_;
    return;
  }
  lines_ -= 1;
  finish();
  out_ << "holon studio: refused: " << why << std::endl;
}

void RefusalLog::finish() {
  if (left_out_ > 0) out_ << "holon studio: refused: " << left_out_ << " more" << std::endl;
  left_out_ = 0;
}

}  // namespace holon::server
