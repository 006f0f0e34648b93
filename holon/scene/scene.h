// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "holon/geometry/shape.h"
#include "holon/scene/json_document.h"
#include "holon/scene/timeline.h"
#include "holon/world/world.h"

namespace holon {

/// An object's solid: gives its mass properties and its looks.
struct Solid {
  Shape shape;
  double density = 1.0;  ///< [kg/m³]; for a rod per length [kg/m]
};
/// An object made of point masses.
struct MassCloud {
  std::vector<MassPoint> points;
};
using MassSource = std::variant<Solid, MassCloud>;

struct SceneSettings {
  std::string title;
  std::string note;
  std::string stepper = "projected";
  StepperOptions settings;
  double dt = 0.002;
  double duration = 5.0;
  double sleep_speed = 0.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("title", self.title, "title for people");
    visit("note", self.note, "what to look at");
    visit("stepper", self.stepper, "method of time stepping");
    visit("settings", self.settings, "of the method");
    visit("dt", self.dt, "step [s]");
    visit("duration", self.duration, "how long to run [s]");
    visit("sleep_speed",
          self.sleep_speed,
          "what touches something and moves no faster for half a second sleeps [m/s]; 0: never");
  }
  void check(Diagnostics& d) const;
};

/// How an object is shown.
struct Looks {
  std::string colour;          ///< "#5C7A98"; empty: any
  std::optional<Shape> shape;  ///< instead of the solid that its mass comes from
};

/// A number that people may change: it becomes a slider, and an axis of a sweep.
struct SceneParameter {
  static constexpr std::string_view required[] = {"name", "value"};
  std::string name;
  double value = 0.0;
  std::string unit;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  std::string note;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("name", self.name, "its name in expressions");
    visit("value", self.value, "its value unless another is given");
    visit("unit", self.unit, "unit, for people");
    visit("min", self.min, "smallest value that makes sense");
    visit("max", self.max, "largest value that makes sense");
    visit("note", self.note, "what it is");
  }
  void check(Diagnostics& d) const;
};

/// A way to look at the scene.
struct SceneView {
  static constexpr std::string_view required[] = {"name", "from", "to"};
  std::string name;
  Vec3 from = Vec3(0, -5, 0);
  Vec3 to = Vec3::Zero();
  Vec3 up = Vec3::UnitZ();
  double height = 0.0;
  ObjectId follow;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("name", self.name, "name of the view");
    visit("from", self.from, "where the camera is [m]");
    visit("to", self.to, "what it looks at [m]");
    visit("up", self.up, "what is up in the picture");
    visit("height",
          self.height,
          "what the picture shows from bottom to top at 'to' [m]; 0: by a lens of 35 degrees");
    visit("follow", self.follow, "object that the camera goes along with, as far as it has come");
  }
  void check(Diagnostics& d) const;
};

/// Signals that belong in one picture.
struct ScenePlot {
  static constexpr std::string_view required[] = {"signals"};
  std::string title;
  std::string signals;
  std::string x = "time";

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("title", self.title, "title for people");
    visit("signals", self.signals, "names, or patterns with * and ?, separated by commas");
    visit("x", self.x, "signal along the axis");
  }
};

/// Where an object is and how it moves, in its own coordinates (as holon/object/*.h tells them).
struct ObjectMotion {
  static constexpr std::string_view required[] = {"object", "q", "v"};
  std::string object;
  std::vector<double> q, v;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("object", self.object, "its name");
    visit("q", self.q, "coordinates");
    visit("v", self.v, "velocities");
  }
};

/// The moment that a scene goes on from, if that is not the one that it describes: what has been
/// done to it since, and where things have come.
struct SceneStart {
  double time = 0.0;
  std::vector<TimelineEdit> edits;
  std::vector<ObjectMotion> motion;

  bool is_described() const { return time == 0.0 && edits.empty() && motion.empty(); }
};

/// What a scene was read from: it can be read again with other values of its parameters.
struct SceneSource {
  std::string text;                                ///< empty for a scene made in code
  std::string directory;                           ///< where files that it includes are looked for
  std::map<std::string, double, std::less<>> set;  ///< values of parameters instead of its own
  bool alone = false;                              ///< whether it may not include other files
};

/// A model in a file: what exists, how to run it and look at it, and the solids its masses came
/// from.
struct Scene {
  static constexpr std::string_view format = "holon-scene";
  static constexpr int version = 1;

  SceneSettings settings;
  Model model;
  std::vector<SceneParameter> parameters;
  std::vector<SceneView> views;
  std::vector<ScenePlot> plots;
  SceneStart start;
  Timeline timeline;
  std::map<std::uint32_t, MassSource> solids;  ///< by object slot
  std::map<std::uint32_t, Looks> looks;        ///< by object slot
  SceneSource source;
};

/// Reads a scene. Everything that is wrong with it is collected, each with its place, and thrown at
/// once as one SceneError. A value for a parameter that is not there, or beyond its range, is a
/// UsageError.
Scene read_scene(SceneSource source);
Scene read_scene(std::string_view text);
/// Reads the scene in a file; "-" is the standard input.
Scene read_scene_file(const std::string& path, std::map<std::string, double, std::less<>> set = {});
/// Writes what exists, with every number worked out. Reading it again and writing that gives the
/// same text to the byte. A UsageError if the timeline sets parameters, which are then no more.
std::string write_scene(const Scene& scene);
/// A scene laid out as scenes are, with all it says and its expressions as they stand; comments are
/// left out. Doing that twice gives the same text to the byte.
std::string format_scene(std::string_view text);
/// Equal for scenes that say the same, whatever their layout and comments.
std::uint64_t scene_hash(const Scene& scene);
/// The JSON Schema of scenes, made of the same field descriptions.
std::string scene_schema();

/// A world that stands at the start of the scene. Its timeline is for SceneRun (scene_run.h).
World make_world(const Scene& scene, int threads = 1);

}  // namespace holon
