// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/render/child_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "holon/math/expect.h"

namespace holon::cli {
namespace {

/// Pairs of pipe ends that no other child inherits.
std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw UsageError("cannot make a pipe");
  return ends;
}

/// In the child: its pipes under their numbers, its output into the log. Only calls that are safe
/// between fork and exec.
void arrange(const std::vector<ChildProcess::Pipe>& pipes, std::vector<int> theirs, int log) {
  setpgid(0, 0);  // Ctrl-C is for us: what is there is to be finished
  // first out of the way of the numbers wanted
  for (int& fd : theirs) fd = fcntl(fd, F_DUPFD_CLOEXEC, 64);
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  for (std::size_t i = 0; i < pipes.size(); ++i) dup2(theirs[i], pipes[i].its_fd);
}

}  // namespace

std::string find_program(std::string_view name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = (folder.empty() ? "." : folder) + "/" + std::string(name);
    if (access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file)) return file;
  }
  return {};
}

ChildProcess::ChildProcess(const std::string& program,
                           const std::vector<std::string>& arguments,
                           const std::vector<Pipe>& pipes,
                           const std::string& log) {
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  std::vector<int> theirs;
  for (const Pipe& p : pipes) {
    const auto [read_end, write_end] = make_pipe();
    ends_.push_back(p.it_writes ? read_end : write_end);
    theirs.push_back(p.it_writes ? write_end : read_end);
  }
  const int log_fd = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  id_ = fork();
  if (id_ == 0) {
    arrange(pipes, theirs, log_fd);
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  for (int fd : theirs) ::close(fd);
  if (log_fd >= 0) ::close(log_fd);
  if (id_ < 0) throw UsageError("cannot start '" + program + "'");
  std::signal(SIGPIPE, SIG_IGN);
}

ChildProcess::~ChildProcess() {
  for (std::size_t i = 0; i < ends_.size(); ++i) close(i);
  if (id_ > 0) {
    kill(id_, SIGTERM);
    waitpid(id_, nullptr, 0);
  }
}

bool ChildProcess::write(std::size_t i, std::string_view text) const {
  while (!text.empty()) {
    const ssize_t n = ::write(ends_[i], text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

bool ChildProcess::read_until(std::size_t i, char end, std::string& out) {
  std::array<char, 65536> buffer;
  for (std::size_t searched = 0;;) {
    const std::size_t at = pending_.find(end, searched);
    if (at != std::string::npos) {
      out.append(pending_, 0, at);
      pending_.erase(0, at + 1);
      return true;
    }
    searched = pending_.size();
    const ssize_t n = ::read(ends_[i], buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    pending_.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

void ChildProcess::close(std::size_t i) {
  if (ends_[i] >= 0) ::close(ends_[i]);
  ends_[i] = -1;
}

int ChildProcess::wait() {
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  id_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

}  // namespace holon::cli
