// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/render/camera_crew.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/cli/render/browser.h"
#include "holon/math/expect.h"

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

std::string decoded(std::string_view base64) {
  std::array<int, 256> digit{};
  digit.fill(-1);
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < digits.size(); ++i)
    digit[static_cast<unsigned char>(digits[i])] = static_cast<int>(i);
  std::string out;
  out.reserve(base64.size() / 4 * 3);
  unsigned bits = 0;
  int have = 0;
  for (char c : base64) {
    const int d = digit[static_cast<unsigned char>(c)];
    if (d < 0) break;  // the padding
    bits = bits << 6U | static_cast<unsigned>(d);
    have += 6;
    if (have >= 8) {
      have -= 8;
      out += static_cast<char>(bits >> static_cast<unsigned>(have) & 255U);
    }
  }
  return out;
}

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
  }
  std::string picture(double time, const std::string& type) {
    const json text = browser_->evaluate("holon.film.picture(" + json(time).dump() + ", "
                                         + json(type).dump() + ")");
    return decoded(text.get_ref<const std::string&>());
  }
  const fs::path& scratch() const { return scratch_.path; }

 private:
  void take_view(const std::string& name) {
    if (browser_->evaluate("holon.film.view(" + json(name).dump() + ")").get<bool>()) return;
    std::string known;
    for (const json& view : browser_->evaluate("holon.film.views"))
      known += view.get<std::string>() + ", ";
    throw UsageError("the scene has no view '" + name + "'; there are " + known
                     + "front, side and top");
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
