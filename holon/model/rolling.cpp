// SPDX-License-Identifier: Apache-2.0
#include "holon/model/rolling.h"

#include <algorithm>
#include <array>

#include <Eigen/LU>

namespace holon {

namespace {
/// Whether an iteration has come as far as rounding lets it.
bool settled(double step, double last) {
  return step < 1e-15 || (step < 1e-9 && step >= last);
}
}  // namespace

// ---- round things on surfaces ----

double bend_under_circle(const LowestPoint& at, const Vec3& axle, double radius) {
  const Vec3 t = axle.cross(at.d);
  return radius * t.dot(at.jet.hessian * t) + at.jet.gradient.dot(at.d);
}

Mat3 normal_slope(const SurfaceJet& jet) {
  const double size = jet.gradient.norm();
  const Vec3 n = jet.gradient / size;
  return (jet.hessian - n * (n.transpose() * jet.hessian)) / size;
}

LowestPoint lowest_of_circle(const SurfaceSide& side,
                             const Vec3& center,
                             const Vec3& axle,
                             double radius) {
  LowestPoint at;
  const Vec3 up = side.at(center).gradient;
  at.d = up - axle * axle.dot(up);
  // flat on the surface, every point is as low
  at.d =
      at.d.norm() > 1e-12 * up.norm() ? Vec3(at.d.normalized()) : Vec3(frame_with_z(axle).col(0));
  double reach = 0.5, last = 0.0;
  for (int round = 0; round < 60; ++round) {
    at.x = center - radius * at.d;
    at.jet = side.at(at.x);
    const Vec3 t = axle.cross(at.d);
    const double slope = at.jet.gradient.dot(t), bend = bend_under_circle(at, axle, radius);
    double step = std::copysign(reach, slope);
    if (bend * reach > std::abs(slope)) step = slope / bend;
    if (settled(std::abs(step), round > 0 ? std::abs(last) : 1.0)) break;
    if (step * last < 0.0) reach *= 0.5;
    last = step;
    at.d = (at.d + step * t - axle * (axle.dot(at.d))).normalized();
  }
  return at;
}

LowestPoint lowest_of_sphere(const SurfaceSide& side, const Vec3& center, double radius) {
  LowestPoint at;
  const SurfaceJet middle = side.at(center);
  at.d = middle.gradient.normalized();
  double miss_size = 1.0, last = 2.0;
  for (int round = 0; round < 20; ++round) {
    at.x = center - radius * at.d;
    at.jet = side.at(at.x);
    const Vec3 miss = at.jet.gradient.normalized() - at.d;
    miss_size = miss.norm();
    if (settled(miss_size, last)) return at;
    last = miss_size;
    const Mat3 slope = Mat3::Identity() + radius * normal_slope(at.jet);
    at.d = (at.d + slope.inverse() * miss).normalized();
  }
  // Deep below a surface that bends more than the ball there is no such point. Then the depth of
  // the middle counts, f(p) − r |∇f|, as a function of x = p − r n(p).
  const Mat3 turning = normal_slope(middle);
  const double size = middle.gradient.norm();
  at.d = middle.gradient / size;
  at.x = center - radius * at.d;
  at.jet = {middle.f - radius * size,
            middle.gradient,
            size * turning * (Mat3::Identity() - radius * turning).inverse()};
  return at;
}

// ---- two curves in a plane ----

namespace {

constexpr int kCells = 96;

/// Points all along a curve, and unit tangents there: the ends of cells of equal parameter.
struct Samples {
  std::array<double, kCells + 1> u;
  std::array<Vec2, kCells + 1> r, t;

  Vec2 middle() const {
    Vec2 sum = Vec2::Zero();
    for (const Vec2& x : r) sum += x;
    return sum / static_cast<double>(r.size());
  }
  /// No point is farther than this from the middle.
  double size() const {
    const Vec2 m = middle();
    double size = 0.0;
    for (const Vec2& x : r) size = std::max(size, (x - m).norm());
    return size;
  }
};

CurveJet placed(const CurveJet& jet, const FrameT<double>& frame) {
  return {frame.p + frame.R * jet.r, frame.R * jet.d1, frame.R * jet.d2, frame.R * jet.d3};
}

Samples sampled(const Curve& curve, const CurveDomain& part, const FrameT<double>& frame) {
  Samples out;
  for (int i = 0; i <= kCells; ++i) {
    const double u = part.begin + (part.end - part.begin) * i / kCells;
    const CurveJet jet = curve.at(u);
    out.u[i] = u;
    out.r[i] = (frame.p + frame.R * jet.r).head<2>();
    out.t[i] = (frame.R * jet.d1).head<2>().normalized();
  }
  return out;
}

/// All of a curve; of one without an end the part next to x, as far as `reach` beyond.
CurveDomain part_near(const Curve& curve, const Vec3& x, double reach) {
  CurveDomain part = curve.domain();
  if (part.bounded()) return part;
  const double u = curve.closest(x);
  const CurveJet jet = curve.at(u);
  const double half = (reach + (jet.r - x).norm()) / jet.d1.norm();
  part.begin = std::max(part.begin, u - half);
  part.end = std::min(part.end, u + half);
  return part;
}

Vec2 miss_of(const CurvePair& pair) {
  return {plane_cross<double>(pair.a.d1, pair.b.d1),
          plane_dot<double>(pair.b.r - pair.a.r, pair.a.d1)};
}
double apart(const CurvePair& pair) {
  return (pair.b.r - pair.a.r).head<2>().norm();
}
/// How far two points of curves are from being abreast and parallel.
double off_by(const CurvePair& pair, double size) {
  const Vec2 miss = miss_of(pair);
  const double speed_a = pair.a.d1.norm(), speed_b = pair.b.d1.norm();
  return std::hypot(miss[0] / (speed_a * speed_b), miss[1] / (speed_a * size));
}
/// The size of what goes on near two points: how far they are apart, and how the curves bend.
double size_of_touch(const CurvePair& pair) {
  const auto radius = [](const CurveJet& jet) { return jet.d1.squaredNorm() / jet.d2.norm(); };
  const double bend = std::min(radius(pair.a), radius(pair.b));
  return apart(pair) + (std::isfinite(bend) ? bend : 1.0);
}

/// Follows two points of curves to where these are abreast and parallel, by Newton's method and no
/// further than it gets nearer.
void follow(const Curve& a, const Curve& b, const FrameT<double>& b_in_a, CurvePair& pair) {
  const auto place = [&](CurvePair& at) {
    at.a = a.at(at.u_a);
    at.b = placed(b.at(at.u_b), b_in_a);
  };
  place(pair);
  const double size = size_of_touch(pair);
  double last = std::numeric_limits<double>::infinity(), off = off_by(pair, size);
  for (int round = 0; round < 50; ++round) {
    Vec2 step = slope_of_pair(pair).inverse() * miss_of(pair);
    const double length = std::hypot(step[0] * pair.a.d1.norm(), step[1] * pair.b.d1.norm());
    if (!std::isfinite(length) || settled(length, last)) break;
    last = length;
    if (length > size) step *= size / length;
    CurvePair next = pair;
    double next_off = off;
    for (int halving = 0; halving < 20; ++halving, step *= 0.5) {
      next.u_a = pair.u_a - step[0];
      next.u_b = pair.u_b - step[1];
      place(next);
      next_off = off_by(next, size);
      if (next_off < off) break;
    }
    if (!(next_off < off)) break;
    pair = next;
    off = next_off;
  }
  pair.found = off < 1e-9;
}

/// Cells of both curves between whose corners the tangents pass through being parallel, and the
/// points through being abreast: there may be a pair in between. The nearest first. Where there are
/// none, a pair may still be beyond an end, and the cells next to one are all there is.
class Starts {
 public:
  struct Start {
    double apart;
    int i, j;
  };
  Starts(const Samples& a, const Samples& b) {
    const double scale = 1.0 / (a.size() + b.size());
    double least_off = std::numeric_limits<double>::infinity();
    Start next{0.0, 0, 0};
    Row low = row_of(a, b, 0);
    for (int i = 0; i < kCells; ++i) {
      const Row high = row_of(a, b, i + 1);
      for (int j = 0; j < kCells; ++j) {
        if (passes_zero(low.sine, high.sine, j) && passes_zero(low.ahead, high.ahead, j))
          keep({(b.r[j] - a.r[i]).norm(), i, j});
        const double off = std::abs(low.sine[j]) + scale * std::abs(low.ahead[j]);
        if (!(off < least_off)) continue;
        least_off = off;
        next = {0.0, i, j};
      }
      low = high;
    }
    if (count_ == 0) keep(next);
  }
  const Start* begin() const { return starts_.data(); }
  const Start* end() const { return starts_.data() + count_; }

 private:
  /// One point of the first curve against all of the second.
  struct Row {
    std::array<double, kCells + 1> sine, ahead;
  };
  static Row row_of(const Samples& a, const Samples& b, int i) {
    const Vec2 r = a.r[i], t = a.t[i];
    Row row;
    for (int j = 0; j <= kCells; ++j) {
      row.sine[j] = t[0] * b.t[j][1] - t[1] * b.t[j][0];
      row.ahead[j] = (b.r[j] - r).dot(t);
    }
    return row;
  }
  static bool passes_zero(const std::array<double, kCells + 1>& low,
                          const std::array<double, kCells + 1>& high,
                          int j) {
    const auto [least, most] = std::minmax({low[j], low[j + 1], high[j], high[j + 1]});
    return least <= 0.0 && most >= 0.0;
  }
  void keep(const Start& start) {
    if (count_ == kMost && !(start.apart < starts_[kMost - 1].apart)) return;
    int at = count_ < kMost ? count_++ : kMost - 1;
    for (; at > 0 && start.apart < starts_[at - 1].apart; --at) starts_[at] = starts_[at - 1];
    starts_[at] = start;
  }

  static constexpr int kMost = 32;
  std::array<Start, kMost> starts_;
  int count_ = 0;
};

/// The longest way across a cell.
double largest_cell(const Samples& s) {
  double largest = 0.0;
  for (int i = 0; i < kCells; ++i) largest = std::max(largest, (s.r[i + 1] - s.r[i]).norm());
  return largest;
}

/// Of all pairs on both curves that which is nearest to touching.
CurvePair search(const Curve& a, const Curve& b, const FrameT<double>& b_in_a) {
  if (!b_in_a.p.allFinite() || !b_in_a.R.allFinite())
    return {false, 0.0, 0.0, a.at(0.0), b.at(0.0)};
  const FrameT<double> own{Vec3::Zero(), Mat3::Identity()};
  const auto in_b = [&](const Vec2& x) -> Vec3 {
    return b_in_a.R.transpose() * (Vec3(x[0], x[1], 0.0) - b_in_a.p);
  };
  // A curve without an end is searched next to the other.
  Samples on_a = sampled(a, part_near(a, b_in_a.p, 1.0), own);
  const Samples on_b = sampled(b, part_near(b, in_b(on_a.middle()), 2.0 * on_a.size()), b_in_a);
  if (!a.domain().bounded()) {
    const Vec2 middle = on_b.middle();
    on_a = sampled(a, part_near(a, {middle[0], middle[1], 0.0}, 2.0 * on_b.size()), own);
  }
  const double blur = largest_cell(on_a) + largest_cell(on_b);
  CurvePair best;
  for (const Starts::Start& start : Starts(on_a, on_b)) {
    if (best.found && start.apart > apart(best) + blur) break;
    CurvePair pair;
    pair.u_a = 0.5 * (on_a.u[start.i] + on_a.u[start.i + 1]);
    pair.u_b = 0.5 * (on_b.u[start.j] + on_b.u[start.j + 1]);
    follow(a, b, b_in_a, pair);
    if (!best.found || (pair.found && apart(pair) < apart(best))) best = pair;
  }
  return best;
}

/// The same place of a closed curve, counted in its first turn.
double in_first_turn(const CurveDomain& domain, double u) {
  if (!domain.closed) return u;
  const double period = domain.end - domain.begin;
  return u - period * std::floor((u - domain.begin) / period);
}

double slip_of(const FollowedCurve& a, const FollowedCurve& b, const CurvePair& pair) {
  return a.curve->length(a.foot->last.u, pair.u_a)
         - pair.way() * b.curve->length(b.foot->last.u, pair.u_b);
}

}  // namespace

void expect_in_plane(Diagnostics& d, std::string_view field, const Curve& curve) {
  const CurveDomain part = part_near(curve, Vec3::Zero(), 1.0);
  bool in_plane = true;
  for (int i = 0; i <= kCells; ++i) {
    const Vec3 r = curve.at(part.begin + (part.end - part.begin) * i / kCells).r;
    in_plane = in_plane && std::abs(r.z()) < 1e-9 * (1.0 + r.norm());
  }
  d.expect(in_plane, field, "must lie in the x-y plane of its frame");
}

Mat2 slope_of_pair(const CurvePair& pair) {
  const Vec3 d = pair.b.r - pair.a.r;
  Mat2 slope;
  slope << plane_cross<double>(pair.a.d2, pair.b.d1), plane_cross<double>(pair.a.d1, pair.b.d2),
      plane_dot<double>(d, pair.a.d2) - plane_dot<double>(pair.a.d1, pair.a.d1),
      plane_dot<double>(pair.b.d1, pair.a.d1);
  return slope;
}

CurvePair touching_pair(const FollowedCurve& a,
                        const FollowedCurve& b,
                        const FrameT<double>& b_in_a) {
  CurvePair pair;
  if (a.is_known() && b.is_known()) {
    pair.u_a = a.foot->last.u;
    pair.u_b = b.foot->last.u;
    follow(*a.curve, *b.curve, b_in_a, pair);
    pair.slip = slip_of(a, b, pair);
  } else {
    pair = search(*a.curve, *b.curve, b_in_a);
  }
  const auto remember = [&](const FollowedCurve& track, double u, const Vec3& at) {
    if (track.foot == nullptr) return;
    track.foot->now.u = pair.found ? in_first_turn(track.curve->domain(), u)
                                   : std::numeric_limits<double>::quiet_NaN();
    track.foot->at = at;
  };
  remember(a, pair.u_a, pair.a.r);
  remember(b, pair.u_b, b_in_a.R.transpose() * (pair.b.r - b_in_a.p));
  return pair;
}

bool can_touch(const CurveT<double>& a, const CurveT<double>& b) {
  return touching_pair({a.curve, a.foot}, {b.curve, b.foot}, in_plane_of(a.frame, b.frame)).found;
}

}  // namespace holon
