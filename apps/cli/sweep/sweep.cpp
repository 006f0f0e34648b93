// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/sweep/sweep.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "apps/cli/interrupt.h"
#include "apps/cli/progress.h"
#include "apps/cli/recorder.h"
#include "apps/cli/results/csv.h"
#include "apps/cli/scene_source.h"
#include "apps/cli/simulation.h"
#include "holon/scene/spelling.h"

namespace holon::cli {
namespace {

constexpr const char* kInterrupted = "interrupted";

std::size_t column_of(const std::vector<SignalInfo>& columns, const std::string& name) {
  const auto found = std::ranges::find(columns, name, &SignalInfo::name);
  if (found == columns.end()) throw UsageError("there is no signal '" + name + "'");
  return static_cast<std::size_t>(found - columns.begin());
}

std::string joined(const std::vector<Measure>& measures) {
  std::string out;
  for (const Measure& m : measures) out += (out.empty() ? "" : ",") + m.signal();
  return out;
}

/// Why the last step of a world failed.
std::string failure_of(const World& world) {
  std::string why;
  for (const Event& event : world.report().events)
    if (event.kind == EventKind::failed) why = text_of(event, world.model());
  return "t = " + shortest(world.time()) + " s: " + (why.empty() ? "the step failed" : why);
}

}  // namespace

Sweep::Sweep(const RunRequest& request,
             SweepPoints points,
             const std::vector<std::string>& measures)
    : base_(plan_run(request)), points_(std::move(points)) {
  if (measures.empty())
    throw UsageError(
        "say what to measure, as in --measure 'max(rod.x)'; 'holon sweep --help' "
        "lists the functions");
  for (const std::string& text : measures) measures_.emplace_back(text);
  signals_ = joined(measures_);
  check_parameters();
  const Recorder recorder(Simulation(base_), signals_);
  for (const Measure& m : measures_) column_of(recorder.columns(), m.signal());
}

void Sweep::check_parameters() const {
  const Values known = parameters_of(base_.scene);
  std::vector<std::string_view> names;
  for (const auto& [name, value] : known) names.push_back(name);
  for (const Axis& axis : points_.axes()) {
    if (!known.contains(axis.name))
      throw UsageError("the scene has no parameter '" + axis.name + "'"
                       + did_you_mean(axis.name, names));
    if (base_.request.set.contains(axis.name))
      throw UsageError("'" + axis.name + "' is swept over and set: keep one");
  }
}

nlohmann::ordered_json Sweep::head() const {
  const Provenance p = base_.provenance(signals_, 1);
  nlohmann::ordered_json head = {{"sweep", 1}};
  head.update(points_.description());
  for (const Measure& m : measures_) head["measures"].push_back(m.text());
  head["set"] = p.set;  // before the hash of the scene, which follows from it too
  head.update(to_json(p));
  head.erase("signals");
  head.erase("every");
  head.erase("parameters");
  return head;
}

std::vector<std::string> Sweep::columns() const {
  std::vector<std::string> out = {"point"};
  for (const Axis& axis : points_.axes()) out.push_back(axis.name);
  out.insert(out.end(), {"outcome", "reason"});
  for (const Measure& m : measures_) out.push_back(m.text());
  return out;
}

/// Runs and measures; says why it failed, or nothing.
std::string Sweep::measured(const RunRequest& request, std::vector<Measure>& measures) const {
  const RunPlan plan = plan_again(base_.scene, request);
  Simulation simulation(plan);
  Recorder recorder(simulation, signals_);
  std::vector<std::size_t> columns;
  for (const Measure& m : measures) columns.push_back(column_of(recorder.columns(), m.signal()));
  const auto measure = [&] {
    const auto row = recorder.sample(simulation);
    for (std::size_t i = 0; i < measures.size(); ++i) measures[i].add(row[0], row[columns[i]]);
  };
  measure();
  while (!simulation.finished()) {
    if (Interrupt::asked()) return kInterrupted;
    simulation.step();
    if (!simulation.failed()) measure();
  }
  return simulation.failed() ? failure_of(simulation.world()) : "";
}

std::vector<std::string> Sweep::row(std::uint64_t point) const {
  RunRequest request = base_.request;
  std::vector<std::string> cells = {std::to_string(point)};
  const std::vector<double> values = points_.at(point);
  for (std::size_t i = 0; i < values.size(); ++i) {
    request.set[points_.axes()[i].name] = values[i];
    cells.push_back(shortest(values[i]));
  }
  std::vector<Measure> measures = measures_;
  std::string reason;
  try {
    reason = measured(request, measures);
  } catch (const std::exception& e) {
    reason = e.what();
  }
  if (reason == kInterrupted) return {};
  cells.insert(cells.end(), {reason.empty() ? "ok" : "failed", reason});
  for (const Measure& m : measures) cells.push_back(reason.empty() ? shortest(m.value()) : "");
  return cells;
}

/// The threads of a sweep.
class Sweep::Crew {
 public:
  Crew(const Sweep& sweep, SweepTable& table) : sweep_(sweep), table_(table) {}

  void work() {
    try {
      while (const auto point = next()) {
        const std::vector<std::string> row = sweep_.row(*point);
        if (row.empty()) return;
        const std::lock_guard lock(mutex_);
        table_.append(*point, row);
        changed_.notify_one();
      }
    } catch (...) {  // the table cannot be written
      const std::lock_guard lock(mutex_);
      problem_ = std::current_exception();
      changed_.notify_one();
    }
  }
  void watch(bool quiet) {
    Progress progress(quiet);
    const auto all = static_cast<double>(sweep_.points_.size());
    std::unique_lock lock(mutex_);
    progress.begin_at(static_cast<double>(table_.count()) / all);
    while (table_.count() < sweep_.points_.size() && !Interrupt::asked() && !problem_) {
      progress.at(static_cast<double>(table_.count()) / all,
                  std::to_string(table_.count()) + " of " + std::to_string(sweep_.points_.size()));
      changed_.wait_for(lock, std::chrono::milliseconds(100));
    }
  }
  void rethrow() {
    if (problem_) std::rethrow_exception(problem_);
  }

 private:
  /// The next point that has no row.
  std::optional<std::uint64_t> next() {
    const std::lock_guard lock(mutex_);
    while (next_ < sweep_.points_.size() && table_.has(next_)) ++next_;
    if (next_ == sweep_.points_.size() || Interrupt::asked() || problem_) return std::nullopt;
    return next_++;
  }

  const Sweep& sweep_;
  SweepTable& table_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_ = 0;
  std::exception_ptr problem_;
};

void Sweep::run(SweepTable& table, int jobs, bool quiet) const {
  Crew crew(*this, table);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < jobs; ++i) threads.emplace_back([&crew] { crew.work(); });
    crew.watch(quiet);
  }
  crew.rethrow();
}

}  // namespace holon::cli
