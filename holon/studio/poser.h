// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/studio/hand.h"

namespace holon::studio {

/// Moves what a hand holds while time stands: a copy of the world in which nothing but the hand
/// acts, and things stop when it stops. The joints hold.
class Poser {
 public:
  Poser(const World& world, const PointOn& held);
  /// Brings the held point as near to `to` as the joints allow. The deed of a tape that puts the
  /// objects of `world` which have moved where they are then; null if none has.
  Json move(const Vec3& to, const World& world);
  /// Where the held point is, and where the hand is.
  const Held& held() const { return held_; }

 private:
  bool approach(const Vec3& to);

  World world_;
  ForceId hand_;
  Held held_;
  double free_inertia_ = 1.0;  // of the point if nothing were joined to its object
};

}  // namespace holon::studio
