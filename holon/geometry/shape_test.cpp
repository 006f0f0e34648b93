// SPDX-License-Identifier: Apache-2.0
#include "holon/geometry/shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace holon::shape_test {

using std::numbers::pi;

constexpr double density = 1.7;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

// Relative to b, each quantity on its own scale; the com, which may be 0, relative to `length`.
void expect_same(const MassProperties& a,
                 const MassProperties& b,
                 double tolerance,
                 double length = 1.0) {
  EXPECT_NEAR(a.mass, b.mass, tolerance * b.mass);
  EXPECT_NEAR(a.volume, b.volume, tolerance * b.volume);
  EXPECT_LE((a.com - b.com).norm(), tolerance * length)
      << a.com.transpose() << " / " << b.com.transpose();
  EXPECT_LE((a.inertia - b.inertia).norm(), tolerance * b.inertia.norm()) << a.inertia << "\n/\n"
                                                                          << b.inertia;
}

// What a slice z = const of a solid of revolution consists of: a disc or an annulus.
struct Annulus {
  double inner = 0.0, outer = 0.0;
};

// A solid of revolution about z, slice by slice: an annulus has area π(o² − i²) and second moment
// π(o⁴ − i⁴)/4 about a diameter. Simpson's rule in u with z = middle − half cos u, which makes
// profiles that end with a vertical tangent smooth and the ends of the sum vanish.
MassProperties revolved(double z0, double z1, const std::function<Annulus(double)>& slice) {
  constexpr int n = 2000;
  const double middle = 0.5 * (z0 + z1), half = 0.5 * (z1 - z0);
  double V = 0.0, M = 0.0, J_x = 0.0, J_z = 0.0;
  for (int i = 0; i <= n; ++i) {
    const double u = pi * i / n;
    const double z = middle - half * std::cos(u);
    const double dz = half * std::sin(u) * (pi / n) / 3.0 * (i % 2 ? 4.0 : 2.0);
    const auto [inner, outer] = slice(z);
    const double area = pi * (outer * outer - inner * inner);
    V += area * dz;
    M += z * area * dz;
    J_x += pi / 4.0 * (std::pow(outer, 4) - std::pow(inner, 4)) * dz;
    J_z += z * z * area * dz;
  }
  const double c = M / V;
  const Mat3 J = Vec3(J_x, J_x, J_z - V * c * c).asDiagonal();
  return {.mass = density * V,
          .com = {0, 0, c},
          .inertia = density * inertia_of_second_moment(J),
          .volume = V};
}

double half_chord(double radius, double z) {
  return std::sqrt(std::max(0.0, radius * radius - z * z));
}

// Simpson's rule with 2000 intervals errs by (π/2000)⁴ ≈ 6e-12 times a factor of order 1.
constexpr double quadrature = 1e-10;

TEST(Shape, SphereMatchesItsSlices) {
  const double r = 0.8;
  expect_same(mass_properties(Sphere{.radius = r}, density),
              revolved(-r,
                       r,
                       [&](double z) {
                         return Annulus{0.0, half_chord(r, z)};
                       }),
              quadrature);
}

TEST(Shape, CylinderMatchesItsSlices) {
  expect_same(mass_properties(Cylinder{.radius = 0.3, .length = 1.4}, density),
              revolved(-0.7,
                       0.7,
                       [&](double) {
                         return Annulus{0.0, 0.3};
                       }),
              quadrature);
}

TEST(Shape, ConeMatchesItsSlices) {
  const double r = 0.6, h = 1.9;
  expect_same(mass_properties(Cone{.radius = r, .height = h}, density),
              revolved(0,
                       h,
                       [&](double z) {
                         return Annulus{0.0, r * (1.0 - z / h)};
                       }),
              quadrature);
}

TEST(Shape, TorusMatchesItsSlices) {
  const double R = 0.9, a = 0.4;
  const auto slice = [&](double z) { return Annulus{R - half_chord(a, z), R + half_chord(a, z)}; };
  expect_same(mass_properties(Torus{.ring_radius = R, .tube_radius = a}, density),
              revolved(-a, a, slice),
              quadrature);
}

TEST(Shape, CapsuleMatchesItsSlices) {
  const double r = 0.3, h = 0.5;
  const auto lower = revolved(-h - r, -h, [&](double z) {
    return Annulus{0, half_chord(r, z + h)};
  });
  const auto middle = revolved(-h, h, [&](double) { return Annulus{0, r}; });
  const auto upper = revolved(h, h + r, [&](double z) { return Annulus{0, half_chord(r, z - h)}; });
  expect_same(mass_properties(Capsule{.radius = r, .length = 2.0 * h}, density),
              combined(combined(lower, middle), upper),
              quadrature);
}

TEST(Shape, BoxIsTheFamiliarTwelfth) {
  const MassProperties box = mass_properties(Box{.size = {1, 2, 3}}, 0.5);
  EXPECT_DOUBLE_EQ(box.volume, 6.0);
  EXPECT_DOUBLE_EQ(box.mass, 3.0);
  EXPECT_EQ(box.com, Vec3::Zero());
  EXPECT_TRUE(box.inertia.isApprox(Mat3(Vec3(13, 10, 5).asDiagonal()) * 3.0 / 12.0, 1e-15));
  EXPECT_TRUE(second_moment(box).isApprox(Mat3(Vec3(1, 4, 9).asDiagonal()) * 3.0 / 12.0, 1e-15));
}

// A solid grown out of a unit ball by x → A x has |A| times the volume and second moment
// |A| A J Aᵀ: an ellipsoid is a stretched ball.
TEST(Shape, EllipsoidIsAStretchedSphere) {
  const Vec3 radii(0.3, 0.7, 1.1);
  const MassProperties ball = mass_properties(Sphere{.radius = 1.0}, density);
  const MassProperties body = mass_properties(Ellipsoid{.radii = radii}, density);
  const Mat3 J = radii.prod() * radii.asDiagonal() * second_moment(ball) * radii.asDiagonal();
  EXPECT_NEAR(body.volume, radii.prod() * ball.volume, 1e-15);
  EXPECT_TRUE(second_moment(body).isApprox(J, 1e-14));
  expect_same(mass_properties(Ellipsoid{.radii = {0.4, 0.4, 0.4}}, density),
              mass_properties(Sphere{.radius = 0.4}, density),
              1e-15);
}

TEST(Shape, RodWeighsByLengthAndHasNoInertiaAboutItself) {
  const MassProperties rod = mass_properties(Rod{.length = 2.0}, 0.3);
  EXPECT_DOUBLE_EQ(rod.mass, 0.6);
  EXPECT_EQ(rod.volume, 0.0);
  EXPECT_DOUBLE_EQ(rod.inertia(0, 0), 0.6 * 4.0 / 12.0);
  EXPECT_DOUBLE_EQ(rod.inertia(1, 1), 0.6 * 4.0 / 12.0);
  EXPECT_EQ(rod.inertia(2, 2), 0.0);
}

// Relative to its inertia across, a cylinder of radius r misses the rod's by 3 r²/l² = 3e-12.
TEST(Shape, RodIsTheLimitOfAThinCylinder) {
  const double r = 1e-6;
  const MassProperties thin = mass_properties(Cylinder{.radius = r, .length = 1.0}, 2.0);
  const MassProperties rod = mass_properties(Rod{.length = 1.0}, 2.0 * pi * r * r);
  EXPECT_NEAR(thin.mass, rod.mass, 1e-15 * rod.mass);
  EXPECT_LE((thin.inertia - rod.inertia).norm(), 1e-11 * rod.inertia.norm());
}

// Meshes to compare with.

Mesh box_mesh(const Vec3& size) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
    mesh.vertices.push_back(corner.cwiseProduct(size));
  }
  mesh.triangles = {{0, 2, 3},
                    {0, 3, 1},
                    {4, 5, 7},
                    {4, 7, 6},
                    {0, 1, 5},
                    {0, 5, 4},
                    {2, 6, 7},
                    {2, 7, 3},
                    {0, 4, 6},
                    {0, 6, 2},
                    {1, 3, 7},
                    {1, 7, 5}};
  return mesh;
}

Mesh tetrahedron() {
  return {.vertices = {{0.1, 0.2, -0.3}, {1.3, 0.1, 0.4}, {0.2, 0.9, 0.5}, {-0.4, 0.3, 2.1}},
          .triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
}

Mesh moved(Mesh mesh, const Mat3& R, const Vec3& p) {
  for (Vec3& vertex : mesh.vertices) vertex = R * vertex + p;
  return mesh;
}

Mesh inside_out(Mesh mesh) {
  for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  return mesh;
}

Mesh joined(Mesh a, const Mesh& b) {
  const int offset = static_cast<int>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& [i, j, k] : b.triangles) {
    a.triangles.push_back({i + offset, j + offset, k + offset});
  }
  return a;
}

// Revolves a profile of points (radius, z) about the z axis in n steps. The profile runs so that
// outside is on its right; a point on the axis becomes one vertex. A closed profile ends where it
// starts.
Mesh lathe(const std::vector<Vec2>& profile, int n, bool closed = false) {
  Mesh mesh;
  std::vector<int> first;  // vertex of each profile point
  std::vector<int> count;  // vertices it has: n, or 1 on the axis
  for (const Vec2& point : profile) {
    first.push_back(static_cast<int>(mesh.vertices.size()));
    count.push_back(point.x() > 0.0 ? n : 1);
    for (int i = 0; i < count.back(); ++i) {
      const double angle = 2.0 * pi * i / n;
      mesh.vertices.emplace_back(
          point.x() * std::cos(angle), point.x() * std::sin(angle), point.y());
    }
  }
  const std::size_t rings = profile.size();
  for (std::size_t k = 0; k + (closed ? 0 : 1) < rings; ++k) {
    const std::size_t l = (k + 1) % rings;
    for (int i = 0; i < n; ++i) {
      const int a = first[k] + i % count[k], b = first[k] + (i + 1) % count[k];
      const int c = first[l] + (i + 1) % count[l], d = first[l] + i % count[l];
      if (a != b) mesh.triangles.push_back({a, b, c});
      if (c != d) mesh.triangles.push_back({a, c, d});
    }
  }
  return mesh;
}

Mesh sphere_mesh(double r, int n) {
  std::vector<Vec2> profile = {{0.0, -r}};
  for (int i = 1; i < n; ++i) {
    const double u = pi * i / n;
    profile.emplace_back(r * std::sin(u), -r * std::cos(u));
  }
  profile.emplace_back(0.0, r);
  return lathe(profile, 2 * n);
}

Mesh torus_mesh(double R, double a, int n) {
  std::vector<Vec2> profile;
  for (int i = 0; i < n; ++i) {
    const double u = 2.0 * pi * i / n;
    profile.emplace_back(R + a * std::cos(u), a * std::sin(u));
  }
  return lathe(profile, n, true);
}

// An L seen from above: the square [0, 2]² without [1, 2]², one high.
Mesh l_prism() {
  const std::vector<Vec2> outline = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  Mesh mesh;
  for (const double z : {0.0, 1.0}) {
    for (const Vec2& p : outline) mesh.vertices.emplace_back(p.x(), p.y(), z);
  }
  const std::vector<std::array<int, 3>> top = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
  for (const auto& [i, j, k] : top) {
    mesh.triangles.push_back({i, k, j});
    mesh.triangles.push_back({i + 6, j + 6, k + 6});
  }
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    mesh.triangles.push_back({i, j, j + 6});
    mesh.triangles.push_back({i, j + 6, i + 6});
  }
  return mesh;
}

Mat3 some_rotation() {
  return Quat(0.5, -0.1, 0.7, 0.3).normalized().toRotationMatrix();
}

// Some tens of operations on numbers of order 1, the sums hardly larger than their result.
constexpr double rounding = 1e-14;

TEST(Mesh, CubeIsABox) {
  expect_same(mass_properties(box_mesh({1, 1, 1}), density),
              mass_properties(Box{.size = {1, 1, 1}}, density),
              rounding);
  expect_same(mass_properties(box_mesh({0.3, 2.0, 1.1}), density),
              mass_properties(Box{.size = {0.3, 2.0, 1.1}}, density),
              rounding);
}

TEST(Mesh, MovedMeshIsTheMovedBody) {
  const Mat3 R = some_rotation();
  const Vec3 p(0.4, -2.0, 3.0);
  const Vec3 size(0.3, 2.0, 1.1);
  expect_same(mass_properties(moved(box_mesh(size), R, p), density),
              transformed(mass_properties(Box{.size = size}, density), R, p),
              rounding,
              p.norm());
}

// Vertices at 1e6 m are rounded to 1e-10 m. Nothing else may get lost.
TEST(Mesh, KeepsItsAccuracyFarFromTheOrigin) {
  const Vec3 p(1e6, -1e6, 1e6), size(0.3, 2.0, 1.1);
  expect_same(mass_properties(moved(box_mesh(size), Mat3::Identity(), p), density),
              transformed(mass_properties(Box{.size = size}, density), Mat3::Identity(), p),
              1e-9);
}

// The mean over a tetrahedron of any polynomial of second degree is its mean over four points, each
// weighting one vertex by (5 + 3√5)/20 and the others alike (the quadrature rule of degree 2). So a
// tetrahedron moves like four point masses there. All products of inertia differ in this one.
TEST(Mesh, TetrahedronMovesLikeFourPoints) {
  const Mesh mesh = tetrahedron();
  const double own = (5.0 + 3.0 * std::sqrt(5.0)) / 20.0;
  const double other = (1.0 - own) / 3.0;
  const MassProperties body = mass_properties(mesh, density);

  Vec3 sum = Vec3::Zero();
  for (const Vec3& v : mesh.vertices) sum += v;
  std::vector<MassPoint> points;
  for (const Vec3& v : mesh.vertices) {
    points.push_back({.mass = body.mass / 4.0, .position = own * v + other * (sum - v)});
  }
  const MassProperties expected = from_points(points);
  EXPECT_LE((body.com - expected.com).norm(), rounding);
  EXPECT_LE((body.inertia - expected.inertia).norm(), rounding * expected.inertia.norm());
}

// [BlowBinstock04]: the tetrahedron on the unit axes has volume 1/6 and, about the origin, second
// moment 1/60 on and 1/120 off the diagonal; about the com, less (1/6) (1/4)².
TEST(Mesh, CanonicalTetrahedronHasThePublishedCovariance) {
  const Mesh mesh{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                  .triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
  const MassProperties body = mass_properties(mesh, 1.0);
  const Mat3 J = Mat3::Constant(1.0 / 120.0 - 1.0 / 96.0) + Mat3(Mat3::Identity() / 120.0);
  EXPECT_NEAR(body.volume, 1.0 / 6.0, rounding);
  EXPECT_LE((body.com - Vec3::Constant(0.25)).norm(), rounding);
  EXPECT_LE((second_moment(body) - J).norm(), rounding);
}

TEST(Mesh, LShapedPrismIsTwoBoxes) {
  const MassProperties beam = transformed(
      mass_properties(Box{.size = {2, 1, 1}}, density), Mat3::Identity(), {1.0, 0.5, 0.5});
  const MassProperties cube = transformed(
      mass_properties(Box{.size = {1, 1, 1}}, density), Mat3::Identity(), {0.5, 1.5, 0.5});
  expect_same(mass_properties(l_prism(), density), combined(beam, cube), rounding);

  const Mat3 R = some_rotation();
  const Vec3 p(3, 1, -2);
  expect_same(mass_properties(moved(l_prism(), R, p), density),
              transformed(combined(beam, cube), R, p),
              rounding,
              p.norm());
}

TEST(Mesh, SurfaceTheOtherWayRoundIsACavity) {
  const Vec3 p(0.1, -0.2, 0.05);
  const Mesh core = moved(box_mesh({0.5, 0.4, 0.3}), some_rotation(), p);
  const Mesh hollow = joined(box_mesh({2, 2, 2}), inside_out(core));
  expect_same(combined(mass_properties(hollow, density), mass_properties(core, density)),
              mass_properties(Box{.size = {2, 2, 2}}, density),
              rounding);
}

struct Error {
  double volume, com, inertia;
};

Error error(const Mesh& mesh, const Shape& shape) {
  const MassProperties a = mass_properties(mesh, density), b = mass_properties(shape, density);
  return {std::abs(a.volume - b.volume), (a.com - b.com).norm(), (a.inertia - b.inertia).norm()};
}

// Chords miss an arc by O(h²), so twice as many of them miss a quarter as much. The next term is
// O(h⁴): with 48 chords, h² ≈ 0.02, the ratio is 4 to within a few per cent.
void expect_second_order(const Error& coarse, const Error& fine) {
  EXPECT_NEAR(coarse.volume / fine.volume, 4.0, 0.1);
  EXPECT_NEAR(coarse.inertia / fine.inertia, 4.0, 0.1);
}

TEST(Mesh, FineMeshConvergesToTheSphere) {
  const Sphere sphere{.radius = 0.8};
  const Error coarse = error(sphere_mesh(0.8, 48), sphere),
              fine = error(sphere_mesh(0.8, 96), sphere);
  expect_second_order(coarse, fine);
  EXPECT_LE(fine.com, rounding);
  EXPECT_LE(fine.volume, 2e-3);
}

TEST(Mesh, FineMeshConvergesToTheTorus) {
  const Torus torus{.ring_radius = 0.9, .tube_radius = 0.4};
  const Error coarse = error(torus_mesh(0.9, 0.4, 48), torus);
  const Error fine = error(torus_mesh(0.9, 0.4, 96), torus);
  expect_second_order(coarse, fine);
  EXPECT_LE(fine.com, rounding);
}

TEST(Mesh, FineMeshConvergesToTheCylinder) {
  const Cylinder cylinder{.radius = 0.3, .length = 1.4};
  const std::vector<Vec2> profile = {{0, -0.7}, {0.3, -0.7}, {0.3, 0.7}, {0, 0.7}};
  const Error coarse = error(lathe(profile, 48), cylinder);
  const Error fine = error(lathe(profile, 96), cylinder);
  expect_second_order(coarse, fine);
  EXPECT_LE(fine.com, rounding);
}

// Every polygonal pyramid has its com at a quarter of its height, however coarse.
TEST(Mesh, FineMeshConvergesToTheCone) {
  const Cone cone{.radius = 0.6, .height = 1.9};
  const std::vector<Vec2> profile = {{0, 0}, {0.6, 0}, {0, 1.9}};
  const Error coarse = error(lathe(profile, 48), cone), fine = error(lathe(profile, 96), cone);
  expect_second_order(coarse, fine);
  EXPECT_LE(fine.com, rounding);
}

TEST(Mesh, FineMeshConvergesToTheCapsule) {
  const Capsule capsule{.radius = 0.3, .length = 1.0};
  const auto capsule_mesh = [](int n) {  // n even: the ring on the equator is there twice
    std::vector<Vec2> profile = {{0, -0.8}};
    for (int i = 1; i < n; ++i) {
      const double u = pi * i / n;
      if (2 * i <= n) profile.emplace_back(0.3 * std::sin(u), -0.5 - 0.3 * std::cos(u));
      if (2 * i >= n) profile.emplace_back(0.3 * std::sin(u), 0.5 - 0.3 * std::cos(u));
    }
    profile.emplace_back(0, 0.8);
    return lathe(profile, 2 * n);
  };
  expect_second_order(error(capsule_mesh(48), capsule), error(capsule_mesh(96), capsule));
}

TEST(Mesh, FineMeshConvergesToTheEllipsoid) {
  const Vec3 radii(0.3, 0.7, 1.1);
  const Ellipsoid ellipsoid{.radii = radii};
  const Mat3 stretch = radii.asDiagonal();
  const Error coarse = error(moved(sphere_mesh(1, 48), stretch, Vec3::Zero()), ellipsoid);
  const Error fine = error(moved(sphere_mesh(1, 96), stretch, Vec3::Zero()), ellipsoid);
  expect_second_order(coarse, fine);
}

// What check() says.

template <class S>
std::vector<std::string> findings(const S& shape) {
  Diagnostics d;
  shape.check(d);
  return d.errors();
}

using Lines = std::vector<std::string>;

TEST(ShapeCheck, DefaultsOfAllSolidsAreSound) {
  const std::vector<Shape> shapes = {
      Sphere{}, Box{}, Cylinder{}, Rod{}, Capsule{}, Torus{}, Cone{}, Ellipsoid{}};
  for (const Shape& shape : shapes) {
    EXPECT_GT(mass_properties(shape, 1.0).mass, 0.0) << "shape " << shape.index();
  }
}

TEST(ShapeCheck, NamesTheLengthAndTheCure) {
  const std::string cure = ": give a positive, finite length in metres";
  EXPECT_EQ(findings(Sphere{.radius = -1}), Lines{"radius: is -1" + cure});
  EXPECT_EQ(findings(Sphere{.radius = 0}), Lines{"radius: is 0" + cure});
  EXPECT_EQ(findings(Box{.size = {1, 0, -2}}),
            (Lines{"size: y is 0" + cure, "size: z is -2" + cure}));
  EXPECT_EQ(findings(Cylinder{.radius = -1, .length = -2}),
            (Lines{"radius: is -1" + cure, "length: is -2" + cure}));
  EXPECT_EQ(findings(Rod{.length = 0}), Lines{"length: is 0" + cure});
  EXPECT_EQ(findings(Capsule{.radius = 1e-3, .length = -1e-9}), Lines{"length: is -1e-09" + cure});
  EXPECT_EQ(findings(Cone{.radius = 1, .height = 0}), Lines{"height: is 0" + cure});
  EXPECT_EQ(findings(Ellipsoid{.radii = {-1, 1, 1}}), Lines{"radii: x is -1" + cure});
}

TEST(ShapeCheck, RejectsWhatIsNotFinite) {
  for (const double bad : {nan, inf, -inf}) {
    EXPECT_EQ(findings(Sphere{.radius = bad}).size(), 1u);
    EXPECT_EQ(findings(Box{.size = {1, 1, bad}}).size(), 1u);
    EXPECT_EQ(findings(Cylinder{.radius = bad, .length = bad}).size(), 2u);
    EXPECT_EQ(findings(Rod{.length = bad}).size(), 1u);
    EXPECT_EQ(findings(Capsule{.radius = bad, .length = bad}).size(), 2u);
    EXPECT_GE(findings(Torus{.ring_radius = bad}).size(), 1u);
    EXPECT_GE(findings(Torus{.tube_radius = bad}).size(), 1u);
    EXPECT_EQ(findings(Cone{.radius = bad, .height = bad}).size(), 2u);
    EXPECT_EQ(findings(Ellipsoid{.radii = {bad, bad, bad}}).size(), 3u);
    Mesh mesh = tetrahedron();
    mesh.vertices[2].y() = bad;
    EXPECT_EQ(findings(mesh),
              Lines{"vertices: vertex 2 is not finite: give three numbers in metres"});
  }
}

TEST(ShapeCheck, TorusMustNotCutItself) {
  const Lines expected = {
      "tube_radius: is not less than ring_radius, so the tube cuts itself: make the tube thinner "
      "or the ring wider"};
  EXPECT_EQ(findings(Torus{.ring_radius = 0.5, .tube_radius = 0.5}), expected);
  EXPECT_EQ(findings(Torus{.ring_radius = 0.5, .tube_radius = 0.7}), expected);
}

TEST(MeshCheck, AcceptsClosedSurfaces) {
  EXPECT_EQ(findings(tetrahedron()), Lines{});
  EXPECT_EQ(findings(l_prism()), Lines{});
  EXPECT_EQ(findings(torus_mesh(0.9, 0.4, 12)), Lines{});
  EXPECT_EQ(findings(joined(box_mesh({2, 2, 2}), inside_out(box_mesh({1, 1, 1})))), Lines{});
}

// A sheet and a needle with 1e-7 of their extent across are thin, but they are solids.
TEST(MeshCheck, AcceptsThinSolids) {
  const Mat3 R = some_rotation();
  EXPECT_EQ(findings(moved(box_mesh({1, 1, 1e-7}), R, Vec3::Zero())), Lines{});
  EXPECT_EQ(findings(moved(box_mesh({1, 1e-7, 1e-7}), R, Vec3::Zero())), Lines{});
}

TEST(MeshCheck, NeedsFourTriangles) {
  EXPECT_EQ(findings(Mesh{}),
            Lines{"triangles: are 0: a closed surface needs at least 4, add the missing ones"});
}

TEST(MeshCheck, NamesTheIndexOutOfRange) {
  Mesh mesh = tetrahedron();
  mesh.triangles[3][1] = 4;
  EXPECT_EQ(findings(mesh),
            Lines{"triangles: triangle 3 names vertex 4 of 4: vertices are numbered from 0"});
  mesh.triangles[3][1] = -1;
  EXPECT_EQ(findings(mesh),
            Lines{"triangles: triangle 3 names vertex -1 of 4: vertices are numbered from 0"});
}

TEST(MeshCheck, NamesTheTriangleWithoutArea) {
  Mesh mesh = tetrahedron();
  mesh.triangles.push_back({1, 2, 1});
  EXPECT_EQ(findings(mesh),
            Lines{"triangles: triangle 4 names a vertex twice: remove the triangle"});
}

TEST(MeshCheck, FindsTheHole) {
  Mesh mesh = box_mesh({1, 1, 1});
  mesh.triangles.erase(mesh.triangles.begin());  // {0, 2, 3}
  EXPECT_EQ(findings(mesh),
            Lines{"triangles: edge 0-2 belongs to triangle 8 only: close the hole, and merge "
                  "vertices at the same place (3 edges are at fault)"});
}

TEST(MeshCheck, FindsTheTurnedTriangle) {
  Mesh mesh = tetrahedron();
  mesh.triangles[2] = {2, 1, 3};
  EXPECT_EQ(findings(mesh),
            Lines{"triangles: triangles 0 and 2 run along edge 1-2 the same way: swap two vertices "
                  "of one of them (3 edges are at fault)"});
}

// Two tetrahedra that share the edge 0-1.
TEST(MeshCheck, FindsTheEdgeOfFourTriangles) {
  Mesh mesh = tetrahedron();
  mesh.vertices.emplace_back(0.2, -0.9, -0.5);
  mesh.vertices.emplace_back(0.4, -0.3, -2.1);
  for (const auto& [i, j, k] : tetrahedron().triangles) {
    const auto other = [](int v) { return v < 2 ? v : v + 2; };
    mesh.triangles.push_back({other(i), other(j), other(k)});
  }
  EXPECT_EQ(findings(mesh),
            Lines{"triangles: edge 0-1 belongs to 4 triangles: give each part its own vertices, so "
                  "that two triangles meet at an edge"});
}

TEST(MeshCheck, TellsHowToTurnAMeshThatIsInsideOut) {
  EXPECT_EQ(findings(inside_out(l_prism())),
            Lines{"triangles: are inside out: reverse their order, (a, b, c) to (a, c, b)"});
}

TEST(MeshCheck, FindsAPartThatIsInsideOut) {
  const Mesh part = moved(inside_out(box_mesh({0.9, 0.9, 0.9})), Mat3::Identity(), {9, 0, 0});
  EXPECT_EQ(findings(joined(box_mesh({1, 1, 1}), part)),
            Lines{"triangles: have a part that is inside out: reverse the order of its triangles"});
}

TEST(MeshCheck, RejectsFlatMeshes) {
  const Lines expected = {"triangles: enclose no volume: move the vertices out of one plane"};
  const Mesh flat = box_mesh({1, 2, 0});
  EXPECT_EQ(findings(flat), expected);
  EXPECT_EQ(findings(moved(flat, some_rotation(), {1, 2, 3})), expected);
}

TEST(Shape, MassPropertiesOfNonsenseThrow) {
  try {
    mass_properties(inside_out(tetrahedron()), 1.0);
    FAIL() << "an inside-out mesh has no mass properties";
  } catch (const ModelError& e) {
    EXPECT_NE(std::string(e.what()).find("shape 'mesh'"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("reverse their order"), std::string::npos) << e.what();
  }
  EXPECT_THROW(mass_properties(Sphere{}, -1.0), UsageError);
  EXPECT_THROW(mass_properties(Sphere{}, nan), UsageError);
  EXPECT_THROW(mass_properties(Sphere{}, inf), UsageError);
  EXPECT_THROW(mass_properties(Sphere{.radius = 1e200}, 1.0), UsageError);
}

TEST(Shape, FieldsAreDescribedOnceForReadersAndWriters) {
  std::vector<std::string> seen;
  const Torus torus{};
  Torus::fields(torus, [&](std::string_view name, const double& value, std::string_view text) {
    EXPECT_GT(value, 0.0);
    EXPECT_FALSE(text.empty());
    seen.emplace_back(name);
  });
  EXPECT_EQ(seen, (Lines{"ring_radius", "tube_radius"}));

  Cone cone{};
  Cone::fields(cone, [](std::string_view, double& value, std::string_view) { value = 3.0; });
  EXPECT_EQ(cone.radius, 3.0);
  EXPECT_EQ(cone.height, 3.0);
}

}  // namespace holon::shape_test
