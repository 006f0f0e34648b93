// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace holon::cli {

/// While it lives, Ctrl-C and SIGTERM ask the program to finish what it has and to stop; asked a
/// second time it stops at once.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  static bool asked();
  /// 128 + the number of the signal: 130 for Ctrl-C.
  static int exit_code();
};

}  // namespace holon::cli
