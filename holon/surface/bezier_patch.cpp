// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/bezier_patch.h"

#include "holon/geometry/bicubic_patch.h"

namespace holon {
namespace {

bool fits(std::size_t points, bool closed) {
  return closed ? points >= 6 && points % 3 == 0 : points >= 4 && points % 3 == 1;
}

BicubicPatch made(const BezierPatch& b) {
  const auto rows = static_cast<int>(b.control_points.size());
  const auto columns = static_cast<int>(b.control_points.front().size());
  return {b.control_points,
          {bezier_spans(rows, b.closed_u), b.closed_u},
          {bezier_spans(columns, b.closed_v), b.closed_v}};
}

}  // namespace

void BezierPatch::check(Diagnostics& d) const {
  if (!check_grid(control_points, d, "control_points")) return;
  const bool rows = fits(control_points.size(), closed_u);
  const bool columns = fits(control_points.front().size(), closed_v);
  d.expect(rows, "control_points", "must have 4, 7, 10 ... rows, or 6, 9, 12 ... if closed_u");
  d.expect(columns,
           "control_points",
           "must have 4, 7, 10 ... points in a row, or 6, 9, 12 ... if closed_v");
  if (rows && columns) check_regular(made(*this), d, "control_points");
}

std::shared_ptr<const SurfaceField> BezierPatch::prepare() const {
  return std::make_shared<BicubicPatch>(made(*this));
}

}  // namespace holon
