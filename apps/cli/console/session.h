// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "holon/scene/builder.h"
#include "holon/scene/scene_run.h"

namespace holon::cli {

/// Thrown when a step could not be made: the world stands as it was before it.
class StepFailure : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What `holon console` does with the lines it gets: commands of builder.h are edits of a scene
/// that runs, others run it, look at it, go back, and keep it.
class Session {
 public:
  /// `stop_asked` is looked at from step to step.
  Session(Scene scene, std::ostream& out, std::function<bool()> stop_asked);

  /// Does what a line says and tells what came of it. Throws a SceneError, ModelError, UsageError
  /// or StepFailure if that cannot be; then nothing but the steps made so far has changed.
  void execute(const CommandWord& line);
  bool is_over() const { return over_; }
  const SceneRun& run() const { return run_; }

 private:
  /// All that a line may change, and that undo brings back.
  struct Stand {
    SceneRun::Snapshot run;
    std::shared_ptr<const Scene> start;
    double dt;
  };
  struct Past {
    Stand before;
    std::string line;
  };
  void execute_words(const std::vector<CommandWord>& words, const CommandWord& line);
  void edit(const CommandWord& line);
  void run_for(const std::vector<CommandWord>& words);
  void make_steps(double count, double last);
  void step(const std::vector<CommandWord>& words);
  bool make_step(double h);
  void go_back(std::vector<Past>& from, std::vector<Past>& to, const char* what);
  Stand stand() const { return {run_.snapshot(), start_, dt_}; }
  void remember(Stand before, std::string_view line);
  void start(Scene scene, const CommandWord& line);
  void show(const std::vector<CommandWord>& words) const;
  void list() const;
  void forces(const std::vector<CommandWord>& words) const;
  void help(const std::vector<CommandWord>& words) const;
  void save(const std::string& path) const;
  void set_dt(const std::vector<CommandWord>& words, const CommandWord& line);
  void tell_state() const;
  void tell_model() const;

  std::ostream& out_;
  std::function<bool()> stop_asked_;
  std::shared_ptr<const Scene> start_;  // what `reset` goes back to
  SceneRun run_;
  double dt_;
  std::vector<Past> past_, future_;
  bool over_ = false;
};

/// The commands of the console beside those of builder.h.
std::span<const CommandHelp> console_commands();

/// A problem in words for people who typed one line: its place, the field, and what is wrong.
std::string text_of(const SceneProblem& problem, bool with_line);

}  // namespace holon::cli
