// SPDX-License-Identifier: Apache-2.0
#include "holon/curve/rounded_polyline.h"

#include <algorithm>
#include <numbers>
#include <string>

#include "holon/math/expect.h"

namespace holon {
namespace {

/// Corners that turn less than this are none: the arc would be shorter than its rounding.
constexpr double no_turn = 1e-9;

/// The sides of a polyline and how it turns between them.
class Polyline {
 public:
  explicit Polyline(const RoundedPolyline& p) : p_(p) {}

  std::size_t sides() const { return p_.points.size() - (p_.closed ? 0 : 1); }
  Vec3 side(std::size_t i) const { return point(i + 1) - point(i); }
  Vec3 along(std::size_t i) const { return side(i % sides()).normalized(); }
  const Vec3& point(std::size_t i) const { return p_.points[i % p_.points.size()]; }
  /// How far the tangent turns at the beginning of side i; the ends of an open one do not turn.
  double turn(std::size_t i) const {
    if (!p_.closed && (i == 0 || i == sides())) return 0.0;
    const Vec3 in = along(i + sides() - 1), out = along(i);
    const double angle = std::atan2(in.cross(out).norm(), in.dot(out));
    return angle > no_turn ? angle : 0.0;
  }

 private:
  const RoundedPolyline& p_;
};

class RoundedCurve final : public CurveFunction {
 public:
  explicit RoundedCurve(const RoundedPolyline& p) : closed_(p.closed) {
    const Polyline line(p);
    double u = 0.0;
    for (std::size_t i = 0; i < line.sides(); ++i) {
      const double cut = p.radius * std::tan(0.5 * line.turn(i));
      const double next_cut = p.radius * std::tan(0.5 * line.turn(i + 1));
      const double straight = line.side(i).norm() - cut - next_cut;
      const Vec3 e = line.along(i);
      if (straight > 0.0) {
        pieces_.push_back({u, line.point(i) + cut * e, e, Vec3::Zero(), 0.0});
        u += straight;
      }
      if (next_cut > 0.0) {
        const Vec3 across = line.along(i + 1) - line.along(i + 1).dot(e) * e;
        pieces_.push_back(
            {u, line.point(i + 1) - next_cut * e, e, across.normalized(), 1.0 / p.radius});
        u += p.radius * line.turn(i + 1);
      }
    }
    end_ = u;
  }

  CurveJet at(double u) const override {
    const auto after =
        std::upper_bound(pieces_.begin() + 1, pieces_.end(), u, [](double x, const Piece& p) {
          return x < p.begin;
        });
    const Piece& p = *(after - 1);
    const double s = u - p.begin;
    if (p.curvature == 0.0) return {p.start + s * p.e, p.e, Vec3::Zero(), Vec3::Zero()};
    const double k = p.curvature, sin = std::sin(k * s), half = std::sin(0.5 * k * s);
    const double cos = std::cos(k * s);
    return {p.start + sin / k * p.e + 2.0 * half * half / k * p.n,
            cos * p.e + sin * p.n,
            k * (cos * p.n - sin * p.e),
            -k * k * (cos * p.e + sin * p.n)};
  }
  CurveDomain domain() const override { return {0.0, end_, closed_}; }
  std::vector<double> breaks() const override {
    std::vector<double> breaks;
    for (std::size_t i = 1; i < pieces_.size(); ++i) breaks.push_back(pieces_[i].begin);
    return breaks;
  }

 private:
  /// A line or an arc: starts at u = begin along e, and turns towards n.
  struct Piece {
    double begin;
    Vec3 start, e, n;
    double curvature;
  };
  std::vector<Piece> pieces_;
  double end_ = 0.0;
  bool closed_;
};

/// Whether each side has a direction and each corner can be rounded.
bool check_corners(Diagnostics& d, const Polyline& line) {
  for (std::size_t i = 0; i < line.sides(); ++i) {
    const double length = line.side(i).norm();
    if (!(length > 0.0 && std::isfinite(length))) {
      d.error("points",
              "point " + std::to_string(i) + " and the next are " + shown(length)
                  + " m apart: move them, or leave one out");
      return false;
    }
  }
  for (std::size_t i = 0; i < line.sides(); ++i) {
    if (line.turn(i) < std::numbers::pi - 1e-6) continue;
    d.error("points",
            "the way doubles back at point " + std::to_string(i) + ": no arc fits there, move it");
    return false;
  }
  return true;
}

/// Whether the arcs at both ends of each side leave room for each other.
void check_room(Diagnostics& d, const Polyline& line, double radius) {
  for (std::size_t i = 0; i < line.sides(); ++i) {
    const double cuts = std::tan(0.5 * line.turn(i)) + std::tan(0.5 * line.turn(i + 1));
    const double length = line.side(i).norm();
    // arcs that meet in the middle of a side fit, also when rounded
    if (radius * cuts <= length * (1.0 + 1e-12)) continue;
    d.error("radius",
            "is " + shown(radius) + ", but the arcs fit between point " + std::to_string(i)
                + " and the next only up to " + shown(length / cuts)
                + " m: make it smaller or the side longer");
    return;
  }
}

}  // namespace

void RoundedPolyline::check(Diagnostics& d) const {
  const std::size_t least = closed ? 3 : 2;
  expect_length(d, "radius", radius);
  d.expect(points.size() >= least,
           "points",
           "are " + std::to_string(points.size()) + ": give at least " + std::to_string(least));
  if (!expect_places(d, "points", points) || !d.ok()) return;
  const Polyline line(*this);
  if (check_corners(d, line)) check_room(d, line, radius);
  if (d.ok()) expect_tangents(d, "points", *function());
}

CurveFunctionPtr RoundedPolyline::function() const {
  return std::make_shared<RoundedCurve>(*this);
}

}  // namespace holon
