// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "holon/scene/recording.h"

namespace holon::cli {

/// How a run is to be seen.
struct Shot {
  int width = 1280;
  int height = 720;
  std::string view = {};        ///< name of a view of the scene, or front, side or top
  std::string theme = "light";  ///< or dark
  bool title = false;           ///< whether the title is written into the picture
  std::vector<std::string> shown = {}, hidden = {};  ///< by names that the page knows
};

/// Told how much is done, of 1; true asks to stop.
using Watch = std::function<bool(double fraction)>;

/// The times of the pictures of a film: k/fps from the first to the last recorded time.
std::vector<double> film_times(double first, double last, double fps);

/// Takes pictures of a recording's page, in a browser without a window.
void write_picture(const std::string& page, const Shot& shot, double time, const std::string& file);
/// Films it, a picture at each of the times, with ffmpeg: .mp4 or .webm.
void write_film(const std::string& page,
                const Shot& shot,
                const std::vector<double>& times,
                double fps,
                const std::string& file,
                const Watch& watch);

}  // namespace holon::cli
