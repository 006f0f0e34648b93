// SPDX-License-Identifier: Apache-2.0
#include "penetration.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace peers {
namespace {

/// A box, or the middle line of a capsule as a box without width, and what is around it.
struct Core {
  V3 centre, axis[3];
  double half[3];
  double radius;
};

Core core_of(const Shape& shape, const State& s) {
  const bool is_box = shape.type == Shape::Type::box;
  const V3 half = is_box ? shape.half : V3{0, 0, shape.half_length};
  return {s.p,
          {rotate(s.q, {1, 0, 0}), rotate(s.q, {0, 1, 0}), rotate(s.q, {0, 0, 1})},
          {half.x, half.y, half.z},
          is_box ? 0 : shape.radius};
}

/// Half of the core's extent along a direction.
double reach(const Core& c, V3 direction) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += c.half[k] * std::fabs(dot(c.axis[k], direction));
  return sum;
}

/// Separating axes: the normals of both boxes and of planes along an edge of each. The smallest
/// overlap is the shortest way out, and a negative one says that the cores are apart.
double core_overlap(const Core& a, const Core& b) {
  const V3 between = b.centre - a.centre;
  double smallest = INFINITY;
  const auto look = [&](V3 direction) {
    const double length = norm(direction);
    if (length < 1e-9) return;  // parallel edges: the normals see it
    const double overlap =
        reach(a, direction) + reach(b, direction) - std::fabs(dot(between, direction));
    smallest = std::min(smallest, overlap / length);
  };
  for (int i = 0; i < 3; ++i) {
    look(a.axis[i]);
    look(b.axis[i]);
    for (int j = 0; j < 3; ++j) look(cross(a.axis[i], b.axis[j]));
  }
  return smallest;
}

/// From the nearest point of a core to a point.
V3 way_from(const Core& c, V3 point) {
  V3 rest = point - c.centre, inside{};
  for (int k = 0; k < 3; ++k)
    inside = inside + std::clamp(dot(rest, c.axis[k]), -c.half[k], c.half[k]) * c.axis[k];
  return rest - inside;
}

/// Distance of a capsule's middle line from another core. The squared distance is convex along the
/// line, so its slope changes sign once.
double line_distance(const Core& line, const Core& other) {
  const auto way = [&](double t) { return way_from(other, line.centre + t * line.axis[2]); };
  double low = -line.half[2], high = line.half[2];
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (dot(way(middle), line.axis[2]) > 0 ? high : low) = middle;
  }
  return norm(way((low + high) / 2));
}

double bounding_radius(const Shape& shape) {
  return shape.type == Shape::Type::box ? norm(shape.half) : shape.half_length + shape.radius;
}

std::set<std::pair<int, int>> joined_pairs(const Scene& scene) {
  std::set<std::pair<int, int>> pairs;
  for (const Joint& j : scene.joints) pairs.insert(std::minmax(j.a, j.b));
  return pairs;
}

}  // namespace

double depth_in_floor(const Shape& shape, const State& state) {
  const Core core = core_of(shape, state);
  return reach(core, {0, 0, 1}) + core.radius - core.centre.z;
}

double depth(const Shape& a, const State& at_a, const Shape& b, const State& at_b) {
  const Core x = core_of(a, at_a), y = core_of(b, at_b);
  const double radii = x.radius + y.radius, overlap = core_overlap(x, y);
  if (radii == 0 || overlap > 0) return radii + overlap;
  return radii - (x.radius > 0 ? line_distance(x, y) : line_distance(y, x));
}

void Penetration::add(double depth) {
  if (!(depth > -near)) return;
  ++pairs;
  sum += std::max(depth, 0.0);
  largest = std::max(largest, depth);
}

void Penetration::add(const Penetration& other) {
  pairs += other.pairs;
  sum += other.sum;
  largest = std::max(largest, other.largest);
}

Penetration penetration_of(const Scene& scene, const std::vector<State>& states) {
  const auto joined = joined_pairs(scene);
  const auto shape = [&](int i) -> const Shape& { return scene.bodies[size_t(i)].shape; };
  const auto at = [&](int i) -> const State& { return states[size_t(i)]; };
  Penetration all;
  for (int i = 0; i < int(states.size()); ++i) all.add(depth_in_floor(shape(i), at(i)));

  // Sweeps along x over bounding balls.
  std::vector<int> order(states.size());
  std::iota(order.begin(), order.end(), 0);
  const auto left_end = [&](int i) { return at(i).p.x - bounding_radius(shape(i)); };
  std::sort(order.begin(), order.end(), [&](int i, int j) { return left_end(i) < left_end(j); });
  for (size_t first = 0; first < order.size(); ++first) {
    const int i = order[first];
    const double reach_i = bounding_radius(shape(i));
    for (size_t next = first + 1; next < order.size(); ++next) {
      const int j = order[next];
      if (left_end(j) > at(i).p.x + reach_i) break;
      if (norm(at(i).p - at(j).p) < reach_i + bounding_radius(shape(j))
          && !joined.contains(std::minmax(i, j)))
        all.add(depth(shape(i), at(i), shape(j), at(j)));
    }
  }
  return all;
}

}  // namespace peers
