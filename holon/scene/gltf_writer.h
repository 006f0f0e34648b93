// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "holon/scene/recording.h"

namespace holon {

/// A run as a binary glTF 2.0 file: a node with the looks of each object, and its motion as an
/// animation with a key at every sample, linear in between. glTF has y upward: one node turns it
/// all. Of an affine body A = U S Vᵀ, where a node can do U S, and one inside it Vᵀ.
std::string to_glb(const Recording& recording);

}  // namespace holon
