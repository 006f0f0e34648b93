// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/sweep/measure.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "holon/math/diagnostics.h"

namespace holon::cli {
namespace measure_test {

/// A measure of sin t over one turn, in n steps.
double of_sine(const char* text, int n) {
  Measure m(text);
  for (int i = 0; i <= n; ++i) {
    const double t = 2.0 * std::numbers::pi * i / n;
    m.add(t, std::sin(t));
  }
  return m.value();
}

TEST(Measure, OfASineIsWhatAnalysisSays) {
  // the rows next to an extreme are at most h/2 away from it, where sin falls by h²/8
  const int n = 1000;
  const double h = 2.0 * std::numbers::pi / n;
  EXPECT_NEAR(of_sine("max(s.x)", n), 1.0, h * h / 8);
  EXPECT_NEAR(of_sine("min(s.x)", n), -1.0, h * h / 8);
  EXPECT_NEAR(of_sine("range(s.x)", n), 2.0, h * h / 4);
  EXPECT_NEAR(of_sine("time_of_max(s.x)", n), std::numbers::pi / 2, h);
  EXPECT_NEAR(of_sine("time_of_min(s.x)", n), 1.5 * std::numbers::pi, h);
  // the trapezoidal rule is exact for sines over whole periods
  EXPECT_NEAR(of_sine("mean(s.x)", n), 0.0, 1e-12);
  EXPECT_NEAR(of_sine("rms(s.x)", n), std::sqrt(0.5), 1e-12);
  EXPECT_EQ(of_sine("first(s.x)", n), 0.0);
  EXPECT_NEAR(of_sine("final(s.x)", n), 0.0, 1e-14);
  // a chord is at most h²/8 off, over a slope of √3/2
  EXPECT_NEAR(of_sine("first_time_above(s.x, 0.5)", n), std::numbers::pi / 6, h * h / 8 / 0.86);
  EXPECT_NEAR(
      of_sine("first_time_below(s.x, -0.5)", n), 7 * std::numbers::pi / 6, h * h / 8 / 0.86);
}

TEST(Measure, OfWhatNeverHappensIsNothing) {
  EXPECT_TRUE(std::isnan(of_sine("first_time_above(s.x, 2)", 10)));
  EXPECT_TRUE(std::isnan(Measure("max(s.x)").value()));
}

TEST(Measure, MeansAreOverTimeNotOverRows) {
  Measure m("mean(x)");
  m.add(0.0, 0.0);
  m.add(1.0, 2.0);
  m.add(4.0, 2.0);
  EXPECT_DOUBLE_EQ(m.value(), (1.0 + 6.0) / 4.0);
}

TEST(Measure, TakesOneRowAndRowsWithoutAValue) {
  Measure m("mean(x)"), r("rms(x)"), above("first_time_above(x,1)");
  m.add(0.0, std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(std::isnan(m.value()));
  m.add(1.0, -3.0);
  r.add(1.0, -3.0);
  above.add(0.5, 2.0);
  EXPECT_EQ(m.value(), -3.0);
  EXPECT_EQ(r.value(), 3.0);
  EXPECT_EQ(above.value(), 0.5);
  m.clear();
  EXPECT_TRUE(std::isnan(m.value()));
}

TEST(Measure, KeepsNamesWithCommasApartFromTheLevel) {
  const Measure m("first_time_above( cart1/door.angle , -1e-3 )");
  EXPECT_EQ(m.signal(), "cart1/door.angle");
  EXPECT_EQ(m.text(), "first_time_above(cart1/door.angle,-1e-3)");
}

std::string refusal(const char* text) {
  try {
    const Measure m(text);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "";
}

TEST(Measure, SaysWhatIsWrongWithIt) {
  using ::testing::HasSubstr;
  EXPECT_THAT(refusal("door.angle"), HasSubstr("function(signal)"));
  EXPECT_THAT(refusal("maxx(a)"), HasSubstr("did you mean 'max'?"));
  EXPECT_THAT(refusal("max()"), HasSubstr("names no signal"));
  EXPECT_THAT(refusal("first_time_above(a)"), HasSubstr("needs a number"));
  EXPECT_THAT(refusal("first_time_above(a, b)"), HasSubstr("needs a number"));
  EXPECT_THAT(refusal("first_time_above(a,)"), HasSubstr("needs a number"));
}

}  // namespace measure_test
}  // namespace holon::cli
