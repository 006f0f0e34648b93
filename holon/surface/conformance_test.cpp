// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <string>

#include "holon/checks/kind_tests.h"
#include "holon/checks/surface_specimens.h"

/// What every kind of surface has to pass. The kinds come from the folder: a new header is tested
/// here without an edit, as long as its default is a surface or surface_specimens() knows one.
namespace holon::conformance_test {

using checks::Random;

constexpr int kPoints = 100;

/// A point, and where it belongs to on the surface.
struct Probe {
  Vec3 x;
  SurfaceFoot foot;
  SurfaceJet jet;
};

/// A kind of surface, as far as the tests have to know it.
struct Kind {
  checks::KindFacts facts;
  bool is_distance = true;
  std::vector<Surface> specimens;
};

template <class K>
Kind describe() {
  Kind kind{checks::facts_of<K>(), !std::is_same_v<K, Implicit>, {}};
  for (const K& specimen : checks::surface_specimens<K>()) kind.specimens.emplace_back(specimen);
  return kind;
}
std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds;
  for_each_kind(SurfaceKinds{}, [&]<class K>() { kinds.push_back(describe<K>()); });
  return kinds;
}

class SurfaceConformance : public ::testing::TestWithParam<Kind> {
 protected:
  /// Goes from x to the surface along the gradient; false if it does not get there, or leaves it.
  static bool go_to(const Surface& surface, Vec3& x) {
    SurfaceFoot foot = surface.closest(x);
    for (int i = 0; i < 20; ++i) {
      const SurfaceJet jet = surface.at(x, foot);
      if (std::abs(jet.f) < 1e-14) break;
      x -= jet.gradient * (jet.f / jet.gradient.squaredNorm());
    }
    return !surface.outside_domain(foot) && std::abs(surface.at(x, foot).f) < 1e-12;
  }

  /// Calls f(surface, probe) at points within 5 cm of the surfaces of this kind.
  template <class F>
  void for_each_probe(F&& f) {
    for (const Surface& surface : GetParam().specimens) {
      Random random(17);
      int found = 0;
      for (int i = 0; i < kPoints; ++i) {
        Vec3 x = random.vector(1.2);
        if (!go_to(surface, x)) continue;
        ++found;
        x += random.vector(0.05);
        SurfaceFoot foot = surface.closest(x);
        const SurfaceJet jet = surface.at(x, foot);
        SCOPED_TRACE("point " + std::to_string(i));
        f(surface, Probe{x, foot, jet});
      }
      EXPECT_GT(found, kPoints / 8) << "hardly any point finds the surface";
    }
  }
};
INSTANTIATE_TEST_SUITE_P(,
                         SurfaceConformance,
                         ::testing::ValuesIn(all_kinds()),
                         [](const auto& kind) { return kind.param.facts.name; });

/// f at a displaced point, seen from the foot of the point in the middle.
SurfaceJet beside(const Surface& surface, const Probe& p, const Vec3& step) {
  SurfaceFoot foot = p.foot;
  return surface.at(p.x + step, foot);
}
/// A wall there.
SurfaceJet wall_beside(const Surface& surface, const Probe& p, const Vec3& step, std::size_t wall) {
  SurfaceFoot foot = p.foot;
  surface.at(p.x + step, foot);
  return surface.walls(p.x + step, foot)[wall];
}

/// Central differences along each axis, extrapolated from two steps to fourth order; `trust` is
/// what the two steps differ by.
struct Differences {
  Vec3 gradient;
  Mat3 hessian;
  double trust = 0.0;
};
template <class F>
Differences differences(F&& jet_at) {
  Differences out;
  constexpr double h = 2e-4;
  for (int i = 0; i < 3; ++i) {
    Vec2 f;
    std::array<Vec3, 2> g;
    for (int k = 0; k < 2; ++k) {
      const double s = h / (k + 1);
      const SurfaceJet plus = jet_at(s * Vec3::Unit(i)), minus = jet_at(-s * Vec3::Unit(i));
      f[k] = (plus.f - minus.f) / (2.0 * s);
      g[k] = (plus.gradient - minus.gradient) / (2.0 * s);
    }
    out.gradient[i] = (4.0 * f[1] - f[0]) / 3.0;
    out.hessian.col(i) = (4.0 * g[1] - g[0]) / 3.0;
    out.trust = std::max({out.trust, std::abs(f[1] - f[0]), (g[1] - g[0]).norm()});
  }
  return out;
}

// Curvatures are up to 10 / m here: differences over h = 2e-4 that are smooth agree to
// h² (1/0.1 m)³ = 4e-5, and their extrapolation has an error of h⁴ (1/0.1 m)⁵ = 2e-10, to which
// rounding adds 1e-15/h = 5e-12. What agrees less lies on a joint of pieces, where third (of a
// mesh, second) derivatives jump.
TEST_P(SurfaceConformance, DerivativesMatchFiniteDifferences) {
  int probes = 0, unsettled = 0;
  for_each_probe([&](const Surface& surface, const Probe& p) {
    const Differences d = differences([&](const Vec3& step) { return beside(surface, p, step); });
    ++probes;
    if (d.trust > 1e-4) {
      ++unsettled;
      return;
    }
    EXPECT_LT((d.gradient - p.jet.gradient).norm(), 1e-7);
    EXPECT_LT((d.hessian - p.jet.hessian).norm(), 1e-5);
    EXPECT_LT((p.jet.hessian - p.jet.hessian.transpose()).norm(), 1e-12);
  });
  EXPECT_LT(unsettled, 0.1 * probes) << "f is hardly ever smooth";
}

// The same for the walls along edges, which jump to another edge half way between two of them.
TEST_P(SurfaceConformance, WallsMatchFiniteDifferences) {
  int probes = 0, unsettled = 0;
  for_each_probe([&](const Surface& surface, const Probe& p) {
    const EdgeWalls walls = surface.walls(p.x, p.foot);
    for (std::size_t wall = 0; wall < 2; ++wall) {
      const Differences d =
          differences([&](const Vec3& step) { return wall_beside(surface, p, step, wall); });
      ++probes;
      if (d.trust > 1e-4) {
        ++unsettled;
        continue;
      }
      EXPECT_LT((d.gradient - walls[wall].gradient).norm(), 1e-7);
      EXPECT_LT((d.hessian - walls[wall].hessian).norm(), 1e-5);
      EXPECT_LT((walls[wall].hessian - walls[wall].hessian.transpose()).norm(), 1e-11);
    }
  });
  EXPECT_LT(unsettled, 0.1 * probes) << "walls are hardly ever smooth";
}

// Goes out of the surface from where the probes are. Where a foot leaves it the wall is zero, and
// stands upright in the surface.
TEST_P(SurfaceConformance, WallsStandOnTheEdges) {
  int edges = 0;
  for_each_probe([&](const Surface& surface, const Probe& p) {
    if (surface.outside_domain(p.foot)) return;
    const Vec3 across = p.jet.gradient.cross(Vec3(0.3, -0.8, 0.5)).normalized();
    SurfaceFoot foot = p.foot, inside = p.foot;
    Vec3 x = p.x;
    for (int i = 0; i < 200 && !surface.outside_domain(foot); ++i) {
      inside = foot;
      x += 0.02 * across;
      for (int k = 0; k < 3; ++k) {
        const SurfaceJet jet = surface.at(x, foot);
        x -= jet.f / jet.gradient.squaredNorm() * jet.gradient;
      }
      if (!x.allFinite() || x.norm() > 10.0) return;
    }
    if (!surface.outside_domain(foot)) return;
    ++edges;
    const Vec3 out = surface.point(foot).r, in = surface.point(inside).r;
    const EdgeWalls walls = surface.walls(out, foot);
    const std::size_t hit = walls[0].f < walls[1].f ? 0 : 1;
    EXPECT_LT(walls[hit].f, 0.0);
    EXPECT_GT(walls[hit].f, -0.03) << "no farther than a step";
    EXPECT_GE(std::min(surface.walls(in, inside)[0].f, surface.walls(in, inside)[1].f), 0.0);
    // walk back to the wall
    x = out;
    for (int i = 0; i < 20; ++i) {
      const SurfaceJet jet = surface.at(x, foot), wall = surface.walls(x, foot)[hit];
      x -= jet.f * jet.gradient + wall.f / wall.gradient.squaredNorm() * wall.gradient;
    }
    const SurfaceJet jet = surface.at(x, foot), wall = surface.walls(x, foot)[hit];
    EXPECT_NEAR(wall.f, 0.0, 1e-12);
    EXPECT_NEAR(wall.gradient.norm(), 1.0, 1e-9);
    EXPECT_NEAR(wall.gradient.dot(jet.gradient), 0.0, 1e-9);
  });
  const std::string& name = GetParam().facts.name;
  const std::string with_edges[] = {"b_spline_patch",
                                    "bezier_patch",
                                    "height_field",
                                    "mesh_surface",
                                    "parametric_surface",
                                    "surface_of_revolution"};
  if (std::ranges::find(with_edges, name) != std::end(with_edges)) {
    EXPECT_GT(edges, 20);
  } else {
    EXPECT_EQ(edges, 0);
  }
}

// Rounding of normals, of products of numbers of order 1 to 10.
TEST_P(SurfaceConformance, IsADistanceIfItSaysSo) {
  if (!GetParam().is_distance) return;
  for_each_probe([](const Surface& surface, const Probe& p) {
    EXPECT_NEAR(p.jet.gradient.norm(), 1.0, 1e-13);
    EXPECT_LT((p.jet.hessian * p.jet.gradient).norm(), 1e-10) << "straight along the normal";
    if (surface.outside_domain(p.foot)) return;
    SurfaceFoot foot = p.foot;
    EXPECT_NEAR(surface.at(p.x - p.jet.f * p.jet.gradient, foot).f, 0.0, 1e-12);
  });
}

// A foot that starts at any other point of the neighbourhood ends in the same.
TEST_P(SurfaceConformance, FollowingAFootLeadsToTheClosestPoint) {
  for_each_probe([](const Surface& surface, const Probe& p) {
    Random random(3);
    SurfaceFoot foot = surface.closest(p.x + random.vector(0.02));
    const SurfaceJet jet = surface.at(p.x, foot);
    if (surface.outside_domain(foot) || surface.outside_domain(p.foot)) return;
    EXPECT_NEAR(jet.f, p.jet.f, 1e-11);
    EXPECT_LT((jet.gradient - p.jet.gradient).norm(), 1e-9);
  });
}

// Nothing is closer than the closest point: not one of the points found on the surface.
TEST_P(SurfaceConformance, NoPointOfTheSurfaceIsCloserThanTheClosest) {
  if (!GetParam().is_distance) return;
  for (const Surface& surface : GetParam().specimens) {
    Random random(23);
    std::vector<Vec3> samples;
    for (int i = 0; i < 400; ++i) {
      Vec3 x = random.vector(1.5);
      if (go_to(surface, x)) samples.push_back(x);
    }
    ASSERT_GT(samples.size(), 50U);
    for (int i = 0; i < 100; ++i) {
      const Vec3 x = random.vector(1.5);
      SurfaceFoot foot = surface.closest(x);
      const double f = surface.at(x, foot).f;
      for (const Vec3& y : samples) EXPECT_LE(std::abs(f), (x - y).norm() + 1e-9);
    }
  }
}

TEST_P(SurfaceConformance, HasItsFileTestPageAndFields) {
  checks::expect_complete(GetParam().facts, "surface");
}

}  // namespace holon::conformance_test
