// SPDX-License-Identifier: Apache-2.0
#include "holon/math/workers.h"

#include <gmock/gmock.h>

#include <atomic>
#include <vector>

namespace holon::workers_test {

using ::testing::Each;

TEST(Workers, DoEveryPieceOfWorkOnce) {
  for (const int threads : {1, 2, 5}) {
    Workers workers(threads);
    EXPECT_EQ(workers.threads(), threads);
    for (const int n : {0, 1, 2, 3, 100}) {
      std::vector<int> done(n, 0);
      workers.run(n, [&](int i) { ++done[i]; });
      EXPECT_THAT(done, Each(1)) << n << " pieces on " << threads << " threads";
    }
  }
}

TEST(Workers, AreDoneWhenRunReturns) {
  Workers workers(3);
  for (int round = 0; round < 2000; ++round) {
    std::atomic<int> running = 0, done = 0;
    workers.run(8, [&](int) {
      ++running;
      ++done;
      --running;
    });
    ASSERT_EQ(done, 8);
    ASSERT_EQ(running, 0);
  }
}

TEST(Workers, MayHaveNothingToDo) {
  EXPECT_EQ(Workers(0).threads(), 1);
  EXPECT_EQ(Workers(-3).threads(), 1);
  Workers(4).run(0, [](int) { FAIL(); });
}

TEST(Workers, DivideARangeWithoutGapsOrOverlaps) {
  for (const int threads : {1, 2, 5}) {
    Workers workers(threads);
    for (const int n : {0, 1, 63, 64, 65, 1000, 12345}) {
      std::vector<int> done(n, 0);
      workers.for_ranges(n, 64, [&](int first, int last) {
        EXPECT_TRUE(first < last && (first == 0 || first % 64 == 0));
        for (int i = first; i < last; ++i) ++done[i];
      });
      EXPECT_THAT(done, Each(1)) << n << " on " << threads << " threads";
    }
  }
}

TEST(Workers, LetTheFirstExceptionOutWhenAllAreDone) {
  struct Mishap {
    int at;
  };
  for (const int threads : {1, 3}) {
    Workers workers(threads);
    for (int round = 0; round < 100; ++round) {
      try {
        workers.for_ranges(1000, 10, [&](int first, int last) {
          if (first <= 500 && last > 500) throw Mishap{first};
        });
        FAIL();
      } catch (const Mishap& mishap) {
        EXPECT_LE(mishap.at, 500);
      }
    }
  }
}

}  // namespace holon::workers_test
