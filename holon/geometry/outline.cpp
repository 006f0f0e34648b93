// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/outline.h"

#include <cmath>
#include <numbers>

namespace holon {
namespace {

/// The ellipse centre + cos u a + sin u b, from one angle to another.
Polyline arc(const Vec3& center,
             const Vec3& a,
             const Vec3& b,
             double from = 0.0,
             double to = 2 * std::numbers::pi) {
  constexpr int steps = 32;
  Polyline line;
  for (int i = 0; i <= steps; ++i) {
    const double u = from + (to - from) * i / steps;
    line.push_back(center + std::cos(u) * a + std::sin(u) * b);
  }
  return line;
}

const Vec3 X = Vec3::UnitX(), Y = Vec3::UnitY(), Z = Vec3::UnitZ();

std::vector<Polyline> lines(const Ellipsoid& e) {
  const Vec3 r = e.radii;
  return {arc(Vec3::Zero(), r.x() * X, r.y() * Y),
          arc(Vec3::Zero(), r.y() * Y, r.z() * Z),
          arc(Vec3::Zero(), r.z() * Z, r.x() * X)};
}
std::vector<Polyline> lines(const Sphere& s) {
  return lines(Ellipsoid{Vec3::Constant(s.radius)});
}
std::vector<Polyline> lines(const Box& b) {
  const Vec3 h = 0.5 * b.size;
  std::vector<Polyline> out;
  for (double z : {-h.z(), h.z()})
    out.push_back({{-h.x(), -h.y(), z},
                   {h.x(), -h.y(), z},
                   {h.x(), h.y(), z},
                   {-h.x(), h.y(), z},
                   {-h.x(), -h.y(), z}});
  for (double x : {-h.x(), h.x()})
    for (double y : {-h.y(), h.y()}) out.push_back({{x, y, -h.z()}, {x, y, h.z()}});
  return out;
}
std::vector<Polyline> lines(const Cylinder& c) {
  std::vector<Polyline> out;
  const double h = 0.5 * c.length;
  for (double z : {-h, h}) out.push_back(arc(z * Z, c.radius * X, c.radius * Y));
  for (const Vec3& side : {X, Y, Vec3(-X), Vec3(-Y)})
    out.push_back({c.radius * side - h * Z, c.radius * side + h * Z});
  return out;
}
std::vector<Polyline> lines(const Rod& r) {
  return {{-0.5 * r.length * Z, 0.5 * r.length * Z}};
}
std::vector<Polyline> lines(const Capsule& c) {
  std::vector<Polyline> out = lines(Cylinder{c.radius, c.length});
  const double h = 0.5 * c.length, half = std::numbers::pi;
  for (const Vec3& side : {X, Y}) {
    out.push_back(arc(h * Z, c.radius * side, c.radius * Z, 0.0, half));
    out.push_back(arc(-h * Z, c.radius * side, -c.radius * Z, 0.0, half));
  }
  return out;
}
std::vector<Polyline> lines(const Torus& t) {
  std::vector<Polyline> out;
  for (double r : {t.ring_radius - t.tube_radius, t.ring_radius + t.tube_radius})
    out.push_back(arc(Vec3::Zero(), r * X, r * Y));
  for (int i = 0; i < 8; ++i) {
    const double u = std::numbers::pi * i / 4;
    const Vec3 out_of = std::cos(u) * X + std::sin(u) * Y;
    out.push_back(arc(t.ring_radius * out_of, t.tube_radius * out_of, t.tube_radius * Z));
  }
  return out;
}
std::vector<Polyline> lines(const Cone& c) {
  std::vector<Polyline> out = {arc(Vec3::Zero(), c.radius * X, c.radius * Y)};
  for (const Vec3& side : {X, Y, Vec3(-X), Vec3(-Y)})
    out.push_back({c.radius * side, c.height * Z});
  return out;
}
std::vector<Polyline> lines(const Mesh& m) {
  std::vector<Polyline> out;
  for (const auto& t : m.triangles)
    for (int i = 0; i < 3; ++i) {
      const int a = t[static_cast<std::size_t>(i)], b = t[static_cast<std::size_t>((i + 1) % 3)];
      // each edge belongs to two triangles, once in each direction
      if (a < b)
        out.push_back(
            {m.vertices[static_cast<std::size_t>(a)], m.vertices[static_cast<std::size_t>(b)]});
    }
  return out;
}

}  // namespace

std::vector<Polyline> outline(const Shape& shape) {
  return std::visit([](const auto& s) { return lines(s); }, shape);
}

}  // namespace holon
