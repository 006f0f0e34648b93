// SPDX-License-Identifier: Apache-2.0
#include "apps/studio/server/autosave.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <iostream>
#include <system_error>
#include <utility>

#include "apps/studio/server/durable_file.h"
#include "holon/math/diagnostics.h"
#include "holon/scene/json_document.h"
#include "holon/scene/scene_parts.h"

namespace holon::server {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "autosave.json";

void complain(const std::string& what) {
  std::cerr << "holon studio: " << what << std::endl;
}

}  // namespace

Autosave::Autosave(const fs::path& folder) : folder_(folder / ".holon-studio") {
  std::error_code error;
  fs::create_directory(folder_, error);
  lock_ = open((folder_ / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock_ >= 0 && flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    close(lock_);
    throw UsageError("another studio has the folder '" + folder.string()
                     + "' open: close it, or give another --folder");
  }
  thread_ = std::thread([this] { write_in_background(); });
}

Autosave::~Autosave() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
  if (lock_ >= 0) close(lock_);
}

std::optional<std::string> Autosave::last() const {
  const fs::path path = folder_ / kFile;
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  try {
    return read_text_file(path.string());
  } catch (const SceneError& e) {
    complain(e.problems().front().message);
    return std::nullopt;
  }
}

bool Autosave::set_aside() {
  std::error_code error;
  if (!fs::exists(folder_ / kFile, error)) return false;
  rename_durably(folder_ / kFile, previous());
  return true;
}

bool Autosave::is_free() const {
  const std::scoped_lock lock(mutex_);
  return !to_write_;
}

void Autosave::keep(std::uint64_t number, std::string text) {
  {
    const std::scoped_lock lock(mutex_);
    number_ = number;
    to_write_ = std::move(text);
  }
  changed_.notify_all();
}

std::optional<Autosave::Outcome> Autosave::take_outcome() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(outcome_, std::nullopt);
}

void Autosave::wait() const {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !to_write_; });
}

void Autosave::write_in_background() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return to_write_ || stopping_; });
    if (!to_write_) return;
    // nobody touches the text as long as it stands here
    lock.unlock();
    const bool on_disk = write(*to_write_);
    lock.lock();
    outcome_ = {number_, on_disk};
    to_write_.reset();
    changed_.notify_all();
  }
}

bool Autosave::write(const std::string& text) {
  try {
    write_durably(folder_ / kFile, text);
    complained_ = false;
    return true;
  } catch (const std::system_error& e) {
    if (!std::exchange(complained_, true))
      complain(std::string("what is open is not kept: ") + e.what());
    return false;
  }
}

}  // namespace holon::server
