// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/parabola.h"

#include <algorithm>

#include "holon/math/expect.h"

namespace holon {
namespace {

class ParabolicCurve final : public CurveFunction {
 public:
  explicit ParabolicCurve(const Parabola& p)
      : vertex_(p.vertex),
        e_(p.orientation.normalized() * Vec3::UnitX()),
        a_(p.orientation.normalized() * Vec3(0.0, p.k, 0.0)),
        domain_{p.begin, p.end} {}

  CurveJet at(double u) const override {
    return {vertex_ + u * e_ + u * u * a_, e_ + 2.0 * u * a_, 2.0 * a_, Vec3::Zero()};
  }
  CurveDomain domain() const override { return domain_; }
  // The closest point is no farther from x than any other, and no farther from that one than
  // twice its distance; two points of the curve are at least |Δu| apart.
  CurveDomain closest_range(const Vec3& x) const override {
    const double other = std::clamp(0.0, domain_.begin, domain_.end);
    const double reach = 2.0 * (x - at(other).r).norm();
    return {std::max(other - reach, domain_.begin), std::min(other + reach, domain_.end)};
  }

 private:
  Vec3 vertex_, e_, a_;
  CurveDomain domain_;
};

}  // namespace

void Parabola::check(Diagnostics& d) const {
  d.expect(std::isfinite(k) && k != 0.0,
           "k",
           "is " + shown(k) + ": give a finite number other than 0, or take a line");
  d.expect(begin < end, "end", "is not beyond begin: exchange them");
  expect_place(d, "vertex", vertex);
  expect_orientation(d, "orientation", orientation);
  if (d.ok()) expect_tangents(d, "k", *function());
}

CurveFunctionPtr Parabola::function() const {
  return std::make_shared<ParabolicCurve>(*this);
}

}  // namespace holon
