// SPDX-License-Identifier: Apache-2.0
#include "holon/math/expect.h"

#include <cmath>
#include <cstdio>

namespace holon {

std::string shown(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g", x);
  return buffer;
}

void expect_length(Diagnostics& d, std::string_view field, double x, std::string_view part) {
  d.expect(std::isfinite(x) && x > 0.0,
           field,
           std::string(part) + "is " + shown(x) + ": give a positive, finite length in metres");
}

void expect_place(Diagnostics& d, std::string_view field, const Vec3& x) {
  d.expect(x.allFinite(), field, "is not finite: give three numbers in metres");
}

bool expect_places(Diagnostics& d, std::string_view field, const std::vector<Vec3>& points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].allFinite()) continue;
    d.error(field, "point " + std::to_string(i) + " is not finite: give three numbers in metres");
    return false;
  }
  return true;
}

void expect_direction(Diagnostics& d, std::string_view field, const Vec3& v) {
  d.expect(v.allFinite() && v.stableNorm() > 0.0,
           field,
           "has no direction: give three finite numbers that are not all zero");
}

void expect_orientation(Diagnostics& d, std::string_view field, const Quat& q) {
  d.expect(q.coeffs().allFinite() && q.norm() > 1e-12,
           field,
           "must be a finite quaternion w, x, y, z that is not zero");
}

}  // namespace holon
