// SPDX-License-Identifier: Apache-2.0
#include "holon/collide/broad_phase.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "holon/checks/random.h"
#include "holon/math/diagnostics.h"

namespace holon::broad_phase_test {

Bounds cube(const Vec3& x, double half = 0.5) {
  return {x.array() - half, x.array() + half};
}

std::vector<BroadPhase::Pair> all_pairs(const BroadPhase& phase,
                                        const std::map<int, CollisionFilter>& boxes) {
  std::vector<BroadPhase::Pair> pairs;
  for (const auto& [i, f] : boxes) {
    for (const auto& [j, g] : boxes) {
      if (i < j && f.admits(g) && phase.kept(i).overlaps(phase.kept(j))) pairs.push_back({i, j});
    }
  }
  return pairs;
}

TEST(BroadPhase, FindsWhatTryingAllPairsFinds) {
  checks::Random random(1);
  BroadPhase phase;
  std::map<int, CollisionFilter> boxes;
  std::map<int, Vec3> at;
  for (int step = 0; step < 400; ++step) {
    const int what = random.below(10);
    if (what < 4 || boxes.empty()) {
      const CollisionFilter filter{1U << random.below(3),
                                   1U | static_cast<std::uint32_t>(random.below(8))};
      const Vec3 x = random.vector(4.0);
      const int box = phase.insert(cube(x, random.uniform(0.1, 1.0)), filter);
      EXPECT_TRUE(boxes.emplace(box, filter).second);
      at[box] = x;
    } else {
      auto it = boxes.begin();
      std::advance(it, random.below(static_cast<int>(boxes.size())));
      if (what < 6) {
        phase.remove(it->first);
        boxes.erase(it);
      } else {
        at[it->first] += random.vector(0.5);
        phase.move(it->first, cube(at[it->first], 0.5));
      }
    }
    if (step % 3 == 0) {
      ASSERT_EQ(phase.pairs(), all_pairs(phase, boxes)) << step;
    }
  }
  EXPECT_GT(phase.pairs().size(), 20U);
}

TEST(BroadPhase, LeavesABoxAloneThatStaysInsideItsOwn) {
  BroadPhase phase(0.1);
  const int a = phase.insert(cube({0, 0, 0}));
  const Bounds before = phase.kept(a);
  phase.move(a, cube({0.05, 0, 0}));
  EXPECT_EQ(phase.kept(a).low, before.low);
  phase.move(a, cube({0.5, 0, 0}));
  EXPECT_TRUE(phase.kept(a).contains(cube({0.5, 0, 0})));
}

TEST(BroadPhase, AFloorWithoutEndMeetsAll) {
  BroadPhase phase;
  const int floor = phase.insert(Bounds::everywhere());
  for (int i = 0; i < 20; ++i) phase.insert(cube({3.0 * i, 0, 0}));
  EXPECT_EQ(phase.pairs().size(), 20U);
  for (const auto& [a, b] : phase.pairs()) EXPECT_EQ(a, floor);
}

TEST(BroadPhase, MasksAreForBoth) {
  BroadPhase phase;
  const int a = phase.insert(cube({0, 0, 0}), {.layer = 1, .mask = 2});
  phase.insert(cube({0, 0, 0}), {.layer = 2, .mask = 4});
  EXPECT_TRUE(phase.pairs().empty()) << "the second wants none of the first";
  phase.set_filter(a, {.layer = 4, .mask = 2});
  EXPECT_EQ(phase.pairs().size(), 1U);
}

TEST(BroadPhase, RefusesWhatIsNotThere) {
  BroadPhase phase;
  const int a = phase.insert(cube({0, 0, 0}));
  phase.remove(a);
  EXPECT_THROW(phase.remove(a), UsageError);
  EXPECT_THROW(phase.move(7, cube({0, 0, 0})), UsageError);
  EXPECT_THROW(phase.insert(cube(Vec3::Constant(std::nan("")))), UsageError);
}

}  // namespace holon::broad_phase_test
