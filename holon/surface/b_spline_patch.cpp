// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/b_spline_patch.h"

#include "holon/geometry/bicubic_patch.h"

namespace holon {
namespace {

BicubicPatch made(const BSplinePatch& b) {
  const auto direction = [&](std::size_t points, bool closed) {
    const SplineEnds ends = closed      ? SplineEnds::closed
                            : b.clamped ? SplineEnds::clamped
                                        : SplineEnds::open;
    return BicubicPatch::Spans{b_spline_spans(static_cast<int>(points), ends), closed};
  };
  return {b.control_points,
          direction(b.control_points.size(), b.closed_u),
          direction(b.control_points.front().size(), b.closed_v)};
}

}  // namespace

void BSplinePatch::check(Diagnostics& d) const {
  if (!check_grid(control_points, d, "control_points")) return;
  const bool enough = control_points.size() >= 4 && control_points.front().size() >= 4;
  d.expect(enough, "control_points", "must be at least 4 rows of 4 points");
  if (enough) check_regular(made(*this), d, "control_points");
}

std::shared_ptr<const SurfaceField> BSplinePatch::prepare() const {
  return std::make_shared<BicubicPatch>(made(*this));
}

}  // namespace holon
