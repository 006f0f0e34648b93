// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/render/camera_crew.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/cli/errors.h"
#include "apps/cli/render/browser.h"
#include "holon/math/expect.h"
#include "holon/scene/blob.h"

namespace holon::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// A folder for the time being.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (fs::temp_directory_path() / "holon-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw UsageError("cannot make a folder like " + name);
    path = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  fs::path path;
};

/// The page in a browser, ready to be taken pictures of.
class Studio {
 public:
  Studio(const std::string& page, const Shot& shot) {
    const fs::path file = scratch_.path / "page.html";
    std::ofstream(file, std::ios::binary) << page;
    const std::string options = "film&" + shot.theme + (shot.title ? "&titled" : "");
    browser_ = std::make_unique<Browser>(file, options, scratch_.path);
    browser_->evaluate("holon.film.size(" + std::to_string(shot.width) + ", "
                       + std::to_string(shot.height) + ")");
    if (!shot.view.empty()) take_view(shot.view);
    for (const std::string& name : shot.shown) show(name, true);
    for (const std::string& name : shot.hidden) show(name, false);
  }
  std::string picture(double time, const std::string& type) {
    const json text = browser_->evaluate("holon.film.picture(" + json(time).dump() + ", "
                                         + json(type).dump() + ")");
    std::optional<std::string> bytes = from_base64(text.get_ref<const std::string&>());
    if (!bytes) throw SystemFailure("the browser gave no picture");
    return std::move(*bytes);
  }
  const fs::path& scratch() const { return scratch_.path; }

 private:
  void take_view(const std::string& name) {
    if (browser_->evaluate("holon.film.view(" + json(name).dump() + ")").get<bool>()) return;
    const std::string known = list_of("holon.film.views");
    throw UsageError("the scene has no view '" + name + "'; there are " + known
                     + (known.empty() ? "" : ", ") + "front, side and top");
  }
  void show(const std::string& name, bool on) {
    const std::string order = json(name).dump() + ", " + json(on).dump();
    if (browser_->evaluate("holon.film.show(" + order + ")").get<bool>()) return;
    throw UsageError("nothing named '" + name + "' can be shown or hidden; there are "
                     + list_of("holon.film.switches"));
  }
  /// What the page has a list of.
  std::string list_of(const std::string& names) {
    std::string text;
    for (const json& name : browser_->evaluate(names))
      text += (text.empty() ? "" : ", ") + name.get<std::string>();
    return text;
  }
  ScratchFolder scratch_;
  std::unique_ptr<Browser> browser_;
};

/// Puts a finished file where it is wanted.
void move_to(const fs::path& from, const std::string& to) {
  std::error_code error;
  fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
  if (error) throw UsageError("cannot write '" + to + "': " + error.message());
}

std::vector<std::string> encoder_arguments(double fps, const fs::path& file) {
  std::vector<std::string> list = {"-y", "-loglevel", "error", "-f", "image2pipe", "-c:v", "mjpeg"};
  const auto add = [&](std::initializer_list<const char*> more) {
    list.insert(list.end(), more.begin(), more.end());
  };
  list.insert(list.end(), {"-framerate", json(fps).dump(), "-i", "pipe:0"});
  // colours of most films have half the resolution: an even number of pixels each way
  add({"-vf",
       "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv",
       "-pix_fmt",
       "yuv420p",
       "-colorspace",
       "bt709",
       "-color_primaries",
       "bt709",
       "-color_trc",
       "bt709"});
  if (file.extension() == ".webm")
    add({"-c:v",
         "libvpx-vp9",
         "-crf",
         "28",
         "-b:v",
         "0",
         "-deadline",
         "good",
         "-cpu-used",
         "4",
         "-row-mt",
         "1"});
  else
    add({"-c:v", "libx264", "-crf", "18", "-preset", "medium", "-movflags", "+faststart"});
  list.push_back(file.string());
  return list;
}

}  // namespace

std::vector<double> film_times(double first, double last, double fps) {
  std::vector<double> times;
  const auto count = static_cast<std::size_t>(std::floor((last - first) * fps + 1e-6)) + 1;
  for (std::size_t k = 0; k < count; ++k)
    times.push_back(std::min(last, first + static_cast<double>(k) / fps));
  return times;
}

void write_picture(const std::string& page,
                   const Shot& shot,
                   double time,
                   const std::string& file) {
  Studio studio(page, shot);
  std::ofstream out(file, std::ios::binary);
  out << studio.picture(time, "image/png");
  if (!out.flush()) throw UsageError("cannot write '" + file + "'");
}

void write_film(const std::string& page,
                const Shot& shot,
                const std::vector<double>& times,
                double fps,
                const std::string& file,
                const Watch& watch) {
  const std::string encoder = find_program("ffmpeg");
  if (encoder.empty()) throw UsageError("films need ffmpeg: install the Debian package 'ffmpeg'");
  Studio studio(page, shot);
  const fs::path made = studio.scratch() / ("film" + fs::path(file).extension().string());
  const fs::path log = studio.scratch() / "ffmpeg.log";
  ChildProcess process(
      encoder, encoder_arguments(fps, made), {{.its_fd = 0, .it_writes = false}}, log);
  bool alive = true;
  for (std::size_t i = 0; alive && i < times.size(); ++i) {
    alive = process.write(0, studio.picture(times[i], "image/jpeg"));
    if (watch(static_cast<double>(i + 1) / static_cast<double>(times.size()))) break;
  }
  process.close(0);
  if (process.wait() != 0 || !alive) {
    std::ifstream in(log);
    throw UsageError("ffmpeg failed: " + std::string(std::istreambuf_iterator<char>(in), {}));
  }
  move_to(made, file);
}

}  // namespace holon::cli
