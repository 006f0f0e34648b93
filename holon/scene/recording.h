// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holon/geometry/outline.h"
#include "holon/scene/scene.h"
#include "holon/world/drawables.h"

namespace holon {

/// A run as pictures need it: where every object was, what every constraint and force did, and the
/// energies.
/// apps/viewer describes the text it makes.
class Recording {
 public:
  Recording(const Scene& scene, const World& world);
  /// Notes what happened in a step: its events and blows.
  void follow(const World& world);
  /// Takes down the world as it is now.
  void sample(const World& world);
  std::string to_json(const StepReport& last) const;
  /// The viewer's page with the recording inside; `page` is the text of apps/viewer/viewer.html.
  std::string to_page(std::string_view page, const StepReport& last) const;

 private:
  struct Part {
    ObjectId object;
    int part;
    std::string name, kind;
    std::vector<Polyline> outline;
    std::vector<std::array<double, 12>> transform;
  };
  using Arrows = std::vector<std::vector<Drawable>>;  // at each time
  struct Hold {
    ConstraintId id;
    std::string name, kind;
    Arrows arrows = {};
    std::vector<double> error = {}, force = {};
  };
  struct Applied {
    ForceId id;
    std::string name, kind;
    Arrows arrows = {};
  };
  SceneSettings settings_;
  std::vector<double> times_, kinetic_, potential_;
  std::vector<Part> parts_;
  std::vector<Hold> holds_;
  std::vector<Applied> applied_;
  std::vector<std::pair<double, std::string>> events_;
  std::vector<Blow> blows_;  // since the last sample
};

}  // namespace holon
