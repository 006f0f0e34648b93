// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/step/system.h"

namespace holon {

/// Whether what a constraint asks of positions and what it asks of velocities, either of which
/// leaves its objects a motion, leave them none together. Both are the same thing told twice for
/// gears in mesh, and one of them is left out; out of mesh they differ a little, and rigid gears
/// are locked. Looks at the system where it was placed last.
bool is_jammed(System& system, const System::ConstraintView& view);

}  // namespace holon
