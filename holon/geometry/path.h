// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "holon/geometry/motion.h"
#include "holon/math/types.h"

namespace holon {

/// A vector as a function of time: a path in the world, or a changing force.
struct Path {
  Motion x = {};
  Motion y = {};
  Motion z = {};

  static Path constant(const Vec3& p) { return {p.x(), p.y(), p.z()}; }
  /// The smooth curve through `points` at `times`, at rest at both ends.
  static Path through(const std::vector<double>& times, const std::vector<Vec3>& points);

  struct Sample {
    Vec3 x, v, a;
  };
  Sample at(double t) const {
    const Taylor px = x.at(t), py = y.at(t), pz = z.at(t);
    return {{px.v, py.v, pz.v}, {px.d, py.d, pz.d}, {px.dd, py.dd, pz.dd}};
  }
  void check(Diagnostics& d, std::string_view field) const {
    x.check(d, field);
    y.check(d, field);
    z.check(d, field);
  }
};

/// The points of a path and when it passes them.
struct PathKeys {
  static constexpr std::string_view required[] = {"times", "points"};
  std::vector<double> times;
  std::vector<Vec3> points;

  template <class Self, class V>
  static void fields(Self& self, V&& visit) {
    visit("times", self.times, "when it passes each point, increasing [s]");
    visit("points", self.points, "the points [m]");
  }
  void check(Diagnostics& d) const {
    Keyframes{times, std::vector<double>(times.size(), 0.0)}.check(d);
    d.expect(points.size() == times.size(), "points", "must be as many as times");
  }
};

inline Path Path::through(const std::vector<double>& times, const std::vector<Vec3>& points) {
  Keyframes key[3];
  for (int i = 0; i < 3; ++i) {
    key[i].times = times;
    for (const Vec3& p : points) key[i].values.push_back(p[i]);
  }
  return {Motion(key[0]), Motion(key[1]), Motion(key[2])};
}

}  // namespace holon
