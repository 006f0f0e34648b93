// SPDX-License-Identifier: Apache-2.0
#include "apps/studio/server/durable_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

namespace holon::server {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path) {
  throw std::system_error(errno, std::generic_category(), "cannot write '" + path.string() + "'");
}

/// An open file.
class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags)
      : path_(path), number_(open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (number_ < 0) fail(path_);
  }
  ~Descriptor() { close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t n = ::write(number_, text.data(), text.size());
      if (n < 0 && errno != EINTR) fail(path_);
      if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  void sync() const {
    if (fsync(number_) != 0) fail(path_);
  }
  /// Who may read and write it is as with another file, if there is one.
  void take_mode_of(const std::filesystem::path& other) const {
    struct stat about {};
    if (stat(other.c_str(), &about) == 0 && fchmod(number_, about.st_mode & 07777) != 0)
      fail(path_);
  }

 private:
  std::filesystem::path path_;
  int number_;
};

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

}  // namespace

void write_durably(const std::filesystem::path& path, std::string_view text) {
  const auto part = folder_of(path) / ("." + path.filename().string() + ".part");
  try {
    const Descriptor file(part, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW);
    file.take_mode_of(path);
    file.write(text);
    file.sync();
    rename_durably(part, path);
  } catch (...) {
    unlink(part.c_str());
    throw;
  }
}

void rename_durably(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) fail(to);
  Descriptor(folder_of(to), O_RDONLY | O_DIRECTORY).sync();
}

}  // namespace holon::server
