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

constexpr int kSamples = 64;

struct Samples {
  std::array<double, kSamples> u;
  std::array<CurveJet, kSamples> jet;
};

/// Points all along a curve; of one without an end, as far as `reach` from where it is nearest to
/// `about`.
Samples sampled(const Curve& curve, const Vec3& about, double reach) {
  CurveDomain domain = curve.domain();
  if (!domain.bounded()) {
    const double middle = curve.closest(about);
    const double half = reach / curve.at(middle).d1.norm();
    domain.begin = std::max(domain.begin, middle - half);
    domain.end = std::min(domain.end, middle + half);
  }
  Samples out;
  for (int i = 0; i < kSamples; ++i) {
    out.u[i] = domain.begin + (domain.end - domain.begin) * (i + 0.5) / kSamples;
    out.jet[i] = curve.at(out.u[i]);
  }
  return out;
}

CurveJet placed(const CurveJet& jet, const Vec3& p, const Mat3& R) {
  return {p + R * jet.r, R * jet.d1, R * jet.d2, R * jet.d3};
}

Vec2 miss_of(const CurvePair& pair) {
  return {plane_cross<double>(pair.a.d1, pair.b.d1),
          plane_dot<double>(pair.b.r - pair.a.r, pair.a.d1)};
}

double sine_between(const CurveJet& a, const CurveJet& b) {
  return plane_cross<double>(a.d1, b.d1) / (a.d1.norm() * b.d1.norm());
}
/// How far two points of curves are from being abreast and parallel.
double distance_along(const CurveJet& a, const CurveJet& b, double size) {
  const double ahead = plane_dot<double>(b.r - a.r, a.d1) / a.d1.norm();
  return std::hypot(ahead / size, sine_between(a, b));
}
/// The size of what goes on near two points: how far they are apart, and how the curves bend.
double size_of_touch(const CurvePair& pair) {
  const auto radius = [](const CurveJet& jet) { return jet.d1.squaredNorm() / jet.d2.norm(); };
  const double bend = std::min(radius(pair.a), radius(pair.b));
  return (pair.b.r - pair.a.r).head<2>().norm() + (std::isfinite(bend) ? bend : 1.0);
}

/// Follows two points of curves to where these are abreast and parallel, by Newton's method and no
/// further than it gets nearer. False if it does not get there.
bool follow(const Curve& a, const Curve& b, const Vec3& p, const Mat3& R, CurvePair& pair) {
  const auto place = [&](CurvePair& at) {
    at.a = a.at(at.u_a);
    at.b = placed(b.at(at.u_b), p, R);
  };
  place(pair);
  const double size = size_of_touch(pair);
  double last = std::numeric_limits<double>::infinity(), off = distance_along(pair.a, pair.b, size);
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
      next_off = distance_along(next.a, next.b, size);
      if (next_off < off) break;
    }
    if (!(next_off < off)) break;
    pair = next;
    off = next_off;
  }
  return off < 1e-9;
}

/// Starts among points all along both curves, from those next to touching, until one leads to a
/// place of touch.
void search(const Curve& a, const Curve& b, const Vec3& p, const Mat3& R, CurvePair& pair) {
  const Vec3 origin_in_b = -(R.transpose() * p);
  Samples on_b = sampled(b, origin_in_b, 1.0 + 2.0 * p.norm());
  for (CurveJet& jet : on_b.jet) jet = placed(jet, p, R);
  Vec3 middle = Vec3::Zero();
  for (const CurveJet& jet : on_b.jet) middle += jet.r / kSamples;
  double size = 1e-9;
  for (const CurveJet& jet : on_b.jet) size = std::max(size, (jet.r - middle).norm());
  const Samples on_a = sampled(a, middle, 2.0 * size + (a.at(a.closest(middle)).r - middle).norm());
  constexpr int kStarts = 8, kApart = kSamples / 16;
  constexpr double kNear = 20.0 / kSamples;
  std::array<std::array<int, 2>, kStarts> tried;
  for (int n = 0; n < kStarts; ++n) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kSamples; ++i)
      for (int j = 0; j < kSamples; ++j) {
        const bool is_new = std::none_of(tried.begin(), tried.begin() + n, [&](const auto& t) {
          return std::abs(t[0] - i) < kApart && std::abs(t[1] - j) < kApart;
        });
        // abreast and parallel as far as points so far apart can be; of these, the nearest
        const double along = distance_along(on_a.jet[i], on_b.jet[j], size);
        const double apart = (on_b.jet[j].r - on_a.jet[i].r).head<2>().norm() / size;
        const double off = along + (along < kNear ? 0.1 * apart : 1.0 + apart);
        if (!is_new || !(off < best)) continue;
        best = off;
        tried[n] = {i, j};
      }
    pair.u_a = on_a.u[tried[n][0]];
    pair.u_b = on_b.u[tried[n][1]];
    if (follow(a, b, p, R, pair)) return;
  }
}

}  // namespace

void expect_in_plane(Diagnostics& d, std::string_view field, const Curve& curve) {
  bool in_plane = true;
  for (const CurveJet& jet : sampled(curve, Vec3::Zero(), 1.0).jet)
    in_plane = in_plane && std::abs(jet.r.z()) < 1e-9 * (1.0 + jet.r.norm());
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

CurvePair touching_pair(const CurveT<double>& a,
                        const CurveT<double>& b,
                        const Vec3& p,
                        const Mat3& R) {
  CurvePair pair;
  const auto known = [](const Remembered* foot) {
    return foot != nullptr && !std::isnan(foot->last.u);
  };
  if (known(a.foot) && known(b.foot)) {
    pair.u_a = a.foot->last.u;
    pair.u_b = b.foot->last.u;
    follow(*a.curve, *b.curve, p, R, pair);
  } else {
    search(*a.curve, *b.curve, p, R, pair);
  }
  const auto remember = [](const CurveT<double>& track, double u) {
    if (track.foot == nullptr) return;
    track.foot->now.u = u;
    track.foot->at = track.curve->at(u).r;
  };
  remember(a, pair.u_a);
  remember(b, pair.u_b);
  return pair;
}

}  // namespace holon
