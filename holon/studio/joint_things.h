// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/studio/joints.h"

/// Joints that are about to be made.
namespace holon::studio {

struct Ends {
  End a, b;
};

/// The axes that a joint of this kind has in the world if nobody says it.
Mat3 usual_axes(const SceneRun& run, const KindFields& kind, const Ends& ends);

/// The constraint or force, as it stands in a scene but for its name. Its frames have these axes in
/// the world now: whatever it asks of directions is met as things stand, and points that are apart
/// are drawn together. Ropes and springs are as long as they are now. `given` are fields that
/// somebody wants otherwise. Throws a UsageError if these ends cannot be joined so.
Json thing_between(const SceneRun& run,
                   const JointKind& joint,
                   const Ends& ends,
                   const Mat3& axes,
                   const Json& given = Json::object());

/// The edit that makes it.
Json making(const JointKind& joint, Json thing);

}  // namespace holon::studio
