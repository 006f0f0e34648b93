// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/panels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace holon::panels_test {

/// Objects and constraints of many sizes, each constraint on up to three objects.
BlockGraph random_graph(unsigned seed) {
  std::mt19937 random(seed);
  const auto up_to = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  BlockGraph graph;
  const int objects = 1 + up_to(15), constraints = up_to(20);
  for (int i = 0; i < objects; ++i) graph.add_vertex(1 + up_to(12), false);
  for (int i = 0; i < constraints; ++i) {
    const int c = graph.add_vertex(1 + up_to(6), true);
    std::set<int> looks_at;
    for (int k = up_to(4); k > 0; --k) looks_at.insert(up_to(objects));
    for (const int o : looks_at) graph.add_edge(c, o);
  }
  return graph;
}

/// The nodes of a square net, joined by rods of one row each.
BlockGraph net(int m) {
  BlockGraph graph;
  for (int i = 0; i < m * m; ++i) graph.add_vertex(3, false);
  const auto join = [&](int a, int b) {
    const int rod = graph.add_vertex(1, true);
    graph.add_edge(rod, a);
    graph.add_edge(rod, b);
  };
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) {
      if (i + 1 < m) join(i * m + j, i * m + j + m);
      if (j + 1 < m) join(i * m + j, i * m + j + 1);
    }
  return graph;
}

std::vector<int> rows_below(const Panels& panels, const Panels::Panel& p) {
  const auto first = panels.rows.begin() + static_cast<std::ptrdiff_t>(p.rows);
  return {first, first + p.below};
}

TEST(Panels, EveryColumnStandsInOnePanel) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const BlockGraph graph = random_graph(seed);
    const Panels panels = make_panels(graph, eliminate(graph));
    int column = 0;
    for (const Panels::Panel& p : panels.panels) {
      EXPECT_EQ(p.first, column);
      column += p.columns;
    }
    std::set<int> taken;
    for (std::size_t v = 0; v < graph.size.size(); ++v) {
      const Panels::Panel& p = panels.panels[panels.panel_of[v]];
      EXPECT_EQ(p.sign, graph.is_constraint[v] ? -1.0 : 1.0);
      for (int i = 0; i < graph.size[v]; ++i) {
        EXPECT_TRUE(taken.insert(panels.column[v] + i).second);
        EXPECT_GE(panels.row_in(panels.panel_of[v], panels.column[v] + i), 0);
      }
    }
    EXPECT_EQ(static_cast<int>(taken.size()), column) << "seed " << seed;
  }
}

// All that elimination fills in has a place, whatever the order inside a tree.
TEST(Panels, HoldAllThatIsFilledIn) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const BlockGraph graph = random_graph(seed);
    const Elimination e = eliminate(graph);
    const Panels panels = make_panels(graph, e);
    for (std::size_t k = 0; k < e.column.size(); ++k)
      for (const int below : e.column[k]) {
        const int early = e.order[k], late = e.order[below];
        EXPECT_LT(panels.column[early], panels.column[late]);
        EXPECT_GE(panels.row_in(panels.panel_of[early], panels.column[late]), 0) << "seed " << seed;
      }
  }
}

TEST(Panels, EachTellsAllThatItsRowsBelongTo) {
  int scattered = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const BlockGraph graph = random_graph(seed);
    const Panels panels = make_panels(graph, eliminate(graph));
    std::vector<int> told(panels.panels.size(), 0);
    for (std::size_t t = 0; t < panels.panels.size(); ++t) {
      const Panels::Panel& target = panels.panels[t];
      int last = -1;
      for (std::size_t k = target.first_update; k < target.last_update; ++k) {
        const Panels::Update& u = panels.updates[k];
        EXPECT_GT(u.source, last) << "in the order of the sources";
        last = u.source;
        const std::vector<int> rows = rows_below(panels, panels.panels[u.source]);
        EXPECT_EQ(u.from, told[u.source]) << "without a gap";
        told[u.source] += u.count;
        for (int i = u.from; i < static_cast<int>(rows.size()); ++i) {
          const int at = u.at >= 0 ? u.at + i - u.from : panels.where[u.where + i - u.from];
          EXPECT_EQ(at, panels.row_in(static_cast<int>(t), rows[i]));
          EXPECT_EQ(at < target.columns, i < u.from + u.count) << "seed " << seed;
        }
        scattered += u.at < 0 ? 1 : 0;
      }
    }
    for (std::size_t p = 0; p < panels.panels.size(); ++p)
      EXPECT_EQ(told[p], panels.panels[p].below);
  }
  EXPECT_GT(scattered, 100) << "both ways occur";
}

// Rods of one row each are worked through several at a time, with few zeros for it.
TEST(Panels, GatherWhatIsNarrow) {
  const BlockGraph graph = net(20);
  const Elimination e = eliminate(graph);
  const Panels panels = make_panels(graph, e);
  std::size_t needed = 0;
  for (std::size_t k = 0; k < e.column.size(); ++k) {
    const int n = graph.size[e.order[k]];
    int rows = n;
    for (const int below : e.column[k]) rows += graph.size[e.order[below]];
    needed += static_cast<std::size_t>(n) * rows;
  }
  const auto of_rods =
      std::ranges::count_if(panels.panels, [](const Panels::Panel& p) { return p.sign < 0.0; });
  EXPECT_LT(of_rods, 760 / 2) << "there are 760 rods";
  EXPECT_LT(static_cast<double>(panels.values), 1.6 * static_cast<double>(needed));
}

}  // namespace holon::panels_test
