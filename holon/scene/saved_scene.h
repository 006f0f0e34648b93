// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "holon/scene/scene_run.h"

namespace holon {

/// A run as a scene that goes on from where it is.
struct SavedScene {
  std::string text;
  std::vector<std::string>
      left_out;  ///< entries of the timeline that can no longer be done, and why
};

/// The description stays as its author wrote it, with the values that its parameters have now; what
/// was done to it since, and where things have come, stands beside it (`SceneStart`), and of the
/// timeline what is still to come. Things that were made on the way go into the lists of the scene,
/// unless that would change what others are called. Reading the text, and saving that, gives the
/// same text to the byte.
/// What controllers remember, the turns that angles have counted, and the places along a curve of
/// what runs there are not kept.
SavedScene save_scene(const SceneRun& run, double dt);

}  // namespace holon
