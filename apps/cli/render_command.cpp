// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "apps/cli/commands.h"
#include "apps/cli/embedded.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/progress.h"
#include "apps/cli/render/camera_crew.h"
#include "apps/cli/scene_source.h"
#include "apps/cli/simulation.h"
#include "holon/scene/gltf_writer.h"

namespace holon::cli {
namespace {

struct RenderOptions {
  RunRequest request;
  std::string output;
  std::string size = "1280x720";
  std::optional<double> at;
  double fps = 30.0;
  double speed = 1.0;
  int threads = 1;
  bool quiet = false;
  Shot shot;
};

enum class Product { picture, film, model };

Product product_of(const std::string& file) {
  const std::string end = std::filesystem::path(file).extension().string();
  if (end == ".png") return Product::picture;
  if (end == ".mp4" || end == ".webm") return Product::film;
  if (end == ".glb") return Product::model;
  throw UsageError("cannot tell from the name what '" + file
                   + "' is to be: .png, .mp4, .webm or .glb");
}

void read_size(const std::string& text, Shot& shot) {
  char rest = 0;
  const int found = std::sscanf(text.c_str(), "%dx%d%c", &shot.width, &shot.height, &rest);
  if (found != 2 || shot.width < 16 || shot.height < 16 || shot.width > 7680 || shot.height > 4320)
    throw UsageError("--size is WIDTHxHEIGHT in pixels, from 16x16 to 7680x4320, not '" + text
                     + "'");
}

/// Which times are wanted: samples are taken just before and just after each of them, and between
/// these the picture is mixed.
class Schedule {
 public:
  explicit Schedule(std::vector<double> times) : times_(std::move(times)) {}
  /// Whether a wanted time lies in the step that ended now, or in the one that follows.
  bool wants(double now, double h) {
    while (next_ < times_.size() && times_[next_] < now - h - 1e-9 * h) ++next_;
    return next_ < times_.size() && times_[next_] < now + h * (1.0 - 1e-9);
  }

 private:
  std::vector<double> times_;
  std::size_t next_ = 0;
};

/// Runs to the end of the plan and takes down what the schedule wants.
Recording record(const RunPlan& plan,
                 Simulation& simulation,
                 Schedule schedule,
                 Progress& progress,
                 double share) {
  const World& world = simulation.world();
  Recording recording(plan.scene, world);
  recording.sample(plan.scene, world);
  while (!simulation.finished() && !Interrupt::asked()) {
    simulation.step();
    recording.follow(world);
    if (simulation.failed()) {
      progress.clear();
      std::cerr << "holon: the run ends at t = " << world.time() << " s: " << world.report().brief()
                << "\n";
    } else if (simulation.finished() || schedule.wants(world.time(), plan.dt)) {
      recording.sample(simulation.scene(), world);
    }
    progress.at(share * simulation.fraction());
  }
  return recording;
}

void write_model(const Recording& recording, const std::string& file) {
  std::ofstream out(file, std::ios::binary);
  out << to_glb(recording);
  if (!out.flush()) throw UsageError("cannot write '" + file + "'");
}

int render(RenderOptions options) {
  const Product product = product_of(options.output);
  read_size(options.size, options.shot);
  if (options.at && product != Product::picture)
    throw UsageError("--at is for pictures; a film goes from the start to --duration");
  if (options.speed != 1.0 && product != Product::film) throw UsageError("--speed is for films");
  RunPlan plan = plan_run(options.request);
  const double at = options.at.value_or(0.5 * plan.duration);
  // a picture shows where things go over the whole run
  if (at > plan.duration) {
    options.request.steps.reset();
    options.request.duration = at;
    plan = plan_again(plan.scene, options.request);
  }

  const Interrupt interrupt;
  Progress progress(options.quiet);
  Simulation simulation(plan, options.threads);
  const World& world = simulation.world();
  const bool one = product == Product::picture;
  const double rate = options.fps / options.speed;  // pictures per second of the run
  Recording recording = record(plan,
                               simulation,
                               Schedule(film_times(0.0, plan.duration, one ? 30.0 : rate)),
                               progress,
                               product == Product::film ? 0.2 : 1.0);
  if (Interrupt::asked()) return Interrupt::exit_code();
  const double last = recording.times().back();
  if (product == Product::model) {
    write_model(recording, options.output);
  } else {
    const std::string page = recording.to_page(player_page, world.report());
    if (one)
      write_picture(page, options.shot, std::min(at, last), options.output);
    else
      write_film(page,
                 options.shot,
                 film_times(0.0, last, rate),
                 options.fps,
                 options.output,
                 [&](double done) {
                   progress.at(0.2 + 0.8 * done);
                   return Interrupt::asked();
                 });
  }
  if (Interrupt::asked()) return Interrupt::exit_code();
  return simulation.failed() ? diverged : ok;
}

}  // namespace

void declare_render(CLI::App& app, int& code) {
  auto* command = app.add_subcommand("render", "make a picture, a film or a 3-D model of a run");
  auto options = std::make_shared<RenderOptions>();
  command->group("Run");
  command->add_option("scene", options->request.scene, scene_help)->required()->type_name("");
  add_run_options(*command, options->request);
  command
      ->add_option("-o,--output",
                   options->output,
                   "what to write: .png, .mp4, .webm, or .glb (glTF with the motion)")
      ->required()
      ->type_name("FILE");
  command->add_option("--size", options->size, "of the picture [pixels], 1280x720 if left out")
      ->type_name("WxH");
  command->add_option("--at", options->at, "time of a picture [s]; half of the run if left out")
      ->check(CLI::NonNegativeNumber)
      ->type_name("T");
  command->add_option("--fps", options->fps, "pictures per second of a film, or poses of a model")
      ->check(CLI::Range(1.0, 240.0))
      ->type_name("N");
  command->add_option("--speed", options->speed, "seconds of the run in a second of a film")
      ->check(CLI::Range(1e-3, 1e4))
      ->type_name("X");
  command->add_option("--view", options->shot.view, "view of the scene, or front, side or top")
      ->type_name("NAME");
  command->add_option("--theme", options->shot.theme, "light or dark")
      ->check(CLI::IsMember({"light", "dark"}))
      ->type_name("NAME");
  command->add_flag("--title", options->shot.title, "write the title into the picture");
  const auto add_switches =
      [&](const char* flag, std::vector<std::string>& list, const char* text) {
        command->add_option(flag, list, text)
            ->delimiter(',')
            ->allow_extra_args(false)
            ->type_name("WHAT");
      };
  add_switches("--hide", options->shot.hidden, "leave out: arrows, joints, trace, floor ...");
  add_switches("--show", options->shot.shown, "also show: applied, reactions, names, trace ...");
  command->add_option("--threads", options->threads, "threads")->check(CLI::Range(1, 256));
  command->add_flag("--quiet,-q", options->quiet, "no progress");
  command->callback([options, &code] { code = render(*options); });
}

}  // namespace holon::cli
