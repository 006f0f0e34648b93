// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace holon::cli {
namespace {

/// "3 min 20 s"
std::string duration_text(double seconds) {
  const auto s = static_cast<long long>(std::ceil(std::min(seconds, 1e12)));
  if (s < 60) return std::to_string(s) + " s";
  if (s < 3600) return std::to_string(s / 60) + " min " + std::to_string(s % 60) + " s";
  return std::to_string(s / 3600) + " h " + std::to_string(s / 60 % 60) + " min";
}

}  // namespace

bool takes_colour(int file_descriptor) {
  const char *refused = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
  return isatty(file_descriptor) == 1 && (refused == nullptr || *refused == '\0')
         && terminal != nullptr && std::strcmp(terminal, "dumb") != 0;
}

std::string progress_line(double fraction, double seconds, const std::string& note) {
  constexpr int width = 30;
  fraction = std::clamp(fraction, 0.0, 1.0);
  const auto full = static_cast<std::size_t>(fraction * width);
  char percent[16];
  std::snprintf(percent, sizeof percent, "%3.0f %%", 100.0 * fraction);
  std::string line = "[" + std::string(full, '#') + std::string(width - full, ' ') + "] " + percent;
  if (!note.empty()) line += ", " + note;
  if (fraction > 0.0) line += ", " + duration_text(seconds * (1.0 - fraction) / fraction) + " left";
  return line;
}

Progress::Progress(bool quiet) : shown_(!quiet && isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  clear();
}

void Progress::at(double fraction, const std::string& note) {
  if (!shown_) return;
  const auto now = Clock::now();
  if (now - start_ < std::chrono::seconds(1) || now - last_ < std::chrono::milliseconds(100))
    return;
  last_ = now;
  const double spent = std::chrono::duration<double>(now - start_).count();
  // as long as all would have taken, had what was there before been done at this pace
  const double pace = fraction > begin_ ? spent / (fraction - begin_) : 0.0;
  std::fprintf(stderr, "\r\033[K%s", progress_line(fraction, pace * fraction, note).c_str());
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::clear() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

}  // namespace holon::cli
