// SPDX-License-Identifier: Apache-2.0
// Rows that come after the analysis are factored as if they had been there from the start.
#include "holon/solve/border.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "holon/solve/block_ldlt.h"
#include "holon/solve/kkt.h"

namespace holon::border_test {

constexpr double threshold = 1e-11;

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  int up_to(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  MatX matrix(int rows, int cols) {
    return MatX::NullaryExpr(rows, cols, [&] { return normal_(engine_); });
  }
  VecX vector(int rows) { return matrix(rows, 1); }

 private:
  std::mt19937 engine_;
  std::normal_distribution<double> normal_;
};

std::span<double> as_span(VecX& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

// ---- BlockLdlt ----

/// A ladder of objects of two rows with a constraint of one row on each rung, and rows kept back;
/// the same as a dense matrix.
class Ladder {
 public:
  static constexpr int rungs = 12, kept_back = 10;
  Ladder() {
    BlockGraph graph;
    for (int i = 0; i <= rungs; ++i) graph.add_vertex(2, false);
    for (int i = 0; i < rungs; ++i) {
      graph.add_vertex(1, true);
      graph.add_edge(i, rungs + 1 + i);
      graph.add_edge(i + 1, rungs + 1 + i);
    }
    ldlt.analyse(graph, eliminate(graph), kept_back);
    K.setZero(ldlt.rows(), ldlt.rows());
    ldlt.set_zero();
    for (int i = 0; i <= rungs; ++i) {
      const MatX A = random.matrix(2, 2);
      set(ldlt.place(i, i), i, i, MatX::Identity(2, 2) + A * A.transpose());
    }
    for (int i = 0; i < rungs; ++i)
      for (int o : {i, i + 1}) {
        const BlockLdlt::Place place = ldlt.place(rungs + 1 + i, o);
        const MatX J = random.matrix(1, 2);
        place.rows == o ? set(place, o, rungs + 1 + i, J.transpose())
                        : set(place, rungs + 1 + i, o, J);
      }
    for (int k = 0; k < kept_back; ++k) {
      const int row = ldlt.rows() - kept_back + k;
      K(row, row) = -1.0;
    }
  }
  /// A constraint on some objects that comes late.
  int join(int rows, const std::vector<int>& objects) {
    const int v = ldlt.add_late(rows);
    if (v < 0) return v;
    for (int i = 0; i < rows; ++i) K(ldlt.offset(v) + i, ldlt.offset(v) + i) = 0.0;
    for (int o : objects) set(ldlt.couple(v, o), v, o, random.matrix(rows, 2));
    return v;
  }
  void set(const BlockLdlt::Place& place, int a, int b, const MatX& block) {
    for (int j = 0; j < block.cols(); ++j)
      for (int i = 0; i < block.rows(); ++i) {
        ldlt.values()[place.at + i + static_cast<std::size_t>(j) * place.stride] = block(i, j);
        K(ldlt.offset(a) + i, ldlt.offset(b) + j) = block(i, j);
        K(ldlt.offset(b) + j, ldlt.offset(a) + i) = block(i, j);
      }
  }
  /// What J M⁻¹ Jᵀ has on the diagonal, M by its diagonal.
  VecX more() const {
    const int n = 2 * (rungs + 1);
    VecX size = VecX::Zero(K.rows());
    for (int r = n; r < K.rows(); ++r)
      for (int c = 0; c < n; ++c) size[r] += K(r, c) * K(r, c) / K(c, c);
    return size;
  }
  int factor() {
    VecX size = more();
    return ldlt.factor(threshold, as_span(size));
  }

  Random random{3};
  BlockLdlt ldlt;
  MatX K;
};

TEST(Border, SolvesAsADenseMatrixDoes) {
  Ladder ladder;
  ladder.join(1, {3});
  ladder.join(3, {0, 7, 12});
  ladder.join(2, {7, 6});
  ASSERT_EQ(ladder.factor(), 0);
  VecX b = ladder.random.vector(ladder.ldlt.rows());
  VecX x = b;
  ladder.ldlt.solve(as_span(x));
  const VecX exact = ladder.K.fullPivLu().solve(b);
  EXPECT_LT((x - exact).norm(), 1e-11 * exact.norm());
}

TEST(Border, OfNobodyChangesNothing) {
  Ladder ladder;
  ASSERT_EQ(ladder.factor(), 0);
  VecX x = ladder.random.vector(ladder.ldlt.rows());
  x.tail(Ladder::kept_back).setZero();
  const VecX exact = ladder.K.fullPivLu().solve(x);
  ladder.ldlt.solve(as_span(x));
  EXPECT_LT((x - exact).norm(), 1e-11 * exact.norm());
  EXPECT_TRUE(x.tail(Ladder::kept_back).isZero(0.0));
}

TEST(Border, GivesNoMoreRowsThanWereKeptBack) {
  Ladder ladder;
  EXPECT_GE(ladder.join(Ladder::kept_back - 1, {0, 2, 4, 6, 8, 10, 12}), 0);
  EXPECT_EQ(ladder.join(2, {1}), -1);
  EXPECT_GE(ladder.join(1, {2}), 0);
  EXPECT_EQ(ladder.join(1, {2}), -1);
  EXPECT_EQ(ladder.factor(), 0);
}

TEST(Border, LeavesOutRowsThatDependOnOthers) {
  Ladder ladder;
  const int a = ladder.join(1, {2, 9}), b = ladder.join(1, {2, 9});
  const int row = ladder.ldlt.offset(a);
  for (int o : {2, 9})
    ladder.set(ladder.ldlt.couple(b, o), b, o, -2.0 * ladder.K.block(row, 2 * o, 1, 2));
  EXPECT_EQ(ladder.factor(), 1);
  EXPECT_TRUE(ladder.ldlt.is_left_out(ladder.ldlt.offset(b)));
  EXPECT_FALSE(ladder.ldlt.is_left_out(row));
  EXPECT_GT(ladder.ldlt.smallest_pivot(), 1e-6);
}

TEST(Border, TellsThatARowNearlyDependsOnOthers) {
  Ladder ladder;
  const int a = ladder.join(1, {2, 9}), b = ladder.join(1, {2, 9});
  for (int o : {2, 9})
    ladder.set(ladder.ldlt.couple(b, o),
               b,
               o,
               ladder.K.block(ladder.ldlt.offset(a), 2 * o, 1, 2) + 1e-4 * MatX::Ones(1, 2));
  EXPECT_EQ(ladder.factor(), 0);
  EXPECT_LT(ladder.ldlt.smallest_pivot(), 1e-6);
}

// ---- Kkt ----

constexpr int kObjects = 40, kRows = 2;

/// Constraints of two rows on one or two objects. Those of one name are the same.
struct Link {
  std::vector<int> objects;
  unsigned name;
};
using Links = std::vector<Link>;

/// A chain, or a hub in the middle of all others, and some more at random. The last is the one
/// before it once more.
Links make_links(bool hub) {
  Random random(11);
  Links links;
  for (int i = 1; i < kObjects; ++i) links.push_back({{hub ? 0 : i - 1, i}, 0});
  for (int i = 0; i < 10; ++i) {
    const int a = random.up_to(kObjects), b = random.up_to(kObjects);
    links.push_back({a == b ? std::vector{a} : std::vector{a, b}, 0});
  }
  for (std::size_t c = 0; c < links.size(); ++c) links[c].name = static_cast<unsigned>(c);
  links.push_back(links.back());
  return links;
}

/// A system of some of the links: acts[c] says whether link c takes part, vertex[c] where it is.
struct Mechanism {
  const Links& links;
  std::vector<char> acts;
  std::vector<int> vertex;
  Kkt kkt;

  Mechanism(const Links& all, std::vector<char> act, int kept_back)
      : links(all), acts(std::move(act)), vertex(all.size(), -1) {
    for (int o = 0; o < kObjects; ++o) kkt.add_object(3);
    for (std::size_t c = 0; c < links.size(); ++c) {
      if (!acts[c]) continue;
      vertex[c] = kkt.add_constraint(kRows);
      for (int o : links[c].objects) kkt.add_block(vertex[c], o);
    }
    kkt.keep_back(kept_back);
    kkt.analyse();
  }
  void change(int c) {
    acts[c] = !acts[c];
    if (acts[c])
      vertex[c] = kkt.join(kRows, links[c].objects);
    else
      kkt.retire(vertex[c]);
    ASSERT_GE(vertex[c], 0);
  }
  void fill(bool full_mass) {
    for (int o = 0; o < kObjects; ++o) {
      const MatX A = Random(1000 + static_cast<unsigned>(o)).matrix(3, 3);
      MatX M = 2.0 * MatX::Identity(3, 3) + A * A.transpose();
      if (!full_mass) M = MatX(M.diagonal().asDiagonal());
      kkt.set_mass(o, M.data());
    }
    for (std::size_t c = 0; c < links.size(); ++c)
      for (int o : links[c].objects) {
        const MatX J = Random(100 * links[c].name + static_cast<unsigned>(o)).matrix(kRows, 3);
        if (acts[c]) {
          const MatX by_rows = J.transpose();
          std::copy_n(by_rows.data(), J.size(), kkt.jacobian() + kkt.add_block(vertex[c], o));
        }
      }
  }
  /// The motion and the shortest λ, link by link. The last link asks for `more` than its twin.
  VecX solve(double more) {
    VecX f = Random(7).vector(kkt.dofs()), b = VecX::Zero(kkt.rows()), x = f, lambda = b;
    for (std::size_t c = 0; c < links.size(); ++c)
      if (acts[c])
        b.segment(kkt.row_offset(vertex[c]), kRows) = Random(links[c].name).vector(kRows);
    if (acts.back()) b[kkt.row_offset(vertex.back())] += more;
    conflict = kkt.solve(as_span(f), as_span(b), as_span(x), as_span(lambda)).conflict;
    kkt.shorten(as_span(lambda));
    VecX all = VecX::Zero(kkt.dofs() + kRows * static_cast<int>(links.size()));
    all.head(kkt.dofs()) = x;
    for (std::size_t c = 0; c < links.size(); ++c)
      if (acts[c])
        all.segment(kkt.dofs() + kRows * static_cast<int>(c), kRows) =
            lambda.segment(kkt.row_offset(vertex[c]), kRows);
    return all;
  }
  double conflict = 0.0;
};

struct Case {
  bool hub, full_mass;
};
class KktEdit : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(
    Of,
    KktEdit,
    ::testing::Values(Case{false, false}, Case{false, true}, Case{true, false}, Case{true, true}),
    [](const auto& c) {
      return std::string(c.param.hub ? "Hub" : "Chain") + (c.param.full_mass ? "FullMass" : "");
    });

TEST_P(KktEdit, IsTheSameAsASystemBuiltAnew) {
  const Links links = make_links(GetParam().hub);
  const int all = static_cast<int>(links.size());
  Random random(5);
  int redundant = 0, conflicts = 0;
  for (int trial = 0; trial < 30; ++trial) {
    std::vector<char> acts(links.size(), 1);
    for (int c = all - 8; c < all; ++c) acts[c] = 0;
    Mechanism edited(links, acts, 16);
    for (int edit = 0; edit < 12; ++edit)
      edited.change(random.up_to(2) == 0 ? random.up_to(all) : all - 1 - random.up_to(8));
    Mechanism anew(links, edited.acts, 0);
    for (Mechanism* m : {&edited, &anew}) m->fill(GetParam().full_mass);
    ASSERT_EQ(edited.kkt.factor(), anew.kkt.factor());
    redundant += edited.kkt.dependent_rows() > 0;
    for (const double more : {0.0, 1.0}) {
      const VecX x = edited.solve(more), y = anew.solve(more);
      const VecX off = (x - y).cwiseAbs();
      const int n = edited.kkt.dofs();
      EXPECT_LT(off.head(n).maxCoeff(), 1e-9 * y.head(n).lpNorm<Eigen::Infinity>());
      EXPECT_LT(off.maxCoeff(), 1e-7 * y.lpNorm<Eigen::Infinity>()) << "the shortest is found so";
      EXPECT_NEAR(edited.conflict, anew.conflict, 1e-9);
      conflicts += edited.conflict > 0.1;
    }
  }
  EXPECT_GT(redundant, 3) << "all sorts were tried";
  EXPECT_GT(conflicts, 3);
}

TEST(KktEdit, WhatComesBackTakesItsOldPlace) {
  const Links links = make_links(false);
  Mechanism m(links, std::vector<char>(links.size(), 1), 0);
  const int before = m.vertex[4];
  m.kkt.retire(before);
  EXPECT_EQ(m.kkt.retired_rows(), kRows);
  EXPECT_EQ(m.kkt.join(kRows, links[5].objects), -1) << "on other objects, and no rows kept back";
  EXPECT_EQ(m.kkt.join(kRows, links[4].objects), before);
  EXPECT_EQ(m.kkt.retired_rows(), 0);
}

}  // namespace holon::border_test
