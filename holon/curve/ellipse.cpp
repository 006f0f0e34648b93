// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/ellipse.h"

#include <numbers>

#include "holon/math/expect.h"

namespace holon {
namespace {

class EllipticCurve final : public CurveFunction {
 public:
  explicit EllipticCurve(const Ellipse& e)
      : center_(e.center),
        a_(e.orientation.normalized() * Vec3(e.radii.x(), 0.0, 0.0)),
        b_(e.orientation.normalized() * Vec3(0.0, e.radii.y(), 0.0)) {}

  CurveJet at(double u) const override {
    const Vec3 out = std::cos(u) * a_ + std::sin(u) * b_;
    const Vec3 on = std::cos(u) * b_ - std::sin(u) * a_;
    return {center_ + out, on, -out, -on};
  }
  CurveDomain domain() const override { return {0.0, 2.0 * std::numbers::pi, true}; }

 private:
  Vec3 center_, a_, b_;
};

}  // namespace

void Ellipse::check(Diagnostics& d) const {
  expect_length(d, "radii", radii.x(), "x ");
  expect_length(d, "radii", radii.y(), "y ");
  expect_place(d, "center", center);
  expect_orientation(d, "orientation", orientation);
  if (d.ok()) expect_tangents(d, "radii", *function());
}

CurveFunctionPtr Ellipse::function() const {
  return std::make_shared<EllipticCurve>(*this);
}

}  // namespace holon
