// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "holon/geometry/shape.h"
#include "holon/scene/json_document.h"
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

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("title", self.title, "title for people");
    visit("note", self.note, "what to look at");
    visit("stepper", self.stepper, "method of time stepping");
    visit("settings", self.settings, "of the method");
    visit("dt", self.dt, "step [s]");
    visit("duration", self.duration, "how long to run [s]");
  }
  void check(Diagnostics& d) const;
};

/// A model in a file: what exists, how to run it, and the solids its masses came from.
struct Scene {
  static constexpr std::string_view format = "holon-scene";
  static constexpr int version = 1;

  SceneSettings settings;
  Model model;
  std::map<std::uint32_t, MassSource> solids;  ///< by object slot
};

/// Reads a scene. Everything that is wrong with it is collected, each with its place, and thrown at
/// once as one SceneError.
Scene read_scene(std::string_view text);
/// Reads the scene in a file; "-" is the standard input.
Scene read_scene_file(const std::string& path);
/// Writes a scene. Reading it again and writing that gives the same text to the byte.
std::string write_scene(const Scene& scene);
/// The JSON Schema of scenes, made of the same field descriptions.
std::string scene_schema();

/// A world that stands at the start of the scene.
World make_world(const Scene& scene, int threads = 1);

}  // namespace holon
