// SPDX-License-Identifier: Apache-2.0
#include "holon/math/rate.h"

#include <gtest/gtest.h>

#include <string>

#include "holon/math/expression.h"

namespace holon::rate_test {

/// Value and three derivatives at u.
std::array<double, 4> jet(const Expression& f, double u) {
  const Rate<Taylor> variable(Taylor(u, 1.0, 0.0), Taylor(1.0));
  const Rate<Taylor> y = f(std::span(&variable, 1));
  return {y.v.v, y.d.v, y.d.d, y.d.dd};
}

// u⁵, e^{2u} and sin: derivatives that anyone knows.
TEST(Rate, OfATaylorNumberKnowsThreeDerivatives) {
  const double u = 0.7;
  const auto power = jet(Expression("u^5", {"u"}), u);
  EXPECT_NEAR(power[1], 5.0 * std::pow(u, 4), 1e-15);
  EXPECT_NEAR(power[2], 20.0 * std::pow(u, 3), 1e-14);
  EXPECT_NEAR(power[3], 60.0 * u * u, 1e-14);
  const auto wave = jet(Expression("sin(3*u)", {"u"}), u);
  EXPECT_NEAR(wave[3], -27.0 * std::cos(3.0 * u), 1e-13);
  const auto cube = jet(Expression("u^3 + u", {"u"}), 0.0);
  EXPECT_EQ(cube[1], 1.0);
  EXPECT_EQ(cube[2], 0.0);
  EXPECT_EQ(cube[3], 6.0) << "powers of zero have derivatives";
}

// Each is the difference quotient of the one below, of fourth order: h⁴/30 of a derivative below
// 1e7, and rounding of 1e-15 · 100 / h.
TEST(Rate, DerivativesOfEveryFunctionAreThoseOfTheNextLowerOne) {
  for (const char* text : {"u*u - 2*u + 1/u",
                           "sqrt(u)",
                           "sin(u)*cos(2*u)",
                           "tan(u)",
                           "asin(u) + acos(u^2)",
                           "atan(2*u)",
                           "sinh(u) - cosh(u)",
                           "tanh(3*u)",
                           "exp(-u^2)",
                           "log(u)",
                           "abs(-u) + abs(u)*u",
                           "u^2.5 + u^0 + u^1",
                           "u^(1 + u)",
                           "hypot(u, u^2)",
                           "atan2(sin(u), u^2)",
                           "atan2(-u, -u^2 - 1)",
                           "min(u, u^2)*max(u, 2)",
                           "sign(u)*u^3",
                           "clamp(u^3, 0, 1)*u",
                           "step(u)/(1 + u)"}) {
    const Expression f(text, {"u"});
    const double h = 3e-4;
    for (const double u : {0.45, 0.8})
      for (std::size_t k = 0; k < 3; ++k) {
        const auto step = [&](double s) { return jet(f, u + s)[k]; };
        const double slope =
            (8.0 * (step(h) - step(-h)) - (step(2.0 * h) - step(-2.0 * h))) / (12.0 * h);
        EXPECT_NEAR(jet(f, u)[k + 1], slope, 1e-8 * (1.0 + std::abs(slope)))
            << text << ", derivative " << k + 1;
      }
    const std::array<double, 1> number = {0.45};
    EXPECT_EQ(jet(f, 0.45)[0], f(std::span<const double>(number))) << text;
  }
}

}  // namespace holon::rate_test
