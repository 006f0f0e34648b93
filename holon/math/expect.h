// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "holon/math/diagnostics.h"
#include "holon/math/types.h"

/// What descriptions expect of their fields again and again, with one wording.
namespace holon {

/// A number as a message shows it.
std::string shown(double x);

/// A positive, finite length. `part` says which number of the field it is.
void expect_length(Diagnostics& d, std::string_view field, double x, std::string_view part = "");
/// A finite place.
void expect_place(Diagnostics& d, std::string_view field, const Vec3& x);
/// Finite places; true if they are.
bool expect_places(Diagnostics& d, std::string_view field, const std::vector<Vec3>& points);
/// A vector with a direction, of any length.
void expect_direction(Diagnostics& d, std::string_view field, const Vec3& v);
/// A quaternion that can be made a unit one.
void expect_orientation(Diagnostics& d, std::string_view field, const Quat& q);

}  // namespace holon
