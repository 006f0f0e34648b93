// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/interrupt.h"

#include <csignal>

namespace holon::cli {
namespace {

volatile std::sig_atomic_t signal_seen = 0;

void note_signal(int signal) {
  signal_seen = signal;
  std::signal(signal, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt() {
  signal_seen = 0;
  std::signal(SIGINT, note_signal);
  std::signal(SIGTERM, note_signal);
}
Interrupt::~Interrupt() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}
bool Interrupt::asked() {
  return signal_seen != 0;
}
int Interrupt::exit_code() {
  return 128 + signal_seen;
}

}  // namespace holon::cli
