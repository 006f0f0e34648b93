// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/python.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "apps/cli/errors.h"

namespace holon::cli {
namespace {

constexpr int kNotThere = 127;

void feed(int pipe, const std::string& text) {
  auto* before = std::signal(SIGPIPE, SIG_IGN);  // it may end before it has read all
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = write(pipe, text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR) break;
    if (n > 0) done += static_cast<std::size_t>(n);
  }
  close(pipe);
  std::signal(SIGPIPE, before);
}

/// How the script ended; kNotThere if there is no such Python.
int run_with(const char* python, std::string script, const std::string& input) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw SystemFailure("cannot make a pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  std::string name = python, option = "-c";
  std::array<char*, 4> arguments = {name.data(), option.data(), script.data(), nullptr};
  pid_t child = 0;
  const int error = posix_spawnp(&child, python, &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  if (error != 0) {
    close(ends[1]);
    return kNotThere;
  }
  feed(ends[1], input);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

int run_python(std::string_view script, const std::string& input, const std::string& packages) {
  for (const char* python : {"python3", "/usr/bin/python3"}) {
    const int code = run_with(python, std::string(script), input);
    if (code != kNotThere && code != lacks_packages) return code;
  }
  throw SystemFailure(
      "this needs Python with packages that were not found: install the Debian "
      "packages "
      + packages);
}

}  // namespace holon::cli
