// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/parametric_curve.h"

#include "holon/math/expect.h"
#include "holon/math/point_formula.h"
#include "holon/math/rate.h"

namespace holon {
namespace {

constexpr std::string_view of_u[] = {"u"};
constexpr int curve_samples =
    256;  // at which it is looked at; what is wrong between them may be missed

class FormulaCurve final : public CurveFunction {
 public:
  explicit FormulaCurve(const ParametricCurve& c)
      : r_({c.x, c.y, c.z}, of_u), domain_{c.begin, c.end, c.closed} {}

  CurveJet at(double u) const override {
    const Rate<Taylor> variable(Taylor(u, 1.0, 0.0), Taylor(1.0));
    const auto [x, y, z] = r_(std::span(&variable, 1));
    return {{x.v.v, y.v.v, z.v.v},
            {x.d.v, y.d.v, z.d.v},
            {x.d.d, y.d.d, z.d.d},
            {x.d.dd, y.d.dd, z.d.dd}};
  }
  CurveDomain domain() const override { return domain_; }

 private:
  PointFormula r_;
  CurveDomain domain_;
};

bool expect_finite_curve(Diagnostics& d, const ParametricCurve& c, const FormulaCurve& curve) {
  for (int k = 0; k <= curve_samples; ++k) {
    const double u = c.begin + (c.end - c.begin) * k / curve_samples;
    const CurveJet jet = curve.at(u);
    for (int i = 0; i < 3; ++i) {
      const Eigen::Vector4d all(jet.r[i], jet.d1[i], jet.d2[i], jet.d3[i]);
      if (all.allFinite()) continue;
      d.error(PointFormula::axes[static_cast<std::size_t>(i)],
              "or a derivative of it is not finite at u = " + shown(u)
                  + ": let the curve begin or end beside it, or write it another way");
      return false;
    }
  }
  return true;
}

/// Expects the same point and the same direction at both ends.
void expect_closed_curve(Diagnostics& d, const ParametricCurve& c, const FormulaCurve& curve) {
  constexpr double rounding = 1e-9;  // of formulas, and of ends given with ten digits
  const CurveJet first = curve.at(c.begin), last = curve.at(c.end);
  const double gap = (last.r - first.r).norm();
  const double size = first.r.norm() + (c.end - c.begin) * first.d1.norm();
  if (gap > rounding * size)
    return d.error(
        "closed",
        "the end is " + shown(gap)
            + " m away from the beginning: correct begin, end or the formulas, or leave it open");
  d.expect((last.d1.normalized() - first.d1.normalized()).norm() <= 1e-6,
           "closed",
           "there is a corner where the end meets the beginning: correct the formulas, or leave it "
           "open");
}

}  // namespace

void ParametricCurve::check(Diagnostics& d) const {
  PointFormula::expect(d, {x, y, z}, of_u);
  d.expect(std::isfinite(begin), "begin", "must be finite");
  d.expect(std::isfinite(end), "end", "must be finite");
  d.expect(!(begin >= end), "end", "is not beyond begin: exchange them");
  if (!d.ok()) return;
  const FormulaCurve curve(*this);
  if (!expect_finite_curve(d, *this, curve)) return;
  expect_tangents(d, "x", curve, curve_samples);
  if (d.ok() && closed) expect_closed_curve(d, *this, curve);
}

CurveFunctionPtr ParametricCurve::function() const {
  return std::make_shared<FormulaCurve>(*this);
}

}  // namespace holon
