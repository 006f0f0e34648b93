// SPDX-License-Identifier: Apache-2.0
// Nothing that a step asks of a curve asks for memory.
#include <gtest/gtest.h>

#include "holon/checks/count_allocations.h"
#include "holon/curve/curve.h"

namespace holon::allocation_test {

using checks::allocations;
using checks::counts_allocations;

TEST(CurveAllocation, CountingCounts) {
  if (!counts_allocations) GTEST_SKIP();
  const std::size_t before = allocations;
  const Curve curve = BSpline{};
  EXPECT_GT(allocations, before);
}

TEST(CurveAllocation, EvaluationAsksForNoMemory) {
  if (!counts_allocations) GTEST_SKIP();
  for_each_kind(CurveKinds{}, []<class K>() {
    for (const bool by_length : {false, true}) {
      const Curve curve(K{}, {.by_length = by_length});
      double sum = 0.0;
      const std::size_t before = allocations;
      for (int i = 0; i < 100; ++i) {
        const double u = -2.0 + 0.05 * i;
        const CurveJet jet = curve.at(u);
        const Vec3 x = jet.r + 0.1 * jet.d2;
        const Curve copy = curve;
        sum += copy.closest_near(x, u) + copy.closest(x) + copy.length(0.0, u);
      }
      EXPECT_EQ(allocations, before) << K::name;
      EXPECT_TRUE(std::isfinite(sum)) << K::name;
    }
  });
}

}  // namespace holon::allocation_test
