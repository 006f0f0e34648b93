// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/line.h"

#include <algorithm>
#include <limits>

#include "holon/math/expect.h"

namespace holon {
namespace {

class StraightCurve final : public CurveFunction {
 public:
  StraightCurve(const Vec3& point, const Vec3& direction, CurveDomain domain)
      : point_(point), e_(direction.stableNormalized()), domain_(domain) {}

  CurveJet at(double u) const override { return {point_ + u * e_, e_, Vec3::Zero(), Vec3::Zero()}; }
  CurveDomain domain() const override { return domain_; }
  CurveDomain closest_range(const Vec3& x) const override {
    const double foot = std::clamp(e_.dot(x - point_), domain_.begin, domain_.end);
    return {foot, foot};
  }

 private:
  Vec3 point_, e_;
  CurveDomain domain_;
};

}  // namespace

CurveFunctionPtr straight_curve(const Vec3& point, const Vec3& direction, CurveDomain domain) {
  return std::make_shared<StraightCurve>(point, direction, domain);
}

void Line::check(Diagnostics& d) const {
  expect_place(d, "point", point);
  expect_direction(d, "direction", direction);
}

CurveFunctionPtr Line::function() const {
  const double forever = std::numeric_limits<double>::infinity();
  return straight_curve(point, direction, {-forever, forever});
}

}  // namespace holon
