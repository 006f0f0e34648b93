// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/ordering.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace holon::ordering_test {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

/// Objects of 1 to 12 degrees of freedom, constraints of 1 to 6 rows on up to three of them. Some
/// objects are free, some constraints have more rows than their objects have freedom.
BlockGraph random_graph(unsigned seed) {
  std::mt19937 random(seed);
  const auto up_to = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  BlockGraph graph;
  const int objects = 1 + up_to(12), constraints = up_to(16);
  const int sizes[] = {1, 2, 3, 5, 6, 12};
  for (int i = 0; i < objects; ++i) graph.add_vertex(sizes[up_to(6)], false);
  for (int i = 0; i < constraints; ++i) {
    const int c = graph.add_vertex(1 + up_to(6), true);
    std::set<int> looks_at;
    for (int k = up_to(4); k > 0; --k) looks_at.insert(up_to(objects));
    for (const int o : looks_at) graph.add_edge(c, o);
  }
  return graph;
}

int join(BlockGraph& graph, int rows, std::initializer_list<int> objects) {
  const int c = graph.add_vertex(rows, true);
  for (const int o : objects) graph.add_edge(c, o);
  return c;
}

std::size_t filled_blocks(const Elimination& e) {
  return e.column.items.size();
}

TEST(Ordering, IsAPermutationWithItsInverse) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const BlockGraph graph = random_graph(seed);
    const Elimination e = eliminate(graph);
    const int n = static_cast<int>(graph.size.size());
    ASSERT_EQ(static_cast<int>(e.order.size()), n);
    ASSERT_EQ(static_cast<int>(e.position.size()), n);
    ASSERT_EQ(std::set<int>(e.order.begin(), e.order.end()).size(), e.order.size());
    for (int k = 0; k < n; ++k) EXPECT_EQ(e.position[e.order[k]], k);
  }
}

// Elimination as a textbook does it: take a vertex out and join all its neighbours to each other.
TEST(Ordering, ColumnsAreTheFillOfEliminationDoneByHand) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const BlockGraph graph = random_graph(seed);
    const Elimination e = eliminate(graph);
    std::vector<std::set<int>> neighbours(graph.size.size());
    for (const auto& [a, b] : graph.edges) {
      neighbours[e.position[a]].insert(e.position[b]);
      neighbours[e.position[b]].insert(e.position[a]);
    }
    for (int k = 0; k < static_cast<int>(neighbours.size()); ++k) {
      const std::vector<int> left(neighbours[k].upper_bound(k), neighbours[k].end());
      EXPECT_THAT(e.column[k], ElementsAreArray(left)) << "seed " << seed << " column " << k;
      for (const int a : left)
        for (const int b : left)
          if (a != b) neighbours[a].insert(b);
    }
  }
}

/// What the vertices eliminated before position k leave to constraint c, found the slow way: not
/// more than its own eliminated objects have, and not more than the connected groups of eliminated
/// vertices that it touches have left.
int freedom_left(const BlockGraph& graph, const Elimination& e, int c) {
  const Lists adjacent = graph.adjacent();
  const int k = e.position[c];
  int own = 0, around = 0;
  std::set<int> seen;
  for (const int o : adjacent[c]) {
    if (e.position[o] > k) continue;
    own += graph.size[o];
    std::vector<int> group = {o};
    while (!group.empty()) {
      const int v = group.back();
      group.pop_back();
      if (!seen.insert(v).second) continue;
      around += graph.is_constraint[v] ? -graph.size[v] : graph.size[v];
      for (const int u : adjacent[v])
        if (e.position[u] < k) group.push_back(u);
    }
  }
  return std::min(own, around);
}

TEST(Ordering, AConstraintWaitsForEnoughFreedomOrForTheEnd) {
  int early = 0, late = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    const BlockGraph graph = random_graph(seed);
    const Elimination e = eliminate(graph, PivotRule::as_freedom_allows);
    int last_object = 0;
    for (std::size_t v = 0; v < graph.size.size(); ++v)
      if (!graph.is_constraint[v]) last_object = std::max(last_object, e.position[v]);
    for (int c = 0; c < static_cast<int>(graph.size.size()); ++c) {
      if (!graph.is_constraint[c]) continue;
      const bool enough = freedom_left(graph, e, c) >= graph.size[c];
      EXPECT_TRUE(enough || e.position[c] > last_object) << "seed " << seed << " constraint " << c;
      ++(enough ? early : late);
    }
  }
  EXPECT_GT(early, 1000) << "both cases occur";
  EXPECT_GT(late, 1000);
}

// Two joints of three rows each hang on one particle and on one of many bodies, all of which see
// each other. When the first has used up the particle's freedom the second has to wait for its
// body.
TEST(Ordering, FreedomUsedByOneConstraintIsNotPromisedToAnother) {
  BlockGraph graph;
  std::vector<int> bodies;
  for (int i = 0; i < 15; ++i) {
    bodies.push_back(graph.add_vertex(6, false));
    for (int k = 0; k < i; ++k) join(graph, 1, {bodies[i], bodies[k]});
  }
  const int particle = graph.add_vertex(3, false);
  struct {
    int body, joint;
  } first{bodies[0], join(graph, 3, {particle, bodies[0]})},
      second{bodies[1], join(graph, 3, {particle, bodies[1]})};
  const Elimination e = eliminate(graph, PivotRule::as_freedom_allows);
  if (e.position[first.joint] > e.position[second.joint]) std::swap(first, second);
  const int early = std::min(e.position[first.body], e.position[second.body]);
  EXPECT_LT(e.position[first.joint], early) << "the first need not wait";
  EXPECT_GT(e.position[second.joint], early);
}

TEST(Ordering, WhatIsRedundantByCountComesLast) {
  BlockGraph graph;
  const int particle = graph.add_vertex(3, false);
  const int five = join(graph, 5, {particle});
  const int three = join(graph, 3, {particle});
  const int far = graph.add_vertex(12, false);
  EXPECT_THAT(eliminate(graph, PivotRule::as_freedom_allows).order,
              ElementsAre(far, particle, three, five));
}

TEST(Ordering, OfNothingIsNothing) {
  EXPECT_TRUE(eliminate(BlockGraph()).order.empty());
  BlockGraph lonely;
  join(lonely, 2, {});
  EXPECT_THAT(eliminate(lonely).order, ElementsAre(0));
}

TEST(Ordering, ObjectsComeFirstWhereThatIsCheap) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const BlockGraph graph = random_graph(seed);
    const Elimination e = eliminate(graph, PivotRule::objects_first);
    int objects = 0;
    for (std::size_t v = 0; v < graph.size.size(); ++v) objects += !graph.is_constraint[v];
    for (std::size_t v = 0; v < graph.size.size(); ++v)
      EXPECT_EQ(graph.is_constraint[v], e.position[v] >= objects) << "seed " << seed;
  }
}

// In a tree of bodies and joints a perfect order fills nothing but the edges. Waiting for objects
// costs some, in proportion to the number of joints: the work stays linear.
void expect_linear_fill(const BlockGraph& graph, double factor) {
  const Elimination e = eliminate(graph);
  EXPECT_GE(filled_blocks(e), graph.edges.size()) << "every edge is somewhere";
  EXPECT_LE(static_cast<double>(filled_blocks(e)),
            factor * static_cast<double>(graph.edges.size()));
}

TEST(Ordering, ChainsFillInProportionToTheirLength) {
  for (const int rows : {1, 3, 5, 6})
    for (const int length : {10, 100, 1000}) {
      SCOPED_TRACE(std::to_string(rows) + " rows, length " + std::to_string(length));
      BlockGraph graph;
      graph.add_vertex(6, false);
      for (int i = 1; i < length; ++i) {
        const int body = graph.add_vertex(6, false);
        join(graph, rows, {body, i == 1 ? 0 : body - 2});
      }
      expect_linear_fill(graph, 2.0);
    }
}

TEST(Ordering, TreesFillInProportionToTheirSize) {
  std::mt19937 random(1);
  for (const int rows : {1, 3, 5, 6}) {
    SCOPED_TRACE(rows);
    BlockGraph graph;
    std::vector<int> bodies = {graph.add_vertex(6, false)};
    for (int i = 1; i < 2000; ++i) {
      const int parent = bodies[random() % bodies.size()];
      bodies.push_back(graph.add_vertex(6, false));
      join(graph, rows, {parent, bodies.back()});
    }
    expect_linear_fill(graph, 4.0);
  }
}

TEST(Ordering, AStarOfTenThousandLeavesFillsInProportion) {
  BlockGraph graph;
  const int hub = graph.add_vertex(6, false);
  for (int i = 0; i < 10000; ++i) join(graph, 5, {hub, graph.add_vertex(6, false)});
  expect_linear_fill(graph, 1.01);
}

TEST(Ordering, LaddersFillInProportionToTheirLength) {
  for (const int length : {10, 100, 1000}) {
    SCOPED_TRACE(length);
    BlockGraph graph;
    for (int i = 0; i < 2 * length; ++i) graph.add_vertex(3, false);
    for (int i = 0; i < length; ++i) {
      join(graph, 1, {2 * i, 2 * i + 1});
      if (i == 0) continue;
      join(graph, 1, {2 * i - 2, 2 * i});
      join(graph, 1, {2 * i - 1, 2 * i + 1});
    }
    expect_linear_fill(graph, 2.5);
  }
}

// Neither an object with thousands of constraints nor a constraint on thousands of objects makes
// the rest dense.
TEST(Ordering, HubsOfEitherKindFillInProportion) {
  BlockGraph graph;
  const int hubs[] = {graph.add_vertex(6, false), graph.add_vertex(6, false)};
  const int sum = graph.add_vertex(1, true);
  for (int i = 0; i < 4000; ++i) {
    const int leaf = graph.add_vertex(6, false);
    join(graph, 3, {hubs[i % 2], leaf});
    graph.add_edge(sum, leaf);
  }
  expect_linear_fill(graph, 3.0);
}

TEST(Ordering, ConstraintsOfAHubWaitForFreedomToo) {
  BlockGraph graph;
  const int hub = graph.add_vertex(6, false);
  for (int i = 0; i < 400; ++i) join(graph, 2 + i % 3, {hub, graph.add_vertex(3, false)});
  const Elimination e = eliminate(graph, PivotRule::as_freedom_allows);
  for (int c = 0; c < static_cast<int>(graph.size.size()); ++c)
    if (graph.is_constraint[c]) {
      const bool enough = freedom_left(graph, e, c) >= graph.size[c];
      EXPECT_EQ(e.position[c] < e.position[hub], graph.size[c] <= 3) << c;
      EXPECT_TRUE(enough || e.position[c] > e.position[hub]) << c;
    }
}

double work(const BlockGraph& graph, const Elimination& e) {
  double sum = 0.0;
  for (std::size_t k = 0; k < e.order.size(); ++k) {
    double rows = graph.size[e.order[k]];
    for (const int below : e.column[k]) rows += graph.size[e.order[below]];
    sum += graph.size[e.order[k]] * rows * rows;
  }
  return sum;
}

/// The nodes of a cube of m × m × m, joined by rods to those next to them.
BlockGraph solid(int m) {
  BlockGraph graph;
  for (int i = 0; i < m * m * m; ++i) graph.add_vertex(3, false);
  for (int i = 0; i < m * m * m; ++i)
    for (const int step : {1, m, m * m})
      if (i / step % m + 1 < m) join(graph, 1, {i, i + step});
  return graph;
}

TEST(Ordering, ASolidIsDissected) {
  const BlockGraph graph = solid(10);
  const double undissected = work(graph, eliminate(graph, PivotRule::objects_first));
  EXPECT_LT(work(graph, eliminate(graph)), 0.8 * undissected);
}

// What is left of a chain is its joints, each coupled to the next by the link between them.
TEST(Ordering, WithoutTheObjectsThatGoFirstAChainIsARowOfJoints) {
  BlockGraph graph;
  graph.add_vertex(6, false);
  for (int i = 1; i < 5; ++i) {
    const int body = graph.add_vertex(6, false);
    join(graph, 3, {body, i == 1 ? 0 : body - 2});
  }
  const Remainder rest = without_first_objects(graph, eliminate(graph));
  EXPECT_THAT(rest.graph.size, ElementsAre(3, 3, 3, 3));
  EXPECT_EQ(filled_blocks(rest.elimination), 3U);
  for (std::size_t v = 0; v < graph.size.size(); ++v)
    EXPECT_EQ(rest.vertex[v] >= 0, graph.is_constraint[v]);
}

// The hub of a star goes last: it stays.
TEST(Ordering, AnObjectThatWaitsForItsConstraintsIsNotTakenOut) {
  BlockGraph graph;
  const int hub = graph.add_vertex(6, false);
  for (int i = 0; i < 100; ++i) join(graph, 5, {hub, graph.add_vertex(6, false)});
  const Elimination e = eliminate(graph);
  const Remainder rest = without_first_objects(graph, e);
  EXPECT_EQ(rest.graph.size.size(), 101U);
  EXPECT_EQ(rest.elimination.order.size(), 101U);
  EXPECT_GE(rest.vertex[hub], 0);
  for (std::size_t k = 0; k < 101; ++k)
    EXPECT_EQ(rest.elimination.position[rest.elimination.order[k]], static_cast<int>(k));
}

}  // namespace holon::ordering_test
