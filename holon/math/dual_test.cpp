// SPDX-License-Identifier: Apache-2.0
#include "holon/math/dual.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <vector>

namespace holon::dual_test {

using Dual2 = Dual<2>;
using Quadratic2 = Quadratic<2>;
using std::numbers::pi;

// Closed forms of numbers of order 1 to 100, each from a handful of operations good to 1e-16.
constexpr double rounding = 1e-13;

/// A function of two variables with all derivatives up to the second, for plain and for
/// differentiated numbers.
struct Case {
  const char* name;
  std::function<double(double, double)> plain;
  std::function<Dual2(Dual2, Dual2)> dual;
  std::function<Taylor(Taylor, Taylor)> taylor;
  std::function<Quadratic2(Quadratic2, Quadratic2)> quadratic;
};

template <class F>
Case make_case(const char* name, F f) {
  return {name, f, f, f, f};
}

// Arguments are positive where a root or a logarithm needs it.
std::vector<Case> all_operations() {
  using std::abs, std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp,
      std::hypot, std::log, std::pow, std::sin, std::sinh, std::sqrt, std::tan, std::tanh;
  std::vector<Case> cases;
  const auto add = [&](const char* name, auto f) { cases.push_back(make_case(name, f)); };
  add("-x", [](auto x, auto) { return -x; });
  add("x + y", [](auto x, auto y) { return x + y; });
  add("x - y", [](auto x, auto y) { return x - y; });
  add("x y", [](auto x, auto y) { return x * y; });
  add("x / y", [](auto x, auto y) { return x / y; });
  add("x += y", [](auto x, auto y) { return x += y; });
  add("x -= y", [](auto x, auto y) { return x -= y; });
  add("x *= y", [](auto x, auto y) { return x *= y; });
  add("x /= y", [](auto x, auto y) { return x /= y; });
  add("x *= x", [](auto x, auto) { return x *= x; });
  add("2 x + 3", [](auto x, auto) { return 2.0 * x + 3.0; });
  add("1 / x", [](auto x, auto) { return 1.0 / x; });
  add("sqrt", [](auto x, auto) { return sqrt(x); });
  add("sin", [](auto x, auto) { return sin(x); });
  add("cos", [](auto x, auto) { return cos(x); });
  add("exp", [](auto x, auto) { return exp(x); });
  add("log", [](auto x, auto) { return log(x); });
  add("atan2", [](auto x, auto y) { return atan2(y, x); });
  add("tan", [](auto x, auto) { return tan(0.5 * x); });
  add("asin", [](auto x, auto) { return asin(0.4 * x); });
  add("acos", [](auto x, auto) { return acos(0.4 * x); });
  add("atan", [](auto x, auto) { return atan(x); });
  add("sinh", [](auto x, auto) { return sinh(x); });
  add("cosh", [](auto x, auto) { return cosh(x); });
  add("tanh", [](auto x, auto) { return tanh(x); });
  add("abs", [](auto x, auto) { return abs(x) + abs(-x); });
  add("x^3", [](auto x, auto) { return pow(x, 3.0); });
  add("x^-1.5", [](auto x, auto) { return pow(x, -1.5); });
  add("x^y", [](auto x, auto y) { return pow(x, y); });
  add("hypot", [](auto x, auto y) { return hypot(x, y); });
  add("nested", [](auto x, auto y) {
    return exp(sin(x * y) / (1.0 + x * x)) * log(x + sqrt(y)) - cos(y / x) / sqrt(x + y);
  });
  add("nested angle",
      [](auto x, auto y) { return atan2(sin(x) * y, cos(y) - x * x) * sqrt(exp(y)); });
  return cases;
}

/// The number x(s) = v + d s + dd s²/2 of a motion.
double along(const Taylor& x, double s) {
  return x.v + x.d * s + 0.5 * x.dd * s * s;
}

// Fourth-order central differences: a step of 1e-3 leaves h⁴ times a fifth derivative (of order
// 100 here) = 1e-10, and rounding 1e-16/h = 1e-13 in the first, 1e-16/h² = 1e-10 in the second.
constexpr double step = 1e-3;
double first_difference(const std::function<double(double)>& f) {
  const double h = step;
  return (8.0 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12.0 * h);
}
double second_difference(const std::function<double(double)>& f) {
  const double h = step;
  return (16.0 * (f(h) + f(-h)) - (f(2 * h) + f(-2 * h)) - 30.0 * f(0.0)) / (12.0 * h * h);
}

TEST(Dual, GradientOfEveryOperationMatchesFiniteDifferences) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> positive(0.5, 2.0), any(-1.0, 1.0);
  for (const Case& c : all_operations())
    for (int sample = 0; sample < 20; ++sample) {
      SCOPED_TRACE(c.name);
      const double x = positive(random), y = positive(random);
      const Vec2 dx(any(random), any(random)), dy(any(random), any(random));
      const Dual2 result = c.dual({x, dx}, {y, dy});
      EXPECT_NEAR(result.v, c.plain(x, y), rounding * (1.0 + std::abs(result.v)));
      for (int i = 0; i < 2; ++i) {
        const double expected =
            first_difference([&](double s) { return c.plain(x + dx[i] * s, y + dy[i] * s); });
        EXPECT_NEAR(result.d[i], expected, 1e-8) << "by input " << i;
      }
    }
}

TEST(Taylor, RateAndAccelerationOfEveryOperationMatchFiniteDifferences) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> positive(0.5, 2.0), any(-1.0, 1.0);
  for (const Case& c : all_operations())
    for (int sample = 0; sample < 20; ++sample) {
      SCOPED_TRACE(c.name);
      const Taylor x(positive(random), any(random), any(random));
      const Taylor y(positive(random), any(random), any(random));
      const Taylor result = c.taylor(x, y);
      const auto plain = [&](double s) { return c.plain(along(x, s), along(y, s)); };
      EXPECT_NEAR(result.v, plain(0.0), rounding * (1.0 + std::abs(result.v)));
      EXPECT_NEAR(result.d, first_difference(plain), 1e-8);
      EXPECT_NEAR(result.dd, second_difference(plain), 1e-7);
    }
}

// Along any line x + s e the gradient gives the slope and the Hessian the curvature, as Taylor has
// them; e along an axis and between two axes tells all entries.
TEST(Quadratic, AlongAnyDirectionIsTheTaylorNumberOfThatDirection) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> positive(0.5, 2.0), any(-1.0, 1.0);
  for (const Case& c : all_operations())
    for (int sample = 0; sample < 20; ++sample) {
      SCOPED_TRACE(c.name);
      const double x = positive(random), y = positive(random);
      const Vec2 e(any(random), any(random));
      const Quadratic2 q = c.quadratic(Quadratic2::input(0, x), Quadratic2::input(1, y));
      const Taylor t = c.taylor({x, e[0], 0.0}, {y, e[1], 0.0});
      const double scale = 1.0 + std::abs(t.v) + std::abs(t.d) + std::abs(t.dd);
      EXPECT_NEAR(q.v, t.v, rounding * scale);
      EXPECT_NEAR(q.d.dot(e), t.d, rounding * scale);
      EXPECT_NEAR(e.dot(q.dd * e), t.dd, 10.0 * rounding * scale);
      EXPECT_NEAR(q.dd(0, 1), q.dd(1, 0), rounding * scale);
    }
}

TEST(Pow, HasAllDerivativesWhereTheBaseIsZeroOrNegative) {
  const Taylor zero(0.0, 2.0, 3.0), minus(-2.0, 1.0, 0.0);
  EXPECT_EQ(pow(zero, 0.0).dd, 0.0);
  EXPECT_EQ(pow(zero, 1.0).d, 2.0);
  EXPECT_EQ(pow(zero, 1.0).dd, 3.0);
  EXPECT_EQ(pow(zero, 2.0).d, 0.0);
  EXPECT_EQ(pow(zero, 2.0).dd, 8.0) << "2 x'^2";
  EXPECT_EQ(pow(minus, 3.0).v, -8.0);
  EXPECT_EQ(pow(minus, 3.0).d, 12.0);
  EXPECT_EQ(pow(minus, 3.0).dd, -12.0);
}

// f, f' and f'' as a table of derivatives prints them.
TEST(Taylor, ElementaryFunctionsHaveTheDerivativesOfTheTextbook) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> positive(0.3, 3.0), any(-2.0, 2.0);
  for (int sample = 0; sample < 50; ++sample) {
    const double x = positive(random), d = any(random), dd = any(random);
    const Taylor t(x, d, dd);
    const auto expect = [&](const Taylor& y, double f, double df, double ddf) {
      EXPECT_NEAR(y.v, f, rounding);
      EXPECT_NEAR(y.d, df * d, rounding * (1.0 + std::abs(df)));
      EXPECT_NEAR(y.dd, df * dd + ddf * d * d, rounding * (1.0 + std::abs(df) + std::abs(ddf)));
    };
    expect(sqrt(t), std::sqrt(x), 0.5 / std::sqrt(x), -0.25 * std::pow(x, -1.5));
    expect(sin(t), std::sin(x), std::cos(x), -std::sin(x));
    expect(cos(t), std::cos(x), -std::sin(x), -std::cos(x));
    expect(exp(t), std::exp(x), std::exp(x), std::exp(x));
    expect(log(t), std::log(x), 1.0 / x, -1.0 / (x * x));
    expect(1.0 / t, 1.0 / x, -1.0 / (x * x), 2.0 / (x * x * x));
    expect(t * t * t, x * x * x, 3.0 * x * x, 6.0 * x);
  }
}

// A point that circles at radius r(s) with angle φ(s) has exactly the angle φ, φ', φ'', wherever it
// is; only the value jumps, on the negative x axis.
TEST(Atan2, RecoversAnAngleWithItsRatesInAllQuadrants) {
  for (int eighth = -32; eighth <= 32; ++eighth) {
    SCOPED_TRACE(eighth);
    const Taylor phi(eighth * pi / 8.0, 0.7, -1.3), r(1.7, 0.4, 0.9);
    const Taylor angle = atan2(r * sin(phi), r * cos(phi));
    EXPECT_NEAR(std::remainder(angle.v - phi.v, 2.0 * pi), 0.0, rounding);
    EXPECT_NEAR(angle.d, phi.d, rounding);
    EXPECT_NEAR(angle.dd, phi.dd, rounding);

    const Dual2 a(phi.v, Vec2(1.0, 0.0)), s(r.v, Vec2(0.0, 1.0));
    const Dual2 same = atan2(s * sin(a), s * cos(a));
    EXPECT_NEAR(same.d[0], 1.0, rounding) << "turns with the angle";
    EXPECT_NEAR(same.d[1], 0.0, rounding) << "and not with the radius";
  }
}

TEST(Atan2, IsExactOnTheAxesAndOnBothSidesOfTheBranchCut) {
  const auto angle = [](double y, double x) { return atan2(Taylor(y, 1, 0), Taylor(x, 0, 0)); };
  // d/dy atan2(y, x) = x / (x² + y²),  d²/dy² = −2 x y / (x² + y²)²
  EXPECT_EQ(angle(0.0, 2.0).v, 0.0);
  EXPECT_EQ(angle(0.0, 2.0).d, 0.5);
  EXPECT_EQ(angle(2.0, 0.0).v, pi / 2);
  EXPECT_EQ(angle(2.0, 0.0).d, 0.0);
  EXPECT_EQ(angle(-2.0, 0.0).v, -pi / 2);
  EXPECT_EQ(angle(0.0, -2.0).v, pi);
  EXPECT_EQ(angle(-0.0, -2.0).v, -pi);
  EXPECT_EQ(angle(0.0, -2.0).d, -0.5);
  EXPECT_EQ(angle(-0.0, -2.0).d, -0.5) << "the rate does not feel the jump of the value";
  for (const double y : {1e-9, -1e-9}) {
    EXPECT_NEAR(angle(y, -2.0).d, -0.5, rounding);
    EXPECT_NEAR(angle(y, -2.0).dd, 0.25 * y, 1e-15) << "an acceleration of 2.5e-10, to 6 digits";
  }
  // far from and close to the origin alike: the angle has no scale
  for (const double scale : {1e-150, 1e-6, 1e6, 1e150}) {
    EXPECT_NEAR(angle(3.0 * scale, 4.0 * scale).d * scale, 4.0 / 25.0, rounding);
  }
}

TEST(Dual, ComparesByValueAlone) {
  const Dual2 one(1.0, Vec2(5.0, 6.0)), two(2.0, Vec2(-5.0, 0.0));
  EXPECT_TRUE(one < two);
  EXPECT_FALSE(two < one);
  EXPECT_TRUE(two > one);
  EXPECT_TRUE(one == Dual2(1.0));
  EXPECT_TRUE(one != two);
  EXPECT_TRUE(Taylor(1.0, 2.0, 3.0) == Taylor(1.0));
  EXPECT_TRUE(Taylor(1.0, 2.0, 3.0) < 1.5);
  EXPECT_TRUE(Taylor(2.0, 2.0, 3.0) > 1.5);
  EXPECT_EQ(value_of(two), 2.0);
  EXPECT_EQ(value_of(Taylor(3.0, 1.0, 1.0)), 3.0);
  EXPECT_EQ(value_of(4.0), 4.0);
}

TEST(Dual, ANumberIsAConstant) {
  const Dual2 c = 3.0;
  EXPECT_EQ(c.v, 3.0);
  EXPECT_EQ(c.d, Vec2::Zero());
  const Taylor t = 3.0;
  EXPECT_EQ(t.d, 0.0);
  EXPECT_EQ(t.dd, 0.0);
  EXPECT_EQ(Dual2().v, 0.0);
  EXPECT_EQ(Dual2().d, Vec2::Zero());
}

/// The angle between two directions and more, from vectors and matrices of any number type.
template <class S>
S formula_of_vectors(const Vec3T<S>& a, const Vec3T<S>& b) {
  Mat3T<S> B;
  B << a, b, a.cross(b);
  const Vec3T<S> turned = B * a + B.transpose() * b;
  return turned.dot(a.normalized()) + a.norm() * b.squaredNorm() + (a + b * S(2.0)).sum();
}

TEST(Dual, WorksInsideEigenVectorsAndMatrices) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (int sample = 0; sample < 50; ++sample) {
    Vec3T<Dual<6>> a, b;
    Vec3T<Taylor> at, bt;
    Eigen::Matrix<double, 6, 1> u, u_dot;
    for (int i = 0; i < 6; ++i) {
      u[i] = any(random) + (i == 0 ? 1.5 : 0.0);  // keeps a away from zero
      u_dot[i] = any(random);
      (i < 3 ? a[i] : b[i - 3]) = Dual<6>(u[i], Eigen::Matrix<double, 6, 1>::Unit(i));
      (i < 3 ? at[i] : bt[i - 3]) = Taylor(u[i], u_dot[i], 0.0);
    }
    const auto plain = [&](double s) {
      const Eigen::Matrix<double, 6, 1> x = u + s * u_dot;
      return formula_of_vectors<double>(x.head<3>(), x.tail<3>());
    };
    const Dual<6> y = formula_of_vectors(a, b);
    const Taylor yt = formula_of_vectors(at, bt);
    // |a| > 0.5, so the fifth derivative of its direction is below 5!/0.5⁵ = 4e3: h⁴ of it is 4e-9
    EXPECT_NEAR(y.v, plain(0.0), rounding);
    EXPECT_NEAR(y.d.dot(u_dot), first_difference(plain), 1e-8);
    EXPECT_NEAR(yt.d, y.d.dot(u_dot), rounding * 10.0) << "gradient times rates is the rate";
    EXPECT_NEAR(yt.dd, second_difference(plain), 1e-7);
  }
}

}  // namespace holon::dual_test
