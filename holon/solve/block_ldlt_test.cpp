// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/block_ldlt.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <random>
#include <set>

#include "holon/math/diagnostics.h"

namespace holon::block_ldlt_test {

constexpr int sizes[] = {1, 2, 3, 5, 6, 12};
constexpr double threshold = 1e-11;

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  int up_to(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  double normal() { return normal_(engine_); }
  MatX matrix(int rows, int cols) {
    return MatX::NullaryExpr(rows, cols, [&] { return normal(); });
  }
  /// Symmetric, with eigenvalues from 0.5 up to about 4 and entries everywhere.
  MatX positive_definite(int n) {
    const MatX A = matrix(n, n);
    return 0.5 * MatX::Identity(n, n) + A * A.transpose() / n;
  }

 private:
  std::mt19937 engine_;
  std::normal_distribution<double> normal_;
};

std::vector<int> neighbours(const BlockGraph& graph, int v) {
  const Lists adjacent = graph.adjacent();
  return {adjacent[v].begin(), adjacent[v].end()};
}

/// A matrix of blocks, kept twice: as BlockLdlt takes it and as one dense matrix.
class TwoMatrices {
 public:
  explicit TwoMatrices(BlockGraph graph) : graph_(std::move(graph)) {
    ldlt.analyse(graph_);
    K.setZero(ldlt.rows(), ldlt.rows());
    ldlt.set_zero();
  }
  void set(int a, int b, const MatX& block) {
    part(a, b) = block;
    part(b, a) = block.transpose();
    fill(a, b);
  }
  /// Gives BlockLdlt what the dense matrix has there.
  void fill(int a, int b) {
    const BlockLdlt::Place place = ldlt.place(a, b);
    const MatX block = place.rows == a ? part(a, b) : part(b, a);
    for (int j = 0; j < block.cols(); ++j)
      for (int i = 0; i < block.rows(); ++i)
        ldlt.values()[place.at + i + static_cast<std::size_t>(j) * place.stride] = block(i, j);
  }
  Eigen::Block<MatX> part(int v, int u) {
    return K.block(ldlt.offset(v), ldlt.offset(u), graph_.size[v], graph_.size[u]);
  }
  /// Sizes of the pivots on their own, beyond the diagonal: of J M⁻¹ Jᵀ, by the diagonal of M.
  VecX more() {
    VecX size = VecX::Zero(K.rows());
    for (int c = 0; c < static_cast<int>(graph_.size.size()); ++c)
      if (graph_.is_constraint[c])
        for (const int o : neighbours(graph_, c))
          for (int i = 0; i < graph_.size[c]; ++i)
            for (int j = 0; j < graph_.size[o]; ++j) {
              const double J = part(c, o)(i, j);
              size[ldlt.offset(c) + i] += J * J / part(o, o)(j, j);
            }
    return size;
  }
  int factor() {
    const VecX size = more();
    return ldlt.factor(threshold, {size.data(), static_cast<std::size_t>(size.size())});
  }
  VecX solve(VecX b) {
    ldlt.solve({b.data(), static_cast<std::size_t>(b.size())});
    return b;
  }

  BlockLdlt ldlt;
  MatX K;

 private:
  BlockGraph graph_;
};

/// Objects and constraints of all sizes in any order, each constraint on up to three objects.
BlockGraph random_graph(Random& random) {
  BlockGraph graph;
  std::vector<int> objects, constraints;
  for (int i = 2 + random.up_to(20); i > 0; --i) {
    const bool constraint = random.up_to(2) == 1;
    const int v = graph.add_vertex(sizes[random.up_to(6)], constraint);
    (constraint ? constraints : objects).push_back(v);
  }
  for (const int c : constraints) {
    std::set<int> looks_at;
    for (int k = objects.empty() ? 0 : random.up_to(4); k > 0; --k)
      looks_at.insert(objects[random.up_to(static_cast<int>(objects.size()))]);
    for (const int o : looks_at) graph.add_edge(c, o);
  }
  return graph;
}

void fill_masses(TwoMatrices& m, const BlockGraph& graph, Random& random) {
  for (int v = 0; v < static_cast<int>(graph.size.size()); ++v)
    if (!graph.is_constraint[v]) m.set(v, v, random.positive_definite(graph.size[v]));
}
void fill_couplings(TwoMatrices& m, const BlockGraph& graph, Random& random) {
  for (int c = 0; c < static_cast<int>(graph.size.size()); ++c)
    if (graph.is_constraint[c])
      for (const int o : neighbours(graph, c))
        m.set(c, o, random.matrix(graph.size[c], graph.size[o]));
}

// With M ≥ ½ and E ≥ ½ no eigenvalue of K is smaller than ½ in size, and none is larger than 50.
// A condition of 100 and some growth of the pivots leave 1e-12 of 1e-16.
TEST(BlockLdlt, SolvesQuasiDefiniteMatricesOfAnyTopology) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const BlockGraph graph = random_graph(random);
    TwoMatrices m(graph);
    fill_masses(m, graph, random);
    fill_couplings(m, graph, random);
    for (int v = 0; v < static_cast<int>(graph.size.size()); ++v)
      if (graph.is_constraint[v]) m.set(v, v, -random.positive_definite(graph.size[v]));
    // no pivot may count as cancelled here, however small next to its reference
    EXPECT_EQ(m.ldlt.factor(0.0), 0);
    for (int i = 0; i < 3; ++i) {
      const VecX b = random.matrix(m.ldlt.rows(), 1);
      const VecX expected = m.K.fullPivLu().solve(b);
      EXPECT_LE((m.solve(b) - expected).norm(), 1e-12 * expected.norm()) << "seed " << seed;
    }
  }
}

/// A tree of bodies with joints that leave them at least half of their freedom, so that no order of
/// elimination meets a block of rows that depend on each other by chance.
BlockGraph random_tree(Random& random, int bodies) {
  BlockGraph graph;
  std::vector<int> objects = {graph.add_vertex(12, false)};
  for (int i = 1; i < bodies; ++i) {
    const int parent = objects[std::max(0, i - 1 - random.up_to(3))];
    const int size = sizes[1 + random.up_to(5)];
    objects.push_back(graph.add_vertex(size, false));
    const int c = graph.add_vertex(1 + random.up_to(size / 2), true);
    graph.add_edge(c, parent);
    graph.add_edge(objects.back(), c);
  }
  return graph;
}

// Without E a pivot is as small as the part of J M⁻¹ Jᵀ that has been eliminated happens to be: the
// factors may lose half of the digits of a well conditioned matrix. Feeding the residual back
// through them twice, as Kkt does, brings all digits back.
TEST(BlockLdlt, SolvesSaddlePointsWithIndependentRowsExactly) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const BlockGraph graph = random_tree(random, 2 + random.up_to(12));
    TwoMatrices m(graph);
    fill_masses(m, graph, random);
    fill_couplings(m, graph, random);
    EXPECT_EQ(m.factor(), 0) << "seed " << seed;
    const VecX b = random.matrix(m.ldlt.rows(), 1);
    const VecX expected = m.K.fullPivLu().solve(b);
    VecX x = m.solve(b);
    EXPECT_LE((x - expected).norm(), 1e-8 * expected.norm()) << "seed " << seed;
    for (int i = 0; i < 2; ++i) x += m.solve(b - m.K * x);
    // rounding of the residual times a condition of up to 1e3
    EXPECT_LE((x - expected).norm(), 1e-12 * expected.norm()) << "seed " << seed;
  }
}

// Mechanisms with loops, all bodies of six or twelve: again the pivots exist without E.
TEST(BlockLdlt, SolvesLoopsExactly) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Random random(seed);
    BlockGraph graph;
    const int n = 3 + random.up_to(10);
    std::vector<int> body;
    for (int i = 0; i < n; ++i) body.push_back(graph.add_vertex(i % 2 ? 6 : 12, false));
    for (int i = 0; i < n; ++i) {
      const int c = graph.add_vertex(1 + random.up_to(5), true);
      graph.add_edge(c, body[i]);
      graph.add_edge(c, body[(i + 1) % n]);
    }
    TwoMatrices m(graph);
    fill_masses(m, graph, random);
    fill_couplings(m, graph, random);
    EXPECT_EQ(m.factor(), 0) << "seed " << seed;
    const VecX b = random.matrix(m.ldlt.rows(), 1);
    const VecX x = m.solve(b);
    EXPECT_LE((m.K * x - b).norm(), 1e-10 * (m.K.norm() * x.norm() + b.norm())) << "seed " << seed;
  }
}

// Copies of a constraint, turned by a regular matrix, add rows but no rank.
TEST(BlockLdlt, CountsAsManyCancelledRowsAsTheMatrixLacksRank) {
  int total = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(seed);
    BlockGraph graph = random_tree(random, 2 + random.up_to(8));
    struct Copy {
      int original, copy;
    };
    std::vector<Copy> copies;
    const int vertices = static_cast<int>(graph.size.size());
    for (int k = random.up_to(4); k > 0; --k) {
      const int original = random.up_to(vertices);
      if (!graph.is_constraint[original]) continue;
      const int copy = graph.add_vertex(1 + random.up_to(graph.size[original]), true);
      for (const int o : neighbours(graph, original)) graph.add_edge(copy, o);
      copies.push_back({original, copy});
    }
    TwoMatrices m(graph);
    fill_masses(m, graph, random);
    const BlockGraph& g = graph;
    for (int c = 0; c < vertices; ++c)
      if (g.is_constraint[c])
        for (const int o : neighbours(g, c)) m.set(c, o, random.matrix(g.size[c], g.size[o]));
    for (const auto& [original, copy] : copies) {
      const MatX turn = random.matrix(g.size[copy], g.size[original]);
      for (const int o : neighbours(g, copy)) m.set(copy, o, turn * MatX(m.part(original, o)));
    }
    Eigen::FullPivLU<MatX> lu(m.K);
    lu.setThreshold(1e-12);
    const int missing = static_cast<int>(lu.dimensionOfKernel());
    EXPECT_EQ(m.factor(), missing) << "seed " << seed;
    total += missing;
  }
  EXPECT_GT(total, 100) << "there was something to count";
}

TEST(BlockLdlt, ARowOfNothingCountsAsCancelled) {
  BlockGraph graph;
  const int body = graph.add_vertex(2, false), idle = graph.add_vertex(3, true);
  graph.add_edge(body, idle);
  TwoMatrices m(graph);
  m.set(body, body, MatX::Identity(2, 2));
  EXPECT_EQ(m.factor(), 3);
  const VecX x = m.solve(VecX::Ones(5));
  EXPECT_EQ(x.head(2), VecX::Ones(2)) << "and does no harm";
  EXPECT_TRUE(x.allFinite());
}

TEST(BlockLdlt, FactorsAgainToTheSameBits) {
  Random random(5);
  const BlockGraph graph = random_tree(random, 12);
  TwoMatrices m(graph);
  fill_masses(m, graph, random);
  fill_couplings(m, graph, random);
  const VecX b = random.matrix(m.ldlt.rows(), 1);
  m.factor();
  const VecX first = m.solve(b);
  m.ldlt.set_zero();
  for (int v = 0; v < static_cast<int>(graph.size.size()); ++v) {
    m.fill(v, v);
    if (graph.is_constraint[v])
      for (const int o : neighbours(graph, v)) m.fill(v, o);
  }
  m.factor();
  EXPECT_EQ(m.solve(b), first) << "nothing is left of the first factors";
}

// As when an object between two constraints has been eliminated before.
TEST(BlockLdlt, TakesConstraintsThatAreCoupledWithEachOther) {
  BlockGraph graph;
  const int body = graph.add_vertex(6, false);
  const int a = graph.add_vertex(2, true), b = graph.add_vertex(3, true);
  graph.add_edge(body, a);
  graph.add_edge(a, b);
  TwoMatrices m(graph);
  Random random(6);
  m.set(body, body, random.positive_definite(6));
  m.set(a, body, random.matrix(2, 6));
  const MatX E = random.positive_definite(5);
  m.set(a, a, -E.topLeftCorner(2, 2));
  m.set(b, b, -E.bottomRightCorner(3, 3));
  m.set(b, a, -E.bottomLeftCorner(3, 2));
  EXPECT_EQ(m.factor(), 0);
  const VecX rhs = VecX::LinSpaced(11, -1.0, 1.0);
  EXPECT_LE((m.K * m.solve(rhs) - rhs).norm(), 1e-13);  // a condition of about 10
}

TEST(BlockLdlt, StoresAChainInProportionToItsLength) {
  const auto stored = [](int bodies) {
    Random random(7);
    BlockGraph graph;
    int last = graph.add_vertex(6, false);
    for (int i = 1; i < bodies; ++i) {
      const int next = graph.add_vertex(6, false), joint = graph.add_vertex(5, true);
      graph.add_edge(last, joint);
      graph.add_edge(next, joint);
      last = next;
    }
    BlockLdlt ldlt;
    ldlt.analyse(graph);
    return static_cast<double>(ldlt.factor_size());
  };
  EXPECT_NEAR(stored(2000) / stored(200), 10.0, 0.2) << "ends make a difference of a body or two";
}

TEST(BlockLdlt, RefusesARightHandSideOfTheWrongSize) {
  BlockGraph graph;
  graph.add_vertex(3, false);
  graph.add_vertex(2, true);
  TwoMatrices m(graph);
  EXPECT_THROW(m.solve(VecX::Zero(4)), UsageError);
  EXPECT_THROW(m.ldlt.place(0, 1), UsageError) << "no such block";
}

}  // namespace holon::block_ldlt_test
