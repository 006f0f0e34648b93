// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "holon/studio/compose.h"

/// A scene with gravity in which tests put things together, and let them run.
namespace holon::studio {

class Workbench {
 public:
  explicit Workbench(const char* scene = R"({"format": "holon-scene", "version": 1,
      "forces": [{"kind": "gravity", "name": "gravity", "g": [0, 0, -9.81]}]})")
      : run(read_scene(scene)) {}

  using Compose = Composed (*)(const SceneRun&, const Json&);
  /// Makes the edits, all of which have to be accepted. Returns the names of what there is.
  std::vector<std::string> apply(Compose compose, const Json& command) {
    const Composed composed = compose(run, command);
    EXPECT_FALSE(composed.edits.empty()) << command;
    EXPECT_FALSE(composed.label.empty()) << command;
    for (const Json& edit : composed.edits) run.edit(edit.dump());
    for (const std::string& name : composed.names) EXPECT_NO_THROW(inspect(run, name)) << name;
    return composed.names;
  }
  std::vector<std::string> make(const Json& part) { return apply(compose_make, {{"part", part}}); }
  std::string rod(const Vec3& from, const Vec3& to) {
    return make({{"kind", "rod"}, {"from", numbers(from)}, {"to", numbers(to)}}).front();
  }
  std::string join(const Json& a, const Json& b, const std::string& kind) {
    return apply(compose_join, {{"a", a}, {"b", b}, {"kind", kind}}).front();
  }
  std::string pin(const std::string& object, const Json& at, const std::string& kind = "ball") {
    Json command = at;
    command["object"] = object;
    command["kind"] = kind;
    return apply(compose_pin, command).front();
  }

  /// What somebody is told who asks for what cannot be.
  std::string complaint(Compose compose, const Json& command) const {
    try {
      compose(run, command);
    } catch (const UsageError& e) {
      return e.what();
    }
    ADD_FAILURE() << "accepted: " << command;
    return "";
  }

  void let_run(double seconds, double h = 0.002) {
    const int steps = static_cast<int>(std::lround(seconds / h));
    for (int i = 0; i < steps; ++i) ASSERT_TRUE(run.step(h).ok);
  }
  /// Of the constraints that are at work.
  double worst_error() const {
    double worst = 0.0;
    run.world().model().constraints().for_each(
        [&](ConstraintId id, const ConstraintRecord& record) {
          if (record.options.max_force < no_limit) return;  // it may give way
          for (const double e : run.world().error(id)) worst = std::max(worst, std::abs(e));
        });
    return worst;
  }
  int freedoms() const { return run.world().diagnose().freedoms; }
  ObjectId object(const std::string& name) const {
    const ObjectId id = run.world().model().find_object(name);
    EXPECT_FALSE(id.is_none()) << name;
    return id;
  }
  Vec3 where(const std::string& name, const Vec3& at = Vec3::Zero()) const {
    return run.world().point(PointOn{object(name), at}).x;
  }
  double signal(const std::string& name) const { return run.world().signal(name); }

  SceneRun run;
};

/// Ends of a rod of some length.
inline Json first_end(const std::string& rod, double length) {
  return {{"object", rod}, {"at", {0, 0, -length / 2}}};
}
inline Json last_end(const std::string& rod, double length) {
  return {{"object", rod}, {"at", {0, 0, length / 2}}};
}
inline Json in_world(double x, double y, double z) {
  return {{"world", {x, y, z}}};
}

/// Constraints are met to this after things have run for a while.
inline constexpr double met = 1e-9;

}  // namespace holon::studio
