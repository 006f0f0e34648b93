// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/motion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

namespace holon::motion_test {

using std::numbers::pi;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Values of order 1 to 10 from a few dozen operations, each good to 1e-16.
constexpr double rounding = 1e-13;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<std::string> complaints(const auto& thing) {
  Diagnostics d;
  thing.check(d);
  return d.errors();
}

void expect_taylor(const Taylor& x, double v, double d, double dd) {
  EXPECT_NEAR(x.v, v, rounding * (1.0 + std::abs(v)));
  EXPECT_NEAR(x.d, d, rounding * (1.0 + std::abs(d)));
  EXPECT_NEAR(x.dd, dd, rounding * (1.0 + std::abs(dd)));
}

Keyframes uneven_keys() {
  return {.times = {-0.5, 0.1, 0.4, 1.5, 1.6, 3.0}, .values = {1.0, -2.0, 0.5, 0.5, 4.0, -1.0}};
}

TEST(Polynomial, HasTheRatesOfItsPowers) {
  const Polynomial p{{2.0, -1.0, 0.5, 3.0}};
  for (const double t : {-2.0, -0.3, 0.0, 1.0, 1.7})
    expect_taylor(
        p.at(t), 2.0 - t + 0.5 * t * t + 3.0 * t * t * t, -1.0 + t + 9.0 * t * t, 1.0 + 18.0 * t);
}

TEST(Sine, HasTheRatesOfASine) {
  const Sine s{.offset = 0.3, .amplitude = 2.0, .rate = 5.0, .phase = 0.7};
  for (const double t : {-1.0, 0.0, 0.2, 3.0})
    expect_taylor(s.at(t),
                  0.3 + 2.0 * std::sin(5.0 * t + 0.7),
                  10.0 * std::cos(5.0 * t + 0.7),
                  -50.0 * std::sin(5.0 * t + 0.7));
}

TEST(Motion, IsAnyOfItsKinds) {
  expect_taylor(Motion().at(3.0), 0.0, 0.0, 0.0);
  expect_taylor(Motion(1.5).at(-2.0), 1.5, 0.0, 0.0);
  expect_taylor(Motion(Polynomial{{1.0, 2.0}}).at(3.0), 7.0, 2.0, 0.0);
  expect_taylor(Motion(Sine{.phase = pi / 2}).at(0.0), 1.0, 0.0, -1.0);
  const TimeFunction drop = [](double t) { return Taylor(-5.0 * t * t, -10.0 * t, -10.0); };
  expect_taylor(Motion(drop).at(2.0), -20.0, -20.0, -10.0);
  expect_taylor(Motion(Keyframes{{0.0, 1.0}, {0.0, 1.0}}).at(0.5), 0.5, 1.5, 0.0);
}

TEST(TimeFormula, HasTheRatesOfItsFunctions) {
  const Motion damped = TimeFormula("2*exp(-0.5*t)*sin(3*t) + t^2");
  for (const double t : {-1.0, 0.0, 0.4, 2.0}) {
    const double e = 2.0 * std::exp(-0.5 * t), s = std::sin(3.0 * t), c = std::cos(3.0 * t);
    expect_taylor(damped.at(t),
                  e * s + t * t,
                  e * (3.0 * c - 0.5 * s) + 2.0 * t,
                  e * (-9.0 * s - 3.0 * c + 0.25 * s) + 2.0);
  }
}

TEST(TimeFormula, IsTheSameAsTheOtherKindsOfMotion) {
  const Motion sine = Sine{.offset = 0.3, .amplitude = 2.0, .rate = 5.0, .phase = 0.7};
  const Motion polynomial = Polynomial{{2.0, -1.0, 0.5, 3.0}};
  for (const double t : {-2.0, 0.0, 1.7}) {
    const Taylor s = sine.at(t), p = polynomial.at(t);
    expect_taylor(Motion(TimeFormula("0.3 + 2*sin(5*t + 0.7)")).at(t), s.v, s.d, s.dd);
    expect_taylor(Motion(TimeFormula("2 - t + 0.5*t^2 + 3*t^3")).at(t), p.v, p.d, p.dd);
  }
}

TEST(TimeFormula, ThatIsNoneIsRefusedAtOnce) {
  try {
    const Motion motion(TimeFormula("2*x"));
    FAIL() << "accepted";
  } catch (const ModelError& error) {
    EXPECT_THAT(error.errors(), ElementsAre(HasSubstr("column 3 of \"2*x\"")));
    EXPECT_THAT(error.what(), HasSubstr("formula of t"));
  }
  EXPECT_THROW(TimeFormula(""), ModelError);
  EXPECT_THROW(TimeFormula("sin(t"), ModelError);
}

TEST(Keyframes, PassThroughEveryKey) {
  const Keyframes keys = uneven_keys();
  const Spline spline(keys);
  for (std::size_t i = 0; i < keys.times.size(); ++i)
    EXPECT_NEAR(spline.at(keys.times[i]).v, keys.values[i], rounding);
}

TEST(Keyframes, HaveContinuousRateAndAccelerationInside) {
  const Keyframes keys = uneven_keys();
  const Spline spline(keys);
  // The third derivative here is below 1e4, so 2e-10 seconds change the acceleration by 2e-6 and
  // the rate (acceleration below 1e3) by 2e-7; a kink would be of order 1.
  for (std::size_t i = 1; i + 1 < keys.times.size(); ++i) {
    const Taylor before = spline.at(keys.times[i] - 1e-10),
                 after = spline.at(keys.times[i] + 1e-10);
    EXPECT_NEAR(before.v, after.v, 1e-8);
    EXPECT_NEAR(before.d, after.d, 1e-6);
    EXPECT_NEAR(before.dd, after.dd, 1e-5);
  }
}

TEST(Keyframes, RatesAreTheDerivativesOfTheValue) {
  const Keyframes keys = uneven_keys();
  const Spline spline(keys);
  const double h = 1e-5;
  for (std::size_t i = 0; i + 1 < keys.times.size(); ++i)
    for (const double part : {0.01, 0.3, 0.5, 0.77, 0.99}) {  // never across a key
      const double t = keys.times[i] + part * (keys.times[i + 1] - keys.times[i]);
      const Taylor x = spline.at(t), before = spline.at(t - h), after = spline.at(t + h);
      // h² times the third derivative (below 1e4) is 1e-6 in the rate; the rate itself is quadratic
      // and its difference exact but for rounding, 1e-14/h
      EXPECT_NEAR(x.d, (after.v - before.v) / (2 * h), 1e-6) << t;
      EXPECT_NEAR(x.dd, (after.d - before.d) / (2 * h), 1e-8) << t;
    }
}

TEST(Keyframes, StartAndEndAtRestAndStayThere) {
  const Keyframes keys = uneven_keys();
  const Spline spline(keys);
  // the acceleration at the ends is below 1e3, so the rate 1e-12 s inside is below 1e-9
  EXPECT_NEAR(spline.at(keys.times.front() + 1e-12).d, 0.0, 1e-8);
  EXPECT_NEAR(spline.at(keys.times.back() - 1e-12).d, 0.0, 1e-8);
  for (const double t : {-100.0, keys.times.front()})
    expect_taylor(spline.at(t), keys.values.front(), 0.0, 0.0);
  for (const double t : {keys.times.back(), 100.0})
    expect_taylor(spline.at(t), keys.values.back(), 0.0, 0.0);
}

// With zero slope at both ends the spline of two keys is the Hermite cubic, smoothstep.
TEST(Keyframes, OfTwoKeysAreSmoothstep) {
  const Spline spline(Keyframes{{1.0, 3.0}, {-1.0, 5.0}});
  for (const double s : {0.1, 0.25, 0.5, 0.9}) {
    const double v = -1.0 + 6.0 * (3.0 * s * s - 2.0 * s * s * s);
    expect_taylor(
        spline.at(1.0 + 2.0 * s), v, 6.0 * 6.0 * (s - s * s) / 2.0, 6.0 * (6.0 - 12.0 * s) / 4.0);
  }
}

// A cubic with flat ends is its own spline, however the keys are spread.
TEST(Keyframes, ReproduceACubicThatIsAtRestAtBothEnds) {
  const auto cubic = [](double t) { return 2.0 - 3.0 * t * t + 2.0 * t * t * t; };
  Keyframes keys;
  for (const double t : {0.0, 0.05, 0.3, 0.35, 0.8, 1.0}) {
    keys.times.push_back(t);
    keys.values.push_back(cubic(t));
  }
  const Spline spline(keys);
  for (double t = 0.01; t < 1.0; t += 0.037)
    expect_taylor(spline.at(t), cubic(t), -6.0 * t + 6.0 * t * t, -6.0 + 12.0 * t);
}

// Error of the clamped cubic spline: h⁴ in the value, h³ in the rate, h² in the acceleration.
TEST(Keyframes, ConvergeToASmoothMotionWithTheOrderOfACubicSpline) {
  const auto largest_errors = [](int intervals) {
    Keyframes keys;
    for (int i = 0; i <= intervals; ++i) {
      keys.times.push_back(i / static_cast<double>(intervals));
      keys.values.push_back(std::cos(2 * pi * keys.times.back()));
    }
    const Spline spline(keys);
    Taylor worst;
    for (double t = 0.0005; t < 1.0; t += 0.001) {
      const Taylor x = spline.at(t);
      const double w = 2 * pi;
      worst.v = std::max(worst.v, std::abs(x.v - std::cos(w * t)));
      worst.d = std::max(worst.d, std::abs(x.d + w * std::sin(w * t)));
      worst.dd = std::max(worst.dd, std::abs(x.dd + w * w * std::cos(w * t)));
    }
    return worst;
  };
  const Taylor coarse = largest_errors(16), fine = largest_errors(64);
  // Orders between 16 and 64 intervals; a tenth off is what the next terms may still take.
  EXPECT_NEAR(std::log(coarse.v / fine.v) / std::log(4.0), 4.0, 0.1);
  EXPECT_NEAR(std::log(coarse.d / fine.d) / std::log(4.0), 3.0, 0.1);
  EXPECT_NEAR(std::log(coarse.dd / fine.dd) / std::log(4.0), 2.0, 0.1);
}

TEST(Motion, GoodDescriptionsRaiseNoComplaint) {
  EXPECT_THAT(complaints(Polynomial{}), ElementsAre());
  EXPECT_THAT(complaints(Sine{}), ElementsAre());
  EXPECT_THAT(complaints(uneven_keys()), ElementsAre());
  Diagnostics d;
  Motion(uneven_keys()).check(d, "angle");
  Motion(TimeFormula("t")).check(d, "angle");
  Motion(TimeFunction([](double) { return Taylor(0.0); })).check(d, "angle");
  EXPECT_TRUE(d.ok());
}

TEST(Motion, ComplaintsNameTheField) {
  EXPECT_THAT(complaints(Polynomial{{}}),
              ElementsAre("coefficients: must hold at least one number"));
  EXPECT_THAT(complaints(Polynomial{{0.0, nan}}), ElementsAre("coefficients: must be finite"));
  EXPECT_THAT(complaints(Sine{nan, nan, infinity, -infinity}),
              ElementsAre("offset: must be finite",
                          "amplitude: must be finite",
                          "rate: must be finite",
                          "phase: must be finite"));
  Diagnostics d;
  Motion(Polynomial{{nan}}).check(d, "angle");
  Motion(Sine{.rate = nan}).check(d, "speed");
  Motion(TimeFunction()).check(d, "force");
  EXPECT_THAT(d.errors(),
              ElementsAre("angle: coefficients: must be finite",
                          "speed: rate: must be finite",
                          "force: function: must not be empty"));
}

TEST(Keyframes, ComplaintsNameTheField) {
  EXPECT_THAT(complaints(Keyframes{{1.0}, {1.0}}),
              ElementsAre("times: must hold at least two keys"));
  EXPECT_THAT(complaints(Keyframes{{1.0, 2.0}, {1.0}}),
              ElementsAre("values: must be as many as times"));
  EXPECT_THAT(complaints(Keyframes{{1.0, 2.0, 2.0}, {1.0, 2.0, 3.0}}),
              ElementsAre("times: must increase: key 2 does not come after the key before"));
  EXPECT_THAT(complaints(Keyframes{{1.0, 0.5, 2.0}, {1.0, 2.0, 3.0}}),
              ElementsAre("times: must increase: key 1 does not come after the key before"));
  EXPECT_THAT(complaints(Keyframes{{1.0, infinity}, {1.0, 2.0}}),
              ElementsAre("times: must be finite"));
  EXPECT_THAT(complaints(Keyframes{{1.0, 2.0}, {nan, 2.0}}), ElementsAre("values: must be finite"));
}

TEST(Keyframes, ThatMakeNoSenseAreRefusedAtOnce) {
  try {
    const Motion motion(Keyframes{{2.0, 1.0}, {0.0, nan}});
    FAIL() << "accepted";
  } catch (const ModelError& error) {
    EXPECT_THAT(error.errors(),
                ElementsAre("times: must increase: key 1 does not come after the key before",
                            "values: must be finite"));
    EXPECT_THAT(error.what(), HasSubstr("keyframes"));
  }
  EXPECT_THROW(Motion(Keyframes{}), ModelError);
}

}  // namespace holon::motion_test
