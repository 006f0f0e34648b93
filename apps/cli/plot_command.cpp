// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <memory>

#include "apps/cli/commands.h"
#include "apps/cli/embedded.h"
#include "apps/cli/errors.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/progress.h"
#include "apps/cli/python.h"
#include "apps/cli/recorder.h"
#include "apps/cli/results/result.h"
#include "apps/cli/scene_source.h"
#include "apps/cli/simulation.h"
#include "holon/scene/spelling.h"

namespace holon::cli {
namespace {

struct PlotOptions {
  RunRequest request;  // its scene may be a result
  std::string out, signals, x, title;
  bool quiet = false;
};

/// A result, what to draw of it, and how it came out.
struct PlotData {
  Result result;
  std::string title;
  std::vector<ScenePlot> plots;
  int code = ok;
};

std::vector<ScenePlot> asked_for(const PlotOptions& options) {
  if (options.signals.empty() && options.x.empty()) return {};
  ScenePlot plot;
  plot.signals = options.signals;
  if (!options.x.empty()) plot.x = options.x;
  return {plot};
}

/// Runs the scene and keeps what the plots need.
PlotData run_for_plot(const PlotOptions& options) {
  const RunPlan plan = plan_run(options.request);
  PlotData data{.title = plan.scene.settings.title, .plots = asked_for(options)};
  if (data.plots.empty()) data.plots = plan.scene.plots;
  if (data.plots.empty()) data.plots.emplace_back();
  std::string signals;
  for (ScenePlot& plot : data.plots) {
    if (plot.signals.empty()) plot.signals = "energy.*,worst_error";
    signals += (signals.empty() ? "" : ",") + plot.signals + "," + plot.x;
  }
  Simulation simulation(plan);
  Recorder recorder(simulation, signals);
  for (const SignalInfo& c : recorder.columns()) data.result.columns.push_back({c.name, c.unit});
  const auto keep = [&] {
    const auto row = recorder.sample(simulation);
    for (std::size_t i = 0; i < row.size(); ++i) data.result.columns[i].values.push_back(row[i]);
  };
  const int every = static_cast<int>(1 + plan.steps / 20000);  // more than a picture can show
  const Interrupt interrupt;
  Progress progress(options.quiet);
  keep();
  while (!simulation.finished() && !Interrupt::asked()) {
    simulation.step();
    if (simulation.is_row(every)) keep();
    progress.at(simulation.fraction());
  }
  progress.clear();
  if (simulation.failed()) {
    std::cerr << "holon: the run failed at t = " << simulation.world().time()
              << " s; the plot ends there\n";
    data.code = diverged;
  }
  if (Interrupt::asked()) data.code = Interrupt::exit_code();
  return data;
}

/// Of a result the energies, if it has some, or all if these are not too many.
std::string default_signals(const Result& result) {
  const bool energies = std::ranges::any_of(
      result.columns, [](const Column& c) { return c.name.starts_with("energy."); });
  if (energies) return "energy.*,worst_error";
  if (result.columns.size() > 25)
    throw UsageError("the result has " + std::to_string(result.columns.size())
                     + " columns: choose some with --signals");
  return "*";
}

PlotData read_for_plot(const PlotOptions& options) {
  PlotData data{.result = read_result(options.request.scene), .plots = asked_for(options)};
  if (data.result.cut) std::cerr << "holon: the last line has no end and is left out\n";
  if (data.result.columns.empty()) throw InputError("the result has no columns");
  if (data.plots.empty()) data.plots.emplace_back();
  ScenePlot& plot = data.plots.front();
  if (plot.signals.empty()) plot.signals = default_signals(data.result);
  if (options.x.empty()) plot.x = data.result.columns.front().name;
  return data;
}

nlohmann::ordered_json column_json(const Column& column) {
  nlohmann::ordered_json values = nlohmann::ordered_json::array();
  for (double x : column.values)
    values.push_back(std::isnan(x) ? nlohmann::ordered_json() : nlohmann::ordered_json(x));
  return {{"name", column.name}, {"unit", column.unit}, {"values", std::move(values)}};
}

nlohmann::ordered_json plot_json(const Result& result, const ScenePlot& plot) {
  std::vector<std::string_view> names;
  for (const Column& column : result.columns) names.push_back(column.name);
  const Column* x = result.find(plot.x);
  if (x == nullptr)
    throw UsageError("there is no signal '" + plot.x + "'" + did_you_mean(plot.x, names));
  nlohmann::ordered_json series = nlohmann::ordered_json::array();
  for (const Column& column : result.columns)
    if (&column != x && matches_glob(plot.signals, column.name) && column.name != "time")
      series.push_back(column_json(column));
  if (series.empty())
    throw UsageError("no signal matches '" + plot.signals + "'"
                     + did_you_mean(plot.signals, names));
  const bool sweep = result.columns.front().name == "point";  // whose rows are no motion
  return {{"title", plot.title},
          {"dots", sweep},
          {"x", column_json(*x)},
          {"series", std::move(series)}};
}

int plot(const PlotOptions& options) {
  if (!options.out.ends_with(".png") && !options.out.ends_with(".svg"))
    throw UsageError("'" + options.out + "' is no picture: let it end with .png or .svg");
  const PlotData data =
      names_a_result(options.request.scene) ? read_for_plot(options) : run_for_plot(options);
  nlohmann::ordered_json task = {{"out", options.out},
                                 {"title", options.title.empty() ? data.title : options.title},
                                 {"plots", nlohmann::ordered_json::array()}};
  for (const ScenePlot& p : data.plots) task["plots"].push_back(plot_json(data.result, p));
  const int code = run_python(plot_script, task.dump(), "python3 and python3-matplotlib");
  return code == 0 ? data.code : internal_error;
}

}  // namespace

void declare_plot(CLI::App& app, int& code) {
  auto* command =
      app.add_subcommand("plot", "draw signals of a scene, which is run, or of a result");
  command->group("Look");
  auto options = std::make_shared<PlotOptions>();
  command->add_option("input", options->request.scene, "scene or example to run, or result to read")
      ->required()
      ->type_name("");
  command->add_option("--output,-o", options->out, "picture to write: .png or .svg")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--signals",
                   options->signals,
                   "which signals, as in 'rod.*'; unless told, the plots of the scene, or energies "
                   "and the worst error")
      ->type_name("PATTERN");
  command->add_option("--x", options->x, "signal along the axis, instead of time")
      ->type_name("SIGNAL");
  command->add_option("--title", options->title, "title")->type_name("TEXT");
  add_run_options(*command, options->request);
  add_seed_option(*command, options->request);
  command->add_flag("--quiet,-q", options->quiet, "no progress");
  command->callback([options, &code] { code = plot(*options); });
}

}  // namespace holon::cli
