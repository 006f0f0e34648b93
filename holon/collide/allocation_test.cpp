// SPDX-License-Identifier: Apache-2.0
// Nothing that a step asks of shapes asks for memory.
#include <gtest/gtest.h>

#include <cmath>

#include "holon/checks/count_allocations.h"
#include "holon/collide/broad_phase.h"
#include "holon/collide/collide.h"
#include "holon/collide/query.h"
#include "holon/collide/specimens.h"

namespace holon::allocation_test {

using checks::allocations;
using checks::counts_allocations;

TEST(CollideAllocation, CountingCounts) {
  if (!counts_allocations) GTEST_SKIP();
  const std::size_t before = allocations;
  const CollisionShape hull = checks::wedge();
  EXPECT_GT(allocations, before);
}

TEST(CollideAllocation, TouchingAsksForNoMemory) {
  if (!counts_allocations) GTEST_SKIP();
  checks::Random random(61);
  auto shapes = checks::convex_specimens();
  shapes.push_back({"half_space", HalfSpace{}});
  shapes.push_back(
      {"grid", HeightGrid{.heights = {{0, 1, 0}, {1, 0, 1}, {0, 1, 0}}, .corner = {-1, -1}}});
  std::vector<Place> places;
  for (int i = 0; i < 60; ++i) places.push_back(checks::random_place(random, 0.3));
  std::vector<Manifold> out;
  out.reserve(64);
  const auto learn = [&](const auto& a, const auto& b) {  // how many triangles may be in doubt
    for (std::size_t i = 0; i < places.size(); i += 2) {
      out.clear();
      collide(a.shape, places[i], b.shape, places[i + 1], 0.1, out);
    }
  };
  for (const auto& a : shapes) {
    for (const auto& b : shapes) {
      if (a.shape.surface() || b.shape.surface()) learn(a, b);
      double sum = 0.0;
      const std::size_t before = allocations;
      for (std::size_t i = 0; i < places.size(); i += 2) {
        const Place &A = places[i], &B = places[i + 1];
        out.clear();
        collide(a.shape, A, b.shape, B, 0.1, out);
        for (const Manifold& m : out) sum += m.points[0].gap;
        if (const auto n = nearest_points(a.shape, A, b.shape, B)) sum += n->gap;
        if (const auto hit = cast_ray(a.shape, A, B.x, {1, 0, 0}, 9.0)) sum += hit->distance;
      }
      EXPECT_EQ(allocations, before) << a.name << " and " << b.name;
      EXPECT_TRUE(std::isfinite(sum));
    }
  }
}

TEST(CollideAllocation, ABroadPhaseThatHasSettledAsksForNoMemory) {
  if (!counts_allocations) GTEST_SKIP();
  BroadPhase phase;
  checks::Random random(62);
  std::vector<Vec3> at;
  const auto box = [](const Vec3& x) { return Bounds{x.array() - 0.5, x.array() + 0.5}; };
  for (int i = 0; i < 200; ++i) {
    at.push_back(random.vector(4.0));
    phase.insert(box(at.back()));
  }
  std::size_t before = 0, pairs = 0;
  for (int step = 0; step < 400; ++step) {
    if (step == 200) before = allocations;
    // round and round, so that each turn has what the first one had
    for (int i = 0; i < 200; ++i) {
      const double phi = 0.05 * (step % 100) + i;
      phase.move(i, box(at[static_cast<std::size_t>(i)] + Vec3(std::cos(phi), std::sin(phi), 0)));
    }
    pairs += phase.pairs().size();
  }
  EXPECT_EQ(allocations, before);
  EXPECT_GT(pairs, 0U);
}

}  // namespace holon::allocation_test
