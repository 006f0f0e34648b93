// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "holon/scene/scene.h"

namespace holon {

/// A scene that runs: its world, and its timeline, which edits it on the way.
class SceneRun {
 public:
  explicit SceneRun(Scene scene, int threads = 1);
  ~SceneRun();
  SceneRun(SceneRun&&) noexcept;
  SceneRun& operator=(SceneRun&&) noexcept;

  World& world();
  const World& world() const;
  /// The scene, with the solids and looks of what was created on the way, and the values that its
  /// parameters have now.
  const Scene& scene() const;

  /// Makes the edits that are due, and goes h seconds on. Throws a SceneError if an edit cannot be
  /// made; then neither that edit nor the step is done.
  const StepReport& step(double h);
  /// Whether the last step began with edits, so that there may be other things and signals now.
  bool was_edited() const;

  /// Gives a parameter of the scene another value while it runs: whatever depends on it is set
  /// anew, and goes on from where it is. Throws a SceneError if the scene cannot be so, and a
  /// UsageError if that would change what exists.
  void set_parameter(const std::string& name, double value);
  /// Makes an edit (edit.h) as it would stand in a timeline. Throws a SceneError.
  void edit(std::string_view json);

 private:
  class Target;
  std::unique_ptr<Target> target_;
};

}  // namespace holon
