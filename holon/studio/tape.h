// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "holon/scene/scene_run.h"

namespace holon::studio {

/// What somebody did between two steps of a run: an edit (holon/scene/edit.h), or
///
///     {"grab": {"object": "crank", "at": [0, 0, 0.5], "part": 0, "to": [1, 0, 1],
///               "stiffness": 600, "damping": 48, "max_force": 90}}   a hand takes hold of a point,
///     {"move": [1, 0, 1.2]}   {"release": true}        pulls it there by a spring, and lets go
///     {"pose": {"crank": [q, ...]}}                    objects are put there, at rest
///     {"dt": 0.002}                                    steps are so long from here on
struct Deed {
  std::uint64_t step = 0;  ///< before which it was done
  std::string text;
};

/// A run with its past. It keeps where it started, everything that was done to it and when, and how
/// things stood at some moments; from these it goes back to any moment, to the last bit.
class Tape {
 public:
  explicit Tape(Scene start, int threads = 1);

  const SceneRun& run() const { return run_; }
  const Scene& start() const { return start_; }
  double dt() const { return dt_; }
  std::uint64_t hash() const { return run_.world().hash(); }

  /// A moment of the run: so many steps and so many deeds have been made.
  struct Position {
    std::uint64_t step = 0;
    std::size_t deeds = 0;
    auto operator<=>(const Position&) const = default;
  };
  Position position() const { return {step_, deeds_.size()}; }
  const std::vector<Deed>& deeds() const { return deeds_; }

  /// Does something to the run. Throws a SceneError, ModelError or UsageError and changes nothing
  /// if that cannot be.
  void apply(std::string text);
  /// Goes one step on. If the step cannot be made, the report says why and nothing has changed; an
  /// edit of the timeline that cannot be made is thrown as a SceneError, and nothing has changed.
  const StepReport& step();
  /// Goes back to a moment, and returns the deeds that came after it.
  std::vector<Deed> cut(Position to);
  /// Goes on as it did before a cut: through these deeds, up to this step.
  void extend(const std::vector<Deed>& deeds, std::uint64_t end);

  /// The state of a run that makes all of this from the start.
  std::uint64_t replayed_hash() const;
  /// A copy of the run as it was at a moment.
  SceneRun at(Position moment) const { return copy_at(moment).run; }
  /// Calls f with a copy of the run after each step from the moment `from` on, and at that moment.
  void review(Position from, const std::function<void(const SceneRun&)>& f) const;

 private:
  /// How things stood when a step had been made, before anything was done there.
  struct Keyframe {
    SceneRun::Snapshot snapshot;
    std::size_t deeds = 0;
    double dt = 0.0;
  };
  /// Steps between keyframes. (Taking one builds islands anew that were edited in place: to get the
  /// same bits again, keyframes are taken at the same steps, always.)
  static constexpr std::uint64_t stride = 256;

  struct Copy {
    SceneRun run;
    double dt;
  };
  Copy copy_at(Position moment) const;
  static void go_on(Copy& copy, std::uint64_t step);
  bool go_on();
  void keep();
  void thin_out();
  void replay(Position to);

  Scene start_;
  int threads_;
  SceneRun run_;
  double dt_;
  std::uint64_t step_ = 0;
  std::vector<Deed> deeds_;
  std::size_t made_ = 0;  // of the deeds; fewer than all while some are made again
  std::map<std::uint64_t, Keyframe> keyframes_;
  StepReport report_;
};

}  // namespace holon::studio
