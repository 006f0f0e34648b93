// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/triangle_mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace holon {
namespace {

using std::numbers::pi;

/// Where one is in the half plane of radius and height, and the normal there.
struct ProfilePoint {
  Vec2 at;
  Vec2 normal;
};
using Profile = std::function<ProfilePoint(double v)>;

/// A profile turned about the z axis. Walking along it, outside is to the right.
void revolve(TriangleMesh& mesh, int around, int along, const Profile& profile) {
  mesh.add_grid(around, along, [&](double u, double v) {
    const Vec3 out(std::cos(2 * pi * u), std::sin(2 * pi * u), 0.0);
    const auto [at, n] = profile(v);
    return std::pair<Vec3, Vec3>(at[0] * out + at[1] * Vec3::UnitZ(),
                                 (n[0] * out + n[1] * Vec3::UnitZ()).normalized());
  });
}
void add_disc(TriangleMesh& mesh, double radius, double z, double up, int segments) {
  revolve(mesh, segments, 1, [&](double v) {
    const double r = up > 0.0 ? 1.0 - v : v;  // outward, whichever way it looks
    return ProfilePoint{{radius * r, z}, {0.0, up}};
  });
}

TriangleMesh ellipsoid(const Vec3& radii, int segments) {
  TriangleMesh mesh;
  mesh.add_grid(segments, segments / 2, [&](double u, double v) {
    const double a = 2 * pi * u, b = pi * (v - 0.5);
    const Vec3 on(std::cos(b) * std::cos(a), std::cos(b) * std::sin(a), std::sin(b));
    return std::pair<Vec3, Vec3>(on.cwiseProduct(radii), on.cwiseQuotient(radii).normalized());
  });
  return mesh;
}
TriangleMesh capsule(double radius, double length, int segments) {
  TriangleMesh mesh;
  // the two half balls, and the side between them, which is as long as the cylinder
  const int half = segments / 4, along = 2 * half + 1;
  revolve(mesh, segments, along, [&](double v) {
    const int k = static_cast<int>(std::lround(v * along));
    const bool low = k <= half;
    const double a = 0.5 * pi * (low ? k - half : k - half - 1) / half;
    const Vec2 n(std::cos(a), std::sin(a));
    return ProfilePoint{radius * n + Vec2(0.0, low ? -0.5 * length : 0.5 * length), n};
  });
  return mesh;
}

TriangleMesh mesh_of(const Sphere& s, double /*rod*/, int segments) {
  return ellipsoid(Vec3::Constant(s.radius), segments);
}
TriangleMesh mesh_of(const Ellipsoid& e, double /*rod*/, int segments) {
  return ellipsoid(e.radii, segments);
}
TriangleMesh mesh_of(const Box& b, double /*rod*/, int /*segments*/) {
  TriangleMesh mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (double side : {-1.0, 1.0}) {
      const Vec3 n = side * Vec3::Unit(axis);
      const Vec3 a = Vec3::Unit((axis + 1) % 3), b_axis = n.cross(a);
      mesh.add_grid(1, 1, [&](double u, double v) {
        const Vec3 corner = n + (2 * u - 1) * a + (2 * v - 1) * b_axis;
        return std::pair<Vec3, Vec3>(0.5 * corner.cwiseProduct(b.size), n);
      });
    }
  return mesh;
}
TriangleMesh mesh_of(const Cylinder& c, double /*rod*/, int segments) {
  TriangleMesh mesh;
  const double h = 0.5 * c.length;
  revolve(mesh, segments, 1, [&](double v) {
    return ProfilePoint{{c.radius, (2 * v - 1) * h}, {1.0, 0.0}};
  });
  add_disc(mesh, c.radius, -h, -1.0, segments);
  add_disc(mesh, c.radius, h, 1.0, segments);
  return mesh;
}
TriangleMesh mesh_of(const Rod& r, double rod, int segments) {
  return capsule(rod, r.length, segments);
}
TriangleMesh mesh_of(const Capsule& c, double /*rod*/, int segments) {
  return capsule(c.radius, c.length, segments);
}
TriangleMesh mesh_of(const Torus& t, double /*rod*/, int segments) {
  TriangleMesh mesh;
  revolve(mesh, 2 * segments, segments, [&](double v) {
    const Vec2 n(std::cos(2 * pi * v), std::sin(2 * pi * v));
    return ProfilePoint{Vec2(t.ring_radius, 0.0) + t.tube_radius * n, n};
  });
  return mesh;
}
TriangleMesh mesh_of(const Cone& c, double /*rod*/, int segments) {
  TriangleMesh mesh;
  revolve(mesh, segments, 1, [&](double v) {
    return ProfilePoint{{(1 - v) * c.radius, v * c.height}, {c.height, c.radius}};
  });
  add_disc(mesh, c.radius, 0.0, -1.0, segments);
  return mesh;
}
/// Flat triangles: what is smooth and what is an edge the mesh does not say.
TriangleMesh mesh_of(const Mesh& m, double /*rod*/, int /*segments*/) {
  TriangleMesh mesh;
  for (const auto& t : m.triangles) {
    std::array<Vec3, 3> p;
    for (std::size_t i = 0; i < 3; ++i) p[i] = m.vertices[static_cast<std::size_t>(t[i])];
    const Vec3 across = (p[1] - p[0]).cross(p[2] - p[0]);
    if (!(across.norm() > 0.0)) continue;
    const int first = static_cast<int>(mesh.points.size());
    mesh.points.insert(mesh.points.end(), p.begin(), p.end());
    mesh.normals.insert(mesh.normals.end(), 3, across.normalized());
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

}  // namespace

void TriangleMesh::add_grid(int u_pieces, int v_pieces, const PointAndNormal& at) {
  const int first = static_cast<int>(points.size()), row = v_pieces + 1;
  for (int i = 0; i <= u_pieces; ++i)
    for (int j = 0; j <= v_pieces; ++j) {
      const auto [point, normal] =
          at(static_cast<double>(i) / u_pieces, static_cast<double>(j) / v_pieces);
      points.push_back(point);
      normals.push_back(normal);
    }
  const auto add = [&](int a, int b, int c) {
    const Vec3 p = points[static_cast<std::size_t>(a)];
    const Vec3 u = points[static_cast<std::size_t>(b)] - p;
    const Vec3 v = points[static_cast<std::size_t>(c)] - p;
    // at a pole two corners fall together, but for rounding
    const double longest = std::max(u.squaredNorm(), v.squaredNorm());
    if (u.cross(v).norm() > 1e-9 * longest) triangles.push_back({a, b, c});
  };
  for (int i = 0; i < u_pieces; ++i)
    for (int j = 0; j < v_pieces; ++j) {
      const int a = first + i * row + j, b = a + row;
      add(a, b, b + 1);
      add(a, b + 1, a + 1);
    }
}

TriangleMesh triangulate(const Shape& shape, double rod_radius, int segments) {
  return std::visit([&](const auto& s) { return mesh_of(s, rod_radius, segments); }, shape);
}

}  // namespace holon
