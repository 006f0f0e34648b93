// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/bicubic_patch.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include <Eigen/SparseLU>

namespace holon {
namespace {

/// Bernstein's polynomials of degree 3 by the powers of s, a row each.
Eigen::Matrix4d bernstein() {
  Eigen::Matrix4d B;
  B << 1, -3, 3, -1, 0, 3, -6, 3, 0, 0, 3, -3, 0, 0, 0, 1;
  return B;
}

/// Bézier points of the piece between the third and fourth of six knots, by its four B-spline
/// control points (columns): Bézier point k is the polar form of the piece at 3 − k times the
/// piece's begin and k times its end, worked out by de Boor's recursion [Ramshaw89].
Eigen::Matrix4d bezier_from_b_spline(const std::array<double, 6>& t) {
  Eigen::Matrix4d out;
  for (int k = 0; k < 4; ++k) {
    Eigen::Matrix4d d = Eigen::Matrix4d::Identity();
    for (int level = 1; level <= 3; ++level) {
      const double x = level <= 3 - k ? t[2] : t[3];
      for (int j = 3; j >= level; --j) {
        // control point j has the knots j − 1 to j + 3, of which this level spans these two
        const double low = t[static_cast<std::size_t>(j - 1)];
        const double high = t[static_cast<std::size_t>(j + 3 - level)];
        const double a = (x - low) / (high - low);
        d.row(j) = (1.0 - a) * d.row(j - 1) + a * d.row(j);
      }
    }
    out.row(k) = d.row(3);
  }
  return out;
}

int wrapped(int i, int n) {
  return ((i % n) + n) % n;
}

/// Which piece a parameter is in, and where in it; open directions go on beyond their ends.
struct GridPlace {
  int piece;
  double s;
};
GridPlace place_in(const GridPatch::Direction& direction, double u) {
  const double n = direction.pieces;
  if (direction.closed) u -= n * std::floor(u / n);
  const double piece = std::clamp(std::floor(u), 0.0, n - 1.0);
  return {static_cast<int>(piece), u - piece};
}

/// Weights of four control points and their derivatives, a column each.
template <int Orders>
Eigen::Matrix<double, 4, Orders> weights_at(const CubicSpan& span, double s) {
  Eigen::Matrix<double, 4, Orders> powers;
  powers.col(0) << 1.0, s, s * s, s * s * s;
  powers.col(1) << 0.0, 1.0, 2.0 * s, 3.0 * s * s;
  powers.col(2) << 0.0, 0.0, 2.0, 6.0 * s;
  if constexpr (Orders > 3) powers.col(3) << 0.0, 0.0, 0.0, 6.0;
  return span.weights * powers;
}

using Triplets = std::vector<Eigen::Triplet<double>>;
MatX solved(int n, const Triplets& entries, const MatX& rhs) {
  Eigen::SparseMatrix<double> A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu(A);
  return lu.solve(rhs);
}

}  // namespace

std::vector<CubicSpan> bezier_spans(int points, bool closed) {
  std::vector<CubicSpan> spans;
  for (int k = 0; k + (closed ? 0 : 3) < points; k += 3)
    spans.push_back({{k, k + 1, k + 2, (k + 3) % points}, bernstein()});
  return spans;
}

std::vector<CubicSpan> b_spline_spans(int points, SplineEnds ends) {
  const int n = ends == SplineEnds::closed ? points : points - 3;
  std::vector<CubicSpan> spans;
  for (int k = 0; k < n; ++k) {
    std::array<double, 6> knots;
    for (int i = 0; i < 6; ++i) {
      const int knot = k + i - 2;
      knots[static_cast<std::size_t>(i)] =
          ends == SplineEnds::clamped ? std::clamp(knot, 0, n) : knot;
    }
    CubicSpan span;
    for (int i = 0; i < 4; ++i) span.points[static_cast<std::size_t>(i)] = wrapped(k + i, points);
    span.weights = bezier_from_b_spline(knots).transpose() * bernstein();
    spans.push_back(span);
  }
  return spans;
}

// At a joint a uniform cubic B-spline has the value (c₋ + 4 c + c₊)/6, the slope (c₊ − c₋)/2 and
// the curvature c₋ − 2 c + c₊ [deBoor01].
MatX b_spline_through(const MatX& values, EndSlope begin, EndSlope end) {
  const auto n = static_cast<int>(values.rows());
  Triplets entries;
  const auto row = [&](int at, int first, double a, double b, double c) {
    entries.emplace_back(at, first, a);
    entries.emplace_back(at, first + 1, b);
    entries.emplace_back(at, first + 2, c);
  };
  const auto end_row = [&](int at, int first, EndSlope slope) {
    if (slope == EndSlope::natural)
      row(at, first, 1.0, -2.0, 1.0);
    else
      row(at, first, -1.0, 0.0, 1.0);
  };
  end_row(0, 0, begin);
  for (int i = 0; i < n; ++i) row(i + 1, i, 1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0);
  end_row(n + 1, n - 1, end);
  MatX rhs = MatX::Zero(n + 2, values.cols());
  rhs.middleRows(1, n) = values;
  return solved(n + 2, entries, rhs);
}

MatX closed_b_spline_through(const MatX& values) {
  const auto n = static_cast<int>(values.rows());
  Triplets entries;
  for (int i = 0; i < n; ++i) {  // piece i begins at control point i + 1
    entries.emplace_back(i, i, 1.0 / 6.0);
    entries.emplace_back(i, wrapped(i + 1, n), 4.0 / 6.0);
    entries.emplace_back(i, wrapped(i + 2, n), 1.0 / 6.0);
  }
  return solved(n, entries, values);
}

BicubicPatch::BicubicPatch(const std::vector<std::vector<Vec3>>& control, Spans u, Spans v)
    : GridPatch({static_cast<int>(u.spans.size()), u.closed},
                {static_cast<int>(v.spans.size()), v.closed}),
      u_spans_(std::move(u.spans)),
      v_spans_(std::move(v.spans)) {
  for (int axis = 0; axis < 3; ++axis) {
    MatX& c = control_[static_cast<std::size_t>(axis)];
    c.resize(std::ssize(control), std::ssize(control.front()));
    for (Eigen::Index i = 0; i < c.rows(); ++i)
      for (Eigen::Index j = 0; j < c.cols(); ++j)
        c(i, j) = control[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)][axis];
  }
  add_cells();
}

template <int Orders>
std::array<Eigen::Matrix<double, Orders, Orders>, 3> BicubicPatch::derivatives(int i,
                                                                               int j,
                                                                               double s,
                                                                               double t) const {
  const CubicSpan& su = u_spans_[static_cast<std::size_t>(i)];
  const CubicSpan& sv = v_spans_[static_cast<std::size_t>(j)];
  const Eigen::Matrix<double, 4, Orders> U = weights_at<Orders>(su, s),
                                         V = weights_at<Orders>(sv, t);
  std::array<Eigen::Matrix<double, Orders, Orders>, 3> R;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const MatX& c = control_[axis];
    Eigen::Matrix4d P;
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b)
        P(a, b) = c(su.points[static_cast<std::size_t>(a)], sv.points[static_cast<std::size_t>(b)]);
    R[axis] = U.transpose() * P * V;  // derivatives by u down, by v across
  }
  return R;
}

namespace {
template <int Orders>
Vec3 derivative(const std::array<Eigen::Matrix<double, Orders, Orders>, 3>& R, int by_u, int by_v) {
  return {R[0](by_u, by_v), R[1](by_u, by_v), R[2](by_u, by_v)};
}
template <int Orders>
PatchJet jet_of(const std::array<Eigen::Matrix<double, Orders, Orders>, 3>& R) {
  return {derivative(R, 0, 0),
          derivative(R, 1, 0),
          derivative(R, 0, 1),
          derivative(R, 2, 0),
          derivative(R, 1, 1),
          derivative(R, 0, 2)};
}
}  // namespace

PatchJet BicubicPatch::in_piece(int i, int j, double s, double t) const {
  return jet_of(derivatives<3>(i, j, s, t));
}

PatchJet BicubicPatch::at(const SurfaceFoot& foot) const {
  const GridPlace u = place_in(u_, foot.u), v = place_in(v_, foot.v);
  return in_piece(u.piece, v.piece, u.s, v.s);
}

LongPatchJet BicubicPatch::long_at(const SurfaceFoot& foot) const {
  const GridPlace u = place_in(u_, foot.u), v = place_in(v_, foot.v);
  const auto R = derivatives<4>(u.piece, v.piece, u.s, v.s);
  return {jet_of(R),
          derivative(R, 3, 0),
          derivative(R, 2, 1),
          derivative(R, 1, 2),
          derivative(R, 0, 3)};
}

bool check_grid(const std::vector<std::vector<Vec3>>& control,
                Diagnostics& d,
                std::string_view field) {
  if (control.empty() || control.front().empty()) {
    d.error(field, "are missing");
    return false;
  }
  for (const std::vector<Vec3>& row : control) {
    const bool even = row.size() == control.front().size();
    const bool finite =
        std::all_of(row.begin(), row.end(), [](const Vec3& p) { return p.allFinite(); });
    d.expect(even, field, "must have as many points in each row");
    d.expect(finite, field, "must be finite");
    if (!even || !finite) return false;
  }
  return true;
}

namespace {

std::string text_of_place(double u, double v) {
  char text[64];
  std::snprintf(text, sizeof text, "u = %g, v = %g", u, v);
  return text;
}

}  // namespace

void check_regular(const BicubicPatch& patch, Diagnostics& d, std::string_view field) {
  constexpr double samples[] = {0.0, 0.25, 0.5, 0.75, 1.0};
  for (int i = 0; i < patch.u_pieces(); ++i)
    for (int j = 0; j < patch.v_pieces(); ++j)
      for (const double s : samples)
        for (const double t : samples) {
          if (has_normal(patch.in_piece(i, j, s, t))) continue;
          return d.error(field,
                         "make a surface without a normal at " + text_of_place(i + s, j + t)
                             + ": move coinciding points apart");
        }
  for (int i = 0; i < patch.u_pieces(); ++i)
    for (int j = 0; j < patch.v_pieces(); ++j)
      for (const double s : samples) {
        const bool across_u =
            i == 0 || same_normal(patch.in_piece(i - 1, j, 1.0, s), patch.in_piece(i, j, 0.0, s));
        const bool across_v =
            j == 0 || same_normal(patch.in_piece(i, j - 1, s, 1.0), patch.in_piece(i, j, s, 0.0));
        if (across_u && across_v) continue;
        return d.error(field,
                       "make a crease at "
                           + (across_u ? text_of_place(i + s, j) : text_of_place(i, j + s))
                           + ": put the points across a joint on one line");
      }
}

}  // namespace holon
