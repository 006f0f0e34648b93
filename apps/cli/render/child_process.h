// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace holon::cli {

/// Where a program is, by its name, on the PATH; empty if nowhere.
std::string find_program(std::string_view name);

/// Another program at work. It ends with this object at the latest.
class ChildProcess {
 public:
  struct Pipe {
    int its_fd;      ///< the number by which the program knows it
    bool it_writes;  ///< or reads
  };
  /// Starts a program with arguments, the pipes given, and its own output into the file `log`.
  ChildProcess(const std::string& program,
               const std::vector<std::string>& arguments,
               const std::vector<Pipe>& pipes,
               const std::string& log);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Writes all of it into pipe i; false if nobody reads any more.
  bool write(std::size_t i, std::string_view text) const;
  /// Reads into `out`, behind what is there, up to the byte `end`, which is left out; false if the
  /// pipe was closed first.
  bool read_until(std::size_t i, char end, std::string& out);
  void close(std::size_t i);
  /// Waits for its end and returns its exit code.
  int wait();

 private:
  pid_t id_ = -1;
  std::vector<int> ends_;     // ours
  std::string pending_ = {};  // read, but not yet asked for
};

}  // namespace holon::cli
