// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "holon/geometry/curve_function.h"

namespace holon {

/// A curve with what takes some preparation: its length, and the points closest to others. All
/// parameters are those of its function; nothing here allocates once it is made.
class MeasuredCurve {
 public:
  explicit MeasuredCurve(CurveFunctionPtr function);

  const CurveFunction& function() const { return *function_; }
  const CurveDomain& domain() const { return domain_; }
  /// The jet at any u: an open curve goes on straight beyond its ends, a closed one round again.
  CurveJet at(double u) const;
  /// Signed length from the origin to u. The origin is the beginning, if there is one.
  double length_to(double u) const;
  /// Signed length from u0 to u1, with all its digits however far both are from the origin.
  double length_between(double u0, double u1) const;
  /// Length of a bounded curve.
  double total_length() const { return length_; }
  /// The u with length_to(u) = s.
  double parameter_at(double s) const;
  /// The u in the domain whose point is closest to x.
  double closest(const Vec3& x) const;
  /// Where a bead ends that slides from `guess` towards x until it comes no closer: beyond an open
  /// end it follows the tangent, on a closed curve it goes on counting.
  double closest_near(const Vec3& x, double guess) const;

 private:
  class Search;
  /// A part of the curve over which it bends little and its speed is a polynomial for all that
  /// matters.
  struct Cell {
    double begin, end;
    double before;  ///< length up to here
    double length;
    double reach;  ///< no point of the cell is farther than this from the middle
    Vec3 middle;
  };
  void add_cells(double begin, double end, double scale, int depth);
  /// u of the domain at the same place, and how many whole turns were taken out.
  struct Unwound {
    double u, turns;
  };
  Unwound unwound(double u) const;
  std::size_t cell_at(double u) const;
  double unbounded_parameter_at(double s) const;
  double limited_step(double u, double step) const;

  CurveFunctionPtr function_;
  CurveDomain domain_;
  double origin_ = 0.0;
  double length_ = 0.0;      ///< of a bounded curve
  std::vector<Cell> cells_;  ///< of a bounded curve
};

/// Length, turning of the tangent [rad] and largest curvature between two parameters, by one rule
/// of Gauss and Legendre with ten points.
struct CurveMeasure {
  double length = 0.0;
  double turning = 0.0;
  double curvature = 0.0;
};
CurveMeasure measure(const CurveFunction& curve, double begin, double end);

/// Length between two parameters of the domain, signed, halving intervals until halves agree with
/// the whole.
double arc_length(const CurveFunction& curve, double begin, double end);

}  // namespace holon
