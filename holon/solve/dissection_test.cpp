// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/dissection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace holon::dissection_test {

/// m × m particles, joined by rods; one constraint of each object looks at it alone.
BlockGraph net(int m) {
  BlockGraph graph;
  for (int i = 0; i < m * m; ++i) graph.add_vertex(3, false);
  for (int i = 0; i < m * m; ++i) graph.add_edge(i, graph.add_vertex(1, true));
  const auto join = [&](int a, int b) {
    const int rod = graph.add_vertex(1, true);
    graph.add_edge(a, rod);
    graph.add_edge(b, rod);
  };
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) {
      if (i + 1 < m) join(i * m + j, i * m + j + m);
      if (j + 1 < m) join(i * m + j, i * m + j + 1);
    }
  return graph;
}

/// How many objects hang together at most by constraints of stages below `end`.
int largest_part(const BlockGraph& graph, const std::vector<int>& stage, int end) {
  std::vector<int> group(graph.size.size());
  std::iota(group.begin(), group.end(), 0);
  const auto root = [&](int v) {
    while (group[v] != v) v = group[v] = group[group[v]];
    return v;
  };
  for (const auto& [a, b] : graph.edges)
    if (stage[graph.is_constraint[a] ? a : b] < end) group[root(a)] = root(b);
  std::vector<int> objects(graph.size.size(), 0);
  for (std::size_t v = 0; v < graph.size.size(); ++v)
    if (!graph.is_constraint[v]) ++objects[root(static_cast<int>(v))];
  return std::ranges::max(objects);
}

TEST(Dissection, EveryStageHalvesTheParts) {
  const int m = 30;
  const BlockGraph graph = net(m);
  const std::vector<int> stage = dissect(graph, graph.adjacent());
  const int last = std::ranges::max(stage);
  EXPECT_GE(last, 3);
  int part = m * m;
  for (int end = last; end > 0; --end) {
    const int smaller = largest_part(graph, stage, end);
    EXPECT_LE(smaller, 0.6 * part + 1) << "without stage " << end;
    part = smaller;
  }
}

TEST(Dissection, SeparatorsAreThin) {
  const int m = 30;
  const BlockGraph graph = net(m);
  const std::vector<int> stage = dissect(graph, graph.adjacent());
  EXPECT_LE(std::ranges::count(stage, std::ranges::max(stage)), 1.4 * m);
  EXPECT_LE(std::ranges::count_if(stage, [](int s) { return s > 0; }), m * m / 2);
}

TEST(Dissection, AConstraintOnOneObjectIsInNoSeparator) {
  const int m = 30;
  const BlockGraph graph = net(m);
  const std::vector<int> stage = dissect(graph, graph.adjacent());
  for (int i = 0; i < m * m; ++i) EXPECT_EQ(stage[m * m + i], 0);
}

TEST(Dissection, WhatIsSmallIsNotCut) {
  const BlockGraph graph = net(5);
  EXPECT_EQ(std::ranges::max(dissect(graph, graph.adjacent())), 0);
  EXPECT_TRUE(dissect(BlockGraph(), BlockGraph().adjacent()).empty());
}

}  // namespace holon::dissection_test
