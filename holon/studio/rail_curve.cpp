// SPDX-License-Identifier: Apache-2.0
#include "holon/studio/rail_curve.h"

#include <algorithm>

#include "holon/math/diagnostics.h"

namespace holon::studio {
namespace {

// The shortest_rail stroke that makes a rail [m].
constexpr double shortest_rail = 1e-2;
// Points nearer than this part of the stroke are one.
constexpr double same = 1e-4;
constexpr std::size_t fewest_points = 6, most_points = 48;

double length_of(const std::vector<Vec3>& line) {
  double sum = 0.0;
  for (std::size_t i = 1; i < line.size(); ++i) sum += (line[i] - line[i - 1]).norm();
  return sum;
}

std::vector<Vec3> without_repetitions(const std::vector<Vec3>& stroke, double near) {
  std::vector<Vec3> out;
  for (const Vec3& x : stroke)
    if (out.empty() || (x - out.back()).norm() > near) out.push_back(x);
  return out;
}

/// n points at equal distances along a line, the first and the last included.
std::vector<Vec3> resampled(const std::vector<Vec3>& line, std::size_t n) {
  const double spacing = length_of(line) / static_cast<double>(n - 1);
  std::vector<Vec3> out = {line.front()};
  double passed = 0.0;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const Vec3 way = line[i] - line[i - 1];
    const double length = way.norm();
    while (out.size() + 1 < n) {
      const double next = spacing * static_cast<double>(out.size());
      if (next > passed + length) break;
      out.push_back(line[i - 1] + (next - passed) / length * way);
    }
    passed += length;
  }
  out.resize(n - 1, line.back());
  out.push_back(line.back());
  return out;
}

}  // namespace

BSpline rail_along(const std::vector<Vec3>& stroke, bool closed) {
  std::vector<Vec3> line = without_repetitions(stroke, same * length_of(stroke));
  if (closed && line.size() > 2) line.push_back(line.front());
  if (line.size() < (closed ? 4 : 2) || length_of(line) < shortest_rail)
    throw UsageError("points: the stroke is too short for a rail");
  line = without_repetitions(line, same * length_of(line));
  BSpline rail;
  rail.closed = closed;
  rail.points = resampled(line, std::clamp(line.size(), fewest_points, most_points));
  if (closed) rail.points.pop_back();  // where it began
  return rail;
}

}  // namespace holon::studio
