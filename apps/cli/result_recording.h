// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <exception>
#include <utility>

#include "apps/cli/recorder.h"
#include "apps/cli/results/result.h"

namespace holon::cli {

/// A result that is being recorded, and handed to the system at least once a second.
class ResultRecording {
 public:
  ResultRecording(const std::string& path,
                  const Provenance& provenance,
                  const Simulation& simulation)
      : recorder_(simulation, provenance.signals),
        writer_(open_result(path, provenance, recorder_.columns())) {}

  /// What there is stays, also if the run ends with an exception.
  ~ResultRecording() {
    try {
      close();
    } catch (const std::exception&) {  // that would end the program
    }
  }
  ResultRecording(const ResultRecording&) = delete;
  ResultRecording& operator=(const ResultRecording&) = delete;

  void row(const Simulation& simulation) { writer_->row(recorder_.sample(simulation)); }
  void flush_in_time() {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(500)) return;
    last_ = now;
    writer_->flush();
  }
  void close() {
    if (!std::exchange(closed_, true)) writer_->close();
  }

 private:
  Recorder recorder_;
  std::unique_ptr<ResultWriter> writer_;
  bool closed_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace holon::cli
