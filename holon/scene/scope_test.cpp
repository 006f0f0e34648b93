// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/scope.h"

#include <gmock/gmock.h>

#include <numbers>

#include "holon/math/expression.h"

namespace holon::scope_test {

Scope two_parameters() {
  Scope scope;
  scope.define("length", 1.5);
  scope.define("e5", 7.0);
  return scope;
}

TEST(Scope, EvaluatesExpressionsOfItsParameters) {
  EXPECT_EQ(two_parameters().evaluate("2*length + pi").number, 3.0 + std::numbers::pi);
  EXPECT_EQ(two_parameters().evaluate("1e5").number, 1e5) << "a number, not 1 and e5";
  EXPECT_THROW(two_parameters().evaluate("2*lenght"), ExpressionError);
}

TEST(Scope, KnowsWhatDependsOnTime) {
  EXPECT_FALSE(two_parameters().evaluate("tan(length)").depends_on_time);
  const Scope::Value value = two_parameters().evaluate("length + sin(t)");
  EXPECT_TRUE(value.depends_on_time);
  EXPECT_EQ(value.number, 1.5) << "at t = 0";
}

TEST(Scope, WritesValuesIntoFormulas) {
  EXPECT_EQ(two_parameters().with_values("length*sin(3e5*t) - e5"), "(1.5)*sin(3e5*t) - (7)");
  Scope negative;
  negative.define("a", -2.0);
  EXPECT_EQ(Expression(negative.with_values("a^2"), {})(std::span<const double>()), 4.0);
}

TEST(Scope, LaterDefinitionsHideEarlierOnes) {
  Scope scope = two_parameters();
  scope.define("length", 4.0);
  EXPECT_EQ(scope.find("length"), 4.0);
  EXPECT_EQ(scope.names().size(), 2U);
}

TEST(Scope, RefusesNamesThatFormulasHave) {
  for (const char* name : {"t", "x", "vx", "sin", "pi", "e", "clamp", "i"})
    EXPECT_THAT(Scope::why_no_name(name), ::testing::HasSubstr("a meaning in formulas")) << name;
  for (const char* name : {"", "2nd", "two words", "a-b", "é"})
    EXPECT_THAT(Scope::why_no_name(name), ::testing::HasSubstr("a word")) << name;
  for (const char* name : {"length", "x1", "_", "E_steel", "w"})
    EXPECT_EQ(Scope::why_no_name(name), "");
}

}  // namespace holon::scope_test
