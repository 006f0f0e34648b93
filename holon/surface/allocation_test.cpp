// SPDX-License-Identifier: Apache-2.0
// Surfaces are evaluated within a step, which asks for no memory.
#include <gtest/gtest.h>

#include "holon/checks/count_allocations.h"
#include "holon/checks/surface_specimens.h"

namespace holon::allocation_test {

using checks::allocations;
using checks::counts_allocations;

TEST(SurfaceAllocation, NoneForAnyKind) {
  if (!counts_allocations) GTEST_SKIP();
  for_each_kind(SurfaceKinds{}, []<class K>() {
    for (const K& kind : checks::surface_specimens<K>()) {
      const Surface surface(kind);
      checks::Random random(1);
      SurfaceFoot foot = surface.closest(random.vector());
      const std::size_t before = allocations;
      double sum = 0.0;
      for (int i = 0; i < 50; ++i) sum += surface.at(random.vector(), foot).f;
      const Surface copy = surface;
      sum += copy.outside_domain(foot) ? 1.0 : 0.0;
      sum += surface.walls(surface.point(foot).r, foot)[0].f;
      EXPECT_EQ(allocations - before, 0U) << K::name << ", " << sum;
    }
  });
}

TEST(SurfaceAllocation, IsCounted) {
  if (!counts_allocations) GTEST_SKIP();
  const std::size_t before = allocations;
  const Surface surface(checks::icosahedron());
  EXPECT_GT(allocations - before, 20U) << "preparing a mesh takes memory";
}

}  // namespace holon::allocation_test
