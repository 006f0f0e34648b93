// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "holon/geometry/patch.h"
#include "holon/math/diagnostics.h"

/// Surfaces made of bicubic pieces, whatever their control points mean.
namespace holon {

/// One piece of a cubic curve: the control points it depends on, and how. At s from 0 to 1 along
/// the piece, the weight of each is its row of `weights` times (1, s, s², s³).
struct CubicSpan {
  std::array<int, 4> points;
  Eigen::Matrix4d weights;
};

/// What a B-spline does at its ends.
enum class SplineEnds {
  open,     ///< ends within its control points
  clamped,  ///< starts and ends in its first and last control point
  closed    ///< goes round
};

/// Pieces of a Bézier curve of 3 n + 1 control points, or 3 n if closed.
std::vector<CubicSpan> bezier_spans(int points, bool closed);
/// Pieces of the cubic B-spline with knots at a distance of one.
std::vector<CubicSpan> b_spline_spans(int points, SplineEnds ends);

/// How an interpolating spline ends.
enum class EndSlope {
  natural,  ///< without curvature
  flat      ///< with slope zero
};
/// Control points of the open cubic B-spline through given values, one column per quantity: two
/// more rows than `values`, whose n rows are met at the joints of n − 1 pieces.
MatX b_spline_through(const MatX& values, EndSlope begin, EndSlope end);
/// The same for a closed B-spline: as many rows as `values`, of which row i is met where piece i
/// begins.
MatX closed_b_spline_through(const MatX& values);

/// The product of two cubic splines: r(u, v) = Σ w_i(u) w_j(v) P_ij, a piece for each two spans.
class BicubicPatch final : public GridPatch {
 public:
  struct Spans {
    std::vector<CubicSpan> spans;
    bool closed;
  };
  /// control[i][j]: i counts along u and j along v.
  BicubicPatch(const std::vector<std::vector<Vec3>>& control, Spans u, Spans v);

  PatchJet at(const SurfaceFoot& foot) const override;
  using Patch::at;

  /// At (s, t) within piece (i, j), also on its far edges.
  PatchJet in_piece(int i, int j, double s, double t) const;

 protected:
  LongPatchJet long_at(const SurfaceFoot& foot) const override;

 private:
  /// ∂ⁱ⁺ʲr/∂uⁱ∂vʲ of each axis, at (s, t) within a piece
  template <int Orders>
  std::array<Eigen::Matrix<double, Orders, Orders>, 3> derivatives(int i,
                                                                   int j,
                                                                   double s,
                                                                   double t) const;

  std::vector<CubicSpan> u_spans_, v_spans_;
  std::array<MatX, 3> control_;  // x, y and z of the control points
};

/// Reports control points that are no grid of finite points; whether they are.
bool check_grid(const std::vector<std::vector<Vec3>>& control,
                Diagnostics& d,
                std::string_view field);
/// Reports where a patch has no normal, or a crease between two pieces.
void check_regular(const BicubicPatch& patch, Diagnostics& d, std::string_view field);

}  // namespace holon
