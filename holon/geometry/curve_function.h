// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <concepts>
#include <memory>
#include <string_view>
#include <vector>

#include "holon/math/diagnostics.h"
#include "holon/math/types.h"

/// What a curve is to everything that looks at it: a point r(u) with three derivatives. A kind of
/// curve is a plain struct with fields(), check() and function(), which makes it ready for use.
namespace holon {

/// A point of a curve and its derivatives by the parameter.
struct CurveJet {
  Vec3 r, d1, d2, d3;
};

/// Where the parameter runs; infinite where a curve has no end. A closed curve comes back to its
/// beginning after end − begin, with the same tangent.
struct CurveDomain {
  double begin;
  double end;
  bool closed = false;

  bool bounded() const { return std::isfinite(begin) && std::isfinite(end); }
};

/// A curve ready for use.
class CurveFunction {
 public:
  virtual ~CurveFunction() = default;
  /// The jet at u, which lies in the domain.
  virtual CurveJet at(double u) const = 0;
  virtual CurveDomain domain() const = 0;
  /// Where pieces join, inside the domain and increasing: derivatives may jump there.
  virtual std::vector<double> breaks() const { return {}; }
  /// A bounded part of the domain that holds the point closest to x. A curve without an end has to
  /// say where.
  virtual CurveDomain closest_range(const Vec3& /*x*/) const { return domain(); }
};
using CurveFunctionPtr = std::shared_ptr<const CurveFunction>;

/// What a kind of curve has.
template <class K>
concept CurveKind = requires(const K& kind, Diagnostics& d) {
  { K::name } -> std::convertible_to<std::string_view>;
  { K::summary } -> std::convertible_to<std::string_view>;
  kind.check(d);
  { kind.function() } -> std::convertible_to<CurveFunctionPtr>;
};

/// Expects finite points with a tangent, at the breaks and at some parameters after each of them;
/// blames `field`.
void expect_tangents(Diagnostics& d,
                     std::string_view field,
                     const CurveFunction& curve,
                     int per_piece = 8);

}  // namespace holon
