// SPDX-License-Identifier: Apache-2.0
#include "holon/solve/kkt.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <random>

#include "holon/math/rotation.h"

namespace holon::kkt_test {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  int up_to(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  MatX matrix(int rows, int cols) {
    return MatX::NullaryExpr(rows, cols, [&] { return normal_(engine_); });
  }
  VecX vector(int n) { return matrix(n, 1); }
  /// Symmetric; eigenvalues from 1 − bond up to about 4. With a bond of almost 1, entries off the
  /// diagonal are about as large as those on it.
  MatX mass(int n, double bond = 0.5) {
    const MatX A = matrix(n, n);
    return (1.0 - bond) * MatX::Identity(n, n) + bond * A * A.transpose() / n;
  }

 private:
  std::mt19937 engine_;
  std::normal_distribution<double> normal_;
};

std::span<double> span(VecX& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}
std::span<const double> span(const VecX& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

/// A system kept twice: as Kkt takes it and as dense matrices.
class Mechanism {
 public:
  struct Block {
    int constraint, object;
    MatX J;
    std::ptrdiff_t place;
  };
  int add_object(const MatX& mass) {
    masses_.push_back(mass);
    return kkt.add_object(static_cast<int>(mass.rows()));
  }
  int add_constraint(const std::vector<std::pair<int, MatX>>& parts) {
    const int c = kkt.add_constraint(static_cast<int>(parts.front().second.rows()));
    for (const auto& [object, J_block] : parts) {
      blocks_.push_back({c, object, J_block, kkt.add_block(c, object)});
    }
    return c;
  }
  /// Another constraint whose rows are `turn` times those of c.
  int add_copy(int c, const MatX& turn) {
    std::vector<std::pair<int, MatX>> parts;
    for (const Block& b : blocks_)
      if (b.constraint == c) parts.emplace_back(b.object, turn * b.J);
    return add_constraint(parts);
  }
  void load() {
    kkt.analyse();
    M.setZero(kkt.dofs(), kkt.dofs());
    J.setZero(kkt.rows(), kkt.dofs());
    for (int o = 0; o < static_cast<int>(masses_.size()); ++o) {
      const MatX m = unit * masses_[o];
      kkt.set_mass(o, m.data());
      M.block(kkt.dof_offset(o), kkt.dof_offset(o), m.rows(), m.cols()) = m;
    }
    for (const auto& [c, o, J_block, place] : blocks_) {
      const MatX by_rows = J_block.transpose();
      std::copy_n(by_rows.data(), by_rows.size(), kkt.jacobian() + place);
      J.block(kkt.row_offset(c), kkt.dof_offset(o), J_block.rows(), J_block.cols()) = J_block;
    }
  }
  int rows_of(int c) const {
    for (const Block& b : blocks_)
      if (b.constraint == c) return static_cast<int>(b.J.rows());
    return 0;
  }

  Kkt kkt;
  MatX M, J;
  double unit = 1.0;  // of mass

 private:
  std::vector<MatX> masses_;
  std::vector<Block> blocks_;
};

struct Solution {
  VecX x, lambda, conflict;
  Kkt::Outcome outcome;
};
Solution solve(Kkt& kkt, const VecX& f, const VecX& b) {
  Solution s{VecX(kkt.dofs()), VecX(kkt.rows()), VecX(), {}};
  s.outcome = kkt.solve(span(f), span(b), span(s.x), span(s.lambda));
  if (kkt.dependent_rows() > 0) kkt.shorten(span(s.lambda));
  s.conflict = Eigen::Map<const VecX>(kkt.conflict().data(), kkt.rows());
  return s;
}

/// What equations (1) and (2) define, in the sense of least squares where they cannot be met: with
/// A = J M⁻¹ Jᵀ, λ = A⁺ (b − J M⁻¹ f), and the conflict is the part of b in the null space of A.
struct Reference {
  VecX x, lambda, conflict;
  int deficiency = 0;
  Reference(const MatX& M, const MatX& J, const VecX& f, const VecX& b) {
    // A = W Wᵀ with M = L Lᵀ and W = J L⁻ᵀ, whose singular values keep all digits
    const Eigen::LLT<MatX> llt(M);
    const MatX W = llt.matrixL().solve(J.transpose()).transpose();
    const Eigen::JacobiSVD<MatX> svd(W, Eigen::ComputeFullU);
    const VecX open = b - J * llt.solve(f);
    lambda = conflict = VecX::Zero(b.size());
    for (int i = 0; i < b.size(); ++i) {
      const auto u = svd.matrixU().col(i);
      const double s = i < svd.singularValues().size() ? svd.singularValues()[i] : 0.0;
      if (s > 1e-11 * svd.singularValues()[0]) {
        lambda += u * (u.dot(open) / (s * s));
      } else {
        conflict += u * u.dot(b);
        ++deficiency;
      }
    }
    x = llt.solve(f + J.transpose() * lambda);
  }
};

/// A tree of bodies of mixed sizes, with some loops closed; the joints leave enough freedom for all
/// rows to be independent.
Mechanism random_mechanism(Random& random, double bond = 0.5) {
  Mechanism s;
  std::vector<int> size = {12};
  s.add_object(random.mass(12, bond));
  const auto join = [&](int rows, int a, int b) {
    s.add_constraint({{a, random.matrix(rows, size[a])}, {b, random.matrix(rows, size[b])}});
  };
  const int bodies = 4 + random.up_to(8);
  for (int i = 1; i < bodies; ++i) {
    size.push_back(std::vector{2, 3, 6, 6, 12}[random.up_to(5)]);
    s.add_object(random.mass(size[i], bond));
    join(1 + random.up_to(size[i] / 2), std::max(0, i - 1 - random.up_to(3)), i);
  }
  join(1, 0, bodies - 1);
  join(1, 1, bodies - 2);
  return s;
}
/// Adds copies of the first three constraints: rows that follow from others.
void add_copies(Mechanism& s, Random& random) {
  for (int c = 0; c < 3; ++c) {
    const int rows = s.rows_of(c);
    s.add_copy(c, MatX::Identity(rows, rows) + 0.3 * random.matrix(rows, rows));
  }
}

// Residuals are fed back until nothing changes, so x and λ have the digits that the condition of
// J M⁻¹ Jᵀ (up to 1e5 in these systems) leaves of 1e-16.
TEST(Kkt, SolvesSystemsOfFullRankLikeDenseLu) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Mechanism s = random_mechanism(random);
    s.load();
    EXPECT_EQ(s.kkt.factor(), 0);
    EXPECT_EQ(s.kkt.dependent_rows(), 0);
    const int n = s.kkt.dofs(), m = s.kkt.rows();
    MatX K(n + m, n + m);
    K << s.M, -s.J.transpose(), s.J, MatX::Zero(m, m);
    const VecX f = random.vector(n), b = random.vector(m);
    VecX rhs(n + m);
    rhs << f, b;
    const VecX expected = K.fullPivLu().solve(rhs);
    const Solution got = solve(s.kkt, f, b);
    EXPECT_LE((got.x - expected.head(n)).norm(), 1e-11 * expected.norm());
    EXPECT_LE((got.lambda - expected.tail(m)).norm(), 1e-11 * expected.norm());
    EXPECT_EQ(got.outcome.conflict, 0.0);
  }
}

void expect_least_squares(Mechanism& s, const VecX& f, const VecX& b) {
  const Solution got = solve(s.kkt, f, b);
  const Reference expected(s.M, s.J, f, b);
  EXPECT_EQ(s.kkt.dependent_rows(), expected.deficiency);
  // The proximal iteration ends with residuals of 1e-13; weak rows magnify what is left.
  EXPECT_LE((got.x - expected.x).norm(), 1e-9 * expected.x.norm());
  // Rounding errors of 1e-16 |b| in the null space are divided by ε > 1e-8 in each of some ten
  // rounds.
  EXPECT_LE((got.lambda - expected.lambda).norm(), 1e-6 * (expected.lambda.norm() + b.norm()));
  EXPECT_LE((got.conflict - expected.conflict).norm(), 1e-9 * b.norm());
  EXPECT_EQ(got.outcome.conflict, got.conflict.lpNorm<Eigen::Infinity>());
}

TEST(Kkt, RedundantRowsGiveTheSameMotionAndTheShortestForces) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Mechanism s = random_mechanism(random);
    add_copies(s, random);
    s.load();
    EXPECT_GE(s.kkt.factor(), 3);
    const VecX f = random.vector(s.kkt.dofs()), b = s.J * random.vector(s.kkt.dofs());
    expect_least_squares(s, f, b);
  }
}

// The reference above against Eigen's own minimum-norm solver, which squares the condition.
TEST(Kkt, TheReferenceOfTheseTestsIsTheMinimumNormSolution) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    Mechanism s = random_mechanism(random);
    add_copies(s, random);
    s.load();
    const VecX f = random.vector(s.kkt.dofs()), b = random.vector(s.kkt.rows());
    const Reference r(s.M, s.J, f, b);
    const MatX M_inverse = s.M.inverse(), A = s.J * M_inverse * s.J.transpose();
    Eigen::CompleteOrthogonalDecomposition<MatX> cod;
    cod.setThreshold(1e-11);
    cod.compute(A);
    const VecX lambda = cod.solve(b - s.J * M_inverse * f);
    EXPECT_LE((r.lambda - lambda).norm(), 1e-8 * lambda.norm()) << seed;
    EXPECT_LE((s.J * r.x + r.conflict - b).norm(), 1e-10 * b.norm()) << seed;
  }
}

// Inertia of thin bodies couples their coordinates: its Cholesky pivots are then far smaller than
// its diagonal, and no sign that anything depends on anything.
TEST(Kkt, RedundancyIsHandledWithStronglyCoupledMasses) {
  for (const double bond : {0.8, 0.95})
    for (unsigned seed = 0; seed < 50; ++seed) {
      SCOPED_TRACE(seed);
      Random random(seed);
      Mechanism s = random_mechanism(random, bond);
      add_copies(s, random);
      s.load();
      EXPECT_GE(s.kkt.factor(), 3);
      const VecX f = random.vector(s.kkt.dofs()), b = s.J * random.vector(s.kkt.dofs());
      expect_least_squares(s, f, b);
    }
}

TEST(Kkt, ConflictsAreMetInTheSenseOfLeastSquares) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Mechanism s = random_mechanism(random);
    add_copies(s, random);
    s.load();
    s.kkt.factor();
    const VecX f = random.vector(s.kkt.dofs()), b = random.vector(s.kkt.rows());
    expect_least_squares(s, f, b);
    EXPECT_GT(solve(s.kkt, f, b).outcome.conflict, 1e-3) << "there was a conflict";
  }
}

TEST(Kkt, TwoMotorsThatDisagreeMeetHalfWay) {
  Mechanism s;
  const int cart = s.add_object(MatX::Constant(1, 1, 2.0));
  for (int i = 0; i < 2; ++i) s.add_constraint({{cart, MatX::Ones(1, 1)}});
  s.load();
  EXPECT_EQ(s.kkt.factor(), 1);
  const Solution got = solve(s.kkt, VecX::Zero(1), Vec2(1.0, 3.0));
  EXPECT_NEAR(got.x[0], 2.0, 1e-12);
  EXPECT_NEAR(got.conflict[0], -1.0, 1e-12);
  EXPECT_NEAR(got.conflict[1], 1.0, 1e-12);
  EXPECT_NEAR(got.outcome.conflict, 1.0, 1e-12);
  // M x = λ₁ + λ₂, and the shortest such λ is an equal share; ε = 1e-8 costs half of the digits
  EXPECT_NEAR(got.lambda[0], 2.0, 1e-6);
  EXPECT_NEAR(got.lambda[1], 2.0, 1e-6);
}

// A table on four legs is held three times and once too often. Its weight is shared as the shortest
// λ does: equally when it stands in the middle, and with the lever when it does not.
TEST(Kkt, ATableSharesItsWeightAmongFourLegs) {
  Mechanism s;
  const int table = s.add_object(VecX(Vec3(10.0, 1.0, 2.0)).asDiagonal());  // lift, roll, pitch
  for (const double x : {-1.0, 1.0})
    for (const double y : {-0.5, 0.5}) {
      MatX leg(1, 3);
      leg << 1.0, y, -x;
      s.add_constraint({{table, leg}});
    }
  s.load();
  EXPECT_EQ(s.kkt.factor(), 1);
  const double weight = 98.1;
  const Solution centred = solve(s.kkt, Vec3(-weight, 0, 0), VecX::Zero(4));
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(centred.lambda[i], weight / 4, 1e-6 * weight);
  EXPECT_LE(centred.x.norm(), 1e-9);
  // a load at x = 0.5 presses with pitch 0.5 w: legs at x = 1 carry 3/8, those at x = −1 carry 1/8
  const Solution aside = solve(s.kkt, Vec3(-weight, 0, 0.5 * weight), VecX::Zero(4));
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR(aside.lambda[i], weight * (i < 2 ? 1.0 : 3.0) / 8.0, 1e-6 * weight);
}

// A constraint that asks for something else, masked, against the same mechanism without it. The
// unit of mass shows whether the place that is kept for it has a size of its own.
TEST(Kkt, MaskedConstraintsBehaveAsAbsent) {
  for (const double unit : {1.0, 1e10, 1e-10})
    for (const bool redundant : {false, true})
      for (unsigned seed = 0; seed < 20; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed), same(seed);
        Mechanism with = random_mechanism(random), without = random_mechanism(same);
        if (redundant) {
          add_copies(with, random);
          add_copies(without, same);
        }
        const int extra = with.add_copy(1, random.matrix(2, with.rows_of(1)));
        for (Mechanism* s : {&with, &without}) {
          s->unit = unit;
          s->load();
        }
        with.kkt.mask(extra, true);
        EXPECT_EQ(with.kkt.factor(), without.kkt.factor());
        const VecX f = unit * random.vector(with.kkt.dofs());
        VecX b = with.J * random.vector(with.kkt.dofs());
        b.tail(2) << 5.0, -7.0;
        const int rows = without.kkt.rows();
        const Solution a = solve(with.kkt, f, b), e = solve(without.kkt, f, b.head(rows));
        // both are good to 1e-9 and 1e-6 of the exact solution, see expect_least_squares
        EXPECT_LE((a.x - e.x).norm(), 1e-9 * e.x.norm());
        EXPECT_LE((a.lambda.head(rows) - e.lambda).norm(), 1e-6 * e.lambda.norm());
        EXPECT_EQ(a.lambda.tail(2), VecX::Zero(2));
        EXPECT_EQ(a.conflict.tail(2), VecX::Zero(2));
      }
}

TEST(Kkt, UnmaskingBringsAConstraintBack) {
  Random random(1);
  Mechanism s = random_mechanism(random);
  const int copy = s.add_copy(0, MatX::Identity(s.rows_of(0), s.rows_of(0)));
  s.load();
  EXPECT_EQ(s.kkt.factor(), s.rows_of(0));
  s.kkt.mask(copy, true);
  EXPECT_EQ(s.kkt.factor(), 0) << "the original alone depends on nothing";
  s.kkt.mask(copy, false);
  EXPECT_EQ(s.kkt.factor(), s.rows_of(0));
}

/// A chain of bodies whose masses alternate between 1 and `ratio`.
Mechanism uneven_chain(Random& random, double ratio) {
  Mechanism s;
  for (int i = 0; i < 10; ++i) {
    s.add_object((i % 2 ? ratio : 1.0) * random.mass(6));
    if (i > 0) s.add_constraint({{i - 1, random.matrix(3, 6)}, {i, random.matrix(3, 6)}});
  }
  return s;
}

TEST(Kkt, MassesMayDifferByAMillion) {
  for (const bool redundant : {false, true})
    for (unsigned seed = 0; seed < 30; ++seed) {
      SCOPED_TRACE(seed);
      Random random(seed);
      Mechanism s = uneven_chain(random, 1e6);
      if (redundant) add_copies(s, random);
      s.load();
      s.kkt.factor();
      const VecX f = random.vector(s.kkt.dofs()), b = s.J * random.vector(s.kkt.dofs());
      expect_least_squares(s, f, b);
    }
}

// Two rods 1e-4 rad from parallel: the part of b in which they differ takes forces 1e8 times as
// large, and is met all the same.
TEST(Kkt, RowsThatAreAlmostParallelAreStillExact) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Mechanism s;
    for (int i = 0; i < 2; ++i) s.add_object(random.mass(6));
    const MatX a = random.matrix(3, 6), b = random.matrix(3, 6);
    const MatX da = 1e-4 * random.matrix(3, 6), db = 1e-4 * random.matrix(3, 6);
    s.add_constraint({{0, a}, {1, b}});
    s.add_constraint({{0, a + da}, {1, b + db}});
    s.load();
    EXPECT_EQ(s.kkt.factor(), 0);
    const VecX f = random.vector(12), wanted = s.J * random.vector(12);
    const Solution got = solve(s.kkt, f, wanted);
    const Reference expected(s.M, s.J, f, wanted);
    // J has a condition of up to 1e6 here, and the reference no more than 1e-10 of x
    EXPECT_LE((s.J * got.x - wanted).norm(), 1e-13 * s.J.norm() * got.x.norm());
    EXPECT_LE((got.x - expected.x).norm(), 1e-9 * expected.x.norm());
    EXPECT_LE((got.lambda - expected.lambda).norm(), 1e-6 * expected.lambda.norm());
  }
}

// With a redundant pair beside them such rows converge too slowly to be met in full (ε/σ is close
// to 1). What may be missing is the part of b in which they differ, 1e-4 of it, and nothing else.
TEST(Kkt, RowsThatAreAlmostParallelBesideRedundantOnesAreMetButForTheirDifference) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Mechanism s;
    for (int i = 0; i < 2; ++i) s.add_object(random.mass(6));
    const MatX a = random.matrix(2, 6), b = random.matrix(2, 6);
    s.add_constraint({{0, a}, {1, b}});
    s.add_constraint({{0, a + 1e-4 * random.matrix(2, 6)}, {1, b + 1e-4 * random.matrix(2, 6)}});
    const int c = s.add_constraint({{0, random.matrix(2, 6)}, {1, random.matrix(2, 6)}});
    s.add_copy(c, MatX::Identity(2, 2));
    s.load();
    EXPECT_EQ(s.kkt.factor(), 2);
    const VecX f = random.vector(12), wanted = s.J * random.vector(12);
    const Solution got = solve(s.kkt, f, wanted);
    EXPECT_LE((s.J * got.x - wanted).norm(), 1e-3 * wanted.norm());
    EXPECT_LE(got.outcome.conflict, 1e-3 * wanted.norm());
  }
}

// Of three rows in a plane two are almost parallel. What the third leaves of itself beside them is
// rounding over the square of their angle, and no motion: in one constraint and in three.
TEST(Kkt, ARowThatFollowsFromTwoAlmostParallelOnesIsFound) {
  for (unsigned seed = 0; seed < 30; ++seed)
    for (const double angle : {1e-2, 1e-3, 1e-4, 1e-5}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", angle " + std::to_string(angle));
      Random random(seed);
      MatX rows(3, 6);
      rows.row(0) = random.vector(6);
      const VecX across = random.vector(6);
      rows.row(1) = rows.row(0) + angle * across.transpose();
      rows.row(2) = 0.3 * rows.row(0) + across.transpose();
      const MatX mass = random.mass(6);
      const VecX f = random.vector(6), motion = random.vector(6);
      for (const bool together : {true, false}) {
        Mechanism s;
        s.add_object(mass);
        if (together) s.add_constraint({{0, rows}});
        for (int i = 0; i < 3 && !together; ++i) s.add_constraint({{0, rows.row(i)}});
        s.load();
        EXPECT_EQ(s.kkt.factor(), 1) << together;
        const VecX wanted = s.J * motion;
        const Solution got = solve(s.kkt, f, wanted);
        EXPECT_LE((s.J * got.x - wanted).norm(), 1e-10 * wanted.norm()) << together;
        EXPECT_LE(got.lambda.norm(), 1e3 * (f.norm() + motion.norm())) << together;
      }
    }
}

// A plate on six rods with a ball at each end. Eliminating a rod leaves five rows for its two
// balls: whatever the order makes of the pivots, the motion and the forces are those of the matrix.
TEST(Kkt, SolvesAPlatformOnSixRods) {
  Random random(3);
  Mechanism s;
  for (int i = 0; i < 8; ++i) s.add_object(random.mass(6));
  const auto ball = [&](double sign) {
    MatX J(3, 6);
    J << sign * Mat3::Identity(), -sign * skew(random.vector(3));
    return J;
  };
  for (int rod = 2; rod < 8; ++rod)
    for (const int plate : {0, 1}) s.add_constraint({{rod, ball(1.0)}, {plate, ball(-1.0)}});
  s.load();
  s.kkt.factor();
  const VecX f = random.vector(48), b = random.vector(36);
  const Reference expected(s.M, s.J, f, b);
  ASSERT_EQ(expected.deficiency, 0);
  const Solution got = solve(s.kkt, f, b);
  EXPECT_LE((got.x - expected.x).norm(), 1e-9 * expected.x.norm());
  EXPECT_LE((got.lambda - expected.lambda).norm(), 1e-9 * expected.lambda.norm());
  EXPECT_LE(got.outcome.conflict, 1e-9);
}

// (M, Jᵀ; J, −ε) with ε = μ times the largest diagonal entry of J M⁻¹ Jᵀ, M by its diagonal.
TEST(Kkt, DampedFactorsSolveTheDampedSystem) {
  for (const double mu : {1e-6, 1e-2, 10.0})
    for (const double bond : {0.0, 0.999})
      for (unsigned seed = 0; seed < 20; ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        Mechanism s = random_mechanism(random, bond);
        add_copies(s, random);
        s.load();
        s.kkt.factor_damped(mu);
        const VecX f = random.vector(s.kkt.dofs()), b = random.vector(s.kkt.rows());
        VecX x(s.kkt.dofs()), lambda(s.kkt.rows());
        s.kkt.solve_once(span(f), span(b), span(x), span(lambda));
        const MatX D = s.M.diagonal().cwiseInverse().asDiagonal();
        const double epsilon = mu * (s.J * D * s.J.transpose()).diagonal().maxCoeff();
        // one solve without refinement: rounding over ε
        const double tolerance = 1e-13 * (1.0 + 1.0 / mu);
        EXPECT_LE((s.M * x - s.J.transpose() * lambda - f).norm(),
                  tolerance * (f.norm() + (s.J.transpose() * lambda).norm()));
        EXPECT_LE((s.J * x + epsilon * lambda - b).norm(),
                  tolerance * (b.norm() + s.J.norm() * x.norm()));
      }
}

TEST(Kkt, ProductsAreThoseOfTheDenseMatrices) {
  Random random(8);
  Mechanism s = random_mechanism(random);
  s.load();
  const VecX x = random.vector(s.kkt.dofs()), lambda = random.vector(s.kkt.rows());
  const double rounding = 1e-13;  // sums of up to 50 products of order 1
  VecX Jx(s.kkt.rows()), Mx(s.kkt.dofs());
  s.kkt.times_jacobian(span(x), span(Jx));
  EXPECT_LE((Jx - s.J * x).norm(), rounding);
  s.kkt.times_mass(span(x), span(Mx));
  EXPECT_LE((Mx - s.M * x).norm(), rounding);
  VecX sum = x;
  s.kkt.add_jacobian_transposed(span(lambda), span(sum));
  EXPECT_LE((sum - x - s.J.transpose() * lambda).norm(), rounding);

  const int c = 1, at = s.kkt.row_offset(c), rows = s.rows_of(c);
  VecX alone = VecX::Zero(s.kkt.dofs());
  s.kkt.mask(c, true);
  s.kkt.add_block_transposed(c, span(VecX(lambda.segment(at, rows))), span(alone));
  EXPECT_LE((alone - s.J.middleRows(at, rows).transpose() * lambda.segment(at, rows)).norm(),
            rounding)
      << "masked or not";
  s.kkt.times_jacobian(span(x), span(Jx));
  EXPECT_EQ(Jx.segment(at, rows), VecX::Zero(rows)) << "masked rows count as zero";
}

TEST(Kkt, WithoutConstraintsIsNewtonsLaw) {
  Random random(9);
  Mechanism s;
  for (const int size : {3, 6}) s.add_object(random.mass(size));
  s.load();
  EXPECT_EQ(s.kkt.factor(), 0);
  const VecX f = random.vector(9);
  EXPECT_LE((s.M * solve(s.kkt, f, VecX()).x - f).norm(), 1e-13);
}

TEST(Kkt, ARowThatSaysNothingIsHarmlessUnlessItAsksForSomething) {
  Mechanism s;
  const int body = s.add_object(MatX::Identity(2, 2));
  s.add_constraint({{body, MatX::Zero(1, 2)}});
  s.load();
  EXPECT_EQ(s.kkt.factor(), 1);
  const Solution idle = solve(s.kkt, Vec2(1, 2), VecX::Zero(1));
  EXPECT_EQ(idle.x, Vec2(1, 2));
  EXPECT_EQ(idle.lambda[0], 0.0);
  const Solution asking = solve(s.kkt, Vec2(1, 2), VecX::Constant(1, 3.0));
  EXPECT_NEAR(asking.x[0], 1.0, 1e-12);
  EXPECT_NEAR(asking.outcome.conflict, 3.0, 1e-12);
}

TEST(Kkt, ABlockDeclaredTwiceIsOneBlock) {
  Kkt kkt;
  const int body = kkt.add_object(2), joint = kkt.add_constraint(1);
  const std::ptrdiff_t block = kkt.add_block(joint, body);
  EXPECT_EQ(kkt.add_block(joint, body), block);
  kkt.analyse();
  kkt.jacobian()[block] = 7.0;
  kkt.clear_jacobian();
  EXPECT_EQ(kkt.jacobian()[block], 0.0);
  kkt.clear();
  EXPECT_EQ(kkt.dofs() + kkt.rows(), 0);
}

}  // namespace holon::kkt_test
