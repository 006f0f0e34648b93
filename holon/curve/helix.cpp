// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/helix.h"

#include <algorithm>

#include "holon/math/expect.h"

namespace holon {
namespace {

class HelicalCurve final : public CurveFunction {
 public:
  explicit HelicalCurve(const Helix& h)
      : center_(h.center),
        a_(h.orientation.normalized() * Vec3(h.radius, 0.0, 0.0)),
        b_(h.orientation.normalized() * Vec3(0.0, h.radius, 0.0)),
        c_(h.orientation.normalized() * Vec3(0.0, 0.0, h.rise)),
        rise_(std::abs(h.rise)),
        domain_{h.begin, h.end} {}

  CurveJet at(double u) const override {
    const Vec3 out = std::cos(u) * a_ + std::sin(u) * b_;
    const Vec3 on = std::cos(u) * b_ - std::sin(u) * a_;
    return {center_ + out + u * c_, on + c_, -out, -on};
  }
  CurveDomain domain() const override { return domain_; }
  // Across the axis, no point is closer than |ρₓ − ρ|. So the closest one, which is no farther than
  // D, that at the height of x, is at most √(D² − (ρₓ − ρ)²) above or below x.
  CurveDomain closest_range(const Vec3& x) const override {
    const double level = c_.dot(x - center_) / (rise_ * rise_);
    const double across = (x - center_ - level * c_).norm() - a_.norm();
    const double D2 = (x - at(std::clamp(level, domain_.begin, domain_.end)).r).squaredNorm();
    constexpr double rounding = 1e-14;
    const double height2 = std::max(D2 - across * across, 0.0) + rounding * D2;
    const double reach = std::sqrt(height2) / rise_;
    return {std::clamp(level - reach, domain_.begin, domain_.end),
            std::clamp(level + reach, domain_.begin, domain_.end)};
  }

 private:
  Vec3 center_, a_, b_, c_;
  double rise_;
  CurveDomain domain_;
};

}  // namespace

void Helix::check(Diagnostics& d) const {
  expect_length(d, "radius", radius);
  d.expect(std::isfinite(rise) && rise != 0.0,
           "rise",
           "is " + shown(rise) + ": give a finite number other than 0, or take a circle");
  d.expect(begin < end, "end", "is not beyond begin: exchange them");
  expect_place(d, "center", center);
  expect_orientation(d, "orientation", orientation);
  if (d.ok()) expect_tangents(d, "radius", *function());
}

CurveFunctionPtr Helix::function() const {
  return std::make_shared<HelicalCurve>(*this);
}

}  // namespace holon
