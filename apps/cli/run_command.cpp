// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>

#include "apps/cli/commands.h"
#include "holon/scene/recording.h"
#include "holon/scene/scene_run.h"
#include "holon/scene/signals.h"
#include "holon/world/certificate.h"

namespace holon::cli {
namespace {

volatile std::sig_atomic_t stop_asked = 0;

/// The shortest text that reads back as the same number.
std::string shortest(double x) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, x).ptr;
  return {buffer, end};
}

/// A table of signals, with where it came from on top.
class CsvWriter {
 public:
  CsvWriter(const std::string& path,
            const Scene& scene,
            const World& world,
            const RunOptions& options,
            double dt)
      : signals_(scene, world, options.signals) {
    if (signals_.list().empty()) throw UsageError("no signal matches '" + options.signals + "'");
    if (path != "-") {
      file_.open(path, std::ios::binary);
      if (!file_) throw UsageError("cannot write '" + path + "'");
    }
    char hash[20];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(scene_hash(scene)));
    out() << "# holon " HOLON_VERSION ", scene " << hash << ", stepper " << world.stepper()
          << ", dt " << shortest(dt) << "\ntime";
    for (const SignalInfo& s : signals_.list()) out() << ',' << s.name;
    out() << '\n';
  }
  void row(const World& world) {
    signals_.sample(world, values_);
    std::string line = shortest(world.time());
    for (double x : values_) line += std::isnan(x) ? "," : ',' + shortest(x);
    out() << line << '\n';
  }
  void renew(const World& world) { signals_.renew(world); }
  void flush() { out().flush(); }

 private:
  std::ostream& out() { return file_.is_open() ? static_cast<std::ostream&>(file_) : std::cout; }
  Signals signals_;
  std::ofstream file_;
  std::vector<double> values_;
};

/// A bar with the time left, on terminals only.
class Progress {
 public:
  explicit Progress(bool quiet) : shown_(!quiet && isatty(STDERR_FILENO) == 1) {}
  void at(double fraction) {
    if (!shown_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    const double spent = std::chrono::duration<double>(now - start_).count();
    if (spent < 0.5) return;
    const int width = 30, full = static_cast<int>(fraction * width);
    std::fprintf(stderr,
                 "\r[%.*s%*s] %3.0f %%, %.0f s left ",
                 full,
                 "##############################",
                 width - full,
                 "",
                 100.0 * fraction,
                 spent * (1.0 - fraction) / std::max(fraction, 1e-6));
    drawn_ = true;
  }
  ~Progress() {
    if (drawn_) std::fprintf(stderr, "\r%*s\r", 70, "");
  }

 private:
  bool shown_, drawn_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now(), last_ = {};
};

void print_summary(const World& world, const Certificate* certificate, bool json) {
  const StepReport& r = world.report();
  const std::string worst = r.worst.is_none() ? "" : world.model().name_of(r.worst);
  if (json) {
    std::cout << "{\"ok\": " << (r.ok ? "true" : "false")
              << ", \"time\": " << shortest(world.time())
              << ", \"steps\": " << world.state().steps() << ", \"stepper\": \"" << world.stepper()
              << "\", \"worst_error\": " << shortest(r.worst_error)
              << ", \"energy\": " << shortest(r.energy())
              << ", \"redundant_rows\": " << r.dependent_rows << ", \"islands\": " << r.islands
              << (certificate ? ", \"certificate\": " + certificate->json() : "") << "}\n";
    return;
  }
  std::cout << "time            " << shortest(world.time()) << " s\n"
            << "steps           " << world.state().steps() << " of " << world.stepper() << "\n"
            << "islands         " << r.islands << "\n"
            << "worst error     " << shortest(r.worst_error)
            << (worst.empty() ? "" : " (" + worst + ")") << "\n"
            << "redundant rows  " << r.dependent_rows << "\n"
            << "kinetic energy  " << shortest(r.kinetic_energy) << " J\n"
            << "total energy    " << shortest(r.energy()) << " J\n"
            << (certificate ? certificate->text() : "");
}

void tell_events(const World& world) {
  for (const Event& e : world.report().events)
    std::cerr << "t = " << shortest(e.time) << " s: " << text_of(e, world.model()) << "\n";
}

void write_page(const std::string& path, const Recording& recording, const World& world) {
  std::ofstream file(path, std::ios::binary);
  file << recording.to_page(viewer_page, world.report());
  if (!file) throw UsageError("cannot write '" + path + "'");
}

}  // namespace

int run(const RunOptions& options) {
  if (options.certificate && options.record == "-")
    throw UsageError("--certificate goes to the standard output, which --record - takes");
  Scene scene = read_scene_file(options.scene, options.set);
  if (options.stepper) scene.settings.stepper = *options.stepper;
  SceneRun running(scene, options.threads);
  World& world = running.world();
  const double dt = options.dt.value_or(scene.settings.dt);
  const double duration = options.duration.value_or(scene.settings.duration);
  const auto steps =
      static_cast<std::uint64_t>(std::llround(std::ceil(duration / dt * (1.0 - 1e-12))));

  std::unique_ptr<CsvWriter> csv;
  if (!options.record.empty())
    csv = std::make_unique<CsvWriter>(options.record, scene, world, options, dt);
  std::unique_ptr<Recording> film;
  // about 50 pictures per second, and not more than a page can hold
  const auto film_every = static_cast<std::uint64_t>(
      std::max({1.0, std::floor(0.02 / dt), std::ceil(static_cast<double>(steps) / 3000.0)}));
  if (!options.page.empty()) film = std::make_unique<Recording>(scene, world);

  std::unique_ptr<Certificate> certificate;
  if (options.certificate) {
    certificate = std::make_unique<Certificate>();
    certificate->begin(world);
  }

  std::signal(SIGINT, [](int /*signal*/) { stop_asked = 1; });
  Progress progress(options.quiet);
  if (csv) csv->row(world);
  if (film) film->sample(world);
  for (std::uint64_t i = 1; i <= steps && stop_asked == 0; ++i) {
    const double h = i < steps ? dt : std::min(dt, duration - dt * static_cast<double>(steps - 1));
    running.step(h);
    if (running.was_edited() && csv) csv->renew(world);
    if (certificate) certificate->add(world);
    tell_events(world);
    if (film) film->follow(world);
    if (!world.report().ok) break;
    if (csv && (i % static_cast<std::uint64_t>(options.every) == 0 || i == steps)) csv->row(world);
    if (film && (i % film_every == 0 || i == steps)) film->sample(world);
    progress.at(static_cast<double>(i) / static_cast<double>(steps));
  }
  if (csv) csv->flush();
  if (film) write_page(options.page, *film, world);
  if (stop_asked != 0) return interrupted;
  if (options.record != "-") print_summary(world, certificate.get(), options.json);
  return world.report().ok ? ok : diverged;
}

}  // namespace holon::cli
