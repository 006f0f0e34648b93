// SPDX-License-Identifier: Apache-2.0
#include "holon/math/expression.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>
#include <random>

namespace holon::expression_test {

using ::testing::HasSubstr;

double value(std::string_view text, double x = 0.0, double y = 0.0, double z = 0.0) {
  const std::array<double, 3> variables = {x, y, z};
  return Expression(text, {"x", "y", "z"})(std::span<const double>(variables));
}

std::string complaint(std::string_view text) {
  try {
    value(text);
  } catch (const ExpressionError& e) {
    return e.what();
  }
  return "none";
}

// The same operations as the compiler makes of the formula: equal to the last bit.
TEST(Expression, FollowsTheRulesOfAlgebra) {
  EXPECT_EQ(value("1 + 2*3"), 7.0);
  EXPECT_EQ(value("(1 + 2)*3"), 9.0);
  EXPECT_EQ(value("10 - 4 - 3"), 3.0);
  EXPECT_EQ(value("12/3/2"), 2.0);
  EXPECT_EQ(value("2^3^2"), 512.0);
  EXPECT_EQ(value("-x^2", 3.0), -9.0);
  EXPECT_EQ(value("(-x)^2", 3.0), 9.0);
  EXPECT_EQ(value("2^-x", 2.0), 0.25);
  EXPECT_EQ(value("--x", 2.0), 2.0);
  EXPECT_EQ(value("+x - -y", 2.0, 3.0), 5.0);
  EXPECT_EQ(value("2*-x", 2.0), -4.0);
  EXPECT_EQ(value(" \t1.5e2+.5\n"), 150.5);
  EXPECT_EQ(value("x^2/4 + y^2 - 1", 2.0, 3.0), 9.0);
  EXPECT_EQ(value("x - (y - (z - 1))", 5.0, 3.0, 2.0), 3.0);
}

TEST(Expression, KnowsItsFunctionsAndConstants) {
  const double x = 0.3, y = -0.7;
  EXPECT_EQ(value("pi"), std::numbers::pi);
  EXPECT_EQ(value("e"), std::numbers::e);
  EXPECT_EQ(value("sqrt(x)", x), std::sqrt(x));
  EXPECT_EQ(value("sin(x)", x), std::sin(x));
  EXPECT_EQ(value("cos(x)", x), std::cos(x));
  EXPECT_EQ(value("tan(x)", x), std::tan(x));
  EXPECT_EQ(value("asin(x)", x), std::asin(x));
  EXPECT_EQ(value("acos(x)", x), std::acos(x));
  EXPECT_EQ(value("atan(x)", x), std::atan(x));
  EXPECT_EQ(value("atan2(y, x)", x, y), std::atan2(y, x));
  EXPECT_EQ(value("sinh(x)", x), std::sinh(x));
  EXPECT_EQ(value("cosh(x)", x), std::cosh(x));
  EXPECT_EQ(value("tanh(x)", x), std::tanh(x));
  EXPECT_EQ(value("exp(x)", x), std::exp(x));
  EXPECT_EQ(value("log(x)", x), std::log(x));
  EXPECT_EQ(value("abs(y)", x, y), -y);
  EXPECT_EQ(value("min(x, y)", x, y), y);
  EXPECT_EQ(value("max(x, y)", x, y), x);
  EXPECT_EQ(value("sign(x) + 10*sign(y) + 100*sign(z)", x, y, 0.0), -9.0);
  EXPECT_EQ(value("step(x) + 10*step(y) + 100*step(z)", x, y, 0.0), 101.0);
  EXPECT_EQ(value("clamp(x, -1, 1)", 3.0), 1.0);
  EXPECT_EQ(value("clamp(x, -1, 1)", -3.0), -1.0);
  EXPECT_EQ(value("clamp(x, -1, 1)", x), x);
  EXPECT_EQ(value("hypot(x, y)", 3.0, 4.0), 5.0);
  EXPECT_EQ(value("pow(x, y)", x, y), std::pow(x, y));
}

/// A formula with every operator, as the compiler reads it.
template <class S>
S written_out(const S& x, const S& y, const S& z) {
  using std::cos, std::exp, std::sin, std::sqrt;
  return S(3.0) * sin(S(2.0) * x * y) - exp(-z * z) / sqrt(S(1.0) + x * x) + cos(z) * y;
}
constexpr std::string_view same_as_text = "3*sin(2*x*y) - exp(-z^2)/sqrt(1 + x^2) + cos(z)*y";

// A dozen operations on numbers of order 1.
TEST(Expression, HasTheDerivativesOfTheFormulaInEveryNumberType) {
  const Expression f(same_as_text, {"x", "y", "z"});
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(-1.5, 1.5);
  for (int sample = 0; sample < 50; ++sample) {
    const Vec3 x(any(random), any(random), any(random));
    const Vec3 rate(any(random), any(random), any(random));
    std::array<Dual<3>, 3> dual;
    std::array<Taylor, 3> taylor;
    std::array<Quadratic<3>, 3> quadratic;
    for (int i = 0; i < 3; ++i) {
      dual[i] = Dual<3>(x[i], Vec3::Unit(i));
      taylor[i] = Taylor(x[i], rate[i], 0.0);
      quadratic[i] = Quadratic<3>::input(i, x[i]);
    }
    const Dual<3> d = f(std::span<const Dual<3>>(dual));
    const Taylor t = f(std::span<const Taylor>(taylor));
    const ExpressionJet jet = f.jet(x);
    const Dual<3> d0 = written_out(dual[0], dual[1], dual[2]);
    const Taylor t0 = written_out(taylor[0], taylor[1], taylor[2]);
    const Quadratic<3> q0 = written_out(quadratic[0], quadratic[1], quadratic[2]);
    EXPECT_NEAR(d.v, d0.v, 1e-14);
    EXPECT_LT((d.d - d0.d).norm(), 1e-13);
    EXPECT_NEAR(t.d, t0.d, 1e-13);
    EXPECT_NEAR(t.dd, t0.dd, 1e-12);
    EXPECT_NEAR(jet.value, q0.v, 1e-14);
    EXPECT_LT((jet.gradient - q0.d).norm(), 1e-13);
    EXPECT_LT((jet.hessian - q0.dd).norm(), 1e-12);
    EXPECT_NEAR(rate.dot(jet.hessian * rate), t.dd, 1e-12) << "two ways to the same curvature";
  }
}

TEST(Expression, PowersOfZeroAndOfNegativeNumbersHaveDerivatives) {
  const ExpressionJet jet = Expression("x^2 + y^3 + z", {"x", "y", "z"}).jet({0.0, -2.0, 0.0});
  EXPECT_EQ(jet.value, -8.0);
  EXPECT_EQ(jet.gradient, Vec3(0.0, 12.0, 1.0));
  EXPECT_EQ(jet.hessian, Mat3(Vec3(2.0, -12.0, 0.0).asDiagonal()));
}

TEST(Expression, TellsWhatItExpectedAndWhere) {
  EXPECT_EQ(complaint(""), "column 1 of \"\": expected a number, a name or '(', found the end");
  EXPECT_EQ(complaint("x +"),
            "column 4 of \"x +\": expected a number, a name or '(', found the end");
  EXPECT_EQ(complaint("x + * y"),
            "column 5 of \"x + * y\": expected a number, a name or '(', found '*'");
  EXPECT_EQ(complaint("2x"), "column 2 of \"2x\": expected an operator or the end, found 'x'");
  EXPECT_EQ(complaint("(x + 1"),
            "column 7 of \"(x + 1\": expected an operator or ')', found the end");
  EXPECT_EQ(complaint("x)"), "column 2 of \"x)\": expected an operator or the end, found ')'");
  EXPECT_EQ(complaint("1 . 2"),
            "column 3 of \"1 . 2\": expected an operator or the end, found '.'");
  EXPECT_EQ(complaint("."), "column 1 of \".\": expected a number, found '.'");
  EXPECT_THAT(complaint("sin x"), HasSubstr("'sin' takes 1 argument in parentheses"));
  EXPECT_THAT(complaint("atan2(x)"), HasSubstr("'atan2' takes 2 arguments"));
  EXPECT_THAT(complaint("min(x, y, z)"), HasSubstr("'min' takes 2 arguments"));
  EXPECT_THAT(complaint("x + foo(2)"),
              HasSubstr("column 5 of \"x + foo(2)\": unknown name 'foo'; known are x, y, z, pi, e, "
                        "sqrt, sin"));
}

TEST(Expression, LetsNoNumberInThatIsNotFinite) {
  EXPECT_THAT(complaint("1e999"), HasSubstr("number is out of the range of a double"));
  EXPECT_THAT(complaint("x + 1/0"), HasSubstr("column 6 of \"x + 1/0\": is not a finite number"));
  EXPECT_THAT(complaint("log(-1)"), HasSubstr("is not a finite number"));
  EXPECT_THAT(complaint("10^400"), HasSubstr("is not a finite number"));
  EXPECT_THAT(complaint("inf"), HasSubstr("unknown name 'inf'"));
  EXPECT_THAT(complaint("nan"), HasSubstr("unknown name 'nan'"));
}

TEST(Expression, RefusesHostileTextsInsteadOfOverflowing) {
  const auto repeated = [](std::string_view s, int n) {
    std::string text;
    for (int i = 0; i < n; ++i) text += s;
    return text;
  };
  for (const std::string_view s : {"(", "-", "2^", "sin(", "-(", "x+("}) {
    SCOPED_TRACE(s);
    EXPECT_THAT(complaint(repeated(s, 1000000) + "x"),
                ::testing::AnyOf(HasSubstr("nested more than"), HasSubstr("operands at once")));
  }
  EXPECT_THAT(complaint(repeated("x+(", 40) + "x" + repeated(")", 40)), HasSubstr("32 operands"));
  // as many as are allowed
  EXPECT_EQ(value(repeated("x+(", 31) + "x" + repeated(")", 31), 1.0), 32.0);
  EXPECT_EQ(value(repeated("(", 45) + "x" + repeated(")", 45), 3.0), 3.0);
  // length alone is no harm
  EXPECT_EQ(value(repeated("x+", 100000) + "x", 1.0), 100001.0);
}

TEST(Expression, ExpectsAsManyValuesAsVariables) {
  const Expression f("x + y", {"x", "y"});
  const std::array<double, 3> three = {1.0, 2.0, 3.0};
  EXPECT_THROW(f(std::span<const double>(three)), UsageError);
  EXPECT_THROW(f.jet({1.0, 2.0, 3.0}), UsageError);
  EXPECT_EQ(f.variables(), 2);
  EXPECT_EQ(f.text(), "x + y");
  EXPECT_EQ(Expression()(std::span<const double>()), 0.0);
}

}  // namespace holon::expression_test
