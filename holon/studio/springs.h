// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/studio/ends.h"

namespace holon::studio {

/// What an object weighs [kg].
double mass_of(const Model& model, ObjectId id);

/// The fields of a spring between two ends, at rest as it is now: with the lighter end hung on it,
/// it stretches by a tenth of its length, and swings back and forth some times. Another stiffness
/// if it is given.
Json spring_between(const World& world, const End& a, const End& b, const Json* stiffness);

}  // namespace holon::studio
