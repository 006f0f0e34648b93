// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace holon::server {

/// What is open in a studio, kept in FOLDER/.holon-studio/autosave.json so that it survives the
/// program. One studio at a time has a folder. Files are written by a thread of their own, whole
/// and on disk. A folder that cannot be written to is told of, and nothing is kept.
class Autosave {
 public:
  /// Throws a UsageError if another studio has this folder.
  explicit Autosave(const std::filesystem::path& folder);
  /// What is still to be written is written.
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  /// What was kept last; nothing if there is none.
  std::optional<std::string> last() const;
  /// Puts what was kept last out of the way, to `previous`. False if there is none.
  bool set_aside();
  std::filesystem::path previous() const { return folder_ / "previous.json"; }

  /// Whether `keep` may be called: nothing is being written.
  bool is_free() const;
  /// Has a text written. The number is for `take_outcome`.
  void keep(std::uint64_t number, std::string text);
  struct Outcome {
    std::uint64_t number = 0;
    bool on_disk = false;
  };
  /// What became of what was to be kept; nothing if that was told before.
  std::optional<Outcome> take_outcome();
  /// Comes back when all that was to be kept is on disk, or could not be written.
  void wait() const;

 private:
  void write_in_background();
  /// Whether it is on disk. Says once why it is not, until it can be written again.
  bool write(const std::string& text);

  std::filesystem::path folder_;
  int lock_ = -1;
  bool complained_ = false;

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  bool stopping_ = false;
  std::optional<std::string> to_write_;
  std::uint64_t number_ = 0;
  std::optional<Outcome> outcome_;
  std::thread thread_;
};

}  // namespace holon::server
