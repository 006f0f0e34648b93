// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/console/session.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <ostream>

#include "apps/cli/results/csv.h"
#include "apps/cli/scene_source.h"
#include "holon/scene/saved_scene.h"
#include "holon/scene/spelling.h"
#include "holon/world/happenings.h"

namespace holon::cli {
namespace {

constexpr std::size_t kMostUndone = 100;

constexpr std::array commands = {
    CommandHelp{"run", "run SECONDS", "goes on; Ctrl-C stops it"},
    CommandHelp{"step", "step [N]", "makes one step, or N"},
    CommandHelp{"show", "show NAME|PATTERN ...", "signals as they are now, as upper or *.force"},
    CommandHelp{
        "forces", "forces NAME", "what acts on an object, or what a constraint or force does"},
    CommandHelp{"list", "list", "what there is"},
    CommandHelp{"info", "info", "what is free, what is too many, and what to do about it"},
    CommandHelp{"time", "time", "the time, the errors and the energy"},
    CommandHelp{"dt", "dt [SECONDS]", "the step, or another one"},
    CommandHelp{
        "undo", "undo", "back to where things were before the last edit, load, reset or dt"},
    CommandHelp{"redo", "redo", "forward again to where things were before undo"},
    CommandHelp{"reset", "reset", "back to the start of the scene"},
    CommandHelp{"load", "load SCENE", "a file, or an example"},
    CommandHelp{"save", "save FILE", "writes a JSON scene that goes on from where this one is"},
    CommandHelp{"help", "help [COMMAND]", "what there is to say"},
    CommandHelp{"quit", "quit", "ends the console"},
};

[[noreturn]] void usage(const CommandWord& word, const char* form) {
  refuse_word(word, std::string("is used as '") + form + "'");
}

/// The number in a word, positive.
double positive(const CommandWord& word, const char* form) {
  const JsonValue value = value_of(word);
  if (!value.is_number() || !(value.number() > 0.0)) usage(word, form);
  return value.number();
}

std::string count_of(std::size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

}  // namespace

std::span<const CommandHelp> console_commands() {
  return commands;
}

std::string text_of(const SceneProblem& problem, bool with_line) {
  const std::size_t dot = problem.path.rfind('.');
  const std::string field =
      dot == std::string::npos ? std::string() : problem.path.substr(dot + 1) + ": ";
  const bool in_file = !problem.file.empty() || problem.place.line == 0;
  if (in_file) return describe(problem);
  const std::string column = "column " + std::to_string(problem.place.column) + ": ";
  const std::string line =
      with_line ? "line " + std::to_string(problem.place.line) + ", " : std::string();
  return line + column + field + problem.message;
}

Session::Session(Scene scene, std::ostream& out, std::function<bool()> stop_asked)
    : out_(out),
      stop_asked_(std::move(stop_asked)),
      start_(std::make_shared<const Scene>(scene)),
      run_(std::move(scene)),
      dt_(start_->settings.dt) {}

void Session::execute(const CommandWord& line) {
  const std::size_t begin = line.text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return;
  if (line.text[begin] == '{' || line.text[begin] == '[') return edit(line);
  const std::vector<CommandWord> words = split_words(line);
  if (!words.empty()) execute_words(words, line);
}

void Session::execute_words(const std::vector<CommandWord>& words, const CommandWord& line) {
  const std::string_view verb = words.front().text;
  if (verb == "run") return run_for(words);
  if (verb == "step") return step(words);
  if (verb == "show") return show(words);
  if (verb == "forces") return forces(words);
  if (verb == "help") return help(words);
  if (verb == "dt") return set_dt(words, line);
  const auto is_it = [&](const CommandHelp& h) { return h.name == verb; };
  if (std::ranges::any_of(builder_commands(), is_it)) return edit(line);
  std::vector<std::string_view> names;
  for (const auto& all : {console_commands(), builder_commands()})
    for (const CommandHelp& h : all) names.push_back(h.name);
  if (std::ranges::none_of(commands, is_it))
    refuse_word(words.front(), "no such command" + did_you_mean(verb, names) + "; try 'help'");
  const bool with_file = verb == "load" || verb == "save";
  if (words.size() != (with_file ? 2U : 1U))
    usage(words.front(), std::ranges::find_if(commands, is_it)->form.data());
  if (verb == "list") return list();
  if (verb == "info") out_ << text_of(run_.world().diagnose(), run_.world().model());
  if (verb == "time") return tell_state();
  if (verb == "undo") return go_back(past_, future_, "undone");
  if (verb == "redo") return go_back(future_, past_, "done again");
  if (verb == "save") return save(text_value(words[1]).text());
  if (verb == "quit") over_ = true;
  if (verb == "load") return start(load_alone(text_value(words[1]).text()), line);
  if (verb == "reset") return start(*start_, line);
}

// ---- edits ----

void Session::remember(Stand before, std::string_view line) {
  past_.push_back({std::move(before), std::string(line)});
  if (past_.size() > kMostUndone) past_.erase(past_.begin());
  future_.clear();
}

void Session::edit(const CommandWord& line) {
  Stand before = stand();
  run_.edit(line.text, line.place);
  remember(std::move(before), line.text);
  tell_model();
}

/// From the start of a scene on. What throws, throws before anything has changed.
void Session::start(Scene scene, const CommandWord& line) {
  SceneRun fresh(scene);
  remember(stand(), line.text);
  start_ = std::make_shared<const Scene>(std::move(scene));
  dt_ = start_->settings.dt;
  run_ = std::move(fresh);
  tell_model();
}

void Session::go_back(std::vector<Past>& from, std::vector<Past>& to, const char* what) {
  if (from.empty()) throw UsageError(std::string("there is nothing to be ") + what);
  Past past = std::move(from.back());
  from.pop_back();
  to.push_back({stand(), past.line});
  run_.restore(past.before.run);
  start_ = past.before.start;
  dt_ = past.before.dt;
  out_ << what << ": " << past.line << "\n";
  tell_model();
}

// ---- time ----

bool Session::make_step(double h) {
  const StepReport& report = run_.step(h);
  for (const auto& [time, text] : happenings(run_.world()))
    out_ << "t = " << shortest(time) << " s: " << text << "\n";
  return report.ok;
}

/// So many steps, the last of them of its own length.
void Session::make_steps(double count, double last) {
  bool ok = true, stopped = false;
  for (double i = 1.0; ok && !stopped && i <= count; i += 1.0) {
    ok = make_step(i < count ? dt_ : last);
    stopped = stop_asked_();
  }
  if (stopped) out_ << "stopped\n";
  tell_state();
  if (!ok) throw StepFailure("the step from t = " + shortest(run_.world().time()) + " s failed");
}

void Session::run_for(const std::vector<CommandWord>& words) {
  if (words.size() != 2) usage(words.front(), "run SECONDS");
  const double duration = positive(words[1], "run SECONDS");
  const double steps = std::max(1.0, std::ceil(duration / dt_ * (1.0 - 1e-12)));
  make_steps(steps, duration - dt_ * (steps - 1.0));
}

void Session::step(const std::vector<CommandWord>& words) {
  if (words.size() > 2) usage(words.front(), "step [N]");
  const double count = words.size() < 2 ? 1.0 : positive(words[1], "step [N]");
  if (count != std::floor(count)) usage(words[1], "step [N]");
  make_steps(count, dt_);
}

void Session::set_dt(const std::vector<CommandWord>& words, const CommandWord& line) {
  if (words.size() > 2) usage(words.front(), "dt [SECONDS]");
  if (words.size() == 2) {
    const double dt = positive(words[1], "dt [SECONDS]");
    remember(stand(), line.text);
    dt_ = dt;
  }
  out_ << "dt = " << shortest(dt_) << " s\n";
}

void Session::tell_state() const {
  const World& world = run_.world();
  const StepReport& report = world.report();
  out_ << "t = " << shortest(world.time()) << " s, energy " << std::setprecision(6)
       << world.kinetic_energy() + world.potential_energy() << " J";
  if (!report.worst.is_none() && world.model().constraints().contains(report.worst))
    out_ << ", worst error " << std::setprecision(3) << report.worst_error << " ("
         << world.model().name_of(report.worst) << ")";
  out_ << "\n";
}

/// What there is, and what is left free.
void Session::tell_model() const {
  const Model& model = run_.world().model();
  out_ << count_of(model.objects().size(), "object") << ", "
       << count_of(model.constraints().size(), "constraint") << ", "
       << count_of(model.forces().size(), "force");
  if (model.objects().size() > 0) {
    const Diagnosis diagnosis = run_.world().diagnose();
    out_ << "; " << diagnosis.freedoms << (diagnosis.freedoms == 1 ? " degree" : " degrees")
         << " of freedom";
    if (diagnosis.redundant_rows() > 0)
      out_ << ", " << count_of(static_cast<std::size_t>(diagnosis.redundant_rows()), "row")
           << " too many";
    if (!diagnosis.conflicts.empty()) out_ << ", in conflict: see 'info'";
  }
  out_ << "\n";
}

// ---- keeping ----

void Session::save(const std::string& path) const {
  const SavedScene saved = save_scene(run_, dt_);
  std::ofstream file(path, std::ios::binary);
  file << saved.text;
  if (!file.flush()) throw UsageError("cannot write '" + path + "'");
  out_ << "saved to " << path << ", to go on at t = " << shortest(run_.world().time()) << " s";
  if (run_.world().model().controllers().size() > 0)
    out_ << "; what controllers remember was left out";
  out_ << "\n";
  for (const std::string& what : saved.left_out) out_ << "left out: " << what << "\n";
}

}  // namespace holon::cli
