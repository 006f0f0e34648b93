// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "holon/scene/kind_fields.h"
#include "holon/studio/ends.h"
#include "holon/studio/things.h"

/// Joints: constraints and forces between two points or frames.
namespace holon::studio {

/// A kind of joint under the word that people have for it, or under its own name.
struct JointKind {
  std::string word;  ///< "hinge"
  const KindFields* kind = nullptr;
};
/// Throws a UsageError if there is no such kind, or it is not between two ends.
JointKind joint_kind(const std::string& word);
/// Those that have a word, in the order in which they are offered.
std::vector<JointKind> joint_kinds();
/// The word for a kind of constraint or force; its name if there is none.
std::string joint_word(std::string_view kind);

/// Whether both ends are points.
bool joins_points(const KindFields& kind);

/// How what is at b may move against what is at a.
enum class JointMotion { other, turns, slides };
JointMotion motion_of(std::string_view kind);

/// A joint that exists.
struct Joint {
  std::string name;
  ThingId id;
  const KindFields* kind = nullptr;
  Json text;  ///< as it stands in a scene
  End a, b;
  std::optional<Mat3> axes;  ///< of frame a in the world now, if it has one

  const Json& connector(int end) const;
};
/// Nothing if it is no joint.
std::optional<Joint> find_joint(const SceneRun& run, const ThingId& id);
/// Throws a UsageError if there is no joint of that name.
Joint joint_named(const SceneRun& run, const std::string& name);

/// What of a joint grows as it moves: the turn of b about the axis of a, or its way along it.
/// Throws a UsageError if it neither turns nor slides.
Json quantity_of(const Joint& joint);

}  // namespace holon::studio
