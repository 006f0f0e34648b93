// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "holon/scene/scene.h"

namespace holon {

struct TimedForce;

/// How far an entry of a timeline has come.
struct TimelineProgress {
  double next = 0.0;   ///< when it is due, if it is done every so often
  bool done = false;   ///< for good
  bool holds = false;  ///< its condition did at the last look
};

/// A scene that runs: its world, and its timeline, which edits it on the way.
class SceneRun {
 public:
  explicit SceneRun(Scene scene, int threads = 1);
  ~SceneRun();
  SceneRun(SceneRun&&) noexcept;
  SceneRun& operator=(SceneRun&&) noexcept;

  World& world();
  const World& world() const;
  /// The scene, with the solids and looks of what was created on the way, the values that its
  /// parameters have now, and the stepper.
  const Scene& scene() const;

  /// What the scene says for the values that its parameters have now, whatever has been done since.
  const Scene& described() const;
  /// How far each entry of the timeline has come.
  const std::vector<TimelineProgress>& progress() const;
  /// Forces that act for a while (holon/scene/draft.h).
  const std::vector<TimedForce>& pushes() const;

  /// Constraints that edits have made, the oldest first; all others are older.
  const std::vector<ConstraintId>& connected() const;

  /// Makes the edits that are due, as conditions are at this moment, and goes h seconds on. Throws
  /// a SceneError if one of them cannot be made; then nothing has changed.
  const StepReport& step(double h);
  /// Whether the last step began with edits, so that there may be other things and signals now.
  bool was_edited() const;

  /// Gives a parameter of the scene another value while it runs: whatever depends on it is set
  /// anew, and goes on from where it is. Throws a SceneError if the scene cannot be so, and a
  /// UsageError if that would change what exists.
  void set_parameter(const std::string& name, double value);
  /// Makes an edit: a command (builder.h) or JSON (edit.h), as it would stand in a timeline. Throws
  /// a SceneError, and changes nothing then; `place` is where the text stands for its reader.
  void edit(std::string_view text, JsonPlace place = {1, 1});

  /// All that a run goes on from: the world, and what its timeline has done.
  class Snapshot {
    friend class SceneRun;
    struct Parts;
    std::shared_ptr<const Parts> parts_;
  };
  Snapshot snapshot() const;
  void restore(const Snapshot& snapshot);
  /// What exists now, with every number worked out: where objects are and how they move, and what
  /// acts. Its timeline and parameters are left out (save_scene() keeps them: saved_scene.h).
  Scene scene_now() const;

 private:
  class Target;
  std::unique_ptr<Target> target_;
};

}  // namespace holon
