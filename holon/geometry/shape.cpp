// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/shape.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include <Eigen/Eigenvalues>

#include "holon/math/expect.h"

namespace holon {
namespace {

using std::numbers::pi;

std::string text(std::size_t n) {
  return std::to_string(n);
}

std::string text(int n) {
  return std::to_string(n);
}

void expect_lengths(Diagnostics& d, std::string_view field, const Vec3& v) {
  expect_length(d, field, v.x(), "x ");
  expect_length(d, field, v.y(), "y ");
  expect_length(d, field, v.z(), "z ");
}

}  // namespace

void Sphere::check(Diagnostics& d) const {
  expect_length(d, "radius", radius);
}

void Box::check(Diagnostics& d) const {
  expect_lengths(d, "size", size);
}

void Cylinder::check(Diagnostics& d) const {
  expect_length(d, "radius", radius);
  expect_length(d, "length", length);
}

void Rod::check(Diagnostics& d) const {
  expect_length(d, "length", length);
}

void Capsule::check(Diagnostics& d) const {
  expect_length(d, "radius", radius);
  expect_length(d, "length", length);
}

void Torus::check(Diagnostics& d) const {
  expect_length(d, "ring_radius", ring_radius);
  expect_length(d, "tube_radius", tube_radius);
  d.expect(!(tube_radius >= ring_radius),
           "tube_radius",
           "is not less than ring_radius, so the tube cuts itself: make the tube thinner or the "
           "ring wider");
}

void Cone::check(Diagnostics& d) const {
  expect_length(d, "radius", radius);
  expect_length(d, "height", height);
}

void Ellipsoid::check(Diagnostics& d) const {
  expect_lengths(d, "radii", radii);
}

namespace {

bool check_vertices(const Mesh& mesh, Diagnostics& d) {
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (mesh.vertices[i].allFinite()) continue;
    d.error("vertices", "vertex " + text(i) + " is not finite: give three numbers in metres");
    return false;
  }
  return true;
}

bool check_triangles(const Mesh& mesh, Diagnostics& d) {
  if (mesh.triangles.size() < 4) {
    d.error("triangles",
            "are " + text(mesh.triangles.size())
                + ": a closed surface needs at least 4, add the missing ones");
    return false;
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    for (const int v : {a, b, c}) {
      if (v >= 0 && std::cmp_less(v, mesh.vertices.size())) continue;
      d.error("triangles",
              "triangle " + text(t) + " names vertex " + text(v) + " of "
                  + text(mesh.vertices.size()) + ": vertices are numbered from 0");
      return false;
    }
    if (a == b || b == c || c == a) {
      d.error("triangles", "triangle " + text(t) + " names a vertex twice: remove the triangle");
      return false;
    }
  }
  return true;
}

/// One side of one triangle, running from low to high or back.
struct Side {
  int low, high;
  bool upward;
  std::size_t triangle;
};

/// All sides, those along the same edge next to each other, in the order of the triangles.
std::vector<Side> sorted_sides(const Mesh& mesh) {
  std::vector<Side> sides;
  sides.reserve(3 * mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    for (const auto& [i, j] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}}) {
      sides.push_back({std::min(i, j), std::max(i, j), i < j, t});
    }
  }
  std::ranges::sort(sides, {}, [](const Side& s) { return std::tuple(s.low, s.high, s.triangle); });
  return sides;
}

/// What is wrong with the triangles that meet at one edge, or nothing.
std::string fault_at_edge(std::span<const Side> sides) {
  const bool two = sides.size() == 2;
  if (two && sides[0].upward != sides[1].upward) return {};
  const std::string edge = "edge " + text(sides[0].low) + "-" + text(sides[0].high);
  if (sides.size() == 1) {
    return edge + " belongs to triangle " + text(sides[0].triangle)
           + " only: close the hole, and merge vertices at the same place";
  }
  if (two) {
    return "triangles " + text(sides[0].triangle) + " and " + text(sides[1].triangle)
           + " run along " + edge + " the same way: swap two vertices of one of them";
  }
  return edge + " belongs to " + text(sides.size())
         + " triangles: give each part its own vertices, so that two triangles meet at an edge";
}

/// Closed and consistently oriented: along every edge, two triangles run in opposite directions.
bool check_edges(const Mesh& mesh, Diagnostics& d) {
  const std::vector<Side> sides = sorted_sides(mesh);
  std::string first_fault;
  std::size_t faults = 0;
  for (auto begin = sides.begin(); begin != sides.end();) {
    const auto end = std::find_if(begin, sides.end(), [&](const Side& s) {
      return s.low != begin->low || s.high != begin->high;
    });
    const std::string fault = fault_at_edge({begin, end});
    if (!fault.empty() && ++faults == 1) first_fault = fault;
    begin = end;
  }
  if (faults > 1) first_fault += " (" + text(faults) + " edges are at fault)";
  if (faults > 0) d.error("triangles", first_fault);
  return faults == 0;
}

/// Integrals over the inside of a mesh, of y = x − origin.
struct MeshMoments {
  Vec3 origin = Vec3::Zero();  ///< middle of the mesh, so that rounding does not grow with distance
  double extent = 0.0;         ///< diagonal of the bounding box
  double area = 0.0;
  double volume = 0.0;
  Vec3 first = Vec3::Zero();   ///< ∫ y dV
  Mat3 second = Mat3::Zero();  ///< ∫ y yᵀ dV
};

// The solid is the signed sum of the tetrahedra between the origin and each triangle (a, b, c):
// those in front of the origin count, those behind are taken away again, convex or not. With
// s = a + b + c, a tetrahedron has exactly
//
//     V = a·(b × c) / 6,   ∫ y dV = V s / 4,   ∫ y yᵀ dV = V (a aᵀ + b bᵀ + c cᵀ + s sᵀ) / 20
//
// which is the covariance approach of [BlowBinstock04], multiplied out. [Tonon05] lists the
// entries one by one; the products of inertia xy and xz are exchanged in its final matrix.
MeshMoments moments(const Mesh& mesh) {
  MeshMoments m;
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 high = -low;
  for (const auto& triangle : mesh.triangles) {
    for (const int v : triangle) {
      low = low.cwiseMin(mesh.vertices[v]);
      high = high.cwiseMax(mesh.vertices[v]);
    }
  }
  m.origin = low + 0.5 * (high - low);
  m.extent = (high - low).norm();

  for (const auto& [i, j, k] : mesh.triangles) {
    const Vec3 a = mesh.vertices[i] - m.origin;
    const Vec3 b = mesh.vertices[j] - m.origin;
    const Vec3 c = mesh.vertices[k] - m.origin;
    const Vec3 s = a + b + c;
    const double V = a.dot(b.cross(c)) / 6.0;
    m.area += 0.5 * (b - a).cross(c - a).norm();
    m.volume += V;
    m.first += V / 4.0 * s;
    m.second +=
        V / 20.0 * (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
  }
  return m;
}

/// ∫ (x − c)(x − c)ᵀ dV about the com c.
Mat3 central_second_moment(const MeshMoments& m) {
  return m.second - m.first * m.first.transpose() / m.volume;
}

void check_volume(const Mesh& mesh, Diagnostics& d) {
  // Rounding of the vertices alone makes a flat mesh look ~1e-16 of its extent thick.
  constexpr double thinnest = 1e-12;
  const MeshMoments m = moments(mesh);
  if (!(std::abs(m.volume) > thinnest * m.area * m.extent)) {
    d.error("triangles", "enclose no volume: move the vertices out of one plane");
    return;
  }
  if (m.volume < 0.0) {
    d.error("triangles", "are inside out: reverse their order, (a, b, c) to (a, c, b)");
    return;
  }
  // A part that is inside out takes mass away; it is found here if it takes more than there is.
  const Vec3 J = Eigen::SelfAdjointEigenSolver<Mat3>(central_second_moment(m)).eigenvalues();
  if (!(J.minCoeff() > -thinnest * J.cwiseAbs().maxCoeff())) {
    d.error("triangles", "have a part that is inside out: reverse the order of its triangles");
  }
}

}  // namespace

void Mesh::check(Diagnostics& d) const {
  const bool numbers_fine = check_vertices(*this, d);
  const bool names_fine = check_triangles(*this, d);
  if (numbers_fine && names_fine && check_edges(*this, d)) check_volume(*this, d);
}

namespace {

/// A symmetric body from J/m, the diagonal of its second moment about the com per mass:
/// I = tr(J) 1 − J.
MassProperties body(double mass, double volume, const Vec3& J_per_mass, const Vec3& com) {
  const Vec3 I = mass * (Vec3::Constant(J_per_mass.sum()) - J_per_mass);
  return {.mass = mass, .com = com, .inertia = I.asDiagonal(), .volume = volume};
}

MassProperties properties(const Sphere& s, double density) {
  const double r2 = s.radius * s.radius;
  const double V = 4.0 / 3.0 * pi * r2 * s.radius;
  return body(density * V, V, Vec3::Constant(r2 / 5.0), Vec3::Zero());
}

MassProperties properties(const Box& b, double density) {
  const double V = b.size.prod();
  return body(density * V, V, b.size.cwiseAbs2() / 12.0, Vec3::Zero());
}

MassProperties properties(const Cylinder& c, double density) {
  const double r2 = c.radius * c.radius;
  const double V = pi * r2 * c.length;
  return body(density * V, V, {r2 / 4.0, r2 / 4.0, c.length * c.length / 12.0}, Vec3::Zero());
}

MassProperties properties(const Rod& r, double density) {
  return body(density * r.length, 0.0, {0.0, 0.0, r.length * r.length / 12.0}, Vec3::Zero());
}

// The half balls together are a ball cut in two and pulled apart by h = length / 2 each way. As the
// com of a half ball is 3r/8 from its flat side, ∫ (|z| + h)² dm / m = r²/5 + 2 (3r/8) h + h².
MassProperties properties(const Capsule& c, double density) {
  const double r2 = c.radius * c.radius;
  const double h = 0.5 * c.length;
  const double V_cylinder = pi * r2 * c.length;
  const double V_ball = 4.0 / 3.0 * pi * r2 * c.radius;
  const double V = V_cylinder + V_ball;
  const double cylinder = V_cylinder / V;  // shares of the mass
  const double ball = V_ball / V;
  const double J_x = cylinder * r2 / 4.0 + ball * r2 / 5.0;
  const double J_z = cylinder * h * h / 3.0 + ball * (r2 / 5.0 + 0.75 * c.radius * h + h * h);
  return body(density * V, V, {J_x, J_x, J_z}, Vec3::Zero());
}

// Pappus: V = 2πR · πa². In the tube, at distance u outward of its middle, mass goes with R + u, so
// ∫ (R + u)² dm / m = R² + 3 ⟨u²⟩ with ⟨u²⟩ = a²/4 over a disc, the odd powers vanishing.
MassProperties properties(const Torus& t, double density) {
  const double R2 = t.ring_radius * t.ring_radius;
  const double a2 = t.tube_radius * t.tube_radius;
  const double V = 2.0 * pi * pi * t.ring_radius * a2;
  const double J_x = 0.5 * (R2 + 0.75 * a2);
  return body(density * V, V, {J_x, J_x, a2 / 4.0}, Vec3::Zero());
}

MassProperties properties(const Cone& c, double density) {
  const double r2 = c.radius * c.radius;
  const double h2 = c.height * c.height;
  const double V = pi * r2 * c.height / 3.0;
  return body(density * V, V, {0.15 * r2, 0.15 * r2, 0.0375 * h2}, {0.0, 0.0, c.height / 4.0});
}

MassProperties properties(const Ellipsoid& e, double density) {
  const double V = 4.0 / 3.0 * pi * e.radii.prod();
  return body(density * V, V, e.radii.cwiseAbs2() / 5.0, Vec3::Zero());
}

MassProperties properties(const Mesh& mesh, double density) {
  const MeshMoments m = moments(mesh);
  return {.mass = density * m.volume,
          .com = m.origin + m.first / m.volume,
          .inertia = density * inertia_of_second_moment(central_second_moment(m)),
          .volume = m.volume};
}

}  // namespace

MassProperties mass_properties(const Shape& shape, double density) {
  HOLON_EXPECT(std::isfinite(density) && density >= 0.0);
  return std::visit(
      [&](const auto& s) {
        Diagnostics d;
        s.check(d);
        if (!d.ok()) throw ModelError("shape '" + std::string(s.name) + "'", d.errors());
        MassProperties result = properties(s, density);
        HOLON_EXPECT(std::isfinite(result.mass) && result.inertia.allFinite());
        return result;
      },
      shape);
}

}  // namespace holon
