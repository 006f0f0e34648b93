// SPDX-License-Identifier: Apache-2.0
#include "holon/scene/track_shape.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "holon/geometry/patch.h"
#include "holon/geometry/smooth_mesh.h"
#include "holon/math/rotation.h"
#include "holon/scene/level_mesh.h"

namespace holon {
namespace {

/// The part of a curve that is shown, by its parameter.
CurveDomain shown_part(const Curve& curve, const std::vector<Vec3>& visited, double margin) {
  CurveDomain domain = curve.domain();
  if (domain.bounded()) return domain;
  const Vec3 somewhere = visited.empty() ? Vec3(Vec3::Zero()) : visited.front();
  double first = curve.length_to(curve.closest(somewhere)), last = first;
  for (const Vec3& x : visited) {
    const double s = curve.length_to(curve.closest(x));
    first = std::min(first, s);
    last = std::max(last, s);
  }
  if (!std::isfinite(domain.begin)) domain.begin = curve.parameter_at(first - margin);
  if (!std::isfinite(domain.end)) domain.end = curve.parameter_at(last + margin);
  return domain;
}

/// Points from a up to b, closer where the curve bends: until the middle of a piece is within
/// `tolerance` of its chord.
void add_points(
    const Curve& curve, double a, double b, double tolerance, int depth, std::vector<Vec3>& out) {
  const double middle = 0.5 * (a + b);
  const Vec3 p = curve.at(a).r, q = curve.at(b).r, m = curve.at(middle).r;
  const bool straight = (m - 0.5 * (p + q)).norm() < tolerance
                        && (curve.at(0.5 * (a + middle)).r - 0.5 * (p + m)).norm() < tolerance;
  if (depth == 0 || straight) {
    out.push_back(q);
    return;
  }
  add_points(curve, a, middle, tolerance, depth - 1, out);
  add_points(curve, middle, b, tolerance, depth - 1, out);
}

/// r(u, v) over all pieces of a grid.
TriangleMesh mesh_of_patch(const GridPatch& patch) {
  TriangleMesh mesh;
  const int u = patch.u_pieces(), v = patch.v_pieces();
  const auto pieces = [](int n) { return n * std::clamp(64 / n, 2, 32); };
  mesh.add_grid(pieces(u), pieces(v), [&](double s, double t) {
    const SurfacePoint p = patch.point({s * u, t * v, 0});
    return std::pair<Vec3, Vec3>(p.r, p.normal);
  });
  return mesh;
}

/// Each triangle of a smooth mesh, divided further while there are few.
TriangleMesh mesh_of_smooth(const MeshSurface& surface, const SurfaceField& field) {
  TriangleMesh mesh;
  const int n = surface.triangles.size() > 400 ? 2 : 6;
  for (int piece = 0; piece < static_cast<int>(surface.triangles.size()); ++piece) {
    const int first = static_cast<int>(mesh.points.size());
    for (int i = 0; i <= n; ++i)
      for (int j = 0; j <= n - i; ++j) {
        const SurfacePoint p =
            field.point({static_cast<double>(i) / n, static_cast<double>(j) / n, piece});
        mesh.points.push_back(p.r);
        mesh.normals.push_back(p.normal);
      }
    // row i begins behind the rows before it, which have n + 1, n, … points
    const auto at = [&](int i, int j) { return first + i * (n + 1) - i * (i - 1) / 2 + j; };
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n - i; ++j) {
        mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
        if (j + 1 < n - i) mesh.triangles.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
      }
  }
  return mesh;
}

/// A rectangle of the plane about the points that are shown.
TriangleMesh mesh_of_plane(const Plane& plane, const Box3& shown) {
  const Mat3 R = frame_with_z(plane.normal.normalized());
  Box3 flat;
  for (int corner = 0; corner < 8; ++corner)
    flat.extend(R.transpose()
                * (shown.corner(static_cast<Box3::CornerType>(corner)) - plane.point));
  TriangleMesh mesh;
  mesh.add_grid(1, 1, [&](double u, double v) {
    const Vec3 at(flat.min().x() + u * flat.sizes().x(), flat.min().y() + v * flat.sizes().y(), 0);
    return std::pair<Vec3, Vec3>(plane.point + R * at, R.col(2));
  });
  return mesh;
}

/// What turns about the z axis and whose radius grows evenly with the height.
TriangleMesh mesh_of_cone(double radius, double slope, double from, double to) {
  TriangleMesh mesh;
  mesh.add_grid(64, 8, [&](double u, double v) {
    const double a = 2 * std::numbers::pi * u, z = from + v * (to - from);
    const Vec3 out(std::cos(a), std::sin(a), 0.0);
    return std::pair<Vec3, Vec3>((radius + slope * z) * out + z * Vec3::UnitZ(),
                                 (out - slope * Vec3::UnitZ()).normalized());
  });
  return mesh;
}

/// Whether each edge of a triangle is one of another, the other way round.
bool is_closed(const TriangleMesh& mesh) {
  std::map<std::pair<int, int>, int> balance;
  for (const auto& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      balance[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
    }
  return !mesh.triangles.empty() && std::all_of(balance.begin(), balance.end(), [](const auto& e) {
    return e.second == 0;
  });
}

class Mesher {
 public:
  Mesher(const Surface& surface, const Box3& shown) : surface_(surface), shown_(shown) {}

  TriangleMesh operator()(const Plane& s) const { return mesh_of_plane(s, shown_); }
  TriangleMesh operator()(const SphereSurface& s) const {
    return triangulate(Sphere{s.radius}, 0.0, 64);
  }
  TriangleMesh operator()(const EllipsoidSurface& s) const {
    return triangulate(Ellipsoid{s.radii}, 0.0, 64);
  }
  TriangleMesh operator()(const TorusSurface& s) const {
    return triangulate(Torus{s.ring_radius, s.tube_radius}, 0.0, 48);
  }
  TriangleMesh operator()(const CylinderSurface& s) const {
    return mesh_of_cone(s.radius, 0.0, shown_.min().z(), shown_.max().z());
  }
  TriangleMesh operator()(const ConeSurface& s) const {
    return mesh_of_cone(
        0.0, std::tan(s.half_angle), 0.0, std::max(shown_.max().z(), 1e-3 * shown_.sizes().z()));
  }
  template <class K>
  TriangleMesh operator()(const K& kind) const {
    if constexpr (requires { kind.prepare(); }) {
      const auto field = kind.prepare();
      if (const auto* grid = dynamic_cast<const GridPatch*>(field.get()))
        return mesh_of_patch(*grid);
      if constexpr (std::is_same_v<K, MeshSurface>) return mesh_of_smooth(kind, *field);
    }
    return mesh_of_levels();
  }

 private:
  /// All of it if it is closed and not much larger than what is shown; else what is in the box.
  TriangleMesh mesh_of_levels() const {
    const auto f = [&](const Vec3& x) {
      Surface::Foot foot = surface_.closest(x);
      const SurfaceJet jet = surface_.at(x, foot);
      return std::pair<double, Vec3>(jet.f, jet.gradient);
    };
    constexpr int cells = 48;
    const TriangleMesh part = level_mesh(f, shown_, cells);
    for (const double times : {1.0, 2.0, 4.0}) {
      const Vec3 half = Vec3::Constant(0.5 * times * shown_.sizes().maxCoeff());
      const TriangleMesh whole =
          level_mesh(f, Box3(shown_.center() - half, shown_.center() + half), cells);
      if (is_closed(whole)) return whole;
    }
    return part;
  }
  const Surface& surface_;
  const Box3& shown_;
};

}  // namespace

std::vector<Vec3> line_of(const Curve& curve, const std::vector<Vec3>& visited, double margin) {
  const CurveDomain part = shown_part(curve, visited, margin);
  std::vector<double> knots = {part.begin};
  for (double u : curve.measured().function().breaks())
    // breaks are told by the parameter of the kind, which may not be the length
    if (!curve.options().by_length && u > knots.back() && u < part.end) knots.push_back(u);
  knots.push_back(part.end);
  const double tolerance = 5e-4 * std::max(curve.length(part.begin, part.end), 1e-9);
  std::vector<Vec3> points = {curve.at(part.begin).r};
  for (std::size_t i = 1; i < knots.size(); ++i) {
    constexpr int least = 4;  // pieces, so that a symmetric one is not taken for straight
    for (int k = 0; k < least; ++k) {
      const double step = (knots[i] - knots[i - 1]) / least;
      add_points(
          curve, knots[i - 1] + k * step, knots[i - 1] + (k + 1) * step, tolerance, 8, points);
    }
  }
  return points;
}

TriangleMesh mesh_of(const Surface& surface, const Box3& visited, double margin) {
  Box3 shown = visited.isEmpty() ? Box3(Vec3::Zero(), Vec3::Zero()) : visited;
  shown.min().array() -= margin;
  shown.max().array() += margin;
  return std::visit(Mesher(surface, shown), surface.kind());
}

}  // namespace holon
