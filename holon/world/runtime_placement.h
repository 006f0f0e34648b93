// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/world/world.h"

namespace holon {

/// Where an object at work is as a whole, and how it moves.
template <class Runtime>
Placement placement_of(const Runtime& r) {
  Placement p;
  if constexpr (Runtime::has_orientation) {
    const FrameKin f = r.frame({});
    p.position = f.x;
    p.velocity = f.v;
    p.orientation = Quat(f.R).normalized();
    p.angular_velocity = f.w;
  } else {
    p.position = r.com();
    p.velocity = r.momentum() / r.mass();
  }
  return p;
}

}  // namespace holon
