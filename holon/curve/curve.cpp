// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/curve.h"

#include <cmath>
#include <string>

namespace holon {
namespace {

class Formula final : public CurveFunction {
 public:
  Formula(CurveDomain domain, std::function<CurveJet(double)> f)
      : domain_(domain), f_(std::move(f)) {}
  CurveJet at(double u) const override { return f_(u); }
  CurveDomain domain() const override { return domain_; }

 private:
  CurveDomain domain_;
  std::function<CurveJet(double)> f_;
};

void check_host_function(Diagnostics& d, const CurveFunction& f) {
  const CurveDomain domain = f.domain();
  if (!(domain.begin < domain.end))
    return d.error("domain", "does not end beyond where it begins: exchange them");
  if (domain.closed && !domain.bounded())
    return d.error("domain", "of a closed curve must be finite");
  if (!f.closest_range(Vec3::Zero()).bounded())
    return d.error("domain", "is infinite: give it ends, or override closest_range");
  expect_tangents(d, "function", f);
}

CurveFunctionPtr checked_function(const Curve::Kind& kind) {
  return std::visit(
      [](const auto& k) -> CurveFunctionPtr {
        Diagnostics d;
        if constexpr (requires { k->at(0.0); }) {
          HOLON_EXPECT(k != nullptr);
          check_host_function(d, *k);
          if (!d.ok()) throw ModelError("curve of the host", d.errors());
          return k;
        } else {
          k.check(d);
          if (!d.ok()) throw ModelError("curve '" + std::string(k.name) + "'", d.errors());
          return k.function();
        }
      },
      kind);
}

CurveDomain domain_by_length(const MeasuredCurve& curve) {
  const CurveDomain& u = curve.domain();
  if (u.closed) return {0.0, curve.total_length(), true};
  return {std::isfinite(u.begin) ? curve.length_to(u.begin) : u.begin,
          std::isfinite(u.end) ? curve.length_to(u.end) : u.end};
}

/// The jet by length s, where du/ds = 1/σ, σ = |r'|:
///     u' = 1/σ,   u'' = −σ_u/σ³,   u''' = (3 σ_u² − σ σ_uu)/σ⁵
CurveJet by_length(const CurveJet& j) {
  const double sigma = j.d1.norm();
  const double sigma_u = j.d1.dot(j.d2) / sigma;
  const double sigma_uu = (j.d2.squaredNorm() + j.d1.dot(j.d3) - sigma_u * sigma_u) / sigma;
  const double u1 = 1.0 / sigma;
  const double u2 = -sigma_u * u1 * u1 * u1;
  const double u3 = (3.0 * sigma_u * sigma_u - sigma * sigma_uu) * std::pow(u1, 5);
  return {j.r,
          u1 * j.d1,
          u1 * u1 * j.d2 + u2 * j.d1,
          u1 * u1 * u1 * j.d3 + 3.0 * u1 * u2 * j.d2 + u3 * j.d1};
}

}  // namespace

Curve::Curve(Kind kind, CurveOptions options) {
  MeasuredCurve curve(checked_function(kind));
  const CurveDomain domain = options.by_length ? domain_by_length(curve) : curve.domain();
  data_ = std::make_shared<const Data>(Data{std::move(kind), options, std::move(curve), domain});
}

Curve Curve::formula(CurveDomain domain, std::function<CurveJet(double)> f, CurveOptions options) {
  HOLON_EXPECT(f != nullptr);
  return Curve(std::make_shared<const Formula>(domain, std::move(f)), options);
}

CurveJet Curve::at(double u) const {
  const MeasuredCurve& c = data_->curve;
  return data_->options.by_length ? by_length(c.at(c.parameter_at(u))) : c.at(u);
}

double Curve::closest(const Vec3& x) const {
  const MeasuredCurve& c = data_->curve;
  const double u = c.closest(x);
  return data_->options.by_length ? c.length_to(u) : u;
}

double Curve::closest_near(const Vec3& x, double guess) const {
  const MeasuredCurve& c = data_->curve;
  if (!data_->options.by_length) return c.closest_near(x, guess);
  return c.length_to(c.closest_near(x, c.parameter_at(guess)));
}

double Curve::length_to(double u) const {
  return data_->options.by_length ? u : data_->curve.length_to(u);
}

double Curve::parameter_at(double s) const {
  return data_->options.by_length ? s : data_->curve.parameter_at(s);
}

double Curve::length(double u0, double u1) const {
  const MeasuredCurve& c = data_->curve;
  return data_->options.by_length ? u1 - u0 : c.length_between(u0, u1);
}

}  // namespace holon
