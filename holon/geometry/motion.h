// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>
#include <variant>
#include <vector>

#include "holon/math/boxed.h"
#include "holon/math/diagnostics.h"
#include "holon/math/expression.h"
#include "holon/math/type_list.h"

/// Functions of time with exact rates and accelerations: what drives paths, motors and forces.
namespace holon {

/// c₀ + c₁ t + c₂ t² + …
struct Polynomial {
  static constexpr std::string_view name = "polynomial";
  std::vector<double> coefficients = {0.0};

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("coefficients", self.coefficients, "c0, c1, c2, ... of c0 + c1 t + c2 t^2 + ...");
  }
  void check(Diagnostics& d) const;
  Taylor at(double t) const;
};

/// offset + amplitude sin(rate t + phase)
struct Sine {
  static constexpr std::string_view name = "sine";
  double offset = 0.0;
  double amplitude = 1.0;
  double rate = 1.0;
  double phase = 0.0;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("offset", self.offset, "mean value");
    visit("amplitude", self.amplitude, "amplitude");
    visit("rate", self.rate, "angular frequency [rad/s]");
    visit("phase", self.phase, "phase [rad]; pi/2 makes it a cosine");
  }
  void check(Diagnostics& d) const;
  Taylor at(double t) const;
};

/// A smooth curve through given values: the cubic spline with continuous acceleration between the
/// first and the last key, at rest before and after.
struct Keyframes {
  static constexpr std::string_view name = "keyframes";
  std::vector<double> times;
  std::vector<double> values;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("times", self.times, "times of the keys, increasing [s]");
    visit("values", self.values, "values at the keys");
  }
  void check(Diagnostics& d) const;
};

/// Those that can be told by their fields.
using MotionKinds = TypeList<Polynomial, Sine, Keyframes>;

/// The spline of Keyframes, ready for use.
class Spline {
 public:
  explicit Spline(Keyframes keys);
  Taylor at(double t) const;
  const Keyframes& keys() const { return keys_; }

 private:
  Keyframes keys_;
  std::vector<double> curvature_;  // second derivative at each key
};

/// A formula of the time t, such as "0.2*sin(3*t)". It is parsed when it is made; a text that is no
/// formula is refused with a ModelError.
class TimeFormula {
 public:
  explicit TimeFormula(std::string_view text);
  Taylor at(double t) const;
  const std::string& text() const { return formula_.text(); }

 private:
  Expression formula_;
};

/// Any function of time, from the host: returns value, rate and acceleration at t.
using TimeFunction = std::function<Taylor(double t)>;

/// A number as a function of time. Small, as much has one that seldom is more than a constant.
class Motion {
 public:
  using Kind = std::variant<Polynomial, Sine, Spline, TimeFormula, TimeFunction>;

  Motion() : Motion(0.0) {}
  Motion(double constant) : kind_(Kind(Polynomial{{constant}})) {}  // NOLINT: a number is a motion
  Motion(Polynomial p) : kind_(Kind(std::move(p))) {}    // NOLINT: as are the kinds of it
  Motion(Sine s) : kind_(Kind(s)) {}                     // NOLINT
  Motion(Keyframes k);                                   // NOLINT
  Motion(TimeFormula f) : kind_(Kind(std::move(f))) {}   // NOLINT
  Motion(TimeFunction f) : kind_(Kind(std::move(f))) {}  // NOLINT

  Taylor at(double t) const {
    return std::visit(
        [t](const auto& f) -> Taylor {
          if constexpr (requires { f.at(t); })
            return f.at(t);
          else
            return f(t);
        },
        *kind_);
  }
  void check(Diagnostics& d, std::string_view field) const;
  const Kind& kind() const { return *kind_; }

 private:
  Boxed<Kind> kind_;
};

}  // namespace holon
