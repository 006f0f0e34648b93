// SPDX-License-Identifier: Apache-2.0
#include "holon/surface/height_field.h"

#include <algorithm>
#include <cmath>

#include "holon/geometry/bicubic_patch.h"

namespace holon {

void HeightField::check(Diagnostics& d) const {
  const bool filled = heights.size() >= 2 && heights.front().size() >= 2;
  d.expect(filled, "heights", "must be at least 2 rows of 2 heights");
  for (const std::vector<double>& row : heights) {
    if (row.size() != heights.front().size()) {
      d.error("heights", "must have as many heights in each row");
      break;
    }
    if (!std::all_of(row.begin(), row.end(), [](double h) { return std::isfinite(h); })) {
      d.error("heights", "must be finite");
      break;
    }
  }
  d.expect(corner.allFinite(), "corner", "must be finite");
  d.expect(
      spacing.allFinite() && spacing.minCoeff() > 0.0, "spacing", "must be positive and finite");
}

// u counts the heights along x and v those along y. Control points of a uniform B-spline that lie
// evenly on a line give that line, evenly: so x and y are linear in u and v.
std::shared_ptr<const SurfaceField> HeightField::prepare() const {
  MatX h(std::ssize(heights.front()), std::ssize(heights));
  for (Eigen::Index i = 0; i < h.rows(); ++i)
    for (Eigen::Index j = 0; j < h.cols(); ++j)
      h(i, j) = heights[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)];
  const MatX along_x = b_spline_through(h, EndSlope::natural, EndSlope::natural);
  const MatX c =
      b_spline_through(along_x.transpose(), EndSlope::natural, EndSlope::natural).transpose();
  std::vector<std::vector<Vec3>> control(static_cast<std::size_t>(c.rows()));
  for (Eigen::Index i = 0; i < c.rows(); ++i)
    for (Eigen::Index j = 0; j < c.cols(); ++j)
      control[static_cast<std::size_t>(i)].emplace_back(
          corner.x() + spacing.x() * static_cast<double>(i - 1),
          corner.y() + spacing.y() * static_cast<double>(j - 1),
          c(i, j));
  return std::make_shared<BicubicPatch>(
      control,
      BicubicPatch::Spans{b_spline_spans(static_cast<int>(c.rows()), SplineEnds::open), false},
      BicubicPatch::Spans{b_spline_spans(static_cast<int>(c.cols()), SplineEnds::open), false});
}

}  // namespace holon
