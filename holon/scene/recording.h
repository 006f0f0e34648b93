// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "holon/scene/bytes.h"
#include "holon/scene/holding.h"
#include "holon/scene/looks.h"
#include "holon/scene/scene.h"
#include "holon/scene/signals.h"
#include "holon/world/drawables.h"

namespace holon {

/// A run as pictures need it: what there was and what it looked like, where it was at each time,
/// what every constraint and force did, and the energies. Things may come and go while it runs.
/// apps/player/README.md describes the text it makes.
class Recording {
 public:
  Recording(const Scene& scene, const World& world);
  /// Notes what happened in a step: its events, its blows, and what begins or ceases to touch.
  void follow(const World& world);
  /// Takes down the world as it is now. The scene tells how things look that are new.
  void sample(const Scene& scene, const World& world);
  /// How many samples a page can hold without getting too heavy for a browser.
  std::size_t most_samples() const;
  std::string to_json(const StepReport& last) const;
  /// The player's page with the recording inside; `page` is what apps/player builds.
  std::string to_page(std::string_view page, const StepReport& last) const;

  /// The newest sample as bytes: poses, constraints, ends on paths, arrows, as in the frames of
  /// apps/studio/PROTOCOL.md.
  void append_frame(Bytes& out) const;
  /// Forgets all samples, but not what there is.
  void forget_samples();

  /// Something that moves as one: an object, or a particle of one that has several.
  struct Part {
    ObjectId object;
    int part = 0;
    std::string name = {}, kind = {}, colour = {};
    std::vector<Look> looks = {};
    /// at each time: position and quaternion w x y z, of affine bodies the columns of their map;
    /// not a number while it is not there
    int numbers = 7;
    std::vector<float> poses = {};
  };
  const std::vector<Part>& parts() const { return parts_; }
  const std::vector<double>& times() const { return times_; }
  const SceneSettings& settings() const { return settings_; }

 private:
  /// A curve or surface, whoever uses it.
  struct UsedTrack {
    Track track;
    std::vector<Vec3> visited = {};  ///< in its axes
  };
  /// An end on a path, in the order of the ends, and where it was at each time.
  struct UsedPath {
    Path path;
    std::vector<float> points;
  };
  /// A constraint or force.
  struct Holder {
    std::string name, kind;
    Holding holding;
    std::vector<int> tracks = {};
    std::vector<UsedPath> paths = {};
    std::vector<float> error = {}, force = {}, torque = {};  ///< of constraints
  };
  static constexpr std::uint32_t of_forces = 1U << 30U, of_contacts = 1U << 31U;
  /// All arrows of all times, one after the other.
  struct Arrows {
    std::vector<std::uint32_t> ends = {};   ///< how many there are up to each time
    std::vector<std::uint32_t> owner = {};  ///< a constraint, a force and `of_forces`, or the part
                                            ///< that is touched and `of_contacts`
    std::vector<std::uint8_t> flags = {};   ///< kind, plus 4 on an object, plus 8 for a reaction
    std::vector<float> numbers = {};        ///< point and vector
  };
  struct Text;

  /// The forces are counted on behind the constraints; contacts keep their mark.
  std::uint32_t owner_text(std::uint32_t owner) const {
    const auto behind = static_cast<std::uint32_t>(constraints_.size());
    return (owner & of_forces) == 0 ? owner : (owner & ~of_forces) + behind;
  }
  void append_last_arrows(Bytes& out) const;
  void find_new(const Scene& scene, const World& world);
  void add_part(const Scene& scene, const World& world, ObjectId id);
  Holder holder_of(const std::string& name, std::string kind, Holding holding);
  int track_index(const Track& track);
  void sample_parts(const World& world);
  void sample_holders(const World& world);
  void sample_arrows(const World& world);
  std::uint32_t owner_of(const Drawable& arrow) const;
  const std::vector<int>& tracks_of(const Drawable& arrow) const;
  void sample_signals(const World& world);
  static void sample_paths(double time, Holder& holder);

  SceneSettings settings_;
  std::vector<SceneView> views_;
  std::vector<ScenePlot> plots_;
  Signals signals_;  // those of the plots
  std::vector<std::vector<float>> signal_values_;
  std::array<std::size_t, 4> counts_{};  // of things in the world, when the signals were looked for
  std::vector<double> times_, kinetic_, potential_;
  std::vector<Part> parts_;
  std::vector<Holder> constraints_, forces_;
  std::vector<UsedTrack> tracks_;
  Arrows arrows_;
  std::map<ObjectId, int> first_part_;  // of each object that was ever there
  std::map<ConstraintId, int> constraint_index_;
  std::map<ForceId, int> force_index_;
  std::vector<std::pair<double, std::string>> events_;
  std::vector<Blow> blows_;  // since the last sample
};

}  // namespace holon
