// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/bisection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace holon::bisection_test {

/// A graph from the weights of its vertices and edges.
WeightedGraph make_graph(std::vector<int> weight, const std::map<std::pair<int, int>, int>& edges) {
  std::vector<std::map<int, int>> next(weight.size());
  for (const auto& [ends, w] : edges) {
    next[ends.first][ends.second] = w;
    next[ends.second][ends.first] = w;
  }
  WeightedGraph graph;
  graph.weight = std::move(weight);
  for (const auto& edges_of : next) {
    for (const auto& [u, w] : edges_of) {
      graph.adjacent.items.push_back(u);
      graph.between.push_back(w);
    }
    graph.adjacent.end_list();
  }
  return graph;
}

struct Cut {
  int edges = 0;           // the weight of those between the sides
  int heavy = 0, all = 0;  // of the vertices: on the heavier side, and in all
};
Cut measure(const WeightedGraph& graph, const std::vector<char>& side) {
  Cut cut;
  int weight[2] = {0, 0};
  for (int v = 0; v < graph.size(); ++v) {
    weight[static_cast<int>(side[v])] += graph.weight[v];
    graph.for_each_edge(v, [&](int u, int w) { cut.edges += u > v && side[u] != side[v] ? w : 0; });
  }
  cut.heavy = std::max(weight[0], weight[1]);
  cut.all = weight[0] + weight[1];
  return cut;
}

WeightedGraph square_net(int m) {
  std::map<std::pair<int, int>, int> edges;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) {
      if (i + 1 < m) edges[{i * m + j, i * m + j + m}] = 1;
      if (j + 1 < m) edges[{i * m + j, i * m + j + 1}] = 1;
    }
  return make_graph(std::vector<int>(m * m, 1), edges);
}

// A straight cut takes m edges, one along a diagonal twice as many.
TEST(Bisection, CutsASquareNetNearlyStraight) {
  for (const int m : {6, 12, 25, 50}) {
    const WeightedGraph net = square_net(m);
    const Cut cut = measure(net, bisect(net));
    EXPECT_LE(cut.edges, 1.4 * m) << m;
    EXPECT_LE(cut.heavy, 0.55 * cut.all + 1.0) << m;
  }
}

TEST(Bisection, CutsTwoClumpsAtTheirBridge) {
  for (const int n : {5, 20, 100}) {
    std::map<std::pair<int, int>, int> edges;
    std::mt19937 random(1);
    for (const int first : {0, n})
      for (int i = 1; i < n; ++i)
        for (int k = 0; k < 5; ++k)
          edges[{first + static_cast<int>(random() % static_cast<unsigned>(i)), first + i}] = 3;
    edges[{n - 1, n}] = 1;
    const WeightedGraph graph = make_graph(std::vector<int>(2 * n, 1), edges);
    const Cut cut = measure(graph, bisect(graph));
    EXPECT_EQ(cut.edges, 1) << n;
    EXPECT_EQ(cut.heavy, n);
  }
}

// The heavier side has 55 % of the weight, or half of it and one vertex.
TEST(Bisection, KeepsTheSidesEven) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    const auto up_to = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const int n = 2 + up_to(300);
    std::vector<int> weight(n);
    for (int& w : weight) w = 1 + up_to(10);
    std::map<std::pair<int, int>, int> edges;
    for (int k = up_to(3 * n); k > 0; --k) {
      const int a = up_to(n), b = up_to(n);
      if (a != b) edges[{std::min(a, b), std::max(a, b)}] = 1 + up_to(5);
    }
    const int heaviest = std::ranges::max(weight);
    const WeightedGraph graph = make_graph(weight, edges);
    const Cut cut = measure(graph, bisect(graph));
    EXPECT_LE(cut.heavy, std::max(0.55 * cut.all, 0.5 * cut.all + heaviest)) << "seed " << seed;
    EXPECT_LT(cut.heavy, cut.all) << "neither is empty";
  }
}

TEST(Bisection, CutsNothingWhereHalvesAreApart) {
  std::map<std::pair<int, int>, int> edges;
  for (int i = 0; i + 2 < 80; ++i) edges[{i, i + 2}] = 1;  // the even ones, and the odd ones
  const WeightedGraph graph = make_graph(std::vector<int>(80, 1), edges);
  EXPECT_EQ(measure(graph, bisect(graph)).edges, 0);
}

}  // namespace holon::bisection_test
