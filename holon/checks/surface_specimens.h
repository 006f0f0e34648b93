// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "holon/checks/random.h"
#include "holon/surface/surface.h"

/// Surfaces of every kind, a metre or so in size, to be looked at.
namespace holon::checks {

/// The icosahedron in a sphere of radius 1.
inline MeshSurface icosahedron() {
  const double g = std::numbers::phi;
  MeshSurface m;
  for (const double a : {-1.0, 1.0})
    for (const double b : {-g, g}) {
      m.vertices.push_back(Vec3(0.0, a, b).normalized());
      m.vertices.push_back(Vec3(a, b, 0.0).normalized());
      m.vertices.push_back(Vec3(b, 0.0, a).normalized());
    }
  // neighbours are the pairs at the shortest distance, triangles three of them
  const double edge = 1.01 * 2.0 / std::sqrt(1.0 + g * g);
  const auto close = [&](int i, int j) { return (m.vertices[i] - m.vertices[j]).norm() < edge; };
  for (int i = 0; i < 12; ++i)
    for (int j = i + 1; j < 12; ++j)
      for (int k = j + 1; k < 12; ++k)
        if (close(i, j) && close(j, k) && close(k, i)) {
          const Vec3 n = (m.vertices[j] - m.vertices[i]).cross(m.vertices[k] - m.vertices[i]);
          if (n.dot(m.vertices[i]) > 0.0)
            m.triangles.push_back({i, j, k});
          else
            m.triangles.push_back({i, k, j});
        }
  return m;
}

/// A grid of points on a gently curved sheet over [−1, 1]², moved about by up to `noise`.
inline std::vector<std::vector<Vec3>> sheet(int rows, int columns, double noise, unsigned seed) {
  Random random(seed);
  std::vector<std::vector<Vec3>> points(static_cast<std::size_t>(rows));
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const double x = -1.0 + 2.0 * i / (rows - 1), y = -1.0 + 2.0 * j / (columns - 1);
      points[static_cast<std::size_t>(i)].push_back(Vec3(x, y, 0.3 * x * y - 0.2 * x * x)
                                                    + random.vector(noise));
    }
  return points;
}

/// Points on a ring about the z axis; rows run along it, and each row round the tube.
inline std::vector<std::vector<Vec3>> ring(int rows, int columns) {
  std::vector<std::vector<Vec3>> points(static_cast<std::size_t>(rows));
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const double a = 2.0 * std::numbers::pi * i / rows, b = 2.0 * std::numbers::pi * j / columns;
      const double radius = 1.0 + 0.5 * std::cos(b);
      points[static_cast<std::size_t>(i)].emplace_back(
          radius * std::cos(a), radius * std::sin(a), 0.5 * std::sin(b));
    }
  return points;
}

/// Some surfaces of a kind: the one it is by default, if that is one.
template <class K>
std::vector<K> surface_specimens() {
  return {K{}};
}
template <>
inline std::vector<Plane> surface_specimens() {
  return {Plane{}, Plane{.point = {0.1, 0.2, -0.3}, .normal = {1.0, -2.0, 0.5}}};
}
template <>
inline std::vector<EllipsoidSurface> surface_specimens() {
  return {EllipsoidSurface{{1.0, 0.7, 0.5}},
          EllipsoidSurface{{0.5, 1.2, 0.5}},
          EllipsoidSurface{{0.8, 0.8, 0.8}}};
}
template <>
inline std::vector<Implicit> surface_specimens() {
  return {Implicit{}, Implicit{"z - 0.3*sin(2*x)*cos(y)"}, Implicit{"x^2/4 + y^2 + exp(z) - 2"}};
}
/// A torus about the z axis by formulas, of radius 1 and a tube of 0.4.
inline ParametricSurface torus_by_formula() {
  return {.x = "(1 + 0.4*cos(v))*cos(u)",
          .y = "(1 + 0.4*cos(v))*sin(u)",
          .z = "0.4*sin(v)",
          .end = {2.0 * std::numbers::pi, 2.0 * std::numbers::pi},
          .closed_u = true,
          .closed_v = true};
}
template <>
inline std::vector<ParametricSurface> surface_specimens() {
  return {ParametricSurface{}, torus_by_formula()};
}
template <>
inline std::vector<BezierPatch> surface_specimens() {
  return {BezierPatch{sheet(4, 4, 0.1, 1)}};
}
template <>
inline std::vector<BSplinePatch> surface_specimens() {
  return {BSplinePatch{sheet(7, 6, 0.05, 2)},
          BSplinePatch{.control_points = sheet(7, 6, 0.05, 3), .clamped = false},
          BSplinePatch{.control_points = ring(9, 6), .closed_u = true, .closed_v = true}};
}
template <>
inline std::vector<HeightField> surface_specimens() {
  HeightField h;
  Random random(4);
  for (int j = 0; j < 6; ++j) {
    h.heights.emplace_back();
    for (int i = 0; i < 8; ++i) h.heights.back().push_back(random.uniform(-0.1, 0.1));
  }
  h.corner = {-1.0, -0.8};
  h.spacing = {0.3, 0.35};
  return {h};
}
template <>
inline std::vector<SurfaceOfRevolution> surface_specimens() {
  return {SurfaceOfRevolution{.profile = {{0.5, -0.8}, {0.8, -0.3}, {0.6, 0.2}, {0.4, 0.7}}},
          SurfaceOfRevolution{
              .profile = {{0.0, -1.0}, {0.6, -0.8}, {0.9, -0.1}, {0.6, 0.7}, {0.0, 1.0}}},
          SurfaceOfRevolution{.profile = {{1.3, 0.0}, {1.0, 0.3}, {0.7, 0.0}, {1.0, -0.3}},
                              .closed = true}};
}
template <>
inline std::vector<MeshSurface> surface_specimens() {
  MeshSurface open = icosahedron();
  open.triangles.erase(open.triangles.begin(), open.triangles.begin() + 4);
  return {icosahedron(), open};
}

}  // namespace holon::checks
