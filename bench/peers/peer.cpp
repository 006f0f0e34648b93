// SPDX-License-Identifier: Apache-2.0
#include "peer.h"

#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "contact_errors.h"
#include "contact_scene.h"

namespace peers {
namespace {

constexpr double marks[] = {1, 2, 5};  // s, where the last body's position is kept

constexpr const char* usage =
    "--scene chain|fourbar|net|top|bricard|pile|wall|ragdolls|snake|tower|incline\n"
    "    --n N --h STEP --t SECONDS\n"
    "    [--solver X] [--iters K] [--erp E] [--tol T] [--max_s S]";

/// All of the text, or nothing.
double parse_plain(const std::string& text) {
  char* end = nullptr;
  const double x = std::strtod(text.c_str(), &end);
  return text.empty() || *end != '\0' ? NAN : x;
}

/// A positive number or a fraction such as 1/60.
double parse_positive(const std::string& key, const std::string& value) {
  const size_t slash = value.find('/');
  const double x = slash == std::string::npos
                       ? parse_plain(value)
                       : parse_plain(value.substr(0, slash)) / parse_plain(value.substr(slash + 1));
  if (!(x > 0) || std::isinf(x))
    throw std::invalid_argument(key + " " + value + ": should be a positive number");
  return x;
}

int parse_count(const std::string& key, const std::string& value) {
  const double x = parse_plain(value);
  if (!(x >= 1 && x <= 1e8) || x != std::floor(x))
    throw std::invalid_argument(key + " " + value + ": should be a whole number from 1 to 1e8");
  return int(x);
}

void set_option(Options& o, const std::string& key, const std::string& value) {
  if (key == "--scene")
    o.scene = value;
  else if (key == "--solver")
    o.solver = value;
  else if (key == "--n")
    o.n = parse_count(key, value);
  else if (key == "--h")
    o.h = parse_positive(key, value);
  else if (key == "--t")
    o.t = parse_positive(key, value);
  else if (key == "--max_s")
    o.max_s = parse_positive(key, value);
  else if (key == "--iters")
    o.iters = parse_count(key, value);
  else if (key == "--erp")
    o.erp = parse_positive(key, value);
  else if (key == "--tol")
    o.tol = parse_positive(key, value);
  else
    throw std::invalid_argument("unknown option " + key);
}

/// An option that changes nothing would be taken for one that does.
void check_takes(const EngineInfo& info, const std::string& key) {
  for (const char* special : {"--iters", "--erp", "--tol"})
    if (key == special && info.takes.find(key) == std::string::npos)
      throw std::invalid_argument("there is no " + key + " in this engine");
}

Options parse_options(int argc, char** argv, const EngineInfo& info) {
  Options o;
  o.solver = info.default_solver;
  for (int i = 1; i < argc; i += 2) {
    const std::string key = argv[i];
    if (key == "--help") {
      std::printf("%s %s\n", argv[0], usage);
      std::exit(0);
    }
    check_takes(info, key);
    if (key.rfind("--", 0) == 0 && i + 1 == argc)
      throw std::invalid_argument(key + " needs a value");
    set_option(o, key, i + 1 < argc ? argv[i + 1] : "");
  }
  const bool contact = is_contact_scene(o.scene);
  if (contact && info.takes.find("contact") == std::string::npos)
    cannot("this peer knows no contact");
  if (o.n == 0) o.n = contact ? usual_size(o.scene) : 10;
  if (o.h == 0) o.h = contact ? contact_step : 1e-3;
  if (o.t < o.h) throw std::invalid_argument("--t should not be less than --h");
  return o;
}

double seconds(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

/// From /proc, for getrusage() also counts what the program that started this one had in use.
double peak_memory_mb() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return std::strtod(line.c_str() + 6, nullptr) / 1024;
  return NAN;
}

struct Sample {
  double gap = 0;     // m, the largest of all joints
  double energy = 0;  // J
  std::vector<State> states;
};

double energy_of(const Body& body, const State& s, const Scene& scene) {
  double energy = body.mass * (0.5 * dot(s.v, s.v) - dot(scene.down, s.p));
  if (scene.particles) return energy;
  const V3 w = rotate_back(s.q, s.w);
  const V3& I = body.inertia;
  return energy + 0.5 * (I.x * w.x * w.x + I.y * w.y * w.y + I.z * w.z * w.z);
}

/// World position of an anchor.
V3 place(const std::vector<State>& states, int body, V3 anchor, bool particle) {
  if (body == ground) return anchor;
  const State& s = states[body];
  return particle ? s.p : s.p + rotate(s.q, anchor);
}

double gap_of(const Joint& j, const std::vector<State>& states, const Scene& scene) {
  const auto apart = [&](double along_axis) {
    const V3 at_a = j.anchor_a + along_axis * scene.axis_in_a(j);
    const V3 at_b = j.anchor_b + along_axis * j.axis;
    return norm(place(states, j.a, at_a, scene.particles)
                - place(states, j.b, at_b, scene.particles));
  };
  switch (j.type) {
    case JointType::ball:
      return apart(0);
    case JointType::distance:
      return std::fabs(apart(0) - j.length);
    case JointType::hinge:  // two points on the axis see a tilt as well
      return std::max(apart(-0.05), apart(0.05));
  }
  return NAN;
}

Sample take_sample(Engine& engine, const Scene& scene) {
  Sample sample;
  std::vector<State>& states = sample.states;
  states.resize(scene.bodies.size());
  engine.sync();
  for (size_t i = 0; i < states.size(); ++i) {
    engine.get(int(i), states[i]);
    sample.energy += energy_of(scene.bodies[i], states[i], scene);
  }
  for (const Joint& j : scene.joints) {
    const double gap = gap_of(j, states, scene);
    if (!(gap <= sample.gap)) sample.gap = gap;  // lets a NaN through
  }
  return sample;
}

struct Record {
  long steps = 0;
  double wall_s = 0, cpu_s = 0;  // of the stepping loop alone
  double gap = 0, drift = 0;     // the largest of all samples
  V3 last;
  bool failed = false;
  std::vector<std::pair<double, V3>> at;  // the marks that were reached
  std::vector<std::pair<std::string, double>> contact_errors;
};

/// Steps in blocks, at most 1000 of them, and takes a sample after each block.
class Run {
 public:
  Run(Engine& engine, const Scene& scene, const Options& options)
      : engine_(engine),
        scene_(scene),
        options_(options),
        steps_(std::lround(options.t / options.h)),
        block_(std::max(1L, steps_ / 1000)),
        contact_errors_(scene) {}

  Record measure() {
    const Sample start = take_sample(engine_, scene_);
    keep_contact(start);
    while (record_.steps < steps_ && time_taken() < options_.max_s && !record_.failed) {
      step_until(end_of_block());
      keep(take_sample(engine_, scene_), start.energy);
    }
    if (scene_.contact) record_.contact_errors = contact_errors_.values();
    return record_;
  }

 private:
  /// Other programs on the machine should not decide how far a run comes.
  double time_taken() const { return std::min(record_.wall_s, record_.cpu_s); }
  long step_at(double time) const { return std::lround(time / options_.h); }

  long end_of_block() const {
    const long done = record_.steps;
    long end = std::min(steps_, (done / block_ + 1) * block_);
    for (double mark : marks)
      if (done < step_at(mark)) end = std::min(end, step_at(mark));
    return end;
  }

  void step_until(long end) {
    const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    const double wall = seconds(CLOCK_MONOTONIC);
    for (; record_.steps < end; ++record_.steps) engine_.step();
    record_.wall_s += seconds(CLOCK_MONOTONIC) - wall;
    record_.cpu_s += seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  }

  void keep(const Sample& sample, double start_energy) {
    const double drift = std::fabs(sample.energy - start_energy) / scene_.energy_scale;
    record_.failed = !(drift < 1e6 && sample.gap < 1e6);
    record_.gap = std::max(sample.gap, record_.gap);
    record_.drift = std::max(drift, record_.drift);
    record_.last = sample.states.back().p;
    for (double mark : marks)
      if (record_.steps == step_at(mark)) record_.at.emplace_back(mark, record_.last);
    keep_contact(sample);
  }

  void keep_contact(const Sample& sample) {
    if (scene_.contact)
      contact_errors_.keep(double(record_.steps) * options_.h, sample.states, sample.energy);
  }

  Engine& engine_;
  const Scene& scene_;
  const Options& options_;
  long steps_, block_;
  Record record_;
  ContactErrors contact_errors_;
};

std::string to_json(double x) {
  if (!std::isfinite(x)) return "null";
  char text[40];
  std::snprintf(text, sizeof text, "%.15g", x);
  return text;
}
std::string to_json(long x) {
  return std::to_string(x);
}
std::string to_json(int x) {
  return std::to_string(x);
}
std::string to_json(bool x) {
  return x ? "true" : "false";
}
std::string to_json(const std::string& text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return quoted + '"';
}
std::string to_json(V3 v) {
  return '[' + to_json(v.x) + ", " + to_json(v.y) + ", " + to_json(v.z) + ']';
}

class JsonObject {
 public:
  template <class T>
  JsonObject& add(const std::string& key, const T& value) {
    return add_raw(key, to_json(value));
  }
  JsonObject& add_raw(const std::string& key, const std::string& json) {
    text_ += (text_.empty() ? "\"" : ", \"") + key + "\": " + json;
    return *this;
  }
  std::string text() const { return '{' + text_ + '}'; }

 private:
  std::string text_;
};

std::string marks_to_json(const Record& record) {
  JsonObject at;
  for (const auto& [mark, position] : record.at) at.add(to_json(mark), position);
  return at.text();
}

void print_record(const EngineInfo& info,
                  const Scene& scene,
                  const Options& o,
                  const Record& r,
                  long inner_steps,
                  double init_s) {
  JsonObject line;
  line.add("engine", info.name).add("version", info.version).add("precision", info.precision);
  line.add("solver", o.solver).add("scene", o.scene).add("n", o.n).add("h", o.h);
  line.add("tol", o.tol).add("iters", o.iters).add("erp", o.erp).add("steps", r.steps);
  line.add("inner_steps", inner_steps < 0 ? r.steps : inner_steps);
  line.add("t", double(r.steps) * o.h).add("wall_s", r.wall_s).add("cpu_s", r.cpu_s);
  line.add("us_per_step", 1e6 * r.wall_s / double(std::max(1L, r.steps)));
  line.add("max_constraint_error", r.gap).add("energy_drift", r.drift);
  line.add("energy_scale", scene.energy_scale).add("last", r.last);
  line.add_raw("at", marks_to_json(r)).add("init_s", init_s).add("rss_mb", peak_memory_mb());
  for (const auto& [name, value] : r.contact_errors) line.add(name, value);
  line.add("failed", r.failed);
  std::puts(line.text().c_str());
}

/// Brings the code of all engines into memory, so that the first step does not wait for pages of
/// it. A kernel that cannot do that leaves things as they are.
void load_code() {
#ifdef MADV_POPULATE_READ
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long first = 0, last = 0;
    char kind[5] = {};
    if (std::sscanf(line.c_str(), "%lx-%lx %4s", &first, &last, kind) == 3 && kind[0] == 'r'
        && kind[3] == 'p')
      madvise(reinterpret_cast<void*>(first), last - first, MADV_POPULATE_READ);
  }
#endif
}

}  // namespace

void cannot(const std::string& why) {
  std::puts(JsonObject().add("cannot", why).text().c_str());
  std::exit(3);
}

void no_solver(const std::string& name, const std::string& known) {
  cannot("no solver '" + name + "' (there are " + known + ")");
}

int peer_main(int argc, char** argv, const EngineInfo& info, Engine& engine) try {
  const Options options = parse_options(argc, argv, info);
  const Scene scene = make_scene(options.scene, options.n);
  const double start = seconds(CLOCK_MONOTONIC);
  engine.build(scene, options);
  const double init_s = seconds(CLOCK_MONOTONIC) - start;
  load_code();
  const Record record = Run(engine, scene, options).measure();
  print_record(info, scene, options, record, engine.inner_steps(), init_s);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s: %s\n", info.name.c_str(), error.what());
  return 2;
}

}  // namespace peers
