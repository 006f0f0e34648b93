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

/// Central differences along each axis, extrapolated from two steps to fourth order; `trust` is
/// what the two steps differ by.
struct Differences {
  Vec3 gradient;
  Mat3 hessian;
  double trust = 0.0;
};
Differences differences(const Surface& surface, const Probe& p) {
  Differences out;
  constexpr double h = 2e-4;
  for (int i = 0; i < 3; ++i) {
    Vec2 f;
    std::array<Vec3, 2> g;
    for (int k = 0; k < 2; ++k) {
      const double s = h / (k + 1);
      const SurfaceJet plus = beside(surface, p, s * Vec3::Unit(i));
      const SurfaceJet minus = beside(surface, p, -s * Vec3::Unit(i));
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
    const Differences d = differences(surface, p);
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
